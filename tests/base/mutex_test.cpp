#include "base/mutex.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence {
namespace {

struct Counter {
    Mutex mutex;
    ConditionVariable changed;
    int value RF_GUARDED_BY(mutex) = 0;
};

// For another thread.
bool is_free(Mutex& mutex) {
    bool is = false;
    std::thread([&] {
        if (!mutex.try_lock()) return;
        is = true;
        mutex.unlock();
    }).join();
    return is;
}

TEST(Mutex, OneThreadAtATime) {
    constexpr int threads = 4;
    constexpr int rounds = 20'000;
    Counter counter;
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) {
        all.emplace_back([&counter] {
            for (int round = 0; round < rounds; ++round) {
                const MutexLock lock(counter.mutex);
                ++counter.value;
            }
        });
    }
    for (std::thread& thread : all)
        thread.join();
    const MutexLock lock(counter.mutex);
    EXPECT_EQ(counter.value, threads * rounds);
}

TEST(Mutex, IsFreeWithinAnUnlock) {
    Counter counter;
    const MutexLock lock(counter.mutex);
    EXPECT_FALSE(is_free(counter.mutex));
    {
        const MutexUnlock unlocked(counter.mutex);
        EXPECT_TRUE(is_free(counter.mutex));
    }
    EXPECT_FALSE(is_free(counter.mutex));
}

TEST(ConditionVariable, WaitsAndHoldsTheMutexAfterwards) {
    Counter counter;
    std::thread other([&counter] {
        const MutexLock lock(counter.mutex);
        counter.value = 7;
        counter.changed.notify_all();
    });
    {
        const MutexLock lock(counter.mutex);
        counter.changed.wait(counter.mutex, [&counter]() RF_REQUIRES(counter.mutex) { return counter.value == 7; });
        EXPECT_FALSE(is_free(counter.mutex));
    }
    other.join();
}

TEST(ConditionVariable, GivesUpInTime) {
    Counter counter;
    const MutexLock lock(counter.mutex);
    const auto never = [] { return false; };
    EXPECT_FALSE(counter.changed.wait_for(counter.mutex, std::chrono::milliseconds(1), never));
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
    EXPECT_FALSE(counter.changed.wait_until(counter.mutex, end, never));
    // Wake-ups without a reason are allowed, but not for ever.
    const auto past = std::chrono::steady_clock::now();
    EXPECT_EQ(counter.changed.wait_until(counter.mutex, past), std::cv_status::timeout);
}

TEST(SharedMutex, ReadersTogetherWritersAlone) {
    struct {
        SharedMutex mutex;
        int value RF_GUARDED_BY(mutex) = 1;
    } shared;
    std::atomic<int> readers{0};
    const auto read = [&] {
        const ReaderLock lock(shared.mutex);
        ++readers;
        // Comes to its end only if the other is let in too.
        while (readers < 2)
            std::this_thread::yield();
        EXPECT_EQ(shared.value, 1);
    };
    std::thread other(read);
    read();
    other.join();
    const WriterLock lock(shared.mutex);
    shared.value = 2;
    EXPECT_EQ(shared.value, 2);
}

}  // namespace
}  // namespace ringfence
