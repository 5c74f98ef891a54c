// Sessions that share a card: what waits for a client is not on it. The driver does at once what it is told, and fails
// where it would have to wait.
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "backend/cuda/cuda.h"
#include "channel/graph_records.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using Numbers = std::vector<std::uint32_t>;
constexpr std::uint32_t equal = 1;

struct SharedCard : testing::Test {
    static std::unique_ptr<Worker> make_worker() {
        WorkerOptions options;
        options.session = session_options_for("cuda", true);
        options.session.window.bytes = std::uint64_t{1} << 31;
        options.session.staging_bytes = 1 << 20;
        options.kernel_limit = 300ms;
        return Worker::create(backend::open_cuda_at(FAKE_DRIVER).take(), options).take();
    }
    static std::atomic_ref<std::uint32_t> word_at(Address address) {
        return std::atomic_ref(*reinterpret_cast<std::uint32_t*>(address));
    }
    bool has_sessions(std::size_t count) const {
        for (int i = 0; i < 12000 && worker->statistics().sessions != count; ++i)
            std::this_thread::sleep_for(5ms);
        return worker->statistics().sessions == count;
    }

    std::unique_ptr<Worker> worker = make_worker();
    TestClient client{*worker};
    Address data = client.allocate(4096);
    Address word = client.allocate_host(4096);
};

TEST_F(SharedCard, AThousandStreamsWaitAndOthersDoNotNotice) {
    TestClient other(*worker);
    const Address others = other.allocate(4096);
    std::vector<std::uint64_t> streams;
    client.submit(wire::Fill{0, data, 0, 1024, 1, 0, 4});
    ASSERT_EQ(client.synchronize(), 0);
    for (std::uint32_t i = 0; i < 900; ++i) {
        streams.push_back(client.stream(false));
        client.submit(wire::WaitValue{streams.back(), word, 1, 4, equal});
        client.submit(wire::Fill{streams.back(), data + 4 * i, 0, 1, 1, i + 1, 4});
    }
    EXPECT_EQ(client.get<std::uint32_t>(data, 900), Numbers(900, 0));
    for (std::uint32_t i = 0; i < 100; ++i) {
        other.put(others, Numbers{i});
        EXPECT_EQ(other.get<std::uint32_t>(others, 1), Numbers{i});
        EXPECT_EQ(other.synchronize(), 0);
    }
    // Longer than any kernel may run.
    std::this_thread::sleep_for(700ms);
    EXPECT_EQ(client.channel->peek_failure(), 0);
    word_at(word) = 1;
    EXPECT_EQ(client.synchronize(), 0);
    Numbers expected(900);
    for (std::uint32_t i = 0; i < 900; ++i)
        expected[i] = i + 1;
    EXPECT_EQ(client.get<std::uint32_t>(data, 900), expected);
    EXPECT_EQ(client.channel->peek_failure(), 0);
}

TEST_F(SharedCard, BlockingStreamsAndTheDefaultOneWaitForEachOther) {
    const std::uint64_t blocking = client.stream(true);
    const std::uint64_t event = client.event();
    const std::uint64_t third = client.stream(false);
    client.submit(wire::Fill{0, data, 0, 4, 1, 0, 4});
    client.submit(wire::WaitValue{blocking, word, 1, 4, equal});
    client.submit(wire::Fill{blocking, data, 0, 1, 1, 5, 4});
    client.submit(wire::Copy{0, data + 4, data, 4});
    client.submit(wire::RecordEvent{event, 0});
    client.submit(wire::WaitEvent{third, event});
    client.submit(wire::Copy{third, data + 8, data + 4, 4});
    wire::QueryStream::Reply reply;
    EXPECT_EQ(client.call(wire::QueryStream{third}, reply), 0);
    EXPECT_EQ(reply.is_idle, 0u);
    word_at(word) = 1;
    EXPECT_EQ(client.call(wire::SynchronizeStream{third}), 0);
    EXPECT_EQ(client.get<std::uint32_t>(data, 4), (Numbers{5, 5, 5, 0}));
}

TEST_F(SharedCard, TheHostIsCalledInTurn) {
    const std::uint64_t stream = client.stream(false);
    for (const std::uint32_t token : {11u, 12u, 13u}) {
        client.submit(wire::CallHost{stream, token});
        client.submit(wire::Fill{stream, data, 0, 1, 1, token, 4});
    }
    for (const std::uint32_t token : {11u, 12u, 13u}) {
        EXPECT_EQ(client.channel->wait_for_host_call(5000ms), token);
        client.channel->answer_host_call(token);
    }
    EXPECT_EQ(client.call(wire::SynchronizeStream{stream}), 0);
    EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{13});
}

TEST_F(SharedCard, GraphsThatCallTheHostGoOnWhenItAnswers) {
    const std::uint64_t graph = client.handle(HandleKind::GraphExec);
    channel::GraphWriter writer;
    writer.add(wire::Fill{0, data, 0, 1, 1, 1, 4}, {});
    writer.add(wire::CallHost{0, 55}, Numbers{0});
    writer.add(wire::Copy{0, data + 4, data, 4}, Numbers{1});
    writer.add(wire::WaitValue{0, word, 1, 4, equal}, Numbers{2});
    writer.add(wire::Fill{0, data, 0, 1, 1, 2, 4}, Numbers{3});
    ASSERT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes()), 0);
    for (int i = 0; i < 3; ++i) {
        word_at(word) = 0;
        client.submit(wire::LaunchGraph{graph, 0});
        EXPECT_EQ(client.channel->wait_for_host_call(5000ms), 55u);
        client.channel->answer_host_call(55);
        std::this_thread::sleep_for(400ms);
        EXPECT_EQ(client.channel->peek_failure(), 0);
        word_at(word) = 1;
        EXPECT_EQ(client.get<std::uint32_t>(data, 2), (Numbers{2, 1}));
    }
    client.submit(wire::DestroyGraph{graph});
    EXPECT_EQ(client.synchronize(), 0);
}

TEST_F(SharedCard, AClientThatGoesLeavesNothingThatWaits) {
    const std::uint64_t graph = client.handle(HandleKind::GraphExec);
    channel::GraphWriter writer;
    writer.add(wire::CallHost{0, 5}, {});
    writer.add(wire::Fill{0, data, 0, 1, 1, 2, 4}, Numbers{0});
    ASSERT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes()), 0);
    for (std::uint32_t i = 0; i < 100; ++i) {
        const std::uint64_t stream = client.stream(false);
        if (i % 3 == 0) client.submit(wire::WaitValue{stream, word, 1, 4, equal});
        if (i % 3 == 1) client.submit(wire::CallHost{stream, 100 + i});
        if (i % 3 == 2) client.submit(wire::LaunchGraph{graph, stream});
        for (int k = 0; k < 20; ++k)
            client.submit(wire::Fill{stream, data + 4 * i, 0, 1, 1, i, 4});
        if (i % 10 == 0) client.submit(wire::DestroyStream{stream});
    }
    TestClient other(*worker);
    EXPECT_EQ(other.synchronize(), 0);
    client.end();
    EXPECT_TRUE(has_sessions(1));
    EXPECT_EQ(other.synchronize(), 0);
}

}  // namespace
}  // namespace ringfence::worker
