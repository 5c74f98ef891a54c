#include "supervisor/process_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <fmt/core.h>

#include "base/escape.h"

namespace ringfence::supervisor {
namespace {

// At the end: a pipe can be made so large, and a child of the process may write on.
constexpr std::size_t largest_pipe = 1 << 20;
constexpr std::size_t bytes_at_a_time = 16 << 10;

}  // namespace

Result<std::pair<UniqueFd, UniqueFd>> ProcessLog::make_pipe() {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return Error::bad_input("cannot make a pipe for a log: " + std::generic_category().message(errno));
    return std::pair(UniqueFd(ends[0]), UniqueFd(ends[1]));
}

ProcessLog::ProcessLog(UniqueFd reading, std::string name, Write write, Clock::time_point now)
    : reading_(std::move(reading)), name_(std::move(name)), write_(std::move(write)), filled_(now) {}

bool ProcessLog::read(Clock::time_point now) {
    std::array<char, bytes_at_a_time> bytes;
    const ssize_t got = ::read(reading_.get(), bytes.data(), bytes.size());
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    if (got == 0) return false;
    take({bytes.data(), static_cast<std::size_t>(got)}, now);
    return true;
}

void ProcessLog::finish(Clock::time_point now) {
    for (std::size_t left = largest_pipe / bytes_at_a_time; left > 0 && read(now);)
        --left;
    if (!line_.empty()) end_line(now);
}

void ProcessLog::take(std::string_view text, Clock::time_point now) {
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view part = text.substr(0, end);
        const std::size_t room = longest_line - line_.size();
        is_cut_ |= part.size() > room;
        line_ += part.substr(0, room);
        if (end == std::string_view::npos) return;
        end_line(now);
        text.remove_prefix(end + 1);
    }
}

void ProcessLog::end_line(Clock::time_point now) {
    const std::chrono::duration<double> passed = now - filled_;
    room_ = std::min<double>(most_at_once, room_ + std::max(passed.count(), 0.0) * most_in_a_second);
    filled_ = now;
    // Whoever writes more than is taken costs no more than counting it.
    if (static_cast<double>(name_.size() + line_.size()) > room_) {
        line_.clear();
        is_cut_ = false;
        ++left_out_;
        return;
    }
    std::string line = fmt::format("{}: {}{}\n", name_, escape(line_), is_cut_ ? "..." : "");
    line_.clear();
    is_cut_ = false;
    if (static_cast<double>(line.size()) > room_) {
        ++left_out_;
        return;
    }
    room_ -= static_cast<double>(line.size());
    if (const std::uint64_t left_out = std::exchange(left_out_, 0); left_out != 0)
        line.insert(0, fmt::format("{}: ({} lines were left out: it writes too much)\n", name_, left_out));
    write_(std::move(line));
}

}  // namespace ringfence::supervisor
