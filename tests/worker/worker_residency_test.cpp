// Memory beyond the card, on the software GPU: docs/memory-beyond-the-card.md.
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <random>

#include <gmock/gmock.h>

#include "residency_test.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;

constexpr int longest_wait_ms = 3'600'000;
constexpr std::uint64_t card = 64 * mebi;
constexpr std::uint64_t most_of_it = 48 * mebi;

struct Beyond : testing::TestWithParam<bool> {
    std::vector<std::string> log;
    std::mutex log_mutex;
    std::shared_ptr<SharedBudget> machine = SharedBudget::create({}).take();
    std::unique_ptr<Worker> worker;

    // None of them is for a machine that stands still for a moment.
    static ResidencySettings patient() {
        ResidencySettings settings;
        settings.longest_drain = 5min;
        settings.room_patience = 1min;
        settings.longest_hopeless = 5s;
        settings.patience = 5min;
        return settings;
    }
    void start(std::uint64_t host_backing = 512 * mebi, bool is_guarded = false) {
        WorkerOptions options;
        const auto guard = is_guarded ? std::optional(guard::Mode::Fence) : std::nullopt;
        options.session = session_options_for("soft", true, guard);
        options.session.window.bytes = std::uint64_t{1} << 32;
        // As on a card: memory comes and goes only while nothing runs.
        options.session.window.has_sinks = is_guarded;
        options.session.window.heap.first_chunk = 2 * mebi;
        options.session.staging_bytes = mebi;
        options.host_backing = host_backing;
        options.residency = patient();
        options.machine = machine;
        options.log = [this](std::string_view line) {
            const std::lock_guard lock(log_mutex);
            log.emplace_back(line);
        };
        backend::SoftOptions soft;
        soft.memory_bytes = card;
        soft.workers = 1;
        soft.launch_limit_ms = 60'000;
        worker = Worker::create(backend::open_soft(soft).take(), options).take();
    }
    bool is_balanced() {
        if (!becomes([&] { return machine->taken(Limit::HostBacking) == 0; })) return false;
        const std::lock_guard lock(log_mutex);
        return std::none_of(log.begin(), log.end(),
                            [](const std::string& line) { return line.find("does not balance") != std::string::npos; });
    }
    std::uint64_t free_bytes() { return worker->device().memory_info().take().free; }
    // A client of a tenant and a virtual GPU of its own.
    TestClient client_of(const std::shared_ptr<SharedBudget>& ledger, std::uint32_t priority) {
        auto ends = socket_pair().take();
        Grant grant{"somebody", {}, ledger};
        grant.vgpu.name = "priority" + std::to_string(priority);
        grant.vgpu.priority = priority;
        EXPECT_TRUE(worker->accept(std::move(ends.second), {}, UniqueFd(), std::nullopt, 0, grant).ok());
        return TestClient(std::move(ends.first));
    }
    std::uint64_t away(std::size_t session) { return worker->session_states().at(session).used[Limit::HostBacking]; }
};

TEST_P(Beyond, TwoSessionsOfThreeQuartersEach) {
    start(512 * mebi, GetParam());
    Tenant first(*worker, most_of_it, 1000);
    first.work();
    Tenant second(*worker, most_of_it, 2000);
    EXPECT_GE(on_host(*worker), 2 * most_of_it - card);
    for (int round = 0; round < 3; ++round) {
        second.work();
        first.work();
        EXPECT_EQ(second.wrong(), 0u) << round;
        EXPECT_EQ(first.wrong(), 0u) << round;
    }
    worker->end_all("the test ends");
    EXPECT_TRUE(is_balanced());
}

TEST_P(Beyond, NobodyMovesWhileThereIsRoom) {
    start(512 * mebi, GetParam());
    Tenant first(*worker, 16 * mebi, 1);
    Tenant second(*worker, 16 * mebi, 2);
    first.work();
    second.work();
    EXPECT_EQ(first.wrong() + second.wrong(), 0u);
    EXPECT_EQ(on_host(*worker), 0u);
}

INSTANTIATE_TEST_SUITE_P(Guarded, Beyond, testing::Bool());

