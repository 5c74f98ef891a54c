// Sessions that submit to one driver take turns.
//
// The driver's own lock goes to whoever happens to get it, so one session may be served a hundred times as often as its
// neighbour. Here they stand in line, each for a batch of records. It is for fairness alone: whoever holds its turn for
// too long, in a call of the driver that waits, loses it and the others go on.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <utility>

namespace ringfence::worker {

class Turns {
public:
    explicit Turns(std::chrono::nanoseconds longest = std::chrono::milliseconds(2)) : longest_(longest) {}
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

    // As long as it lives somebody else may be there to take turns with; a single one needs none.
    class Member {
    public:
        explicit Member(Turns& turns) : turns_(turns) { turns_.members_.fetch_add(1, std::memory_order_relaxed); }
        ~Member() { turns_.members_.fetch_sub(1, std::memory_order_relaxed); }
        Member(const Member&) = delete;
        Member& operator=(const Member&) = delete;

    private:
        Turns& turns_;
    };

    // Ends when destroyed.
    class Turn {
    public:
        Turn() = default;
        Turn(Turns& turns, std::uint64_t number) : turns_(&turns), number_(number) {}
        Turn(Turn&& other) noexcept : turns_(std::exchange(other.turns_, nullptr)), number_(other.number_) {}
        Turn& operator=(Turn&&) = delete;
        ~Turn() {
            if (turns_ != nullptr) turns_->end(number_);
        }

    private:
        Turns* turns_ = nullptr;
        std::uint64_t number_ = 0;
    };
    // Waits for it. By a member.
    Turn take();

private:
    struct Waiter {
        std::uint64_t number = 0;
        bool is_next = false;
        std::condition_variable called;
    };
    void end(std::uint64_t number);

    const std::chrono::nanoseconds longest_;
    std::atomic<std::uint32_t> members_{0};
    std::mutex mutex_;  // guards what follows
    std::uint64_t last_number_ = 0;
    std::uint64_t holder_ = 0;  // 0: nobody
    std::deque<Waiter*> line_;
};

}  // namespace ringfence::worker
