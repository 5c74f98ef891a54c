// Policies that tenants load for virtual GPUs that they manage: a real daemon, a real worker and real clients.
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
#include "supervisor/policy_office.h"
#include "supervisor/tenant_office.h"
#include "vgpu_load.h"

namespace ringfence::supervisor {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// A thread has one event loop.
template <typename Call>
auto in_a_thread(const Call& call) {
    std::optional<decltype(call())> result;
    std::thread([&] { result.emplace(call()); }).join();
    return std::move(*result);
}

class ManagedVgpus : public DaemonTest {
protected:
    void SetUp() override {
        DaemonTest::SetUp();
        if (!has_clang()) GTEST_SKIP() << "needs clang";
        std::ofstream(folder_ + "/tenants.toml")
            << "[tenant.alice]\ntokens = true\nvgpu = \"web\"\n[tenant.bob]\ntokens = true\nvgpu = \"batch\"\n"
               "[vgpu.web]\ncompute = \"50%\"\nmanaged_by = \"alice\"\n[vgpu.batch]\ncompute = \"50%\"\n";
        std::filesystem::permissions(folder_ + "/tenants.toml",
                                     std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        std::ofstream(folder_ + "/ringfence.toml")
            << "backend = \"soft\"\nspare_workers = 0\nworker_patience_ms = 600000\ntenants = \"" << folder_
            << "/tenants.toml\"\n[policies]\nat_once = 8\nper_minute = 1\n[soft]\nmemory = \"1G\"\nworkers = 1\n";
        ASSERT_TRUE(ensure_daemon(program_under_test(DAEMON), folder_ + "/ringfence.toml").ok());
        is_running_ = true;
    }
    void TearDown() override {
        if (is_running_) {
            const pid_t daemon = status().value("pid", 0);
            static_cast<void>(in_a_thread([] { return end_daemon(); }));
            EXPECT_TRUE(becomes([daemon] { return daemon == 0 || ::kill(daemon, 0) != 0; }));
        }
        DaemonTest::TearDown();
    }

    static std::string token_of(const std::string& tenant) {
        auto token = in_a_thread([&] { return issue_token(tenant, {}); });
        EXPECT_TRUE(token.ok()) << token.error().text();
        return token.value().secret_text();
    }
    // As a tenant, or as the administrator. Empty: it went well.
    static std::string load(const PolicyScope& scope, const std::string& source, bool is_swap = false) {
        const std::string object = compile_policy(source);
        EXPECT_FALSE(object.empty());
        return load_object(scope, object, is_swap);
    }
    static std::string load_object(const PolicyScope& scope, const std::string& object, bool is_swap = false) {
        const auto done = in_a_thread([&] { return load_policy(object, "test", is_swap, {}, scope); });
        return done.ok() ? "" : done.error().text();
    }
    static std::string unload(const PolicyScope& scope) {
        const auto done = in_a_thread([&] { return unload_policy(scope); });
        return done.ok() ? "" : done.error().text();
    }
    // The manager's view of it in the only worker.
    static nlohmann::ordered_json policy_of(const PolicyScope& scope) {
        const auto status = in_a_thread([&] { return policy_status(scope); });
        EXPECT_TRUE(status.ok()) << status.error().text();
        const bool is_there = status.ok() && !status.value()["workers"].empty();
        return is_there ? status.value()["workers"][0]["policy"] : nlohmann::ordered_json();
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
    bool all_go_on() {
        const std::uint64_t web = jobs_of("web");
        const std::uint64_t batch = jobs_of("batch");
        return becomes([&] { return jobs_of("web") > web + 20 && jobs_of("batch") > batch + 20; });
    }

    bool is_running_ = false;
};

TEST_F(ManagedVgpus, TheirTenantLoadsSwapsLooksAtAndUnloadsAPolicyUnderLoad) {
    const PolicyScope alice{"web", token_of("alice")};
    VgpuLoad first(socket_, alice.token);
    EXPECT_GT(first.device_memory(), 0U);
    VgpuLoad second(socket_, alice.token);
    EXPECT_GT(second.device_memory(), 0U);
    VgpuLoad bob(socket_, token_of("bob"));
    EXPECT_GT(bob.device_memory(), 0U);
    ASSERT_TRUE(all_go_on());
    EXPECT_EQ(load({}, policies::counting("cards")), "");  // the administrator's is beside it
    EXPECT_EQ(load(alice, policies::counting("first")), "");
    EXPECT_THAT(load(alice, policies::counting("again")), HasSubstr("is loaded already"));
    ASSERT_TRUE(becomes([&] { return policy_of(alice)["runs"][3].get<std::uint64_t>() > 20; })) << policy_of(alice);
    EXPECT_TRUE(becomes([&] { return policy_of(alice)["name"] == "first"; })) << policy_of(alice);
    EXPECT_TRUE(becomes([&] { return policy_of({})["name"] == "cards"; })) << policy_of({});
    EXPECT_EQ(load(alice, policies::counting("second"), true), "");
    EXPECT_TRUE(becomes([&] { return policy_of(alice)["name"] == "second"; })) << policy_of(alice);
    const auto counts =
        in_a_thread([&] { return look_at_policy_map(0, schema::MapAction::GET, "counts", "0", "", alice); });
    ASSERT_TRUE(counts.ok()) << counts.error().text();
    EXPECT_GT(std::stoull(counts.value()), 20U);
    // The manager sees no word about anybody else's virtual GPU.
    const auto log =
        in_a_thread([&] { return look_at_policy_map(0, schema::MapAction::DUMP, "DECISIONS", "", "", alice); });
    ASSERT_TRUE(log.ok()) << log.error().text();
    EXPECT_THAT(log.value(), HasSubstr("session-"));
    EXPECT_THAT(log.value(), testing::Not(HasSubstr("batch")));
    EXPECT_TRUE(all_go_on());
    EXPECT_EQ(unload(alice), "");
    EXPECT_TRUE(becomes([&] { return policy_of(alice)["stage"] == "built-in"; })) << policy_of(alice);
    EXPECT_TRUE(becomes([&] { return policy_of({})["stage"] == "runs"; })) << policy_of({});
    EXPECT_TRUE(all_go_on());
    EXPECT_EQ(first.end(), "");
    EXPECT_EQ(second.end(), "");
    EXPECT_EQ(bob.end(), "");
}

TEST_F(ManagedVgpus, NobodyElseMay) {
    const std::string source = policies::counting("mine");
    EXPECT_THAT(load({"web", token_of("bob")}, source), HasSubstr("tenant bob does not manage a virtual GPU 'web'"));
    EXPECT_THAT(load({"batch", token_of("bob")}, source), HasSubstr("--managed-by bob"));
    EXPECT_THAT(load({"nowhere", token_of("alice")}, source), HasSubstr("does not manage"));
    EXPECT_THAT(load({"nowhere", ""}, source), HasSubstr("there is no virtual GPU 'nowhere'"));
    EXPECT_THAT(load({"web", "no token"}, source), HasSubstr("token"));
    EXPECT_EQ(load({"web", ""}, source), "");  // the administrator
}

TEST_F(ManagedVgpus, AHostilePolicyFallsAloneAndEverybodyGoesOn) {
    const PolicyScope alice{"web", token_of("alice")};
    VgpuLoad first(socket_, alice.token);
    EXPECT_GT(first.device_memory(), 0U);
    VgpuLoad second(socket_, alice.token);
    EXPECT_GT(second.device_memory(), 0U);
    VgpuLoad bob(socket_, token_of("bob"));
    EXPECT_GT(bob.device_memory(), 0U);
    ASSERT_TRUE(all_go_on());
    EXPECT_EQ(load({}, policies::counting("cards")), "");
    bool is_swap = false;
    for (const auto& [source, why] :
         {std::pair{policies::denies_all(), "stall"}, std::pair{policies::talks_nonsense(), "nonsense"},
          std::pair{policies::takes_its_time(), "budget"}, std::pair{policies::starves_one(1), "starvation"}}) {
        EXPECT_EQ(load(alice, source, is_swap), "");
        is_swap = true;
        // The earlier reports of a late worker may be about the last policy.
        ASSERT_TRUE(becomes([&, reason = std::string(why)] {
            const auto policy = policy_of(alice);
            return policy["stage"] == "fallen" && policy["exit"].get<std::string>().find(reason) != std::string::npos;
        })) << why
            << policy_of(alice);
        EXPECT_TRUE(becomes([&] { return policy_of({})["stage"] == "runs"; })) << policy_of({});
        EXPECT_TRUE(all_go_on());
    }
    EXPECT_TRUE(becomes([&] { return policy_of({})["wrong"] == 0; })) << policy_of({});
    EXPECT_EQ(first.end(), "");
    EXPECT_EQ(second.end(), "");
    EXPECT_EQ(bob.end(), "");
    EXPECT_TRUE(becomes([&] { return audited("policy_fallback").size() == 4; }));
}

TEST_F(ManagedVgpus, QuestionsAboutMapsDoNotGetInEachOthersWay) {
    const PolicyScope alice{"web", token_of("alice")};
    VgpuLoad load_of_alice(socket_, alice.token);
    EXPECT_GT(load_of_alice.device_memory(), 0U);
    EXPECT_EQ(load({}, policies::counting("cards")), "");
    EXPECT_EQ(load(alice, policies::counting("mine")), "");
    std::string problems[2];
    const auto ask = [](const PolicyScope& scope, std::string& problem) {
        for (int i = 0; i < 40 && problem.empty(); ++i) {
            const auto answer =
                in_a_thread([&] { return look_at_policy_map(0, schema::MapAction::LIST, "", "", "", scope); });
            if (!answer.ok()) problem = answer.error().text();
        }
    };
    std::thread administrator([&] { ask({}, problems[0]); });
    std::thread tenant([&] { ask(alice, problems[1]); });
    administrator.join();
    tenant.join();
    EXPECT_EQ(problems[0], "");
    EXPECT_EQ(problems[1], "");
    EXPECT_EQ(load_of_alice.end(), "");
}

// The daemon waits 25 s for it.
TEST_F(ManagedVgpus, WhatNoWorkerHasJudgedInTimeIsNotLoadedLaterEither) {
    const PolicyScope alice{"web", token_of("alice")};
    VgpuLoad load_of_alice(socket_, alice.token);
    EXPECT_GT(load_of_alice.device_memory(), 0U);
    const std::string object = compile_policy(policies::counting("mine"));
    const pid_t worker = status()["workers"][0]["pid"].get<pid_t>();
    ASSERT_EQ(::kill(worker, SIGSTOP), 0);
    const auto loaded = in_a_thread([&] { return load_policy(object, "test", false, {}, alice); });
    ASSERT_EQ(::kill(worker, SIGCONT), 0);
    ASSERT_FALSE(loaded.ok());
    EXPECT_THAT(loaded.error().text(), HasSubstr("in time"));
    EXPECT_TRUE(audited("policy_loaded").empty());
    // It came and went, or was not even looked at.
    EXPECT_TRUE(becomes([&] {
        const auto now = policy_of(alice);
        return now["changes"] >= 1 && now["stage"] == "built-in";
    })) << policy_of(alice);
    EXPECT_EQ(load(alice, policies::counting("mine")), "");
    EXPECT_EQ(load_of_alice.end(), "");
}

// A tenant could keep its virtual GPU's policies being verified all day.
TEST_F(ManagedVgpus, AnAdministratorTakesOutAPolicyThatIsStillBeingVerified) {
    const PolicyScope alice{"web", token_of("alice")};
    VgpuLoad load_of_alice(socket_, alice.token);
    EXPECT_GT(load_of_alice.device_memory(), 0U);
    const std::string object = compile_policy(policies::counting("mine"));
    const pid_t worker = status()["workers"][0]["pid"].get<pid_t>();
    ASSERT_EQ(::kill(worker, SIGSTOP), 0);
    std::string loaded;
    std::thread loading([&] { loaded = load_object(alice, object); });
    EXPECT_TRUE(becomes([&] { return unload(alice).find("verified just now") != std::string::npos; }));
    std::string unloaded;
    std::thread unloading([&] { unloaded = unload({"web", ""}); });
    loading.join();
    ASSERT_EQ(::kill(worker, SIGCONT), 0);
    unloading.join();
    EXPECT_EQ(unloaded, "");
    EXPECT_THAT(loaded, HasSubstr("taken out"));
    EXPECT_TRUE(audited("policy_loaded").empty());
    EXPECT_TRUE(becomes([&] { return policy_of(alice)["stage"] == "built-in"; })) << policy_of(alice);
    EXPECT_EQ(load_object(alice, object), "");
    EXPECT_EQ(load_of_alice.end(), "");
}

TEST_F(ManagedVgpus, ThePolicyGoesWithTheGrant) {
    const PolicyScope alice{"web", token_of("alice")};
    EXPECT_EQ(load(alice, policies::counting("mine")), "");
    sched::VirtualGpu web;
    web.name = "web";
    web.shares[0] = 500'000;
    ASSERT_TRUE(in_a_thread([&] { return set_vgpu(web); }).ok());
    EXPECT_TRUE(becomes([&] { return audited("policy_unloaded").size() == 1U; }));
    EXPECT_THAT(load(alice, policies::counting("mine")), HasSubstr("does not manage"));
    web.managed_by = "nobody-here";
    EXPECT_FALSE(in_a_thread([&] { return set_vgpu(web); }).ok());
    web.managed_by = "bob";  // alice is bound to it
    EXPECT_FALSE(in_a_thread([&] { return set_vgpu(web); }).ok());
    web.managed_by = "alice";
    ASSERT_TRUE(in_a_thread([&] { return set_vgpu(web); }).ok());
    EXPECT_EQ(load(alice, policies::counting("mine")), "");
    ASSERT_TRUE(in_a_thread([&] { return remove_tenant("alice"); }).ok());
    EXPECT_TRUE(becomes([&] { return audited("policy_unloaded").size() == 2U; }));
}

// Also where the daemon has changed in between.
TEST_F(ManagedVgpus, ThePolicyGoesWithTheTokenItCameBy) {
    const auto issue = [](const tenants::Restriction& restriction) {
        return in_a_thread([&] { return issue_token("alice", restriction); }).take();
    };
    const tenants::Token token = issue({});
    const PolicyScope alice{"web", token.secret_text()};
    EXPECT_EQ(load(alice, policies::counting("mine")), "");
    const pid_t before = status()["pid"].get<pid_t>();
    ASSERT_TRUE(
        in_a_thread([&] { return replace_daemon(program_under_test(DAEMON), folder_ + "/ringfence.toml"); }).ok());
    ASSERT_TRUE(becomes([&] { return status().value("pid", before) != before; }));
    ASSERT_TRUE(becomes([&] { return status().contains("vgpu_policies"); }));
    EXPECT_EQ(in_a_thread([&] { return revoke_token(issue({}).id()); }).value(), 0U);  // another one
    EXPECT_TRUE(status().contains("vgpu_policies"));
    ASSERT_TRUE(in_a_thread([&] { return revoke_token(token.id()); }).ok());
    EXPECT_FALSE(status().contains("vgpu_policies"));
    EXPECT_EQ(audited("policy_unloaded").size(), 1U);
    // Its time may end, too. On a machine that stands still it may have ended before.
    const std::string object = compile_policy(policies::counting("mine"));
    bool is_loaded = false;
    for (auto time = 5s; time < 200s && !is_loaded; time *= 4) {
        tenants::Restriction soon;
        soon.expires = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()) + time;
        is_loaded = load_object({"web", issue(soon).secret_text()}, object).empty();
    }
    ASSERT_TRUE(is_loaded);
    EXPECT_TRUE(becomes([&] { return !status().contains("vgpu_policies"); }));
    EXPECT_EQ(audited("policy_unloaded").size(), 2U);
}

// There are 8 at once, and then one a minute: on a machine that is slow enough some more than 8.
TEST_F(ManagedVgpus, ATenantThatLoadsAgainAndAgainHasToWait) {
    const PolicyScope alice{"web", token_of("alice")};
    const std::string object = compile_policy(policies::counting("mine"));
    const auto begin = std::chrono::steady_clock::now();
    std::string refusal;
    int done = 0;
    while (done < 100 && (refusal = load_object(alice, object, done != 0)).empty())
        ++done;
    EXPECT_GE(done, 8);
    EXPECT_LE(done, 8 + (std::chrono::steady_clock::now() - begin) / 1min);
    EXPECT_THAT(refusal, HasSubstr("tenant alice has loaded or exchanged policies of virtual GPU 'web'"));
    EXPECT_THAT(refusal, HasSubstr("try again in"));
    EXPECT_EQ(status()["policy_loads_refused"], 1);
    ASSERT_EQ(audited("policy_refused").size(), 1U);
    // It is not for the administrator, whatever the tenant has done.
    EXPECT_EQ(load_object({"web", ""}, object, true), "");
    EXPECT_EQ(load_object({}, object), "");
    EXPECT_EQ(unload(alice), "");
}

TEST_F(ManagedVgpus, ItGoesFromOneDaemonToTheNext) {
    const PolicyScope alice{"web", token_of("alice")};
    EXPECT_EQ(load(alice, policies::counting("lasting")), "");
    const pid_t before = status()["pid"].get<pid_t>();
    ASSERT_TRUE(
        in_a_thread([&] { return replace_daemon(program_under_test(DAEMON), folder_ + "/ringfence.toml"); }).ok());
    ASSERT_TRUE(becomes([&] { return status().value("pid", before) != before; }));
    VgpuLoad first(socket_, alice.token);
    EXPECT_GT(first.device_memory(), 0U);
    EXPECT_TRUE(becomes([&] { return policy_of(alice)["stage"] == "runs"; }));
    EXPECT_EQ(first.end(), "");
}

}  // namespace
}  // namespace ringfence::supervisor
