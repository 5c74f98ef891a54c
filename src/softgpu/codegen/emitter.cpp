#include "softgpu/codegen/emitter.h"

#include <llvm/IR/Intrinsics.h>

#include <bit>

namespace ringfence::softgpu::codegen {
namespace {

// The type of twice the width, for what mul.wide and its like give.
ptx::Type doubled(ptx::Type type) {
    switch (type) {
        case ptx::Type::U16: return ptx::Type::U32;
        case ptx::Type::S16: return ptx::Type::S32;
        case ptx::Type::B16: return ptx::Type::B32;
        case ptx::Type::U32: return ptx::Type::U64;
        case ptx::Type::S32: return ptx::Type::S64;
        case ptx::Type::B32: return ptx::Type::B64;
        default: return type;
    }
}

}  // namespace

unsigned component_index(ptx::Component component) {
    switch (component.letter()) {
        case 'y':
        case 'g': return 1;
        case 'z':
        case 'b': return 2;
        case 'w':
        case 'a': return 3;
        default: return 0;
    }
}

std::int64_t lane_stride(ptx::SpecialRegister reg, unsigned component) {
    if (reg == ptx::SpecialRegister::Laneid) return 1;
    return reg == ptx::SpecialRegister::Tid && component == 0 ? 1 : 0;
}

bool is_float(ptx::Type type) {
    switch (type) {
        case ptx::Type::F16:
        case ptx::Type::F32:
        case ptx::Type::F64:
        case ptx::Type::F16x2:
        case ptx::Type::Bf16:
        case ptx::Type::Bf16x2:
        case ptx::Type::Tf32:
        case ptx::Type::F32x2: return true;
        default: return false;
    }
}

// --- the current instruction -----------------------------------------------------------------------------------------

const ptx::Operand& Emitter::operand(std::size_t index) const {
    static const ptx::Operand empty{};
    return index < instruction_->operands.size() ? instruction_->operands[index] : empty;
}

ptx::Type Emitter::operand_type(std::size_t index) const {
    const std::span<const ptx::isa::OperandSpec> specs = operation().form->operands();
    if (index >= specs.size()) return operation().type;
    const ptx::isa::OperandSpec* spec = &specs[index];
    if (spec->shape == ptx::isa::Shape::Pair && !spec->parts().empty()) spec = &spec->parts()[0];
    const ptx::Operation::OperandType type = operation().type_of(*spec);
    if (type.type == ptx::Type::None) return operation().type;
    return type.twice ? doubled(type.type) : type.type;
}

void Emitter::refuse(std::string message) {
    if (!refusal_) refusal_ = std::move(message);
}

// --- types and constants ---------------------------------------------------------------------------------------------

llvm::Type* Emitter::scalar_type(ptx::Type type) const {
    switch (type) {
        case ptx::Type::F32: return llvm::Type::getFloatTy(context());
        case ptx::Type::F64: return llvm::Type::getDoubleTy(context());
        case ptx::Type::Pred: return llvm::Type::getInt1Ty(context());
        default: return llvm::Type::getIntNTy(context(), ptx::isa::info(type).bits);
    }
}

llvm::Type* Emitter::shaped(llvm::Type* scalar) const {
    return lanes_ == 1 || scalar->isVoidTy() ? scalar : llvm::FixedVectorType::get(scalar, lanes_);
}

llvm::Value* Emitter::constant(unsigned bits, std::uint64_t value) const {
    return constant_of(integer(bits), value);
}

llvm::Value* Emitter::constant_of(llvm::Type* like, std::uint64_t value) const {
    return llvm::ConstantInt::get(like, llvm::APInt(like->getScalarSizeInBits(), value));
}

llvm::Value* Emitter::constant_float(float value) const {
    return llvm::ConstantFP::get(float32(), llvm::APFloat(value));
}

llvm::Value* Emitter::constant_double(double value) const {
    return llvm::ConstantFP::get(float64(), llvm::APFloat(value));
}

llvm::Value* Emitter::splat(llvm::Value* scalar) {
    if (lanes_ == 1 || scalar->getType()->isVectorTy()) return scalar;
    return ir.CreateVectorSplat(lanes_, scalar);
}

llvm::Value* Emitter::intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type*> types,
                                std::initializer_list<llvm::Value*> arguments) {
    return ir.CreateIntrinsic(id, types, llvm::ArrayRef<llvm::Value*>(arguments.begin(), arguments.size()));
}

