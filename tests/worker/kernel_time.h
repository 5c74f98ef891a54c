// The time that a worker counts kernels by. It passes when a test says so: on a machine that stands still for a moment
// nobody has run for too long.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <thread>

#include "worker/kernel_watch.h"

namespace ringfence::worker {

class KernelTime {
public:
    KernelWatch::Now now() const {
        return [state = state_] {
            ++state->questions;
            return KernelWatch::Clock::time_point(std::chrono::nanoseconds(state->time));
        };
    }
    void pass(std::chrono::nanoseconds time) const { state_->time += time.count(); }
    // Again and again, as long as `work` goes on: who waits for something to happen does not know when a kernel began.
    template <typename Work>
    auto pass_during(std::chrono::nanoseconds time, const Work& work) const {
        std::atomic<bool> is_over = false;
        std::thread passing([&] {
            for (; !is_over; std::this_thread::sleep_for(std::chrono::milliseconds(5)))
                pass(time);
        });
        auto result = work();
        is_over = true;
        passing.join();
        return result;
    }
    // Until the worker has looked at its kernels some times more. It does while there is something to see; sessions ask
    // once or twice when they are given work.
    bool is_looked_at() const {
        constexpr std::uint64_t looks = 6;
        const std::uint64_t before = state_->questions;
        for (int i = 0; i < 12000; ++i) {
            if (state_->questions >= before + looks) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return false;
    }

private:
    struct State {
        std::atomic<std::int64_t> time = std::chrono::nanoseconds(std::chrono::hours(1)).count();
        std::atomic<std::uint64_t> questions = 0;
    };
    std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace ringfence::worker
