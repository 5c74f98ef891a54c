// Boxes of memory: what 1-, 2- and 3-dimensional copies have in common.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ringfence::client {

// A box's beginning, and the distances of its rows and slices.
struct Box {
    std::uint64_t address = 0;
    std::uint64_t pitch = 0;
    std::uint64_t slice = 0;

    std::uint64_t at(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
        return address + z * slice + y * pitch + x;
    }
};

struct BoxSize {
    std::uint64_t width = 0;
    std::uint64_t height = 1;
    std::uint64_t depth = 1;

    bool is_empty() const { return width == 0 || height == 0 || depth == 0; }
    bool is_row() const { return height == 1 && depth == 1; }
    std::uint64_t bytes() const { return width * height * depth; }
};

// The number of bytes from the box's first to its last; false on overflow.
inline bool extent_of(const Box& box, const BoxSize& size, std::uint64_t& bytes) {
    bytes = 0;
    if (size.is_empty()) return true;
    std::uint64_t rows = 0;
    std::uint64_t slices = 0;
    return !__builtin_mul_overflow(size.height - 1, box.pitch, &rows) &&
           !__builtin_mul_overflow(size.depth - 1, box.slice, &slices) &&
           !__builtin_add_overflow(rows, slices, &bytes) && !__builtin_add_overflow(bytes, size.width, &bytes) &&
           box.address + bytes >= box.address;
}

inline bool is_contiguous(const Box& box, const BoxSize& size) {
    return (size.height == 1 || box.pitch == size.width) && (size.depth == 1 || box.slice == size.width * size.height);
}

// A copy whose both sides are contiguous is one row.
inline BoxSize flattened(const Box& to, const Box& from, const BoxSize& size) {
    if (is_contiguous(to, size) && is_contiguous(from, size)) return {size.bytes(), 1, 1};
    return size;
}

// Cuts a box into pieces of at most `limit` bytes: rows of one slice, or a part of one row.
template <typename Visitor>
bool for_each_piece(const BoxSize& size, std::uint64_t limit, Visitor&& visit) {
    const std::uint64_t width = std::min(size.width, limit);
    const std::uint64_t rows = size.width <= limit ? std::max<std::uint64_t>(limit / size.width, 1) : 1;
    for (std::uint64_t z = 0; z < size.depth; ++z) {
        for (std::uint64_t y = 0; y < size.height; y += rows) {
            for (std::uint64_t x = 0; x < size.width; x += width) {
                const BoxSize piece{std::min(width, size.width - x), std::min(rows, size.height - y), 1};
                if (!visit(x, y, z, piece)) return false;
            }
        }
    }
    return true;
}

}  // namespace ringfence::client
