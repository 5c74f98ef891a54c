// Other dispatchers that put jobs on the same card, as one of them sees them.
//
// They are in other processes. A dispatcher's questions are answered from memory that all of them share, so no question
// blocks.
#pragma once

#include "sched/types.h"

namespace ringfence::sched {

enum class Permission : std::uint8_t {
    Refused,  // it is another's turn, or the lane has no credit
    Alone,    // no other worker uses the card: it is not counted
    InTurn,   // counted: its end is to be told
};

class Neighbours {
public:
    virtual ~Neighbours() = default;

    // Another worker has used this resource of the card a moment ago, or wants to.
    [[nodiscard]] virtual bool are_there(Resource resource, Time now) = 0;
    // Asks if a job of this lane, which would take this long, may be put on the card; if so, it is.
    [[nodiscard]] virtual Permission ask(VgpuId vgpu, Resource resource, Time cost, Time now) = 0;
    // A job that was allowed in its turn has ended. `cost`: as it was asked for.
    virtual void ended(VgpuId vgpu, Resource resource, Time cost, Time took, Time now) = 0;
    // The lane has had this much beside that.
    virtual void charge(VgpuId vgpu, Resource resource, Time took, Time now) = 0;
    // All that may go now has gone: so much is on the card, and something waits for it or nothing does.
    virtual void settle(Resource resource, std::uint32_t in_flight, bool is_waiting, Time now) = 0;
    // When to ask again for a refused job; never: none was refused.
    [[nodiscard]] virtual Time next_look() const = 0;
};

}  // namespace ringfence::sched
