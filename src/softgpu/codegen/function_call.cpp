// Calls: of functions with a body, through pointers, and of what the device provides by itself.
#include <algorithm>

#include <fmt/core.h>

#include "softgpu/codegen/function_builder.h"

namespace ringfence::softgpu::codegen {

llvm::Value* FunctionBuilder::parameter_pointer(const ptx::Variable& variable) {
    const auto found = parameter_variables_.find(&variable);
    if (found != parameter_variables_.end()) return found->second;
    const auto offset_in = [&](std::span<const ptx::Variable* const> list, const ParameterLayout& layout) {
        const auto at = std::find(list.begin(), list.end(), &variable);
        return at == list.end() ? std::optional<std::uint32_t>()
                                : layout.offsets[static_cast<std::size_t>(at - list.begin())];
    };
    if (const auto offset = offset_in(source_.signature.parameters, parameters_)) {
        return ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), parameter_block_, *offset);
    }
    if (const auto offset = offset_in(source_.signature.results, results_)) {
        return ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), result_block_, *offset);
    }
    refuse(fmt::format("the parameter '{}' belongs to another function", variable.name));
    return llvm::Constant::getNullValue(ir.getPtrTy());
}

void FunctionBuilder::emit_call() {
    const ptx::CallOperands call = ptx::call_operands(*instruction_);
    llvm::Value* target = nullptr;
    const ptx::Signature* signature = nullptr;
    if (call.target->kind == ptx::OperandKind::Function) {
        const ptx::Function& callee = *unit_.plan.definition_of(*call.target->function);
        if (!callee.has_body) {
            if (!emit_builtin(callee, call)) refuse(fmt::format("'{}' is not defined in this module", callee.name));
            return;
        }
        signature = &callee.signature;
        target = unit_.functions.at(&callee);
    } else {
        const ptx::CallPrototype* prototype = ptx::call_prototype(source_, *call.prototype);
        const ptx::TargetTable* table = ptx::target_table(source_, *call.prototype);
        if (prototype != nullptr) {
            signature = &prototype->signature;
        } else if (table != nullptr && !table->functions.empty()) {
            signature = &table->functions[0]->signature;
        } else {
            refuse("an indirect call needs a prototype or a table of targets");
            return;
        }
        llvm::Value* address = read(*call.target, ptx::Type::U64);
        target = call_runtime("rf_check_function", ir.getPtrTy(), {address, ir.getInt64(shape_of(*signature))});
    }
    const ParameterLayout arguments = lay_out_parameters(signature->parameters);
    const ParameterLayout results = lay_out_parameters(signature->results);
    const auto make_block = [&](std::uint32_t bytes) {
        llvm::AllocaInst* block = temporary(llvm::ArrayType::get(ir.getInt8Ty(), std::max(1U, bytes)));
        block->setAlignment(llvm::Align(16));
        return block;
    };
    llvm::AllocaInst* argument_block = make_block(arguments.bytes);
    llvm::AllocaInst* result_block = make_block(results.bytes);
    pass_arguments(call.arguments, signature->parameters, argument_block, arguments);
    ir.CreateCall(function_type(context(), Variant::Function), target, {thread_, argument_block, result_block});
    take_results(call.results, signature->results, result_block, results);
}

// A vector register is passed element by element, each with the width it has; callee and caller may see it otherwise,
// as long as the bytes are as many.
ptx::Type FunctionBuilder::passed_type(const ptx::Operand& element, const ptx::Variable& formal) const {
    return element.is_register() ? source_.group_of(element.id).type : formal.type;
}

void FunctionBuilder::pass_arguments(const ptx::Operand* list, std::span<const ptx::Variable* const> formals,
                                     llvm::Value* block, const ParameterLayout& layout) {
    if (list == nullptr || list->kind != ptx::OperandKind::List) return;
    const std::span<const ptx::Operand> actuals = list->elements();
    for (std::size_t i = 0; i < actuals.size() && i < formals.size(); ++i) {
        llvm::Value* place = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), block, layout.offsets[i]);
        const ptx::Operand& actual = actuals[i];
        if (actual.kind == ptx::OperandKind::Variable && actual.variable->space == ptx::Space::Param) {
            const std::uint64_t bytes = std::min(parameter_bytes(*formals[i]), actual.variable->bytes());
            ir.CreateMemCpy(place, llvm::Align(1), parameter_pointer(*actual.variable), llvm::Align(1), bytes);
        } else {
            std::uint64_t offset = 0;
            for (const ptx::Operand& element : elements(actual)) {
                llvm::Value* value = read(element, passed_type(element, *formals[i]));
                ir.CreateAlignedStore(value, ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), place, offset),
                                      llvm::Align(1));
                offset += stored_bytes(value->getType());
            }
        }
    }
}

