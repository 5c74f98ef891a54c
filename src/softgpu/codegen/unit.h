// A unit of translation: a kernel with all the functions it can call, as one LLVM module.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>

#include "base/result.h"
#include "softgpu/codegen/function_builder.h"

namespace ringfence::softgpu::codegen {

// The name of a unit's function in the compiled object.
constexpr const char* entry_symbol = "rf.entry";
// How the names of the functions begin that hand lanes which part to the runtime. No name of a program's begins so.
constexpr const char* parting_function = "rf.part";

// Translates a kernel in one of its variants; `vector` is needed for Vector and Resume, `lanes` is how many threads
// Vector runs at once.
Result<std::unique_ptr<llvm::Module>> translate_kernel(llvm::LLVMContext& context, const ModulePlan& plan,
                                                       const ptx::Function& kernel, Variant variant,
                                                       const VectorPlan* vector, unsigned lanes);
// Translates all functions that may be called through a pointer; they are called as ModulePlan::symbol_of() says.
Result<std::unique_ptr<llvm::Module>> translate_indirect_functions(llvm::LLVMContext& context, const ModulePlan& plan);

}  // namespace ringfence::softgpu::codegen
