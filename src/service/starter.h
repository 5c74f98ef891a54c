// The starter: a small process beside the system's daemon that starts workers under users of their own, and ends them.
//
// To become another user takes CAP_SETUID, and a process with that can become any user. So the daemon, which listens to
// all clients, does not have it. The starter does; it listens to the daemon alone, reads two kinds of messages, and a
// filter lets it become the workers' users and no others.
//
// Its processes are children of the daemon (CLONE_PARENT), which waits for them as if they were its own.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "service/process_start.h"
#include "service/users.h"

namespace ringfence::service {

struct StarterOptions {
    User user;                          // its own user; the daemon's
    WorkerUsers workers;                // the users that it may become
    std::vector<std::string> programs;  // that it starts, and no others
};

// As root, by a process with one thread, before that gives root up. The starter ends with the process that has what
// this gives, and with those to which that one has given its socket.
[[nodiscard]] Result<std::unique_ptr<ProcessStarter>> start_starter(const StarterOptions& options);

// One that an earlier daemon has started, by its socket: it ends what that daemon has started with it, and is asked for
// nothing new.
[[nodiscard]] std::unique_ptr<ProcessStarter> adopt_starter(UniqueFd socket);

}  // namespace ringfence::service
