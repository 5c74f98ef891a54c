// Sends policies to the workers.
#include <algorithm>
#include <utility>

#include "supervisor/workers.h"

namespace ringfence::supervisor {

// Private workers have no policies: their one program competes with none.
bool Workers::has_policies(const WorkerProcess& worker) {
    return worker.settings().is_shared() && !worker.is_leaving() && !worker.is_foreign();
}

std::uint32_t Workers::sharing_workers() const {
    return static_cast<std::uint32_t>(
        std::count_if(workers_.begin(), workers_.end(), [](const auto& worker) { return has_policies(*worker); }));
}

Result<WorkerProcess*> Workers::worker_with_policy(std::uint32_t pid) const {
    WorkerProcess* found = nullptr;
    for (const auto& worker : workers_) {
        if (!has_policies(*worker) || (pid != 0 && static_cast<std::uint32_t>(worker->pid()) != pid)) continue;
        if (found != nullptr) {
            return Error::bad_input("several workers run, each with maps of its own")
                .with_remedy("name one (--worker PID); 'ringfence policy list' has them");
        }
        found = worker.get();
    }
    if (found != nullptr) return found;
    return Error::bad_input(pid == 0 ? "no worker that programs could share runs just now" : "there is no such worker")
        .with_remedy("'ringfence policy list' lists the workers");
}

std::uint32_t Workers::offer_policy(const ShelvedPolicy* policy, const std::string& vgpu) {
    ++last_order_;
    for (const auto& worker : workers_) {
        if (has_policies(*worker))
            worker->order_policy(order_for(policy, last_order_, vgpu), policy == nullptr ? nullptr : policy->object);
    }
    return last_order_;
}

bool Workers::have_judged_policy(std::uint32_t number, const std::string& vgpu) const {
    return std::all_of(workers_.begin(), workers_.end(), [&](const auto& worker) {
        // A worker that started later has another order.
        return !has_policies(*worker) || worker->policy_ordered(vgpu) != number ||
               worker->policy(vgpu).header.number >= number;
    });
}

std::string Workers::why_policy_refused(std::uint32_t number, const std::string& vgpu) const {
    for (const auto& worker : workers_) {
        const worker::PolicyState& state = worker->policy(vgpu);
        const bool was_asked = has_policies(*worker) && worker->policy_ordered(vgpu) == number;
        if (was_asked && state.header.number == number && state.is_refused != 0) return state.refusal;
    }
    return "";
}

void Workers::settle_policy(std::optional<ShelvedPolicy> policy, std::uint32_t number, const std::string& vgpu) {
    Shelf& shelf = shelves_[vgpu];
    shelf = {std::move(policy), number};
    hand_out(vgpu, shelf);
}

void Workers::withdraw_policy(std::uint32_t number, const std::string& vgpu) {
    Shelf& shelf = shelves_[vgpu];
    // A worker that has not reported on the order yet may still accept it.
    const bool may_be_taken = std::any_of(workers_.begin(), workers_.end(), [&](const auto& worker) {
        const worker::PolicyState& state = worker->policy(vgpu);
        return worker->policy_ordered(vgpu) == number && (state.header.number != number || state.is_refused == 0);
    });
    if (may_be_taken) {
        shelf.number = ++last_order_;
        hand_out(vgpu, shelf);
        return;
    }
    for (const auto& worker : workers_) {
        if (worker->policy_ordered(vgpu) == number) worker->set_policy_ordered(shelf.number, vgpu);
    }
}

const ShelvedPolicy* Workers::policy(const std::string& vgpu) const {
    const auto found = shelves_.find(vgpu);
    return found == shelves_.end() || !found->second.policy ? nullptr : &*found->second.policy;
}

std::uint32_t Workers::policy_number(const std::string& vgpu) const {
    const auto found = shelves_.find(vgpu);
    return found == shelves_.end() ? 0 : found->second.number;
}

std::vector<const ShelvedPolicy*> Workers::nested_policies() const {
    std::vector<const ShelvedPolicy*> all;
    for (const auto& [vgpu, shelf] : shelves_) {
        if (!vgpu.empty() && shelf.policy) all.push_back(&*shelf.policy);
    }
    return all;
}

// Sends all policies to new workers, which begin with the built-in ones.
void Workers::hand_out_policies() {
    for (const auto& [vgpu, shelf] : shelves_) {
        if (shelf.policy) hand_out(vgpu, shelf);
    }
}

void Workers::hand_out(const std::string& vgpu, const Shelf& shelf) {
    const ShelvedPolicy* const policy = shelf.policy ? &*shelf.policy : nullptr;
    for (const auto& worker : workers_) {
        if (has_policies(*worker) && worker->policy_ordered(vgpu) != shelf.number)
            worker->order_policy(order_for(policy, shelf.number, vgpu), policy == nullptr ? nullptr : policy->object);
    }
}

}  // namespace ringfence::supervisor
