#include "worker/stream_gate.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ringfence::worker {
namespace {

using sched::Time;

constexpr Time longest_nap = 30 * sched::millisecond;

std::chrono::steady_clock::time_point moment_of(Time time) {
    return std::chrono::steady_clock::time_point(
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::nanoseconds(time)));
}

}  // namespace

StreamGate::~StreamGate() {
    const MutexLock lock(board_->mutex());
    withdraw(JobBoard::now());
    board_->dispatcher().close_stream(place_.stream);
}

void StreamGate::expect(std::size_t jobs) {
    tally_->queued.fetch_add(static_cast<std::int64_t>(jobs), std::memory_order_relaxed);
}

bool StreamGate::enter(const backend::JobFacts& job) {
    const bool must_ask = ticket_ || board_->is_contended();
    partition_ = {};
    if (must_ask ? wait_for_turn(job) : !is_abandoned()) {
        begin(job.kind);
        return true;
    }
    tally_->queued.fetch_sub(1, std::memory_order_relaxed);
    return false;
}

void StreamGate::begin(backend::JobKind kind) {
    tally_->queued.fetch_sub(1, std::memory_order_relaxed);
    tally_->jobs.fetch_add(1, std::memory_order_relaxed);
    kind_ = kind;
    began_ = JobBoard::now();
}

void StreamGate::leave(std::optional<backend::JobFacts> next) {
    const Time now = JobBoard::now();
    tally_->device_ns[static_cast<std::size_t>(kind_)].fetch_add(JobTally::positive(now - began_),
                                                                 std::memory_order_relaxed);
    const bool is_next_asked = next && board_->is_contended() && !is_abandoned();
    if (!ticket_ && !is_next_asked) return;
    const MutexLock lock(board_->mutex());
    const std::optional<JobTicket> ended = std::exchange(ticket_, std::nullopt);
    // Submitted before the other job ends, so that the virtual GPU never seems idle.
    if (is_next_asked) ask(*next, now);
    if (ended) board_->end(*ended, place_.vgpu, now - std::max(began_, board_->began(*ended)), now);
    board_->settle_policy(now);
}

void StreamGate::forget() {
    tally_->queued.fetch_sub(1, std::memory_order_relaxed);
    if (!ticket_) return;
    const MutexLock lock(board_->mutex());
    withdraw(JobBoard::now());
}

void StreamGate::abandon() {
    is_abandoned_.store(true, std::memory_order_relaxed);
    const MutexLock lock(board_->mutex());
    changed_.notify_all();
}

void StreamGate::start(sched::JobId id, std::uint64_t number, sched::Partition partition, Time now) {
    ticket_->id = id;
    ticket_->partition = partition;
    ticket_->number = number;
    ticket_->is_started = true;
    ticket_->started = now;
    board_->note_begun(*ticket_);
    changed_.notify_all();
}

void StreamGate::let_others_pass(Time now) {
    ticket_->charged = now - ticket_->started;
    // Cannot fail: the only error is that the job is not on the device.
    static_cast<void>(board_->dispatcher().finished(ticket_->id, ticket_->charged, now));
    ticket_->has_let_others_pass = true;
}

void StreamGate::ask(const backend::JobFacts& job, Time now) {
    ticket_.emplace();
    ticket_->resource = resource_of(job.kind);
    // submit() may call start().
    const auto id = board_->dispatcher().submit(place_.job(job, JobBoard::tag_of(*this)), now);
    // The dispatcher is full: this job runs without its permission.
    if (!id.ok()) ticket_.reset();
}

bool StreamGate::wait_for_turn(const backend::JobFacts& job) {
    const MutexLock lock(board_->mutex());
    const Time came = JobBoard::now();
    if (!ticket_) ask(job, came);
    is_waiting_.store(true, std::memory_order_relaxed);
    while (ticket_ && !ticket_->is_started && !is_abandoned())
        nap();
    is_waiting_.store(false, std::memory_order_relaxed);
    const Time now = JobBoard::now();
    if (is_abandoned()) {
        withdraw(now);
        return false;
    }
    tally_->note_waited(now - came);
    if (ticket_) partition_ = ticket_->partition;
    return true;
}

// Waits until something has changed, or the dispatcher wants to be called again.
void StreamGate::nap() {
    const Time wake = std::min(board_->dispatcher().next_wake(), JobBoard::now() + longest_nap);
    changed_.wait_until(board_->mutex(), moment_of(wake));
    const Time now = JobBoard::now();
    if (!ticket_->is_started && now >= wake) board_->look_at_clock(now);
}

void StreamGate::withdraw(Time now) {
    if (!ticket_) return;
    const JobTicket ticket = *std::exchange(ticket_, std::nullopt);
    if (ticket.is_started) {
        board_->end(ticket, place_.vgpu, 0, now);
    } else {
        board_->dispatcher().cancel(place_.session, now);
    }
}

}  // namespace ringfence::worker
