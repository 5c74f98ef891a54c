#include "softgpu/runtime/mbarrier.h"

namespace ringfence::softgpu {
namespace {

// Bits 0 to 19: pending threads; 20 to 39: expected threads; 40 to 60: bytes, as an offset from `zero_bytes`; 62: the
// phase's parity; 63: initialised.
constexpr unsigned bytes_at = 40;
constexpr unsigned bytes_width = 21;
constexpr std::int64_t zero_bytes = 1 << 20;

}  // namespace

MbarrierState MbarrierState::of(std::uint32_t threads) {
    MbarrierState state;
    state.set_field(0, 20, threads);
    state.set_field(20, 20, threads);
    state.set_field(bytes_at, bytes_width, zero_bytes);
    state.set_field(63, 1, 1);
    return state;
}

void MbarrierState::set_field(unsigned at, unsigned width, std::uint64_t value) {
    const std::uint64_t mask = ((std::uint64_t{1} << width) - 1) << at;
    bits_ = (bits_ & ~mask) | (value << at & mask);
}

std::int64_t MbarrierState::bytes() const {
    return static_cast<std::int64_t>(field(bytes_at, bytes_width)) - zero_bytes;
}

const char* MbarrierState::refuse_arrival(std::uint32_t threads, bool may_complete) const {
    if (threads == 0 || threads > most_threads) return "an mbarrier's arrival count must be from 1 to 1048575";
    if (threads > pending()) return "more threads arrive at an mbarrier than its phase waits for";
    if (!may_complete && threads == pending() && bytes() == 0) {
        return "an arrival with .noComplete would complete the mbarrier's phase";
    }
    return nullptr;
}

const char* MbarrierState::refuse_bytes(std::int64_t more) const {
    const std::int64_t sum = bytes() + more;
    if (sum > most_bytes || sum < -most_bytes)
        return "an mbarrier's transaction count leaves its range of 1048575 bytes";
    return nullptr;
}

void MbarrierState::arrive(std::uint32_t threads, bool drop) {
    set_field(0, 20, pending() - threads);
    if (drop) set_field(20, 20, expected() - threads);
}

void MbarrierState::add_bytes(std::int64_t more) {
    set_field(bytes_at, bytes_width, static_cast<std::uint64_t>(bytes() + more + zero_bytes));
}

void MbarrierState::complete_if_done() {
    if (pending() != 0 || bytes() != 0) return;
    set_field(0, 20, expected());
    set_field(62, 1, phase() ? 0 : 1);
}

}  // namespace ringfence::softgpu
