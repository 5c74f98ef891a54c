// What the dispatcher calls to start jobs.
#pragma once

#include "sched/job.h"

namespace ringfence::sched {

class Device {
public:
    virtual ~Device() = default;

    // Puts the job on the card, behind the jobs of its stream and those in `after`, which are all on the card or
    // finished. A Join is passed, too, so that the hardware queue learns of the dependency; its end must not be
    // reported. A Client job means that all earlier work has finished and the client must act now.
    //
    // Report the end of a job to Dispatcher::finished() later, not during this call, and in order within a
    // stream.
    virtual void start(JobId id, const Job& job) = 0;
};

}  // namespace ringfence::sched
