#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "base/cuda_status.h"
#include "channel/graph_records.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;

struct Sessions : WorkerTest {
    std::uint64_t free_memory() { return worker->device().memory_info().take().free; }
};

TEST_F(Sessions, TwoAreIndependent) {
    TestClient a(*worker);
    TestClient b(*worker);
    const Address of_a = a.allocate(64);
    const Address of_b = b.allocate(64);
    EXPECT_EQ(a.outcome(wire::Copy{0, of_a, of_b, 64}), cuda_status::invalid_value);
    EXPECT_EQ(b.outcome(wire::Copy{0, of_a, of_b, 64}), cuda_status::invalid_value);
    EXPECT_EQ(b.call(wire::Release{of_a}), cuda_status::invalid_value);
    EXPECT_EQ(b.call(wire::Read{0, a.staging(), 4}), cuda_status::invalid_value);
    const std::uint64_t stream = a.stream();
    EXPECT_EQ(a.synchronize(), 0);
    EXPECT_EQ(b.call(wire::SynchronizeStream{stream}), cuda_status::invalid_handle);
}

TEST_F(Sessions, AFaultOfOneIsNothingToTheOther) {
    TestClient a(*worker);
    TestClient b(*worker);
    const std::uint64_t store = a.function(a.load(test_ptx), "store");
    a.launch(store, 0, 1, std::uint64_t{64});
    EXPECT_EQ(a.synchronize(), cuda_status::illegal_address);
    EXPECT_EQ(b.synchronize(), 0);
    const Address data = b.allocate(4);
    b.launch(b.function(b.load(test_ptx), "store"), 0, 1, data);
    EXPECT_EQ(b.get<std::uint32_t>(data, 1), std::vector<std::uint32_t>{42});
}

TEST_F(Sessions, OneThatWaitsForEverIsNothingToTheOther) {
    TestClient a(*worker);
    TestClient b(*worker);
    const Address word = a.allocate(4);
    a.submit(wire::Fill{0, word, 0, 1, 1, 0, 4});
    EXPECT_EQ(a.synchronize(), 0);
    a.submit(wire::WaitValue{0, word, 1, 4, 1});
    std::thread waiter([&] { EXPECT_EQ(a.synchronize(), channel::context_is_destroyed); });
    std::this_thread::sleep_for(10ms);
    EXPECT_EQ(b.synchronize(), 0);
    (void)b.allocate(1 << 20);
    ::shutdown(a.socket.get(), 2);
    waiter.join();
}

// Whatever a client was in the middle of when it went.
TEST_F(Sessions, EverythingIsTakenBackAtAnAbruptEnd) {
    {
        TestClient first(*worker);  // so that what is made once is made
        first.launch(first.function(first.load(test_ptx), "store"), 0, 1, first.allocate(4));
        EXPECT_EQ(first.synchronize(), 0);
    }
    ASSERT_TRUE(becomes_empty());
    const std::uint64_t before = free_memory();
    for (int round = 0; round < 3; ++round) {
        TestClient client(*worker);
        const Address word = client.allocate(256);
        (void)client.allocate(std::uint64_t{20} << 20);
        (void)client.allocate_host(1 << 20);
        client.submit(wire::Fill{0, word, 0, 64, 1, 0, 4});
        EXPECT_EQ(client.synchronize(), 0);
        const std::uint64_t module = client.load(test_ptx);
        (void)client.function(module, "add");
        const std::uint64_t stuck = client.stream(false);
        const std::uint64_t calling = client.stream(false);
        const std::uint64_t event = client.event();
        for (const std::uint32_t condition : {0u, 1u, 2u})
            client.submit(wire::WaitValue{stuck, word, 1, 4, condition});
        client.submit(wire::WaitValue{stuck, word + 8, 0xffff'0000, 8, 3});
        client.submit(wire::RecordEvent{event, stuck});
        client.submit(wire::CallHost{calling, 1});
        client.submit(wire::ReleaseAfter{calling, client.allocate(100)});
        client.submit(wire::DestroyStream{calling});
        channel::GraphWriter writer;
        writer.add(wire::CallHost{0, 2}, {});
        writer.add(wire::WaitValue{0, word + 16, 9, 4, 1}, {});
        const std::uint64_t graph = client.handle(HandleKind::GraphExec);
        EXPECT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes()), 0);
        client.submit(wire::LaunchGraph{graph, client.stream(false)});
        wire::MemoryInfo::Reply info;
        EXPECT_EQ(client.call(wire::MemoryInfo{}, info), 0);
        EXPECT_GT(worker->statistics().memory_bytes, std::uint64_t{20} << 20);
        // Its threads wait, and one loads.
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i) {
            threads.emplace_back([&] { EXPECT_EQ(client.synchronize(), channel::context_is_destroyed); });
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5 * round));
        ::shutdown(client.socket.get(), 2);
        for (std::thread& thread : threads)
            thread.join();
        ASSERT_TRUE(becomes_empty());
    }
    EXPECT_EQ(worker->statistics().memory_bytes, 0u);
    EXPECT_EQ(free_memory(), before);
    EXPECT_EQ(worker->statistics().sessions_started, 4u);
}

