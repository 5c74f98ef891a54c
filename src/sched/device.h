// What the dispatcher hands jobs to.
#pragma once

#include "sched/job.h"

namespace ringfence::sched {

class Device {
public:
    virtual ~Device() = default;

    // Put this on the card, behind what its stream and `after` name: all of that is on the card already, or finished. A
    // Join is handed over too, for the hardware queue to be told; nothing is to be reported of it. A Client job means:
    // all before it has finished, now it is the client's turn.
    //
    // The end of a job is reported to Dispatcher::finished() later, not from within this call; of two jobs of a stream,
    // the earlier one first.
    virtual void start(JobId id, const Job& job) = 0;
};

}  // namespace ringfence::sched
