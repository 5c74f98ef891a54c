// Accesses to shared memory by one register that need one bound only.
#pragma once

#include <cstdint>

#include "guard/rewriter/plan.h"

namespace ringfence::guard::rewriting {

// Offsets from a register that are accessed wherever the first of them is.
struct SharedSpan {
    std::int64_t first = 0;
    std::int64_t last = 0;
};

// The span of the access by `address` at a statement, and of those behind it in its block by the same register and of
// the same size, as far as they are bounded too and less than `most` bytes lie between them. An honest kernel makes all
// of these accesses, so none of their addresses is changed by a bound that is there for all.
SharedSpan shared_span(const FunctionPlan& plan, std::uint32_t statement, const ptx::Operand& address,
                       std::uint64_t bytes, std::uint64_t most, bool fences_all);

}  // namespace ringfence::guard::rewriting
