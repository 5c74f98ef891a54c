// The layouts of one multiplication as tables, made once and kept.
#pragma once

#include <cstdint>
#include <vector>

#include "softgpu/math/matrix.h"

namespace ringfence::softgpu::math {

// The lanes' fragments of one matrix, and the matrix as lines of elements: the rows of A, C and D, the columns of B.
// Single bits are taken as words of 32.
struct FragmentPlan {
    unsigned bits = 0;        // of an element
    unsigned first_word = 0;  // of the fragment in a lane's input
    unsigned per_lane = 0;    // elements, without those that are there twice
    unsigned lines = 0;
    unsigned length = 0;                // of a line
    std::vector<std::uint16_t> places;  // in the matrix: lane by lane, element by element

    unsigned size() const { return lines * length; }
};

struct MmaPlan {
    FragmentPlan a, b, c, d;
};

// Lives as long as the thread that asks.
const MmaPlan& plan_of(const MmaSpec& spec);

}  // namespace ringfence::softgpu::math
