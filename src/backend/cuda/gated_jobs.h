// A card's stream at its gate (backend/job_gate.h), while others want the card too.
//
// Its jobs are kept in the stream's queue (held_queue.h) until they may go, and each is at the gate from when the queue
// has come to it until the card is done with it: a stream has one on the card at a time, and the dispatcher says how
// many streams have. Who is alone does not come here.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "backend/job_gate.h"
#include "base/mutex.h"

namespace ringfence::backend::cuda {

class GatedJobs : public std::enable_shared_from_this<GatedJobs> {
public:
    explicit GatedJobs(std::shared_ptr<JobGate> gate) : gate_(std::move(gate)) {}

    bool is_needed() const { return gate_->is_needed(); }
    bool is_waiting() const { return gate_->is_waiting(); }
    void abandon() { gate_->abandon(); }
    // What was put on the stream so far is followed by something that may take any time: what comes after that does not
    // stand at the gate before it is over.
    void note_wait();

    // A job's way through the gate. Whoever destroys it says that the job is done, or will not be.
    class Pass {
    public:
        Pass(std::shared_ptr<GatedJobs> jobs, JobKind kind, std::uint64_t stretch)
            : jobs_(std::move(jobs)), kind_(kind), stretch_(stretch) {}
        ~Pass();
        Pass(const Pass&) = delete;
        Pass& operator=(const Pass&) = delete;

        bool may_go();

    private:
        const std::shared_ptr<GatedJobs> jobs_;
        const JobKind kind_;
        const std::uint64_t stretch_;
        bool has_entered_ = false;
    };
    // They go, or are destroyed, in the order in which they were made.
    std::shared_ptr<Pass> expect(JobKind kind);

private:
    // Jobs that have not entered.
    struct Expected {
        JobKind kind;
        std::uint64_t stretch;
    };

    void forget_first();
    std::optional<JobKind> next_in(std::uint64_t stretch);

    const std::shared_ptr<JobGate> gate_;
    Mutex mutex_;
    std::deque<Expected> expected_ RF_GUARDED_BY(mutex_);
    std::uint64_t stretch_ RF_GUARDED_BY(mutex_) = 0;  // of work without waits between
};

}  // namespace ringfence::backend::cuda
