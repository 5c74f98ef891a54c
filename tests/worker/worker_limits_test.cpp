// A session uses up all that it can, and its neighbours do not notice.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <thread>

#include "base/cuda_status.h"
#include "base/sanitizers.h"
#include "channel/graph_records.h"
#include "test_client.h"

// The sanitizers have a pthread_create of their own.
#if !RINGFENCE_ASAN && !RINGFENCE_TSAN
namespace {
std::atomic<bool> has_threads = true;
}

// In the place of the C library's, for the whole program: a system that gives no more threads.
extern "C" __attribute__((visibility("default"))) int pthread_create(pthread_t* thread,
                                                                     const pthread_attr_t* attributes,
                                                                     void* (*function)(void*), void* argument) {
    if (!has_threads) return EAGAIN;
    using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static const auto real = reinterpret_cast<Create>(::dlsym(RTLD_NEXT, "pthread_create"));
    return real(thread, attributes, function, argument);
}
#endif

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;

struct Limits : WorkerTest {
    void restart(const std::function<void(SessionOptions&)>& change) {
        worker.reset();
        WorkerOptions options = worker_options();
        change(options.session);
        worker = make_worker(20'000, options);
    }
    // A graph that writes so many bytes.
    static std::int32_t make_graph(TestClient& client, Address to, std::size_t bytes, std::uint64_t* made = nullptr) {
        channel::GraphWriter writer;
        writer.add(wire::Write{0, to}, {}, std::vector<std::byte>(bytes));
        const std::uint64_t graph = client.handle(HandleKind::GraphExec);
        if (made != nullptr) *made = graph;
        return client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes());
    }
};

TEST_F(Limits, GraphsOfOneSessionLeaveTheOthersTheirs) {
    restart([](SessionOptions& options) { options.private_memory = {std::uint64_t{2} << 20, 16}; });
    TestClient greedy(*worker);
    TestClient other(*worker);
    const Address data = greedy.allocate(1 << 20);
    std::uint64_t last = 0;
    std::int32_t status = 0;
    int graphs = 0;
    for (; status == 0 && graphs < 100; ++graphs)
        status = make_graph(greedy, data, 512 << 10, &last);
    EXPECT_EQ(status, cuda_status::out_of_memory);
    EXPECT_LT(graphs, 5);
    // As many small ones.
    for (status = 0, graphs = 0; status == 0 && graphs < 100; ++graphs)
        status = make_graph(greedy, data, 16, &last);
    EXPECT_EQ(status, cuda_status::out_of_memory);
    EXPECT_LT(graphs, 17);
    const Address others = other.allocate(1 << 20);
    std::uint64_t graph = 0;
    EXPECT_EQ(make_graph(other, others, 4096, &graph), 0);
    other.submit(wire::LaunchGraph{graph, 0});
    EXPECT_EQ(other.get<std::uint32_t>(others, 1), std::vector<std::uint32_t>{0});
    EXPECT_EQ(greedy.read(data, 4).size(), 4u);
}

TEST_F(Limits, GraphsHaveSoManyNodesTogether) {
    restart([](SessionOptions& options) { options.most_graph_nodes = 10; });
    TestClient client(*worker);
    channel::GraphWriter writer;
    for (int i = 0; i < 4; ++i)
        writer.add_empty({});
    const auto create = [&](std::uint64_t graph) {
        return client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes());
    };
    const std::uint64_t first = client.handle(HandleKind::GraphExec);
    EXPECT_EQ(create(first), 0);
    EXPECT_EQ(create(client.handle(HandleKind::GraphExec)), 0);
    EXPECT_EQ(create(client.handle(HandleKind::GraphExec)), cuda_status::out_of_memory);
    client.submit(wire::DestroyGraph{first});
    EXPECT_EQ(create(first), 0);
}

TEST_F(Limits, SessionsThatKeepPaceWorkAsTheOthersDo) {
    restart([](SessionOptions& options) { options.keeps_pace = true; });
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            TestClient client(*worker);
            const Address data = client.allocate(256);
            const std::uint64_t add = client.function(client.load(test_ptx), "add");
            client.submit(wire::Fill{0, data, 0, 1, 1, 0, 4});
            for (int round = 0; round < 1000; ++round)
                client.launch(add, 0, 1, data, 1u);
            EXPECT_EQ(client.get<std::uint32_t>(data, 1), std::vector<std::uint32_t>{1000});
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_TRUE(becomes_empty());
}

#if !RINGFENCE_ASAN && !RINGFENCE_TSAN

struct NoThreads : Limits {
    ~NoThreads() override { has_threads = true; }
};

TEST_F(NoThreads, AClientHearsThatThereIsNoneForIt) {
    TestClient before(*worker);
    has_threads = false;
    auto ends = socket_pair().take();
    EXPECT_FALSE(worker->accept(std::move(ends.second), {}, UniqueFd()).ok());
    const auto refused = channel::receive_welcome(ends.first.get(), 60s);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find("no more threads"), std::string::npos) << refused.error().message;
    EXPECT_EQ(before.synchronize(), 0);
    has_threads = true;
    TestClient after(*worker);
    EXPECT_EQ(after.synchronize(), 0);
    EXPECT_EQ(worker->statistics().sessions, 2u);
}

TEST_F(NoThreads, AModuleCannotBeLoaded) {
    TestClient client(*worker);
    has_threads = false;
    std::int32_t status = 0;
    (void)client.load(test_ptx, &status);
    EXPECT_EQ(status, cuda_status::operating_system);
    has_threads = true;
    EXPECT_NE(client.load(test_ptx), 0u);
}

TEST_F(NoThreads, AStreamCannotBeUsed) {
    TestClient client(*worker);
    const Address data = client.allocate(4);
    has_threads = false;
    const std::uint64_t stream = client.stream(false);
    client.submit(wire::Fill{stream, data, 0, 1, 1, 0, 4});
    EXPECT_EQ(client.synchronize(), 0);
    EXPECT_EQ(client.channel->take_failure().status, cuda_status::operating_system);
    has_threads = true;
    EXPECT_EQ(client.outcome(wire::Fill{stream, data, 0, 1, 1, 0, 4}), 0);
}

#endif

}  // namespace
}  // namespace ringfence::worker
