// The limits of the parser. PTX is hostile input: every quantity that a text can name without having to write it out
// has a bound here, so that memory and time stay in proportion to the text's length.
#pragma once

#include <cstdint>

namespace ringfence::ptx {

struct Limits {
    std::uint64_t source_bytes = 1ULL << 30;          // of one file
    std::uint32_t nesting = 128;                      // scopes, braces, brackets, parentheses within each other
    std::uint32_t registers_per_function = 1U << 22;  // `%r<1000000000>` names them without writing them
    std::uint32_t range_variables = 1U << 16;         // the same for `.param .b32 p<1000000000>`, in one module
    std::uint64_t variable_bytes = 1ULL << 40;        // of one variable
    // The size of one variable in shared, local or parameter memory, and of all of them in a module: more than any card
    // has. ptxas silently drops the upper bits of sizes that do not fit 32 bits.
    std::uint64_t small_variable_bytes = std::uint64_t{1} << 20;
    std::uint64_t small_variables_bytes = std::uint64_t{1} << 30;
    std::uint32_t array_dimensions = 64;
};

}  // namespace ringfence::ptx
