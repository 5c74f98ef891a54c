// Orders about policies that wait for the thread that carries them out (policy_keeper.h).
//
// There is one at most for each place, the card or a virtual GPU: a newer one takes the place of one that still waits,
// since only what is to be there in the end matters. So no order is lost while there are no more places than that.
//
// Tenants take turns, however many virtual GPUs they have: who waits, waits for one policy of each other tenant and for
// what it has sent itself.
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
    static constexpr std::size_t most_places = 4096;  // as many virtual GPUs as the daemon hears of

    struct Task {
        PolicyOrder order;
        UniqueFd object;
    };

    [[nodiscard]] bool is_empty() const { return tasks_.empty(); }
    // False: as many places as there may be wait already, and this is not one of them.
    [[nodiscard]] bool add(Task task);
    // The next; there is one.
    [[nodiscard]] Task take();

private:
    std::deque<Task> tasks_;
    // The number of each tenant's last turn, while anybody waits; administrators have theirs together.
    std::map<std::string, std::uint64_t, std::less<>> turns_;
    std::uint64_t last_turn_ = 0;
};

}  // namespace ringfence::worker
