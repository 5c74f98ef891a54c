// What a process that tenants may have taken over writes to its standard error: the daemon reads it, and writes it to
// its own log line by line. Each line says which process it comes from, is fit to print, and there are only so many.
//
// The process never waits: what does not fit into the pipe is lost.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::supervisor {

class ProcessLog {
public:
    using Clock = std::chrono::steady_clock;
    using Write = std::function<void(std::string line)>;

    static constexpr std::size_t longest_line = 2048;
    // So many bytes at once, and so many a second from then on.
    static constexpr std::size_t most_at_once = 4 << 20;
    static constexpr std::size_t most_in_a_second = 4 << 10;

    // The reading end, and that of the process.
    static Result<std::pair<UniqueFd, UniqueFd>> make_pipe();

    // `name`: what its lines begin with.
    ProcessLog(UniqueFd reading, std::string name, Write write, Clock::time_point now = Clock::now());

    int descriptor() const { return reading_.get(); }
    // Takes some of what is there. False: its end has come.
    bool read(Clock::time_point now = Clock::now());
    // The process has ended: takes what is left.
    void finish(Clock::time_point now = Clock::now());

private:
    void take(std::string_view text, Clock::time_point now);
    void end_line(Clock::time_point now);

    UniqueFd reading_;
    std::string name_;
    Write write_;
    std::string line_;  // so far
    bool is_cut_ = false;
    double room_ = most_at_once;
    Clock::time_point filled_;
    std::uint64_t left_out_ = 0;
};

}  // namespace ringfence::supervisor
