// Sobol's sequences: numbers that fill the unit interval, and in several dimensions the unit cube, more evenly than
// random ones do. Each dimension has a primitive polynomial over two elements and direction numbers that follow from
// it.
//
// Polynomials come in the order of their degrees, as usual; the odd numbers that each dimension begins with are our
// own. The first two dimensions have no choice there, and are the same in all libraries.
#pragma once

#include <array>
#include <cstdint>

namespace ringfence::sobol {

constexpr unsigned most_dimensions = 20000;

// Of the dimension with that number, from 0: number k has its highest bit at place 63 - k. Those of 32 bits are the
// upper halves of the first 32.
std::array<std::uint64_t, 64> direction_numbers(unsigned dimension);

// What the numbers of a dimension are combined with (exclusive or) to scramble them.
std::uint64_t scramble_constant(unsigned dimension);

}  // namespace ringfence::sobol
