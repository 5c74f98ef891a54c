// Shipped policies in the simulator.
#pragma once

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "policy/compiler/compiler.h"
#include "policy/hosted_policy.h"
#include "policy_source.h"
#include "sched/simulator/simulation.h"
#include "source_dir.h"

namespace ringfence::policy {

inline std::string source_of(const std::string& name) {
    return read_file(RINGFENCE_SOURCE_DIR "/policies/" + name + ".c", 1 << 20).value();
}

// Runs a workload with the policy, by the interpreter and as code: what comes of it must be the same.
inline sched::Outcome simulate_both(const std::string& name, std::string_view workload) {
    const std::string object = compile_policy(source_of(name));
    const ConstBytes bytes(reinterpret_cast<const std::uint8_t*>(object.data()), object.size());
    const sched::Workload parsed = sched::parse_workload(workload, "test").value();
    sched::Outcome outcomes[2];
    for (const bool is_native : {false, true}) {
        auto policy = HostedPolicy::load(bytes, is_native ? MakeRunner(native_or_interpreted) : MakeRunner(interpret));
        EXPECT_TRUE(policy.ok()) << policy.error().text();
        outcomes[is_native ? 1 : 0] = sched::simulate(parsed, *policy.value()).value();
        EXPECT_EQ(policy.value()->faults(), 0U);
        EXPECT_EQ(outcomes[is_native ? 1 : 0].lost, 0U);
    }
    EXPECT_EQ(outcomes[0].jobs, outcomes[1].jobs);
    EXPECT_EQ(outcomes[0].decisions, outcomes[1].decisions);
    for (std::size_t i = 0; i < outcomes[0].lanes.size(); ++i)
        EXPECT_EQ(outcomes[0].lanes[i].device_time, outcomes[1].lanes[i].device_time);
    return outcomes[0];
}

inline double points(const sched::LaneOutcome& lane) {
    return 100.0 * static_cast<double>(lane.got) / sched::whole;
}

inline std::unique_ptr<HostedPolicy> load_source(const std::string& source, const MakeRunner& make = interpret) {
    const std::string object = compile_policy(source);
    auto policy = HostedPolicy::load({reinterpret_cast<const std::uint8_t*>(object.data()), object.size()}, make);
    EXPECT_TRUE(policy.ok()) << policy.error().text();
    return policy.ok() ? policy.take() : nullptr;
}

}  // namespace ringfence::policy
