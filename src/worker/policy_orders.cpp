#include "worker/policy_orders.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ringfence::worker {

// An order that removes a policy needs no verification, so it is put at the front.
bool PolicyOrders::add(Task task) {
    const std::string_view vgpu = task.order.vgpu;
    const auto waiting = std::find_if(tasks_.begin(), tasks_.end(),
                                      [vgpu](const Task& other) { return std::string_view(other.order.vgpu) == vgpu; });
    if (waiting == tasks_.end() && tasks_.size() >= most_places) return false;
    if (task.order.is_to_load != 0) {
        if (waiting != tasks_.end()) {
            *waiting = std::move(task);
        } else {
            tasks_.push_back(std::move(task));
        }
        return true;
    }
    if (waiting != tasks_.end()) tasks_.erase(waiting);
    const auto first_to_load =
        std::find_if(tasks_.begin(), tasks_.end(), [](const Task& other) { return other.order.is_to_load != 0; });
    tasks_.insert(first_to_load, std::move(task));
    return true;
}

PolicyOrders::Task PolicyOrders::take() {
    const auto last_turn_of = [this](const Task& task) {
        const auto found = turns_.find(std::string_view(task.order.tenant));
        return found == turns_.end() ? 0 : found->second;
    };
    auto next = tasks_.begin();
    // Orders that remove a policy come first, and do not count as a turn.
    if (next->order.is_to_load != 0) {
        next = std::min_element(tasks_.begin(), tasks_.end(), [&](const Task& one, const Task& other) {
            return last_turn_of(one) < last_turn_of(other);
        });
        turns_[next->order.tenant] = ++last_turn_;
    }
    Task task = std::move(*next);
    tasks_.erase(next);
    if (tasks_.empty()) turns_.clear();
    return task;
}

}  // namespace ringfence::worker