// --- registers -------------------------------------------------------------------------------------------------------

llvm::Value* Emitter::storage_of(const Register& reg, unsigned component) {
    if (reg.vector == 1) return reg.storage;
    return ir.CreateConstInBoundsGEP2_32(reg.storage->getAllocatedType(), reg.storage, 0, component);
}

// The register as it is kept, in the shape of the instruction.
llvm::Value* Emitter::load_register(const ptx::Operand& operand) {
    const Register& reg = registers_[operand.id];
    llvm::Type* kept = reg.form == Form::Varying ? llvm::FixedVectorType::get(reg.scalar, group_lanes_) : reg.scalar;
    llvm::Value* value = ir.CreateLoad(kept, storage_of(reg, component_index(operand.component)));
    if (lane_ >= 0 && reg.form == Form::Varying)
        return ir.CreateExtractElement(value, static_cast<std::uint64_t>(lane_));
    if (lane_ >= 0 && reg.form == Form::Strided) {
        return ir.CreateAdd(value, constant_of(reg.scalar, static_cast<std::uint64_t>(reg.stride * lane_)));
    }
    if (lanes_ == 1 || reg.form == Form::Varying) return value;
    return reg.form == Form::Uniform ? splat(value) : spread(value, reg.stride);
}

// base + lane * stride
llvm::Value* Emitter::spread(llvm::Value* base, std::int64_t stride) {
    std::vector<llvm::Constant*> steps;
    for (unsigned lane = 0; lane < lanes_; ++lane)
        steps.push_back(llvm::ConstantInt::get(base->getType(), static_cast<std::uint64_t>(stride * lane), true));
    return ir.CreateAdd(splat(base), llvm::ConstantVector::get(steps));
}

llvm::Value* Emitter::canonical_nan(llvm::Value* value) {
    llvm::Type* type = value->getType();
    const unsigned bits = type->getScalarSizeInBits();
    llvm::Type* number = bits == 32 ? float32() : float64();
    llvm::Type* integer_type = integer(bits);
    llvm::Value* as_number = ir.CreateBitCast(value, number);
    llvm::Value* nan = constant(bits, bits == 32 ? 0x7fffffffU : 0xfff8000000000000U);
    llvm::Value* as_bits = ir.CreateBitCast(value, integer_type);
    return ir.CreateBitCast(ir.CreateSelect(ir.CreateFCmpUNO(as_number, as_number), nan, as_bits), type);
}

// Bits of the value as `type`; a wider integer is cut.
llvm::Value* Emitter::as_type(llvm::Value* value, ptx::Type type) {
    llvm::Type* wanted = this->type(type);
    const unsigned have = value->getType()->getScalarSizeInBits();
    const unsigned want = wanted->getScalarSizeInBits();
    if (have != want) {
        value = ir.CreateBitCast(value, integer(have));
        value = have > want ? ir.CreateTrunc(value, integer(want)) : ir.CreateZExt(value, integer(want));
    }
    return ir.CreateBitCast(value, wanted);
}

llvm::Value* Emitter::read_register(const ptx::Operand& operand, ptx::Type type) {
    const Register& reg = registers_[operand.id];
    llvm::Value* value = load_register(operand);
    const bool as_number = type == ptx::Type::F32 || type == ptx::Type::F64;
    const unsigned bits = reg.scalar->getScalarSizeInBits();
    if (reg.lazy_nan && !as_number && (bits == 32 || bits == 64)) value = canonical_nan(value);
    return as_type(value, type);
}

