// Where a client's kernels print: its own standard output, which it may have stopped reading.
//
// Written by threads of the device, which others need too. So a reader that is slow is waited for, but only for a short
// time in all: the time comes back slowly, and what finds no reader and no time is dropped, and counted. A line in its
// place says how much is missing.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <utility>

#include "base/unique_fd.h"

namespace ringfence::worker {

class ClientOutput {
public:
    using Clock = std::chrono::steady_clock;

    // `patience`: the most that is ever waited at a time, and at first.
    explicit ClientOutput(UniqueFd fd, std::chrono::milliseconds patience = std::chrono::seconds(2));

    // Until close() this process's standard output is the client's, too: there a card's driver prints what kernels
    // print.
    void be_standard_output();

    void write(std::string_view text);
    // The client is gone, or nothing to us any more: whoever reads its output sees the end of it, also while kernels of
    // the session still run. What they print is dropped.
    void close();
    std::uint64_t dropped_bytes() const { return dropped_bytes_; }

private:
    std::string_view put(std::string_view text);
    void miss(std::string_view text);
    bool tell_missing();
    bool wait_for_room();
    ssize_t write_some(std::string_view text);
    void spend(std::chrono::nanoseconds time);

    std::atomic<bool> is_closed_{false};
    std::mutex mutex_;  // guards what follows, and keeps texts in one piece
    std::chrono::nanoseconds patience_;
    UniqueFd fd_;
    UniqueFd former_output_;       // this process's own, while its standard output is the client's
    const std::size_t at_a_time_;  // bytes
    std::chrono::nanoseconds left_;
    Clock::time_point counted_until_ = Clock::now();
    std::uint64_t missing_bytes_ = 0;  // of them, those that nothing was said of yet
    std::uint64_t missing_lines_ = 0;
    std::atomic<std::uint64_t> dropped_bytes_{0};
};

}  // namespace ringfence::worker
