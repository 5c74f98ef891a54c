// Compiles policies to machine code of this machine's processor, with LLVM.
//
// Only for programs that verify() has accepted: the code does not check accesses, but relies on the verifier. It does
// check the budget, in every block, as a second defence behind the verifier's count. A compiled policy uses real
// addresses of this process; the verifier guarantees that it can neither reveal them nor make others from them.
//
// A separate library, so that programs that only interpret policies do not need LLVM.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "policy/runner.h"

namespace ringfence::policy {

// Program and maps as for MakeRunner. Refuses programs with very many branches, which would keep LLVM busy for long.
[[nodiscard]] Result<std::unique_ptr<Runner>> compile_native(const Program& program, std::vector<Map>& maps);

// Compiles several at once, which is much cheaper: most of LLVM's work for a short policy is per module.
struct PolicyToCompile {
    const Program* program;
    std::vector<Map>* maps;
};
[[nodiscard]] Result<std::vector<std::unique_ptr<Runner>>> compile_together(std::span<const PolicyToCompile> policies);

// A MakeRunner that falls back to the interpreter if code cannot be made or loaded.
[[nodiscard]] std::unique_ptr<Runner> native_or_interpreted(const Program& program, std::vector<Map>& maps);

}  // namespace ringfence::policy
