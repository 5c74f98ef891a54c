// How far a routine reaches from a pointer, in elements: the words of api/libraries/*.api.
//
// Sizes come from a client, so everything is computed in 128 bits and bounded: implausibly large values become
// `unbounded`, which no allocation holds. A size or count below 1 reaches nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ringfence::reach {

__extension__ typedef __int128 Wide;  // NOLINT(modernize-use-using): that cannot be an extension

constexpr Wide unbounded = Wide{1} << 62;

constexpr Wide bounded(Wide elements) {
    return elements < 0 ? 0 : std::min(elements, unbounded);
}
// The alignment that a device needs to load elements of so many bytes: numbers, and pairs of numbers, have their size.
// Groups (the five numbers of rotm) have that of one number.
constexpr std::size_t alignment_of(std::size_t element_bytes) {
    constexpr std::size_t widest = 16;
    const std::size_t bits = element_bytes | widest;
    return bits & (~bits + 1);
}

constexpr Wide max(Wide a, Wide b) {
    return std::max(a, b);
}
constexpr Wide min(Wide a, Wide b) {
    return std::min(a, b);
}

// `n` elements, `step` apart; a negative step runs backwards from the far end, over the same elements.
constexpr Wide vector(Wide n, Wide step) {
    if (n <= 0) return 0;
    const Wide distance = bounded(step < 0 ? -step : step);
    return bounded(1 + (bounded(n) - 1) * distance);
}

// Columns of `rows` elements, `leading` apart.
constexpr Wide matrix(Wide rows, Wide columns, Wide leading) {
    if (rows <= 0 || columns <= 0) return 0;
    return bounded((bounded(columns) - 1) * bounded(leading) + bounded(rows));
}
constexpr Wide band(Wide rows, Wide columns, Wide leading) {
    return matrix(rows, columns, leading);
}

// A triangle of n rows, one column after the other.
constexpr Wide packed(Wide n) {
    return n <= 0 ? 0 : bounded(bounded(n) * (bounded(n) + 1) / 2);
}

// `batch` of them, `stride` apart. A negative stride would reach below the pointer.
constexpr Wide strided(Wide elements, Wide stride, Wide batch) {
    if (batch <= 0 || elements <= 0) return 0;
    if (stride < 0) return unbounded;
    return bounded((bounded(batch) - 1) * bounded(stride) + bounded(elements));
}

}  // namespace ringfence::reach
