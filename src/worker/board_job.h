// A job as the board of a device's jobs knows it (job_board.h). All with the board's lock.
#pragma once

#include <cstdint>

#include "backend/job_gate.h"
#include "sched/job.h"

namespace ringfence::worker {

class BoardJob {
public:
    virtual ~BoardJob() = default;

    // It may begin: its number among those that were started; on which multiprocessors.
    virtual void start(sched::JobId id, std::uint64_t number, sched::Partition partition, sched::Time now) = 0;
    // It has had the device for long: it counts as ended for others, who go on beside it.
    virtual void let_others_pass(sched::Time now) = 0;
};

sched::Resource resource_of(backend::JobKind kind);

// A job that the dispatcher knows.
struct JobTicket {
    sched::JobId id{};
    bool is_started = false;
    bool has_let_others_pass = false;  // for the dispatcher it has ended, and was charged `charged`
    sched::Resource resource{};
    std::uint64_t number = 0;  // among those that were started
    std::uint64_t begun = 0;   // among those that were put on the device; 0: it was not
    sched::Time started = 0;
    sched::Time charged = 0;
    sched::Partition partition{};
};

// A stream as the dispatcher knows it.
struct StreamPlace {
    sched::VgpuId vgpu = sched::nobody;
    sched::StreamId stream = sched::nobody;
    sched::SessionId session = sched::nobody;  // this stream's alone: so its jobs can be cancelled by themselves
    std::uint8_t priority = 0;

    // A job of its.
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
