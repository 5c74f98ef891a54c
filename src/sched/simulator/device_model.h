// A very simple model of a device: for each resource a few servers that process jobs in the order of arrival. A job
// cannot be interrupted. It begins when it has arrived, the previous job of its stream has ended, and a server is
// free.
//
// Everything that a job can wait for is already on the card, so its beginning and end are known when it is put there.
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
    // Puts a job of duration `length` on the stream at the time `now`.
    Run put(Resource resource, StreamId stream, Time length, Time now);

private:
    std::array<std::vector<Time>, resource_count> free_at_;
    std::array<Time, resource_count> last_begin_{};
    std::vector<Time> stream_end_;
    Time launch_;
};

}  // namespace ringfence::sched
