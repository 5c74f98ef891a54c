// A module of any size, made of many copies of another's functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ringfence::guard_bench {

// The text of `ptx` with copies of all its functions, under names of their own ("scale_c17"), until it has `bytes`
// bytes. What stands before the first function is there once. Made for nvcc's output, where each function begins on a
// line of its own.
std::string enlarged(std::string_view ptx, std::size_t bytes);

}  // namespace ringfence::guard_bench
