// Continues a program in the background, while the command that has started it waits until it is ready.
#pragma once

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::service {

// Call it with one thread. It returns in a new process, in a session of its own, which the service manager or init
// adopts. The calling process waits and then exits: successfully when say_ready() is called with the result, with
// failure when the result is closed. The new process has no input, and cannot read from a terminal that it writes
// to.
[[nodiscard]] Result<UniqueFd> go_on_in_background();

// True if the process that waits still exists.
[[nodiscard]] bool is_awaited(const UniqueFd& waiting);

// Makes the waiting process exit successfully.
void say_ready(UniqueFd waiting);

}  // namespace ringfence::service
