// Atomic operations on memory that processors do not have: on floating-point numbers, on 16 bytes, and counters that
// wrap around.
#pragma once

#include <cstdint>
#include <span>

#include "softgpu/math/functions.h"

namespace ringfence::softgpu::math {

enum class AtomicOperation : std::uint32_t { Add, Min, Max };

// The types of the functions that compiled code calls. Numbers are bit patterns, and the answer is what was there
// before. `where` is aligned to the number's size.
//     rf_atomic_add_f32    u32 (ptr where, u32 value, u32 flush)    flush: subnormal numbers count as zero
//     rf_atomic_add_f64    u64 (ptr where, u64 value, u32 keep)    keep: a NaN stays as it is, a signalling one too
//     rf_atomic_half       u32 (ptr where, u32 value, u32 format, u32 operation)    two bytes
//     rf_atomic_half2      u32 (ptr where, u32 value, u32 format, u32 operation)    both halves at once
//     rf_atomic_increment  u32 (ptr where, u32 bound)    to 0 after the bound
//     rf_atomic_decrement  u32 (ptr where, u32 bound)    to the bound after 0, and from above the bound
//     rf_atomic_exchange_128  void (ptr where, ptr value, ptr before)
//     rf_atomic_compare_128   void (ptr where, ptr expected, ptr value, ptr before)
// with `format` a FormatId (F16 or BF16) and `operation` an AtomicOperation.
std::span<const RuntimeFunction> atomic_functions();

}  // namespace ringfence::softgpu::math
