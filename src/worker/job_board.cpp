#include "worker/job_board.h"

#include <algorithm>
#include <chrono>
#include <iterator>

#include "worker/stream_gate.h"

namespace ringfence::worker {
namespace {

// Those of one virtual GPU, alone, need no limit. Of several, a device without a queue has one at a time, since only
// then is it known what each takes; one with a queue has a little more (sched/settings.h).
sched::DispatcherSettings settings_for(bool has_queue) {
    sched::DispatcherSettings settings;
    settings.alone = {sched::longest_job, 1U << 20, 1U << 20};
    if (!has_queue) settings.contended = {0, 1, 1};
    return settings;
}

}  // namespace

JobBoard::JobBoard(sched::Time patience, bool has_queue)
    : patience_(patience), dispatcher_(*this, seat_, settings_for(has_queue)) {}

sched::Time JobBoard::now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void JobBoard::start(sched::JobId id, const sched::Job& job) {
    auto* const gate = reinterpret_cast<StreamGate*>(static_cast<std::uintptr_t>(job.tag));
    on_device_.push_back(gate);
    gate->start(id);
}

void JobBoard::note_gone(StreamGate* gate, sched::Time now) {
    const auto found = std::find(on_device_.begin(), on_device_.end(), gate);
    if (found == on_device_.end()) return;
    for (auto later = std::next(found); later != on_device_.end(); ++later)
        (*later)->note_end_of(*gate, now);
    on_device_.erase(found);
}

void JobBoard::look_at_clock(sched::Time now) {
    std::vector<StreamGate*> too_long;
    std::copy_if(on_device_.begin(), on_device_.end(), std::back_inserter(too_long),
                 [&](const StreamGate* gate) { return now - gate->started() >= patience_; });
    for (StreamGate* const gate : too_long) {
        note_gone(gate, now);
        gate->let_others_pass(now);
    }
    dispatcher_.tick(now);
    settle_policy(now);
}

void JobBoard::settle_policy(sched::Time now) {
    bool has_changed = false;
    // Who comes instead may be found wanting at once.
    while (seat_.take_changed()) {
        has_changed = true;
        dispatcher_.policy_changed(now);
    }
    if (has_changed && policy_listener_) policy_listener_();
}

}  // namespace ringfence::worker
