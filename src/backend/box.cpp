#include "backend/box.h"

#include <string>

#include "base/cuda_status.h"

namespace ringfence::backend {
namespace {

Error refusal(const std::string& message) {
    return Error::bad_input(message).with_status(cuda_status::invalid_value);
}

// a * b + c; fails if the result is too large for an address.
Result<std::uint64_t> multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    std::uint64_t product = 0;
    std::uint64_t sum = 0;
    if (__builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(product, c, &sum) || sum >> 62 != 0)
        return refusal("cannot work on so many bytes: their number is too large");
    return sum;
}

Result<void> check_side(const Box& box, const BoxSize& size, const char* side) {
    if (size.height > 1 && box.pitch < size.width) {
        return refusal(std::string("cannot copy a box: rows of ") + std::to_string(size.width) + " bytes are only " +
                       std::to_string(box.pitch) + " bytes apart " + side);
    }
    RF_TRY(const std::uint64_t slice, multiply_add(size.height - 1, box.pitch, size.width));
    if (size.depth > 1 && box.slice < slice) {
        return refusal(std::string("cannot copy a box: slices of ") + std::to_string(slice) + " bytes are only " +
                       std::to_string(box.slice) + " bytes apart " + side);
    }
    RF_TRY(const std::uint64_t all, multiply_add(size.depth - 1, box.slice, slice));
    if (all > UINT64_MAX - box.address) return refusal("cannot copy a box: it ends behind the last address");
    return {};
}

}  // namespace

Result<BoxCopy> simplify(const Box& to, const Box& from, const BoxSize& size) {
    BoxCopy copy{to, from, size};
    if (copy.is_empty()) {
        copy.size = {0, 1, 1};
        return copy;
    }
    RF_RETURN_IF_ERROR(check_side(to, size, "where it goes to"));
    RF_RETURN_IF_ERROR(check_side(from, size, "where it comes from"));
    if (copy.size.height == 1 && copy.size.depth > 1) {
        copy.size.height = copy.size.depth;
        copy.size.depth = 1;
        copy.to.pitch = to.slice;
        copy.from.pitch = from.slice;
    }
    const bool has_gaps = copy.to.pitch != copy.size.width || copy.from.pitch != copy.size.width;
    if (copy.size.depth == 1 && copy.size.height > 1 && !has_gaps) {
        copy.size.width *= copy.size.height;
        copy.size.height = 1;
    }
    return copy;
}

std::uint64_t extent_of(const Box& box, const BoxSize& size) {
    return (size.depth - 1) * box.slice + (size.height - 1) * box.pitch + size.width;
}

Result<std::uint64_t> extent_of(const FillNode& fill) {
    if (fill.width != 1 && fill.width != 2 && fill.width != 4)
        return refusal("memory is filled by 1, 2 or 4 bytes, not " + std::to_string(fill.width));
    const bool has_rows = fill.height > 1;
    if (fill.to % fill.width != 0 || (has_rows && fill.pitch % fill.width != 0))
        return refusal("memory that is filled by " + std::to_string(fill.width) + " bytes must be aligned so");
    if (fill.count == 0 || fill.height == 0) return 0;
    RF_TRY(const std::uint64_t row, multiply_add(fill.count, fill.width, 0));
    if (!has_rows) return row;
    if (fill.pitch < row) {
        return refusal("cannot fill rows of " + std::to_string(row) + " bytes that are only " +
                       std::to_string(fill.pitch) + " bytes apart");
    }
    return multiply_add(fill.height - 1, fill.pitch, row);
}

}  // namespace ringfence::backend