void FunctionBuilder::take_results(const ptx::Operand* list, std::span<const ptx::Variable* const> formals,
                                   llvm::Value* block, const ParameterLayout& layout) {
    if (list == nullptr || list->kind != ptx::OperandKind::List) return;
    const std::span<const ptx::Operand> actuals = list->elements();
    for (std::size_t i = 0; i < actuals.size() && i < formals.size(); ++i) {
        llvm::Value* place = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), block, layout.offsets[i]);
        const ptx::Operand& actual = actuals[i];
        if (actual.kind == ptx::OperandKind::Variable && actual.variable->space == ptx::Space::Param) {
            const std::uint64_t bytes = std::min(parameter_bytes(*formals[i]), actual.variable->bytes());
            ir.CreateMemCpy(parameter_pointer(*actual.variable), llvm::Align(1), place, llvm::Align(1), bytes);
        } else if (actual.is_register()) {
            std::uint64_t offset = 0;
            for (const ptx::Operand& element : elements(actual)) {
                llvm::Type* type = scalar_type(passed_type(element, *formals[i]));
                llvm::Value* from = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), place, offset);
                write(element, ir.CreateAlignedLoad(type, from, llvm::Align(1)));
                offset += stored_bytes(type);
            }
        }
    }
}

// An argument of a built-in function, as an integer.
llvm::Value* FunctionBuilder::argument(const ptx::CallOperands& call, std::size_t index, unsigned bits) {
    const std::span<const ptx::Operand> actuals =
        call.arguments == nullptr ? std::span<const ptx::Operand>() : call.arguments->elements();
    if (index >= actuals.size()) {
        refuse("the call has too few arguments");
        return ir.getIntN(bits, 0);
    }
    const ptx::Operand& actual = actuals[index];
    if (actual.kind == ptx::OperandKind::Variable && actual.variable->space == ptx::Space::Param) {
        if (actual.variable->bytes() * 8 < bits) refuse("an argument of this call is too small");
        return ir.CreateAlignedLoad(ir.getIntNTy(bits), parameter_pointer(*actual.variable), llvm::Align(1));
    }
    return read(actual, bits == 32 ? ptx::Type::B32 : ptx::Type::B64);
}

bool FunctionBuilder::emit_builtin(const ptx::Function& callee, const ptx::CallOperands& call) {
    llvm::Value* result = nullptr;
    switch (builtin_named(callee.name)) {
        case Builtin::Vprintf:
            result = call_runtime("rf_vprintf", ir.getInt32Ty(), {argument(call, 0, 64), argument(call, 1, 64)});
            break;
        case Builtin::Malloc:
            result = Emitter::call("rf_malloc", ir.getInt64Ty(), {thread(), argument(call, 0, 64)});
            break;
        case Builtin::Free: call_runtime("rf_free", ir.getVoidTy(), {argument(call, 0, 64)}); break;
        case Builtin::Assertfail:
            call_runtime("rf_assertfail", ir.getVoidTy(),
                         {argument(call, 0, 64), argument(call, 1, 64), argument(call, 2, 32), argument(call, 3, 64),
                          argument(call, 4, 64)});
            break;
        case Builtin::None: return false;
    }
    if (result == nullptr || call.results == nullptr || call.results->elements().empty()) return true;
    const ptx::Operand& target = call.results->elements()[0];
    if (target.is_register()) {
        write(target, result);
    } else if (target.kind == ptx::OperandKind::Variable) {
        if (target.variable->bytes() * 8 < result->getType()->getIntegerBitWidth()) {
            refuse("the result of this call is too small");
            return true;
        }
        ir.CreateAlignedStore(result, parameter_pointer(*target.variable), llvm::Align(1));
    }
    return true;
}

}  // namespace ringfence::softgpu::codegen
