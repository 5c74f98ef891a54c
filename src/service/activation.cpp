#include "service/activation.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <utility>

namespace ringfence::service {
namespace {

constexpr int first_passed = 3;
constexpr int out_of_the_way = 16;  // above the fixed descriptor numbers of workers

int option_of(int socket, int option) {
    int value = -1;
    socklen_t bytes = sizeof value;
    return ::getsockopt(socket, SOL_SOCKET, option, &value, &bytes) == 0 ? value : -1;
}

bool is_for_this_process() {
    const char* const pid = std::getenv("LISTEN_PID");
    const char* const count = std::getenv("LISTEN_FDS");
    return pid != nullptr && count != nullptr && std::string(pid) == std::to_string(::getpid());
}

Error wrong_sockets(const std::string& what) {
    return Error::bad_input("of the sockets that this process was started for " + what)
        .with_remedy("their unit is ringfenced.socket, with one ListenSequentialPacket= and one ListenStream=");
}

}  // namespace

Result<std::optional<ActivatedSockets>> take_activated_sockets() {
    if (!is_for_this_process()) return std::optional<ActivatedSockets>();
    const std::string count = std::getenv("LISTEN_FDS");
    for (const char* name : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"})
        ::unsetenv(name);
    if (count != "2") return wrong_sockets("there are " + count);
    ActivatedSockets sockets;
    for (const int passed : {first_passed, first_passed + 1}) {
        UniqueFd socket(::fcntl(passed, F_DUPFD_CLOEXEC, out_of_the_way));
        ::close(passed);
        if (!socket || option_of(socket.get(), SO_DOMAIN) != AF_UNIX) return wrong_sockets("one is of another kind");
        if (option_of(socket.get(), SO_ACCEPTCONN) != 1) return wrong_sockets("one does not listen");
        UniqueFd& place = option_of(socket.get(), SO_TYPE) == SOCK_STREAM ? sockets.bytes : sockets.messages;
        place = std::move(socket);
    }
    if (!sockets.messages || !sockets.bytes || option_of(sockets.messages.get(), SO_TYPE) != SOCK_SEQPACKET)
        return wrong_sockets("there is not one of each kind");
    return std::optional(std::move(sockets));
}

}  // namespace ringfence::service
