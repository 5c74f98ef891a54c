#include "softgpu/math/functions.h"

#include "softgpu/math/arithmetic.h"
#include "softgpu/math/convert.h"

namespace ringfence::softgpu::math {
namespace {

using Binary = std::uint64_t (*)(std::uint64_t, std::uint64_t, FormatId, const Mode&);
using Unary = std::uint64_t (*)(std::uint64_t, FormatId, const Mode&);

template <Binary operation, FormatId format, typename Bits>
Bits binary(Bits a, Bits b, std::uint32_t mode) {
    return static_cast<Bits>(operation(a, b, format, Mode::from_bits(mode)));
}

template <Unary operation, FormatId format, typename Bits>
Bits unary(Bits a, std::uint32_t mode) {
    return static_cast<Bits>(operation(a, format, Mode::from_bits(mode)));
}

template <FormatId format, typename Bits>
Bits fma_bits(Bits a, Bits b, Bits c, std::uint32_t mode) {
    return static_cast<Bits>(fused_multiply_add(a, b, c, format, Mode::from_bits(mode)));
}

IntegerType integer_type(std::uint32_t code) {
    return {code & (integer_signed - 1), (code & integer_signed) != 0};
}

std::uint64_t convert_float(std::uint64_t bits, std::uint32_t from, std::uint32_t to, std::uint32_t mode) {
    return convert(bits, static_cast<FormatId>(from), static_cast<FormatId>(to), Mode::from_bits(mode));
}

std::uint64_t float_to_integer(std::uint64_t bits, std::uint32_t from, std::uint32_t to, std::uint32_t mode) {
    return to_integer(bits, static_cast<FormatId>(from), integer_type(to), Mode::from_bits(mode));
}

std::uint64_t integer_to_float(std::uint64_t value, std::uint32_t from, std::uint32_t to, std::uint32_t mode) {
    return from_integer(value, integer_type(from), static_cast<FormatId>(to), Mode::from_bits(mode));
}

template <typename Function>
void* address_of(Function* function) {
    return reinterpret_cast<void*>(function);
}

const RuntimeFunction math_table[] = {
    {"rf_add_f32", address_of(binary<add, FormatId::F32, std::uint32_t>)},
    {"rf_sub_f32", address_of(binary<subtract, FormatId::F32, std::uint32_t>)},
    {"rf_mul_f32", address_of(binary<multiply, FormatId::F32, std::uint32_t>)},
    {"rf_div_f32", address_of(binary<divide, FormatId::F32, std::uint32_t>)},
    {"rf_fma_f32", address_of(fma_bits<FormatId::F32, std::uint32_t>)},
    {"rf_rcp_f32", address_of(unary<reciprocal, FormatId::F32, std::uint32_t>)},
    {"rf_sqrt_f32", address_of(unary<square_root, FormatId::F32, std::uint32_t>)},
    {"rf_add_f64", address_of(binary<add, FormatId::F64, std::uint64_t>)},
    {"rf_sub_f64", address_of(binary<subtract, FormatId::F64, std::uint64_t>)},
    {"rf_mul_f64", address_of(binary<multiply, FormatId::F64, std::uint64_t>)},
    {"rf_div_f64", address_of(binary<divide, FormatId::F64, std::uint64_t>)},
    {"rf_fma_f64", address_of(fma_bits<FormatId::F64, std::uint64_t>)},
    {"rf_rcp_f64", address_of(unary<reciprocal, FormatId::F64, std::uint64_t>)},
    {"rf_sqrt_f64", address_of(unary<square_root, FormatId::F64, std::uint64_t>)},
    {"rf_convert_float", address_of(convert_float)},
    {"rf_float_to_integer", address_of(float_to_integer)},
    {"rf_integer_to_float", address_of(integer_to_float)},
};

}  // namespace

std::span<const RuntimeFunction> math_functions() {
    return math_table;
}

}  // namespace ringfence::softgpu::math
