// Sessions are taken back, and the daemon is replaced, while real workers compute for real clients.
//
// RINGFENCE_REVOCATIONS: how often; 40 without it.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "../under_test.h"
#include "base/socket.h"
#include "channel_program.h"
#include "daemon_fixture.h"
#include "supervisor/daemon_client.h"

namespace ringfence::supervisor {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class RevocationTest : public DaemonTest {
protected:
    void start_real() {
        std::ofstream(folder_ + "/ringfence.toml")
            << "backend = \"" << backend_under_test()
            << "\"\nmax_sessions_per_process = 64\nspare_workers = 0\n[soft]\nmemory = \"1G\"\nworkers = 1\n";
        ASSERT_TRUE(ensure_daemon(program_under_test(DAEMON), folder_ + "/ringfence.toml").ok());
    }
    void TearDown() override {
        const pid_t daemon = status().value("pid", 0);
        std::thread([] { static_cast<void>(end_daemon()); }).join();
        // Its last words go into the folder.
        EXPECT_TRUE(becomes([daemon] { return daemon == 0 || ::kill(daemon, 0) != 0; }));
        DaemonTest::TearDown();
    }

    // Computes until told to end; what goes wrong is counted.
    struct Neighbours {
        std::atomic<bool> is_over = false;
        std::atomic<std::uint64_t> rounds = 0;
        std::atomic<std::uint64_t> failures = 0;
        std::vector<std::thread> threads;

        void begin(const std::string& socket, unsigned count, const std::string& isolation = "shared") {
            for (unsigned i = 0; i < count; ++i) {
                threads.emplace_back([this, socket, i, isolation] {
                    ChannelProgram program(connect_to(socket).take(), isolation);
                    if (program.status() != 0) ++failures;
                    for (std::uint32_t n = 0; !is_over && program.status() == 0; ++n) {
                        bool is_wrong = false;
                        const std::int32_t status = program.compute(n * 7 + i, is_wrong);
                        if (status != 0 || is_wrong) ++failures;
                        if (status != 0) return;
                        ++rounds;
                    }
                });
            }
        }
        ~Neighbours() { end(); }
        void end() {
            is_over = true;
            for (std::thread& thread : threads)
                thread.join();
            threads.clear();
        }
    };

