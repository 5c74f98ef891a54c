#include "base/runtime_folder.h"

#include <unistd.h>

#include <cstdlib>

namespace ringfence {

std::string runtime_folder() {
    if (const char* folder = std::getenv("XDG_RUNTIME_DIR"); folder != nullptr && *folder == '/')
        return std::string(folder) + "/ringfence";
    return "/tmp/ringfence-" + std::to_string(::getuid());
}

std::string daemon_socket_path() {
    if (const char* path = std::getenv("RINGFENCE_SOCKET"); path != nullptr && *path != '\0') return path;
    return runtime_folder() + "/ringfenced.sock";
}

std::string control_socket_beside(const std::string& daemon_socket) {
    return daemon_socket.substr(0, daemon_socket.rfind('/') + 1) + "control";
}

std::string control_socket_path() {
    return control_socket_beside(daemon_socket_path());
}

}  // namespace ringfence
