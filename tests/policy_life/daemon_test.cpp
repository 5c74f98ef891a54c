// Policies of a real daemon, with a real worker and real clients on the software GPU.
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include <gmock/gmock.h>

#include "../under_test.h"
#include "daemon_fixture.h"
#include "policy_source.h"
#include "supervisor/daemon_client.h"
#include "supervisor/policy_map.h"
#include "supervisor/policy_office.h"
#include "supervisor/tenant_office.h"
#include "vgpu_load.h"

namespace ringfence::supervisor {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Calls to the daemon in threads of their own: a thread has one event loop.
template <typename Call>
auto apart(const Call& call) {
    std::optional<decltype(call())> result;
    std::thread([&] { result.emplace(call()); }).join();
    return std::move(*result);
}

constexpr std::int64_t millisecond = 1'000'000;

class PoliciesOfDaemon : public DaemonTest {
protected:
    void SetUp() override {
        DaemonTest::SetUp();
        if (!has_clang()) GTEST_SKIP() << "needs clang";
        std::ofstream(folder_ + "/tenants.toml") << "[tenant.alice]\ntokens = true\nvgpu = \"web\"\n"
                                                    "[tenant.bob]\ntokens = true\nvgpu = \"batch\"\n"
                                                    "[vgpu.web]\ncompute = \"50%\"\n[vgpu.batch]\ncompute = \"50%\"\n";
        std::filesystem::permissions(folder_ + "/tenants.toml",
                                     std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        std::ofstream(folder_ + "/ringfence.toml")
            << "backend = \"soft\"\nspare_workers = 0\nworker_patience_ms = 600000\ntenants = \"" << folder_
            << "/tenants.toml\"\n[soft]\nmemory = \"1G\"\nworkers = 1\n";
        ASSERT_TRUE(ensure_daemon(program_under_test(DAEMON), folder_ + "/ringfence.toml").ok());
        is_running_ = true;
    }
    void TearDown() override {
        if (is_running_) {
            const pid_t daemon = status().value("pid", 0);
            static_cast<void>(apart([] { return end_daemon(); }));
            EXPECT_TRUE(becomes([daemon] { return daemon == 0 || ::kill(daemon, 0) != 0; }));
        }
        DaemonTest::TearDown();
    }

    static std::string token_of(const std::string& tenant) {
        auto token = apart([&] { return issue_token(tenant, {}); });
        EXPECT_TRUE(token.ok()) << token.error().text();
        return token.value().secret_text();
    }
    std::uint64_t jobs_of(const std::string& name) {
        std::uint64_t total = 0;
        const auto now = status();
        for (const auto& worker : now["workers"]) {
            for (const auto& vgpu : worker["vgpus"])
                total += vgpu["name"] == name ? vgpu["jobs"].get<std::uint64_t>() : 0;
        }
        return total;
    }
    template <typename Condition>
    bool becomes(const Condition& is_met) {
        for (int i = 0; i < 6000; ++i) {
            if (is_met()) return true;
            std::this_thread::sleep_for(20ms);
        }
        return false;
    }
    // Both do something from now on.
    bool both_go_on() {
        const std::uint64_t web = jobs_of("web");
        const std::uint64_t batch = jobs_of("batch");
        return becomes([&] { return jobs_of("web") > web + 20 && jobs_of("batch") > batch + 20; });
    }
    // Empty: it went well.
    static std::string load(const std::string& source, bool is_swap = false, const PolicyWatch& watch = {}) {
        const std::string object = compile_policy(source);
        EXPECT_FALSE(object.empty());
        return load_object(object, is_swap, watch);
    }
    static std::string load_object(const std::string& object, bool is_swap = false, const PolicyWatch& watch = {}) {
        const auto done = apart([&] { return load_policy(object, "test", is_swap, watch); });
        return done.ok() ? "" : done.error().text();
    }
    nlohmann::ordered_json worker_policy() {
        const auto now = status();
        return now["workers"].empty() ? nlohmann::ordered_json() : now["workers"][0]["policy"];
    }
    // Under load: it falls, all goes on, and it is written down.
    void expect_fall(const std::string& source, const PolicyWatch& watch, const std::string& why) {
        VgpuLoad alice(socket_, token_of("alice"));
        EXPECT_GT(alice.device_memory(), 0U);
        VgpuLoad bob(socket_, token_of("bob"));
        EXPECT_GT(bob.device_memory(), 0U);
        ASSERT_TRUE(both_go_on());
        EXPECT_EQ(load(source, false, watch), "");
        ASSERT_TRUE(becomes([&] { return worker_policy()["stage"] == "fallen"; })) << worker_policy();
        EXPECT_THAT(worker_policy()["exit"].get<std::string>(), HasSubstr(why));
        const PolicyMap record("EXIT_RECORD");
        EXPECT_THAT(apart([&] { return record.dump(); }).value(), HasSubstr(why));
        EXPECT_THAT(apart([&] { return record.set("0", "1"); }).error().text(), HasSubstr("stay as they are"));
        EXPECT_TRUE(both_go_on());
        EXPECT_EQ(alice.end(), "");
        EXPECT_EQ(bob.end(), "");
        EXPECT_TRUE(becomes([&] { return audited("policy_fallback").size() == 1; }));
    }

    bool is_running_ = false;
};

TEST_F(PoliciesOfDaemon, AreLoadedExchangedAndUnloadedUnderLoad) {
    EXPECT_THAT(load(policies::counting("first"), true), HasSubstr("no policy is loaded"));
    EXPECT_EQ(load(policies::counting("first")), "");
    EXPECT_THAT(load(policies::counting("second")), HasSubstr("is loaded already"));
    // Workers that start later have it.
    VgpuLoad alice(socket_, token_of("alice"));
    EXPECT_GT(alice.device_memory(), 0U);
    VgpuLoad bob(socket_, token_of("bob"));
    EXPECT_GT(bob.device_memory(), 0U);
    ASSERT_TRUE(becomes([&] { return worker_policy()["stage"] == "runs"; }));
    ASSERT_TRUE(both_go_on());
    ASSERT_TRUE(becomes([&] { return worker_policy()["runs"][3].get<std::uint64_t>() > 20; })) << worker_policy();
    EXPECT_TRUE(becomes([&] { return worker_policy()["name"] == "first"; })) << worker_policy();
    const char* const wanted = std::getenv("RINGFENCE_TEST_SWAPS");
    const int swaps = wanted == nullptr ? 50 : std::atoi(wanted);
    const std::string objects[] = {compile_policy(policies::counting("even")),
                                   compile_policy(policies::counting("odd"))};
    for (int i = 0; i < swaps; ++i)
        ASSERT_EQ(load_object(objects[i % 2], true), "");
    EXPECT_TRUE(becomes([&] { return worker_policy()["changes"] == swaps + 1; })) << worker_policy();
    EXPECT_TRUE(becomes([&] { return worker_policy()["stage"] == "runs"; })) << worker_policy();
    RecordProperty("longest_change_ns", std::to_string(worker_policy()["longest_change_ns"].get<std::uint64_t>()));
    EXPECT_TRUE(both_go_on());
    EXPECT_TRUE(apart([] { return unload_policy(); }).ok());
    EXPECT_TRUE(becomes([&] { return worker_policy()["stage"] == "built-in"; })) << worker_policy();
    EXPECT_FALSE(apart([] { return unload_policy(); }).ok());
    EXPECT_TRUE(both_go_on());
    // Each launch has found what the one before it left.
    EXPECT_EQ(alice.end(), "");
    EXPECT_EQ(bob.end(), "");
    EXPECT_TRUE(becomes([&] { return audited("policy_loaded").size() == 1U; }));
    EXPECT_TRUE(becomes([&] { return audited("policy_swapped").size() == static_cast<std::size_t>(swaps); }));
    EXPECT_TRUE(becomes([&] { return audited("policy_unloaded").size() == 1U; }));
}

TEST_F(PoliciesOfDaemon, ThatAreRefusedChangeNothing) {
    VgpuLoad alice(socket_, token_of("alice"));
    EXPECT_GT(alice.device_memory(), 0U);
    VgpuLoad bob(socket_, token_of("bob"));
    EXPECT_GT(bob.device_memory(), 0U);
    ASSERT_TRUE(both_go_on());
    EXPECT_EQ(load(policies::counting("good")), "");
    EXPECT_THAT(load(policies::hangs(), true), HasSubstr("refused"));
    EXPECT_THAT(load_object("no object at all", true), HasSubstr("ELF"));
    EXPECT_THAT(load_object("", true), HasSubstr("0 bytes"));
    PolicyWatch watch;
    watch.budget = 1U << 30;
    EXPECT_THAT(load(policies::counting("other"), true, watch), HasSubstr("budget"));
    EXPECT_TRUE(becomes([&] { return worker_policy()["name"] == "good"; })) << worker_policy();
    EXPECT_TRUE(becomes([&] { return worker_policy()["stage"] == "runs"; })) << worker_policy();
    EXPECT_TRUE(both_go_on());
    EXPECT_EQ(alice.end(), "");
    EXPECT_EQ(bob.end(), "");
    EXPECT_TRUE(becomes([&] { return audited("policy_refused").size() == 2U; }));
}

TEST_F(PoliciesOfDaemon, GoFromOneDaemonToTheNext) {
    VgpuLoad alice(socket_, token_of("alice"));
    EXPECT_GT(alice.device_memory(), 0U);
    ASSERT_TRUE(becomes([&] { return jobs_of("web") > 10; }));
    EXPECT_EQ(load(policies::counting("lasting")), "");
    const pid_t before = status()["pid"].get<pid_t>();
    ASSERT_TRUE(apart([&] { return replace_daemon(program_under_test(DAEMON), folder_ + "/ringfence.toml"); }).ok());
    ASSERT_TRUE(becomes([&] { return status().value("pid", before) != before; }));
    EXPECT_EQ(status()["policy"]["name"], "test");
    EXPECT_TRUE(becomes([&] { return worker_policy()["stage"] == "runs"; }));
    EXPECT_EQ(load(policies::counting("next"), true), "");
    EXPECT_TRUE(becomes([&] { return worker_policy()["name"] == "next"; })) << worker_policy();
    EXPECT_EQ(alice.end(), "");
}

TEST_F(PoliciesOfDaemon, AreThereAgainWhenADaemonIsStartedAnew) {
    const auto start_anew = [&] {
        const pid_t before = status().value("pid", 0);
        EXPECT_TRUE(apart([] { return end_daemon(); }).ok());
        EXPECT_TRUE(becomes([before] { return ::kill(before, 0) != 0; }));
        EXPECT_TRUE(ensure_daemon(program_under_test(DAEMON), folder_ + "/ringfence.toml").ok());
    };
    PolicyWatch watch;
    watch.budget = 5'000;
    EXPECT_EQ(load(policies::counting("lasting"), false, watch), "");
    const std::string digest = status()["policy"]["digest"];
    start_anew();
    EXPECT_EQ(status()["policy"]["digest"], digest);
    EXPECT_EQ(status()["policy"]["budget"], 5'000);
    {
        VgpuLoad alice(socket_, token_of("alice"));
        EXPECT_GT(alice.device_memory(), 0U);
        EXPECT_TRUE(becomes([&] { return worker_policy()["name"] == "lasting"; })) << worker_policy();
        EXPECT_EQ(alice.end(), "");
    }
    // The kept file was changed: nothing is loaded, and the daemon is there all the same.
    std::ofstream(folder_ + "/policy", std::ios::app) << "more";
    start_anew();
    EXPECT_FALSE(status().contains("policy"));
    EXPECT_EQ(load(policies::counting("other")), "");
    EXPECT_TRUE(apart([] { return unload_policy(); }).ok());
    start_anew();
    EXPECT_FALSE(status().contains("policy"));
    EXPECT_FALSE(std::filesystem::exists(folder_ + "/policy"));
}

TEST(ChangedLines, AreThoseThatWentAndThoseThatCame) {
    EXPECT_EQ(changed_lines("", "1 = 2\n3 = 4\n"), "+ 1 = 2\n+ 3 = 4\n");
    EXPECT_EQ(changed_lines("1 = 2\n3 = 4\n", "1 = 2\n3 = 4\n"), "");
    EXPECT_EQ(changed_lines("1 = 2\n3 = 4\n", "1 = 5\n3 = 4\n"), "- 1 = 2\n+ 1 = 5\n");
    EXPECT_EQ(changed_lines("7\n7\n8\n", "8\n7\n"), "- 7\n");
    EXPECT_EQ(changed_lines("b\n", "c\na\nb\n"), "+ c\n+ a\n");
}

TEST_F(PoliciesOfDaemon, ShowTheirMapsAndRunAsCode) {
    const auto look = [](schema::MapAction action, const std::string& key = {}, const std::string& value = {}) {
        const auto text = apart([&] { return look_at_policy_map(0, action, "counts", key, value); });
        return text.ok() ? text.value() : text.error().text();
    };
    EXPECT_THAT(look(schema::MapAction::DUMP), HasSubstr("no worker"));
    VgpuLoad alice(socket_, token_of("alice"));
    EXPECT_GT(alice.device_memory(), 0U);
    VgpuLoad bob(socket_, token_of("bob"));
    EXPECT_GT(bob.device_memory(), 0U);
    ASSERT_TRUE(both_go_on());
    EXPECT_THAT(look(schema::MapAction::DUMP), HasSubstr("no policy is loaded"));
    // Those of the built-in one are shown all the same.
    EXPECT_TRUE(becomes([&] {
        const auto log = apart([] { return look_at_policy_map(0, schema::MapAction::DUMP, "DECISIONS", "", ""); });
        return log.ok() && log.value().find("  start, ") != std::string::npos;
    }));
    EXPECT_EQ(load(policies::counting("code"), false, {.is_native = true}), "");
    ASSERT_TRUE(becomes([&] { return std::stoull(look(schema::MapAction::GET, "0")) > 20; }));
    EXPECT_EQ(look(schema::MapAction::SET, "3", "4711"), "");
    EXPECT_EQ(look(schema::MapAction::GET, "3"), "4711\n");
    EXPECT_THAT(look(schema::MapAction::DUMP), HasSubstr("3 = 4711\n"));
    EXPECT_THAT(look(schema::MapAction::LIST), HasSubstr("counts"));
    EXPECT_THAT(look(schema::MapAction::SET, "9", "1"), HasSubstr("no room"));
    EXPECT_THAT(look(schema::MapAction::GET, "nothing"), HasSubstr("is not 4 bytes"));
    // Changes are reported.
    std::vector<std::string> seen;
    const auto watched = apart([&] {
        return PolicyMap("counts").watch(1ms, [&](const std::string& lines) {
            seen.push_back(lines);
            return seen.size() < 3;
        });
    });
    ASSERT_TRUE(watched.ok()) << watched.error().text();
    EXPECT_THAT(seen[0], HasSubstr("+ 3 = 4711\n"));
    EXPECT_THAT(seen[2], AllOf(HasSubstr("- 0 = "), HasSubstr("+ 0 = "), Not(HasSubstr("4711"))));
    EXPECT_TRUE(apart([&] { return PolicyMap("counts").set("2", "5"); }).ok());
    EXPECT_EQ(apart([&] { return PolicyMap("counts").get("2"); }).value(), "5\n");
    EXPECT_FALSE(apart([&] { return PolicyMap("none").watch(1ms, [](const auto&) { return true; }); }).ok());
    // A swap to the interpreter and back keeps them.
    EXPECT_EQ(load(policies::counting("interpreted"), true), "");
    EXPECT_EQ(look(schema::MapAction::GET, "3"), "4711\n");
    EXPECT_EQ(load(policies::counting("code"), true, {.is_native = true}), "");
    EXPECT_EQ(look(schema::MapAction::GET, "3"), "4711\n");
    EXPECT_TRUE(both_go_on());
    EXPECT_TRUE(becomes([&] { return worker_policy()["stage"] == "runs"; })) << worker_policy();
    EXPECT_EQ(alice.end(), "");
    EXPECT_EQ(bob.end(), "");
    EXPECT_TRUE(becomes([&] { return audited("policy_map_set").size() == 3U; }));
}

// Both programs have a kernel "step"; each knows its own alone.
TEST_F(PoliciesOfDaemon, KnowKernelsAndSayWhereTheyRun) {
    VgpuLoad alice(socket_, token_of("alice"));
    EXPECT_GT(alice.device_memory(), 0U);
    VgpuLoad bob(socket_, token_of("bob"));
    EXPECT_GT(bob.device_memory(), 0U);
    ASSERT_TRUE(both_go_on());
    EXPECT_EQ(load(R"(
RF_MAP_JOB_META(4);
RF_MAP_PLACEMENT(4);
RF_MAP_ARRAY(seen, rf_u64, 1);
static void on_dispatch(struct rf_dispatch* ctx) {
    rf_u32 vgpu = ctx->lane.vgpu, lane = RF_LANE_INDEX(ctx->lane), first = 0;
    struct rf_placement* place = rf_map_lookup(&PLACEMENT, &vgpu);
    if (place) place->count = 1;
    struct rf_job_meta* job = rf_map_lookup(&JOB_META, &lane);
    if (job && job->kernel && job->expected) rf_map_update(&seen, &first, &job->kernel, RF_ANY);
}
RF_POLICY("knows", .dispatch = on_dispatch);
)"),
              "");
    const auto seen = [] {
        const auto text = apart([] { return look_at_policy_map(0, schema::MapAction::GET, "seen", "0"); });
        return text.ok() ? text.value() : text.error().text();
    };
    EXPECT_TRUE(becomes([&] { return seen() == "12613261051159514351\n"; })) << seen();  // FNV-1a of "step"
    EXPECT_TRUE(both_go_on());
    EXPECT_EQ(worker_policy()["wrong"], 0);
    EXPECT_EQ(alice.end(), "");
    EXPECT_EQ(bob.end(), "");
}

TEST_F(PoliciesOfDaemon, CodeFallsWhenItTakesTooLong) {
    expect_fall(policies::takes_its_time(), {.budget = 1'000, .is_native = true}, "budget: hook dispatch");
}

TEST_F(PoliciesOfDaemon, FallWhenTheyTakeTooLong) {
    expect_fall(policies::takes_its_time(), {.budget = 1'000}, "budget: hook dispatch");
}

TEST_F(PoliciesOfDaemon, FallWhenTheyDenyEverything) {
    expect_fall(policies::denies_all(), {.longest_idle_ns = 300 * millisecond}, "stall:");
}

TEST_F(PoliciesOfDaemon, FallWhenTheyStarveOne) {
    // Which one has which number is the worker's affair: the second that came is number 1.
    expect_fall(policies::starves_one(1), {.patience_ns = 500 * millisecond}, "starvation: virtual GPU");
}

TEST_F(PoliciesOfDaemon, FallWhenTheyTalkNonsense) {
    expect_fall(policies::talks_nonsense(), {}, "nonsense:");
}

}  // namespace
}  // namespace ringfence::supervisor