llvm::Value* Emitter::read(const ptx::Operand& operand, ptx::Type type) {
    const unsigned bits = ptx::isa::info(type).bits;
    switch (operand.kind) {
        case ptx::OperandKind::Register: {
            llvm::Value* value = read_register(operand, type);
            if (!operand.negated) return value;
            if (type == ptx::Type::Pred) return ir.CreateNot(value);
            return value->getType()->isFPOrFPVectorTy() ? ir.CreateFNeg(value) : ir.CreateNeg(value);
        }
        case ptx::OperandKind::Integer:
            if (type == ptx::Type::F32) return ir.CreateBitCast(constant(32, operand.bits), float32());
            if (type == ptx::Type::F64) return ir.CreateBitCast(constant(64, operand.bits), float64());
            if (type == ptx::Type::Pred) return constant(1, operand.bits != 0 ? 1 : 0);
            if (bits <= 64) {
                return llvm::ConstantInt::get(integer(bits), llvm::APInt(64, operand.bits).sextOrTrunc(bits));
            }
            return llvm::ConstantInt::get(integer(bits), llvm::APInt(64, operand.bits).sext(bits));
        case ptx::OperandKind::Float32: {
            const float value = std::bit_cast<float>(static_cast<std::uint32_t>(operand.bits));
            if (type == ptx::Type::F64) return constant_double(value);
            return as_type(constant(32, operand.bits), type);
        }
        case ptx::OperandKind::Float64: {
            if (bits == 32) {
                const auto value = static_cast<float>(std::bit_cast<double>(operand.bits));
                return as_type(constant(32, std::bit_cast<std::uint32_t>(value)), type);
            }
            return as_type(constant(64, operand.bits), type);
        }
        case ptx::OperandKind::Special: {
            const auto reg = static_cast<ptx::SpecialRegister>(operand.id);
            const unsigned component = component_index(operand.component);
            llvm::Value* value = special_register(reg, component);
            const std::int64_t stride = lane_stride(reg, component);
            if (stride != 0 && lane_ >= 0) value = ir.CreateAdd(value, ir.getInt32(static_cast<std::uint32_t>(lane_)));
            return as_type(stride == 0 || lanes_ == 1 ? splat(value) : spread(value, stride), type);
        }
        case ptx::OperandKind::Variable: {
            llvm::Value* value = variable_address(*operand.variable);
            value = ir.CreateAdd(value, ir.getInt64(static_cast<std::uint64_t>(operand.offset)));
            return as_type(splat(value), type);
        }
        case ptx::OperandKind::Function: return as_type(splat(function_address(*operand.function)), type);
        case ptx::OperandKind::Sink: return llvm::Constant::getNullValue(this->type(type));
        default:
            refuse("an operand of this kind is not supported here");
            return llvm::Constant::getNullValue(this->type(type));
    }
}

llvm::Value* Emitter::read_predicate(const ptx::Operand& operand) {
    return read(operand, ptx::Type::Pred);
}

ptx::Type Emitter::bits_type(ptx::Type type) {
    switch (ptx::isa::info(type).bits) {
        case 1: return ptx::Type::Pred;
        case 8: return ptx::Type::B8;
        case 16: return ptx::Type::B16;
        case 32: return ptx::Type::B32;
        case 64: return ptx::Type::B64;
        default: return type;
    }
}

llvm::Value* Emitter::read_as_is(const ptx::Operand& operand) {
    if (operand.is_register()) {
        llvm::Value* value = load_register(operand);
        return ir.CreateBitCast(value, integer(value->getType()->getScalarSizeInBits()));
    }
    return read(operand, bits_type(type_of_operation()));
}

std::vector<ptx::Operand> Emitter::elements(const ptx::Operand& operand) const {
    if (operand.kind == ptx::OperandKind::Vector) return {operand.elements().begin(), operand.elements().end()};
    if (!operand.is_register() || operand.component || registers_[operand.id].vector == 1) return {operand};
    static constexpr std::string_view letters[] = {"x", "y", "z", "w"};
    std::vector<ptx::Operand> list(registers_[operand.id].vector, operand);
    for (std::size_t i = 0; i < list.size(); ++i)
        list[i].component = *ptx::Component::named(letters[i]);
    return list;
}

