// The flags of a launch's record: whether it is cooperative, and how many blocks its clusters have.
#pragma once

#include <cstdint>

namespace ringfence::channel {

constexpr std::uint32_t cooperative_flag = 1;

// Five bits for each axis, from bit 8; all zero: the launch sets no cluster size.
struct ClusterFlags {
    static constexpr unsigned first_bit = 8;
    static constexpr unsigned axis_bits = 5;
    static constexpr std::uint32_t most = 16;  // blocks in a cluster, and along an axis
    static constexpr std::uint32_t mask = ((1U << (3 * axis_bits)) - 1) << first_bit;

    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t z = 0;

    static constexpr ClusterFlags from(std::uint32_t flags) {
        constexpr std::uint32_t axis = (1U << axis_bits) - 1;
        return {flags >> first_bit & axis, flags >> (first_bit + axis_bits) & axis,
                flags >> (first_bit + 2 * axis_bits) & axis};
    }
    // Each must be at most `most`.
    constexpr std::uint32_t put_into(std::uint32_t flags) const {
        return (flags & ~mask) | (x | y << axis_bits | z << (2 * axis_bits)) << first_bit;
    }
    constexpr bool is_given() const { return (x | y | z) != 0; }
    constexpr std::uint32_t count() const { return x * y * z; }
    constexpr bool is_possible() const {
        return x <= most && y <= most && z <= most && count() >= 1 && count() <= most;
    }
};

}  // namespace ringfence::channel
