// Products that check mode writes where they are needed.
//
// `mul.f32` and the `add.f32` or `sub.f32` that takes its result, neither with a rounding of its own, become one
// instruction that rounds once, if the assembler finds both in one piece of straight code. Check mode would cut that in
// two: each access may be followed by a call. So there a product stands before the sum that it is for, and once more
// before each further one, and the program's results are unchanged, to the last bit.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "guard/rewriter/function_values.h"
#include "ptx/model.h"

namespace ringfence::guard::rewriting {

struct LateProducts {
    std::unordered_set<std::uint32_t> products;  // statements that are left out where they stood
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> needed_by;  // written before these, in their order
};

LateProducts late_products(const ptx::Function& function, const FunctionFlow& flow);

}  // namespace ringfence::guard::rewriting
