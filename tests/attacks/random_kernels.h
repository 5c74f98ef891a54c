// Kernels made at random: valid PTX with accesses of all kinds, in loops and branches.
#pragma once

#include <cstdint>

#include "attack.h"

namespace ringfence::attacks {

enum class Manner : std::uint8_t {
    Hostile,  // addresses are anything: parameters, sums of them, what was loaded
    Honest,   // every access lies in the thread's own part of the own buffer, or in a variable
};

Attack make_random_kernel(std::uint64_t seed, Manner manner);

}  // namespace ringfence::attacks
