// Counts all jobs: one account for each virtual GPU and resource of a device.
//
// For a lane's jobs: submitted = waiting for their order + queued + on the card + finished + cancelled, at all times.
#pragma once

#include <array>
#include <vector>

#include "sched/reason.h"
#include "sched/types.h"
#include "sched/utilisation.h"

namespace ringfence::sched {

struct Account {
    std::uint64_t submitted = 0;
    std::uint64_t admitted = 0;  // dependencies are done: waiting for the card, or further
    std::uint64_t started = 0;   // put on the card
    std::uint64_t finished = 0;
    std::uint64_t cancelled = 0;         // never put on the card
    std::uint64_t cancelled_queued = 0;  // of these, admitted ones
    Time device_time = 0;
    Time waited = 0;  // from admission to the card, all jobs together
    Time longest_wait = 0;
    Utilisation utilisation;

    [[nodiscard]] std::uint64_t waiting_for_order() const {
        return submitted - admitted - (cancelled - cancelled_queued);
    }
    [[nodiscard]] std::uint64_t queued() const { return admitted - started - cancelled_queued; }
    [[nodiscard]] std::uint64_t on_card() const { return started - finished; }
};

class Ledger {
public:
    void make_room_for(VgpuId vgpu) {
        if (vgpu >= accounts_.size()) accounts_.resize(vgpu + std::size_t{1});
    }
    void begin_anew(VgpuId vgpu) { accounts_[vgpu] = {}; }
    [[nodiscard]] std::size_t vgpus() const { return accounts_.size(); }

    Account& at(VgpuId vgpu, Resource resource) { return accounts_[vgpu][static_cast<std::size_t>(resource)]; }
    [[nodiscard]] const Account& at(VgpuId vgpu, Resource resource) const {
        return accounts_[vgpu][static_cast<std::size_t>(resource)];
    }

    void count(Resource resource, Reason reason) {
        ++decisions_[static_cast<std::size_t>(resource)][static_cast<std::size_t>(reason)];
    }
    // How many jobs were put on the card for this reason.
    [[nodiscard]] std::uint64_t decisions(Resource resource, Reason reason) const {
        return decisions_[static_cast<std::size_t>(resource)][static_cast<std::size_t>(reason)];
    }

private:
    std::vector<std::array<Account, resource_count>> accounts_;
    std::array<std::array<std::uint64_t, reason_count>, resource_count> decisions_{};
};

}  // namespace ringfence::sched
