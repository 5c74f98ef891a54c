// A policy as LLVM's intermediate language: a function for each of its functions.
#pragma once

#include <llvm/IR/Module.h>

#include <cstddef>
#include <string>

#include "policy/program.h"

namespace ringfence::policy {

// uint64_t (RunState*, uint64_t r1, ... r5), of one policy among those that are made together.
[[nodiscard]] std::string native_name(std::size_t policy, std::size_t function);

// Adds it to a module. `program` has been accepted by verify().
void translate(const Program& program, std::size_t policy, llvm::Module& module);

}  // namespace ringfence::policy
