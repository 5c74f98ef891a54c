// Where the daemon and those who look for it meet.
#pragma once

#include <string>

namespace ringfence {

// $RINGFENCE_SOCKET if it is set; otherwise ringfenced.sock in the user's folder for such things, below.
std::string daemon_socket_path();
// Where it speaks RPC: `control` beside its socket.
std::string control_socket_path();
std::string control_socket_beside(const std::string& daemon_socket);

// $XDG_RUNTIME_DIR/ringfence, or /tmp/ringfence-<uid> where there is no such folder. Not created here.
std::string runtime_folder();

}  // namespace ringfence
