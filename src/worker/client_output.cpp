#include "worker/client_output.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "base/call_limit.h"

namespace ringfence::worker {

namespace {

// The share of the time that may be spent on waiting.
constexpr int share_of_time = 20;
constexpr std::chrono::milliseconds longest_poll{50};

// A file on which fstat() fails may belong to a FUSE program, whose answers may never come: it is not used.
UniqueFd if_it_can_be_looked_at(UniqueFd fd) {
    struct stat info = {};
    return fd && ::fstat(fd.get(), &info) == 0 ? std::move(fd) : UniqueFd();
}

// Makes a terminal non-blocking, so that a write that does not fit is cut short. The client uses the same file
// description, whose flags must not change, so the terminal is opened once more.
UniqueFd without_blocking(UniqueFd fd) {
    if (!fd || ::isatty(fd.get()) == 0) return fd;
    const std::string path = "/proc/self/fd/" + std::to_string(fd.get());
    UniqueFd own(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    return own ? std::move(own) : std::move(fd);
}

// How many bytes can be written without blocking when poll() reports room: PIPE_BUF for a pipe. A blocking terminal
// (another user's, which could not be opened once more) is only sure to have room for one byte.
std::size_t bytes_at_a_time(int fd) {
    const bool may_block = ::isatty(fd) != 0 && (::fcntl(fd, F_GETFL) & O_NONBLOCK) == 0;
    return may_block ? 1 : PIPE_BUF;
}

}  // namespace

ClientOutput::ClientOutput(UniqueFd fd, std::chrono::milliseconds patience, std::chrono::milliseconds last_patience)
    : last_patience_(last_patience),
      patience_(patience),
      fd_(without_blocking(if_it_can_be_looked_at(std::move(fd)))),
      at_a_time_(bytes_at_a_time(fd_.get())),
      left_(patience) {}

void ClientOutput::be_standard_output() {
    const MutexLock lock(mutex_);
    if (!fd_) return;
    former_output_ = UniqueFd(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    if (!former_output_) return;
    ::dup2(fd_.get(), STDOUT_FILENO);
    // Unbuffered: the worker would not flush it when the client synchronizes.
    std::setvbuf(stdout, nullptr, _IONBF, 0);
}

void ClientOutput::write(std::string_view text) {
    const MutexLock lock(mutex_);
    // As long as the notice of missing text does not fit, later text is dropped, too, so that no gap goes unnoticed.
    miss(missing_bytes_ == 0 || tell_missing() ? put(text) : text);
}

void ClientOutput::miss(std::string_view text) {
    dropped_bytes_ += text.size();
    missing_bytes_ += text.size();
    missing_lines_ += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

// Writes a notice in the place of missing text, as soon as there is room.
bool ClientOutput::tell_missing() {
    const std::string notice = fmt::format(
        "\n[ringfence: {} lines ({} bytes) that kernels printed are missing here: nobody read them in time]\n",
        missing_lines_, missing_bytes_);
    const std::string_view rest = put(notice);
    if (rest.size() == notice.size()) return false;
    missing_bytes_ = 0;
    missing_lines_ = 0;
    return rest.empty();
}

// Returns the text that could not be written.
std::string_view ClientOutput::put(std::string_view text) {
    while (fd_ && !text.empty() && wait_for_room()) {
        const ssize_t written = write_some(text.substr(0, at_a_time_));
        if (written < 0 && errno == EINTR && left_ < std::chrono::milliseconds(1)) break;
        if (written < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (written <= 0) break;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return text;
}

// Never blocks on a socket. Anything else had room when it was polled, though others may have filled it since.
ssize_t ClientOutput::write_some(std::string_view text) {
    const ssize_t sent = ::send(fd_.get(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent >= 0 || errno != ENOTSOCK) return sent;
    const Clock::time_point begin = Clock::now();
    ssize_t written = -1;
    int problem = 0;
    {
        const CallLimit limit(std::min<std::chrono::nanoseconds>(left_, longest_poll));
        written = ::write(fd_.get(), text.data(), text.size());
        problem = errno;
    }
    spend(Clock::now() - begin);
    errno = problem;
    return written;
}

void ClientOutput::spend(std::chrono::nanoseconds time) {
    left_ = std::max(std::chrono::nanoseconds::zero(), left_ - time);
}

void ClientOutput::close() {
    // The last chance to report missing text; skipped if another thread is waiting for a reader.
    if (mutex_.try_lock()) {
        if (missing_bytes_ > 0) {
            left_ = patience_ = last_patience_;
            tell_missing();
        }
        mutex_.unlock();
    }
    is_closed_ = true;
    // A thread that is writing notices this soon, and unlocks.
    const MutexLock lock(mutex_);
    fd_.reset();
    if (!former_output_) return;
    ::dup2(former_output_.get(), STDOUT_FILENO);
    former_output_.reset();
}

// Waits until there is room. False if the budget of time is used up, or the output is closed.
bool ClientOutput::wait_for_room() {
    using std::chrono::milliseconds;
    while (!is_closed_) {
        const Clock::time_point begin = Clock::now();
        left_ = std::min(patience_, left_ + (begin - counted_until_) / share_of_time);
        counted_until_ = begin;
        pollfd ready{fd_.get(), POLLOUT, 0};
        const auto limit = std::min(std::chrono::duration_cast<milliseconds>(left_), longest_poll);
        const int count = ::poll(&ready, 1, static_cast<int>(limit.count()));
        counted_until_ = Clock::now();
        spend(counted_until_ - begin);
        if (count > 0) return (ready.revents & POLLOUT) != 0;
        if (left_ < milliseconds(1)) return false;
    }
    return false;
}

}  // namespace ringfence::worker
