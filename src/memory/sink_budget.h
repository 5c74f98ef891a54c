// Limits the scratch memory (sinks) of all sessions of one device together (docs/memory.md, "Zones and sinks").
//
// Each session has its own: a shared one would be a channel between tenants. The first sessions get large sinks, with
// which a window is made fastest; as the sum gets close to the limit sinks get smaller, and finally no further session
// is possible. Safe for several threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace ringfence::memory {

// The memory that a sink of so many bytes takes, including its smaller pieces.
constexpr std::uint64_t sink_footprint(std::uint64_t bytes) {
    return bytes + bytes / 8;
}

class SinkBudget {
public:
    static constexpr std::uint64_t largest = std::uint64_t{512} << 20;
    static constexpr std::uint64_t smallest = std::uint64_t{32} << 20;

    // The budget of all sinks together.
    explicit SinkBudget(std::uint64_t most) : left_(std::make_shared<std::atomic<std::uint64_t>>(most)) {}

    // A sink of so many bytes; returned to the budget when destroyed.
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

    // The largest sink of which the budget has room for several, and that takes no more than `most`; at least the
    // smallest one. Null: there is no room even for that.
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
