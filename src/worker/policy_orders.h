// A queue of policy orders for the thread that carries them out (policy_keeper.h).
//
// It holds at most one order for each place, the card or a virtual GPU: a newer order replaces a waiting one, since
// only the final policy matters. So no order is lost unless there are more than `most_places` places.
//
// Tenants take turns, however many virtual GPUs they have: a tenant waits for its own earlier orders and for at most
// one order of each other tenant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>

#include "base/unique_fd.h"
#include "worker/control.h"

namespace ringfence::worker {

class PolicyOrders {
public:
    static constexpr std::size_t most_places = 4096;  // the daemon's limit of virtual GPUs

    struct Task {
        PolicyOrder order;
        UniqueFd object;
    };

    [[nodiscard]] bool is_empty() const { return tasks_.empty(); }
    // False if most_places other places have orders waiting.
    [[nodiscard]] bool add(Task task);
    // Removes the next order. The queue must not be empty.
    [[nodiscard]] Task take();

private:
    std::deque<Task> tasks_;
    // The number of each tenant's last turn, while orders wait. All administrators count as one tenant.
    std::map<std::string, std::uint64_t, std::less<>> turns_;
    std::uint64_t last_turn_ = 0;
};

}  // namespace ringfence::worker
