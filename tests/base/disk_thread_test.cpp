#include "base/disk_thread.h"

#include <atomic>
#include <chrono>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// A disk that is slow with work that nobody waits for.
class LateDisk {
public:
    explicit LateDisk(DiskThread& thread) {
        EXPECT_TRUE(thread.run([is_awake = is_awake_] { is_awake->wait(); }));
    }
    LateDisk(const LateDisk&) = delete;
    LateDisk& operator=(const LateDisk&) = delete;
    ~LateDisk() { wake(); }
    void wake() {
        if (!is_awake_->try_wait()) is_awake_->count_down();
    }

private:
    std::shared_ptr<std::latch> is_awake_ = std::make_shared<std::latch>(1);
};

TEST(DiskThread, UsuallyATaskIsDoneWhenItWasBrought) {
    DiskThread thread({.patience = 60s});
    for (int i = 1; i <= 100; ++i) {
        int done = 0;
        ASSERT_TRUE(thread.run([&done, i] { done = i; }));
        ASSERT_EQ(done, i);
        ASSERT_EQ(thread.lateness(), 0ms);
    }
}

TEST(DiskThread, NobodyWaitsAgainAndAgainForADiskThatIsLate) {
    std::vector<int> done;
    {
        DiskThread thread({.patience = 50ms, .most_waiting = 1000});
        LateDisk disk(thread);
        const auto begin = Clock::now();
        for (int i = 0; i < 900; ++i)
            ASSERT_TRUE(thread.run([&done, i] { done.push_back(i); }));
        EXPECT_LT(Clock::now() - begin, 20s);  // 45 s, if each had waited
        EXPECT_GE(thread.lateness(), 50ms);
        disk.wake();
    }
    ASSERT_EQ(done.size(), 900U);
    for (int i = 0; i < 900; ++i)
        EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
}

TEST(DiskThread, AFullQueueRefuses) {
    int done = 0;
    {
        DiskThread thread({.patience = 1ms, .most_waiting = 3});
        LateDisk disk(thread);
        EXPECT_TRUE(thread.run([&done] { ++done; }));
        EXPECT_TRUE(thread.run([&done] { ++done; }));
        EXPECT_FALSE(thread.run([&done] { ++done; }));
        disk.wake();
    }
    EXPECT_EQ(done, 2);
}

// Each task takes less than anybody's patience.
TEST(DiskThread, OrForOneThatIsSlow) {
    std::atomic<int> done = 0;
    int waited_for = 0;
    DiskThread thread({.patience = 100ms, .share = 0.1});
    for (int i = 0; i < 20; ++i) {
        ASSERT_TRUE(thread.run([&done] {
            std::this_thread::sleep_for(80ms);
            ++done;
        }));
        waited_for += done == i + 1 ? 1 : 0;
    }
    EXPECT_LT(waited_for, 10);
}

TEST(DiskThread, ADiskThatCaughtUpIsWaitedForAgain) {
    constexpr auto patience = 300ms;
    DiskThread thread({.patience = patience, .share = 1.0});
    LateDisk(thread).wake();
    std::this_thread::sleep_for(patience);
    while (thread.lateness() > 0ms)
        std::this_thread::sleep_for(1ms);
    std::atomic<bool> is_done = false;
    const auto begin = Clock::now();
    EXPECT_TRUE(thread.run([&is_done] {
        std::this_thread::sleep_for(20ms);
        is_done = true;
    }));
    EXPECT_TRUE(is_done || Clock::now() - begin >= patience);
}

}  // namespace
}  // namespace ringfence