TEST_F(Beyond, FreshMemoryIsZerosAndAddressesStay) {
    start();
    Tenant first(*worker, most_of_it, 1);
    first.work();
    Tenant second(*worker, most_of_it, 2);
    EXPECT_EQ(second.client.get<std::uint32_t>(second.memory, 1)[0], 0u);
    EXPECT_EQ(first.wrong(), 0u);
    EXPECT_EQ(second.client.get<std::uint32_t>(second.memory + most_of_it - 4, 1)[0], 0u);
    // More of its own, while some of it is away.
    const Address more = first.client.allocate(4 * mebi);
    first.client.submit(wire::Fill{0, more, 0, mebi, 1, 7, 4});
    EXPECT_EQ(first.client.get<std::uint32_t>(more + 4 * mebi - 4, 1)[0], 7u);
    EXPECT_EQ(first.wrong(), 0u);
}

TEST_F(Beyond, WithoutHostMemoryTheOneWhoWantsMoreIsRefused) {
    start(8 * mebi);
    Tenant first(*worker, most_of_it, 1);
    first.work();
    TestClient other(*worker);
    wire::Allocate::Reply reply;
    EXPECT_EQ(other.call(wire::Allocate{most_of_it, 256}, reply), cuda_status::out_of_memory);
    EXPECT_EQ(first.wrong(), 0u);
    // An allocation that fits succeeds.
    EXPECT_EQ(other.call(wire::Allocate{8 * mebi, 256}, reply), 0);
    // And nobody gets more than the card has.
    start();
    TestClient greedy(*worker);
    EXPECT_EQ(greedy.call(wire::Allocate{card + mebi, 256}, reply), cuda_status::out_of_memory);
}

TEST_F(Beyond, ATenantsBudgetOfHostMemoryHolds) {
    start();
    SessionLimits limits;
    limits[Limit::HostBacking] = 4 * mebi;
    const auto ledger = SharedBudget::create(limits).take();
    Tenant first(client_of(ledger, 0), most_of_it, 1);
    first.work();
    TestClient other(*worker);
    wire::Allocate::Reply reply;
    EXPECT_EQ(other.call(wire::Allocate{most_of_it, 256}, reply), cuda_status::out_of_memory);
    EXPECT_LE(ledger->taken(Limit::HostBacking), 4 * mebi);
    EXPECT_EQ(first.wrong(), 0u);
}

TEST_F(Beyond, AFullStoreKeepsNobodyOut) {
    // As much as has to lie there, and one exchange.
    start(2 * most_of_it - card + 8 * mebi + 8 * mebi);
    Tenant first(*worker, most_of_it, 1);
    first.work();
    Tenant second(*worker, most_of_it, 2);
    for (int round = 0; round < 3; ++round) {
        second.work();
        first.work();
        EXPECT_EQ(second.wrong() + first.wrong(), 0u) << round;
    }
}

TEST_F(Beyond, LowPriorityGoesFirst) {
    start();
    const auto ledger = SharedBudget::create({}).take();
    Tenant high(client_of(ledger, 2), 24 * mebi, 1);
    Tenant low(client_of(ledger, 0), 24 * mebi, 2);
    high.work();
    low.work();
    std::this_thread::sleep_for(200ms);
    Tenant third(client_of(ledger, 1), 24 * mebi, 3);
    EXPECT_EQ(away(0), 0u);
    EXPECT_GT(away(1), 0u);
    EXPECT_EQ(high.wrong() + low.wrong(), 0u);
}

TEST_F(Beyond, WhoWaitsForItsClientIsNotMoved) {
    start();
    Tenant first(*worker, most_of_it, 1);
    first.work();
    const Address word = first.client.allocate_host(4096);
    constexpr std::uint32_t equal = 1;
    const std::uint64_t stream = first.client.stream(false);
    first.client.submit(wire::WaitValue{stream, word, 1, 4, equal});
    first.client.submit(wire::Fill{stream, first.memory, 0, 1, 1, 7, 4});
    wire::QueryStream::Reply query;
    ASSERT_EQ(first.client.call(wire::QueryStream{stream}, query), 0);
    ASSERT_EQ(query.is_idle, 0u) << "it waits";
    TestClient other(*worker);
    wire::Allocate::Reply reply;
    EXPECT_EQ(other.call(wire::Allocate{most_of_it, 256}, reply), cuda_status::out_of_memory);
    EXPECT_EQ(on_host(*worker), 0u);
    std::atomic_ref(*reinterpret_cast<std::uint32_t*>(word)) = 1;
    EXPECT_EQ(first.client.synchronize(), 0);
    EXPECT_EQ(first.client.get<std::uint32_t>(first.memory, 1)[0], 7u);
    EXPECT_EQ(other.call(wire::Allocate{most_of_it, 256}, reply), 0);
}

