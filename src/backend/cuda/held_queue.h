// Work that is on a stream, and not on the card yet.
//
// A stream that waits on the card for a word occupies one of the card's 32 queues, and all streams that share the queue
// wait with it, whichever tenant they belong to. So where tenants share a card such a wait does not go there. The
// stream is *held*: the wait, and whatever is put on the stream after it, is kept here, in order, until it is over.
// Work of other streams that comes after kept work (by an event) is kept too. The thread of the stream's group
// (HeldGroup) checks the conditions and puts work that may go on the card.
//
// Where virtual GPUs share a card, jobs that wait for their turn (backend/job_queue.h) are kept here too. All jobs that
// only wait for their turn have entered; so they need not wait for each other's ends, nor for those of earlier work on
// the card. The thread that puts work on the stream puts them on the card, too, whenever it is here (help()): if the
// group's thread alone did, it might not catch up with a busy program, and to wake it takes longer than a short job.
//
// A stream that is not held pays for one load.
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

// Something that is put on a stream. It owns what it needs: it is done later, or dropped.
struct KeptJob {
    // True if it may go; null: at once. Asked again and again by the group's thread.
    std::function<bool()> is_due;
    // Puts it on the card; null: it is nothing but a wait.
    std::function<Result<void>()> put;
    // Only when all that was on the stream before it is done. Until then is_due is not called.
    bool comes_last = false;
    // For a job that needs its turn, which is all that it waits for; then what it owns until the card is done with it.
    std::optional<JobFacts> facts = {};
    std::shared_ptr<void> needs = {};
    JobQueue::Entry entry = {};  // number 0: it has not entered
};

// A stream as far as its queue needs it.
class StreamPlaces {
public:
    virtual ~StreamPlaces() = default;
    // Puts a place on the card, behind all that is there. Numbers grow.
    virtual Result<void> put_place(std::uint64_t number) = 0;
    // True if the stream has reached it; an error if it never will.
    virtual Result<bool> has_come_to(std::uint64_t number) = 0;
};

class HeldQueue {
public:
    // A card's queues hold about a thousand operations of a stream, and a thread that puts more there blocks. The
    // group's thread must not: it keeps no more than this there. More follows when the first half of that is done, so
    // that the card does not wait.
    static constexpr unsigned most_on_card = 256;

    // `turns`: for jobs; none: it has none that need one.
    HeldQueue(StreamPlaces& places, std::shared_ptr<HeldGroup> group, std::shared_ptr<JobQueue> turns = {});
    // Drops kept work.
    ~HeldQueue();
    HeldQueue(const HeldQueue&) = delete;
    HeldQueue& operator=(const HeldQueue&) = delete;

    HeldGroup& group() const { return *group_; }
    bool is_held() const { return is_held_.load(std::memory_order_acquire); }
    // True if it has come to a job that waits, with nothing of it on the card.
    bool is_waiting() const { return is_held() && is_waiting_.load(std::memory_order_relaxed); }

    // Puts work that need not wait: behind kept work, or at once if there is none any more.
    Result<void> keep(std::function<Result<void>()> put);
    // Something that waits: from now on the stream is held.
    Result<void> hold(KeptJob job);
    // A job that needs its turn: now, if it has it at once. `needs`: until the card is done with it.
    Result<void> put_job(const JobFacts& facts, std::function<Result<void>()> put, std::shared_ptr<void> needs);
    // True: turns matter now for the jobs that it has.
    bool needs_turns() const { return turns_ && turns_->is_needed(); }
    // Jobs of it are on the card.
    bool has_jobs_on_card() const { return has_batches_.load(std::memory_order_acquire); }
    // For the thread that puts work on the stream: kept jobs whose turn has come go, and ended ones are noted.
    void help();
    // Returns when it is not held any more.
    void wait_until_free();
    // From any thread: kept work is dropped, now and later.
    void abandon();
    // The first thing that went wrong with kept work, once.
    std::optional<Error> take_failure();

    // For the group's thread: puts work that may go on the card, and notes what has ended; true if there was any.
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
    std::size_t index_ = not_listed;  // among the group's, who alone uses it
    // Held by who looks at the first kept job and at the first batch on the card; taken before the other.
    Mutex front_mutex_;
    // Where the first batch ends: it is looked at all the time, without the other lock.
    std::optional<std::uint64_t> first_place_ RF_GUARDED_BY(front_mutex_);

    std::atomic<bool> is_held_{false};
    std::atomic<bool> is_waiting_{false};
    std::atomic<bool> is_abandoned_{false};
    std::atomic<bool> has_failed_{false};
    std::atomic<bool> has_batches_{false};

    Mutex mutex_;  // guards what follows
    ConditionVariable freed_;
    std::deque<KeptJob> jobs_ RF_GUARDED_BY(mutex_);
    std::size_t entered_ RF_GUARDED_BY(mutex_) = 0;  // so many of the first of them wait for their turns at most
    JobBatches batches_ RF_GUARDED_BY(mutex_);
    std::uint64_t last_place_ RF_GUARDED_BY(mutex_) = 0;
    std::optional<std::uint64_t> arrival_
        RF_GUARDED_BY(mutex_);  // the place behind all that is on the card, if there is one
    // Put on the card, and not known to be done.
    unsigned since_place_ RF_GUARDED_BY(mutex_) = 0;
    unsigned since_job_ RF_GUARDED_BY(mutex_) = 0;  // of these, behind the last job
    struct Halfway {
        std::uint64_t place;
        unsigned count;  // of these, that are before it
    };
    std::optional<Halfway> halfway_ RF_GUARDED_BY(mutex_);
    std::optional<Error> failure_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::cuda
