// Writes what a client's kernels print to the client's standard output, whose reader may be slow or gone.
//
// The writing threads belong to the device and serve other sessions too. So they wait for a slow reader only within a
// budget of time, which refills slowly. When it is used up, output is dropped and counted, and a line in its place says
// how much is missing.
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

    // `patience`: the size of the budget, which is full at first. `last_patience`: how long close() waits for a reader
    // to make room for the last line about dropped output.
    explicit ClientOutput(UniqueFd fd, std::chrono::milliseconds patience = std::chrono::seconds(2),
                          std::chrono::milliseconds last_patience = std::chrono::seconds(2));

    // Redirects this process's standard output to the client's until close(): a card's driver prints there what kernels
    // print.
    void be_standard_output();

    void write(std::string_view text);
    // The client is gone, or its session was revoked. A reader of its output sees the end of file, even while kernels
    // of the session still run; their output is dropped.
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
    Mutex mutex_;  // also keeps each text in one piece
    const std::chrono::nanoseconds last_patience_;
    std::chrono::nanoseconds patience_ RF_GUARDED_BY(mutex_);
    UniqueFd fd_ RF_GUARDED_BY(mutex_);
    UniqueFd former_output_ RF_GUARDED_BY(mutex_);  // this process's own, while it is redirected to the client's
    const std::size_t at_a_time_;                   // bytes
    std::chrono::nanoseconds left_ RF_GUARDED_BY(mutex_);
    Clock::time_point counted_until_ RF_GUARDED_BY(mutex_) = Clock::now();
    std::uint64_t missing_bytes_ RF_GUARDED_BY(mutex_) = 0;  // dropped, and not reported to the client yet
    std::uint64_t missing_lines_ RF_GUARDED_BY(mutex_) = 0;
    std::atomic<std::uint64_t> dropped_bytes_{0};
};

}  // namespace ringfence::worker
