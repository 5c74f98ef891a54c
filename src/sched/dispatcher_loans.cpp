// The dispatcher's jobs that others wait for: each goes as if it had the highest priority of those.
//
// Otherwise a job of high priority would wait for all of the priorities between, which go before the one that it waits
// for. The loan is for a job and ends when that is on the card. A lane with such a job counts as one of that priority,
// so within its own share only (band.h): a loan makes nobody wait longer than the priorities of all do.
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

// To this one, and to those that it waits for itself: however long the chain, in a loop.
void Dispatcher::lend(JobId to, Urgency urgency, Time now) {
    loans_.push_back({to, urgency});
    while (!loans_.empty()) {
        const Loan loan = loans_.back();
        loans_.pop_back();
        if (!jobs_.is_live(loan.to) || jobs_[loan.to.slot].state == JobState::Started) continue;
        // One that has as much has handed it on before.
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
    // A job that a virtual GPU of higher priority waits for goes first in its own.
    const std::uint8_t priority = is_of_higher ? job_priorities - 1 : urgency.job;
    const auto lent = static_cast<std::uint8_t>(is_of_higher ? urgency.vgpu : 0);
    if (priority <= entry.job.priority && lent <= entry.lent) return false;
    const bool is_queued = entry.state == JobState::Queued;
    // There a policy of the virtual GPU's own has put it in its place.
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
