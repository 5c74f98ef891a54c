#include "worker/turns.h"

#include <algorithm>

namespace ringfence::worker {

namespace {

// The turns that somebody who was away can catch up on.
constexpr std::uint64_t credit = 64;

}  // namespace

Turns::Turn Turns::take(Member& member) {
    if (members_.load(std::memory_order_relaxed) <= 1) return {};
    std::unique_lock lock(mutex_);
    const std::uint64_t number = ++last_number_;
    member.had_ = std::max(member.had_, last_had_ - std::min(last_had_, credit));
    if (holder_ == 0) {
        begin(member, number);
        return {*this, number};
    }
    Waiter waiter{member, number, false, {}};
    line_.push_back(&waiter);
    while (!waiter.is_next) {
        const std::uint64_t before = holder_;
        const bool is_late = waiter.called.wait_for(lock, longest_) == std::cv_status::timeout;
        if (!is_late || waiter.is_next || holder_ != before || *next_in_line() != &waiter) continue;
        std::erase(line_, &waiter);
        begin(member, number);
        break;
    }
    return {*this, number};
}

// Of several that had as many, the one that came first.
std::vector<Turns::Waiter*>::iterator Turns::next_in_line() {
    return std::min_element(line_.begin(), line_.end(), [](const Waiter* one, const Waiter* other) {
        return one->member.had_ < other->member.had_;
    });
}

void Turns::begin(Member& member, std::uint64_t number) {
    holder_ = number;
    last_had_ = std::max(last_had_, ++member.had_);
}

void Turns::end(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    if (holder_ != number) return;
    if (line_.empty()) {
        holder_ = 0;
        return;
    }
    const auto place = next_in_line();
    Waiter& next = **place;
    line_.erase(place);
    begin(next.member, next.number);
    next.is_next = true;
    next.called.notify_one();
}

}  // namespace ringfence::worker
