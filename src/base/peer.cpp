#include "base/peer.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>

#include "base/escape.h"
#include "base/socket.h"

namespace ringfence {
namespace {

// From <sys/socket.h>, since Linux 6.5.
constexpr int peer_descriptor_option = 77;

bool is_trusted(uid_t owner, uid_t user) {
    return owner == user || owner == 0;
}

Error not_ours(const std::string& what, const std::string& why) {
    return Error::bad_input(escape(what) + " " + why + ": whoever listens there may not be Ringfence's daemon")
        .with_remedy("remove it, or set XDG_RUNTIME_DIR or RINGFENCE_SOCKET to a place that is yours alone");
}

Result<void> check_owners(const std::string& path, uid_t user) {
    const std::string folder = std::filesystem::path(path).parent_path();
    struct stat status = {};
    if (::stat(folder.empty() ? "." : folder.c_str(), &status) == 0) {
        if (!is_trusted(status.st_uid, user))
            return not_ours(folder, "belongs to user " + std::to_string(status.st_uid));
        // In a sticky folder others cannot replace its entries.
        if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0 && (status.st_mode & S_ISVTX) == 0)
            return not_ours(folder, "can be written by others");
    }
    // One that is not there cannot be connected to, which says it better.
    if (::lstat(path.c_str(), &status) != 0) return {};
    if (!S_ISSOCK(status.st_mode)) return not_ours(path, "is no socket");
    if (!is_trusted(status.st_uid, user)) return not_ours(path, "belongs to user " + std::to_string(status.st_uid));
    return {};
}

}  // namespace

Result<UniqueFd> connect_to_trusted(const std::string& path, SocketKind kind, std::chrono::milliseconds at_most) {
    return connect_to_trusted(path, ::geteuid(), kind, at_most);
}

Result<UniqueFd> connect_to_trusted(const std::string& path, uid_t user, SocketKind kind,
                                    std::chrono::milliseconds at_most) {
    RF_RETURN_IF_ERROR(check_owners(path, user));
    RF_TRY(UniqueFd socket, connect_to(path, kind, at_most));
    RF_TRY(const PeerProcess peer, peer_process(socket.get()));
    if (!is_trusted(peer.uid, user))
        return not_ours(path,
                        "is served by process " + std::to_string(peer.pid) + " of user " + std::to_string(peer.uid));
    return socket;
}

UniqueFd watch_peer(int socket) {
    int descriptor = -1;
    socklen_t bytes = sizeof descriptor;
    if (::getsockopt(socket, SOL_SOCKET, peer_descriptor_option, &descriptor, &bytes) == 0) return UniqueFd(descriptor);
    // By its number, which could be another process's by now: then the session ends with that, or with the socket.
    const Result<PeerProcess> peer = peer_process(socket);
    if (!peer.ok() || peer.value().pid <= 0) return {};
    return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, peer.value().pid, 0)));
}

bool has_ended(const UniqueFd& process) {
    pollfd watched = {process.get(), POLLIN, 0};
    return process && ::poll(&watched, 1, 0) > 0;
}

}  // namespace ringfence
