// Keeps work that was put on a stream and must not go to the card yet.
//
// A stream that waits on the card for a word occupies one of the card's 32 queues, and all streams in that queue wait
// with it, whichever tenant they belong to. So where tenants share a card, such a wait is not put there. The stream is
// *held*: the wait and all later work of the stream are kept here, in order, until the wait is over. Work of other
// streams that depends on kept work (by an event) is kept, too. The thread of the stream's group (HeldGroup) checks the
// conditions, and puts work on the card when it may go.
//
// Where virtual GPUs share a card, jobs that wait for their turn (backend/job_queue.h) are kept here, too. Such jobs
// enter the JobQueue as soon as only their turn is missing, without waiting for the end of earlier ones. The session's
// thread also puts them on the card whenever it comes here (help()): the group's thread alone might not keep up with a
// busy program, and waking it takes longer than a short job.
//
// For a stream that is not held, the cost is one atomic load.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "backend/cuda/job_batches.h"
#include "backend/job_queue.h"
#include "base/mutex.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

class HeldGroup;

// Work that was put on a stream. It owns all that it needs, since it is done later, or dropped.
struct KeptJob {
    // True if the work may go; null: it may go at once. Polled by the group's thread.
    std::function<bool()> is_due;
    // Puts the work on the card; null: this is only a wait.
    std::function<Result<void>()> put;
    // True: it may go only when all earlier work of the stream is done. Until then is_due is not called.
    bool comes_last = false;
    // For a job that waits only for its turn: its facts, and what must exist until the card is done with it.
    std::optional<JobFacts> facts = {};
    std::shared_ptr<void> needs = {};
    JobQueue::Entry entry = {};  // number 0: it has not entered the JobQueue
};

// What a HeldQueue needs of its stream.
class StreamPlaces {
public:
    virtual ~StreamPlaces() = default;
    // Puts a place on the card, behind all present work of the stream. Numbers grow.
    virtual Result<void> put_place(std::uint64_t number) = 0;
    // True if the stream has reached the place; an error if it never will.
    virtual Result<bool> has_come_to(std::uint64_t number) = 0;
};

class HeldQueue {
public:
    // A card's queue holds about a thousand operations of a stream, and a thread that submits more blocks. The group's
    // thread must not block, so it submits at most this many. It submits more when the first half is done, so that the
    // card does not run dry.
    static constexpr unsigned most_on_card = 256;

    // `turns`: where jobs ask for turns; null: none needs one.
    HeldQueue(StreamPlaces& places, std::shared_ptr<HeldGroup> group, std::shared_ptr<JobQueue> turns = {});
    // Drops kept work.
    ~HeldQueue();
    HeldQueue(const HeldQueue&) = delete;
    HeldQueue& operator=(const HeldQueue&) = delete;

    HeldGroup& group() const { return *group_; }
    bool is_held() const { return is_held_.load(std::memory_order_acquire); }
    // True if the stream has come to work that waits, and none of its work is on the card.
    bool is_waiting() const { return is_held() && is_waiting_.load(std::memory_order_relaxed); }

    // Submits work that need not wait itself: behind kept work, or at once if there is no kept work any more.
    Result<void> keep(std::function<Result<void>()> put);
    // Keeps work that waits: from now on the stream is held.
    Result<void> hold(KeptJob job);
    // Submits a job that needs a turn: at once if it gets one. `needs`: kept until the card is done with it.
    Result<void> put_job(const JobFacts& facts, std::function<Result<void>()> put, std::shared_ptr<void> needs);
    // True if the stream's jobs need turns at present.
    bool needs_turns() const { return turns_ && turns_->is_needed(); }
    // True if some of its jobs are on the card.
    bool has_jobs_on_card() const { return has_batches_.load(std::memory_order_acquire); }
    // For the session's thread: puts kept jobs whose turn has come on the card, and notes jobs that have ended.
    void help();
    // Returns when the stream is not held any more.
    void wait_until_free();
    // Callable from any thread: drops kept work, now and later.
    void abandon();
    // The first error of kept work, returned once.
    std::optional<Error> take_failure();

    // For the group's thread: submits work that may go, and notes what has ended. True if there was any.
    bool advance();

private:
    friend class HeldGroup;
    static constexpr std::size_t not_listed = static_cast<std::size_t>(-1);

    Result<void> put_next_place() RF_REQUIRES(mutex_);
    bool note_ends() RF_REQUIRES(front_mutex_);
    bool note_first_end() RF_REQUIRES(front_mutex_);
    void enter_jobs() RF_REQUIRES(front_mutex_);
    void note_job(const JobQueue::Entry& entry, std::shared_ptr<void> needs, unsigned operations) RF_REQUIRES(mutex_);
    void put_what_has_its_turn() RF_REQUIRES(front_mutex_);
    bool has_much();
    KeptJob* front() RF_REQUIRES(front_mutex_);
    bool may_go(const KeptJob& job) RF_REQUIRES(front_mutex_);
    bool has_arrived(bool matters) RF_REQUIRES(front_mutex_);
    void put(KeptJob& job) RF_REQUIRES(front_mutex_);
    void pop() RF_REQUIRES(front_mutex_);
    void drop_all() RF_REQUIRES(front_mutex_);
    void set_free() RF_REQUIRES(mutex_);
    void note(Error error);

    StreamPlaces& places_;
    const std::shared_ptr<HeldGroup> group_;
    const std::shared_ptr<JobQueue> turns_;
    std::size_t index_ = not_listed;  // in the group's list; used by the group only
    // Held while looking at the first kept job and the first batch on the card. Lock order: before mutex_.
    Mutex front_mutex_;
    // The place where the first batch ends: polled all the time, without mutex_.
    std::optional<std::uint64_t> first_place_ RF_GUARDED_BY(front_mutex_);

    std::atomic<bool> is_held_{false};
    std::atomic<bool> is_waiting_{false};
    std::atomic<bool> is_abandoned_{false};
    std::atomic<bool> has_failed_{false};
    std::atomic<bool> has_batches_{false};

    Mutex mutex_;  // guards what follows
    ConditionVariable freed_;
    std::deque<KeptJob> jobs_ RF_GUARDED_BY(mutex_);
    std::size_t entered_ RF_GUARDED_BY(mutex_) = 0;  // so many of the first jobs wait at most for turns
    JobBatches batches_ RF_GUARDED_BY(mutex_);
    std::uint64_t last_place_ RF_GUARDED_BY(mutex_) = 0;
    std::optional<std::uint64_t> arrival_
        RF_GUARDED_BY(mutex_);  // the place behind all that is on the card, if there is one
    // Operations put on the card and not known to be done.
    unsigned since_place_ RF_GUARDED_BY(mutex_) = 0;
    unsigned since_job_ RF_GUARDED_BY(mutex_) = 0;  // of these, those behind the last job
    struct Halfway {
        std::uint64_t place;
        unsigned count;  // of these, those before the place
    };
    std::optional<Halfway> halfway_ RF_GUARDED_BY(mutex_);
    std::optional<Error> failure_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::cuda
