// Barriers in shared memory (mbarrier) by ordinary instructions.
//
// A card's own are faults of the context where their eight bytes are not what the card left there, and a tenant's
// kernel can write those bytes. So they are words that atomic operations of the kernel's own change, and copies that
// tell a barrier are waited for. The result is PTX like any other, to be rewritten and checked as such: on what is done
// here only the program's own results depend, not where it can reach.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ptx/model.h"

namespace ringfence::guard::rewriting {

// The module's text, each line where it was. Nothing if there is nothing to change. An instruction that is not
// understood stays, and the rewriter refuses it. So do those that come when so many bytes were written.
std::optional<std::string> make_barriers_software(const ptx::Module& module, std::uint64_t most_bytes = UINT64_MAX);

}  // namespace ringfence::guard::rewriting
