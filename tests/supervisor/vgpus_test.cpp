// Virtual GPUs, with a real daemon, a real worker and real clients on the software GPU.
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include <gmock/gmock.h>

#include "../under_test.h"
#include "daemon_fixture.h"
#include "supervisor/daemon_client.h"
#include "supervisor/tenant_office.h"
#include "vgpu_load.h"

namespace ringfence::supervisor {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// Calls to the daemon in threads of their own: a thread has one event loop.
template <typename Call>
auto aside(const Call& call) {
    std::optional<decltype(call())> result;
    std::thread([&] { result.emplace(call()); }).join();
    return std::move(*result);
}

class VgpusOfDaemon : public DaemonTest {
protected:
    void start_with(const std::string& tenants) {
        std::ofstream(folder_ + "/tenants.toml") << tenants;
        std::filesystem::permissions(folder_ + "/tenants.toml",
                                     std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        std::ofstream(folder_ + "/ringfence.toml") << "backend = \"soft\"\nspare_workers = 0\ntenants = \"" << folder_
                                                   << "/tenants.toml\"\n[soft]\nmemory = \"1G\"\nworkers = 1\n";
        ASSERT_TRUE(ensure_daemon(program_under_test(DAEMON), folder_ + "/ringfence.toml").ok());
    }
    void TearDown() override {
        const pid_t daemon = status().value("pid", 0);
        static_cast<void>(aside([] { return end_daemon(); }));
        EXPECT_TRUE(becomes([daemon] { return daemon == 0 || ::kill(daemon, 0) != 0; }));
        DaemonTest::TearDown();
    }

    static std::string token_of(const std::string& tenant) {
        auto token = aside([&] { return issue_token(tenant, {}); });
        EXPECT_TRUE(token.ok()) << token.error().text();
        return token.value().secret_text();
    }
    static void set_share(const std::string& name, sched::Share compute) {
        sched::VirtualGpu vgpu;
        vgpu.name = name;
        vgpu.shares[0] = compute;
        const auto done = aside([&] { return set_vgpu(vgpu); });
        ASSERT_TRUE(done.ok()) << done.error().text();
    }

    // Of one virtual GPU, in all workers.
    std::uint64_t sum(const nlohmann::ordered_json& status, const std::string& name, const char* key) {
        std::uint64_t total = 0;
        for (const auto& worker : status["workers"]) {
            for (const auto& vgpu : worker["vgpus"])
                total += vgpu["name"] == name ? vgpu[key].get<std::uint64_t>() : 0;
        }
        return total;
    }
    // What part of the time that the two had was the first one's, in points.
    double share_of(const std::string& one, const std::string& other, std::chrono::milliseconds over) {
        const auto before = status();
        std::this_thread::sleep_for(over);
        const auto after = status();
        const auto since = [&](const std::string& name) {
            return static_cast<double>(sum(after, name, "compute_ns") - sum(before, name, "compute_ns"));
        };
        return 100 * since(one) / (since(one) + since(other));
    }
    // Both are at it.
    void await_work(const std::string& one, const std::string& other) {
        ASSERT_TRUE(becomes([&] {
            const auto now = status();
            return sum(now, one, "jobs") > 20 && sum(now, other, "jobs") > 20;
        }));
    }
    template <typename Condition>
    bool becomes(const Condition& is_met) {
        for (int i = 0; i < 3000; ++i) {
            if (is_met()) return true;
            std::this_thread::sleep_for(20ms);
        }
        return false;
    }
};

constexpr const char* seventy_thirty = R"(
[tenant.alice]
tokens = true
vgpu = "web"
[tenant.bob]
tokens = true
vgpu = "batch"
[tenant.carol]
tokens = true
[vgpu.web]
compute = "70%"
[vgpu.batch]
compute = "30%"
memory = "256M"
)";

TEST_F(VgpusOfDaemon, DivideTheGpuAsTheyAreSetAlsoWhileProgramsRun) {
    start_with(seventy_thirty);
    VgpuLoad alice(socket_, token_of("alice"));
    VgpuLoad bob(socket_, token_of("bob"));
    EXPECT_GT(alice.device_memory(), std::uint64_t{256} << 20);
    EXPECT_EQ(bob.device_memory(), std::uint64_t{256} << 20);
    await_work("web", "batch");
    EXPECT_NEAR(share_of("web", "batch", 3s), 70, 6);
    set_share("batch", 200'000);
    set_share("web", 800'000);
    EXPECT_NEAR(share_of("web", "batch", 3s), 80, 6);
    EXPECT_EQ(alice.end(), "");
    // What nobody else wants is his.
    EXPECT_TRUE(becomes([&] { return sum(status(), "web", "sessions") == 0; }));
    EXPECT_NEAR(share_of("batch", "web", 500ms), 100, 0.1);
    EXPECT_EQ(bob.end(), "");
    EXPECT_TRUE(becomes([&] { return sum(status(), "batch", "queued") == 0; }));
}

TEST_F(VgpusOfDaemon, ThoseWhoHaveNoneShareWhatIsLeft) {
    start_with(seventy_thirty);
    set_share("batch", 100'000);
    VgpuLoad alice(socket_, token_of("alice"));
    VgpuLoad carol(socket_, token_of("carol"));
    EXPECT_EQ(alice.device_memory(), carol.device_memory());
    await_work("web", "default");
    // 70 and 20.
    EXPECT_NEAR(share_of("web", "default", 3s), 77.8, 6);
    EXPECT_EQ(carol.end(), "");
    EXPECT_EQ(alice.end(), "");
}

TEST_F(VgpusOfDaemon, TheJobsOfAClientThatIsKilledLeaveTheQueue) {
    start_with(seventy_thirty);
    VgpuLoad alice(socket_, token_of("alice"));
    alice.device_memory();
    for (int i = 0; i < 3; ++i) {
        VgpuLoad bob(socket_, token_of("bob"));
        await_work("web", "batch");
        ASSERT_TRUE(becomes([&] { return sum(status(), "batch", "queued") > 0; }));
        bob.kill();
        EXPECT_TRUE(becomes([&] {
            const auto now = status();
            return sum(now, "batch", "sessions") == 0 && sum(now, "batch", "queued") == 0;
        }));
    }
    const std::uint64_t before = sum(status(), "web", "jobs");
    EXPECT_TRUE(becomes([&] { return sum(status(), "web", "jobs") > before + 20; }));
    EXPECT_EQ(alice.end(), "");
}

TEST_F(VgpusOfDaemon, AreNotChangedToWhatCannotBe) {
    start_with(seventy_thirty);
    sched::VirtualGpu vgpu;
    vgpu.name = "more";
    vgpu.shares[0] = 1'000;
    EXPECT_THAT(aside([&] { return set_vgpu(vgpu); }).error().text(), HasSubstr("more than 100%"));
    vgpu.name = "default";
    EXPECT_THAT(aside([&] { return set_vgpu(vgpu); }).error().text(), HasSubstr("bound to none"));
    EXPECT_THAT(aside([] { return remove_vgpu("web"); }).error().text(), HasSubstr("tenant alice is bound"));
    EXPECT_THAT(aside([] { return remove_vgpu("nothing"); }).error().text(), HasSubstr("there is no virtual GPU"));
    const tenants::Registry all = aside([] { return list_tenants(); }).take();
    tenants::Tenant alice = *all.find("alice");
    alice.vgpu = "batch";
    EXPECT_THAT(aside([&] { return set_tenant(alice); }).error().text(), HasSubstr("memory of its own"));
    alice.vgpu = "nothing";
    EXPECT_THAT(aside([&] { return set_tenant(alice); }).error().text(), HasSubstr("there is none"));
    alice.vgpu = "";
    EXPECT_TRUE(aside([&] { return set_tenant(alice); }).ok());
    EXPECT_TRUE(aside([] { return remove_vgpu("web"); }).ok());
    EXPECT_EQ(aside([] { return list_tenants(); }).value().vgpus().size(), 1U);
    EXPECT_EQ(audited("vgpu_removed").size(), 1U);
}

}  // namespace
}  // namespace ringfence::supervisor
