#include "backend/cuda/held_queue.h"

#include <algorithm>
#include <utility>

#include "backend/cuda/held_group.h"

namespace ringfence::backend::cuda {

HeldQueue::HeldQueue(StreamPlaces& places, std::shared_ptr<HeldGroup> group, std::shared_ptr<JobQueue> turns)
    : places_(places), group_(std::move(group)), turns_(std::move(turns)) {}

HeldQueue::~HeldQueue() {
    group_->remove(*this);
    const MutexLock front_lock(front_mutex_);
    drop_all();
    // The caller has waited for the card, so all batches are done.
    while (has_jobs_on_card())
        note_first_end();
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
    bool was_held = false;
    {
        const MutexLock lock(mutex_);
        was_held = is_held();
        if (!was_held && job.facts) {
            // Only a turn is missing, and the batches report the end of work on the card, so no place is needed.
            since_place_ = batches_.operations();
            since_job_ = 0;
            halfway_.reset();
        } else if (!was_held) {
            // Put here by the caller, which has submitted the earlier work: this may block until the card has room.
            RF_RETURN_IF_ERROR(put_next_place());
            since_place_ = most_on_card;
            halfway_ = {last_place_, most_on_card};
        }
        jobs_.push_back(std::move(job));
        is_held_.store(true, std::memory_order_release);
    }
    // The group's thread runs while anything is held, so it need not be told of each further job. Telling it slowed
    // both threads so much that it never caught up with a busy program, whose stream stayed held for ever.
    if (!was_held) group_->add(*this);
    return {};
}

Result<void> HeldQueue::put_job(const JobFacts& facts, std::function<Result<void>()> put, std::shared_ptr<void> needs) {
    KeptJob job{nullptr, std::move(put), false, facts, std::move(needs)};
    if (is_held()) {
        RF_RETURN_IF_ERROR(hold(std::move(job)));
        help();
        return {};
    }
    RF_RETURN_IF_ERROR(group_->start());
    job.entry = turns_->begin(facts);
    if (!job.entry.has_begun) return hold(std::move(job));
    Result<void> done = job.put();
    bool is_first = false;
    {
        const MutexLock lock(mutex_);
        is_first = batches_.is_empty();
        // Two operations, since most jobs are followed by an event or a mark.
        note_job(job.entry, std::move(job.needs), 2);
    }
    if (is_first) group_->add(*this);
    return done;
}

// Puts a place behind all work on the card. The lock is held, so that places are in the order of their numbers.
Result<void> HeldQueue::put_next_place() {
    arrival_ = ++last_place_;
    return places_.put_place(last_place_);
}

// A job was put on the card.
void HeldQueue::note_job(const JobQueue::Entry& entry, std::shared_ptr<void> needs, unsigned operations) {
    batches_.add(entry, std::move(needs), operations);
    has_batches_.store(true, std::memory_order_release);
    arrival_.reset();
    if (!batches_.wants_place()) return;
    Result<void> put = put_next_place();
    batches_.set_place(last_place_);
    if (put.ok()) return;
    // After a failure nothing more is submitted.
    if (!failure_) failure_ = put.take_error();
    has_failed_ = true;
    is_abandoned_ = true;
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
    const MutexLock front_lock(front_mutex_);
    bool has_moved = turns_ && has_jobs_on_card() && note_ends();
    // Return before taking mutex_, which a thread that submits jobs would have to wait for.
    if (!is_held()) return has_moved;
    if (turns_) enter_jobs();
    while (KeptJob* job = front()) {
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

void HeldQueue::help() {
    if (!turns_) return;
    if (front_mutex_.try_lock()) {
        put_what_has_its_turn();
        front_mutex_.unlock();
    } else if (has_much()) {
        // The group's thread is busy here. Waiting for it lets it catch up before more work is added.
        const MutexLock front_lock(front_mutex_);
        put_what_has_its_turn();
    }
}

void HeldQueue::put_what_has_its_turn() {
    if (has_jobs_on_card()) note_ends();
    if (is_held()) enter_jobs();
    for (KeptJob* job = front(); job != nullptr && !is_abandoned_; job = front()) {
        // Only the group's thread checks conditions.
        if (job->is_due || job->comes_last || !may_go(*job)) return;
        if (job->put) put(*job);
        pop();
    }
}

bool HeldQueue::has_much() {
    const MutexLock lock(mutex_);
    return jobs_.size() >= most_on_card / 4;
}

// Notes the batches that the card is done with.
bool HeldQueue::note_ends() {
    bool has_moved = false;
    for (;;) {
        if (!first_place_) {
            const MutexLock lock(mutex_);
            if (batches_.is_empty()) return has_moved;
            if (!batches_.first_place()) {
                if (auto put = put_next_place(); !put.ok()) is_abandoned_ = true;
                batches_.set_place(last_place_);
            }
            first_place_ = batches_.first_place();
        }
        const Result<bool> has_come = places_.has_come_to(*first_place_);
        // After an error the card does no more work, so the batches count as done.
        if (has_come.ok() && !has_come.value()) return has_moved;
        has_moved = note_first_end();
    }
}

bool HeldQueue::note_first_end() {
    JobBatches::Done done;
    first_place_.reset();
    {
        const MutexLock lock(mutex_);
        done = batches_.take_first();
        has_batches_.store(!batches_.is_empty(), std::memory_order_release);
        since_place_ -= std::min(since_place_, done.operations);
    }
    turns_->finish(done.through);
    return true;
}

// Enters jobs as long as everything before them waits only for turns.
void HeldQueue::enter_jobs() {
    const MutexLock lock(mutex_);
    for (; entered_ < jobs_.size() && entered_ < most_on_card; ++entered_) {
        KeptJob& job = jobs_[entered_];
        if (job.is_due || job.comes_last) return;
        if (job.facts && job.entry.number == 0) job.entry = turns_->enter(*job.facts);
    }
}

void HeldQueue::put(KeptJob& job) {
    if (auto put = job.put(); !put.ok()) note(put.take_error());
    const MutexLock lock(mutex_);
    arrival_.reset();
    ++since_place_;
    ++since_job_;
    if (job.facts) note_job(job.entry, std::move(job.needs), std::exchange(since_job_, 0));
    if (halfway_ || since_place_ < most_on_card / 2 || !batches_.is_empty()) return;
    // At half of the limit, so that the card still has work when it is reached. Polling it reports a failure.
    if (put_next_place().ok()) halfway_ = {last_place_, since_place_};
}

bool HeldQueue::may_go(const KeptJob& job) {
    if (!has_arrived(job.comes_last)) return false;
    if (job.facts) {
        if (job.entry.number == 0) enter_jobs();  // the work before it has just gone
        const bool has_turn = job.entry.number != 0 && turns_->may_begin(job.entry.number);
        is_waiting_.store(!has_turn && !has_jobs_on_card(), std::memory_order_relaxed);
        return has_turn;
    }
    bool is_due = true;
    if (job.is_due) {
        // Unlocked, since is_due may take long, like a host function. Only this thread removes jobs with conditions.
        const MutexUnlock unlocked(front_mutex_);
        is_due = job.is_due();
    }
    is_waiting_.store(!is_due && job.comes_last, std::memory_order_relaxed);
    return is_due;
}

// True if there is room on the card; or, if `matters`, if all earlier work on the card is done.
bool HeldQueue::has_arrived(bool matters) {
    std::uint64_t place = 0;
    Result<bool> has_come = true;
    {
        const MutexLock lock(mutex_);
        if (!matters && since_place_ < most_on_card) return true;
        // There will be room when the first batches have ended.
        if (!matters && !halfway_ && !batches_.is_empty()) return false;
        if (!arrival_ && (matters || !halfway_)) {
            if (auto put = put_next_place(); !put.ok()) has_come = put.take_error();
        }
        place = !matters && halfway_ ? halfway_->place : *arrival_;
    }
    if (has_come.ok()) has_come = places_.has_come_to(place);
    if (!has_come.ok()) {
        // The card will never get there.
        note(has_come.take_error());
        is_abandoned_ = true;
        return false;
    }
    if (!has_come.value()) return false;
    const MutexLock lock(mutex_);
    const bool is_halfway = !matters && halfway_;
    since_place_ = is_halfway ? since_place_ - std::min(since_place_, halfway_->count) : 0;
    halfway_.reset();
    return true;
}

KeptJob* HeldQueue::front() {
    const MutexLock lock(mutex_);
    // The pointer stays valid when jobs are added behind it.
    return jobs_.empty() ? nullptr : &jobs_.front();
}

void HeldQueue::pop() {
    // Its resources are released first, so that it never seems done before that.
    *front() = {};
    const MutexLock lock(mutex_);
    jobs_.pop_front();
    if (entered_ != 0) --entered_;
    if (jobs_.empty()) set_free();
}

void HeldQueue::drop_all() {
    for (;;) {
        std::deque<KeptJob> dropped;
        const MutexLock lock(mutex_);
        dropped.swap(jobs_);
        entered_ = 0;
        if (turns_) turns_->drop(batches_.last_number());
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
