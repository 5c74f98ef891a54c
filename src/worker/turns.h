// Sessions that submit to one driver take turns.
//
// The driver's own lock goes to whoever happens to get it, so one session may be served a hundred times as often as its
// neighbour. Here they wait for each other, each for a batch of records, and whoever had the fewest turns is next. One
// that was away comes before the others for a while, but not for all the time that it was away. It is for fairness
// alone: whoever holds its turn for too long, in a call of the driver that waits, loses it and the others go on.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace ringfence::worker {

class Turns {
public:
    explicit Turns(std::chrono::nanoseconds longest = std::chrono::milliseconds(2)) : longest_(longest) {}
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

    // Somebody who takes turns, one at a time. A single one needs none.
    class Member {
    public:
        explicit Member(Turns& turns) : turns_(turns) { turns_.members_.fetch_add(1, std::memory_order_relaxed); }
        ~Member() { turns_.members_.fetch_sub(1, std::memory_order_relaxed); }
        Member(const Member&) = delete;
        Member& operator=(const Member&) = delete;

    private:
        friend class Turns;
        Turns& turns_;
        std::uint64_t had_ = 0;  // turns, as if it had always been there
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
    // Waits for it.
    Turn take(Member& member);

private:
    struct Waiter {
        Member& member;
        std::uint64_t number = 0;
        bool is_next = false;
        std::condition_variable called;
    };
    std::vector<Waiter*>::iterator next_in_line();
    void begin(Member& member, std::uint64_t number);
    void end(std::uint64_t number);

    const std::chrono::nanoseconds longest_;
    std::atomic<std::uint32_t> members_{0};
    std::mutex mutex_;  // guards what follows, and what members had
    std::uint64_t last_number_ = 0;
    std::uint64_t holder_ = 0;    // 0: nobody
    std::uint64_t last_had_ = 0;  // of the last one that was called
    std::vector<Waiter*> line_;
};

}  // namespace ringfence::worker
