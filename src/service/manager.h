// The service manager that has started this process, if one has (sd_notify(3)): NOTIFY_SOCKET names its socket.
#pragma once

#include <sys/types.h>

#include "base/unique_fd.h"

namespace ringfence::service {

// Nothing if there is none, or if it does not listen. The variable is removed: child processes must not see it.
[[nodiscard]] UniqueFd connect_to_manager();

// From now on that process is the service, and this one's end is not the service's. `manager` may be none. False: it
// does not take the message, for some seconds.
[[nodiscard]] bool announce_main_process(const UniqueFd& manager, pid_t pid);

// True if the manager takes it for a process of the service that this one is: it is in the same control group.
[[nodiscard]] bool is_in_this_service(pid_t pid);

}  // namespace ringfence::service
