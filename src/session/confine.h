// The rights that the process gives up before it hears from its client.
#pragma once

#include "base/result.h"

namespace ringfence::session {

// No new privileges, no dump of its memory, a limit on its memory, no way to other processes.
[[nodiscard]] Result<void> confine();

}  // namespace ringfence::session
