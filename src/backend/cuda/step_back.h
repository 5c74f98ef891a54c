// For a long series of calls to the driver, in a thread beside others that launch.
//
// The driver's lock is not fair: a thread that calls again and again has it back before one that waits for it wakes up.
// Measured on an H200, launches of others waited for 13 to 45 ms while a session's addresses were mapped in 1,500
// calls.
#pragma once

#include <chrono>
#include <thread>

namespace ringfence::backend::cuda {

// To be called between two calls of a series: now and then it gives others time to come in. The clock is the thread's,
// so that a series of short series is one.
inline void step_back_for_others() {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds longest_turn{500};
    constexpr std::chrono::microseconds rest{100};
    constexpr std::chrono::milliseconds pause_between_series{10};
    thread_local Clock::time_point turn_begins;
    thread_local Clock::time_point last_call;
    const Clock::time_point now = Clock::now();
    if (now - last_call > pause_between_series) turn_begins = now;
    last_call = now;
    if (now - turn_begins < longest_turn) return;
    std::this_thread::sleep_for(rest);
    turn_begins = last_call = Clock::now();
}

}  // namespace ringfence::backend::cuda
