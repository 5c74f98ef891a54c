// Priority inheritance: a job gets the highest priority of the jobs that wait for it.
//
// Otherwise a job of high priority would also wait for jobs of medium priority, which go before the one that it waits
// for. A job inherits until it is on the card. A lane with such a job counts as one of that priority, but only within
// its own share (band.h): so inheritance delays others no more than their priorities do.
#include "sched/dispatcher.h"

namespace ringfence::sched {

void Dispatcher::lend_priority(JobId to, VgpuId from, std::uint8_t priority, Time now) {
    if (!check_vgpu(from).ok() || priority >= job_priorities) return;
    lend(to, {vgpus_[from].priority, priority}, now);
    run(now);
}

Dispatcher::Urgency Dispatcher::urgency_of(const JobSlot& entry) const {
    return {std::max<std::uint32_t>(vgpus_[entry.job.vgpu].priority, entry.lent), entry.job.priority};
}

// Passes a priority to this job and to those that it waits for. A loop, since the chain may be long.
void Dispatcher::lend(JobId to, Urgency urgency, Time now) {
    loans_.push_back({to, urgency});
    while (!loans_.empty()) {
        const Loan loan = loans_.back();
        loans_.pop_back();
        if (!jobs_.is_live(loan.to) || jobs_[loan.to.slot].state == JobState::Started) continue;
        // A job with that priority has passed it on before.
        if (!raise(loan.to.slot, loan.urgency, now)) continue;
        const JobSlot& entry = jobs_[loan.to.slot];
        loans_.push_back({entry.before, urgency_of(entry)});
        for (const JobId& earlier : entry.job.after)
            loans_.push_back({earlier, urgency_of(entry)});
    }
}

bool Dispatcher::raise(std::uint32_t slot, Urgency urgency, Time now) {
    JobSlot& entry = jobs_[slot];
    const VgpuId vgpu = entry.job.vgpu;
    const bool is_of_higher = urgency.vgpu > vgpus_[vgpu].priority;
    // A job that a virtual GPU of higher priority waits for goes first in its own virtual GPU.
    const std::uint8_t priority = is_of_higher ? job_priorities - 1 : urgency.job;
    const auto lent = static_cast<std::uint8_t>(is_of_higher ? urgency.vgpu : 0);
    if (priority <= entry.job.priority && lent <= entry.lent) return false;
    const bool is_queued = entry.state == JobState::Queued;
    // A nested policy has already chosen the job's place.
    if (is_queued && nest_of(vgpu) != nullptr) return false;
    if (is_queued) engine(entry.job.resource).lanes[vgpu].remove(jobs_, slot);
    entry.job.priority = std::max(entry.job.priority, priority);
    entry.lent = std::max(entry.lent, lent);
    if (!is_queued) return true;
    Engine& engine = this->engine(entry.job.resource);
    engine.lanes[vgpu].push(jobs_, slot);
    if (engine.order.contains(vgpu)) engine.order.put(vgpu, checked(policy_.admit(told(engine, vgpu, now))));
    to_pump_ |= 1U << static_cast<unsigned>(engine.resource);
    return true;
}

}  // namespace ringfence::sched
