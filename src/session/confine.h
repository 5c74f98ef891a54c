// What the process gives up before it hears from its client.
#pragma once

#include "base/result.h"

namespace ringfence::session {

// No new privileges, no dump of its memory, a bound on what it takes of the machine's, no way to other processes.
[[nodiscard]] Result<void> confine();

}  // namespace ringfence::session
