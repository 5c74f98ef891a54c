#include "client/trace/call_gate.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence::client {
namespace {

using namespace std::chrono_literals;

std::atomic<int> ended_calls = 0;

// It is settled once in a process, so this is one test.
TEST(CallGate, WhoeverClosesItIsAloneUntilItIsSettled) {
    ASSERT_FALSE(CallGate::is_settled());
    CallGate::set_observer([] { ++ended_calls; });
    {
        const CallGate call;
        const CallGate nested;
    }
    EXPECT_EQ(ended_calls, 1) << "a call within a call is none of its own";

    // A call of another thread's is waited for, but not for ever.
    std::atomic<bool> may_end = false;
    std::atomic<bool> has_begun = false;
    std::thread other([&] {
        const CallGate call;
        has_begun = true;
        while (!may_end)
            std::this_thread::yield();
    });
    while (!has_begun)
        std::this_thread::yield();
    EXPECT_FALSE(CallGate::close(20ms).is_alone());
    may_end = true;
    other.join();

    // Calls that come while it is closed wait. What they find then is settled.
    std::atomic<bool> is_moved = false;
    std::vector<std::thread> callers;
    {
        const CallGate own;
        const auto closed = CallGate::close(1000ms);
        ASSERT_TRUE(closed.is_alone()) << "a thread does not wait for itself";
        for (int i = 0; i < 4; ++i)
            callers.emplace_back([&] {
                const CallGate call;
                EXPECT_TRUE(is_moved);
            });
        std::this_thread::sleep_for(20ms);
        is_moved = true;
        CallGate::settle();
    }
    for (std::thread& caller : callers)
        caller.join();
    const int before = ended_calls;
    { const CallGate call; }
    EXPECT_EQ(ended_calls, before) << "nobody looks at it any more";
}

}  // namespace
}  // namespace ringfence::client
