// How much work a session has put on its streams that is not done, so that it cannot fill the worker's memory with it.
//
// Work is counted when it is put on a stream. Every some hundred operations a place in the stream is kept, and looked
// at only when there is too much: a session that keeps below the limit pays for an addition, and for an event now and
// then.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>

#include "worker/stream_point.h"

namespace ringfence::worker {

struct BacklogLimits {
    // From here on the session's records stay in the ring, unless something may be waiting for one of them.
    std::uint64_t operations = 32 << 10;
    std::uint64_t bytes = 16 << 20;  // of their records
    std::uint64_t copies = 32 << 10;
    // The absolute limits, as a multiple of the above.
    std::uint64_t most = 4;
    // At the most, and nothing done for so long: more work is refused.
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
    // A stream's part of it.
    class Account {
        friend class Backlog;
        struct Mark {
            std::shared_ptr<StreamPoint> point;
            Amount before;  // done with it, and not with the mark before
        };
        std::deque<Mark> marks_;
        Amount unmarked_;
    };

    explicit Backlog(const BacklogLimits& limits) : limits_(limits) {}

    bool is_over() const { return exceeds(1); }
    bool is_full() const { return exceeds(limits_.most); }
    bool is_stalled() const { return Clock::now() - last_progress_ > limits_.patience; }
    // When it is full, streams with much work get no more. The others do: the full ones may wait for them.
    bool admits(const StreamObject& stream) const;
    const BacklogLimits& limits() const { return limits_; }
    // True if there are too many copies.
    bool has_too_many_copies() const { return total_.copies > limits_.copies; }

    // Something of this size is about to be put on the stream.
    void add(StreamObject& stream, Amount amount);
    // Finds out which work is done.
    using IsOver = std::function<bool(StreamPoint& point)>;
    void look_at(StreamObject& stream, const IsOver& is_over);
    // The stream is idle, or goes.
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
