// Runs a dispatcher and a policy on the model of a device.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "sched/dispatcher.h"
#include "sched/policy.h"
#include "sched/simulator/histogram.h"
#include "sched/simulator/workload.h"

namespace ringfence::sched {

// The outcome of one virtual GPU and resource.
struct LaneOutcome {
    std::string vgpu;
    Resource resource{};
    bool is_endless = false;
    bool is_recorded = false;  // at least in part, so its demand changes over time
    // Parts of the card's time on this resource, in millionths.
    Share wanted = 0;                 // its fair part, if lanes that need less leave the rest to others
    Share got = 0;                    // after the warm-up
    std::vector<Share> each_second;   // after the warm-up
    std::uint32_t largest_error = 0;  // of a second, against `wanted`; not for recorded lanes
    std::uint64_t jobs = 0;
    Time device_time = 0;
    Histogram waits;      // from submission to the beginning on the card
    Histogram latencies;  // from submission until the end is known
};

struct Outcome {
    std::vector<LaneOutcome> lanes;            // those that had jobs
    std::array<Share, resource_count> busy{};  // of the time after the warm-up, over all servers
    std::uint64_t jobs = 0;                    // including the warm-up
    std::vector<std::uint64_t> jobs_of_load;   // the same, of each load in the order of the workload
    std::uint64_t unfinished = 0;              // when the time was up
    std::uint64_t lost = 0;                    // submitted, not finished and not known any more: a bug
    std::array<std::array<std::uint64_t, reason_count>, resource_count> decisions{};
};

// Nested policies (nest.h), by virtual GPU. Each load is a member, in the order of the workload.
using NestedPolicies = std::map<std::string, Policy*>;

// `most_jobs`: ends when so many jobs have finished.
[[nodiscard]] Result<Outcome> simulate(const Workload& workload, Policy& policy,
                                       const DispatcherSettings& settings = {}, std::uint64_t most_jobs = UINT64_MAX,
                                       const NestedPolicies& nested = {});

}  // namespace ringfence::sched
