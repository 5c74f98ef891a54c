// How much scratch memory the sessions of one device have together (docs/memory.md, "Zones and sinks").
//
// Each has some of its own: if they shared it they could talk through it. The first ones get a large piece, with which
// a window is made fastest; as the sum comes near to its limit they get smaller ones, and then there are no more
// sessions. Safe for several threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace ringfence::memory {

// The memory that a sink of so many bytes takes, with the smaller pieces that lie around memory.
constexpr std::uint64_t sink_footprint(std::uint64_t bytes) {
    return bytes + bytes / 8;
}

class SinkBudget {
public:
    static constexpr std::uint64_t largest = std::uint64_t{512} << 20;
    static constexpr std::uint64_t smallest = std::uint64_t{32} << 20;

    // The budget of all sinks together.
    explicit SinkBudget(std::uint64_t most) : left_(std::make_shared<std::atomic<std::uint64_t>>(most)) {}

    // A sink of so many bytes; given back when it goes.
    class Share {
    public:
        Share(std::shared_ptr<std::atomic<std::uint64_t>> left, std::uint64_t bytes)
            : left_(std::move(left)), bytes_(bytes) {}
        ~Share() { *left_ += sink_footprint(bytes_); }
        Share(const Share&) = delete;
        Share& operator=(const Share&) = delete;

        std::uint64_t bytes() const { return bytes_; }

    private:
        std::shared_ptr<std::atomic<std::uint64_t>> left_;
        std::uint64_t bytes_ = 0;
    };

    // The largest of which several are left, that takes no more than `most` unless it is the smallest; null: not even
    // that is left.
    std::shared_ptr<const Share> take(std::uint64_t most = UINT64_MAX) {
        constexpr std::uint64_t several = 4;
        std::uint64_t left = left_->load();
        while (true) {
            std::uint64_t bytes = largest;
            while (bytes > smallest && (several * sink_footprint(bytes) > left || sink_footprint(bytes) > most))
                bytes /= 4;
            if (sink_footprint(bytes) > left) return nullptr;
            if (left_->compare_exchange_weak(left, left - sink_footprint(bytes)))
                return std::make_shared<const Share>(left_, bytes);
        }
    }

private:
    std::shared_ptr<std::atomic<std::uint64_t>> left_;
};

}  // namespace ringfence::memory
