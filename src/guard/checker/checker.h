// Proves that a rewritten module is safe, or says where it is not. Knows the parser, and nothing of the rewriter.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "guard/launch_conditions.h"
#include "ptx/model.h"

namespace ringfence::guard {

struct Finding {
    std::string_view function;    // its name; empty at module scope
    std::uint32_t statement = 0;  // in the function's body
    ptx::SourceRange where;
    std::string rule;     // as docs/guard.md names it
    std::string message;  // what, and what to do
};

struct CheckedKernel {
    std::string name;
    LaunchConditions conditions;  // under which it may be launched
};

struct CheckReport {
    std::vector<CheckedKernel> kernels;
    std::vector<Finding> findings;  // none: the module is safe

    bool is_safe() const { return findings.empty(); }
};

CheckReport check(const ptx::Module& module);

}  // namespace ringfence::guard
