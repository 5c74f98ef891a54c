// Events on the card.
//
// A record on a held stream (held_queue.h) is not on the card yet. A stream that waits for it must wait for this record
// and not for a later one: so each such record gets its own driver event, for as long as it may be needed.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "backend/cuda/context.h"
#include "backend/device.h"
#include "backend/job_queue.h"
#include "base/mutex.h"

namespace ringfence::backend::cuda {

// The priority that a waiting stream lends to the recording one (backend/job_queue.h), until either of them ends
// it.
class Loan {
public:
    explicit Loan(std::shared_ptr<void> lent) : lent_(std::move(lent)) {}
    void end();

private:
    Mutex mutex_;
    std::shared_ptr<void> lent_ RF_GUARDED_BY(mutex_);
};

// One event of the driver.
class Recording {
public:
    static Result<std::shared_ptr<Recording>> create(const Context& context, unsigned flags);
    Recording(const Context& context, EventHandle handle) : context_(context), handle_(handle) {}
    ~Recording() { context_.api().event_destroy(handle_); }
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    EventHandle handle() const { return handle_; }
    // How often it was put on a stream; and whether the record with this number is on the card, or was dropped.
    std::uint64_t asked() const { return asked_.load(std::memory_order_relaxed); }
    bool has_settled(std::uint64_t number) const { return settled_.load(std::memory_order_acquire) >= number; }
    bool has_settled() const { return has_settled(asked()); }

    // Marks it as used by kept work, so that it is not recorded anew, until the last copy of the result is destroyed.
    static std::shared_ptr<Recording> use(std::shared_ptr<Recording> recording);
    bool is_used() const { return users_.load(std::memory_order_acquire) != 0; }
    // Kept work will record it. The record counts as on the card when the last copy of the result is destroyed.
    static std::shared_ptr<Recording> put_off(std::shared_ptr<Recording> recording);
    // The job queue of the stream that will record it.
    void set_turns(const std::shared_ptr<JobQueue>& turns) {
        const MutexLock lock(mutex_);
        turns_ = turns;
    }
    // A stream with the queue `waiting` waits for record `number`: the recording stream inherits its priority, until it
    // has recorded, or the result is destroyed. Null: one of the two streams has no queue.
    std::shared_ptr<Loan> lend(const std::shared_ptr<JobQueue>& waiting, std::uint64_t number);

private:
    void end_loans();

    const Context& context_;
    EventHandle handle_;
    std::atomic<std::uint64_t> asked_{0};
    std::atomic<std::uint64_t> settled_{0};
    std::atomic<std::uint32_t> users_{0};
    Mutex mutex_;
    std::weak_ptr<JobQueue> turns_ RF_GUARDED_BY(mutex_);
    std::vector<std::weak_ptr<Loan>> loans_ RF_GUARDED_BY(mutex_);
    std::size_t many_loans_ RF_GUARDED_BY(mutex_) = 16;  // at this number, ended loans are removed
};

class CudaEvent final : public Event {
public:
    static Result<std::unique_ptr<CudaEvent>> create(const Context& context, const EventOptions& options);

    Result<void> synchronize() override;
    Result<bool> is_done() override;
    Result<double> milliseconds_since(Event& start) override;

    // The recording that a wait which is submitted now refers to.
    std::shared_ptr<Recording> current() const;
    // The recording for a record that is submitted now.
    Result<std::shared_ptr<Recording>> next();
    // A recording for graphs, which no kept work uses. When such a graph is launched, it becomes the current one.
    Result<std::shared_ptr<Recording>> for_graph() const;
    void set_current(std::shared_ptr<Recording> recording);

private:
    CudaEvent(const Context& context, unsigned flags, std::shared_ptr<Recording> first)
        : context_(context), flags_(flags), current_(std::move(first)) {}

    const Context& context_;
    const unsigned flags_;
    mutable Mutex mutex_;
    std::shared_ptr<Recording> current_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::cuda