TEST_F(Beyond, SharedMemoryStays) {
    start();
    const auto ledger = SharedBudget::create({}).take();
    Tenant first(client_of(ledger, 0), 16 * mebi, 1);
    first.work();
    std::vector<std::byte> token;
    wire::ExportMemory::Reply exported;
    ASSERT_EQ(first.client.call(wire::ExportMemory{first.memory}, exported, {}, &token), 0);
    TestClient friendly = client_of(ledger, 0);
    wire::ImportMemory::Reply imported;
    ASSERT_EQ(friendly.call(wire::ImportMemory{}, imported, token), 0);
    const Address own = first.client.allocate(16 * mebi);
    first.client.submit(wire::Fill{0, own, 0, mebi, 1, 9, 4});
    ASSERT_EQ(first.client.synchronize(), 0);
    TestClient other(*worker);
    wire::Allocate::Reply reply;
    // The shared memory and this are together more than there is.
    EXPECT_EQ(other.call(wire::Allocate{most_of_it + 4 * mebi, 256}, reply), cuda_status::out_of_memory);
    EXPECT_EQ(other.call(wire::Allocate{40 * mebi, 256}, reply), 0);
    EXPECT_GT(on_host(*worker), 0u);
    EXPECT_EQ(friendly.get<std::uint32_t>(imported.address, 1)[0], first.word_at(0));
    EXPECT_EQ(first.wrong(), 0u);
    EXPECT_EQ(first.client.get<std::uint32_t>(own, 1)[0], 9u);
}

TEST_F(Beyond, KernelsSeeTheirMemoryAgain) {
    start(512 * mebi, true);
    Tenant first(*worker, most_of_it, 1);
    const std::uint64_t module = first.client.load(test_ptx);
    const std::uint64_t add = first.client.function(module, "add");
    first.client.put(first.memory, std::vector<std::uint32_t>{1, 2, 3, 4});
    for (std::uint32_t round = 1; round <= 3; ++round) {
        // Comes and goes, with a module of its own.
        Tenant second(*worker, most_of_it, 2);
        second.work();
        const std::uint64_t other = second.client.function(second.client.load(test_ptx), "add");
        second.client.put(second.memory, std::vector<std::uint32_t>{10});
        second.client.launch(other, 0, 1, second.memory, 5u);
        first.client.launch(add, 0, 4, first.memory, 10u);
        EXPECT_EQ(second.client.get<std::uint32_t>(second.memory, 1)[0], 15u);
        const auto numbers = first.client.get<std::uint32_t>(first.memory, 4);
        EXPECT_EQ(numbers,
                  (std::vector<std::uint32_t>{1 + 10 * round, 2 + 10 * round, 3 + 10 * round, 4 + 10 * round}));
    }
}

TEST_F(Beyond, TheProgramSeesWhatItCouldHave) {
    start();
    Tenant first(*worker, most_of_it, 1);
    TestClient other(*worker);
    wire::MemoryInfo::Reply info;
    ASSERT_EQ(other.call(wire::MemoryInfo{}, info), 0);
    EXPECT_EQ(info.total, card);
    EXPECT_GE(info.free, most_of_it);
    EXPECT_LE(info.free, card);
}

TEST_F(Beyond, WhoEndsLeavesNothingBehind) {
    start();
    for (int round = 0; round < 4; ++round) {
        auto first = std::make_unique<Tenant>(*worker, most_of_it, 1);
        first->work();
        Tenant second(*worker, most_of_it, 2);
        EXPECT_GT(machine->taken(Limit::HostBacking), 0u);
        // Half of it is away; or it is on its way.
        if (round % 2 != 0) first->client.submit(wire::Fill{0, first->memory, 0, 1, 1, 7, 4});
        first->client.end();
        EXPECT_TRUE(becomes([&] { return worker->statistics().sessions == 1; }));
        second.work();
        EXPECT_EQ(second.wrong(), 0u);
        second.client.end();
        EXPECT_TRUE(becomes([&] { return worker->statistics().sessions == 0; }));
        EXPECT_TRUE(is_balanced());
        EXPECT_TRUE(becomes([&] { return free_bytes() == card; })) << free_bytes();
    }
}

