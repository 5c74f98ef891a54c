#include "worker/turns.h"

namespace ringfence::worker {

Turns::Turn Turns::take() {
    if (members_.load(std::memory_order_relaxed) <= 1) return {};
    std::unique_lock lock(mutex_);
    const std::uint64_t number = ++last_number_;
    if (holder_ == 0) {
        holder_ = number;
        return {*this, number};
    }
    Waiter waiter;
    waiter.number = number;
    line_.push_back(&waiter);
    while (!waiter.is_next) {
        const std::uint64_t before = holder_;
        const bool is_late = waiter.called.wait_for(lock, longest_) == std::cv_status::timeout;
        if (!is_late || waiter.is_next || holder_ != before || line_.front() != &waiter) continue;
        line_.pop_front();
        holder_ = number;
        break;
    }
    return {*this, number};
}

void Turns::end(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    if (holder_ != number) return;
    if (line_.empty()) {
        holder_ = 0;
        return;
    }
    Waiter& next = *line_.front();
    line_.pop_front();
    holder_ = next.number;
    next.is_next = true;
    next.called.notify_one();
}

}  // namespace ringfence::worker
