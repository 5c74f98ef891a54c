// What the verifier knows at one place of a program: about each register, and about each slot of each frame's stack.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "policy/insn.h"
#include "policy/number.h"
#include "policy/program.h"

namespace ringfence::policy {

enum class RegKind : std::uint8_t {
    Unset,    // unknown contents, which must not be read
    Number,   // `number` is its value
    Context,  // the hook's context + `number`
    Stack,    // the end of a frame's stack + `number`, which is negative within the stack
    Map,      // a map itself, to be passed to helpers
    Value,    // a value of a map + `number`
    ValueOrNull,
    Record,  // the open record of a ring + `number`
    RecordOrNull,
};

struct Reg {
    RegKind kind = RegKind::Unset;
    std::uint8_t frame = 0;  // Stack: the frame's index
    std::uint16_t map = 0;   // Map, Value, ValueOrNull: the map's index
    // Registers and slots with the same id (not 0) have the same value, so a fact about one is true for all.
    std::uint32_t id = 0;
    Number number = Number::constant(0);

    static Reg of(const Number& number) { return {RegKind::Number, 0, 0, 0, number}; }
    [[nodiscard]] bool is_number() const { return kind == RegKind::Number; }
    [[nodiscard]] bool is_pointer() const { return kind > RegKind::Number; }
};

// Eight bytes of a stack.
struct Slot {
    Reg spilled{};                 // a whole register that was stored here; Unset: only bytes
    std::uint8_t initialised = 0;  // a bit for each byte that was written

    [[nodiscard]] bool holds_pointer() const { return spilled.is_pointer(); }
};
constexpr std::int64_t slot_bytes = 8;

struct Frame {
    std::array<Reg, register_count> regs{};
    std::vector<Slot> stack{};    // from the highest address down; slots beyond the end were never written
    std::uint32_t return_to = 0;  // the instruction after the call; unused in the first frame
};

// A record that rf_ring_reserve may have opened, and that must be submitted or discarded before the hook ends. There is
// only one at a time, so every pointer to a record points to it.
struct OpenRecord {
    bool is_open = false;
    std::uint16_t map = 0;
    std::uint32_t size = 0;

    friend bool operator==(const OpenRecord&, const OpenRecord&) = default;
};

struct State {
    std::vector<Frame> frames;
    OpenRecord record{};

    [[nodiscard]] Frame& top() { return frames.back(); }
    [[nodiscard]] const Frame& top() const { return frames.back(); }
    [[nodiscard]] Reg& reg(unsigned number) { return frames.back().regs[number]; }
    [[nodiscard]] const Reg& reg(unsigned number) const { return frames.back().regs[number]; }
};

// The state at the beginning of a hook: r1 is its context, r10 its stack.
[[nodiscard]] State initial_state();

// The slot of a frame that contains the byte at `offset` (negative), added if there is none yet.
[[nodiscard]] Slot& slot_at(Frame& frame, std::int64_t offset);
// The same; nullptr if it was never written.
[[nodiscard]] const Slot* find_slot(const Frame& frame, std::int64_t offset);

// Calls `visit` with every register and every spilled one.
template <typename StateType, typename Visit>
void for_each_reg(StateType& state, const Visit& visit) {
    for (auto& frame : state.frames) {
        for (auto& reg : frame.regs)
            visit(reg);
        for (auto& slot : frame.stack)
            visit(slot.spilled);
    }
}

// True if every value that fits `other` also fits `state`: then, if `state` is safe, so is `other`. Adds the number of
// compared registers and slots to `compared`, since states may have hundreds.
[[nodiscard]] bool covers(const State& state, const State& other, std::uint64_t& compared);
// The memory that a state takes.
[[nodiscard]] std::size_t bytes_of(const State& state);

// Removes the open record, and all pointers to it.
void close_record(State& state);

// Removes ids that only one register has, since they mean nothing.
void forget_single_ids(State& state);

// For messages: "a number (0 to 63)", "a value of map 'lanes' (16 bytes) + 8".
[[nodiscard]] std::string text_of(const Reg& reg, const Program& program);

}  // namespace ringfence::policy
