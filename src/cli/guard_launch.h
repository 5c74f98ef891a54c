// `ringfence ptx guard --explain` with a launch: which variant of a kernel it gets, and which conditions it does not
// meet.
#pragma once

#include <cstdint>
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

// `module` is the original one. Says what the launch is, the variant that it gets, and a line for each condition that
// does not hold.
Result<std::string> explain_launch(const ptx::Module& module, const guard::GuardedModule& guarded,
                                   const LaunchQuestion& question);

}  // namespace ringfence::cli
