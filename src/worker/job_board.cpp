#include "worker/job_board.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/start_thread.h"

namespace ringfence::worker {
namespace {

// While several virtual GPUs have jobs, a device without a queue runs one at a time, so that each job's time can be
// measured, and a device with a queue gets a little more than it works on (sched/settings.h). While only one has jobs,
// the first has no limit, and the second gets so much that it never runs dry.
sched::DispatcherSettings settings_for(bool has_queue, std::uint32_t multiprocessors) {
    sched::DispatcherSettings settings;
    settings.multiprocessors = multiprocessors;
    if (has_queue) {
        settings.alone = {5 * sched::millisecond, 8, 512};
        settings.priority_passes = true;
        settings.turn = 500 * sched::microsecond;
    } else {
        settings.alone = {sched::longest_job, 1U << 20, 1U << 20};
        settings.contended = {0, 1, 1};
    }
    return settings;
}

static_assert(static_cast<int>(backend::JobKind::Compute) == static_cast<int>(sched::Resource::Compute) &&
              static_cast<int>(backend::JobKind::CopyTo) == static_cast<int>(sched::Resource::CopyTo) &&
              static_cast<int>(backend::JobKind::CopyFrom) == static_cast<int>(sched::Resource::CopyFrom));

// With a queue, the threads that put work on the card poll: none waits to be woken.
sched::NeighbourSettings neighbours_for(bool has_queue) {
    sched::NeighbourSettings settings;
    if (has_queue) settings.look = 100 * sched::microsecond;
    return settings;
}

}  // namespace

sched::Resource resource_of(backend::JobKind kind) {
    return static_cast<sched::Resource>(kind);
}

void JobTally::note_waited(sched::Time waited) {
    waited_ns.fetch_add(positive(waited), std::memory_order_relaxed);
    std::uint64_t seen = longest_wait_ns.load(std::memory_order_relaxed);
    while (seen < positive(waited) &&
           !longest_wait_ns.compare_exchange_weak(seen, positive(waited), std::memory_order_relaxed)) {
    }
}

JobBoard::JobBoard(sched::Time patience, bool has_queue, std::uint32_t multiprocessors,
                   std::shared_ptr<sched::CardBoard> card)
    : patience_(patience),
      card_(std::move(card)),
      dispatcher_(*this, seat_, settings_for(has_queue, multiprocessors)),
      needs_watcher_(card_ != nullptr && !has_queue) {
    if (!card_) return;
    neighbours_.emplace(card_, neighbours_for(has_queue));
    dispatcher_.set_neighbours(&*neighbours_);
    neighbours_->set_listener([this]() RF_REQUIRES(mutex_) { note_refusal(); });
}

JobBoard::~JobBoard() {
    {
        const MutexLock lock(mutex_);
        is_over_ = true;
    }
    has_refusal_.notify_all();
    if (watcher_.joinable()) watcher_.join();
}

// If the thread cannot be started, waiting jobs look at the clock themselves, and begin a little later.
void JobBoard::note_refusal() {
    has_refusal_.notify_all();
    if (!std::exchange(needs_watcher_, false)) return;
    Result<std::thread> started = start_thread([this] { watch_card(); });
    if (started.ok()) watcher_ = started.take();
}

void JobBoard::watch_card() {
    for (;;) {
        const std::uint32_t seen = card_->changes();
        sched::Time wait = 0;
        {
            const MutexLock lock(mutex_);
            has_refusal_.wait(
                mutex_, [this]() RF_REQUIRES(mutex_) { return is_over_ || neighbours_->next_look() != sched::never; });
            if (is_over_) return;
            look_at_clock(now());
            wait = neighbours_->next_look() == sched::never ? 0 : neighbours_->next_look() - now();
        }
        card_->await_change(seen, std::chrono::nanoseconds(wait));
    }
}

sched::Time JobBoard::now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void JobBoard::start(sched::JobId id, const sched::Job& job) {
    auto* const started = reinterpret_cast<BoardJob*>(static_cast<std::uintptr_t>(job.tag));
    const sched::Time time = now();
    on_device_.emplace(++last_start_, OnDevice{started, time});
    started->start(id, last_start_, job.partition, time);
}

sched::Time JobBoard::began(const JobTicket& ticket) const {
    const StartOrder& order = starts_[static_cast<std::size_t>(ticket.resource)];
    return std::max(ticket.started, order.last_end_before(ticket.begun));
}

void JobBoard::end(const JobTicket& ticket, sched::VgpuId vgpu, sched::Time took, sched::Time now) {
    on_device_.erase(ticket.number);
    if (ticket.begun != 0) starts_[static_cast<std::size_t>(ticket.resource)].note_end(ticket.begun, now);
    // Cannot fail: the only error is that the job is not on the device.
    static_cast<void>(ticket.has_let_others_pass ? dispatcher_.charge(vgpu, ticket.resource, took - ticket.charged, now)
                                                 : dispatcher_.finished(ticket.id, took, now));
}

void JobBoard::look_at_clock(sched::Time now) {
    while (!on_device_.empty() && now - on_device_.begin()->second.since >= patience_) {
        BoardJob& job = *on_device_.begin()->second.job;
        on_device_.erase(on_device_.begin());
        job.let_others_pass(now);
    }
    dispatcher_.tick(now);
    settle_policy(now);
}

void JobBoard::settle_policy(sched::Time now) {
    bool has_changed = false;
    // A loop, since the next policy may fail at once, too.
    while (seat_.take_changed()) {
        has_changed = true;
        dispatcher_.policy_changed(now);
    }
    if (!nested_seats_.empty() && settle_nested(now)) has_changed = true;
    if (has_changed) set_several(are_several_);
    if (has_changed && policy_listener_) policy_listener_();
}

}  // namespace ringfence::worker