    template <typename Condition>
    bool becomes(const Condition& is_met) {
        for (int i = 0; i < 3000; ++i) {
            if (is_met()) return true;
            std::this_thread::sleep_for(milliseconds(20));
        }
        return false;
    }
};

int revocations() {
    const char* const text = std::getenv("RINGFENCE_REVOCATIONS");
    return text == nullptr ? 40 : std::atoi(text);
}

TEST_F(RevocationTest, UnderLoadCallersReturnSoonAndNothingElseIsTouched) {
    start_real();
    Neighbours neighbours;
    neighbours.begin(socket_, 2);
    ASSERT_TRUE(becomes([&] { return neighbours.rounds > 10; }));
    // One victim first, so that all that is made once is there.
    std::mt19937 random(4711);
    std::vector<double> times;
    std::uint64_t wrong = 0;
    std::uint64_t other_errors = 0;
    nlohmann::ordered_json before;
    std::size_t descriptors = 0;
    std::size_t worker_descriptors = 0;
    const int count = revocations();
    // On a card an endless kernel ends only with its context, so it gets a worker of its own there, which takes a
    // second to start.
    const bool is_card = backend_under_test() == "cuda";
    const std::string endless = is_card ? "private" : "shared";
    for (int i = 0; i <= count; ++i) {
        if (i == 1) {
            ASSERT_TRUE(becomes([&] { return status()["sessions"] == 2 && status()["workers"].size() == 1; }));
            before = status();
            descriptors = descriptors_of(before["pid"].get<pid_t>());
            worker_descriptors = descriptors_of(before["workers"][0]["pid"].get<pid_t>());
        }
        const bool is_endless = i % (is_card ? 20 : 4) == 0;
        std::uint64_t id = 0;
        std::unique_ptr<ChannelProgram> victim;
        {
            RpcGuest guest(connect_control());
            auto manager = guest.devices();
            auto opened = guest.open(manager, schema::SessionKind::CHANNEL, "victim", is_endless ? endless : "shared");
            ASSERT_EQ(opened.code, schema::ErrorCode::NONE) << opened.message;
            id = opened.id;
            victim = std::make_unique<ChannelProgram>(std::move(opened.connection));
            ASSERT_EQ(victim->status(), 0) << victim->problem();
        }
        std::atomic<std::int64_t> returned = 0;
        std::int32_t status = 0;
        std::thread load([&] {
            for (std::uint32_t n = 0; status == 0; ++n) {
                bool is_wrong = false;
                status = is_endless ? victim->wait_for_ever() : victim->compute(n, is_wrong);
                if (is_wrong) ++wrong;
            }
            returned = Clock::now().time_since_epoch().count();
        });
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 30'000));
        const auto begin = Clock::now();
        EXPECT_EQ(revoke(id, "test"), "");
        load.join();
        if (status != 709) ++other_errors;
        const Clock::time_point end{Clock::duration(returned.load())};
        times.push_back(std::chrono::duration<double, std::milli>(end - begin).count());
    }
    EXPECT_TRUE(becomes([&] { return status()["sessions"] == 2 && status()["workers"].size() == 1; }));
    std::sort(times.begin(), times.end());
    const auto at = [&](double part) {
        return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
    };
    std::printf(
        "revocations %zu: return after ms: p50 %.2f, p90 %.2f, p99 %.2f, longest %.2f; neighbours computed %llu "
        "rounds\n",
        times.size(), at(0.5), at(0.9), at(0.99), times.back(),
        static_cast<unsigned long long>(neighbours.rounds.load()));
    EXPECT_EQ(wrong, 0u);
    EXPECT_EQ(other_errors, 0u);
    // On a machine that does much else, or stands still for a moment, some take longer: the bound is for one that does
    // not.
    const bool is_measured = std::getenv("RINGFENCE_REVOCATIONS") != nullptr;
    EXPECT_LT(at(is_measured ? 0.99 : 0.5), is_measured ? 50.0 : 2000.0);
    // A worker that is late with what it tells has what it told before.
    nlohmann::ordered_json after;
    EXPECT_TRUE(becomes([&] {
        after = status();
        return after["session_list"].size() == 2 && after["workers"].size() == 1 &&
               after["workers"][0]["memory_used"] == before["workers"][0]["memory_used"] &&
               after["host_memory"]["granted"] == before["host_memory"]["granted"];
    })) << after.dump();
    EXPECT_EQ(after["session_list"].size(), 2u);
    EXPECT_EQ(after["pid"], before["pid"]);
    ASSERT_EQ(after["workers"].size(), 1u);
    EXPECT_EQ(after["workers"][0]["pid"], before["workers"][0]["pid"]);
    EXPECT_EQ(after["host_memory"]["granted"], before["host_memory"]["granted"]);
    EXPECT_EQ(after["workers"][0]["memory_used"], before["workers"][0]["memory_used"]);
    EXPECT_LE(descriptors_of(after["pid"].get<pid_t>()), descriptors + 4);
    EXPECT_LE(descriptors_of(after["workers"][0]["pid"].get<pid_t>()), worker_descriptors + 4);
    neighbours.end();
    EXPECT_EQ(neighbours.failures, 0u);
}

TEST_F(RevocationTest, EightClientsComputeThroughReplacementsOfTheDaemon) {
    start_real();
    Neighbours clients;
    clients.begin(socket_, 6);
    clients.begin(socket_, 2, "private");
    ASSERT_TRUE(becomes([&] { return clients.rounds > 100 && status()["sessions"] == 8; }));
    for (int i = 1; i <= 5; ++i) {
        std::string error;
        std::thread([&] {
            const auto replaced = replace_daemon(program_under_test(DAEMON), folder_ + "/ringfence.toml");
            if (!replaced.ok()) error = replaced.error().text();
        }).join();
        ASSERT_EQ(error, "");
        const std::uint64_t rounds = clients.rounds;
        EXPECT_TRUE(becomes([&] { return clients.rounds > rounds + 50; }));
        EXPECT_TRUE(becomes([&] { return status()["sessions"] == 8; }));
        EXPECT_EQ(status()["replacements"], i);
        EXPECT_EQ(clients.failures, 0u);
        // And newcomers are served, by the workers that are there.
        ChannelProgram newcomer(connect_to(socket_).take());
        bool is_wrong = false;
        ASSERT_EQ(newcomer.status(), 0) << newcomer.problem();
        EXPECT_EQ(newcomer.compute(3, is_wrong), 0);
        EXPECT_FALSE(is_wrong);
    }
    clients.end();
    EXPECT_EQ(clients.failures, 0u);
    EXPECT_EQ(audited("daemon_replaced").size(), 5u);
    EXPECT_TRUE(becomes([&] { return status()["sessions"] == 0; }));
    EXPECT_EQ(status()["workers_died"], 0);
}

}  // namespace
}  // namespace ringfence::supervisor
