// The socket that systemd has opened for this process, if it has (sd_listen_fds(3)): LISTEN_PID names the process,
// LISTEN_FDS says how many descriptors there are, from 3 on.
#pragma once

#include <optional>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::service {

// Nothing if this process was not started for a socket. The variables are removed: what it starts must not see them.
[[nodiscard]] Result<std::optional<UniqueFd>> take_activated_socket();

}  // namespace ringfence::service
