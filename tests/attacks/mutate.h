// Small changes to a rewritten module's text, such as a rewriter with a mistake, or a tenant who writes "rewritten"
// code by hand, would make.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace ringfence::attacks {

// One to three changes somewhere in a function's body, not in the guard's own functions. The same text if there was
// nothing to change.
std::string mutate(std::string_view ptx, std::mt19937_64& random, std::string& what);

}  // namespace ringfence::attacks
