// Each limit (docs/limits.md) reached over the native API: as the session's own and as its tenant's. What comes is one
// typed error that names the limit, or, where calls wait, all of it in the end; and it is counted in status, metrics
// and audit log. (Streams and graphs are no part of this API; a sink is a card's.)
#include "base/limits.h"

#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <ringfence/ringfence.hpp>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "../basic_kernels.h"
#include "../under_test.h"
#include "harness.h"
#include "supervisor/daemon_client.h"
#include "supervisor/metrics_text.h"
#include "supervisor/tenant_office.h"

namespace ringfence::native_test {
namespace {

using namespace std::chrono_literals;
using gpu::Kind;
using gpu::Place;

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;

// The last answer, and how many were good before it.
struct Reached {
    int done = 0;
    gpu::Error error = {};
};

template <typename Once>
Reached repeat(int times, const Once& once) {
    Reached reached;
    for (; reached.done < times; ++reached.done) {
        auto outcome = once();
        if (outcome) continue;
        reached.error = outcome.error();
        break;
    }
    return reached;
}

Reached make_buffers(gpu::Session& session, int times) {
    std::vector<gpu::Buffer> kept;
    return repeat(times, [&] {
        auto made = session.create_buffer(4 * mebi);
        if (!made) return gpu::Status(made.error());
        kept.push_back(std::move(made.value()));
        return gpu::Status(gpu::Done{});
    });
}

Reached make_segments(gpu::Session& session, std::uint64_t bytes) {
    std::vector<gpu::Segment> kept;
    return repeat(60, [&] {
        auto made = session.create_segment(bytes);
        if (!made) return gpu::Status(made.error());
        kept.push_back(std::move(made.value()));
        return gpu::Status(gpu::Done{});
    });
}

Reached load_programs(gpu::Session& session) {
    std::vector<gpu::Program> kept;
    return repeat(200, [&] {
        auto made = session.load_program(programs());
        if (!made) return gpu::Status(made.error());
        kept.push_back(std::move(made.value()));
        return gpu::Status(gpu::Done{});
    });
}

// Asks the daemon whether the limit that is tested has been reached.
std::function<bool()> has_been_reached;

// Behind a kernel that waits for a word until the limit is reached.
Reached work(gpu::Session& session, int times, bool are_copies) {
    gpu::Segment word = session.create_segment(4096).value();
    auto* const at = static_cast<std::uint32_t*>(word.map().value());
    gpu::Program program = session.load_program(programs()).value();
    gpu::Buffer buffer = session.create_buffer(4096).value();
    gpu::Fence spinning = session.launch(program, "spin", {}, {}, {word}).value();
    // Calls that wait are waited for, so somebody else has to let it go on.
    std::thread release([&] {
        for (int i = 0; i < 6000 && !has_been_reached(); ++i)
            std::this_thread::sleep_for(10ms);
        *const_cast<volatile std::uint32_t*>(at) = 1;
    });
    std::vector<gpu::Fence> fences;
    Reached reached = repeat(times, [&] {
        auto made = are_copies ? session.copy(buffer, Place(buffer, 2048), 64) : session.fill(buffer, 64, 1);
        if (!made) return gpu::Status(made.error());
        fences.push_back(std::move(made.value()));
        return gpu::Status(gpu::Done{});
    });
    release.join();
    for (gpu::Fence& fence : fences) {
        const gpu::Status waited = fence.wait(60s);
        if (!waited && reached.error.code == RF_OK) reached.error = waited.error();
    }
    // When there is room again it goes on.
    EXPECT_TRUE(session.fill(buffer, 64, 1).value().wait(60s));
    return reached;
}

Reached take_local_memory(gpu::Session& session) {
    gpu::Program program = session.load_program(std::string(hungry_kernel)).value();
    gpu::Buffer buffer = session.create_buffer(4).value();
    return repeat(1, [&] {
        auto fence = session.launch(program, "hungry", {}, {}, {buffer});
        return fence ? fence.value().wait(60s) : gpu::Status(fence.error());
    });
}

Reached compile_for_long(gpu::Session& session) {
    std::string text =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry slow(.param .u64 out)\n{\n"
        "    .reg .b64 %rd<2>;\n    .reg .f32 %f<4>;\n    ld.param.u64 %rd1, [out];\n"
        "    ld.global.f32 %f1, [%rd1];\n";
    for (int i = 0; i < 200'000; ++i)
        text += "    fma.rn.f32 %f1, %f1, %f1, %f" + std::to_string(i % 3 + 1) + ";\n";
    // Another text each time: what is kept from before needs no time.
    text += "    st.global.f32 [%rd1], %f1;\n    ret;\n}\n// " + std::to_string(std::random_device()()) + "\n";
    return repeat(1, [&] { return session.load_program(text); });
}

Reached run_for_long(gpu::Session& session) {
    gpu::Segment word = session.create_segment(4096).value();
    gpu::Program program = session.load_program(programs()).value();
    gpu::Fence fence = session.launch(program, "spin", {}, {}, {word}).value();
    return repeat(1, [&] { return fence.wait(60s); });
}

struct Case {
    Limit limit;
    std::uint64_t value;
    // How often it works at least and at most.
    int least;
    int most;
    rf_code code;
    std::int32_t cuda_status;
    std::function<Reached(gpu::Session&)> reach;
};

const std::vector<Case>& cases() {
    constexpr int out_of_memory = 2;
    static const std::vector<Case> all = {
        {Limit::DeviceMemory, 64 * mebi, 10, 16, RF_LIMIT_REACHED, out_of_memory,
         [](gpu::Session& session) { return make_buffers(session, 200); }},
        {Limit::SoftDeviceMemory, 16 * mebi, 20, 20, RF_OK, 0,
         [](gpu::Session& session) { return make_buffers(session, 20); }},
        {Limit::HostMemory, 96 * mebi, 6, 8, RF_LIMIT_REACHED, out_of_memory,
         [](gpu::Session& session) { return make_segments(session, 8 * mebi); }},
        {Limit::HostSegments, 10, 7, 9, RF_LIMIT_REACHED, out_of_memory,
         [](gpu::Session& session) { return make_segments(session, 4096); }},
        {Limit::LocalMemory, 4096, 0, 0, RF_LIMIT_REACHED, out_of_memory, take_local_memory},
        {Limit::Events, 20, 15, 19, RF_LIMIT_REACHED, out_of_memory,
         [](gpu::Session& session) { return work(session, 100, false); }},
        {Limit::Modules, 5, 5, 5, RF_LIMIT_REACHED, out_of_memory, load_programs},
        {Limit::ModuleBytes, 10 << 10, 2, 20, RF_LIMIT_REACHED, out_of_memory, load_programs},
        {Limit::Functions, 10, 1, 4, RF_LIMIT_REACHED, out_of_memory, load_programs},
        {Limit::Submissions, 64, 1000, 1000, RF_OK, 0,
         [](gpu::Session& session) { return work(session, 1000, false); }},
        {Limit::Copies, 16, 1000, 1000, RF_OK, 0, [](gpu::Session& session) { return work(session, 1000, true); }},
        {Limit::CompileTime, 30, 0, 0, RF_LIMIT_REACHED, 218, compile_for_long},
        {Limit::KernelTime, 3000, 0, 0, RF_LIMIT_REACHED, 702, run_for_long},
    };
    return all;
}

std::string key_of(const testing::TestParamInfo<Case>& info) {
    return std::string(facts_of(info.param.limit).key);
}

// In threads of its own, as an administrator's commands have event loops.
nlohmann::ordered_json status_of_daemon() {
    nlohmann::ordered_json status;
    std::thread([&] { status = supervisor::daemon_status().take(); }).join();
    return status;
}

class NativeLimitsTest : public testing::TestWithParam<Case> {
protected:
    static void SetUpTestSuite() {
        daemon_ = std::make_unique<Daemon>("[tenant.holder]\nuids = [" + std::to_string(::getuid()) + "]\n");
    }
    static void TearDownTestSuite() { daemon_.reset(); }

    void set_tenant(const SessionLimits& limits) {
        tenants::Tenant tenant;
        tenant.name = "holder";
        tenant.uids = {::getuid()};
        tenant.limits = limits;
        std::thread([&] { ASSERT_TRUE(supervisor::set_tenant(tenant).ok()); }).join();
    }
    // All that a session has reached goes away with it, in a while; the tenant's count stays.
    void wait_until_empty() {
        for (int i = 0; i < 6000; ++i) {
            const auto tenant = status_of_daemon()["tenants"]["holder"];
            bool is_empty = true;
            for (const auto& [key, entry] : tenant.items())
                is_empty = is_empty && entry.value("used", 0) == 0;
            if (is_empty && status_of_daemon()["session_list"].empty()) return;
            std::this_thread::sleep_for(10ms);
        }
        ADD_FAILURE() << "the tenant still has " << status_of_daemon()["tenants"].dump();
    }
    std::uint64_t counted(const std::string& key) {
        const nlohmann::ordered_json tenant = status_of_daemon()["tenants"]["holder"];
        return tenant.contains(key) ? tenant[key].value("reached", std::uint64_t{0}) : 0;
    }
    std::size_t audited(const std::string& key) const {
        std::size_t count = 0;
        std::ifstream file(daemon_->folder() + "/audit.jsonl");
        for (std::string line; std::getline(file, line);) {
            const auto entry = nlohmann::json::parse(line, nullptr, false);
            if (entry.is_object() && entry.value("event", "") == "limit_reached" && entry.value("limit", "") == key)
                ++count;
        }
        return count;
    }

    static std::uint64_t reached_in(const nlohmann::ordered_json& status, const std::string& key) {
        std::uint64_t count = 0;
        for (const auto& worker : status["workers"])
            for (const auto& entry : worker["session_list"])
                if (entry["limits"].contains(key)) count += entry["limits"][key].value("reached", 0U);
        return count;
    }

    void check(const gpu::SessionOptions& options) {
        const Case& one = GetParam();
        const std::string key(facts_of(one.limit).key);
        const std::uint64_t before = counted(key);
        has_been_reached = [this, key, before] { return counted(key) > before; };
        gpu::Client client = gpu::Client::open().value();
        gpu::Session session = client.open(Kind::Compute, options).value();
        const Reached reached = one.reach(session);
        EXPECT_STREQ(rf_code_name(reached.error.code), rf_code_name(one.code)) << reached.error.text();
        EXPECT_EQ(reached.error.limit, one.code == RF_LIMIT_REACHED ? key : "") << reached.error.text();
        EXPECT_EQ(reached.error.cuda_status, one.cuda_status) << reached.error.text();
        // A card has sinks and windows of its own, which count too.
        if (backend_under_test() == "soft") {
            EXPECT_GE(reached.done, one.least);
            EXPECT_LE(reached.done, one.most);
        }
        // The worker tells the daemon after it has answered.
        for (int i = 0; i < 6000 && (counted(key) <= before || audited(key) == 0); ++i)
            std::this_thread::sleep_for(10ms);
        EXPECT_GT(counted(key), before) << "of the tenant";
        EXPECT_GE(audited(key), 1U);
        if (one.limit == Limit::KernelTime) return;  // which has ended the session
        nlohmann::ordered_json status = status_of_daemon();
        std::uint64_t of_session = reached_in(status, key);
        for (int i = 0; i < 6000 && of_session == 0; ++i) {
            std::this_thread::sleep_for(10ms);
            status = status_of_daemon();
            of_session = reached_in(status, key);
        }
        EXPECT_GE(of_session, 1U) << status.dump();
        const std::string metrics = supervisor::metrics_text(status);
        const std::size_t line = metrics.find("\nringfence_session_limits_reached_total{");
        ASSERT_NE(line, std::string::npos) << metrics;
        const std::size_t end = metrics.find('\n', line + 1);
        EXPECT_GE(std::stoull(metrics.substr(metrics.rfind(' ', end) + 1)), of_session) << metrics;
    }

    static std::unique_ptr<Daemon> daemon_;
};
std::unique_ptr<Daemon> NativeLimitsTest::daemon_;

TEST_P(NativeLimitsTest, OfTheSession) {
    set_tenant({});
    check({.limits = {{std::string(facts_of(GetParam().limit).key), GetParam().value}}});
    wait_until_empty();
}

TEST_P(NativeLimitsTest, OfTheTenant) {
    SessionLimits limits;
    limits[GetParam().limit] = GetParam().value;
    set_tenant(limits);
    check({});
    wait_until_empty();
}

INSTANTIATE_TEST_SUITE_P(Each, NativeLimitsTest, testing::ValuesIn(cases()), key_of);

class NativeSessionsTest : public NativeLimitsTest {};

TEST_F(NativeSessionsTest, HaveANumber) {
    SessionLimits limits;
    limits[Limit::Sessions] = 2;
    set_tenant(limits);
    wait_until_empty();
    gpu::Client client = gpu::Client::open().value();
    {
        std::vector<gpu::Session> sessions;
        sessions.push_back(client.open(Kind::Compute).value());
        sessions.push_back(client.open(Kind::Copy).value());
        const auto third = client.open(Kind::Copy);
        ASSERT_EQ(third.code(), RF_LIMIT_REACHED);
        EXPECT_EQ(third.error().limit, "sessions");
        EXPECT_GE(counted("sessions"), 1U);
    }
    wait_until_empty();
    EXPECT_TRUE(client.open(Kind::Copy));
}

// A session that has no room to begin says which limit it is, like one that has reached it later.
TEST_F(NativeSessionsTest, ThatCannotBeginSayWhichLimitItIs) {
    SessionLimits limits;
    limits[Limit::HostMemory] = 64 * mebi;
    set_tenant(limits);
    wait_until_empty();
    gpu::Client client = gpu::Client::open().value();
    std::vector<gpu::Session> sessions;
    gpu::Result<gpu::Buffer> buffer = gpu::Error{};
    do {
        sessions.push_back(client.open(Kind::Compute).value());
        buffer = sessions.back().create_buffer(4096);
    } while (buffer && sessions.size() < 60);
    ASSERT_EQ(buffer.code(), RF_LIMIT_REACHED);
    EXPECT_EQ(buffer.error().limit, "host_memory") << buffer.error().text();
    set_tenant({});
}

}  // namespace
}  // namespace ringfence::native_test
