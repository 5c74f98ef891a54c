// The state of a run, for compiled code and the functions that it calls. The code accesses the first fields by their
// offsets (translate.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "policy/helpers.h"
#include "policy/map.h"
#include "policy/runner.h"

namespace ringfence::policy {

struct RunState {
    std::int64_t left = 0;          // of the budget
    std::uint64_t has_overrun = 0;  // overrun_at says where
    std::uint64_t overrun_at = 0;
    // For each map the address of its first value, where variables are stored.
    std::uint8_t* const* bases = nullptr;
    std::vector<Map>* maps = nullptr;
    Surroundings* surroundings = nullptr;
    std::int64_t charged = 0;  // to the budget, by helpers
    // The open record of a ring; size 0: none.
    std::uint64_t record_size = 0;
    Map* record_ring = nullptr;
    alignas(8) std::array<std::uint8_t, largest_record> record{};
};
static_assert(offsetof(RunState, left) == 0 && offsetof(RunState, has_overrun) == 8 &&
              offsetof(RunState, overrun_at) == 16 && offsetof(RunState, bases) == 24);

// The value that stands for a map in compiled code: not null, and not an address.
constexpr std::uint64_t map_word(std::uint64_t index) {
    return index + 1;
}

// A helper function; r1 to r4 are as the verifier has accepted them.
using NativeHelper = std::uint64_t (*)(RunState* state, std::uint64_t r1, std::uint64_t r2, std::uint64_t r3,
                                       std::uint64_t r4);
// The helper with this number, chosen when code is made and not at every call.
[[nodiscard]] NativeHelper native_helper(std::int32_t number);
// True for helpers about maps, which charge the budget.
[[nodiscard]] bool is_charging(std::int32_t number);

}  // namespace ringfence::policy
