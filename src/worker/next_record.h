// Predicts the next records of a client that sends them at regular times, as a server does.
//
// A sleeping thread takes tens of microseconds to run again, longer than a short kernel. So the thread of a session
// with priority wakes up a little before its client's next record. That costs at most an eighth of a core.
#pragma once

#include <chrono>
#include <optional>

namespace ringfence::worker {

class NextRecord {
public:
    using Clock = std::chrono::steady_clock;
    struct Span {
        Clock::time_point from;
        Clock::time_point until;
    };

    // Records have arrived.
    void note(Clock::time_point now);
    // When to be awake for the next records; none: they cannot be predicted, or it would cost too much.
    [[nodiscard]] std::optional<Span> awake() const;
    // A wait: the thread spins first, and then sleeps.
    struct Wait {
        std::chrono::nanoseconds spin;
        std::chrono::nanoseconds sleep;
    };
    // The wait to begin now, so that the thread is awake for the next records. `usual`: the wait without a prediction.
    [[nodiscard]] Wait wait(Clock::time_point now, Wait usual) const;

private:
    Clock::time_point begin_;  // when the last burst of records began
    Clock::time_point last_;
    Clock::duration mean_{};  // of the times between bursts
    Clock::duration deviation_{};
    unsigned known_ = 0;  // intervals
};

}  // namespace ringfence::worker
