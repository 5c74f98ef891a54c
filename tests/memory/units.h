// Sizes that tests of memory speak of.
#pragma once

#include <cstdint>

namespace ringfence::memory {

constexpr std::uint64_t MiB = 1 << 20;

}  // namespace ringfence::memory
