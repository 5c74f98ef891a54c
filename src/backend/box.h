// Reduces copies of boxes to as few dimensions as possible.
#pragma once

#include <cstdint>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend {

// A checked copy: on both sides rows and slices do not overlap, and no address overflows.
struct BoxCopy {
    Box to;
    Box from;
    BoxSize size;

    bool is_empty() const { return size.width == 0 || size.height == 0 || size.depth == 0; }
    // One row: width bytes from one address to another.
    bool is_plain() const { return size.height == 1 && size.depth == 1; }
};

// The same copy with as few dimensions as possible: slices with one row become rows, rows without gaps become one row.
// Fails if rows or slices of a side overlap.
Result<BoxCopy> simplify(const Box& to, const Box& from, const BoxSize& size);

// The number of bytes from the first of a simplified box to its end.
std::uint64_t extent_of(const Box& box, const BoxSize& size);

// The number of bytes from the first of a fill to its end. Fails if its width, its alignment or its rows are wrong.
Result<std::uint64_t> extent_of(const FillNode& fill);

}  // namespace ringfence::backend
