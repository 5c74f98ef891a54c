// A socket that takes as long to be closed as whoever made it likes: it lingers, and its other side does not read.
// Whoever closes it last waits, so a test that has some calls close_foreign_in_background().
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <string>

#include "base/unique_fd.h"

namespace ringfence {

struct LingeringSocket {
    LingeringSocket() {
        const UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t bytes = sizeof address;
        auto* const place = reinterpret_cast<sockaddr*>(&address);
        if (::bind(listener.get(), place, bytes) != 0 || ::listen(listener.get(), 1) != 0) return;
        ::getsockname(listener.get(), place, &bytes);
        socket = UniqueFd::foreign(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (::connect(socket.get(), place, bytes) != 0) return;
        other_side.reset(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
        const std::string text(1 << 16, 'x');
        while (::send(socket.get(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL) > 0)
            continue;
        const linger for_long = {1, 3600};
        ::setsockopt(socket.get(), SOL_SOCKET, SO_LINGER, &for_long, sizeof for_long);
    }

    UniqueFd other_side;
    UniqueFd socket;  // closed before its other side is
};

}  // namespace ringfence
