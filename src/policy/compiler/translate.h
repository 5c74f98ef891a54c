// A policy as LLVM's intermediate language: a function for each of its functions.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <memory>
#include <string>

#include "policy/program.h"

namespace ringfence::policy {

// uint64_t (RunState*, uint64_t r1, ... r5)
[[nodiscard]] std::string native_name(std::size_t function);

// `program` has been accepted by verify().
[[nodiscard]] std::unique_ptr<llvm::Module> translate(const Program& program, llvm::LLVMContext& context);

}  // namespace ringfence::policy
