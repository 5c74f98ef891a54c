// Policies as machine code of the processor that we run on, made by LLVM.
//
// Only for programs that verify() has accepted: the code checks no access again, it relies on the verifier. It does
// check the budget, at every block: a second line behind the verifier's count. A policy sees real addresses of this
// process then; the verifier also promises that it cannot reveal them, nor make others of them.
//
// A library of its own: programs that only interpret policies do not need LLVM.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "policy/runner.h"

namespace ringfence::policy {

// Program and maps as for MakeRunner. One with very many branches is refused: it would keep LLVM busy for long.
[[nodiscard]] Result<std::unique_ptr<Runner>> compile_native(const Program& program, std::vector<Map>& maps);

// Several at once, which is much cheaper: most of what LLVM does for a short policy it does once for each module.
struct PolicyToCompile {
    const Program* program;
    std::vector<Map>* maps;
};
[[nodiscard]] Result<std::vector<std::unique_ptr<Runner>>> compile_together(std::span<const PolicyToCompile> policies);

// A MakeRunner: where code cannot be made or loaded, the interpreter runs the policy.
[[nodiscard]] std::unique_ptr<Runner> native_or_interpreted(const Program& program, std::vector<Map>& maps);

}  // namespace ringfence::policy
