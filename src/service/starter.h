// The starter: a small process beside the system's daemon that starts workers as other users, and ends them.
//
// Becoming another user needs CAP_SETUID, with which a process can become any user. So the daemon, which listens to all
// clients, does not have it. The starter has it, but listens only to the daemon, accepts only two kinds of messages,
// and is confined by a filter that allows only the workers' users.
//
// Processes that it starts are children of the daemon (CLONE_PARENT), so the daemon waits for them as usual.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "service/process_start.h"
#include "service/users.h"

namespace ringfence::service {

struct StarterOptions {
    User user;                          // its own user, which is the daemon's
    WorkerUsers workers;                // the users that it may become
    std::vector<std::string> programs;  // the only programs that it starts
};

// Call it as root, with one thread, before dropping root's rights. The starter ends when the result and all copies of
// its socket are closed.
[[nodiscard]] Result<std::unique_ptr<ProcessStarter>> start_starter(const StarterOptions& options);

// The starter of an earlier daemon, by its socket: used only to end processes that it has
// started.
[[nodiscard]] std::unique_ptr<ProcessStarter> adopt_starter(UniqueFd socket);

}  // namespace ringfence::service
