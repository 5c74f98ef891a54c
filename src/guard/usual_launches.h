// Launches of the usual kind: a condition that none meets only costs time, since the kernel's other variant runs.
#pragma once

#include <cstdint>
#include <vector>

#include "guard/checker/checker.h"
#include "guard/rewriter/rewriter.h"

namespace ringfence::guard {

// The bounds among the conditions that a launch of the usual kind does not meet: of that launch for which the fewest
// statements would have to be fenced. None: some launch meets all.
std::vector<std::uint32_t> seldom_met(const KernelVariants& kernel, const CheckedKernel& checked);

}  // namespace ringfence::guard
