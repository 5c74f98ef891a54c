// The peer at the other end of a socket: whether it can be trusted, and whether it is still there.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

#include "base/result.h"
#include "base/socket.h"
#include "base/unique_fd.h"

namespace ringfence {

// Connects to a socket of this user's, or of root's. Another user may have made the folder or the socket first, where
// any user can (/tmp): so both are checked before connecting, and the process at the other end before anything is sent.
// `user`: on whose behalf.
[[nodiscard]] Result<UniqueFd> connect_to_trusted(const std::string& path, SocketKind kind = SocketKind::Messages,
                                                  std::chrono::milliseconds at_most = {});
[[nodiscard]] Result<UniqueFd> connect_to_trusted(const std::string& path, uid_t user,
                                                  SocketKind kind = SocketKind::Messages,
                                                  std::chrono::milliseconds at_most = {});

// Becomes readable when the process that connected has ended, also while its children hold the socket. None if the
// kernel does not tell; then the socket's end must do.
[[nodiscard]] UniqueFd watch_peer(int socket);

// True if the watched process has ended.
[[nodiscard]] bool has_ended(const UniqueFd& process);

}  // namespace ringfence
