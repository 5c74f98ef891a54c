// Lets other threads launch during a long series of driver calls.
//
// The driver's lock is not fair: a thread that calls repeatedly gets it back before a waiting thread has woken up.
// On an H200, other threads' launches waited for 13 to 45 ms while a session's addresses were mapped in 1,500
// calls.
#pragma once

#include <chrono>
#include <thread>

namespace ringfence::backend::cuda {

// Call it between two calls of a series: now and then it sleeps, so that others get the lock. The time is kept per
// thread, so that several short series in a row count as one.
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
