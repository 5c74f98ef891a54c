#include "base/runtime_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

namespace ringfence {
namespace {

constexpr const char* system_socket = "/run/ringfence/ringfenced.sock";

std::string named_socket() {
    const char* const path = std::getenv("RINGFENCE_SOCKET");
    return path == nullptr ? "" : path;
}

}  // namespace

std::string runtime_folder() {
    if (const char* folder = std::getenv("XDG_RUNTIME_DIR"); folder != nullptr && *folder == '/')
        return std::string(folder) + "/ringfence";
    return "/tmp/ringfence-" + std::to_string(::getuid());
}

std::string own_socket_path() {
    const std::string named = named_socket();
    return named.empty() ? runtime_folder() + "/ringfenced.sock" : named;
}

std::string system_socket_path() {
    const std::string named = named_socket();
    return named.empty() ? system_socket : named;
}

bool is_daemon_the_systems() {
    // Also while no daemon listens there: the administrator has decided which daemon programs use.
    struct stat info = {};
    return named_socket().empty() && ::lstat(system_socket, &info) == 0 && S_ISSOCK(info.st_mode);
}

std::string daemon_socket_path() {
    return is_daemon_the_systems() ? system_socket_path() : own_socket_path();
}

std::string control_socket_beside(const std::string& daemon_socket) {
    return daemon_socket.substr(0, daemon_socket.rfind('/') + 1) + "control";
}

std::string control_socket_path() {
    return control_socket_beside(daemon_socket_path());
}

}  // namespace ringfence
