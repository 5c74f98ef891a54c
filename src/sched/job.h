// A piece of work for the device: a launch, a copy, a fill, a graph, or something that others wait for.
//
// A job is a value and points to nothing. `tag` is the caller's reference to the work.
//
// It waits for the job before it in its stream, and for those in `after`. More than fit there are gathered by a job
// with Resource::Join, which needs nothing itself and is finished when all it waits for is.
#pragma once

#include <array>
#include <type_traits>

#include "sched/types.h"

namespace ringfence::sched {

struct Job {
    std::uint64_t tag = 0;
    Time cost = 0;            // its duration, if the caller has an idea; 0: like earlier ones
    std::uint64_t bytes = 0;  // of copies
    std::array<JobId, 4> after{};
    StreamId stream = nobody;
    SessionId session = nobody;  // this and the next: the stream's, filled in by the dispatcher
    VgpuId vgpu = nobody;
    Resource resource = Resource::Compute;
    std::uint8_t priority = 0;  // among the jobs of its virtual GPU; less than job_priorities
    std::uint16_t member = 0;   // of its virtual GPU (nest.h): the stream's, filled in by the dispatcher
    std::uint64_t kernel = 0;   // which one, if it is one and that is known
    std::uint64_t threads = 0;  // of its grid
    Partition partition{};      // where a policy wishes it to run, filled in by the dispatcher; count 0: no wish
};

static_assert(std::is_trivially_copyable_v<Job>);

}  // namespace ringfence::sched
