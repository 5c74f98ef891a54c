// The rights that the process gives up before it hears from its client.
#pragma once

#include "base/result.h"

namespace ringfence::session {

// Gives up new privileges, core dumps and access to other processes, and limits the process's memory.
[[nodiscard]] Result<void> confine();

}  // namespace ringfence::session
