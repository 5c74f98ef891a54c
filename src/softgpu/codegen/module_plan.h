// The facts for translating any kernel of a module, collected once when the module is loaded.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "ptx/analysis/callgraph.h"
#include "ptx/analysis/cfg.h"
#include "ptx/model.h"
#include "softgpu/codegen/layout.h"

namespace ringfence::softgpu::codegen {

// A function that the device provides, called by its name.
enum class Builtin : std::uint8_t { None, Vprintf, Malloc, Free, Assertfail };
Builtin builtin_named(std::string_view name);

// A read that may see what another thread has just written: the body of a spin loop has one.
bool reads_shared_state(const ptx::Instruction& instruction);

// A card reserves this much of a block's shared memory before the variables; a module can find that out.
constexpr std::uint32_t reserved_shared_bytes = 1024;

class ModulePlan {
public:
    // Refuses modules that use what the software GPU does not have, by name and line. `module` must outlive the plan.
    static Result<std::unique_ptr<ModulePlan>> make(const ptx::Module& module);

    const ptx::Module& module() const { return module_; }
    const ptx::CallGraph& calls() const { return calls_; }
    // For reports.
    const ModuleInfo& info() const { return info_; }
    ModuleInfo& info() { return info_; }

    SiteId site_of(const ptx::Function& function, std::uint32_t statement) const;
    // The kernel or function, following declarations and aliases to what has a body.
    const ptx::Function* definition_of(const ptx::Function& function) const;
    // The function and all that it can come to call, itself first; only those with a body.
    std::vector<const ptx::Function*> reachable_from(const ptx::Function& function) const;
    // Functions that may be called through a pointer, and all that these can come to call.
    const std::vector<const ptx::Function*>& indirect_functions() const { return indirect_; }
    bool is_indirect(const ptx::Function& function) const;
    // What stands for a kernel where code or a variable holds its address: kernels can be told apart by it, no more.
    std::uint64_t kernel_address(const ptx::Function& kernel) const;

    // Bytes at the beginning of a block's shared memory that belong to the system, not to variables: 0, unless the
    // module asks where they are. Cooperative groups of several warps meet there.
    std::uint32_t reserved_shared() const { return reserved_shared_; }
    // Shared variables that a kernel uses. The variables of functions that are called through a pointer come first, so
    // that they lie at the same place in every kernel.
    VariableLayout shared_layout(const ptx::Function& kernel) const;
    // A function's own .local variables, and those at module scope.
    VariableLayout local_layout(const ptx::Function& function) const;

    // The name under which code refers to a .global or .const variable, or to a function's address.
    static std::string symbol_of(const ptx::Variable& variable);
    static std::string symbol_of(const ptx::Function& function);

    // True if a thread of the kernel may have to wait for another: barriers, warp operations, loops around volatile or
    // atomic reads.
    bool may_wait(const ptx::Function& kernel) const;

private:
    explicit ModulePlan(const ptx::Module& module) : module_(module), calls_(module) {}

    Result<void> check() const;
    void number_sites();
    void find_indirect();
    void find_reserved();

    const ptx::Module& module_;
    ptx::CallGraph calls_;
    ModuleInfo info_;
    std::unordered_map<const ptx::Function*, std::uint32_t> first_site_;
    std::vector<const ptx::Function*> indirect_;
    std::uint32_t reserved_shared_ = 0;
};

}  // namespace ringfence::softgpu::codegen
