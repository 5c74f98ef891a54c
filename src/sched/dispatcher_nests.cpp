// Virtual GPUs with nested policies, or with members of different weights (nest.h).
//
// Such a lane is in the order of all lanes while it has a job to propose. While the nested policy holds all its
// jobs back, it is withdrawn: others take their turns, and its waiting does not count against them or the card's
// policy.
#include <algorithm>

#include "sched/dispatcher.h"

namespace ringfence::sched {

Result<void> Dispatcher::nest(VgpuId vgpu, Policy* policy, Time now) {
    RF_RETURN_IF_ERROR(check_vgpu(vgpu));
    Vgpu& of = vgpus_[vgpu];
    of.policy = policy;
    order_within(vgpu, policy == nullptr && of.weights->do_differ() ? of.by_weight.get() : policy, now);
    return {};
}

// A nested policy, if there is one, still decides the order, and learns the weights.
Result<void> Dispatcher::weigh(VgpuId vgpu, MemberId member, std::uint32_t weight, Time now) {
    RF_RETURN_IF_ERROR(check_vgpu(vgpu));
    Vgpu& of = vgpus_[vgpu];
    of.weights->set(std::min(member, most_members - 1), weight);
    const bool do_differ = of.weights->do_differ();
    if (do_differ && !of.by_weight) of.by_weight = std::make_unique<Band>();
    // Its number may be reused by a member that must not inherit its debt.
    if (weight == 0 && of.by_weight) of.by_weight->forget(member);
    if (of.policy == nullptr && do_differ != (nest_of(vgpu) != nullptr))
        order_within(vgpu, do_differ ? of.by_weight.get() : nullptr, now);
    return {};
}

void Dispatcher::order_within(VgpuId vgpu, Policy* policy, Time now) {
    if (policy == nullptr) {
        if (nest_of(vgpu) != nullptr) empty_nest(vgpu, now);
    } else if (Nest* const nest = nest_of(vgpu)) {
        nest->policy_changed(*policy, now);
    } else {
        if (vgpu >= nests_.size()) nests_.resize(vgpu + std::size_t{1});
        nests_[vgpu] = std::make_unique<Nest>(*policy, *vgpus_[vgpu].weights, jobs_, kernel_times_, settings_);
        fill_nest(vgpu, *nests_[vgpu], now);
    }
    for (Engine& engine : engines_) {
        if (engine.lanes[vgpu].is_withdrawn) come_again(engine, vgpu, now);
    }
    to_pump_ = (1U << resource_count) - 1;
    run(now);
}

// The virtual GPU's jobs in this state, in the order of arrival. Only one job of a stream waits at a time, so streams
// stay in order.
std::vector<std::uint32_t> Dispatcher::jobs_in_order(VgpuId vgpu, JobState state) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t slot = 0; slot < jobs_.slots(); ++slot) {
        const JobSlot& entry = jobs_[slot];
        if (entry.state == state && entry.job.vgpu == vgpu && is_of_device(entry.job.resource)) found.push_back(slot);
    }
    std::stable_sort(found.begin(), found.end(), [this](std::uint32_t one, std::uint32_t other) {
        return jobs_[one].admitted < jobs_[other].admitted;
    });
    return found;
}

void Dispatcher::fill_nest(VgpuId vgpu, Nest& nest, Time now) {
    for (const std::uint32_t slot : jobs_in_order(vgpu, JobState::Started)) {
        nest.arrived(slot, now);
        nest.started(slot, jobs_[slot].cost);
    }
    for (Engine& engine : engines_) {
        engine.lanes[vgpu].queues = {};
        engine.lanes[vgpu].forget_loans();
    }
    for (const std::uint32_t slot : jobs_in_order(vgpu, JobState::Queued)) {
        nest.arrived(slot, now);
        nest.push(slot, now);
    }
}

void Dispatcher::empty_nest(VgpuId vgpu, Time now) {
    nests_[vgpu].reset();
    for (Engine& engine : engines_) {
        if (engine.lanes[vgpu].is_withdrawn) come_again(engine, vgpu, now);
        engine.lanes[vgpu].queued = 0;
    }
    for (const std::uint32_t slot : jobs_in_order(vgpu, JobState::Queued))
        engine(jobs_[slot].job.resource).lanes[vgpu].push(jobs_, slot);
}

// False if there is no room yet, or if the nested policy holds all jobs back: then the lane is withdrawn. The policy is
// asked as late as possible, so that later arrivals can be proposed.
bool Dispatcher::puts_forward(Engine& engine, VgpuId vgpu, Nest& nest, Time now) {
    if (nest.has_chosen(engine.resource)) return true;
    const bool is_narrow =
        is_contended(engine, vgpu, now) || is_shared(engine, now) || nest.is_contended(engine.resource, now);
    const bool may_go =
        has_room(engine, expected_length(vgpu, engine.resource), is_narrow) && !must_wait_for_others(engine, vgpu);
    if (!may_go && !may_pass(engine, vgpu, now)) return false;
    if (nest.choose(engine.resource, now) != nobody) return true;
    withdraw(engine, vgpu);
    return false;
}

void Dispatcher::withdraw(Engine& engine, VgpuId vgpu) {
    engine.lanes[vgpu].is_withdrawn = true;
    engine.order.remove(vgpu);
    delist(engine, vgpu);
}

void Dispatcher::come_again(Engine& engine, VgpuId vgpu, Time now) {
    engine.lanes[vgpu].is_withdrawn = false;
    enlist(engine, vgpu, now);
    engine.order.put(vgpu, checked(policy_.admit(told(engine, vgpu, now))));
}

void Dispatcher::look_at_withdrawn(Engine& engine, Time now) {
    for (VgpuId vgpu = 0; vgpu < nests_.size(); ++vgpu) {
        if (engine.lanes[vgpu].is_withdrawn && nests_[vgpu] && nests_[vgpu]->held_until(engine.resource) <= now)
            come_again(engine, vgpu, now);
    }
}

}  // namespace ringfence::sched
