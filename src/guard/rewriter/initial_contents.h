// The contents of a variable when its module is loaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "guard/rewriter/layout.h"

namespace ringfence::guard::rewriting {

// `int a[] = {1, 2, 3}` is as long as its list.
std::uint64_t initialized_bytes(const ptx::Variable& variable);

struct InitialContents {
    std::span<std::byte> bytes;
    std::uint64_t offset = 0;  // of these bytes in the block, or in __rf_const
    bool is_constant = false;
    std::optional<std::uint32_t> managed;  // they are those of that managed variable
};

Result<void> fill_variable(const ptx::Module& module, const ptx::Variable& variable, const VariableLayout& layout,
                           const FunctionNumbers& numbers, InitialContents target, std::vector<Patch>& patches);

}  // namespace ringfence::guard::rewriting
