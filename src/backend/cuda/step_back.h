// For a long series of calls to the driver, in a thread beside others that launch.
//
// The driver's lock is not fair: a thread that calls again and again has it back before one that waits for it wakes up.
// Measured on an H200, launches of others waited for 13 to 45 ms while a session's addresses were mapped in 1,500
// calls.
#pragma once

#include <chrono>
#include <thread>

namespace ringfence::backend::cuda {

class StepBack {
public:
    // To be called between two calls: now and then it gives others time to come in.
    void between_calls() {
        if (Clock::now() - since_ < longest_turn) return;
        std::this_thread::sleep_for(rest);
        since_ = Clock::now();
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::microseconds longest_turn{500};
    static constexpr std::chrono::microseconds rest{100};

    Clock::time_point since_ = Clock::now();
};

}  // namespace ringfence::backend::cuda
