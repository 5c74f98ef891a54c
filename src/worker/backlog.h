// Counts the unfinished work on a session's streams, so that the session cannot fill the worker's memory with it.
//
// Work is counted when it is put on a stream. After every few hundred operations a mark in the stream is stored; marks
// are polled only when there is too much work. A session below the limit pays for an addition per operation, and for an
// event now and then.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>

#include "worker/stream_point.h"

namespace ringfence::worker {

struct BacklogLimits {
    // Backpressure: beyond these, the session's records stay in the ring, unless some work may be waiting for one.
    std::uint64_t operations = 32 << 10;
    std::uint64_t bytes = 16 << 20;  // of their records
    std::uint64_t copies = 32 << 10;
    // The absolute limits, as a multiple of the three above.
    std::uint64_t most = 4;
    // If the absolute limit is reached and nothing completes for so long, more work is refused.
    std::chrono::nanoseconds patience = std::chrono::seconds(1);
};

class Backlog {
public:
    using Clock = std::chrono::steady_clock;

    struct Amount {
        std::uint64_t operations = 0;
        std::uint64_t bytes = 0;
        std::uint64_t copies = 0;
    };
    // The unfinished work of one stream.
    class Account {
        friend class Backlog;
        struct Mark {
            std::shared_ptr<StreamPoint> point;
            Amount before;  // work between the previous mark and this one
        };
        std::deque<Mark> marks_;
        Amount unmarked_;
    };

    explicit Backlog(const BacklogLimits& limits) : limits_(limits) {}

    bool is_over() const { return exceeds(1); }
    bool is_full() const { return exceeds(limits_.most); }
    bool is_stalled() const { return Clock::now() - last_progress_ > limits_.patience; }
    // When the backlog is full, streams with much work get no more. Others do: full streams may be waiting for them.
    bool admits(const StreamObject& stream) const;
    const BacklogLimits& limits() const { return limits_; }
    // True if the number of copies alone exceeds its limit.
    bool has_too_many_copies() const { return total_.copies > limits_.copies; }

    // Call it before work of this size is put on the stream.
    void add(StreamObject& stream, Amount amount);
    // Polls the stream's marks, and subtracts the work that is done.
    using IsOver = std::function<bool(StreamPoint& point)>;
    void look_at(StreamObject& stream, const IsOver& is_over);
    // Subtracts all of the stream's work: the stream is idle, or is being destroyed.
    void clear(StreamObject& stream);

private:
    bool exceeds(std::uint64_t times) const {
        return total_.operations > times * limits_.operations || total_.bytes > times * limits_.bytes ||
               total_.copies > times * limits_.copies;
    }
    bool is_due(const Amount& unmarked) const;
    void subtract(const Amount& amount);

    BacklogLimits limits_;
    Amount total_;
    Clock::time_point last_progress_;
};

}  // namespace ringfence::worker
