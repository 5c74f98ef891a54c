// Places a module's `.global` and `.const` variables and works out their initial contents.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/effort.h"
#include "base/result.h"
#include "guard/rewriter/rewriter.h"
#include "ptx/model.h"

namespace ringfence::guard::rewriting {

// The number of a function, by which its address is known (see call_tables.h); 0: it has none.
class FunctionNumbers {
public:
    virtual ~FunctionNumbers() = default;
    virtual std::uint64_t number_of(const ptx::Function& function) const = 0;
};

class VariableLayout {
public:
    struct Place {
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;
        const ptx::Variable* variable = nullptr;  // its definition
        std::optional<std::uint32_t> managed;     // its number among those with a place of their own
    };

    static Result<VariableLayout> create(const ptx::Module& module, const FunctionNumbers& numbers);

    // The place of a variable, or of the one that it declares. Every .global and .const variable of the module has one.
    const Place* find(const ptx::Variable& variable) const;

    const std::vector<std::byte>& constants() const { return constants_; }  // contents of __rf_const, of all its bytes
    std::size_t managed_count() const { return block_.managed.size(); }
    const VariableBlock& block() const { return block_; }

private:
    Result<void> collect(const ptx::Module& module);
    Result<void> add(const ptx::Module& module, const ptx::Variable& variable, bool in_body);
    Result<void> place();
    Result<void> place_managed(Place& place, std::uint64_t& initialized);
    Result<void> place_one(Place& place, std::uint64_t& end, std::uint64_t least_alignment);
    Result<void> fill(const ptx::Module& module, const FunctionNumbers& numbers);

    std::vector<Place> places_;
    std::unordered_map<std::string_view, std::size_t> by_name_;          // at module scope
    std::unordered_map<const ptx::Variable*, std::size_t> by_variable_;  // in bodies
    std::vector<std::byte> constants_;
    HeldMemory contents_memory_;  // of the block's contents
    HeldMemory managed_memory_;   // of managed variables' contents
    VariableBlock block_;
};

}  // namespace ringfence::guard::rewriting
