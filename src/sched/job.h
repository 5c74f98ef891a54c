// A piece of work for the device: a launch, copy, fill or graph; or a point that other jobs wait for.
//
// A job is a value and points to nothing. `tag` is the caller's reference to the work.
//
// It waits for the job before it in its stream, and for those in `after`. To wait for more, use jobs with
// Resource::Join, which need no resource and are finished when all that they wait for is.
#pragma once

#include <array>
#include <type_traits>

#include "sched/types.h"

namespace ringfence::sched {

struct Job {
    std::uint64_t tag = 0;
    Time cost = 0;            // its duration, if the caller can estimate it; 0: as earlier jobs
    std::uint64_t bytes = 0;  // of copies
    std::array<JobId, 4> after{};
    StreamId stream = nobody;
    SessionId session = nobody;  // this and the next: the stream's, filled in by the dispatcher
    VgpuId vgpu = nobody;
    Resource resource = Resource::Compute;
    std::uint8_t priority = 0;  // among the jobs of its virtual GPU; less than job_priorities
    std::uint16_t member = 0;   // of its virtual GPU (nest.h): the stream's, filled in by the dispatcher
    std::uint64_t kernel = 0;   // the kernel's number; 0: no kernel, or unknown
    std::uint64_t threads = 0;  // of its grid
    Partition partition{};      // where a policy wants it to run, set by the dispatcher; count 0: anywhere
};

static_assert(std::is_trivially_copyable_v<Job>);

}  // namespace ringfence::sched
