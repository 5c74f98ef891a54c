// Sizes that tests of the worker speak of.
#pragma once

#include <cstdint>

namespace ringfence::worker {

constexpr std::uint64_t mebi = 1 << 20;

}  // namespace ringfence::worker
