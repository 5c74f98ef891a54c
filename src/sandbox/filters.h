// The filters of Ringfence's processes that talk to others. (The compiler's is its own, src/compiler/lockdown.h: it
// needs so little that its filter lists permitted calls, not forbidden ones.)
//
// They list calls that are certainly not needed: to reach into other processes, change the user, change the machine,
// use the network. A driver that we have not written runs in the worker, so a list of all that is needed could not be
// relied on.
//
// Built with a sanitizer, none of them does anything: sanitizers need calls of their own.
#pragma once

#include <sys/types.h>

#include "base/result.h"

namespace ringfence::sandbox {

struct WorkerFilter {
    bool has_card = true;       // the driver looks at the kernel's messages about devices (netlink)
    bool starts_others = true;  // compilers
};

// No network, no other processes' memory, no new users, mounts, modules; signals to itself alone.
[[nodiscard]] Result<void> confine_worker(const WorkerFilter& filter);

struct DaemonFilter {
    bool starts_others = true;  // workers; the system's daemon has a starter for that
    bool has_network = false;   // it serves figures over HTTP
};

[[nodiscard]] Result<void> confine_daemon(const DaemonFilter& filter);

// It serves figures over HTTP, to strangers: its listener is open, and it asks the daemon over a local socket. It has
// the daemon's user, whose files are the audit log and the secret of tokens: it opens no file, and changes none.
[[nodiscard]] Result<void> confine_metrics();

// It starts workers, which inherit this: it may become one of these users, with that group and no other, and no other
// user.
[[nodiscard]] Result<void> confine_starter(uid_t first, uid_t last, gid_t group);

}  // namespace ringfence::sandbox
