#include "worker/job_board.h"

#include <algorithm>
#include <chrono>

#include "worker/stream_gate.h"

namespace ringfence::worker {
namespace {

// Jobs are not queued on the device: they run when they are started. So those of one virtual GPU, alone, need no limit;
// and of several the device has one at a time, since only then is it known what each takes.
sched::DispatcherSettings one_at_a_time() {
    sched::DispatcherSettings settings;
    settings.alone = {sched::longest_job, 1U << 20, 1U << 20};
    settings.contended = {0, 1, 1};
    return settings;
}

}  // namespace

JobBoard::JobBoard(sched::Time patience) : patience_(patience), dispatcher_(*this, policy_, one_at_a_time()) {}

sched::Time JobBoard::now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void JobBoard::start(sched::JobId id, const sched::Job& job) {
    auto* const gate = reinterpret_cast<StreamGate*>(static_cast<std::uintptr_t>(job.tag));
    on_device_.push_back(gate);
    gate->start(id);
}

void JobBoard::note_gone(StreamGate* gate) {
    std::erase(on_device_, gate);
}

void JobBoard::look_at_clock(sched::Time now) {
    std::vector<StreamGate*> too_long;
    std::copy_if(on_device_.begin(), on_device_.end(), std::back_inserter(too_long),
                 [&](const StreamGate* gate) { return now - gate->started() >= patience_; });
    for (StreamGate* const gate : too_long) {
        note_gone(gate);
        gate->let_others_pass(now);
    }
    dispatcher_.tick(now);
}

}  // namespace ringfence::worker
