// Decides when to query the driver about a stream that normally reports its own progress. Only after a failure a stream
// no longer reaches its places, and launches wait while the driver answers. So it is not queried about a place that was
// just put on the card, and rarely about others.
//
// One thread calls begin(), one is_due().
#pragma once

#include <atomic>
#include <chrono>

namespace ringfence::backend::cuda {

class RareQuestions {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds between{1};
    static constexpr unsigned looks_between = 64;  // polls between two looks at the clock

    // A new place is awaited.
    void begin(Clock::time_point now) { set_next(now); }
    // Called for each poll that has found nothing.
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
