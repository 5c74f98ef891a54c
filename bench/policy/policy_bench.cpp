// Measures a decision: of the built-in policy, and of the shipped ones, by the interpreter and as code. Needs clang.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <string>

#include <benchmark/benchmark.h>

#include "base/file.h"
#include "policy/compiler/compiler.h"
#include "policy/hosted_policy.h"
#include "policy/seat.h"
#include "source_dir.h"

namespace ringfence::policy {
namespace {

constexpr std::size_t largest_file = 4 << 20;

std::unique_ptr<HostedPolicy> load_policy(const std::string& source, const MakeRunner& make) {
    const std::string object =
        (std::filesystem::temp_directory_path() / ("policy_bench_" + std::to_string(::getpid()) + ".o")).string();
    const std::string command = "clang -O2 -g -target bpf -mcpu=v3 -I '" RINGFENCE_SOURCE_DIR "/include' -x c -c '" +
                                source + "' -o '" + object + "'";
    if (std::system(command.c_str()) != 0) return nullptr;
    const std::string bytes = read_file(object, largest_file).value();
    std::filesystem::remove(object);
    auto policy = HostedPolicy::load({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, make);
    return policy.ok() ? policy.take() : nullptr;
}

// Hooks that do nothing: what it costs to ask a policy at all.
constexpr char empty_policy[] =
    "#include <ringfence/policy.h>\n"
    "static void on_dispatch(struct rf_dispatch* ctx) { (void)ctx; }\n"
    "static void on_retire(struct rf_retire* ctx) { (void)ctx; }\n"
    "RF_POLICY(\"empty\", .flags = RF_OWN_ANSWERS, .dispatch = on_dispatch, .retire = on_retire);\n";

std::string file_of(const std::string& name) {
    if (name != "empty") return RINGFENCE_SOURCE_DIR "/policies/" + name + ".c";
    const std::string file =
        (std::filesystem::temp_directory_path() / ("policy_bench_" + std::to_string(::getpid()) + ".c")).string();
    std::ofstream(file) << empty_policy;
    return file;
}

// What some policies want to know beside the lane.
void tell_more(sched::Policy& policy, const sched::DispatchFacts& facts) {
    if (policy.wants_job_meta())
        policy.note_next_job(facts.lane.vgpu, sched::Resource::Compute,
                             {facts.lane.now, facts.cost, 4711, 256, 0, 9, 0, 0, 0});
}

// Two lanes take turns: a decision, and the end of what it let go.
void decide(benchmark::State& state, sched::Policy& policy) {
    if (policy.wants_thermal()) policy.thermal({0, sched::second, 50'000, 90'000, 200'000, 300'000});
    sched::DispatchFacts facts{};
    facts.cost = 20 * sched::microsecond;
    facts.lane.share = sched::whole / 2;
    facts.lane.queued = 3;
    facts.awaited = sched::nobody;
    facts.runnable = 2;
    for (auto _ : state) {
        facts.lane.now += 20 * sched::microsecond;
        facts.lane.vgpu ^= 1U;
        tell_more(policy, facts);
        const sched::DispatchAnswer answer = policy.dispatch(facts);
        facts.least_key = answer.order.key;
        tell_more(policy, facts);
        benchmark::DoNotOptimize(policy.retire({facts.lane, facts.cost, answer.charge}));
    }
}

// Two lanes have something for the card, and had nothing.
void come(benchmark::State& state, sched::Policy& policy) {
    sched::LaneFacts facts{};
    facts.share = sched::whole / 2;
    facts.queued = 1;
    for (auto _ : state) {
        facts.now += 20 * sched::microsecond;
        facts.vgpu ^= 1U;
        benchmark::DoNotOptimize(policy.admit(facts));
    }
}

// Memory has to leave the card, and comes back: how well does a session suit?
void choose(benchmark::State& state, sched::Policy& policy) {
    sched::MemoryFacts facts{};
    facts.needed = 1 << 30;
    facts.resident = facts.share = std::uint64_t{4} << 30;
    for (auto _ : state) {
        facts.now += sched::millisecond;
        facts.session ^= 1U;
        facts.idle = facts.session * sched::second;
        benchmark::DoNotOptimize(policy.memory_pressure(facts));
        benchmark::DoNotOptimize(policy.reclaim(facts));
    }
}

using Ask = void (*)(benchmark::State&, sched::Policy&);

void built_in(benchmark::State& state) {
    sched::Band band;
    decide(state, band);
}
BENCHMARK(built_in);

void built_in_with_watchdog(benchmark::State& state) {
    Seat seat;
    decide(state, seat);
}
BENCHMARK(built_in_with_watchdog);

void built_in_for_places(benchmark::State& state) {
    sched::Band band;
    come(state, band);
}
BENCHMARK(built_in_for_places);

void built_in_for_memory(benchmark::State& state) {
    sched::Band band;
    choose(state, band);
}
BENCHMARK(built_in_for_memory);

void shipped(benchmark::State& state, const std::string& name, bool is_native, Ask ask) {
    const std::string source = file_of(name);
    auto policy = load_policy(source, is_native ? MakeRunner(native_or_interpreted) : MakeRunner(interpret));
    if (name == "empty") std::filesystem::remove(source);
    if (policy == nullptr) {
        state.SkipWithError("clang is missing, or does not take the policy");
        return;
    }
    Seat seat;
    static_cast<void>(seat.put(std::move(policy), {}, 1));
    ask(state, seat);
    if (seat.guest() == nullptr) {
        state.SkipWithError("it was taken out");
        return;
    }
    const auto& steps = seat.guest()->steps();
    state.counters["instructions"] =
        benchmark::Counter(static_cast<double>(std::accumulate(steps.begin(), steps.end(), std::uint64_t{0})),
                           benchmark::Counter::kAvgIterations);
}
#define ASKED(name, ask)                                               \
    BENCHMARK_CAPTURE(shipped, name##_interpreted, #name, false, ask); \
    BENCHMARK_CAPTURE(shipped, name##_native, #name, true, ask)
#define SHIPPED(name) ASKED(name, decide)
SHIPPED(empty);
SHIPPED(fifo);
SHIPPED(round_robin);
SHIPPED(band);
SHIPPED(weighted_fair);
SHIPPED(lottery);
SHIPPED(deadline);
SHIPPED(latency_critical);
SHIPPED(iteration_lanes);
SHIPPED(token_bucket);
SHIPPED(short_kernels);
ASKED(hard_share, come);
ASKED(partition, come);
SHIPPED(power_cap);
ASKED(reclaim_priority, choose);
ASKED(reclaim_lru, choose);
ASKED(reclaim_working_set, choose);

}  // namespace
}  // namespace ringfence::policy
