#include "service/manager.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/file.h"

namespace ringfence::service {

UniqueFd connect_to_manager() {
    const char* const variable = std::getenv("NOTIFY_SOCKET");
    if (variable == nullptr) return {};
    const std::string name = variable;
    ::unsetenv("NOTIFY_SOCKET");
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (name.size() < 2 || name.size() >= sizeof address.sun_path || (name[0] != '/' && name[0] != '@')) return {};
    name.copy(address.sun_path, name.size());
    // An abstract name begins with a zero.
    if (name[0] == '@') address.sun_path[0] = '\0';
    UniqueFd manager(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    if (!manager || ::connect(manager.get(), reinterpret_cast<const sockaddr*>(&address), length) != 0) return {};
    constexpr timeval patience{5, 0};
    ::setsockopt(manager.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    return manager;
}

bool announce_main_process(const UniqueFd& manager, pid_t pid) {
    if (!manager) return true;
    const std::string text = "MAINPID=" + std::to_string(pid);
    return ::send(manager.get(), text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
}

bool is_in_this_service(pid_t pid) {
    constexpr std::size_t most_bytes = 64 << 10;
    const Result<std::string> own = read_file("/proc/self/cgroup", most_bytes);
    const Result<std::string> other = read_file("/proc/" + std::to_string(pid) + "/cgroup", most_bytes);
    return own.ok() && other.ok() && own.value() == other.value();
}

}  // namespace ringfence::service
