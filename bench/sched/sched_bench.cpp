// Measures the dispatcher's cost for a job: where nobody competes, where many do, and in the simulator.
#include <algorithm>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "sched/arbiter.h"
#include "sched/band.h"
#include "sched/dispatcher.h"
#include "sched/simulator/simulation.h"

namespace ringfence::sched {
namespace {

// Gives back what it got, in order.
class EchoDevice : public Device {
public:
    void start(JobId id, const Job&) override { ring_[end_++ % ring_.size()] = id; }
    [[nodiscard]] bool has_any() const { return begin_ != end_; }
    JobId next() { return ring_[begin_++ % ring_.size()]; }

private:
    std::vector<JobId> ring_ = std::vector<JobId>(4096);
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

struct Bed {
    explicit Bed(std::uint32_t vgpus) : dispatcher(device, band) {
        for (std::uint32_t index = 0; index < vgpus; ++index) {
            VirtualGpu vgpu;
            vgpu.name = "v" + std::to_string(index);
            vgpu.shares[0] = std::max<Share>(whole / vgpus, leftover_share);
            streams.push_back(dispatcher.open_stream(dispatcher.add_vgpu(vgpu).take(), index).take());
        }
    }
    void submit(StreamId stream, Time now) {
        Job job;
        job.stream = stream;
        benchmark::DoNotOptimize(dispatcher.submit(job, now));
    }

    EchoDevice device;
    Band band;
    Dispatcher dispatcher;
    std::vector<StreamId> streams;
};

// Straight to the card, and its end.
void alone(benchmark::State& state) {
    Bed bed(1);
    Time now = second;
    for (auto _ : state) {
        bed.submit(bed.streams[0], now);
        now += 4 * microsecond;
        benchmark::DoNotOptimize(bed.dispatcher.finished(bed.device.next(), 3 * microsecond, now));
    }
}
BENCHMARK(alone);

// All lanes have jobs waiting; each end lets one go and is followed by another job of the same lane.
void contended(benchmark::State& state) {
    const auto lanes = static_cast<std::uint32_t>(state.range(0));
    Bed bed(lanes);
    Time now = second;
    for (const StreamId stream : bed.streams) {
        for (int count = 0; count < 8; ++count)
            bed.submit(stream, now);
    }
    std::uint32_t next = 0;
    for (auto _ : state) {
        now += 20 * microsecond;
        benchmark::DoNotOptimize(bed.dispatcher.finished(bed.device.next(), 20 * microsecond, now));
        bed.submit(bed.streams[next++ % lanes], now);
    }
}
BENCHMARK(contended)->Arg(2)->Arg(8)->Arg(100)->Arg(1000)->Arg(10000);

// Credit for a batch, among so many workers.
void arbiter_take(benchmark::State& state) {
    const auto workers = static_cast<std::uint32_t>(state.range(0));
    std::vector<std::uint64_t> memory(Arbiter::bytes_for(8) / 8 + 16);
    const auto bytes = std::as_writable_bytes(std::span(memory));
    const std::size_t skip = (64 - reinterpret_cast<std::uintptr_t>(bytes.data()) % 64) % 64;
    Arbiter arbiter = Arbiter::create(bytes.subspan(skip), 8, 30 * millisecond, 0).take();
    arbiter.set_share(0, Resource::Compute, whole);
    Arbiter::Worker worker;
    for (std::uint32_t pid = 1; pid <= workers; ++pid)
        worker = arbiter.join(pid).take();
    Time now = 0;
    for (auto _ : state) {
        now += microsecond;
        const Time got = arbiter.take(worker, 0, Resource::Compute, microsecond / 2, now);
        arbiter.spend(worker, 0, Resource::Compute, got, now);
    }
}
BENCHMARK(arbiter_take)->Arg(1)->Arg(8)->Arg(128);

// Ten million jobs by default; growth with the number of virtual GPUs.
void simulator(benchmark::State& state) {
    const auto vgpus = static_cast<std::uint64_t>(state.range(0));
    constexpr std::uint64_t jobs = 10'000'000;
    const Share share = std::max<Share>(whole / static_cast<Share>(vgpus), leftover_share);
    const Workload workload = parse_workload("seconds 100\nvgpu v count=" + std::to_string(vgpus) +
                                                 " compute=" + share_text(share) + "\nload v endless compute 5us\n",
                                             "bench")
                                  .take();
    std::uint32_t error = 0;
    std::uint64_t done = 0;
    for (auto _ : state) {
        Band band;
        const Outcome outcome = simulate(workload, band, {}, jobs).take();
        done += outcome.jobs;
        for (const LaneOutcome& lane : outcome.lanes)
            error = std::max(error, lane.largest_error);
    }
    state.counters["jobs/s"] = benchmark::Counter(static_cast<double>(done), benchmark::Counter::kIsRate);
    state.counters["error_points"] = static_cast<double>(error) / 10'000;
}
BENCHMARK(simulator)->Arg(2)->Arg(100)->Arg(1000)->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace ringfence::sched
