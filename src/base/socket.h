// Local sockets that carry whole messages and file descriptors (Unix domain, SOCK_SEQPACKET). Sockets for RPC carry
// bytes.
//
// The end of the connection tells that the process at the other end is gone, however it ended.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence {

struct SocketMessage {
    std::vector<std::byte> bytes;
    std::vector<UniqueFd> descriptors;
    bool is_end = false;  // the other side is gone; there is nothing else in here
    bool is_cut = false;  // it was longer than allowed: this is its beginning (receive_what_fits)
};

struct PeerProcess {
    pid_t pid = 0;
    uid_t uid = 0;
    gid_t gid = 0;
};

constexpr std::size_t most_descriptors = 8;  // in one message
constexpr std::chrono::milliseconds no_timeout{-1};

enum class SocketKind : std::uint8_t { Messages, Bytes };

// Two ends that are connected to each other.
[[nodiscard]] Result<std::pair<UniqueFd, UniqueFd>> socket_pair(SocketKind kind = SocketKind::Messages);

// A socket with a name in the file system. Only the user it belongs to can connect. An older socket of this name
// without a listener is replaced; one that is in use is an error.
[[nodiscard]] Result<UniqueFd> listen_at(const std::string& path, SocketKind kind = SocketKind::Messages);
[[nodiscard]] Result<UniqueFd> accept_from(int listener);
// `at_most`: how long it waits where too many wait already; zero: for ever.
[[nodiscard]] Result<UniqueFd> connect_to(const std::string& path, SocketKind kind = SocketKind::Messages,
                                          std::chrono::milliseconds at_most = {});

// The process at the other end, as the kernel knows it.
[[nodiscard]] Result<PeerProcess> peer_process(int socket);

// Sends without waiting for the other side to read. A peer that does not read until its queue is full is an error.
[[nodiscard]] Result<void> send_message(int socket, std::span<const std::byte> bytes, std::span<const int> fds = {});

// Receives one message of at most `limit` bytes; a longer one is an error. Descriptors that come along are closed at an
// exec. A timeout is an error. `whose`: for servers of possibly hostile peers (base/call_limit.h): the owner of the
// received descriptors (base/closing.h).
[[nodiscard]] Result<SocketMessage> receive_message(int socket, std::size_t limit,
                                                    std::chrono::milliseconds timeout = no_timeout,
                                                    std::optional<std::uint32_t> whose = {});

// The same, but a longer message is cut and not an error, so that the receiver knows whom to refuse.
[[nodiscard]] Result<SocketMessage> receive_what_fits(int socket, std::size_t limit,
                                                      std::chrono::milliseconds timeout = no_timeout,
                                                      std::optional<std::uint32_t> whose = {});

// The bytes that have come over a stream socket, without waiting. As recv(2): 0 is the end, -1 a problem (errno).
[[nodiscard]] ssize_t receive_bytes(int socket, std::span<std::byte> bytes, std::vector<UniqueFd>& descriptors,
                                    std::uint32_t whose);

// True if the other side has gone. Does not wait, and takes no message away.
[[nodiscard]] bool has_peer_gone(int socket);

}  // namespace ringfence
