#include "worker/stream_queue.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/mutex.h"

namespace ringfence::worker {
namespace {

using sched::Time;

constexpr Time longest_look = 100 * sched::microsecond;  // between two, since callers poll

}  // namespace

StreamQueue::~StreamQueue() {
    drop(0);
    const MutexLock lock(board_->mutex());
    board_->dispatcher().close_stream(place_.stream);
}

StreamQueue::Entry StreamQueue::enter(const backend::JobFacts& job) {
    const MutexLock lock(board_->mutex());
    return submit(job);
}

// Without contention this is a job's whole cost before it is on the card, so it takes the lock only
// once.
StreamQueue::Entry StreamQueue::begin(const backend::JobFacts& job) {
    const MutexLock lock(board_->mutex());
    Entry entry = submit(job);
    entry.has_begun = started_.load(std::memory_order_relaxed) >= entry.number;
    if (entry.has_begun) board_->note_begun(jobs_.back().ticket);
    return entry;
}

StreamQueue::Entry StreamQueue::submit(const backend::JobFacts& facts) {
    tally_->queued.fetch_add(1, std::memory_order_relaxed);
    Entered& job = jobs_.emplace_back();
    job.queue = this;
    job.came = JobBoard::now();
    job.ticket.resource = resource_of(facts.kind);
    ++last_number_;
    const Time expected = board_->dispatcher().expected_length(place_.vgpu, job.ticket.resource);
    // submit() may call start() of this job and of others.
    const auto id = board_->dispatcher().submit(place_.job(facts, JobBoard::tag_of(job)), job.came);
    if (id.ok()) {
        last_id_ = id.value();
        for (const auto& [lender, times] : lenders_)
            lend_to(last_id_, lender, job.came);
    } else {
        // The dispatcher is full: this job runs without its permission, after those before it.
        job.ticket.is_started = true;
        note_started();
    }
    board_->settle_policy(job.came);
    const bool is_alone = board_->dispatcher().is_alone(place_.vgpu, job.ticket.resource, job.came);
    return {.number = last_number_, .expected = std::chrono::nanoseconds(expected), .is_alone = is_alone};
}

bool StreamQueue::may_begin(std::uint64_t number) {
    const Time now = JobBoard::now();
    const bool is_started = started_.load(std::memory_order_acquire) >= number;
    if (!is_started && now < next_look_.load(std::memory_order_relaxed)) return false;
    const MutexLock lock(board_->mutex());
    if (!is_started) {
        if (now >= board_->dispatcher().next_wake()) board_->look_at_clock(now);
        next_look_.store(std::min(board_->dispatcher().next_wake(), now + longest_look), std::memory_order_relaxed);
    }
    if (started_.load(std::memory_order_relaxed) < number || number < first_number()) return false;
    board_->note_begun(jobs_[static_cast<std::size_t>(number - first_number())].ticket);
    return true;
}

void StreamQueue::finish(std::uint64_t through) {
    const Time now = JobBoard::now();
    const MutexLock lock(board_->mutex());
    if (through >= first_number()) end_first(std::min<std::size_t>(through + 1 - first_number(), jobs_.size()), now);
    board_->settle_policy(now);
}

// The end of each single job is not known, so the time is divided equally among the jobs of a resource.
void StreamQueue::end_first(std::size_t count, Time now) {
    std::array<Time, sched::resource_count> times{};
    std::array<Time, sched::resource_count> jobs{};
    for (std::size_t i = 0; i < count; ++i) {
        const JobTicket& ticket = jobs_[i].ticket;
        const auto resource = static_cast<std::size_t>(ticket.resource);
        if (ticket.number == 0) continue;
        if (jobs[resource]++ == 0) times[resource] = std::max<Time>(now - board_->began(ticket), 0);
    }
    for (std::size_t resource = 0; resource < sched::resource_count; ++resource)
        tally_->device_ns[resource].fetch_add(JobTally::positive(times[resource]), std::memory_order_relaxed);
    for (; count != 0; --count) {
        const JobTicket ticket = jobs_.front().ticket;
        jobs_.pop_front();
        if (ticket.number == 0) continue;
        const auto resource = static_cast<std::size_t>(ticket.resource);
        board_->end(ticket, place_.vgpu, times[resource] / jobs[resource], now);
    }
}

void StreamQueue::drop(std::uint64_t after) {
    const Time now = JobBoard::now();
    const MutexLock lock(board_->mutex());
    if (last_number_ <= after) return;
    // Cancelled before they are destroyed, since the dispatcher has the addresses of jobs that were not started.
    if (started_.load(std::memory_order_relaxed) < last_number_) board_->dispatcher().cancel(place_.session, now);
    for (; last_number_ > after && !jobs_.empty(); --last_number_) {
        const JobTicket ticket = jobs_.back().ticket;
        jobs_.pop_back();
        if (!ticket.is_started) tally_->queued.fetch_sub(1, std::memory_order_relaxed);
        if (ticket.number != 0) board_->end(ticket, place_.vgpu, 0, now);
    }
    started_.store(std::min(started_.load(std::memory_order_relaxed), last_number_), std::memory_order_release);
    board_->settle_policy(now);
}

// All queues of a device are of this kind. Those before the last inherit from it.
std::shared_ptr<void> StreamQueue::inherit(const backend::JobQueue& waiting) {
    const StreamPlace& place = static_cast<const StreamQueue&>(waiting).place_;
    const Lender lender(place.vgpu, place.priority);
    const MutexLock lock(board_->mutex());
    ++lenders_[lender];
    lend_to(last_id_, lender, JobBoard::now());
    // A weak pointer: the waiting stream must not keep this one alive, and with it the virtual GPU.
    return {this, [self = weak_from_this(), lender](StreamQueue*) {
                if (const std::shared_ptr<StreamQueue> queue = self.lock()) queue->end_loan(lender);
            }};
}

void StreamQueue::end_loan(const Lender& lender) {
    const MutexLock lock(board_->mutex());
    const auto found = lenders_.find(lender);
    if (--found->second == 0) lenders_.erase(found);
}

void StreamQueue::note_started() {
    std::uint64_t started = started_.load(std::memory_order_relaxed);
    const Time now = JobBoard::now();
    while (started < last_number_) {
        const Entered& next = jobs_[static_cast<std::size_t>(started + 1 - first_number())];
        if (!next.ticket.is_started) break;
        tally_->queued.fetch_sub(1, std::memory_order_relaxed);
        tally_->jobs.fetch_add(1, std::memory_order_relaxed);
        tally_->note_waited(now - next.came);
        ++started;
    }
    started_.store(started, std::memory_order_release);
}

void StreamQueue::Entered::start(sched::JobId id, std::uint64_t number, sched::Partition partition, Time now) {
    ticket.id = id;
    ticket.partition = partition;
    ticket.number = number;
    ticket.is_started = true;
    ticket.started = now;
    queue->note_started();
}

void StreamQueue::Entered::let_others_pass(Time now) {
    ticket.charged = now - ticket.started;
    // Cannot fail: the only error is that the job is not on the device.
    static_cast<void>(queue->board_->dispatcher().finished(ticket.id, ticket.charged, now));
    ticket.has_let_others_pass = true;
}

}  // namespace ringfence::worker
