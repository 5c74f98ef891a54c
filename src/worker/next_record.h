// When a client is likely to come again, if it comes at regular times, as one that answers requests does.
//
// A thread that sleeps takes tens of microseconds until it runs again, longer than a short kernel. So the thread of a
// session that has priority is awake a little before its client comes. That may cost an eighth of a core.
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

    // There are records.
    void note(Clock::time_point now);
    // When to be awake for the next ones; none: that cannot be foreseen, or would cost too much.
    [[nodiscard]] std::optional<Span> awake() const;
    // A wait spins, and then sleeps.
    struct Wait {
        std::chrono::nanoseconds spin;
        std::chrono::nanoseconds sleep;
    };
    // The one that is to begin now, so that its thread is awake then. `usual`: while nothing is foreseen.
    [[nodiscard]] Wait wait(Clock::time_point now, Wait usual) const;

private:
    Clock::time_point begin_;  // of the last that came together
    Clock::time_point last_;
    Clock::duration mean_{};  // between the beginnings
    Clock::duration deviation_{};
    unsigned known_ = 0;  // intervals
};

}  // namespace ringfence::worker
