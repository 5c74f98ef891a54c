// When to ask the driver about a stream that normally tells by itself how far it is: launches wait while the driver
// answers, and only a stream on which something went wrong does not come to its places. So it is not asked about one
// that has just been put on the card, and seldom about any other.
//
// One thread begins, one asks.
#pragma once

#include <atomic>
#include <chrono>

namespace ringfence::backend::cuda {

class RareQuestions {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds between{1};
    static constexpr unsigned looks_between = 64;  // without looking at the clock

    // Something new is awaited.
    void begin(Clock::time_point now) { set_next(now); }
    // Called for each look in vain.
    template <typename Now>
    bool is_due(const Now& now) {
        if (++looks_ % looks_between != 0) return false;
        const Clock::time_point time = now();
        if (time < Clock::time_point(Clock::duration(next_.load(std::memory_order_relaxed)))) return false;
        set_next(time);
        return true;
    }

private:
    void set_next(Clock::time_point now) {
        next_.store((now + between).time_since_epoch().count(), std::memory_order_relaxed);
    }

    std::atomic<Clock::rep> next_ = 0;
    unsigned looks_ = 0;
};

}  // namespace ringfence::backend::cuda
