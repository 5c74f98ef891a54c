// Where the daemon and those who look for it meet.
#pragma once

#include <string>

namespace ringfence {

// Where a program looks for the daemon: $RINGFENCE_SOCKET if it is set; otherwise the system's daemon, if there is one;
// otherwise the user's own. The socket's owner is checked before it is used (base/peer.h).
std::string daemon_socket_path();
// Where it speaks RPC: `control` beside its socket.
std::string control_socket_path();
std::string control_socket_beside(const std::string& daemon_socket);

// Where a daemon of the user's listens: $RINGFENCE_SOCKET, or ringfenced.sock in the user's folder for such things,
// below.
std::string own_socket_path();
// Where the system's daemon does: $RINGFENCE_SOCKET, or /run/ringfence/ringfenced.sock.
std::string system_socket_path();
// True if the program is to use the system's daemon, which only root can start.
bool is_daemon_the_systems();

// $XDG_RUNTIME_DIR/ringfence, or /tmp/ringfence-<uid> where there is no such folder. Not created here.
std::string runtime_folder();

}  // namespace ringfence
