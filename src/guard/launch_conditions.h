// What must be true of a launch so that a kernel's unfenced accesses are safe.
//
// The checker makes these when a module is loaded; the launch path asks hold() for every launch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "guard/geometry.h"

namespace ringfence::guard {

struct LaunchFacts {
    std::span<const std::byte> parameters;  // as laid out by the kernel's signature
    std::array<std::uint32_t, 3> block = {1, 1, 1};
    std::array<std::uint32_t, 3> grid = {1, 1, 1};
    std::array<std::uint32_t, 3> cluster = {1, 1, 1};
    std::uint64_t shared_bytes = 0;  // static and dynamic
    Window window;
};

class LaunchConditions {
public:
    // Well under a microsecond for a usual kernel.
    bool hold(const LaunchFacts& facts) const;
    // No launch needs to be looked at.
    bool empty() const;
    // For people: one condition per line.
    std::string text() const;
};

}  // namespace ringfence::guard
