#include "backend/cuda/held_queue.h"

#include <utility>

#include "backend/cuda/held_group.h"

namespace ringfence::backend::cuda {

HeldQueue::HeldQueue(StreamPlaces& places, std::shared_ptr<HeldGroup> group)
    : places_(places), group_(std::move(group)) {}

HeldQueue::~HeldQueue() {
    group_->remove(*this);
    drop_all();
}

Result<void> HeldQueue::keep(std::function<Result<void>()> put) {
    {
        const MutexLock lock(mutex_);
        if (is_held()) {
            jobs_.push_back({nullptr, std::move(put), false});
            return {};
        }
    }
    return put();
}

Result<void> HeldQueue::hold(KeptJob job) {
    RF_RETURN_IF_ERROR(group_->start());
    std::optional<std::uint64_t> place;
    if (!is_held()) {
        // By the caller, who has put there what is on the card: it may have to wait for room.
        place = next_place();
        RF_RETURN_IF_ERROR(places_.put_place(*place));
    }
    {
        const MutexLock lock(mutex_);
        if (!is_held()) {
            arrival_ = place;
            since_place_ = most_on_card;
        }
        jobs_.push_back(std::move(job));
        is_held_.store(true, std::memory_order_release);
    }
    group_->add(*this);
    return {};
}

std::uint64_t HeldQueue::next_place() {
    const MutexLock lock(mutex_);
    return ++last_place_;
}

void HeldQueue::wait_until_free() {
    const MutexLock lock(mutex_);
    freed_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return !is_held(); });
}

void HeldQueue::abandon() {
    is_abandoned_ = true;
    group_->look();
}

std::optional<Error> HeldQueue::take_failure() {
    if (!has_failed_.load(std::memory_order_relaxed)) return std::nullopt;
    const MutexLock lock(mutex_);
    has_failed_ = false;
    return std::exchange(failure_, std::nullopt);
}

void HeldQueue::note(Error error) {
    const MutexLock lock(mutex_);
    if (!failure_) failure_ = std::move(error);
    has_failed_ = true;
}

bool HeldQueue::advance() {
    bool has_moved = false;
    while (const KeptJob* job = front()) {
        const bool may_go = this->may_go(*job);
        if (is_abandoned_) {
            drop_all();
            return true;
        }
        if (!may_go) return has_moved;
        has_moved = true;
        if (job->put) put(*job);
        pop();
    }
    return has_moved;
}

void HeldQueue::put(const KeptJob& job) {
    if (auto put = job.put(); !put.ok()) note(put.take_error());
    const MutexLock lock(mutex_);
    arrival_.reset();
    ++since_place_;
}

bool HeldQueue::may_go(const KeptJob& job) {
    if (!has_arrived(job.comes_last)) return false;
    const bool is_due = !job.is_due || job.is_due();
    is_waiting_.store(!is_due && job.comes_last, std::memory_order_relaxed);
    return is_due;
}

// Whether what is on the card is done, as far as that matters.
bool HeldQueue::has_arrived(bool matters) {
    std::uint64_t place = 0;
    bool is_new = false;
    {
        const MutexLock lock(mutex_);
        if (!matters && since_place_ < most_on_card) return true;
        is_new = !arrival_;
        if (is_new) arrival_ = ++last_place_;
        place = *arrival_;
    }
    Result<bool> has_come = true;
    if (is_new) {
        if (auto put = places_.put_place(place); !put.ok()) has_come = put.take_error();
    }
    if (has_come.ok()) has_come = places_.has_come_to(place);
    if (!has_come.ok()) {
        // Then nothing ever will.
        note(has_come.take_error());
        is_abandoned_ = true;
        return false;
    }
    if (!has_come.value()) return false;
    const MutexLock lock(mutex_);
    since_place_ = 0;
    return true;
}

KeptJob* HeldQueue::front() {
    const MutexLock lock(mutex_);
    // Where others are added behind it, it stays where it is.
    return jobs_.empty() ? nullptr : &jobs_.front();
}

void HeldQueue::pop() {
    // What it owns goes first: others must not believe that it is done before.
    *front() = {};
    const MutexLock lock(mutex_);
    jobs_.pop_front();
    if (jobs_.empty()) set_free();
}

void HeldQueue::drop_all() {
    for (;;) {
        std::deque<KeptJob> dropped;
        const MutexLock lock(mutex_);
        dropped.swap(jobs_);
        if (!dropped.empty()) continue;
        set_free();
        return;
    }
}

void HeldQueue::set_free() {
    arrival_.reset();
    is_waiting_ = false;
    is_held_.store(false, std::memory_order_release);
    freed_.notify_all();
}

}  // namespace ringfence::backend::cuda
