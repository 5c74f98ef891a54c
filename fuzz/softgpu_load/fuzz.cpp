// The software GPU must refuse each module that the parser accepts, or translate it to code that LLVM's verifier
// accepts, in every variant that a launch may ask for. Nothing is optimised or run.
#include <llvm/IR/LLVMContext.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/diagnostics.h"
#include "ptx/parser.h"
#include "softgpu/codegen/unit.h"

namespace ringfence::softgpu::codegen {
namespace {

// A module may be refused, but then for what it says.
bool is_translated(const Result<std::unique_ptr<llvm::Module>>& result) {
    if (result.ok()) return true;
    if (result.error().kind == Error::Kind::internal) {
        std::fprintf(stderr, "%s\n", result.error().message.c_str());
        std::abort();
    }
    return false;
}

void translate(const ModulePlan& plan, const ptx::Function& kernel) {
    llvm::LLVMContext context;
    const VectorPlan vector = plan_vector(plan, ptx::ControlFlowGraph(kernel));
    if (!is_translated(translate_kernel(context, plan, kernel, Variant::Scalar, &vector, 1)) || !vector.possible())
        return;
    for (const unsigned lanes : {8U, 32U}) {
        if (!vector.fits(lanes)) continue;
        if (!is_translated(translate_kernel(context, plan, kernel, Variant::Vector, &vector, lanes))) return;
    }
    is_translated(translate_kernel(context, plan, kernel, Variant::Resume, &vector, 1));
}

void load(const ptx::Module& module) {
    const auto plan = ModulePlan::make(module);
    if (!plan.ok()) return;
    if (!plan.value()->indirect_functions().empty()) {
        llvm::LLVMContext context;
        is_translated(translate_indirect_functions(context, *plan.value()));
    }
    for (const ptx::Item& item : module.items) {
        if (item.kind != ptx::ItemKind::Function || !item.function->is_entry || !item.function->has_body) continue;
        translate(*plan.value(), *item.function);
    }
}

}  // namespace
}  // namespace ringfence::softgpu::codegen

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    ringfence::DiagnosticSink sink;
    const std::string text(reinterpret_cast<const char*>(data), size);
    if (const auto module = ringfence::ptx::parse(text, sink, {})) ringfence::softgpu::codegen::load(*module);
    return 0;
}
