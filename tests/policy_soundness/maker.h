// Makes programs at random: mostly such as the verifier might accept, with mistakes strewn in.
#pragma once

#include <cstdint>
#include <random>

#include "policy/program.h"

namespace ringfence::policy {

using Chance = std::mt19937_64;

// A number below `end`.
std::uint64_t below(Chance& chance, std::uint64_t end);

// A program from nothing. The same seed gives the same one.
[[nodiscard]] Program make_program(Chance& chance);
// Changes a few instructions.
void mutate(Program& program, Chance& chance);

}  // namespace ringfence::policy
