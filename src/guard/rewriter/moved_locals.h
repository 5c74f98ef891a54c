// Moves local variables whose addresses get away into the tenant's window (see local_use.h).
//
// They get a place in a slot of their thread: memory of the window that a launch gets as one more parameter of its
// kernel. The result is PTX like any other, to be rewritten and checked as such: of what is done here only the
// program's own results depend, not where it can reach.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "ptx/model.h"

namespace ringfence::guard::rewriting {

struct MovedLocals {
    struct Kernel {
        std::uint64_t slot_bytes = 0;  // of one thread
        std::uint64_t own_shared = 0;  // bytes of shared memory that this takes
    };

    std::string ptx;  // each line where it was
    // The kernels that got one more parameter, eight bytes, the last: the address where the slots of the launch's
    // threads begin, one after the other.
    std::map<std::string, Kernel, std::less<>> kernels;
};

// Nothing if no variable has to be moved, or some that has to cannot be: the rewriter then refuses the module. A text
// that would have more than `most_bytes` has more, and is not complete.
std::optional<MovedLocals> move_locals(const ptx::Module& module, std::uint64_t most_bytes = UINT64_MAX);

}  // namespace ringfence::guard::rewriting
