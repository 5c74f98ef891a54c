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
#include <string_view>
#include <utility>

#include "base/mutex.h"
#include "base/unique_fd.h"

namespace ringfence::worker {

class ClientOutput {
public:
    using Clock = std::chrono::steady_clock;

    // `patience`: the most that is ever waited at a time, and at first. `last_patience`: a reader that comes as the
    // client ends has so long to make room for what is said about its output.
    explicit ClientOutput(UniqueFd fd, std::chrono::milliseconds patience = std::chrono::seconds(2),
                          std::chrono::milliseconds last_patience = std::chrono::seconds(2));

    // Until close() this process's standard output is the client's, too: there a card's driver prints what kernels
    // print.
    void be_standard_output();

    void write(std::string_view text);
    // The client is gone, or its session was taken from it: a reader of its output sees the end, also while kernels of
    // the session still run. Their output is dropped.
    void close();
    std::uint64_t dropped_bytes() const { return dropped_bytes_; }

private:
    std::string_view put(std::string_view text) RF_REQUIRES(mutex_);
    void miss(std::string_view text) RF_REQUIRES(mutex_);
    bool tell_missing() RF_REQUIRES(mutex_);
    bool wait_for_room() RF_REQUIRES(mutex_);
    ssize_t write_some(std::string_view text) RF_REQUIRES(mutex_);
    void spend(std::chrono::nanoseconds time) RF_REQUIRES(mutex_);

    std::atomic<bool> is_closed_{false};
    Mutex mutex_;  // keeps texts in one piece, too
    const std::chrono::nanoseconds last_patience_;
    std::chrono::nanoseconds patience_ RF_GUARDED_BY(mutex_);
    UniqueFd fd_ RF_GUARDED_BY(mutex_);
    UniqueFd former_output_ RF_GUARDED_BY(mutex_);  // this process's own, while its standard output is the client's
    const std::size_t at_a_time_;                   // bytes
    std::chrono::nanoseconds left_ RF_GUARDED_BY(mutex_);
    Clock::time_point counted_until_ RF_GUARDED_BY(mutex_) = Clock::now();
    std::uint64_t missing_bytes_ RF_GUARDED_BY(mutex_) = 0;  // of them, those that nothing was said of yet
    std::uint64_t missing_lines_ RF_GUARDED_BY(mutex_) = 0;
    std::atomic<std::uint64_t> dropped_bytes_{0};
};

}  // namespace ringfence::worker
