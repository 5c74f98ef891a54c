// Work that is done in order, on a thread of its own.
//
// A piece of work that fails leaves its error here until someone takes it. Work that was put in before the error is
// taken, and has not been done, is dropped, except for marks, and waits for them, so that no thread waits for ever.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "backend/job_gate.h"
#include "base/mutex.h"
#include "base/result.h"
#include "softgpu/runtime/compiling.h"

namespace ringfence::backend::soft {

class WorkQueue;

// A place in a queue: done when all that was put in before it is done.
class Mark {
public:
    using Clock = std::chrono::steady_clock;

    explicit Mark(std::weak_ptr<WorkQueue> queue) : queue_(std::move(queue)) {}

    void wait();
    // The same, or until this becomes true.
    void wait_unless(const std::atomic<bool>& is_unwanted);
    // When it was reached; nothing if it was not yet.
    std::optional<Clock::time_point> time();
    // The queue's failure that came before it, unless it was taken already. Only after wait().
    std::optional<Error> take_failure();

private:
    friend class WorkQueue;
    void reach(bool after_failure);

    std::weak_ptr<WorkQueue> queue_;
    Mutex mutex_;
    ConditionVariable reached_;
    std::optional<Clock::time_point> time_ RF_GUARDED_BY(mutex_);
    bool after_failure_ RF_GUARDED_BY(mutex_) = false;
};

// A failure, and its number in the order of all failures of the device.
struct Failure {
    Error error;
    std::uint64_t number = 0;
};

class WorkQueue : public std::enable_shared_from_this<WorkQueue> {
public:
    // `failure_count` counts the failures of all queues of the device, which it outlives. Work that needs the device
    // goes through the gate, if there is one.
    explicit WorkQueue(std::atomic<std::uint64_t>& failure_count, std::shared_ptr<JobGate> gate = {})
        : failure_count_(failure_count), gate_(std::move(gate)) {}
    // close() must have been called.
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    using Work = std::function<Result<void>()>;
    struct Item {
        Work work;
        bool always = false;               // also after a failure
        std::optional<JobFacts> job = {};  // what it needs of the device
        bool is_instant = false;           // what comes after it need not wait for it
    };
    std::shared_ptr<Mark> make_mark() { return std::make_shared<Mark>(weak_from_this()); }
    // `mark` is one of this queue's.
    Item reach(std::shared_ptr<Mark> mark);
    // Ends early when the work is no longer wanted: the mark may be that of another, slow tenant.
    Item wait(std::shared_ptr<Mark> mark);

    // These fail only if the system gives us no thread.
    Result<void> put(Work work, std::optional<JobFacts> job = {});
    // All of them, with nothing else between them.
    Result<void> put_all(std::vector<Item> items);
    Result<std::shared_ptr<Mark>> put_mark();
    // The work after it begins when `mark`, of this queue or another, is reached.
    Result<void> put_wait(std::shared_ptr<Mark> mark);

    bool is_idle();
    // How much was ever put in, and how much of that is done.
    std::uint64_t count_put();
    std::uint64_t count_done();
    void wait_until_idle();
    std::optional<Error> take_failure();
    // The number of the failure that take_failure() would give.
    std::optional<std::uint64_t> failure_number();

    // The work is no longer wanted: jobs that have not begun are dropped, a running one should look at is_unwanted().
    void abandon();
    // Where the work that is being done may be.
    Multiprocessors multiprocessors() const { return gate_ ? gate_->multiprocessors() : Multiprocessors(); }
    // It stands at the gate, or code is made for it: nothing of it runs.
    bool is_waiting() const { return (gate_ && gate_->is_waiting()) || compiling_ != 0; }
    // How many threads make code for the work that is being done.
    softgpu::CompilingThreads& compiling() { return compiling_; }
    const std::atomic<bool>& is_unwanted() const { return is_unwanted_; }

    // Waits for all work and ends the thread. Nothing may be put in afterwards.
    void close();
    // Work that waits for something outside the queues must end when this becomes true.
    bool is_closing() const { return closing_.load(std::memory_order_relaxed); }
    // Closed, and without a failure that someone may still want.
    bool is_forgotten();

private:
    struct Job {
        Item item;
        std::uint64_t epoch = 0;
    };

    Result<void> put(Item item);
    Result<void> start_thread() RF_REQUIRES(mutex_);
    void run();
    bool is_dropped(const Job& job) const RF_REQUIRES(mutex_);
    std::optional<JobFacts> next_job() const RF_REQUIRES(mutex_);
    void expect(std::size_t jobs) RF_REQUIRES(mutex_);

    std::atomic<std::uint64_t>& failure_count_;
    const std::shared_ptr<JobGate> gate_;
    Mutex mutex_;
    ConditionVariable work_came_;
    ConditionVariable became_idle_;
    std::deque<Job> jobs_ RF_GUARDED_BY(mutex_);
    bool busy_ RF_GUARDED_BY(mutex_) = false;
    std::uint64_t put_ RF_GUARDED_BY(mutex_) = 0;
    std::uint64_t done_ RF_GUARDED_BY(mutex_) = 0;
    std::atomic<bool> closing_ = false;
    std::atomic<bool> is_unwanted_ = false;
    softgpu::CompilingThreads compiling_ = 0;
    std::optional<Failure> failure_ RF_GUARDED_BY(mutex_);
    std::uint64_t epoch_ RF_GUARDED_BY(mutex_) = 1;            // counts the failures that were taken
    std::uint64_t dropped_through_ RF_GUARDED_BY(mutex_) = 0;  // work of this epoch and before is dropped
    std::thread thread_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::soft
