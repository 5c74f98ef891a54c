#include "softgpu/math/atomic.h"

#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>

#include "softgpu/math/arithmetic.h"

namespace ringfence::softgpu::math {
namespace {

__extension__ using Word128 = unsigned __int128;

// Replaces what is at a place by a function of it, and returns what was there.
template <typename Bits, typename Function>
Bits update(void* where, Function&& function) {
    const std::atomic_ref<Bits> place(*static_cast<Bits*>(where));
    Bits before = place.load(std::memory_order_relaxed);
    while (!place.compare_exchange_weak(before, function(before))) {
    }
    return before;
}

constexpr std::uint32_t f32_magnitude = 0x7fff'ffff;
constexpr std::uint32_t f32_smallest_normal = 0x0080'0000;

std::uint32_t flushed(std::uint32_t bits, bool flush) {
    return flush && (bits & f32_magnitude) < f32_smallest_normal ? bits & ~f32_magnitude : bits;
}

std::uint32_t sum_f32(std::uint32_t a, std::uint32_t b, bool flush) {
    const float sum = std::bit_cast<float>(flushed(a, flush)) + std::bit_cast<float>(flushed(b, flush));
    if (std::isnan(sum)) return static_cast<std::uint32_t>(f32.canonical_nan);
    return flushed(std::bit_cast<std::uint32_t>(sum), flush);
}

// With `keep` an operand that is no number is the sum as it is, not made quiet.
std::uint64_t sum_f64(std::uint64_t a, std::uint64_t b, bool keep) {
    const double sum = std::bit_cast<double>(a) + std::bit_cast<double>(b);
    if (!std::isnan(sum)) return std::bit_cast<std::uint64_t>(sum);
    if (keep && std::isnan(std::bit_cast<double>(b))) return b;
    if (keep && std::isnan(std::bit_cast<double>(a))) return a;
    return add(a, b, FormatId::F64, {});
}

std::uint32_t atomic_add_f32(void* where, std::uint32_t value, std::uint32_t flush) {
    return update<std::uint32_t>(where, [&](std::uint32_t old) { return sum_f32(old, value, flush != 0); });
}

std::uint64_t atomic_add_f64(void* where, std::uint64_t value, std::uint32_t keep) {
    return update<std::uint64_t>(where, [&](std::uint64_t old) { return sum_f64(old, value, keep != 0); });
}

// A half's place in the order of numbers; -0 comes before +0.
std::int32_t rank_of_half(std::uint16_t bits) {
    const auto magnitude = static_cast<std::int32_t>(bits & 0x7fffU);
    return (bits & 0x8000U) != 0 ? -magnitude - 1 : magnitude;
}

bool is_nan(std::uint16_t bits, const Format& format) {
    return (bits & 0x7fffU) > format.exponent_mask();
}

// The smaller or larger number; one that is no number does not count.
std::uint16_t extreme_of_halves(std::uint16_t a, std::uint16_t b, const Format& format, bool largest) {
    if (is_nan(a, format) && is_nan(b, format)) return static_cast<std::uint16_t>(format.canonical_nan);
    if (is_nan(a, format)) return b;
    if (is_nan(b, format)) return a;
    return (rank_of_half(a) < rank_of_half(b)) != largest ? a : b;
}

std::uint16_t combine_halves(std::uint16_t a, std::uint16_t b, std::uint32_t format, std::uint32_t operation) {
    const auto id = static_cast<FormatId>(format);
    const auto what = static_cast<AtomicOperation>(operation);
    if (what == AtomicOperation::Add) return static_cast<std::uint16_t>(add(a, b, id, {}));
    return extreme_of_halves(a, b, format_of(id), what == AtomicOperation::Max);
}

// Takes and gives 32 bits: calling conventions differ in who extends a smaller number.
std::uint32_t atomic_half(void* where, std::uint32_t value, std::uint32_t format, std::uint32_t operation) {
    return update<std::uint16_t>(where, [&](std::uint16_t old) {
        return combine_halves(old, static_cast<std::uint16_t>(value), format, operation);
    });
}

std::uint32_t atomic_half2(void* where, std::uint32_t value, std::uint32_t format, std::uint32_t operation) {
    return update<std::uint32_t>(where, [&](std::uint32_t old) {
        const auto part = [&](unsigned shift) -> std::uint32_t {
            return combine_halves(static_cast<std::uint16_t>(old >> shift), static_cast<std::uint16_t>(value >> shift),
                                  format, operation);
        };
        return part(0) | part(16) << 16U;
    });
}

std::uint32_t atomic_increment(void* where, std::uint32_t bound) {
    return update<std::uint32_t>(where, [&](std::uint32_t old) { return old >= bound ? 0 : old + 1; });
}

std::uint32_t atomic_decrement(void* where, std::uint32_t bound) {
    return update<std::uint32_t>(where, [&](std::uint32_t old) { return old == 0 || old > bound ? bound : old - 1; });
}

Word128 compare_and_swap(void* where, Word128 expected, Word128 value) {
    return __sync_val_compare_and_swap(static_cast<Word128*>(where), expected, value);
}

Word128 load_128(const void* from) {
    Word128 word = 0;
    std::memcpy(&word, from, sizeof(word));
    return word;
}

void atomic_compare_128(void* where, const void* expected, const void* value, void* before) {
    const Word128 old = compare_and_swap(where, load_128(expected), load_128(value));
    std::memcpy(before, &old, sizeof(old));
}

void atomic_exchange_128(void* where, const void* value, void* before) {
    const Word128 wanted = load_128(value);
    Word128 guess = 0;
    Word128 old = compare_and_swap(where, 0, wanted);
    while (old != guess) {
        guess = old;
        old = compare_and_swap(where, guess, wanted);
    }
    std::memcpy(before, &old, sizeof(old));
}

const RuntimeFunction atomic_table[] = {
    {"rf_atomic_add_f32", reinterpret_cast<void*>(atomic_add_f32)},
    {"rf_atomic_add_f64", reinterpret_cast<void*>(atomic_add_f64)},
    {"rf_atomic_half", reinterpret_cast<void*>(atomic_half)},
    {"rf_atomic_half2", reinterpret_cast<void*>(atomic_half2)},
    {"rf_atomic_increment", reinterpret_cast<void*>(atomic_increment)},
    {"rf_atomic_decrement", reinterpret_cast<void*>(atomic_decrement)},
    {"rf_atomic_compare_128", reinterpret_cast<void*>(atomic_compare_128)},
    {"rf_atomic_exchange_128", reinterpret_cast<void*>(atomic_exchange_128)},
};

}  // namespace

std::span<const RuntimeFunction> atomic_functions() {
    return atomic_table;
}

}  // namespace ringfence::softgpu::math
