// Rules for calls of helpers and of the policy's own functions.
#include <algorithm>

#include <fmt/format.h>

#include "base/escape.h"
#include "policy/rules.h"

namespace ringfence::policy {
namespace {

void forget_arguments(State& state) {
    for (unsigned reg = 0; reg <= 5; ++reg)
        state.reg(reg) = Reg{};
}

}  // namespace

bool Rules::apply_helper(State& state, std::uint32_t at) {
    const HelperInfo& helper = *find_helper(program_.insns[at].imm);
    if ((helper.hooks & bit_of(hook_)) == 0)
        return refuse(at, "helper-hook", fmt::format("{} cannot be called in {}", helper.name, info_of(hook_).name),
                      "another hook: docs/policies.md has the table");
    for (unsigned reg = 1; reg <= helper.arguments.size(); ++reg) {
        if (helper.arguments[reg - 1] != Argument::None && !check_argument(state, at, helper, reg)) return false;
    }
    if (helper.number == helper::tail_call && !check_tail_call(state, at)) return false;
    if (helper.returns == Returns::RecordOrNull && !need_no_record(state, at, "another is to be opened")) return false;
    const std::uint16_t map = state.reg(1).map;
    const auto size = static_cast<std::uint32_t>(state.reg(2).number.umin);
    if (helper.arguments[0] == Argument::Record) close_record(state);
    forget_arguments(state);
    if (helper.returns == Returns::RecordOrNull) {
        state.record = {true, map, size};
        state.reg(0) = {RegKind::RecordOrNull, 0, map, 0, Number::constant(0)};
    } else if (helper.returns == Returns::ValueOrNull)
        state.reg(0) = {RegKind::ValueOrNull, 0, map, next_id_++, Number::constant(0)};
    else
        state.reg(0) = Reg::of(Number::unknown());
    return true;
}

bool Rules::check_argument(State& state, std::uint32_t at, const HelperInfo& helper, unsigned reg) {
    if (!need_set(state, at, reg)) return false;
    const auto map = [&]() -> const MapSpec& { return program_.maps[state.reg(1).map]; };
    switch (helper.arguments[reg - 1]) {
        case Argument::Map: return check_map(state, at, helper, reg);
        case Argument::KeyIn: return check_memory_argument(state, at, reg, map().key_size, Access::Read);
        case Argument::ValueIn: return check_memory_argument(state, at, reg, map().value_size, Access::Read);
        case Argument::ValueOut: return check_memory_argument(state, at, reg, map().value_size, Access::Write);
        case Argument::MemoryIn: {
            if (!check_size(state, at, reg + 1)) return false;
            const auto size = static_cast<std::int64_t>(state.reg(reg + 1).number.umax);
            return check_memory_argument(state, at, reg, size, Access::Read);
        }
        case Argument::SizeOfMemory: return true;  // checked with MemoryIn
        case Argument::Number: return need_number(state, at, reg, fmt::format("{} needs a number there", helper.name));
        case Argument::Context: {
            const Reg& context = state.reg(reg);
            if (context.kind == RegKind::Context && context.number == Number::constant(0)) return true;
            return refuse(at, "tail-call",
                          fmt::format("{}; {} hands the hook's context on", named(state, reg), helper.name),
                          "the pointer that the hook was given");
        }
        case Argument::RecordSize: {
            if (!check_size(state, at, reg)) return false;
            if (state.reg(reg).number.is_constant()) return true;
            return refuse(at, "helper-size", named(state, reg) + ", and is used as the size of a record", "a constant");
        }
        case Argument::Record: {
            const Reg& record = state.reg(reg);
            if (record.kind == RegKind::Record && record.number == Number::constant(0)) return true;
            return refuse(at, "reference", fmt::format("{}; {} needs a record there", named(state, reg), helper.name),
                          "what rf_ring_reserve gave, not null and not moved");
        }
        case Argument::None: return true;
    }
    return false;
}

bool Rules::need_no_record(const State& state, std::uint32_t at, std::string_view when) {
    if (!state.record.is_open) return true;
    return refuse(
        at, "reference",
        fmt::format("a record of ring '{}' may be open, and {}", escape(program_.maps[state.record.map].name), when),
        "rf_ring_submit or rf_ring_discard first, on every way on which it is not null");
}

// A tail call reuses the frame and never returns, so only the hook's own function may make one.
bool Rules::check_tail_call(const State& state, std::uint32_t at) {
    if (state.frames.size() == 1) return need_no_record(state, at, "the hook goes on with another program");
    return refuse(at, "tail-call", "a function that was called goes on with another program",
                  "a tail call in the hook's own function, or in a program that it went on with");
}

std::vector<std::uint32_t> Rules::tail_call_targets(const State& state) const {
    const MapSpec& array = program_.maps[state.reg(2).map];
    std::vector<std::uint32_t> targets;
    for (std::uint32_t i = 0; i < array.programs.size(); ++i) {
        const std::uint32_t function = array.programs[i];
        if (function == no_program || !state.reg(3).number.contains(i)) continue;
        if (std::find(targets.begin(), targets.end(), function) == targets.end()) targets.push_back(function);
    }
    return targets;
}

bool Rules::check_map(const State& state, std::uint32_t at, const HelperInfo& helper, unsigned place) {
    const Reg& reg = state.reg(place);
    if (reg.kind != RegKind::Map)
        return refuse(at, "helper-map", fmt::format("{}; {} needs a map there", named(state, place), helper.name),
                      "the address of a map, as RF_MAP declares it");
    const MapSpec& map = program_.maps[reg.map];
    if ((helper.map_kinds & bit_of(map.kind)) == 0)
        return refuse(at, "helper-map",
                      fmt::format("map '{}' is of the kind {}, which {} is not for", escape(map.name),
                                  name_of(map.kind), helper.name),
                      "another helper or another kind of map: docs/policies.md has the table");
    if (map.is_read_only && helper.number == helper::map_update)
        return refuse(at, "read-only", fmt::format("'{}' is constant, and is written", escape(map.name)),
                      "a variable that is not const");
    return true;
}

bool Rules::check_size(const State& state, std::uint32_t at, unsigned reg) {
    if (!need_number(state, at, reg, "a size is needed there")) return false;
    const Number& size = state.reg(reg).number;
    if (size.umin >= 1 && size.umax <= largest_record) return true;
    return refuse(at, "helper-size", named(state, reg) + ", and is used as a size",
                  fmt::format("1 to {}", largest_record));
}

bool Rules::check_memory_argument(State& state, std::uint32_t at, unsigned reg, std::int64_t size, Access access) {
    if (!need_memory(state, at, reg, access)) return false;
    const Reg pointer = state.reg(reg);
    const std::optional<Span> span = span_of(pointer, 0, size);
    if (!span)
        return refuse(at, "bounds", named(state, reg) + ", which may be anywhere",
                      "compare what was added to it with its largest value first");
    if (pointer.kind == RegKind::Context) {
        const bool is_inside =
            span->is_constant() && has_bytes(info_of(hook_), span->least, static_cast<std::uint64_t>(size));
        if (is_inside && access == Access::Read) return true;
        return refuse(
            at, "context", fmt::format("{}; a helper is to use {} bytes there", named(state, reg), size),
            access == Access::Read ? "a fixed place inside of the context" : "the stack, or a value of a map");
    }
    if (!check_span(state, at, reg, *span, access, true)) return false;
    if (pointer.kind != RegKind::Stack) return true;
    if (access == Access::Read) return check_initialised(state, at, reg, *span);
    if (!span->is_constant())
        return refuse(at, "bounds", named(state, reg) + "; a helper is to write there", "a fixed place of the stack");
    for (std::int64_t offset = span->least; offset < span->end(); ++offset) {
        Slot& slot = slot_at(state.frames[pointer.frame], offset);
        if (slot.holds_pointer()) slot.initialised = 0;
        slot.spilled = Reg{};
        slot.initialised = static_cast<std::uint8_t>(slot.initialised | (1U << (offset & (slot_bytes - 1))));
    }
    return true;
}

bool Rules::enter_function(State& state, std::uint32_t at) {
    if (state.frames.size() == most_frames)
        return refuse(at, "call-depth", fmt::format("more than {} functions in each other", most_frames),
                      "fewer of them, and none that calls itself");
    Frame callee;
    for (unsigned reg = 1; reg <= 5; ++reg)
        callee.regs[reg] = state.reg(reg);
    callee.regs[frame_pointer] = {RegKind::Stack, static_cast<std::uint8_t>(state.frames.size()), 0, 0,
                                  Number::constant(0)};
    callee.return_to = at + 1;
    forget_arguments(state);
    state.frames.push_back(std::move(callee));
    return true;
}

bool Rules::leave_function(State& state, std::uint32_t at) {
    const Reg result = state.reg(0);
    if (result.kind == RegKind::Stack && result.frame + std::size_t{1} == state.frames.size())
        return refuse(at, "dangling", named(state, 0) + " of a function that ends", "the caller's memory");
    state.frames.pop_back();
    forget_arguments(state);
    state.reg(0) = result;
    return true;
}

}  // namespace ringfence::policy
