// Where the daemon and those who look for it meet.
#pragma once

#include <string>

namespace ringfence {

// $RINGFENCE_SOCKET if it is set; otherwise ringfenced.sock in the user's folder for such things, below.
std::string daemon_socket_path();

// $XDG_RUNTIME_DIR/ringfence, or /tmp/ringfence-<uid> where there is no such folder. Not created here.
std::string runtime_folder();

}  // namespace ringfence
