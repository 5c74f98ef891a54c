// What a dispatcher is set to.
#pragma once

#include <array>

#include "sched/types.h"

namespace ringfence::sched {

// How much may be on the card at a time. What is there cannot be taken back, so it is what a newcomer waits for; and it
// must last until the end of a job is known and the next one is there, or the card has nothing to do.
struct Window {
    Time work;            // as much as this
    std::uint32_t least;  // and so many jobs, however long
    std::uint32_t most;
};

struct DispatcherSettings {
    Window alone{millisecond, 2, 256};
    Window contended{300 * microsecond, 2, 128};
    // Jobs as long as this wait for an empty card when others want it too: the few microseconds until the next one is
    // there are little beside them, and a short job of somebody else waits for one of them and not for two.
    Time long_job = millisecond;
    // How many jobs of each resource the card can have in hand at once, and gains by it.
    std::array<std::uint32_t, resource_count> concurrency{1, 1, 1};
    // What a job is taken for, of which nothing is known: a long one, so that no queue of them is put on the card.
    Time unknown_job = millisecond;
    // For so long after a lane went idle it still counts as a competitor: it may come again.
    Time memory_of_others = second;
    Time longest_hold = millisecond;
    // A lane that waited so long is next, whatever the policy says.
    Time overdue = 10 * second;
    // The same for jobs of low priority within a virtual GPU.
    Time job_overdue = 100 * millisecond;
    Time tick = 30 * millisecond;
    std::size_t most_jobs = std::size_t{1} << 24;
};

}  // namespace ringfence::sched
