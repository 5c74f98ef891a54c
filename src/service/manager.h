// Talks to the service manager that has started this process, if any (sd_notify(3)): NOTIFY_SOCKET names its socket.
#pragma once

#include <sys/types.h>

#include "base/unique_fd.h"

namespace ringfence::service {

// Empty if there is none, or if it does not listen. Removes the variable, which child processes must not inherit.
[[nodiscard]] UniqueFd connect_to_manager();

// Tells the manager that `pid` is the service's main process from now on, so that this process may end. `manager` may
// be empty. False if the manager does not accept the message within some seconds.
[[nodiscard]] bool announce_main_process(const UniqueFd& manager, pid_t pid);

// True if the manager counts the process as part of this service: it is in the same control group.
[[nodiscard]] bool is_in_this_service(pid_t pid);

}  // namespace ringfence::service
