// Proves that a rewritten module is safe, or says where it is not. Knows the parser, and nothing of the rewriter.
//
// The parts, each a page or two, in the order in which they are best read:
//   accesses   the list of instructions, and what they do to memory
//   function   the rules for a function's body: each statement fits one
//   module     the rules for what stands at module scope (barriers: those of a block)
//   prove      when an access is safe (descriptor: those of matrices)
//   handles    what textures and surfaces are found by
//   warpgroups where wgmma may stand; whole_warps: where matrices and barriers may (counted_exit: loops that end
//              because they are counted); lane_masks: what lanes wait for
//   values     what registers can hold: ranges and addresses (operations: what instructions make of them; fence: the
//              guard's own sequence; turns, invariants: loops; refined: comparisons that come later)
//   flow       what comparisons say where control has got to
//   names      where a register's value comes from
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "guard/conditions/launch_conditions.h"
#include "ptx/model.h"

namespace ringfence::guard {

struct Finding {
    std::string_view function;    // its name; empty at module scope
    std::uint32_t statement = 0;  // in the function's body
    ptx::SourceRange where;
    std::string rule;     // as docs/guard.md names it
    std::string message;  // what, and what to do
};

// Conditions, and for each of their bounds the statements of the kernel that it is there for.
struct Conditional {
    LaunchConditions conditions;
    std::vector<std::vector<std::uint32_t>> askers = {};
};

struct CheckedKernel {
    std::string name;
    LaunchConditions conditions;                     // under which it may be launched
    std::vector<std::vector<std::uint32_t>> askers;  // see Conditional
    // Where they take its parameters to be, as far as that is known: the device must have them there.
    std::vector<ParameterSpan> parameters;
    bool needs_warpgroups = false;  // its blocks must have a multiple of four warps
};

struct CheckReport {
    std::vector<CheckedKernel> kernels;
    std::vector<Finding> findings;  // none: the module is safe

    bool is_safe() const { return findings.empty(); }
};

// The range of unfenced accesses: window and zones are safe. Check mode promises to report every address outside the
// window, so it allows the window alone; that asks more of launches, not of the text. The place of the module's
// variables in the window is unknown, but not their size, so accesses to them must not leave them either.
struct Reach {
    enum Kind : std::uint8_t { Zones, Window };
    Kind kind = Zones;
    std::uint64_t variable_bytes = 0;  // with Window

    static Reach window(std::uint64_t variable_bytes) { return {Window, variable_bytes}; }
    friend bool operator==(const Reach&, const Reach&) = default;
};

// Kernels that were found safe: a second check of almost the same module skips kernels whose text is the same, if the
// module is the same but for its kernels.
class SafeKernels {
public:
    void begin(const ptx::Module& module, Reach reach);
    void add(std::string text, const Conditional& conditions) { kernels_.emplace(std::move(text), conditions); }
    bool find(const std::string& text, Conditional& conditions) const {
        const auto found = kernels_.find(text);
        if (found != kernels_.end()) conditions = found->second;
        return found != kernels_.end();
    }

private:
    std::string rest_;
    Reach reach_;
    std::unordered_map<std::string, Conditional> kernels_;  // by their text
};

// `runtime` is the PTX text of the guard's own functions, which a module may hold word for word; with or without the
// lines of a module's head. If the work must stop (base/effort.h) nothing is known of the module: there is a finding
// that says so, and no kernel; nor is any added to `safe`.
CheckReport check(const ptx::Module& module, std::string_view runtime = {}, Reach reach = {},
                  SafeKernels* safe = nullptr);

}  // namespace ringfence::guard
