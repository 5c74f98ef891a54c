#include "softgpu/runtime/bulk_reduce.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <type_traits>

#include "softgpu/math/arithmetic.h"
#include "softgpu/math/format.h"

namespace ringfence::softgpu {
namespace {

template <typename Integer>
Integer combine_integers(Integer old, Integer value, BulkOperation operation) {
    using Unsigned = std::make_unsigned_t<Integer>;
    const auto a = static_cast<Unsigned>(old);
    const auto b = static_cast<Unsigned>(value);
    switch (operation) {
        case BulkOperation::Add: return static_cast<Integer>(a + b);
        case BulkOperation::Min: return std::min(old, value);
        case BulkOperation::Max: return std::max(old, value);
        case BulkOperation::Inc: return a >= b ? 0 : static_cast<Integer>(a + 1);
        case BulkOperation::Dec: return a == 0 || a > b ? value : static_cast<Integer>(a - 1);
        case BulkOperation::And: return static_cast<Integer>(a & b);
        case BulkOperation::Or: return static_cast<Integer>(a | b);
        case BulkOperation::Xor: return static_cast<Integer>(a ^ b);
    }
    return old;
}

// Numbers of 16 bits in their order; -0 comes before +0.
std::int32_t rank_of(std::uint16_t bits) {
    const std::int32_t magnitude = bits & 0x7fff;
    return (bits & 0x8000) != 0 ? -magnitude - 1 : magnitude;
}

std::uint16_t combine_halves(std::uint16_t old, std::uint16_t value, BulkOperation operation, math::FormatId id) {
    if (operation == BulkOperation::Add) return static_cast<std::uint16_t>(math::add(old, value, id, {}));
    const math::Format& format = math::format_of(id);
    const bool old_is_nan = (old & 0x7fffU) > format.exponent_mask();
    const bool value_is_nan = (value & 0x7fffU) > format.exponent_mask();
    if (old_is_nan && value_is_nan) return static_cast<std::uint16_t>(format.canonical_nan);
    if (old_is_nan) return value;
    if (value_is_nan) return old;
    const bool less = rank_of(old) < rank_of(value);
    return less == (operation == BulkOperation::Min) ? old : value;
}

// Floats have only sums. In global memory those of f32 take subnormal numbers for zero.
std::uint32_t add_f32(std::uint32_t old, std::uint32_t value) {
    math::Mode mode;
    mode.flush = true;
    return static_cast<std::uint32_t>(math::add(old, value, math::FormatId::F32, mode));
}

template <typename Bits, typename Combine>
void update_all(void* to, const void* from, std::uint32_t bytes, Combine&& combine) {
    auto* const target = static_cast<Bits*>(to);
    for (std::uint32_t i = 0; i < bytes / sizeof(Bits); ++i) {
        Bits value{};
        std::memcpy(&value, static_cast<const std::byte*>(from) + i * sizeof(Bits), sizeof(Bits));
        const std::atomic_ref<Bits> place(target[i]);
        Bits old = place.load(std::memory_order_relaxed);
        while (!place.compare_exchange_weak(old, combine(old, value), std::memory_order_relaxed)) {
        }
    }
}

template <typename Integer>
void reduce_integers(void* to, const void* from, std::uint32_t bytes, BulkOperation operation) {
    update_all<Integer>(to, from, bytes,
                        [=](Integer old, Integer value) { return combine_integers(old, value, operation); });
}

void reduce_halves(void* to, const void* from, std::uint32_t bytes, BulkOperation operation, math::FormatId id) {
    update_all<std::uint16_t>(to, from, bytes, [=](std::uint16_t old, std::uint16_t value) {
        return combine_halves(old, value, operation, id);
    });
}

}  // namespace

void bulk_reduce(void* to, const void* from, std::uint32_t bytes, BulkOperation operation, BulkType type) {
    switch (type) {
        case BulkType::U32: return reduce_integers<std::uint32_t>(to, from, bytes, operation);
        case BulkType::S32: return reduce_integers<std::int32_t>(to, from, bytes, operation);
        case BulkType::U64: return reduce_integers<std::uint64_t>(to, from, bytes, operation);
        case BulkType::S64: return reduce_integers<std::int64_t>(to, from, bytes, operation);
        case BulkType::F16: return reduce_halves(to, from, bytes, operation, math::FormatId::F16);
        case BulkType::BF16: return reduce_halves(to, from, bytes, operation, math::FormatId::BF16);
        case BulkType::F32: return update_all<std::uint32_t>(to, from, bytes, add_f32);
        case BulkType::F64:
            return update_all<std::uint64_t>(to, from, bytes, [](std::uint64_t old, std::uint64_t value) {
                return math::add(old, value, math::FormatId::F64, {});
            });
    }
}

}  // namespace ringfence::softgpu
