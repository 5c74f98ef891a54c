// True if a socket has unread data. Then the sender is not late: this process has not read yet.
#pragma once

#include <poll.h>

namespace ringfence::supervisor {

inline bool has_unread(int socket) {
    pollfd ready{socket, POLLIN, 0};
    return ::poll(&ready, 1, 0) > 0 && (ready.revents & POLLIN) != 0;
}

}  // namespace ringfence::supervisor
