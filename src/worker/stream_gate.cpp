#include "worker/stream_gate.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ringfence::worker {
namespace {

using sched::Time;

constexpr Time longest_nap = 30 * sched::millisecond;
constexpr Time longest_look = 100 * sched::microsecond;  // between two, of one that does not sleep here

static_assert(static_cast<int>(backend::JobKind::Compute) == static_cast<int>(sched::Resource::Compute) &&
              static_cast<int>(backend::JobKind::CopyTo) == static_cast<int>(sched::Resource::CopyTo) &&
              static_cast<int>(backend::JobKind::CopyFrom) == static_cast<int>(sched::Resource::CopyFrom));

sched::Resource resource_of(backend::JobKind kind) {
    return static_cast<sched::Resource>(kind);
}

std::uint64_t positive(Time time) {
    return static_cast<std::uint64_t>(std::max<Time>(time, 0));
}

void note_longest(std::atomic<std::uint64_t>& most, std::uint64_t value) {
    std::uint64_t seen = most.load(std::memory_order_relaxed);
    while (seen < value && !most.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
}

std::chrono::steady_clock::time_point moment_of(Time time) {
    return std::chrono::steady_clock::time_point(
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::nanoseconds(time)));
}

}  // namespace

StreamGate::~StreamGate() {
    const std::lock_guard lock(board_->mutex());
    withdraw(JobBoard::now());
    board_->dispatcher().close_stream(place_.stream);
}

void StreamGate::expect(std::size_t jobs) {
    tally_->queued.fetch_add(static_cast<std::int64_t>(jobs), std::memory_order_relaxed);
}

bool StreamGate::enter(backend::JobKind kind) {
    const bool must_ask = ticket_ || board_->is_contended();
    if (must_ask ? wait_for_turn(kind) : !is_abandoned()) {
        begin(kind);
        return true;
    }
    tally_->queued.fetch_sub(1, std::memory_order_relaxed);
    return false;
}

bool StreamGate::try_enter(backend::JobKind kind) {
    const bool must_ask = ticket_ || board_->is_contended();
    if (must_ask && !has_turn(kind)) return false;
    begin(kind);
    return true;
}

void StreamGate::begin(backend::JobKind kind) {
    tally_->queued.fetch_sub(1, std::memory_order_relaxed);
    tally_->jobs.fetch_add(1, std::memory_order_relaxed);
    kind_ = kind;
    began_ = JobBoard::now();
}

void StreamGate::leave(std::optional<backend::JobKind> next) {
    const Time now = JobBoard::now();
    tally_->device_ns[static_cast<std::size_t>(kind_)].fetch_add(positive(now - began_), std::memory_order_relaxed);
    const bool is_next_asked = next && board_->is_contended() && !is_abandoned();
    if (!ticket_ && !is_next_asked) return;
    const std::lock_guard lock(board_->mutex());
    if (ticket_) board_->note_gone(this, now);
    const std::optional<JobTicket> ended = std::exchange(ticket_, std::nullopt);
    // Before the other ends: its virtual GPU has something to do all the time.
    if (is_next_asked) ask(*next, now);
    if (ended) end(*ended, now - std::max(began_, ended->behind_until), now);
    board_->settle_policy(now);
}

void StreamGate::forget() {
    tally_->queued.fetch_sub(1, std::memory_order_relaxed);
    if (!ticket_) return;
    const std::lock_guard lock(board_->mutex());
    withdraw(JobBoard::now());
}

void StreamGate::abandon() {
    is_abandoned_.store(true, std::memory_order_relaxed);
    const std::lock_guard lock(board_->mutex());
    changed_.notify_all();
}

void StreamGate::start(sched::JobId id) {
    ticket_->id = id;
    ticket_->is_started = true;
    ticket_->started = JobBoard::now();
    is_started_.store(true, std::memory_order_release);
    changed_.notify_all();
}

