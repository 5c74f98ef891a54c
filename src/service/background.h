// Going on in the background, while whoever has started the program waits until it is ready.
#pragma once

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::service {

// Returns in another process, in a session of its own, whose parent is the one that adopts orphans (the service
// manager, if there is one). The process that calls it ends: with success when a byte is written into what this gives,
// and otherwise with failure when that is closed. It has one thread. The other process reads nothing, and of a terminal
// that it writes to it cannot read.
[[nodiscard]] Result<UniqueFd> go_on_in_background();

// True if the process that called it is there.
[[nodiscard]] bool is_awaited(const UniqueFd& waiting);

// Lets the process that waits end with success.
void say_ready(UniqueFd waiting);

}  // namespace ringfence::service
