// What is on a stream, and not on the card yet.
//
// A stream that waits on the card for a word occupies one of the card's 32 queues, and all streams that share the queue
// wait with it, whoever they belong to. So where tenants share a card such a wait does not go there. The stream is
// *held*: the wait, and whatever is put on the stream after it, is kept here, in order, until it is over. Work of other
// streams that comes after kept work (by an event) is kept too. The thread of the stream's group (HeldGroup) looks at
// what is waited for and puts on the card what may go.
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

#include "base/mutex.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

class HeldGroup;

// Something that is put on a stream. What it needs it owns: it is done later, or dropped.
struct KeptJob {
    // Whether it may go; null: at once. Asked again and again by the group's thread.
    std::function<bool()> is_due;
    // Puts it on the card; null: it is nothing but a wait.
    std::function<Result<void>()> put;
    // Only when all that was on the stream before it is done. Until then nobody asks whether it is due.
    bool comes_last = false;
};

// A stream as far as its queue needs it.
class StreamPlaces {
public:
    virtual ~StreamPlaces() = default;
    // Puts a place on the card, behind all that is there. Numbers grow.
    virtual Result<void> put_place(std::uint64_t number) = 0;
    // Whether the stream has come to it; or why it never will.
    virtual Result<bool> has_come_to(std::uint64_t number) = 0;
};

class HeldQueue {
public:
    // A card's queues hold about a thousand operations of a stream, and who puts more there waits. The group's thread
    // shall not: it puts no more than this on the card before what it has put there is done.
    static constexpr unsigned most_on_card = 256;

    HeldQueue(StreamPlaces& places, std::shared_ptr<HeldGroup> group);
    // Drops what is kept.
    ~HeldQueue();
    HeldQueue(const HeldQueue&) = delete;
    HeldQueue& operator=(const HeldQueue&) = delete;

    HeldGroup& group() const { return *group_; }
    bool is_held() const { return is_held_.load(std::memory_order_acquire); }
    // Whether it has come to something that waits, with nothing of it on the card.
    bool is_waiting() const { return is_held() && is_waiting_.load(std::memory_order_relaxed); }

    // Something that need not wait: behind what is kept, or at once if there is nothing any more.
    Result<void> keep(std::function<Result<void>()> put);
    // Something that waits: from now on the stream is held.
    Result<void> hold(KeptJob job);
    // Returns when it is not held any more.
    void wait_until_free();
    // From any thread: what is kept will be dropped, now and later.
    void abandon();
    // The first thing that went wrong with kept work, once.
    std::optional<Error> take_failure();

    // The group's thread: puts on the card what may go; whether there was anything.
    bool advance();

private:
    friend class HeldGroup;
    static constexpr std::size_t not_listed = static_cast<std::size_t>(-1);

    std::uint64_t next_place();
    KeptJob* front();
    bool may_go(const KeptJob& job);
    bool has_arrived(bool matters);
    void put(const KeptJob& job);
    void pop();
    void drop_all();
    void set_free() RF_REQUIRES(mutex_);
    void note(Error error);

    StreamPlaces& places_;
    const std::shared_ptr<HeldGroup> group_;
    std::size_t index_ = not_listed;  // among the group's, who alone uses it

    std::atomic<bool> is_held_{false};
    std::atomic<bool> is_waiting_{false};
    std::atomic<bool> is_abandoned_{false};
    std::atomic<bool> has_failed_{false};

    Mutex mutex_;  // guards what follows
    ConditionVariable freed_;
    std::deque<KeptJob> jobs_ RF_GUARDED_BY(mutex_);
    std::uint64_t last_place_ RF_GUARDED_BY(mutex_) = 0;
    std::optional<std::uint64_t> arrival_
        RF_GUARDED_BY(mutex_);  // the place behind all that is on the card, if there is one
    unsigned since_place_ RF_GUARDED_BY(mutex_) =
        0;  // put on the card since the stream was known to be done with all of it
    std::optional<Error> failure_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::cuda
