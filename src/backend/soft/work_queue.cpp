#include "backend/soft/work_queue.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "base/cuda_status.h"

namespace ringfence::backend::soft {

void Mark::wait() {
    const MutexLock lock(mutex_);
    reached_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return time_.has_value(); });
}

void Mark::wait_unless(const std::atomic<bool>& is_unwanted) {
    constexpr std::chrono::milliseconds time_between_looks{20};
    const MutexLock lock(mutex_);
    while (!time_.has_value() && !is_unwanted.load(std::memory_order_relaxed))
        reached_.wait_for(mutex_, time_between_looks);
}

std::optional<Mark::Clock::time_point> Mark::time() {
    const MutexLock lock(mutex_);
    return time_;
}

std::optional<Error> Mark::take_failure() {
    {
        const MutexLock lock(mutex_);
        if (!after_failure_) return std::nullopt;
    }
    const std::shared_ptr<WorkQueue> queue = queue_.lock();
    return queue ? queue->take_failure() : std::nullopt;
}

void Mark::reach(bool after_failure) {
    {
        const MutexLock lock(mutex_);
        time_ = Clock::now();
        after_failure_ = after_failure;
    }
    reached_.notify_all();
}

WorkQueue::~WorkQueue() = default;

WorkQueue::Item WorkQueue::reach(std::shared_ptr<Mark> mark) {
    return {[this, mark = std::move(mark)]() -> Result<void> {
                mark->reach(failure_number().has_value());
                return {};
            },
            true,
            {},
            true};
}

WorkQueue::Item WorkQueue::wait(std::shared_ptr<Mark> mark) {
    return {[this, mark = std::move(mark)]() -> Result<void> {
                mark->wait_unless(is_unwanted_);
                return {};
            },
            true};
}

Result<void> WorkQueue::put(Work work, std::optional<JobFacts> job) {
    return put(Item{std::move(work), false, job});
}

Result<std::shared_ptr<Mark>> WorkQueue::put_mark() {
    std::shared_ptr<Mark> mark = make_mark();
    RF_RETURN_IF_ERROR(put(reach(mark)));
    return mark;
}

Result<void> WorkQueue::put_wait(std::shared_ptr<Mark> mark) {
    return put(wait(std::move(mark)));
}

// Started at the first work, since many streams are never used.
Result<void> WorkQueue::start_thread() {
    if (thread_.joinable()) return {};
    try {
        thread_ = std::thread([this] { run(); });
    } catch (const std::system_error& error) {
        return Error::bad_input(std::string("cannot start a thread for a stream: ") + error.what())
            .with_status(cuda_status::operating_system);
    }
    return {};
}

Result<void> WorkQueue::put(Item item) {
    {
        const MutexLock lock(mutex_);
        RF_RETURN_IF_ERROR(start_thread());
        expect(item.job ? 1 : 0);
        jobs_.push_back({std::move(item), epoch_});
        ++put_;
    }
    work_came_.notify_one();
    return {};
}

Result<void> WorkQueue::put_all(std::vector<Item> items) {
    {
        const MutexLock lock(mutex_);
        RF_RETURN_IF_ERROR(start_thread());
        expect(static_cast<std::size_t>(
            std::count_if(items.begin(), items.end(), [](const Item& item) { return item.job.has_value(); })));
        for (Item& item : items)
            jobs_.push_back({std::move(item), epoch_});
        put_ += items.size();
    }
    work_came_.notify_one();
    return {};
}

bool WorkQueue::is_dropped(const Job& job) const {
    return !job.item.always && (failure_.has_value() || is_unwanted_ || job.epoch <= dropped_through_);
}

void WorkQueue::run() {
    const MutexLock lock(mutex_);
    while (true) {
        work_came_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return !jobs_.empty() || closing_; });
        if (jobs_.empty()) return;
        Job job = std::move(jobs_.front());
        jobs_.pop_front();
        busy_ = true;
        const bool is_gated = gate_ && job.item.job;
        if (!is_dropped(job)) {
            bool may_go = true;
            Result<void> result;
            {
                const MutexUnlock unlocked(mutex_);
                may_go = !is_gated || gate_->enter(*job.item.job);
                if (may_go) result = job.item.work();
                job.item.work = nullptr;  // its destructor may take the lock
            }
            if (!result.ok()) failure_ = Failure{result.take_error(), failure_count_.fetch_add(1)};
            if (is_gated && may_go) gate_->leave(next_job());
        } else {
            const MutexUnlock unlocked(mutex_);
            if (is_gated) gate_->forget();
            job.item.work = nullptr;  // before it counts as done
        }
        busy_ = false;
        ++done_;
        if (jobs_.empty()) became_idle_.notify_all();
    }
}

// The job that the thread does next, if only instant items are before it.
std::optional<JobFacts> WorkQueue::next_job() const {
    const auto next = std::find_if(jobs_.begin(), jobs_.end(), [](const Job& job) { return !job.item.is_instant; });
    return next == jobs_.end() || is_dropped(*next) ? std::nullopt : next->item.job;
}

void WorkQueue::expect(std::size_t jobs) {
    if (gate_ && jobs != 0) gate_->expect(jobs);
}

void WorkQueue::abandon() {
    is_unwanted_.store(true, std::memory_order_relaxed);
    if (gate_) gate_->abandon();
}

bool WorkQueue::is_idle() {
    const MutexLock lock(mutex_);
    return jobs_.empty() && !busy_;
}

std::uint64_t WorkQueue::count_put() {
    const MutexLock lock(mutex_);
    return put_;
}

std::uint64_t WorkQueue::count_done() {
    const MutexLock lock(mutex_);
    return done_;
}

void WorkQueue::wait_until_idle() {
    const MutexLock lock(mutex_);
    became_idle_.wait(mutex_, [this]() RF_REQUIRES(mutex_) { return jobs_.empty() && !busy_; });
}

std::optional<Error> WorkQueue::take_failure() {
    const MutexLock lock(mutex_);
    if (!failure_) return std::nullopt;
    std::optional<Error> error(std::move(failure_->error));
    failure_.reset();
    dropped_through_ = epoch_++;
    return error;
}

std::optional<std::uint64_t> WorkQueue::failure_number() {
    const MutexLock lock(mutex_);
    return failure_ ? std::optional(failure_->number) : std::nullopt;
}

void WorkQueue::close() {
    std::thread thread;
    {
        const MutexLock lock(mutex_);
        closing_ = true;
        thread = std::move(thread_);
    }
    work_came_.notify_one();
    // The thread finishes its queue before it ends.
    if (thread.joinable()) thread.join();
}

bool WorkQueue::is_forgotten() {
    const MutexLock lock(mutex_);
    return closing_ && (!failure_ || is_unwanted_) && jobs_.empty() && !busy_;
}

}  // namespace ringfence::backend::soft