// A child that a program forks has its socket, and may live on.
TEST_F(Sessions, ASessionEndsWithItsClientThoughAChildHoldsTheSocket) {
    const std::string path = testing::TempDir() + "ringfence-forked-" + std::to_string(::getpid());
    const UniqueFd listener = listen_at(path).take();
    auto [here, there] = socket_pair().take();
    const pid_t client = ::fork();
    if (client == 0) {
        here.reset();
        const auto socket = connect_to(path);
        // Until this test is over.
        if (::fork() == 0) {
            (void)send_message(there.get(), text_bytes("x"));
            ::_exit(receive_message(there.get(), 1).ok() ? 0 : 1);
        }
        ::pause();
    }
    there.reset();
    ASSERT_FALSE(receive_message(here.get(), 1).take().is_end);
    UniqueFd socket = accept_from(listener.get()).take();
    ASSERT_TRUE(worker->accept(std::move(socket), channel::Hello(), {}).ok());
    EXPECT_EQ(worker->statistics().sessions, 1U);
    ::kill(client, SIGKILL);
    ::waitpid(client, nullptr, 0);
    EXPECT_TRUE(becomes_empty());
    EXPECT_TRUE(was_logged("the client has gone"));
    ::unlink(path.c_str());
}

TEST_F(Sessions, AKernelThatDoesNotEndIsEnded) {
    worker.reset();
    worker = make_worker(500);
    TestClient client(*worker);
    const Address word = client.allocate(4);
    client.put(word, std::vector<std::uint32_t>{0});
    client.launch(client.function(client.load(test_ptx), "spin"), 0, 1, word);
    EXPECT_EQ(client.synchronize(), cuda_status::launch_timeout);
    client.socket.reset();
    EXPECT_TRUE(becomes_empty());
}

// Nothing limits how long its kernels run but that it is gone.
struct Abandoned : Sessions {
    Abandoned() {
        worker.reset();
        worker = make_worker(0);
    }
    // It always ends, and within a second on a machine that does not stand still meanwhile.
    template <typename Start>
    testing::AssertionResult ends_within_a_second(const Start& start) {
        constexpr int rounds = 20;
        for (int round = 0; round < rounds; ++round) {
            TestClient client(*worker);
            start(client);
            std::this_thread::sleep_for(100ms);
            const auto begin = std::chrono::steady_clock::now();
            client.end();
            if (!becomes_empty()) return testing::AssertionFailure() << "it does not end";
            if (std::chrono::steady_clock::now() - begin < 1s) return testing::AssertionSuccess();
        }
        return testing::AssertionFailure() << "it ends late, each time";
    }
};

TEST_F(Abandoned, AnEndlessKernelIsStopped) {
    EXPECT_TRUE(ends_within_a_second([](TestClient& client) {
        const Address word = client.allocate(4);
        client.put(word, std::vector<std::uint32_t>{0});
        const std::uint64_t spin = client.function(client.load(test_ptx), "spin");
        for (int i = 0; i < 3; ++i) {
            const std::uint64_t stream = client.stream(false);
            client.launch(spin, stream, 1, word);
            client.launch(spin, stream, 1, word);
            client.submit(wire::DestroyStream{stream});
        }
    }));
}

TEST_F(Abandoned, AGridWithoutEndIsStopped) {
    EXPECT_TRUE(ends_within_a_second([](TestClient& client) {
        const Address word = client.allocate(4);
        const std::uint64_t store = client.function(client.load(test_ptx), "store");
        std::vector<std::byte> parameters;
        TestClient::append(parameters, word);
        client.submit(wire::Launch{0, store, 0x7fff'ffff, 65535, 65535, 1, 1, 1, 0, 0}, parameters);
    }));
}

TEST_F(Abandoned, AnEndlessGraphIsStopped) {
    EXPECT_TRUE(ends_within_a_second([](TestClient& client) {
        const Address word = client.allocate(4);
        client.put(word, std::vector<std::uint32_t>{0});
        const std::uint64_t spin = client.function(client.load(test_ptx), "spin");
        std::vector<std::byte> parameters;
        TestClient::append(parameters, word);
        channel::GraphWriter writer;
        for (int i = 0; i < 10; ++i)
            writer.add(wire::Launch{0, spin, 1, 1, 1, 1, 1, 1, 0, 0}, {}, parameters);
        const std::uint64_t graph = client.handle(HandleKind::GraphExec);
        EXPECT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes()), 0);
        for (int i = 0; i < 10; ++i)
            client.submit(wire::LaunchGraph{graph, 0});
    }));
}

