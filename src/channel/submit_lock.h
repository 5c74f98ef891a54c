// The lock that orders a process's submissions. It is held for some tens of nanoseconds, so waiters spin first.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "base/futex.h"
#include "base/spin.h"
#include "base/thread_annotations.h"

namespace ringfence::channel {

class RF_CAPABILITY("mutex") SubmitLock {
public:
    void lock() RF_ACQUIRE() {
        std::uint32_t seen = free;
        if (state_.compare_exchange_strong(seen, taken, std::memory_order_acquire)) return;
        lock_slowly();
    }
    void unlock() RF_RELEASE() {
        if (state_.exchange(free, std::memory_order_release) == contended) futex_wake(state_, 1);
    }

private:
    void lock_slowly() {
        constexpr std::chrono::microseconds worth_spinning{20};
        const auto is_free = [this] { return state_.load(std::memory_order_relaxed) == free; };
        if (spin_until(is_free, spin_budget(worth_spinning))) {
            std::uint32_t seen = free;
            if (state_.compare_exchange_strong(seen, taken, std::memory_order_acquire)) return;
        }
        // A woken thread does not know whether others still sleep, so it leaves the lock marked as contended.
        while (state_.exchange(contended, std::memory_order_acquire) != free) {
            futex_wait(state_, contended, std::chrono::seconds(1));
        }
    }

    static constexpr std::uint32_t free = 0;
    static constexpr std::uint32_t taken = 1;
    static constexpr std::uint32_t contended = 2;
    std::atomic<std::uint32_t> state_{free};
};

// Holds the lock until the end of the scope.
class [[nodiscard]] RF_SCOPED_CAPABILITY SubmitScope {
public:
    explicit SubmitScope(SubmitLock& lock) RF_ACQUIRE(lock) : lock_(lock) { lock_.lock(); }
    ~SubmitScope() RF_RELEASE() { lock_.unlock(); }
    SubmitScope(const SubmitScope&) = delete;
    SubmitScope& operator=(const SubmitScope&) = delete;

private:
    SubmitLock& lock_;
};

}  // namespace ringfence::channel
