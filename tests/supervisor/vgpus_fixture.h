// A daemon with virtual GPUs, a real worker for each domain, and what it says of them.
#pragma once

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "../share_windows.h"
#include "../under_test.h"
#include "daemon_fixture.h"
#include "supervisor/daemon_client.h"
#include "supervisor/tenant_office.h"
#include "vgpu_load.h"

namespace ringfence::supervisor {

using namespace std::chrono_literals;

// Calls to the daemon in threads of their own: a thread has one event loop.
template <typename Call>
auto aside(const Call& call) {
    std::optional<decltype(call())> result;
    std::thread([&] { result.emplace(call()); }).join();
    return std::move(*result);
}

class VgpusOfDaemon : public DaemonTest {
protected:
    void start_with(const std::string& tenants, unsigned multiprocessors = 1, const std::string& more_settings = {}) {
        std::ofstream(folder_ + "/tenants.toml") << tenants;
        std::filesystem::permissions(folder_ + "/tenants.toml",
                                     std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        std::ofstream(folder_ + "/ringfence.toml")
            << "backend = \"soft\"\nspare_workers = 0\ntenants = \"" << folder_
            << "/tenants.toml\"\n[soft]\nmemory = \"1G\"\nworkers = " << multiprocessors << "\n"
            << more_settings;
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

    // The sum over all workers for one virtual GPU.
    std::uint64_t sum(const nlohmann::ordered_json& status, const std::string& name, const char* key) {
        std::uint64_t total = 0;
        for (const auto& worker : status["workers"]) {
            for (const auto& vgpu : worker["vgpus"])
                total += vgpu["name"] == name ? vgpu[key].get<std::uint64_t>() : 0;
        }
        return total;
    }
    // The first one's share of the time that the two had together, in points.
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

}  // namespace ringfence::supervisor
