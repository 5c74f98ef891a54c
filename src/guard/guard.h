// From untrusted PTX to PTX that stays in its tenant's window: parse, rewrite, parse, check.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/effort.h"
#include "base/result.h"
#include "guard/checker/checker.h"
#include "guard/rewriter/rewriter.h"

namespace ringfence::guard {

struct GuardedKernel {
    std::string name;                            // as the tenant knows it, and of the variant with conditions
    std::string fenced;                          // of the variant for all other launches; empty: there is none
    LaunchConditions conditions;                 // of the first variant; an only variant must have none
    std::vector<ParameterSpan> parameters = {};  // where the conditions take them to be
    bool needs_warpgroups = false;               // no launch whose blocks have not a multiple of four warps
    std::uint64_t own_shared = 0;  // bytes of its static shared memory that are the guard's, and no tenant's business
    bool is_late = false;          // the fenced variant is in GuardedPtx::late_ptx
    // Bytes of memory in the window that each thread of a launch needs, one after the other; their address is the
    // kernel's last parameter, which the tenant knows nothing of. 0: it needs none, and has no such parameter.
    std::uint64_t slot_bytes = 0;
    // For each bound of the conditions, the accesses that it is there for. Not kept on disk: for telling only.
    std::vector<std::vector<Site>> askers = {};
    // The first of each, as a number among GuardedPtx::accesses; beyond them: it is not known. For telling, too.
    std::vector<std::uint32_t> first_askers = {};
};

// True if a block of so many threads consists of whole groups of four warps.
constexpr bool has_whole_warpgroups(std::uint64_t threads) {
    return (threads + 31) / 32 % 4 == 0;
}

// A kernel that the result lacks, since it, or what it uses, cannot be made safe.
struct RefusedKernel {
    std::string name;
    std::string reason;
    std::uint32_t line = 0;  // of the original text
    std::uint32_t column = 0;
    std::string remedy;
    std::int32_t status = 0;  // see Error

    // As the module would be refused for it. `file`: the text's, for messages.
    Error why(const std::string& file) const {
        return Error::bad_input(reason).at({file, line, column}).with_remedy(remedy).with_status(status);
    }
};

// The result of guarding a module; worker/guarded_module.h has the module that is loaded from it.
struct GuardedPtx {
    std::string ptx;  // the canonical print of the module that the checker has accepted
    std::vector<GuardedKernel> kernels;
    VariableBlock block;
    std::vector<Explanation> accesses;
    // The print of a second module that the checker has accepted: it has the fenced variants that the first one lacks,
    // and the rest of the first one. Empty: the first has all.
    std::string late_ptx = {};
    std::vector<RefusedKernel> refused = {};
    std::vector<std::string> left_out = {};  // the names of all functions that it lacks. Not kept: for telling only
};

// Where the time goes, in seconds.
struct GuardTimes {
    double parse = 0;
    double rewrite = 0;  // all rounds of it, as below
    double parse_again = 0;
    double check = 0;
    double print = 0;
    int rounds = 0;
};

// Bounds of a kernel's conditions that a launch does not meet, by their numbers among GuardedKernel::askers.
struct UnmetBounds {
    std::string kernel;
    std::vector<std::uint32_t> bounds;  // ascending

    friend bool operator==(const UnmetBounds&, const UnmetBounds&) = default;
};

struct GuardOptions {
    Mode mode = Mode::Fence;
    std::string file_name = "<ptx>";                         // for messages
    GuardTimes* times = nullptr;                             // if any, they are written there
    std::uint64_t most_text_bytes = guard::most_text_bytes;  // see there
    // Fenced variants apart, as far as they can be: they are compiled when a launch needs one.
    bool is_split = false;
    // Kernels that must be refused are left out; as long as there are others, the module is not refused for them.
    bool leaves_out = false;
    // If any: a variant for launches that meet all but these. The text has that kernel alone, in which the accesses
    // that ask for them are fenced; its conditions are those that are left.
    std::optional<UnmetBounds> unmet = {};
    // By which it can be stopped, and where the memory is counted that it takes meanwhile; null: that of the caller, if
    // it has one. What was stopped is an error: that with which it was.
    std::shared_ptr<Effort> effort = nullptr;
    // For tests: changes these variants' text before it is checked, as a mistake of ours would; null: nobody does.
    std::function<void(std::string& late)> alter_late = nullptr;
};

Result<GuardedPtx> guard(std::string ptx, const GuardOptions& options = {});

// The checker's verdict on a module that was rewritten, with the guard's own functions.
CheckReport check_rewritten(const ptx::Module& module, Reach reach = {});

}  // namespace ringfence::guard
