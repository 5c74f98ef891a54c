// The functions of this folder that compiled kernels call, by name.
#pragma once

#include <cstdint>
#include <span>

namespace ringfence::softgpu::math {

// A function that compiled code can call by name.
struct RuntimeFunction {
    const char* name;
    void* address;
};

// Numbers are passed as bit patterns; `mode` is Mode::bits(), `format` a FormatId. The types are exactly these:
//     rf_add_f32 rf_sub_f32 rf_mul_f32 rf_div_f32   u32 (u32 a, u32 b, u32 mode)
//     rf_add_f64 rf_sub_f64 rf_mul_f64 rf_div_f64   u64 (u64 a, u64 b, u32 mode)
//     rf_fma_f32                                    u32 (u32 a, u32 b, u32 c, u32 mode)
//     rf_fma_f64                                    u64 (u64 a, u64 b, u64 c, u32 mode)
//     rf_rcp_f32 rf_sqrt_f32                        u32 (u32 a, u32 mode)
//     rf_rcp_f64 rf_sqrt_f64                        u64 (u64 a, u32 mode)
//     rf_convert_float                              u64 (u64 bits, u32 from format, u32 to format, u32 mode)
//     rf_float_to_integer                           u64 (u64 bits, u32 format, u32 integer, u32 mode)
//     rf_integer_to_float                           u64 (u64 value, u32 integer, u32 format, u32 mode)
// where `integer` is the number of bits, plus integer_signed for a signed type.
constexpr std::uint32_t integer_signed = 0x100;

std::span<const RuntimeFunction> math_functions();

}  // namespace ringfence::softgpu::math
