// A device as simple as can be: for each resource a few places that work jobs off in the order in which they came. A
// job cannot be interrupted. It begins when it has arrived, the job before it in its stream has ended, and a place is
// free.
//
// All that a job can wait for on the card is there already, so its beginning and end are known when it is handed over.
#pragma once

#include <array>
#include <vector>

#include "sched/types.h"

namespace ringfence::sched {

class DeviceModel {
public:
    DeviceModel(const std::array<std::uint32_t, resource_count>& concurrency, Time launch);

    struct Run {
        Time begin;
        Time end;
    };
    // A job of the stream that takes `length`, handed over at `now`.
    Run put(Resource resource, StreamId stream, Time length, Time now);

private:
    std::array<std::vector<Time>, resource_count> free_at_;
    std::array<Time, resource_count> last_begin_{};
    std::vector<Time> stream_end_;
    Time launch_;
};

}  // namespace ringfence::sched
