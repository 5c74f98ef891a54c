// A dispatcher's interface to the other dispatchers that put jobs on the same card.
//
// They are in other processes. All calls work on shared memory, so none
// blocks.
#pragma once

#include "sched/types.h"

namespace ringfence::sched {

enum class Permission : std::uint8_t {
    Refused,  // another worker has the turn, or the lane has no credit
    Alone,    // no other worker uses the card: the job is not counted
    InTurn,   // counted: call ended() for it
};

class Neighbours {
public:
    virtual ~Neighbours() = default;

    // True if another worker has just used this resource of the card, or wants to.
    [[nodiscard]] virtual bool are_there(Resource resource, Time now) = 0;
    // Asks if a job of this lane with this expected duration may go to the card. If so, the caller must put it there.
    [[nodiscard]] virtual Permission ask(VgpuId vgpu, Resource resource, Time cost, Time now) = 0;
    // A job with the permission InTurn has ended. `cost`: as in ask().
    virtual void ended(VgpuId vgpu, Resource resource, Time cost, Time took, Time now) = 0;
    // Charges the lane for more time, beyond that of ended().
    virtual void charge(VgpuId vgpu, Resource resource, Time took, Time now) = 0;
    // Call it when all jobs that may go have gone: how many are on the card, and whether others wait.
    virtual void settle(Resource resource, std::uint32_t in_flight, bool is_waiting, Time now) = 0;
    // When to ask again for a refused job; `never` if none was refused.
    [[nodiscard]] virtual Time next_look() const = 0;
};

}  // namespace ringfence::sched
