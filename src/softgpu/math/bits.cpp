#include "softgpu/math/bits.h"

#include <bit>

namespace ringfence::softgpu::math {
namespace {

constexpr std::uint32_t none = 0xffff'ffff;

// The n-th bit set of a word, from the lowest; n counts from 0.
std::uint32_t nth_from_below(std::uint32_t word, std::uint32_t n) {
    for (; n > 0 && word != 0; --n)
        word &= word - 1;
    return word == 0 ? none : static_cast<std::uint32_t>(std::countr_zero(word));
}

std::uint32_t nth_from_above(std::uint32_t word, std::uint32_t n) {
    for (; n > 0 && word != 0; --n)
        word &= ~std::bit_floor(word);
    return word == 0 ? none : 31 - static_cast<std::uint32_t>(std::countl_zero(word));
}

std::uint32_t find_nth_set_bits(std::uint32_t mask, std::uint32_t base, std::uint32_t n) {
    return find_nth_set(mask, base, static_cast<std::int32_t>(n));
}

const RuntimeFunction bits_table[] = {
    {"rf_find_nth_set", reinterpret_cast<void*>(find_nth_set_bits)},
};

}  // namespace

std::uint32_t find_nth_set(std::uint32_t mask, std::uint32_t base, std::int32_t n) {
    if (base >= 32) return none;
    if (n == 0) return (mask >> base & 1U) != 0 ? base : none;
    if (n > 0) return nth_from_below(mask & (none << base), static_cast<std::uint32_t>(n) - 1);
    return nth_from_above(mask & (none >> (31 - base)), 0U - static_cast<std::uint32_t>(n) - 1);
}

std::span<const RuntimeFunction> bits_functions() {
    return bits_table;
}

}  // namespace ringfence::softgpu::math
