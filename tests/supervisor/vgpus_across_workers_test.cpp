// Virtual GPUs whose programs have workers of their own: one device is divided among processes.
#include <algorithm>

#include "../rounds.h"
#include "vgpus_fixture.h"

namespace ringfence::supervisor {
namespace {

class VgpusAcrossWorkers : public VgpusOfDaemon {
protected:
    static std::string two_vgpus(int first, int second) {
        return "[tenant.alice]\ntokens = true\nvgpu = \"web\"\n[tenant.bob]\ntokens = true\nvgpu = \"batch\"\n"
               "[vgpu.web]\ncompute = \"" +
               std::to_string(first) + "%\"\n[vgpu.batch]\ncompute = \"" + std::to_string(second) + "%\"\n";
    }
    std::size_t workers_with_sessions() {
        std::size_t count = 0;
        const auto now = status();
        for (const auto& worker : now["workers"])
            count += worker["sessions"].get<std::size_t>() != 0 ? 1 : 0;
        return count;
    }
    // The share of the time in which it had something on the device, in points.
    double used_of_time(const std::string& name, std::chrono::milliseconds over) {
        const auto begin = std::chrono::steady_clock::now();
        const std::uint64_t before = sum(status(), name, "compute_ns");
        std::this_thread::sleep_for(over);
        const std::uint64_t after = sum(status(), name, "compute_ns");
        const std::chrono::nanoseconds passed = std::chrono::steady_clock::now() - begin;
        return 100 * static_cast<double>(after - before) / static_cast<double>(passed.count());
    }
    pid_t worker_of(const std::string& vgpu) {
        const auto now = status();
        for (const auto& worker : now["workers"]) {
            for (const auto& one : worker["vgpus"]) {
                if (one["name"] == vgpu && one["sessions"] != 0) return worker["pid"].get<pid_t>();
            }
        }
        return 0;
    }
};

TEST_F(VgpusAcrossWorkers, DivideTheGpuAsTheyAreSetAlsoWhileProgramsRun) {
    start_with(two_vgpus(70, 30));
    VgpuLoad alice(socket_, token_of("alice"), "private");
    VgpuLoad bob(socket_, token_of("bob"), "private");
    ASSERT_GT(alice.device_memory(), 0u);
    ASSERT_GT(bob.device_memory(), 0u);
    await_work("web", "batch");
    ASSERT_EQ(workers_with_sessions(), 2u);
    EXPECT_TRUE(share_becomes(70, 5, [&] { return share_of("web", "batch", 4s); }));
    set_share("web", 500'000);
    set_share("batch", 500'000);
    EXPECT_TRUE(share_becomes(50, 5, [&] { return share_of("web", "batch", 4s); }));
    EXPECT_EQ(alice.end(), "");
    EXPECT_EQ(bob.end(), "");
}

TEST_F(VgpusAcrossWorkers, SharedAndPrivateWorkersDivideItToo) {
    start_with(two_vgpus(60, 40));
    VgpuLoad alice(socket_, token_of("alice"));
    VgpuLoad bob(socket_, token_of("bob"), "private");
    ASSERT_GT(alice.device_memory(), 0u);
    ASSERT_GT(bob.device_memory(), 0u);
    await_work("web", "batch");
    ASSERT_EQ(workers_with_sessions(), 2u);
    EXPECT_TRUE(share_becomes(60, 5, [&] { return share_of("web", "batch", 4s); }));
    EXPECT_EQ(alice.end(), "");
    EXPECT_EQ(bob.end(), "");
}

TEST_F(VgpusAcrossWorkers, AWorkerThatIsKilledLeavesAllToTheOther) {
    start_with(two_vgpus(70, 30));
    VgpuLoad bob(socket_, token_of("bob"), "private");
    ASSERT_GT(bob.device_memory(), 0u);
    for (int round = 0; round < 3; ++round) {
        VgpuLoad alice(socket_, token_of("alice"), "private");
        const std::uint64_t before = sum(status(), "web", "jobs");
        ASSERT_TRUE(becomes([&] { return sum(status(), "web", "jobs") > before + 20; }));
        const pid_t worker = worker_of("web");
        ASSERT_GT(worker, 0);
        ASSERT_EQ(::kill(worker, SIGKILL), 0);
        ASSERT_TRUE(becomes([&] { return worker_of("web") == 0; }));
    }
    EXPECT_TRUE(share_reaches(90, [&] { return used_of_time("batch", 3s); }));
    EXPECT_EQ(bob.end(), "");
}

TEST_F(VgpusAcrossWorkers, WhatOneDoesNotUseIsTheOthers) {
    start_with(two_vgpus(70, 30));
    VgpuLoad bob(socket_, token_of("bob"), "private");
    ASSERT_GT(bob.device_memory(), 0u);
    ASSERT_TRUE(becomes([&] { return sum(status(), "batch", "jobs") > 20; }));
    const double alone = used_of_time("batch", 3s);
    VgpuLoad alice(socket_, token_of("alice"), "private", VgpuLoad::Work::None);
    ASSERT_GT(alice.device_memory(), 0u);
    ASSERT_TRUE(becomes([&] { return worker_of("web") != 0; }));
    // With a sanitizer the decisions between jobs take many times as long, and the device waits for them.
    const double wanted = is_sanitized ? 0.90 : 0.97;
    EXPECT_TRUE(share_reaches(wanted * std::min(alone, 100.0), [&] { return used_of_time("batch", 3s); }));
    EXPECT_EQ(alice.end(), "");
    EXPECT_EQ(bob.end(), "");
}

}  // namespace
}  // namespace ringfence::supervisor
