// The seats of nested policies, which decide within a virtual GPU (sched/nest.h).
#include <algorithm>

#include "worker/job_board.h"

namespace ringfence::worker {

policy::Seat* JobBoard::nested_seat(const std::string& vgpu) {
    const auto found = nested_seats_.find(vgpu);
    return found == nested_seats_.end() ? nullptr : &found->second.seat;
}

policy::Seat& JobBoard::make_nested_seat(const std::string& vgpu, sched::VgpuId number) {
    NestedSeat& nested = nested_seats_.try_emplace(vgpu, nested_work_).first->second;
    nested.vgpu = number;
    return nested.seat;
}

void JobBoard::note_number(const std::string& vgpu, sched::VgpuId number) {
    const auto found = nested_seats_.find(vgpu);
    if (found == nested_seats_.end()) return;
    found->second.vgpu = number;
    if (number == sched::nobody || found->second.seat.guest() == nullptr) return;
    // Cannot fail: the only error is that there is no virtual GPU with this number.
    static_cast<void>(dispatcher_.nest(number, &found->second.seat, now()));
    set_several(are_several_);
}

std::vector<std::string> JobBoard::nested_vgpus() const {
    std::vector<std::string> names;
    for (const auto& [name, nested] : nested_seats_)
        names.push_back(name);
    return names;
}

bool JobBoard::has_nested_policy() const {
    return std::any_of(nested_seats_.begin(), nested_seats_.end(), [](const auto& entry) {
        const NestedSeat& nested = entry.second;
        return nested.vgpu != sched::nobody && nested.seat.has_guest();
    });
}

// If the watchdog has removed a nested policy, its virtual GPU returns to the usual order; other policies stay.
bool JobBoard::settle_nested(sched::Time now) {
    bool has_changed = false;
    for (auto& [name, nested] : nested_seats_) {
        while (nested.seat.take_changed()) {
            has_changed = true;
            if (nested.vgpu == sched::nobody) continue;
            static_cast<void>(dispatcher_.nest(nested.vgpu, nested.seat.has_guest() ? &nested.seat : nullptr, now));
        }
    }
    return has_changed;
}

}  // namespace ringfence::worker
