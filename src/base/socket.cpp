#include "base/socket.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>

#include "base/call_limit.h"
#include "base/closing.h"
#include "base/escape.h"

namespace ringfence {
namespace {

constexpr std::size_t most_descriptors_sent = 253;  // SCM_MAX_FD of Linux

int type_of(SocketKind kind) {
    return (kind == SocketKind::Bytes ? SOCK_STREAM : SOCK_SEQPACKET) | SOCK_CLOEXEC;
}

Error failed(const std::string& what, int number) {
    return Error::bad_input("cannot " + what + ": " + std::generic_category().message(number));
}

Result<sockaddr_un> address_of(const std::string& path) {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.size() >= sizeof address.sun_path) {
        return Error::bad_input("the name of a socket must have 1 to " + std::to_string(sizeof address.sun_path - 1) +
                                " bytes: '" + escape(path) + "'")
            .with_remedy("choose a folder with a shorter name");
    }
    std::memcpy(address.sun_path, path.data(), path.size());
    return address;
}

const sockaddr* generic(const sockaddr_un& address) {
    return reinterpret_cast<const sockaddr*>(&address);
}

// True if a process listens there. If not, a leftover socket is in the way.
bool is_in_use(const sockaddr_un& address, SocketKind kind) {
    const UniqueFd probe(::socket(AF_UNIX, type_of(kind), 0));
    return !probe || ::connect(probe.get(), generic(address), sizeof address) == 0 || errno != ECONNREFUSED;
}

Result<void> bind_privately(int fd, const sockaddr_un& address) {
    // The permissions of the socket are those of the umask when it is bound, so there is no moment at which others may
    // connect.
    const mode_t before = ::umask(0177);
    const int bound = ::bind(fd, generic(address), sizeof address);
    const int number = errno;
    ::umask(before);
    if (bound != 0) return failed("bind the socket " + escape(address.sun_path), number);
    return {};
}

// For descriptors that came with a message and found no room.
constexpr std::chrono::milliseconds patience_with_receiving{1};

void take_descriptors(std::uint32_t whose, msghdr& header, std::vector<UniqueFd>& descriptors) {
    for (cmsghdr* part = CMSG_FIRSTHDR(&header); part != nullptr; part = CMSG_NXTHDR(&header, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
        const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t i = 0; i < count; ++i) {
            int fd = -1;
            std::memcpy(&fd, CMSG_DATA(part) + i * sizeof(int), sizeof fd);
            descriptors.push_back(UniqueFd::foreign(fd, whose));
        }
    }
}

// As recvmsg(2), whose flags are left in `happened`.
ssize_t receive_part(int socket, std::span<std::byte> bytes, int flags, std::vector<UniqueFd>& descriptors,
                     int& happened, std::optional<std::uint32_t> whose) {
    iovec part = {bytes.data(), bytes.size()};
    // Room for as many as can come: the kernel closes descriptors that find no room, here and now. It does so too when
    // this process cannot open more, and then a socket must not linger for long.
    std::optional<CallLimit> limit;
    if (whose) limit.emplace(patience_with_receiving);
    alignas(cmsghdr) char control[CMSG_SPACE(most_descriptors_sent * sizeof(int))] = {};
    msghdr header = {};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
    ssize_t got = -1;
    do {
        got = ::recvmsg(socket, &header, flags | MSG_CMSG_CLOEXEC);
    } while (got < 0 && errno == EINTR);
    // Also for an empty message, which reads like the end: its sender must not leave descriptors behind.
    if (got >= 0) take_descriptors(whose.value_or(closings_of("")), header, descriptors);
    happened = header.msg_flags;
    return got;
}

Result<void> wait_readable(int socket, std::chrono::milliseconds timeout) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + timeout;
    while (true) {
        std::chrono::milliseconds left = timeout;
        if (timeout >= std::chrono::milliseconds::zero()) {
            left = std::max(std::chrono::milliseconds::zero(),
                            std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()));
        }
        pollfd poll = {socket, POLLIN, 0};
        const int ready = ::poll(&poll, 1, static_cast<int>(left.count()));
        if (ready > 0) return {};
        if (ready == 0) return Error::bad_input("no message came within the time allowed");
        if (errno != EINTR) return failed("wait for a message", errno);
    }
}

// Zero: for ever.
void wait_to_send(int socket, std::chrono::milliseconds at_most) {
    const timeval time{at_most.count() / 1000, at_most.count() % 1000 * 1000};
    ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

}  // namespace

Result<std::pair<UniqueFd, UniqueFd>> socket_pair(SocketKind kind) {
    int fds[2] = {-1, -1};
    if (::socketpair(AF_UNIX, type_of(kind), 0, fds) != 0) return failed("create a pair of sockets", errno);
    // Each end is made for another process.
    return std::pair(UniqueFd::foreign(fds[0]), UniqueFd::foreign(fds[1]));
}

