// Copies of boxes, as simple as they can be put.
#pragma once

#include <cstdint>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend {

// Rows and slices of either side lie apart, and no address wraps around.
struct BoxCopy {
    Box to;
    Box from;
    BoxSize size;

    bool is_empty() const { return size.width == 0 || size.height == 0 || size.depth == 0; }
    // One row: width bytes from one address to another.
    bool is_plain() const { return size.height == 1 && size.depth == 1; }
};

// The same copy with as few dimensions as possible: slices of one row become rows, rows without gaps one row. Fails if
// rows or slices of a side overlap.
Result<BoxCopy> simplify(const Box& to, const Box& from, const BoxSize& size);

// From the first byte of a box that simplify() gave to behind its last.
std::uint64_t extent_of(const Box& box, const BoxSize& size);

// The bytes from the first of a fill to behind its last. Fails if its width, its alignment or its rows are wrong.
Result<std::uint64_t> extent_of(const FillNode& fill);

}  // namespace ringfence::backend
