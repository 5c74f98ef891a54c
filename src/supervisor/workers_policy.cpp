// Which policy the workers have.
#include <algorithm>
#include <utility>

#include "supervisor/workers.h"

namespace ringfence::supervisor {

// A program with a worker of its own competes with nobody.
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
        .with_remedy("'ringfence policy list' has those that there are");
}

std::uint32_t Workers::offer_policy(const ShelvedPolicy* policy) {
    ++last_order_;
    for (const auto& worker : workers_) {
        if (has_policies(*worker))
            worker->order_policy(order_for(policy, last_order_), policy == nullptr ? -1 : policy->object.get());
    }
    return last_order_;
}

bool Workers::have_judged_policy(std::uint32_t number) const {
    return std::all_of(workers_.begin(), workers_.end(), [number](const auto& worker) {
        // One that came later has been given another.
        return !has_policies(*worker) || worker->policy_ordered() != number || worker->policy().header.number >= number;
    });
}

std::string Workers::why_policy_refused(std::uint32_t number) const {
    for (const auto& worker : workers_) {
        if (worker->policy().header.number == number && worker->policy().is_refused != 0)
            return worker->policy().refusal;
    }
    return "";
}

void Workers::settle_policy(std::optional<ShelvedPolicy> policy, std::uint32_t number) {
    policy_ = std::move(policy);
    policy_number_ = number;
    hand_out_policy();
}

void Workers::withdraw_policy(std::uint32_t number) {
    const bool was_taken = std::any_of(workers_.begin(), workers_.end(), [number](const auto& worker) {
        return worker->policy().header.number == number && worker->policy().is_refused == 0;
    });
    if (was_taken) {
        policy_number_ = ++last_order_;
        hand_out_policy();
        return;
    }
    for (const auto& worker : workers_) {
        if (worker->policy_ordered() == number) worker->set_policy_ordered(policy_number_);
    }
}

void Workers::hand_out_policy() {
    for (const auto& worker : workers_) {
        if (has_policies(*worker) && worker->policy_ordered() != policy_number_)
            worker->order_policy(order_for(policy_ ? &*policy_ : nullptr, policy_number_),
                                 policy_ ? policy_->object.get() : -1);
    }
}

}  // namespace ringfence::supervisor
