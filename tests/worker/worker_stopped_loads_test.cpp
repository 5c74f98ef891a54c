// Modules that are still guarded when nobody wants them any more, or that take more memory than there is.
#include <atomic>
#include <cstring>
#include <thread>

#include <gmock/gmock.h>

#include "../hostile_texts.h"
#include "base/cuda_status.h"
#include "base/effort.h"
#include "test_client.h"
#include "units.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

// A kernel that comes in two variants, so that the guard asks `alter_late`.
constexpr std::string_view of_two_variants = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry put(.param .u64 base, .param .u64 offset)
{
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [base];
    ld.param.u64 %rd2, [offset];
    add.u64 %rd3, %rd1, %rd2;
    st.global.u64 [%rd3], %rd1;
    ret;
}
)";

// In the middle of guarding: there it stays until it must stop. If nobody told it, it would stay for a minute.
struct EndlessGuard {
    std::atomic<int> begun{0};
    std::atomic<int> stopped{0};

    void work() {
        ++begun;
        for (int i = 0; i < 60'000 && !must_stop(); ++i)
            std::this_thread::sleep_for(1ms);
        if (must_stop()) ++stopped;
    }
    bool begins() const {
        for (int i = 0; i < 60'000 && begun == 0; ++i)
            std::this_thread::sleep_for(1ms);
        return begun > 0;
    }
};

struct StoppedLoads : WorkerTest {
    std::shared_ptr<SharedBudget> tenant = SharedBudget::create({}).take();
    std::shared_ptr<EndlessGuard> guarding = std::make_shared<EndlessGuard>();
    std::vector<SessionEvent> events;
    std::mutex events_mutex;

    StoppedLoads() { worker.reset(); }
    ~StoppedLoads() override { worker.reset(); }

    void start(bool is_endless) {
        WorkerOptions options = worker_options();
        options.session = session_options_for("soft", true, guard::Mode::Fence);
        options.session.window.bytes = std::uint64_t{1} << 32U;
        options.session.window.has_sinks = true;
        options.session.staging_bytes = 16 * mebi;
        if (is_endless) options.session.alter_late = [one = guarding](std::string&) { one->work(); };
        options.on_event = [this](const SessionEvent& event) {
            const std::lock_guard lock(events_mutex);
            events.push_back(event);
        };
        worker = make_worker(300'000, options);
    }

    std::unique_ptr<TestClient> session(std::string_view limits = "") {
        auto ends = socket_pair().take();
        const Grant grant{"somebody", parse_limits_text(limits).take(), tenant};
        EXPECT_TRUE(worker->accept(std::move(ends.second), {}, UniqueFd(), std::nullopt, 0, grant).ok());
        return std::make_unique<TestClient>(std::move(ends.first));
    }
    SessionState state() { return worker->session_states().at(0); }
    bool becomes_used(Limit limit, std::uint64_t amount) {
        for (int i = 0; i < 60'000 && state().used[limit] != amount; ++i)
            std::this_thread::sleep_for(1ms);
        return state().used[limit] == amount;
    }
    std::string loaded_modules() {
        const std::lock_guard lock(events_mutex);
        std::string verdicts;
        for (const SessionEvent& event : events) {
            if (event.kind == EventKind::ModuleLoaded) verdicts += std::string(event.text) + "\n";
        }
        return verdicts;
    }
    std::string unbalanced() {
        std::string left;
        for (int i = 0; i < 12000; ++i) {
            left.clear();
            each_limit([&](Limit kind) {
                if (const std::uint64_t taken = tenant->taken(kind); taken != 0)
                    left += std::string(facts_of(kind).key) + ": " + std::to_string(taken) + "\n";
            });
            if (left.empty()) break;
            std::this_thread::sleep_for(5ms);
        }
        if (was_logged("does not balance")) left += "it was logged\n";
        return left;
    }
};

TEST_F(StoppedLoads, ASessionThatEndsStopsItsGuard) {
    start(true);
    auto client = session();
    std::int32_t status = 0;
    std::thread load([&] { (void)client->load(of_two_variants, &status); });
    EXPECT_TRUE(guarding->begins());
    client->end();
    EXPECT_TRUE(becomes_empty());
    load.join();
    EXPECT_NE(status, 0);
    EXPECT_EQ(guarding->stopped, 1);
    EXPECT_EQ(loaded_modules(), "");
    EXPECT_EQ(unbalanced(), "");
}

TEST_F(StoppedLoads, AWorkerThatEndsStopsAllGuards) {
    start(true);
    auto client = session();
    std::int32_t status = 0;
    std::thread load([&] { (void)client->load(of_two_variants, &status); });
    EXPECT_TRUE(guarding->begins());
    worker.reset();
    load.join();
    EXPECT_NE(status, 0);
    EXPECT_EQ(guarding->stopped, 1);
}

TEST_F(StoppedLoads, AGuardThatTakesTooLongStopsWhileTheSessionGoesOn) {
    start(true);
    auto client = session("compile_ms=20");
    std::int32_t status = 0;
    EXPECT_EQ(client->load(of_two_variants, &status), 0U);
    EXPECT_EQ(status, cuda_status::invalid_ptx);
    EXPECT_THAT(std::string(channel::ClientChannel::last_failure_text()), HasSubstr("took longer than 20 ms"));
    EXPECT_EQ(state().reached[Limit::CompileTime], 1U);
    // Its thread is free again, and what counted as a module goes back.
    EXPECT_TRUE(becomes_used(Limit::Modules, 0));
    EXPECT_EQ(guarding->stopped, 1);
    EXPECT_EQ(client->synchronize(), 0);
    EXPECT_EQ(loaded_modules(), "");
    client.reset();
    EXPECT_TRUE(becomes_empty());
    EXPECT_EQ(unbalanced(), "");
}

TEST_F(StoppedLoads, SoDoesOneThatJudges) {
    start(true);
    auto client = session("compile_ms=20");
    std::memcpy(reinterpret_cast<void*>(client->staging()), of_two_variants.data(), of_two_variants.size());
    EXPECT_EQ(client->call(wire::JudgeImage{client->staging(), of_two_variants.size()}), cuda_status::invalid_ptx);
    EXPECT_EQ(state().reached[Limit::CompileTime], 1U);
    for (int i = 0; i < 60'000 && guarding->stopped == 0; ++i)
        std::this_thread::sleep_for(1ms);
    EXPECT_EQ(guarding->stopped, 1);
    client.reset();
    EXPECT_TRUE(becomes_empty());
    EXPECT_EQ(unbalanced(), "");
}

TEST_F(StoppedLoads, WhatGuardingTakesIsHostMemory) {
    start(false);
    const std::string tiny = ringfence::test::hostile_texts()[0].text(20'000);
    auto client = session("host_memory=72M");
    std::int32_t status = 0;
    EXPECT_EQ(client->load(tiny, &status), 0U);
    EXPECT_EQ(status, cuda_status::out_of_memory);
    EXPECT_THAT(std::string(channel::ClientChannel::last_failure_text()), HasSubstr("(host_memory)"));
    EXPECT_EQ(state().reached[Limit::HostMemory], 1U);
    // It goes back, and usual modules need none of it.
    const std::uint64_t before = state().used[Limit::HostMemory];
    EXPECT_NE(client->load(of_two_variants), 0U);
    EXPECT_EQ(state().used[Limit::HostMemory], before);
    EXPECT_EQ(state().reached[Limit::HostMemory], 1U);
    client.reset();
    EXPECT_TRUE(becomes_empty());
    EXPECT_EQ(unbalanced(), "");
    auto other = session("host_memory=512M");
    EXPECT_NE(other->load(tiny), 0U);
    EXPECT_EQ(state().used[Limit::HostMemory], before) << "only while it is guarded";
    other.reset();
    EXPECT_TRUE(becomes_empty());
    EXPECT_EQ(unbalanced(), "");
}

TEST_F(StoppedLoads, InitialContentsAreHostMemoryForAsLongAsTheyAreKept) {
    start(false);
    const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";
    const auto contents = [&](const char* first) {
        return head + ".visible .global .u32 a[6000000] = {1};\n.visible .global .u32 b = " + first +
               ";\n.visible .entry k(){ret;}\n";
    };
    auto client = session("host_memory=512M");
    const std::uint64_t before = state().used[Limit::HostMemory];
    const std::uint64_t zeros = client->load(contents("0"));
    EXPECT_NE(zeros, 0U);
    EXPECT_EQ(state().used[Limit::HostMemory], before);
    const std::uint64_t kept = client->load(contents("1"));
    EXPECT_NE(kept, 0U);
    EXPECT_GE(state().used[Limit::HostMemory], before + 23'000'000) << "but for four times the image";
    wire::FindGlobal::Reply found;
    const std::string name = "b";
    ASSERT_EQ(client->call(wire::FindGlobal{kept}, found, text_bytes(name)), 0);
    EXPECT_EQ(client->get<std::uint32_t>(found.address, 1), std::vector<std::uint32_t>{1});
    EXPECT_EQ(client->call(wire::UnloadModule{kept}), 0);
    EXPECT_TRUE(becomes_used(Limit::HostMemory, before));
    client.reset();
    EXPECT_TRUE(becomes_empty());
    EXPECT_EQ(unbalanced(), "");

    auto little = session("host_memory=96M");
    std::string large = contents("1");
    large.replace(large.find("6000000"), 7, "20000000");
    std::int32_t status = 0;
    EXPECT_EQ(little->load(large, &status), 0U);
    EXPECT_EQ(status, cuda_status::out_of_memory);
    EXPECT_THAT(std::string(channel::ClientChannel::last_failure_text()), HasSubstr("(host_memory)"));
    little.reset();
    EXPECT_TRUE(becomes_empty());
    EXPECT_EQ(unbalanced(), "");
}

}  // namespace
}  // namespace ringfence::worker
