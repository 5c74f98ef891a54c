// Proves that a rewritten module is safe, or says where it is not. Knows the parser, and nothing of the rewriter.
//
// The parts, each a page or two, in the order in which they are best read:
//   accesses   the list of instructions, and what they do to memory
//   function   the rules for a function's body: each statement fits one
//   module     the rules for what stands at module scope
//   prove      when an access is safe
//   values     what registers can hold: ranges and addresses (operations: what instructions make of them; fence: the
//              guard's own sequence; turns: loops; refined: comparisons that come later)
//   flow       what comparisons say where control has got to
//   names      where a register's value comes from
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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
    // It may call through a table, so that the driver cannot know how much stack it needs: the worker must see to it.
    bool calls_through_tables = false;
};

struct CheckReport {
    std::vector<CheckedKernel> kernels;
    std::vector<Finding> findings;  // none: the module is safe

    bool is_safe() const { return findings.empty(); }
};

// `runtime` is the PTX text of the guard's own functions, which a module may hold word for word; with or without the
// lines of a module's head.
CheckReport check(const ptx::Module& module, std::string_view runtime = {});

}  // namespace ringfence::guard
