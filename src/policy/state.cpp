#include "policy/state.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/escape.h"

namespace ringfence::policy {
namespace {

// Maps the ids of one state to those of another. A list, since few registers have ids.
class IdPairs {
public:
    bool agree(std::uint32_t id, std::uint32_t other) {
        if (id == 0) return true;
        if (other == 0) return false;
        for (const auto& [known, known_other] : pairs_) {
            if (known == id) return known_other == other;
        }
        pairs_.emplace_back(id, other);
        return true;
    }

private:
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
};

bool covers_reg(const Reg& reg, const Reg& other, IdPairs& ids) {
    if (reg.kind == RegKind::Unset) return true;
    if (reg.kind != other.kind || reg.frame != other.frame || reg.map != other.map) return false;
    return reg.number.contains(other.number) && ids.agree(reg.id, other.id);
}

bool covers_slot(const Slot& slot, const Slot* other, IdPairs& ids) {
    if (slot.initialised == 0 && slot.spilled.kind == RegKind::Unset) return true;
    if (other == nullptr || (slot.initialised & ~other->initialised) != 0) return false;
    if (slot.spilled.kind != RegKind::Unset) return covers_reg(slot.spilled, other->spilled, ids);
    // Bytes that may be read as numbers must not belong to a pointer.
    return !other->holds_pointer();
}

bool covers_frame(const Frame& frame, const Frame& other, IdPairs& ids, std::uint64_t& compared) {
    ++compared;
    if (frame.return_to != other.return_to) return false;
    for (unsigned i = 0; i < register_count; ++i) {
        ++compared;
        if (!covers_reg(frame.regs[i], other.regs[i], ids)) return false;
    }
    for (std::size_t i = 0; i < frame.stack.size(); ++i) {
        ++compared;
        if (!covers_slot(frame.stack[i], i < other.stack.size() ? &other.stack[i] : nullptr, ids)) return false;
    }
    return true;
}

std::string offset_text(const Number& offset) {
    if (!offset.is_constant()) return fmt::format(" + ({})", text_of(offset));
    const auto value = static_cast<std::int64_t>(offset.umin);
    if (value == 0) return {};
    return value < 0 ? fmt::format(" - {}", 0 - static_cast<std::uint64_t>(value)) : fmt::format(" + {}", value);
}

}  // namespace

State initial_state() {
    State state;
    Frame& frame = state.frames.emplace_back();
    frame.regs[1] = {RegKind::Context, 0, 0, 0, Number::constant(0)};
    frame.regs[frame_pointer] = {RegKind::Stack, 0, 0, 0, Number::constant(0)};
    return state;
}

Slot& slot_at(Frame& frame, std::int64_t offset) {
    const auto index = static_cast<std::size_t>((-offset - 1) / slot_bytes);
    if (index >= frame.stack.size()) frame.stack.resize(index + 1);
    return frame.stack[index];
}

const Slot* find_slot(const Frame& frame, std::int64_t offset) {
    const auto index = static_cast<std::size_t>((-offset - 1) / slot_bytes);
    return index < frame.stack.size() ? &frame.stack[index] : nullptr;
}

std::size_t bytes_of(const State& state) {
    std::size_t bytes = sizeof state + state.frames.size() * sizeof(Frame);
    for (const Frame& frame : state.frames)
        bytes += frame.stack.size() * sizeof(Slot);
    return bytes;
}

bool covers(const State& state, const State& other, std::uint64_t& compared) {
    ++compared;
    if (state.frames.size() != other.frames.size() || state.record != other.record) return false;
    IdPairs ids;
    // Starts with the topmost frame, which differs most often.
    for (std::size_t i = state.frames.size(); i-- > 0;) {
        if (!covers_frame(state.frames[i], other.frames[i], ids, compared)) return false;
    }
    return true;
}

void close_record(State& state) {
    const auto is_of_record = [](const Reg& reg) {
        return reg.kind == RegKind::Record || reg.kind == RegKind::RecordOrNull;
    };
    for (Frame& frame : state.frames) {
        for (Reg& reg : frame.regs) {
            if (is_of_record(reg)) reg = Reg{};
        }
        for (Slot& slot : frame.stack) {
            if (is_of_record(slot.spilled)) slot = Slot{};
        }
    }
    state.record = {};
}

void forget_single_ids(State& state) {
    std::vector<std::uint32_t> ids;
    for_each_reg(std::as_const(state), [&](const Reg& reg) {
        if (reg.id != 0) ids.push_back(reg.id);
    });
    std::sort(ids.begin(), ids.end());
    for_each_reg(state, [&](Reg& reg) {
        if (reg.id == 0) return;
        const auto range = std::equal_range(ids.begin(), ids.end(), reg.id);
        if (range.second - range.first == 1) reg.id = 0;
    });
}

std::string text_of(const Reg& reg, const Program& program) {
    const auto map_text = [&] {
        const MapSpec& map = program.maps[reg.map];
        return fmt::format("'{}'", escape(map.name));
    };
    const auto value_text = [&] {
        return fmt::format("a value of map {} ({} bytes)", map_text(), program.maps[reg.map].value_size);
    };
    switch (reg.kind) {
        case RegKind::Unset: return "not set on every way to here";
        case RegKind::Number: return fmt::format("a number ({})", text_of(reg.number));
        case RegKind::Context: return "the context" + offset_text(reg.number);
        case RegKind::Stack: return "the stack" + offset_text(reg.number);
        case RegKind::Map: return "the map " + map_text();
        case RegKind::Value: return value_text() + offset_text(reg.number);
        case RegKind::ValueOrNull: return value_text() + ", or null";
        case RegKind::Record: return "a record of ring " + map_text() + offset_text(reg.number);
        case RegKind::RecordOrNull: return "a record of ring " + map_text() + ", or null";
    }
    return {};
}

}  // namespace ringfence::policy
