// The settings of a dispatcher.
#pragma once

#include <array>

#include "sched/types.h"

namespace ringfence::sched {

// How much may be on the card at a time. Work there cannot be taken back, so a newcomer waits for it; and it must last
// until the end of a job is known and the next one is there, or the card is idle.
struct Window {
    Time work;            // as much as this
    std::uint32_t least;  // and so many jobs, however long
    std::uint32_t most;

    friend bool operator==(const Window&, const Window&) = default;
};
// The most that a policy may set: more would keep newcomers waiting.
constexpr Time longest_window = 10 * millisecond;

struct DispatcherSettings {
    Window alone{millisecond, 2, 256};
    Window contended{300 * microsecond, 2, 128};
    // Jobs as long as this wait for an empty card when others want it too: the few microseconds until the next one is
    // there are little beside them, and another's short job waits for one of them and not for two.
    Time long_job = millisecond;
    // Jobs of a virtual GPU with priority, while it is within its share, do not wait for room: they may run beside the
    // work on the card, or before work that has not begun there. For a device that works on several jobs at once.
    bool priority_passes = false;
    // Not 0: jobs of one virtual GPU at a time, for about so long. A card takes jobs from several of its queues in
    // turn, in an unknown order: then the time could not be charged to its owner.
    Time turn = 0;
    // The next may have this much waiting behind the rest of it, so that the card goes on.
    Time overlap = 60 * microsecond;
    // How many jobs of each resource the card can have in hand at once, and gains by it.
    std::array<std::uint32_t, resource_count> concurrency{1, 1, 1};
    // The assumed duration of an unknown job: a long one, so that no queue of them is put on the card.
    Time unknown_job = millisecond;
    // For so long after a lane went idle it still counts as a competitor: it may come again.
    Time memory_of_others = second;
    Time longest_hold = millisecond;
    // A lane that waited so long is next, whatever the policy says.
    Time overdue = 10 * second;
    // The same for jobs of low priority within a virtual GPU.
    Time job_overdue = 100 * millisecond;
    Time tick = 30 * millisecond;
    std::uint32_t multiprocessors = 0;  // of a device that can keep a job to some of them; 0: it cannot
    std::size_t most_jobs = std::size_t{1} << 24;
};

}  // namespace ringfence::sched
