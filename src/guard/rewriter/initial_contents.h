// The contents of a variable when its module is loaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/effort.h"
#include "base/result.h"
#include "guard/rewriter/layout.h"

namespace ringfence::guard::rewriting {

// `int a[] = {1, 2, 3}` is as long as its list.
std::uint64_t initialized_bytes(const ptx::Variable& variable);

// Where a variable's go: so many bytes of `all`, from the offset on. It is made as long as the last of them that is not
// zero needs, since a few bytes of text can name a variable of any length.
struct InitialContents {
    std::vector<std::byte>& all;
    HeldMemory& memory;  // what `all` takes
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0;  // in the block, or in __rf_const
    bool is_constant = false;
    std::optional<std::uint32_t> managed;  // they are those of that managed variable
};

Result<void> fill_variable(const ptx::Module& module, const ptx::Variable& variable, const VariableLayout& layout,
                           const FunctionNumbers& numbers, InitialContents target, std::vector<Patch>& patches);

}  // namespace ringfence::guard::rewriting
