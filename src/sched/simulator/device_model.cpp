#include "sched/simulator/device_model.h"

#include <algorithm>

namespace ringfence::sched {

DeviceModel::DeviceModel(const std::array<std::uint32_t, resource_count>& concurrency, Time launch) : launch_(launch) {
    for (std::size_t index = 0; index < resource_count; ++index)
        free_at_[index].resize(concurrency[index]);
}

DeviceModel::Run DeviceModel::put(Resource resource, StreamId stream, Time length, Time now) {
    if (stream >= stream_end_.size()) stream_end_.resize(stream + std::size_t{1});
    std::vector<Time>& places = free_at_[static_cast<std::size_t>(resource)];
    const auto place = std::min_element(places.begin(), places.end());
    Time& last_begin = last_begin_[static_cast<std::size_t>(resource)];
    const Time begin = std::max({now + launch_, *place, stream_end_[stream], last_begin});
    const Time end = begin + length;
    last_begin = begin;
    *place = end;
    stream_end_[stream] = end;
    return {begin, end};
}

}  // namespace ringfence::sched