// As on a card, where nothing stops a kernel.
TEST_F(Sessions, WorkThatCannotBeStoppedIsNoticed) {
    worker.reset();
    WorkerOptions options = worker_options();
    options.session.grace = 1h;
    options.stuck_after = 300ms;
    worker = make_worker(0, options);
    TestClient client(*worker);
    const Address word = client.allocate_host(4096);
    client.launch(client.function(client.load(test_ptx), "spin"), 0, 1, word);
    EXPECT_EQ(client.call(wire::MemoryInfo{}), 0);
    EXPECT_FALSE(worker->statistics().has_stuck_session);
    client.end();
    for (int i = 0; i < 12000 && !worker->statistics().has_stuck_session; ++i)
        std::this_thread::sleep_for(5ms);
    EXPECT_TRUE(worker->statistics().has_stuck_session);
    EXPECT_TRUE(was_logged("does not come to an end"));
    // The test runs in the worker's process, which has the client's host memory.
    std::atomic_ref(*reinterpret_cast<std::uint32_t*>(word)).store(1);
    EXPECT_TRUE(becomes_empty());
    EXPECT_FALSE(worker->statistics().has_stuck_session);
}

TEST_F(Sessions, MemoryOfAnotherSessionIsNotSeen) {
    for (int round = 0; round < 2; ++round) {
        TestClient client(*worker);
        const Address data = client.allocate(4096);
        EXPECT_EQ(client.get<std::uint8_t>(data, 4000), std::vector<std::uint8_t>(4000, 0));
        client.submit(wire::Fill{0, data, 0, 4096, 1, 0xab, 1});
        EXPECT_EQ(client.synchronize(), 0);
        client.socket.reset();
        ASSERT_TRUE(becomes_empty());
    }
}

TEST_F(Sessions, ThereIsALimit) {
    std::vector<std::unique_ptr<TestClient>> clients;
    for (int i = 0; i < 64; ++i)
        clients.push_back(std::make_unique<TestClient>(*worker));
    auto ends = socket_pair().take();
    EXPECT_FALSE(worker->accept(std::move(ends.second), {}, UniqueFd()).ok());
    auto refused = channel::receive_welcome(ends.first.get(), 60s);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("sessions"), std::string::npos);
    clients.clear();
    EXPECT_TRUE(becomes_empty());
}

TEST_F(Sessions, AClientHearsWhyItCannotBegin) {
    backend::SoftOptions soft;
    soft.workers = 1;
    WorkerOptions options;
    options.session = session_options_for("soft", false);
    options.session.window.host_quota = 4096;
    auto small = Worker::create(backend::open_soft(soft).take(), options).take();
    auto ends = socket_pair().take();
    EXPECT_FALSE(small->accept(std::move(ends.second), {}, UniqueFd()).ok());
    auto refused = channel::receive_welcome(ends.first.get(), 60s);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("host memory"), std::string::npos) << refused.error().message;
}

TEST_F(Sessions, HostMemoryOfAllSessionsHasALimit) {
    WorkerOptions options = worker_options();
    constexpr std::uint64_t mebi = 1 << 20;
    options.session.staging_bytes = 32 * mebi;
    SessionLimits limits;
    limits[Limit::HostMemory] = 256 * mebi;
    options.machine = SharedBudget::create(limits).take();
    const auto budget = options.machine;
    worker.reset();
    worker = make_worker(5000, options);
    {
        TestClient a(*worker);
        TestClient b(*worker);
        EXPECT_NE(a.allocate_host(100 * mebi), 0U);
        wire::AllocateHost::Reply reply;
        EXPECT_EQ(b.call(wire::AllocateHost{.bytes = 100 * mebi}, reply), cuda_status::out_of_memory);
        EXPECT_EQ(b.call(wire::AllocateHost{.bytes = 40 * mebi}, reply), 0);
        // The remaining memory is for sessions that have none yet.
        EXPECT_EQ(b.call(wire::AllocateHost{.bytes = 30 * mebi}, reply), cuda_status::out_of_memory);
        TestClient c(*worker);
        EXPECT_EQ(c.synchronize(), 0);
        EXPECT_EQ(budget->taken(Limit::HostMemory), (3 * 32 + 140) * mebi);
        EXPECT_EQ(worker->session_states().at(0).host_memory, 132 * mebi);
    }
    EXPECT_TRUE(becomes_empty());
    EXPECT_EQ(budget->taken(Limit::HostMemory), 0U);
}

TEST_F(Sessions, SayWhichCallsWereNotSupported) {
    TestClient client(*worker);
    EXPECT_EQ(worker->session_states().at(0).unsupported_calls, 0U);
    const std::vector<std::string> names = {"cuGreenCtxCreate", "bad\x1b[2Jname"};
    client.channel->tell_unsupported(3, names);
    const SessionState state = worker->session_states().at(0);
    EXPECT_EQ(state.unsupported_calls, 3U);
    EXPECT_STREQ(state.unsupported_functions, "cuGreenCtxCreate bad\\x1b[2Jname");
}

TEST_F(Sessions, AWorkerThatEndsTellsItsClients) {
    TestClient client(*worker);
    EXPECT_EQ(client.synchronize(), 0);
    worker.reset();
    EXPECT_EQ(client.synchronize(), channel::context_is_destroyed);
    EXPECT_EQ(client.channel->closing_reason(), "the worker ends");
}

}  // namespace
}  // namespace ringfence::worker
