// Whose work computes next where not all can.
#include "soft_libraries/turns.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence::soft_libraries {
namespace {

using namespace std::chrono_literals;

bool becomes_true(const std::function<bool()>& condition) {
    for (int i = 0; i < 60000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(1ms);
    }
    return false;
}

// Work that goes on until it is told to end.
class Crowd {
public:
    explicit Crowd(Turns& turns) : turns_(turns) {}
    ~Crowd() {
        may_end_ = true;
        for (std::thread& thread : threads_)
            thread.join();
    }
    void come(std::uint64_t tenant, int count) {
        for (int i = 0; i < count; ++i)
            threads_.emplace_back([this, tenant] {
                turns_.begin(tenant);
                ++running_;
                while (!may_end_)
                    std::this_thread::sleep_for(1ms);
                --running_;
                turns_.end(tenant);
            });
    }
    int running() const { return running_; }

private:
    Turns& turns_;
    std::atomic<int> running_{0};
    std::atomic<bool> may_end_{false};
    std::vector<std::thread> threads_;
};

TEST(Turns, OneTenantLeavesSomeToOthers) {
    Turns turns(6, 4);
    Crowd greedy(turns);
    greedy.come(1, 20);
    ASSERT_TRUE(becomes_true([&] { return greedy.running() == 4; }));
    Crowd other(turns);
    other.come(2, 1);
    EXPECT_TRUE(becomes_true([&] { return other.running() == 1; })) << "it does not wait for those who never end";
    EXPECT_EQ(greedy.running(), 4);
}

TEST(Turns, NoMoreRunThanMay) {
    Turns turns(6, 4);
    std::atomic<int> running{0};
    std::atomic<int> most{0};
    std::vector<std::thread> threads;
    for (std::uint64_t i = 0; i < 24; ++i)
        threads.emplace_back([&, i] {
            for (int turn = 0; turn < 200; ++turn) {
                turns.begin(i % 5);
                int now = ++running;
                for (int before = most; now > before && !most.compare_exchange_weak(before, now);) {
                }
                std::this_thread::yield();
                --running;
                turns.end(i % 5);
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_LE(most, 6);
    EXPECT_GE(most, 1);
}

}  // namespace
}  // namespace ringfence::soft_libraries
