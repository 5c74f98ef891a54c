// `ringfence ptx guard --explain` with a launch: which variant of a kernel it gets, and which conditions it does not
// meet.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "guard/guard.h"
#include "ptx/model.h"

namespace ringfence::cli {

struct LaunchQuestion {
    std::string entry;  // empty: the only kernel
    std::string grid;   // empty: no launch is asked about
    std::string block;
    std::string shared = "0";
    std::vector<std::string> arguments;

    bool is_asked() const { return !grid.empty() || !block.empty() || !arguments.empty(); }
};

struct LaunchAnswer {
    std::string text;  // what the launch is, the variant that it gets, and a line for each condition that does not hold
    // The module with the variant that is made for launches like this one, if there is one.
    std::optional<guard::GuardedPtx> fitted = {};
};

// `module` is the original one, `options` those with which it was guarded.
Result<LaunchAnswer> explain_launch(const ptx::Module& module, const guard::GuardedPtx& guarded,
                                    const guard::GuardOptions& options, const LaunchQuestion& question);

}  // namespace ringfence::cli
