// A dispatcher with a device that remembers what it was given, and virtual GPUs to try it with.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sched/band.h"
#include "sched/dispatcher.h"

namespace ringfence::sched {

// One job of each resource at a time, as on the software GPU.
inline DispatcherSettings one_at_a_time() {
    DispatcherSettings settings;
    settings.alone = {longest_job, 1 << 20, 1 << 20};
    settings.contended = {0, 1, 1};
    return settings;
}

class Rig : public Device {
public:
    explicit Rig(const DispatcherSettings& settings = {}) : dispatcher(*this, band, settings) {}

    void start(JobId id, const Job& job) override {
        started.push_back(id);
        jobs.push_back(job);
    }

    // A virtual GPU with this share of everything; its number.
    VgpuId add(Share share, std::uint32_t priority = 0) {
        VirtualGpu vgpu;
        vgpu.name = "v" + std::to_string(count_++);
        vgpu.shares = {share, share, share};
        vgpu.priority = priority;
        return dispatcher.add_vgpu(vgpu).take();
    }
    StreamId stream(VgpuId vgpu, SessionId session = 0) { return dispatcher.open_stream(vgpu, session).take(); }

    JobId submit(StreamId stream, Resource resource = Resource::Compute, std::vector<JobId> after = {}, Time cost = 0,
                 std::uint8_t priority = 0) {
        Job job;
        job.stream = stream;
        job.resource = resource;
        job.cost = cost;
        job.priority = priority;
        std::copy(after.begin(), after.end(), job.after.begin());
        return dispatcher.submit(job, now).take();
    }
    void finish(JobId id, Time took = 10 * microsecond) {
        now += took;
        EXPECT_TRUE(dispatcher.finished(id, took, now).ok());
    }
    // The job that was put on the card first, of those that are there.
    JobId finish_oldest(Time took) {
        const JobId id = started[finished_++];
        finish(id, took);
        return id;
    }
    [[nodiscard]] bool has_started(JobId id) const {
        return std::find(started.begin(), started.end(), id) != started.end();
    }
    [[nodiscard]] Reason why(JobId id) const { return dispatcher.why(id, now).reason; }

    Band band;
    Dispatcher dispatcher;
    std::vector<JobId> started;
    std::vector<Job> jobs;
    Time now = 100 * second;

private:
    int count_ = 0;
    std::size_t finished_ = 0;
};

}  // namespace ringfence::sched
