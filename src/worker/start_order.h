// Computes since when each job has had the device, if the device queues jobs that have begun.
//
// That is the time at which the last of the earlier jobs ended: until then the job may have been queued behind them,
// and the time is theirs. A job that began later and ended earlier ran beside it, and does not count.
//
// One object is for one resource. Jobs are numbered in the order in which they began.
#pragma once

#include <cstdint>
#include <deque>

#include "sched/types.h"

namespace ringfence::worker {

class StartOrder {
public:
    // A job has ended. Jobs that begin later have greater numbers.
    void note_end(std::uint64_t number, sched::Time now);
    // When the last job ended that began before this one; 0: none has ended, or long ago.
    [[nodiscard]] sched::Time last_end_before(std::uint64_t number) const;

private:
    // Both numbers and times grow along the list: a new end makes earlier ends of greater numbers irrelevant.
    struct End {
        std::uint64_t number;
        sched::Time time;
    };
    std::deque<End> ends_;
};

}  // namespace ringfence::worker
