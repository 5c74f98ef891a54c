// cvt and cvt.pack: which conversion an instruction is, and the ones that have to do with integers.
#include "softgpu/codegen/emit_convert.h"

#include <llvm/IR/Intrinsics.h>

#include "softgpu/codegen/emit_float_ir.h"
#include "softgpu/codegen/emit_integer.h"
#include "softgpu/math/functions.h"

namespace ringfence::softgpu::codegen {
namespace {

using ptx::Modifier;
using ptx::Type;
using ptx::TypeKind;

bool is_integer(Type type) {
    const TypeKind kind = ptx::isa::info(type).kind;
    return kind == TypeKind::Unsigned || kind == TypeKind::Signed;
}

void write_integer(Emitter& e, llvm::Value* value) {
    e.write(0, value, is_signed(e.operand_type(0)) ? Extend::Sign : Extend::Zero);
}

// --- integers --------------------------------------------------------------------------------------------------------

// The limits of a type, in a wider one.
llvm::APInt largest(Type type, unsigned width) {
    const unsigned bits = bits_of(type);
    return is_signed(type) ? llvm::APInt::getSignedMaxValue(bits).zext(width)
                           : llvm::APInt::getMaxValue(bits).zext(width);
}

llvm::APInt least(Type type, unsigned width) {
    return is_signed(type) ? llvm::APInt::getSignedMinValue(bits_of(type)).sext(width) : llvm::APInt(width, 0);
}

// Clamps an integer of one type to the range of another; both limits fit the width of `value`, or do not limit it.
llvm::Value* saturate(Emitter& e, llvm::Value* value, Type from, Type to) {
    llvm::Type* type = value->getType();
    const unsigned width = type->getScalarSizeInBits();
    const bool signed_source = is_signed(from);
    const unsigned to_digits = bits_of(to) - (is_signed(to) ? 1 : 0);
    const unsigned from_digits = width - (signed_source ? 1 : 0);
    if (to_digits < from_digits) {
        llvm::Value* limit = llvm::ConstantInt::get(type, largest(to, width));
        value = e.intrinsic(signed_source ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, {type}, {value, limit});
    }
    if (signed_source && (!is_signed(to) || bits_of(to) < width)) {
        llvm::Value* limit = llvm::ConstantInt::get(type, least(to, width));
        value = e.intrinsic(llvm::Intrinsic::smax, {type}, {value, limit});
    }
    return value;
}

void emit_integer_to_integer(Emitter& e) {
    const Type to = e.operand_type(0);
    const Type from = e.operand_type(1);
    llvm::Value* value = e.read(1);
    if (e.has(Modifier::Sat)) value = saturate(e, value, from, to);
    llvm::Type* type = e.integer(bits_of(to));
    write_integer(e, is_signed(from) ? e.ir.CreateSExtOrTrunc(value, type) : e.ir.CreateZExtOrTrunc(value, type));
}

// --- floating point to integers --------------------------------------------------------------------------------------

void emit_float_to_integer(Emitter& e) {
    const Type to = e.operand_type(0);
    const Type from = e.operand_type(1);
    llvm::Value* number = round_to_integral(e, read_number(e, 1, from));
    llvm::Type* type = e.integer(bits_of(to));
    const llvm::Intrinsic::ID id = is_signed(to) ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
    llvm::Value* value = e.intrinsic(id, {type, number->getType()}, {number});
    // The processor's conversion gives 0 for NaN.
    if (from == Type::F64 || bits_of(to) == 64) {
        llvm::Value* highest = llvm::ConstantInt::get(type, llvm::APInt::getSignMask(bits_of(to)));
        value = e.ir.CreateSelect(is_nan(e, number), highest, value);
    }
    write_integer(e, value);
}

// --- integers to floating point --------------------------------------------------------------------------------------

bool fits_exactly(Type integer, unsigned precision) {
    return bits_of(integer) - (is_signed(integer) ? 1 : 0) <= precision;
}

llvm::Value* to_number(Emitter& e, llvm::Value* value, Type from, llvm::Type* type) {
    return is_signed(from) ? e.ir.CreateSIToFP(value, type) : e.ir.CreateUIToFP(value, type);
}

// Integers of 64 bits to float, by way of double. Integers that double cannot hold are rounded to odd first, so that
// the number is rounded once; the processor's vector instructions would round twice.
llvm::Value* wide_to_float(Emitter& e, llvm::Value* value, Type from) {
    llvm::Value* cut = e.ir.CreateAnd(value, same(value, std::uint64_t{0x7ff}));
    llvm::Value* sticky =
        e.ir.CreateAnd(e.ir.CreateAdd(cut, same(value, std::uint64_t{0x7ff})), same(value, std::uint64_t{0x800}));
    llvm::Value* odd = e.ir.CreateOr(e.ir.CreateSub(value, cut), sticky);
    // A number whose upper bits all equal the sign loses nothing.
    llvm::Value* digits = value;
    if (is_signed(from)) digits = e.ir.CreateXor(value, e.ir.CreateAShr(value, same(value, std::uint64_t{63})));
    llvm::Value* is_exact = e.ir.CreateICmpULT(digits, same(value, std::uint64_t{1} << 53));
    llvm::Value* exact = to_number(e, e.ir.CreateSelect(is_exact, value, odd), from, e.float64());
    return e.ir.CreateFPTrunc(exact, e.float32());
}

// Rounded to nearest; null where that takes more than the processor's conversions.
llvm::Value* nearest_number(Emitter& e, llvm::Value* value, Type from, Type to) {
    switch (to) {
        case Type::F32:
            return bits_of(from) == 64 ? wide_to_float(e, value, from) : to_number(e, value, from, e.float32());
        case Type::F64: return to_number(e, value, from, e.float64());
        // Integers that a float cannot hold exactly are far too large for f16.
        case Type::F16: return to_number(e, value, from, e.float32());
        default: break;
    }
    if (fits_exactly(from, 24)) return to_number(e, value, from, e.float32());
    if (fits_exactly(from, 53)) return narrow_to_odd(e, to_number(e, value, from, e.float64()));
    return nullptr;
}

void emit_integer_to_float(Emitter& e) {
    const Type to = e.operand_type(0);
    const Type from = e.operand_type(1);
    llvm::Value* value = e.read(1);
    const bool nearest = rounding_of(e) == math::Rounding::NearestEven;
    if (llvm::Value* number = nearest ? nearest_number(e, value, from, to) : nullptr) {
        return write_number(e, e.has(Modifier::Sat) ? clamp_to_unit(e, number) : number, to);
    }
    llvm::Type* wide = e.integer(64);
    value = is_signed(from) ? e.ir.CreateSExt(value, wide) : e.ir.CreateZExt(value, wide);
    const std::uint32_t integer = bits_of(from) | (is_signed(from) ? math::integer_signed : 0);
    const auto format = static_cast<std::uint32_t>(format_id(to));
    llvm::Value* bits =
        call_math(e, "rf_integer_to_float", e.ir.getInt64Ty(),
                  {value, e.ir.getInt32(integer), e.ir.getInt32(format), e.ir.getInt32(mode_of(e).bits())});
    write_bits(e, e.ir.CreateTrunc(bits, e.integer(bits_of(to))), to);
}

// --- the table -------------------------------------------------------------------------------------------------------

void emit_cvt(Emitter& e) {
    const Type to = e.operand_type(0);
    const Type from = e.operand_type(1);
    if (e.has(Modifier::Rs) || !is_convertible(to) || !is_convertible(from)) {
        return e.refuse("the device has no `" + std::string(e.operation().text) + "`");
    }
    if (is_integer(to)) return is_integer(from) ? emit_integer_to_integer(e) : emit_float_to_integer(e);
    if (is_integer(from)) return emit_integer_to_float(e);
    emit_float_to_float(e);
}

// The type that both numbers are cut to: the first that the instruction names.
Type packed_type(const Emitter& e) {
    for (Modifier modifier : e.operation().modifiers) {
        if (ptx::isa::type_of(modifier) != Type::None) return ptx::isa::type_of(modifier);
    }
    return Type::None;
}

void emit_cvt_pack(Emitter& e) {
    const Type to = packed_type(e);
    const unsigned bits = bits_of(to);
    const auto part = [&](std::size_t index) {
        llvm::Value* value = saturate(e, e.read(index, Type::S32), Type::S32, to);
        return e.ir.CreateAnd(value, same(value, (std::uint64_t{1} << bits) - 1));
    };
    llvm::Value* high = part(1);
    llvm::Value* pair = e.ir.CreateOr(e.ir.CreateShl(high, same(high, std::uint64_t{bits})), part(2));
    if (e.operand(3).kind != ptx::OperandKind::Empty) {
        llvm::Value* rest = e.read(3, Type::B32);
        pair = e.ir.CreateOr(e.ir.CreateShl(rest, same(rest, std::uint64_t{2} * bits)), pair);
    }
    e.write(0, pair);
}

constexpr EmitterEntry convert_entries[] = {
    {ptx::Opcode::Cvt, OperandKinds::Any, emit_cvt, true},
    {ptx::Opcode::CvtPack, OperandKinds::Any, emit_cvt_pack, true},
};

}  // namespace

std::span<const EmitterEntry> convert_emitters() {
    return convert_entries;
}

}  // namespace ringfence::softgpu::codegen
