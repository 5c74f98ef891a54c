// Takes the sockets that systemd has opened for this process (sd_listen_fds(3)): LISTEN_PID names the process,
// LISTEN_FDS is the number of descriptors, from 3 on.
#pragma once

#include <optional>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::service {

struct ActivatedSockets {
    UniqueFd messages;  // SOCK_SEQPACKET
    UniqueFd bytes;     // SOCK_STREAM
};

// Nothing if this process was not started with sockets; otherwise one of each kind. Removes the variables, which child
// processes must not inherit.
[[nodiscard]] Result<std::optional<ActivatedSockets>> take_activated_sockets();

}  // namespace ringfence::service
