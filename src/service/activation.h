// The sockets that systemd has opened for this process, if it has (sd_listen_fds(3)): LISTEN_PID names the process,
// LISTEN_FDS says how many descriptors there are, from 3 on.
#pragma once

#include <optional>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::service {

struct ActivatedSockets {
    UniqueFd messages;  // SOCK_SEQPACKET
    UniqueFd bytes;     // SOCK_STREAM
};

// Nothing if this process was not started for sockets; otherwise one of each kind. The variables are removed: child
// processes must not see them.
[[nodiscard]] Result<std::optional<ActivatedSockets>> take_activated_sockets();

}  // namespace ringfence::service
