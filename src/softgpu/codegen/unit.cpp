#include "softgpu/codegen/unit.h"

#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <fmt/core.h>

namespace ringfence::softgpu::codegen {
namespace {

// Floating-point arithmetic is exact here: nothing may be contracted or reassociated, which is LLVM's default.
llvm::Function* declare(llvm::Module& module, const std::string& name, Variant variant, bool is_public) {
    llvm::Function* function = llvm::Function::Create(
        FunctionBuilder::function_type(module.getContext(), variant),
        is_public ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::InternalLinkage, name, module);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    // Report the size of every frame: a fiber's stack is as large as the kernel needs it.
    function->addFnAttr("warn-stack-size", "0");
    function->addParamAttr(0, llvm::Attribute::NoAlias);
    function->addParamAttr(0, llvm::Attribute::NonNull);
    return function;
}

Result<void> verify(llvm::Module& module) {
    std::string message;
    llvm::raw_string_ostream stream(message);
    if (llvm::verifyModule(module, &stream)) {
        return Error::internal(fmt::format("the translation is not valid: {}", stream.str()));
    }
    return {};
}

}  // namespace

Result<std::unique_ptr<llvm::Module>> translate_kernel(llvm::LLVMContext& context, const ModulePlan& plan,
                                                       const ptx::Function& kernel, Variant variant,
                                                       const VectorPlan* vector, unsigned lanes) {
    auto module = std::make_unique<llvm::Module>(std::string(kernel.name), context);
    UnitContext unit{plan, plan.shared_layout(kernel), {}, vector, lanes, plan.may_wait(kernel)};
    const std::vector<const ptx::Function*> functions = plan.reachable_from(kernel);
    for (const ptx::Function* function : functions) {
        if (function == functions[0]) continue;
        unit.functions[function] = declare(*module, "rf.body." + std::string(function->name), Variant::Function, false);
    }
    llvm::Function* entry = declare(*module, entry_symbol, variant, true);
    RF_RETURN_IF_ERROR(FunctionBuilder(*module, unit, *functions[0], variant).build(entry));
    for (const auto& [function, into] : unit.functions)
        RF_RETURN_IF_ERROR(FunctionBuilder(*module, unit, *function, Variant::Function).build(into));
    RF_RETURN_IF_ERROR(verify(*module));
    return module;
}

Result<std::unique_ptr<llvm::Module>> translate_indirect_functions(llvm::LLVMContext& context, const ModulePlan& plan) {
    auto module = std::make_unique<llvm::Module>("functions", context);
    UnitContext unit{plan, {}, {}, nullptr, 1, true};
    if (!plan.indirect_functions().empty()) unit.shared = plan.shared_layout(*plan.indirect_functions()[0]);
    for (const ptx::Function* function : plan.indirect_functions())
        unit.functions[function] = declare(*module, ModulePlan::symbol_of(*function), Variant::Function, true);
    for (const auto& [function, into] : unit.functions)
        RF_RETURN_IF_ERROR(FunctionBuilder(*module, unit, *function, Variant::Function).build(into));
    RF_RETURN_IF_ERROR(verify(*module));
    return module;
}

}  // namespace ringfence::softgpu::codegen
