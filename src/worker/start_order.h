// Since when each job has had a device, if jobs that have begun stand in a queue of the device's.
//
// That is when the last of those ended that had begun before it: until then it may have stood behind them, and the time
// was theirs. One that began later and ended earlier ran beside it.
//
// For one resource. Jobs are numbered in the order in which they began.
#pragma once

#include <cstdint>
#include <deque>

#include "sched/types.h"

namespace ringfence::worker {

class StartOrder {
public:
    // A job has ended: later starts have greater numbers.
    void note_end(std::uint64_t number, sched::Time now);
    // When the last of those ended that began before this one; 0: none has, or it is long ago.
    [[nodiscard]] sched::Time last_end_before(std::uint64_t number) const;

private:
    // Numbers and times grow: an end makes those of later numbers, that were earlier, unimportant.
    struct End {
        std::uint64_t number;
        sched::Time time;
    };
    std::deque<End> ends_;
};

}  // namespace ringfence::worker
