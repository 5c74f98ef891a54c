// The settings of a dispatcher.
#pragma once

#include <array>

#include "sched/types.h"

namespace ringfence::sched {

// How much work may be on the card at a time. It cannot be taken back, so a newcomer waits for it; but too little would
// leave the card idle until the end of a job is noticed and the next one arrives.
struct Window {
    Time work;            // expected time
    std::uint32_t least;  // and so many jobs, whatever their length
    std::uint32_t most;

    friend bool operator==(const Window&, const Window&) = default;
};
// The most that a policy may set, since newcomers have to wait for it.
constexpr Time longest_window = 10 * millisecond;

struct DispatcherSettings {
    Window alone{millisecond, 2, 256};
    Window contended{300 * microsecond, 2, 128};
    // Under contention, jobs at least this long wait for an empty card: the idle microseconds between jobs are
    // negligible, and a short job of another lane waits for one long job instead of two.
    Time long_job = millisecond;
    // Jobs of a virtual GPU with priority and within its share do not wait for room: they may run beside work on the
    // card, or before work that has not begun. For a device that runs several jobs concurrently.
    bool priority_passes = false;
    // Not 0: only jobs of one virtual GPU are on the card at a time, for about so long. A card interleaves jobs of
    // several queues in an unknown order, so their time could not be charged correctly otherwise.
    Time turn = 0;
    // At the end of a turn, the next virtual GPU may already queue this much work, so that the card does not idle.
    Time overlap = 60 * microsecond;
    // How many jobs of each resource the card can run concurrently with a benefit.
    std::array<std::uint32_t, resource_count> concurrency{1, 1, 1};
    // The assumed duration of an unknown job: long, so that not many of them are put on the card.
    Time unknown_job = millisecond;
    // For so long a lane that became idle still counts as a competitor, since it may submit again.
    Time memory_of_others = second;
    Time longest_hold = millisecond;
    // A lane that has waited so long is next, whatever the policy says.
    Time overdue = 10 * second;
    // The same for jobs of low priority within a virtual GPU.
    Time job_overdue = 100 * millisecond;
    Time tick = 30 * millisecond;
    std::uint32_t multiprocessors = 0;  // that jobs can be restricted to; 0: the device cannot do that
    std::size_t most_jobs = std::size_t{1} << 24;
};

}  // namespace ringfence::sched
