#include "worker/client_output.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

namespace ringfence::worker {

namespace {

// Of the time that passes, what may be spent on waiting.
constexpr int share_of_time = 20;

// Does not block on what poll() says is ready: a pipe has room for this much then, and a socket is asked not to.
ssize_t write_some(int fd, std::string_view text) {
    const std::size_t bytes = std::min<std::size_t>(text.size(), PIPE_BUF);
    const ssize_t sent = ::send(fd, text.data(), bytes, MSG_DONTWAIT | MSG_NOSIGNAL);
    return sent < 0 && errno == ENOTSOCK ? ::write(fd, text.data(), bytes) : sent;
}

}  // namespace

void ClientOutput::write(std::string_view text) {
    if (!fd_) return;
    const std::lock_guard lock(mutex_);
    while (!text.empty() && wait_for_room()) {
        const ssize_t written = write_some(fd_.get(), text);
        if (written < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (written <= 0) break;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    dropped_bytes_ += text.size();
}

bool ClientOutput::wait_for_room() {
    const Clock::time_point begin = Clock::now();
    left_ = std::min(patience_, left_ + (begin - counted_until_) / share_of_time);
    counted_until_ = begin;
    pollfd ready{fd_.get(), POLLOUT, 0};
    const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(left_).count();
    const bool is_ready = ::poll(&ready, 1, static_cast<int>(limit)) > 0 && (ready.revents & POLLOUT) != 0;
    counted_until_ = Clock::now();
    left_ = std::max(std::chrono::nanoseconds::zero(), left_ - (counted_until_ - begin));
    return is_ready;
}

}  // namespace ringfence::worker
