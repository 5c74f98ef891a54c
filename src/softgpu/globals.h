// A module's variables: their place in device memory and their first contents.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "ptx/model.h"
#include "softgpu/runtime/memory.h"

namespace ringfence::softgpu {

// Allocated when the module is loaded, released with it.
class ModuleGlobals {
public:
    static Result<std::unique_ptr<ModuleGlobals>> create(const ptx::Module& module, DeviceMemory& memory);
    ModuleGlobals(const ModuleGlobals&) = delete;
    ModuleGlobals& operator=(const ModuleGlobals&) = delete;
    ~ModuleGlobals();

    // Writes the initial values. Addresses of functions are only known when those are compiled.
    using FunctionAddress = std::function<std::uint64_t(const ptx::Function& function)>;
    Result<void> initialize(const FunctionAddress& function_address);

    struct Global {
        const ptx::Variable* variable;
        std::uint64_t address;
        std::uint64_t bytes;
    };
    const std::vector<Global>& all() const { return globals_; }
    const Global* find(std::string_view name) const;

private:
    explicit ModuleGlobals(DeviceMemory& memory) : memory_(memory) {}

    Result<void> add(const ptx::Variable& variable);
    Result<void> fill(const Global& global, const FunctionAddress& function_address) const;
    Result<std::uint64_t> address_value(const ptx::InitialValue& value, const FunctionAddress& function_address) const;

    DeviceMemory& memory_;
    std::vector<Global> globals_;
    std::unordered_map<std::string_view, std::size_t> by_name_;
};

}  // namespace ringfence::softgpu
