// Takes jobs from the dispatcher.
#pragma once

#include "sched/job.h"

namespace ringfence::sched {

class Device {
public:
    virtual ~Device() = default;

    // Put this on the card, behind the jobs of its stream and of `after`: all of those are on the card already, or
    // finished. A Join is handed over too, for the hardware queue to be told; nothing is to be reported of it. A Client
    // job means: all before it has finished, now it is the client's turn.
    //
    // The end of a job is reported to Dispatcher::finished() later, not from within this call; the earlier of two jobs
    // of a stream first.
    virtual void start(JobId id, const Job& job) = 0;
};

}  // namespace ringfence::sched
