// Policies as machine code of the processor that we run on, made by LLVM.
//
// Only for programs that verify() has accepted: the code checks no access again, it relies on the verifier. What it
// does check is the budget, at every block: a second line behind the verifier's count. A policy sees real addresses of
// this process then; that it cannot tell them to anybody, nor make others of them, is the verifier's promise too.
//
// A library of its own: what runs policies with the interpreter alone does not need LLVM.
#pragma once

#include <memory>
#include <vector>

#include "base/result.h"
#include "policy/runner.h"

namespace ringfence::policy {

// Program and maps as for MakeRunner.
[[nodiscard]] Result<std::unique_ptr<Runner>> compile_native(const Program& program, std::vector<Map>& maps);

// A MakeRunner: where code cannot be made or loaded, the interpreter runs the policy.
[[nodiscard]] std::unique_ptr<Runner> native_or_interpreted(const Program& program, std::vector<Map>& maps);

}  // namespace ringfence::policy
