// Does work in order, on its own thread.
//
// If a piece of work fails, the queue stores the error until someone takes it. Work that was put in before that and is
// not done yet is dropped; but marks, and waits for marks, are still processed, so that no thread waits for ever.
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

// A point in a queue, reached when all work before it is done.
class Mark {
public:
    using Clock = std::chrono::steady_clock;

    explicit Mark(std::weak_ptr<WorkQueue> queue) : queue_(std::move(queue)) {}

    void wait();
    // The same, but returns also when `is_unwanted` becomes true.
    void wait_unless(const std::atomic<bool>& is_unwanted);
    // When it was reached; nothing if it is not reached yet.
    std::optional<Clock::time_point> time();
    // The queue's failure before this point, unless it was taken already. Call it after wait().
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
    // `failure_count` counts the failures of all queues of the device and must outlive them. Work that needs the device
    // enters the gate, if there is one.
    explicit WorkQueue(std::atomic<std::uint64_t>& failure_count, std::shared_ptr<JobGate> gate = {})
        : failure_count_(failure_count), gate_(std::move(gate)) {}
    // close() must have been called.
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    using Work = std::function<Result<void>()>;
    struct Item {
        Work work;
        bool always = false;               // done even after a failure
        std::optional<JobFacts> job = {};  // its use of the device
        bool is_instant = false;           // takes no time
    };
    std::shared_ptr<Mark> make_mark() { return std::make_shared<Mark>(weak_from_this()); }
    // `mark` must belong to this queue.
    Item reach(std::shared_ptr<Mark> mark);
    // The wait ends early when the work is no longer wanted, since the mark may belong to a slow tenant.
    Item wait(std::shared_ptr<Mark> mark);

    // These fail only if the system starts no thread.
    Result<void> put(Work work, std::optional<JobFacts> job = {});
    // Puts all items in, with no others in between.
    Result<void> put_all(std::vector<Item> items);
    Result<std::shared_ptr<Mark>> put_mark();
    // Later work begins when `mark`, of this queue or another, is reached.
    Result<void> put_wait(std::shared_ptr<Mark> mark);

    bool is_idle();
    // The number of items that were ever put in, and how many of them are done.
    std::uint64_t count_put();
    std::uint64_t count_done();
    void wait_until_idle();
    std::optional<Error> take_failure();
    // The number of the failure that take_failure() would return.
    std::optional<std::uint64_t> failure_number();

    // The work is no longer wanted: jobs that have not begun are dropped; a running job should check is_unwanted().
    void abandon();
    // The multiprocessors for the work in progress.
    Multiprocessors multiprocessors() const { return gate_ ? gate_->multiprocessors() : Multiprocessors(); }
    // True if none of its work is running: it waits at the gate, or code is being compiled for it.
    bool is_waiting() const { return (gate_ && gate_->is_waiting()) || compiling_ != 0; }
    // How many threads are compiling code for the work in progress.
    softgpu::CompilingThreads& compiling() { return compiling_; }
    const std::atomic<bool>& is_unwanted() const { return is_unwanted_; }

    // Waits for all work and ends the thread. Nothing may be put in afterwards.
    void close();
    // Work that waits for something outside of the queues must stop waiting when this becomes true.
    bool is_closing() const { return closing_.load(std::memory_order_relaxed); }
    // True if it is closed, and has no failure that someone may still take.
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
    std::uint64_t dropped_through_ RF_GUARDED_BY(mutex_) = 0;  // work up to this epoch is dropped
    std::thread thread_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::soft
