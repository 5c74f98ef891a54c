// A module's variables: their place in device memory and their first contents.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "ptx/model.h"
#include "softgpu/placement.h"
#include "softgpu/runtime/memory.h"

namespace ringfence::softgpu {

// A variable that has its memory and contents already.
struct MadeVariable {
    std::string name;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
};

// Allocated when the module is loaded, released with it.
class ModuleGlobals {
public:
    static Result<std::unique_ptr<ModuleGlobals>> create(const ptx::Module& module, DeviceMemory& memory,
                                                         std::span<const Placement> placements = {});
    // All variables are there already; they are released with this, even if it fails.
    static Result<std::unique_ptr<ModuleGlobals>> adopt(const ptx::Module& module, DeviceMemory& memory,
                                                        const std::vector<MadeVariable>& made);
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
        bool is_placed = false;                // in memory of the user's
        std::vector<std::byte> contents = {};  // of one that is placed, until they are taken
    };
    const std::vector<Global>& all() const { return globals_; }
    const Global* find(std::string_view name) const;
    // True if the contents that initialize() wrote hold addresses of functions or variables.
    bool hold_addresses() const { return hold_addresses_; }
    std::vector<PlacedContents> take_placed_contents();

private:
    using Places = std::unordered_map<std::string_view, const Placement*>;

    explicit ModuleGlobals(DeviceMemory& memory) : memory_(memory) {}

    Result<void> add_all(const ptx::Module& module, const Places& places);
    Result<void> add(const ptx::Variable& variable, const Places& places);
    Result<void> add_placed(const ptx::Variable& variable, const Placement& place);
    Result<void> fill(Global& global, const FunctionAddress& function_address);
    Result<std::uint64_t> memory_for(const ptx::Variable& variable, std::uint64_t bytes);
    Result<std::uint64_t> address_value(const ptx::InitialValue& value, const FunctionAddress& function_address) const;

    DeviceMemory& memory_;
    std::vector<Global> globals_;
    std::unordered_map<std::string_view, std::size_t> by_name_;
    std::unordered_map<std::string, MadeVariable> made_;  // not yet in globals_
    bool hold_addresses_ = false;
};

}  // namespace ringfence::softgpu
