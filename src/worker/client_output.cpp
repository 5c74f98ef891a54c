#include "worker/client_output.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <climits>

namespace ringfence::worker {

void ClientOutput::write(std::string_view text) const {
    if (!fd_) return;
    while (!text.empty()) {
        pollfd ready{fd_.get(), POLLOUT, 0};
        if (::poll(&ready, 1, 1000) <= 0 || (ready.revents & POLLOUT) == 0) return;
        // A pipe that is ready has room for this much, so the write does not block.
        const ssize_t written = ::write(fd_.get(), text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace ringfence::worker
