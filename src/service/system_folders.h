// The folders of the system's daemon, with their owners:
//
//   - /run/ringfence, root's: the sockets, open to all. A client that sees the owner knows that no other user made it.
//   - /var/lib/ringfence, the daemon's: the audit log.
//   - /var/cache/ringfence, root's, with a folder for each user that shared workers run as: compiled code, its secret.
#pragma once

#include <string>

#include "base/result.h"
#include "base/socket.h"
#include "base/unique_fd.h"
#include "service/users.h"

namespace ringfence::service {

struct SystemFolders {
    std::string state;
    std::string cache;

    // The cache folder of workers with that user.
    std::string cache_of(uid_t worker) const { return cache + "/" + std::to_string(worker); }
};

// /var/lib/ringfence and /var/cache/ringfence, unless systemd says otherwise (STATE_DIRECTORY, CACHE_DIRECTORY).
[[nodiscard]] SystemFolders system_folders();

// For root: makes missing folders, and sets their owners.
[[nodiscard]] Result<void> make_system_folders(const SystemFolders& folders, const User& daemon,
                                               const WorkerUsers& workers);

// Fails if the folder belongs to a daemon with another user, whose files this one could not use.
[[nodiscard]] Result<void> check_state_folder(const SystemFolders& folders, const User& daemon);

// For root: a socket that all users can connect to, in a folder that belongs to root.
[[nodiscard]] Result<UniqueFd> listen_for_all(const std::string& path, SocketKind kind);

}  // namespace ringfence::service