void StreamGate::let_others_pass(Time now) {
    ticket_->has_let_others_pass = true;
    ticket_->charged = now - ticket_->started;
    // An error would say that it is not on the device, and it is.
    static_cast<void>(board_->dispatcher().finished(ticket_->id, ticket_->charged, now));
}

void StreamGate::note_end_of(const StreamGate& earlier, Time now) {
    if (earlier.ticket_->resource == ticket_->resource) ticket_->behind_until = now;
}

void StreamGate::ask(backend::JobKind kind, Time now) {
    sched::Job job;
    job.tag = reinterpret_cast<std::uintptr_t>(this);
    job.stream = place_.stream;
    job.resource = resource_of(kind);
    job.priority = place_.priority;
    ticket_.emplace();
    ticket_->resource = job.resource;
    is_started_.store(false, std::memory_order_relaxed);
    const Result<sched::JobId> id = board_->dispatcher().submit(job, now);  // may call start()
    // There are more jobs than it can know: this one goes unasked.
    if (!id.ok()) ticket_.reset();
}

bool StreamGate::wait_for_turn(backend::JobKind kind) {
    std::unique_lock lock(board_->mutex());
    const Time came = JobBoard::now();
    if (!ticket_) ask(kind, came);
    is_waiting_.store(true, std::memory_order_relaxed);
    while (ticket_ && !ticket_->is_started && !is_abandoned())
        nap(lock);
    is_waiting_.store(false, std::memory_order_relaxed);
    const Time now = JobBoard::now();
    if (is_abandoned()) {
        withdraw(now);
        return false;
    }
    note_waited(now - came);
    return true;
}

bool StreamGate::has_turn(backend::JobKind kind) {
    const Time now = JobBoard::now();
    if (!asks_since_) asks_since_ = now;
    // Whoever asks does so all the time, and the lock is everybody's.
    if (ticket_ && !is_started_.load(std::memory_order_acquire) && now < next_look_) return false;
    const std::lock_guard lock(board_->mutex());
    if (!ticket_) {
        ask(kind, now);
    } else if (!ticket_->is_started && now >= board_->dispatcher().next_wake()) {
        board_->look_at_clock(now);
    }
    // It goes unasked, so nobody may be left who would start it: the dispatcher knows the gate by its address.
    if (is_abandoned() && ticket_ && !ticket_->is_started) withdraw(now);
    const bool may_go = !ticket_ || ticket_->is_started;
    is_waiting_.store(!may_go, std::memory_order_relaxed);
    next_look_ = std::min(board_->dispatcher().next_wake(), now + longest_look);
    if (may_go) note_waited(now - *std::exchange(asks_since_, std::nullopt));
    return may_go;
}

void StreamGate::note_waited(Time waited) {
    tally_->waited_ns.fetch_add(positive(waited), std::memory_order_relaxed);
    note_longest(tally_->longest_wait_ns, positive(waited));
}

// Until something has changed, or the dispatcher wants to look again.
void StreamGate::nap(std::unique_lock<std::mutex>& lock) {
    const Time wake = std::min(board_->dispatcher().next_wake(), JobBoard::now() + longest_nap);
    changed_.wait_until(lock, moment_of(wake));
    const Time now = JobBoard::now();
    if (!ticket_->is_started && now >= wake) board_->look_at_clock(now);
}

void StreamGate::withdraw(Time now) {
    if (!ticket_) return;
    board_->note_gone(this, now);
    const JobTicket ticket = *std::exchange(ticket_, std::nullopt);
    if (ticket.is_started) {
        end(ticket, 0, now);
    } else {
        board_->dispatcher().cancel(place_.session, now);
    }
}

void StreamGate::end(const JobTicket& ticket, Time took, Time now) {
    if (ticket.has_let_others_pass) {
        static_cast<void>(
            board_->dispatcher().charge(place_.vgpu, resource_of(kind_), now - began_ - ticket.charged, now));
    } else {
        static_cast<void>(board_->dispatcher().finished(ticket.id, took, now));
    }
}

}  // namespace ringfence::worker