// A client in a process of its own, made before there is any thread here.
struct ClientProcess {
    ClientProcess(std::uint32_t seed, std::uint64_t bytes, int rounds, std::chrono::milliseconds pause) {
        auto ends = socket_pair().take();
        pid = ::fork();
        if (pid != 0) {
            to_client = std::move(ends.second);
            return;
        }
        ends.second.reset();
        ::_exit(serve(std::move(ends.first), seed, bytes, rounds, pause));
    }
    // 0: all that it read was what it had written.
    static int serve(UniqueFd socket, std::uint32_t seed, std::uint64_t bytes, int rounds,
                     std::chrono::milliseconds pause) {
        // Its turn to be accepted may be far away.
        pollfd welcome{socket.get(), POLLIN, 0};
        if (::poll(&welcome, 1, longest_wait_ms) != 1) return 2;
        Tenant tenant(TestClient(std::move(socket)), bytes, seed);
        if (tenant.memory == 0) return 3;
        for (int round = 0; round < rounds; ++round) {
            tenant.work();
            if (tenant.wrong() != 0) return 4;
            std::this_thread::sleep_for(pause);
            if (tenant.wrong() != 0) return 5;
        }
        return testing::Test::HasFailure() ? 6 : 0;
    }
    int wait() const {
        int status = 0;
        EXPECT_EQ(::waitpid(pid, &status, 0), pid);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }

    pid_t pid = -1;
    UniqueFd to_client;
};

int times(const char* variable, int usual) {
    const char* text = std::getenv(variable);
    return text == nullptr ? usual : std::atoi(text);
}

TEST_F(Beyond, ProcessesOfThreeQuartersEach) {
    std::vector<ClientProcess> clients;
    for (std::uint32_t i = 0; i < 3; ++i)
        clients.emplace_back(1000 * (i + 1), most_of_it, 3, 20ms);
    start();
    for (ClientProcess& client : clients)
        ASSERT_TRUE(worker->accept(std::move(client.to_client), {}, UniqueFd()).ok());
    for (const ClientProcess& client : clients)
        EXPECT_EQ(client.wait(), 0);
    EXPECT_TRUE(is_balanced());
}

// RINGFENCE_SWAP_KILLS: how many are killed.
TEST_F(Beyond, KilledAtRandomMoments) {
    const int kills = times("RINGFENCE_SWAP_KILLS", 6);
    const unsigned seed = static_cast<unsigned>(times("RINGFENCE_SWAP_SEED", 1));
    std::mt19937 random(seed);
    std::vector<ClientProcess> victims;
    for (int i = 0; i < kills; ++i)
        victims.emplace_back(10'000 + static_cast<std::uint32_t>(i) * 100, most_of_it, 1'000'000, 0ms);
    ClientProcess survivor(7, most_of_it, 3 * kills, 1ms);
    start();
    ASSERT_TRUE(worker->accept(std::move(survivor.to_client), {}, UniqueFd()).ok());
    for (ClientProcess& victim : victims) {
        ASSERT_TRUE(worker->accept(std::move(victim.to_client), {}, UniqueFd()).ok());
        std::this_thread::sleep_for(std::chrono::milliseconds(random() % 400));
        ASSERT_EQ(::kill(victim.pid, SIGKILL), 0);
        EXPECT_EQ(victim.wait(), -SIGKILL);
    }
    EXPECT_EQ(survivor.wait(), 0) << "seed " << seed;
    EXPECT_TRUE(becomes([&] { return worker->statistics().sessions == 0; }));
    EXPECT_TRUE(is_balanced());
    EXPECT_TRUE(becomes([&] { return free_bytes() == card; })) << free_bytes();
}

}  // namespace
}  // namespace ringfence::worker
