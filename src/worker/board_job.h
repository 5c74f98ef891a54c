// A job as the board of a device's jobs knows it (job_board.h). The board's lock is held for all calls.
#pragma once

#include <cstdint>

#include "backend/job_gate.h"
#include "sched/job.h"

namespace ringfence::worker {

class BoardJob {
public:
    virtual ~BoardJob() = default;

    // The job may begin. `number` counts started jobs; `partition`: the multiprocessors on which it is to run.
    virtual void start(sched::JobId id, std::uint64_t number, sched::Partition partition, sched::Time now) = 0;
    // The job has had the device for too long: the dispatcher treats it as ended, so that others may begin beside it.
    virtual void let_others_pass(sched::Time now) = 0;
};

sched::Resource resource_of(backend::JobKind kind);

// A job that the dispatcher knows.
struct JobTicket {
    sched::JobId id{};
    bool is_started = false;
    bool has_let_others_pass = false;  // the dispatcher counts it as ended and has charged `charged`
    sched::Resource resource{};
    std::uint64_t number = 0;  // among those that were started
    std::uint64_t begun = 0;   // its number among jobs put on the device; 0: it was not
    sched::Time started = 0;
    sched::Time charged = 0;
    sched::Partition partition{};
};

// A stream as the dispatcher knows it.
struct StreamPlace {
    sched::VgpuId vgpu = sched::nobody;
    sched::StreamId stream = sched::nobody;
    sched::SessionId session = sched::nobody;  // one for each stream, so that its jobs can be cancelled alone
    std::uint8_t priority = 0;

    // Makes a job of this stream.
    [[nodiscard]] sched::Job job(const backend::JobFacts& facts, std::uint64_t tag) const {
        sched::Job job;
        job.tag = tag;
        job.stream = stream;
        job.resource = resource_of(facts.kind);
        job.kernel = facts.kernel;
        job.threads = facts.threads;
        job.priority = priority;
        return job;
    }
};

}  // namespace ringfence::worker