Result<UniqueFd> listen_at(const std::string& path, SocketKind kind) {
    RF_TRY(const sockaddr_un address, address_of(path));
    UniqueFd fd(::socket(AF_UNIX, type_of(kind), 0));
    if (!fd) return failed("create a socket", errno);
    struct stat info = {};
    if (::lstat(path.c_str(), &info) == 0) {
        if (!S_ISSOCK(info.st_mode))
            return Error::bad_input("there is a file of another kind").at({escape(path), 0, 0});
        if (is_in_use(address, kind)) return Error::bad_input("another process listens there").at({escape(path), 0, 0});
        ::unlink(path.c_str());
    }
    RF_RETURN_IF_ERROR(bind_privately(fd.get(), address));
    if (::listen(fd.get(), 64) != 0) return failed("listen at " + escape(path), errno);
    return fd;
}

Result<UniqueFd> accept_from(int listener) {
    while (true) {
        const int fd = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd >= 0) return UniqueFd::foreign(fd);
        if (errno != EINTR && errno != ECONNABORTED) return failed("accept a connection", errno);
    }
}

Result<UniqueFd> connect_to(const std::string& path, SocketKind kind, std::chrono::milliseconds at_most) {
    RF_TRY(const sockaddr_un address, address_of(path));
    UniqueFd fd(::socket(AF_UNIX, type_of(kind), 0));
    if (!fd) return failed("create a socket", errno);
    if (at_most.count() != 0) wait_to_send(fd.get(), at_most);
    while (::connect(fd.get(), generic(address), sizeof address) != 0) {
        if (errno != EINTR) return failed("connect to " + escape(path), errno);
    }
    if (at_most.count() != 0) wait_to_send(fd.get(), {});
    return fd;
}

Result<PeerProcess> peer_process(int socket) {
    ucred credentials = {};
    socklen_t bytes = sizeof credentials;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &bytes) != 0) {
        return failed("ask for the process at the other end", errno);
    }
    return PeerProcess{credentials.pid, credentials.uid, credentials.gid};
}

Result<void> send_message(int socket, std::span<const std::byte> bytes, std::span<const int> fds) {
    if (bytes.empty() || fds.size() > most_descriptors) {
        return Error::internal("a message has at least a byte and at most " + std::to_string(most_descriptors) +
                               " descriptors");
    }
    iovec part = {const_cast<std::byte*>(bytes.data()), bytes.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(most_descriptors * sizeof(int))] = {};
    msghdr header = {};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    if (!fds.empty()) {
        header.msg_control = control;
        header.msg_controllen = CMSG_SPACE(fds.size_bytes());
        cmsghdr* const rights = CMSG_FIRSTHDR(&header);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(fds.size_bytes());
        std::memcpy(CMSG_DATA(rights), fds.data(), fds.size_bytes());
    }
    while (::sendmsg(socket, &header, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        if (errno != EINTR) return failed("send a message", errno);
    }
    return {};
}

Result<SocketMessage> receive_message(int socket, std::size_t limit, std::chrono::milliseconds timeout,
                                      std::optional<std::uint32_t> whose) {
    RF_TRY(SocketMessage message, receive_what_fits(socket, limit, timeout, whose));
    if (message.is_cut) {
        return Error::bad_input("a message has more than " + std::to_string(limit) + " bytes or " +
                                std::to_string(most_descriptors) +
                                " descriptors, or more than this process can still open");
    }
    return message;
}

Result<SocketMessage> receive_what_fits(int socket, std::size_t limit, std::chrono::milliseconds timeout,
                                        std::optional<std::uint32_t> whose) {
    RF_RETURN_IF_ERROR(wait_readable(socket, timeout));
    SocketMessage message;
    message.bytes.resize(limit);
    int happened = 0;
    ssize_t got = receive_part(socket, message.bytes, 0, message.descriptors, happened, whose);
    // The other side has closed it without having read all. Its earlier messages are still there.
    if (got < 0 && errno == ECONNRESET)
        got = receive_part(socket, message.bytes, MSG_DONTWAIT, message.descriptors, happened, whose);
    if (got < 0 && errno != ECONNRESET && errno != EAGAIN) return failed("receive a message", errno);
    message.is_cut = (happened & (MSG_TRUNC | MSG_CTRUNC)) != 0 || message.descriptors.size() > most_descriptors;
    message.bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    message.is_end = got <= 0;
    if (message.is_end) message.descriptors.clear();
    return message;
}

ssize_t receive_bytes(int socket, std::span<std::byte> bytes, std::vector<UniqueFd>& descriptors, std::uint32_t whose) {
    int happened = 0;
    return receive_part(socket, bytes, MSG_DONTWAIT, descriptors, happened, whose);
}

bool has_peer_gone(int socket) {
    pollfd poll = {socket, POLLRDHUP, 0};
    return ::poll(&poll, 1, 0) > 0 && (poll.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) != 0;
}

}  // namespace ringfence