void Emitter::mark_invariant(llvm::LoadInst* load) {
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context(), {}));
}

void Emitter::store_register(const Register& reg, unsigned component, llvm::Value* value) {
    llvm::Type* kept = reg.form == Form::Varying ? llvm::FixedVectorType::get(reg.scalar, group_lanes_) : reg.scalar;
    llvm::Value* place = storage_of(reg, component);
    if (reg.form == Form::Varying && lane_ >= 0) {
        value = ir.CreateBitCast(value, reg.scalar);
        value = ir.CreateInsertElement(ir.CreateLoad(kept, place), value, static_cast<std::uint64_t>(lane_));
    } else if (reg.form == Form::Varying && !value->getType()->isVectorTy()) {
        value = ir.CreateVectorSplat(group_lanes_, value);
    }
    value = ir.CreateBitCast(value, kept);
    if (mask_ != nullptr && lane_ < 0 && reg.form == Form::Varying) {
        value = ir.CreateSelect(mask_, value, ir.CreateLoad(kept, place));
    }
    ir.CreateStore(value, place);
}

void Emitter::write(const ptx::Operand& operand, llvm::Value* value, Extend extend) {
    if (operand.kind != ptx::OperandKind::Register) return;
    const Register& reg = registers_[operand.id];
    const unsigned have = value->getType()->getScalarSizeInBits();
    const unsigned want = reg.scalar->getScalarSizeInBits();
    if (have != want) {
        llvm::Type* from = llvm::Type::getIntNTy(context(), have);
        llvm::Type* to = llvm::Type::getIntNTy(context(), want);
        if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType())) {
            from = llvm::FixedVectorType::get(from, vector->getNumElements());
            to = llvm::FixedVectorType::get(to, vector->getNumElements());
        }
        value = ir.CreateBitCast(value, from);
        value = extend == Extend::Sign ? ir.CreateSExtOrTrunc(value, to) : ir.CreateZExtOrTrunc(value, to);
    }
    store_register(reg, component_index(operand.component), value);
}

void Emitter::write_computed(const ptx::Operand& operand, llvm::Value* value) {
    if (operand.kind != ptx::OperandKind::Register) return;
    write(operand, registers_[operand.id].lazy_nan ? value : canonical_nan(value));
}

// --- calls -----------------------------------------------------------------------------------------------------------

llvm::Value* Emitter::call(const char* name, llvm::Type* result, std::initializer_list<llvm::Value*> arguments) {
    std::vector<llvm::Type*> types;
    for (llvm::Value* argument : arguments)
        types.push_back(argument->getType()->getScalarType());
    const llvm::FunctionCallee callee =
        module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
    llvm::Value* all = result->isVoidTy() ? nullptr : llvm::PoisonValue::get(shaped(result));
    for (unsigned lane = 0; lane < lanes_; ++lane) {
        std::vector<llvm::Value*> of_lane;
        for (llvm::Value* argument : arguments) {
            const bool vector = argument->getType()->isVectorTy();
            of_lane.push_back(vector ? ir.CreateExtractElement(argument, lane) : argument);
        }
        llvm::Value* one = ir.CreateCall(callee, of_lane);
        if (lanes_ == 1) return one;
        if (all != nullptr) all = ir.CreateInsertElement(all, one, lane);
    }
    return all;
}

llvm::Value* Emitter::call_runtime(const char* name, llvm::Type* result,
                                   std::initializer_list<llvm::Value*> arguments) {
    std::vector<llvm::Value*> all = {thread()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    all.push_back(site());
    std::vector<llvm::Type*> types;
    types.reserve(all.size());
    for (llvm::Value* argument : all)
        types.push_back(argument->getType());
    return ir.CreateCall(module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false)), all);
}

llvm::AllocaInst* Emitter::temporary(llvm::Type* type) {
    llvm::BasicBlock& entry = function_->getEntryBlock();
    llvm::IRBuilder<> at_entry(&entry, entry.begin());
    return at_entry.CreateAlloca(type);
}

}  // namespace ringfence::softgpu::codegen
