// Why a compiler ended, as it tells by its exit status. Others' libraries crash, abort or exit when they are refused
// memory, and seldom say so; from outside the reason can no longer be seen.
#pragma once

#include <cstdint>

namespace ringfence::compiler {

constexpr int exit_without_memory = 12;

// From now on, the process ends with that status if it crashes, aborts or exits while there is hardly any memory left:
// not even an eighth of `most_memory`.
void tell_lack_of_memory(std::uint64_t most_memory);

}  // namespace ringfence::compiler
