// An instruction's effect on its operands, in ranges and roots.
#pragma once

#include <functional>
#include <optional>

#include "guard/rewriter/value.h"
#include "ptx/model.h"

namespace ringfence::guard::rewriting {

using ValueOf = std::function<Value(ptx::RegisterId)>;

// The value that `instruction` gives to `result`, a register that it writes.
Value transfer(const ptx::Function& function, const ptx::Instruction& instruction, ptx::RegisterId result,
               const ValueOf& value_of);

// Bytes of a kernel's parameter.
struct ParameterPlace {
    const ptx::Variable* variable = nullptr;
    std::int64_t offset = 0;
};

// Where a load from a kernel's parameters begins: by the name of one, or by a register that surely holds its address.
std::optional<ParameterPlace> loaded_parameter(const ptx::Function& function, const ptx::Instruction& load,
                                               const ValueOf& value_of);

// True if the result's value depends on this instruction's register operands: not if memory or other threads decide.
bool is_computed(const ptx::Instruction& instruction);

}  // namespace ringfence::guard::rewriting
