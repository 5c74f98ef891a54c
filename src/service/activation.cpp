#include "service/activation.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace ringfence::service {
namespace {

constexpr int first_passed = 3;
constexpr int out_of_the_way = 16;  // where nothing is put that a worker finds by its number

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

Error wrong_socket(const std::string& what) {
    return Error::bad_input("the socket that this process was started for " + what)
        .with_remedy("its unit says: ListenSequentialPacket=/run/ringfence/ringfenced.sock, and nothing else");
}

}  // namespace

Result<std::optional<UniqueFd>> take_activated_socket() {
    if (!is_for_this_process()) return std::optional<UniqueFd>();
    const std::string count = std::getenv("LISTEN_FDS");
    for (const char* name : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"})
        ::unsetenv(name);
    if (count != "1") return wrong_socket("is one of " + count);
    UniqueFd socket(::fcntl(first_passed, F_DUPFD_CLOEXEC, out_of_the_way));
    ::close(first_passed);
    if (!socket || option_of(socket.get(), SO_DOMAIN) != AF_UNIX || option_of(socket.get(), SO_TYPE) != SOCK_SEQPACKET)
        return wrong_socket("is of another kind");
    if (option_of(socket.get(), SO_ACCEPTCONN) != 1) return wrong_socket("does not listen");
    return std::optional(std::move(socket));
}

}  // namespace ringfence::service
