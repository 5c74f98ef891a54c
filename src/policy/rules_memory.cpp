// Rules for loads, stores and atomic operations: place, bounds, alignment, permission, and the loaded value.
#include <fmt/format.h>

#include "base/escape.h"
#include "policy/rules.h"

namespace ringfence::policy {
namespace {

std::string text_of_range(std::int64_t least, std::int64_t most) {
    return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
}

unsigned byte_in_slot(std::int64_t offset) {
    return static_cast<unsigned>(offset & (slot_bytes - 1));
}

}  // namespace

bool Rules::refuse(std::uint32_t at, std::string_view rule, std::string message, std::string needed) {
    refusal_ = {at, rule, std::move(message), std::move(needed)};
    return false;
}

std::string Rules::named(const State& state, unsigned reg) const {
    return fmt::format("r{} is {}", reg, text_of(state.reg(reg), program_));
}

bool Rules::need_set(const State& state, std::uint32_t at, unsigned reg) {
    if (state.reg(reg).kind != RegKind::Unset) return true;
    const bool is_lost = reg >= 1 && reg <= 5;
    return refuse(at, "unset", named(state, reg),
                  is_lost ? "set it first; calls leave nothing in r1 to r5" : "set it first, on every way");
}

bool Rules::need_number(const State& state, std::uint32_t at, unsigned reg, std::string_view what_for) {
    if (!need_set(state, at, reg)) return false;
    if (state.reg(reg).is_number()) return true;
    return refuse(at, "pointer-leak", fmt::format("{}; {}", named(state, reg), what_for), "a number");
}

bool Rules::need_memory(const State& state, std::uint32_t at, unsigned reg, Access access) {
    if (!need_set(state, at, reg)) return false;
    const std::string_view doing = access == Access::Read ? "read" : "written";
    switch (state.reg(reg).kind) {
        case RegKind::Number:
            return refuse(at, "not-a-pointer", named(state, reg) + ", and memory there is to be " + std::string(doing),
                          "a pointer to the context, the stack or a value of a map");
        case RegKind::ValueOrNull:
        case RegKind::RecordOrNull:
            return refuse(at, "maybe-null", named(state, reg) + ", and memory there is to be " + std::string(doing),
                          fmt::format("compare r{} with 0 first, and go on only if it differs", reg));
        case RegKind::Map:
            return refuse(at, "not-a-pointer", named(state, reg) + ", and memory there is to be " + std::string(doing),
                          "rf_map_lookup gives a pointer to a value of it");
        default: return true;
    }
}

std::optional<Rules::Span> Rules::span_of(const Reg& reg, std::int64_t offset, std::int64_t size) const {
    const Number where = compute(Add, false, reg.number, Number::constant(static_cast<std::uint64_t>(offset)));
    // Refused: far outside of everything, and sums could overflow.
    constexpr std::int64_t far = std::int64_t{1} << 40;
    if (where.smin < -far || where.smax > far) return std::nullopt;
    return Span{where.smin, where.smax, size};
}

bool Rules::check_access(const State& state, std::uint32_t at, unsigned reg, Access access, Span& span) {
    const Insn& insn = program_.insns[at];
    if (!need_memory(state, at, reg, access)) return false;
    const Reg& pointer = state.reg(reg);
    const auto size = static_cast<std::int64_t>(insn.bytes());
    const std::optional<Span> found = span_of(pointer, insn.offset, size);
    if (!found)
        return refuse(at, "bounds", named(state, reg) + ", which may be anywhere",
                      "compare what was added to it with its largest value first");
    span = *found;
    const Number where =
        compute(Add, false, pointer.number, Number::constant(static_cast<std::uint64_t>(std::int64_t{insn.offset})));
    return check_span(state, at, reg, span, access, where.is_aligned(insn.bytes()));
}

bool Rules::check_span(const State& state, std::uint32_t at, unsigned reg, const Span& span, Access access,
                       bool is_aligned) {
    if (!is_aligned)
        return refuse(at, "alignment",
                      fmt::format("{}; {} bytes at offset {} are not aligned", named(state, reg), span.size,
                                  text_of_range(span.least, span.most)),
                      fmt::format("a multiple of {}", span.size));
    switch (state.reg(reg).kind) {
        case RegKind::Context: return check_context(state, at, reg, span, access);
        case RegKind::Value: return check_value(state, at, reg, span, access);
        case RegKind::Record: return check_record(state, at, reg, span);
        default: return check_stack(state, at, reg, span);
    }
}

bool Rules::check_context(const State& state, std::uint32_t at, unsigned reg, const Span& span, Access access) {
    const HookInfo& hook = info_of(hook_);
    if (!span.is_constant())
        return refuse(at, "context", named(state, reg) + "; fields of the context are not reached by computing",
                      "a field by its name");
    const auto size = static_cast<std::uint64_t>(span.size);
    if (!has_bytes(hook, span.least, size))
        return refuse(at, "context",
                      fmt::format("the context of {} has {} bytes; {} at offset {} are not all inside", hook.name,
                                  hook.context_size, span.size, span.least),
                      "a field by its name");
    if (access == Access::Read) return true;
    if (const ContextField* const field = read_only_field(hook, span.least, size))
        return refuse(at, "read-only", fmt::format("{} is written, which {} can only read", field->name, hook.name),
                      "only what is in `answer` can be written");
    return true;
}

bool Rules::check_value(const State& state, std::uint32_t at, unsigned reg, const Span& span, Access access) {
    const MapSpec& map = program_.maps[state.reg(reg).map];
    const auto value_size = static_cast<std::int64_t>(map.value_size);
    if (span.least < 0 || span.end() > value_size)
        return refuse(at, "bounds",
                      fmt::format("{}; {} bytes at offset {} are not all inside", named(state, reg), span.size,
                                  text_of_range(span.least, span.most)),
                      span.size > value_size ? std::string("a larger value")
                                             : fmt::format("an offset of 0 to {}", value_size - span.size));
    if (access == Access::Write && map.is_read_only)
        return refuse(at, "read-only", fmt::format("'{}' is constant, and is written", escape(map.name)),
                      "a variable that is not const");
    return true;
}

bool Rules::check_record(const State& state, std::uint32_t at, unsigned reg, const Span& span) {
    const std::int64_t size = state.record.size;
    if (span.least >= 0 && span.end() <= size) return true;
    return refuse(
        at, "bounds",
        fmt::format("{}, of {} bytes; {} bytes at offset {} are not all inside", named(state, reg), size, span.size,
                    text_of_range(span.least, span.most)),
        span.size > size ? std::string("a larger record") : fmt::format("an offset of 0 to {}", size - span.size));
}

bool Rules::check_stack(const State& state, std::uint32_t at, unsigned reg, const Span& span) {
    if (span.least >= -frame_bytes && span.end() <= 0) return true;
    return refuse(at, "bounds",
                  fmt::format("{}; {} bytes at offset {} are not all on the stack", named(state, reg), span.size,
                              text_of_range(span.least, span.most)),
                  fmt::format("an offset of {} to {}", -frame_bytes, -span.size));
}

// Requires that all bytes that may be read were written, and that none belongs to a pointer.
bool Rules::check_initialised(const State& state, std::uint32_t at, unsigned reg, const Span& span) {
    const Frame& frame = state.frames[state.reg(reg).frame];
    for (std::int64_t offset = span.least; offset < span.end(); ++offset) {
        const Slot* const slot = find_slot(frame, offset);
        if (slot == nullptr || (slot->initialised >> byte_in_slot(offset) & 1U) == 0)
            return refuse(at, "stack-unset",
                          fmt::format("{}; the byte at offset {} was not written on every way to here",
                                      named(state, reg), offset),
                          fmt::format("write {} bytes from offset {} first", span.end() - span.least, span.least));
        if (slot->holds_pointer())
            return refuse(at, "pointer-leak",
                          fmt::format("{}; at offset {} lies a pointer, which would be read as a number",
                                      named(state, reg), offset),
                          "read it as a whole, or keep it elsewhere");
    }
    return true;
}

bool Rules::apply_memory(State& state, std::uint32_t at) {
    const Insn& insn = program_.insns[at];
    if (insn.cls() == Ldx) return load(state, at);
    return is_atomic(insn) ? atomic(state, at) : store(state, at);
}

bool Rules::load(State& state, std::uint32_t at) {
    const Insn& insn = program_.insns[at];
    Span span{};
    if (!check_access(state, at, insn.src(), Access::Read, span)) return false;
    if (state.reg(insn.src()).kind == RegKind::Stack) return load_stack(state, at, span);
    // Others may change maps and contexts at any time: their contents are unknown.
    state.reg(insn.dst()) = Reg::of(Number::of_bytes(insn.bytes()));
    return true;
}

bool Rules::load_stack(State& state, std::uint32_t at, const Span& span) {
    const Insn& insn = program_.insns[at];
    Frame& frame = state.frames[state.reg(insn.src()).frame];
    if (span.is_constant() && find_slot(frame, span.least) != nullptr) {
        Slot& slot = slot_at(frame, span.least);
        if (span.size == slot_bytes && slot.spilled.kind != RegKind::Unset) {
            state.reg(insn.dst()) = linked_copy(slot.spilled);
            return true;
        }
        if (slot.spilled.is_number() && slot.spilled.number.is_constant()) {
            const std::uint64_t part = slot.spilled.number.umin >> (8 * byte_in_slot(span.least));
            state.reg(insn.dst()) = Reg::of(Number::constant(part & Number::of_bytes(insn.bytes()).umax));
            return true;
        }
    }
    if (!check_initialised(state, at, insn.src(), span)) return false;
    state.reg(insn.dst()) = Reg::of(Number::of_bytes(insn.bytes()));
    return true;
}

bool Rules::store(State& state, std::uint32_t at) {
    const Insn& insn = program_.insns[at];
    Reg stored = Reg::of(Number::constant(static_cast<std::uint64_t>(std::int64_t{insn.imm})));
    if (insn.cls() == Stx) {
        if (!need_set(state, at, insn.src())) return false;
        stored = state.reg(insn.src());
    }
    Span span{};
    if (!check_access(state, at, insn.dst(), Access::Write, span)) return false;
    const bool is_stack = state.reg(insn.dst()).kind == RegKind::Stack;
    if (stored.is_pointer() && (!is_stack || span.size != slot_bytes || !span.is_constant()))
        return refuse(at, "pointer-leak", named(state, insn.src()) + "; a pointer is stored",
                      "pointers can be stored as a whole, at a fixed place of the stack, and nowhere else");
    if (!is_stack) return true;
    if (insn.cls() == Stx && span.is_constant() && span.size == slot_bytes) stored = linked_copy(state.reg(insn.src()));
    return store_stack(state, at, insn.dst(), span, stored);
}

bool Rules::store_stack(State& state, std::uint32_t at, unsigned reg, const Span& span, const Reg& stored) {
    const std::uint8_t target = state.reg(reg).frame;
    if (!span.is_constant()) return overwrite_stack(state, at, reg, span);
    if (stored.kind == RegKind::Stack && stored.frame > target)
        return refuse(at, "dangling", "a pointer to this function's stack is stored in that of its caller",
                      "the caller's own memory");
    Slot& slot = slot_at(state.frames[target], span.least);
    if (span.size == slot_bytes) {
        slot = {stored, 0xff};
        return true;
    }
    // The remaining bytes of an overwritten pointer must not be read as a number.
    if (slot.holds_pointer()) slot.initialised = 0;
    slot.spilled = Reg{};
    for (std::int64_t i = 0; i < span.size; ++i)
        slot.initialised = static_cast<std::uint8_t>(slot.initialised | (1U << byte_in_slot(span.least + i)));
    return true;
}

// A number is written somewhere in the span: that initialises no byte for certain, and known contents are lost.
bool Rules::overwrite_stack(State& state, std::uint32_t at, unsigned reg, const Span& span) {
    Frame& frame = state.frames[state.reg(reg).frame];
    for (std::int64_t offset = span.least; offset < span.end(); ++offset) {
        if (find_slot(frame, offset) == nullptr) continue;
        Slot& slot = slot_at(frame, offset);
        if (slot.holds_pointer())
            return refuse(at, "pointer-leak",
                          fmt::format("{}; at offset {} lies a pointer, a part of which might be overwritten",
                                      named(state, reg), offset),
                          "an array that is not beside pointers, or a map");
        slot.spilled = Reg{};
    }
    return true;
}

bool Rules::atomic(State& state, std::uint32_t at) {
    const Insn& insn = program_.insns[at];
    if (!need_number(state, at, insn.src(), "a pointer would be stored")) return false;
    if (insn.imm == Cmpxchg && !need_number(state, at, 0, "a pointer would be compared")) return false;
    if (!need_memory(state, at, insn.dst(), Access::Write)) return false;
    if (state.reg(insn.dst()).kind == RegKind::Context)
        return refuse(at, "context", named(state, insn.dst()) + "; nobody else writes to it",
                      "an ordinary load and store");
    Span span{};
    if (!check_access(state, at, insn.dst(), Access::Write, span)) return false;
    if (state.reg(insn.dst()).kind == RegKind::Stack) {
        if (!check_initialised(state, at, insn.dst(), span)) return false;
        if (!overwrite_stack(state, at, insn.dst(), span)) return false;
    }
    if (atomic_fetches(insn)) state.reg(insn.imm == Cmpxchg ? 0 : insn.src()) = Reg::of(Number::of_bytes(insn.bytes()));
    return true;
}

}  // namespace ringfence::policy
