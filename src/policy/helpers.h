// The functions of Ringfence that a policy may call, and what the verifier requires of their arguments.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "policy/hooks.h"
#include "policy/insn.h"
#include "policy/map_spec.h"

namespace ringfence::policy {

enum class Argument : std::uint8_t {
    None,
    Map,
    KeyIn,     // memory to read: a key of the map in r1
    ValueIn,   // memory to read: a value of the map in r1
    ValueOut,  // memory to write: a value of the map in r1
    MemoryIn,  // memory to read; the next argument is its size
    SizeOfMemory,
    Number,
    Context,     // the hook's context, unchanged
    RecordSize,  // a constant
    Record,      // an open record of a ring, which the call closes
};

enum class Returns : std::uint8_t { Number, ValueOrNull, RecordOrNull };

struct HelperInfo {
    std::int32_t number;
    std::string_view name;
    std::array<Argument, 5> arguments;
    Returns returns;
    std::uint32_t map_kinds;  // a bit for each MapKind that it accepts
    std::uint32_t hooks;      // a bit for each Hook that may call it
};

constexpr std::uint32_t bit_of(MapKind kind) {
    return 1U << static_cast<std::uint32_t>(kind);
}
constexpr std::uint32_t bit_of(Hook hook) {
    return 1U << static_cast<std::uint32_t>(hook);
}

namespace helper {
constexpr std::int32_t map_lookup = 1;
constexpr std::int32_t map_update = 2;
constexpr std::int32_t map_delete = 3;
constexpr std::int32_t now = 5;
constexpr std::int32_t random = 7;
constexpr std::int32_t worker = 8;
constexpr std::int32_t tail_call = 12;
constexpr std::int32_t map_push = 87;
constexpr std::int32_t map_pop = 88;
constexpr std::int32_t map_peek = 89;
constexpr std::int32_t ring_write = 130;
constexpr std::int32_t ring_reserve = 131;
constexpr std::int32_t ring_submit = 132;
constexpr std::int32_t ring_discard = 133;
}  // namespace helper

constexpr std::uint32_t largest_record = 4096;  // of a ring

[[nodiscard]] const HelperInfo* find_helper(std::int32_t number);
[[nodiscard]] std::span<const HelperInfo> all_helpers();

// True for a tail call: it continues with another function of the policy and does not return, unless there is none.
[[nodiscard]] constexpr bool is_tail_call(const Insn& insn) {
    return insn.opcode == op_call && insn.src() == CallHelper && insn.imm == helper::tail_call;
}

}  // namespace ringfence::policy
