#include "base/cuda_status.h"
#include "channel/graph_records.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using Numbers = std::vector<std::uint32_t>;

struct GraphOperations : WorkerTest {
    TestClient client{*worker};
    Address data = client.allocate(256);
    std::uint64_t graph = client.handle(HandleKind::GraphExec);

    std::int32_t create(const channel::GraphWriter& writer) {
        return client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes());
    }
};

TEST_F(GraphOperations, NodesRunInTheirOrder) {
    const std::uint64_t add = client.function(client.load(test_ptx), "add");
    std::vector<std::byte> parameters;
    TestClient::append(parameters, data);
    TestClient::append(parameters, 10u);
    channel::GraphWriter writer;
    writer.add(wire::Fill{0, data, 0, 8, 1, 1, 4}, {});
    writer.add(wire::Launch{0, add, 1, 1, 1, 8, 1, 1, 0, 0}, Numbers{0}, parameters);
    writer.add_empty(Numbers{1});
    writer.add(wire::Copy{0, data + 32, data, 32}, Numbers{2});
    writer.add(wire::Write{0, data + 64}, Numbers{2}, text_bytes("abcd"));
    ASSERT_EQ(create(writer), 0) << channel::ClientChannel::last_failure_text();
    for (int i = 0; i < 3; ++i) {
        client.submit(wire::LaunchGraph{graph, 0});
        EXPECT_EQ(client.get<std::uint32_t>(data + 32, 8), Numbers(8, 11));
        EXPECT_EQ(client.get<char>(data + 64, 4), (std::vector<char>{'a', 'b', 'c', 'd'}));
    }
    client.submit(wire::DestroyGraph{graph});
    EXPECT_EQ(client.outcome(wire::LaunchGraph{graph, 0}), cuda_status::invalid_handle);
}

TEST_F(GraphOperations, UpdatesKeepTheShape) {
    channel::GraphWriter first, second, other;
    first.add(wire::Fill{0, data, 0, 8, 1, 1, 4}, {});
    second.add(wire::Fill{0, data, 0, 8, 1, 2, 4}, {});
    other.add_empty({});
    ASSERT_EQ(create(first), 0);
    wire::UpdateGraph::Reply reply;
    ASSERT_EQ(client.call(wire::UpdateGraph{.graph = graph, .nodes = other.count()}, reply, other.bytes()), 0);
    EXPECT_EQ(reply.first_difference, 0u);
    client.submit(wire::LaunchGraph{graph, 0});
    EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{1});
    ASSERT_EQ(client.call(wire::UpdateGraph{.graph = graph, .nodes = second.count()}, reply, second.bytes()), 0);
    EXPECT_EQ(reply.first_difference, 1u);
    client.submit(wire::LaunchGraph{graph, 0});
    EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{2});
}

TEST_F(GraphOperations, TheHostIsCalledFromGraphs) {
    channel::GraphWriter writer;
    writer.add(wire::Fill{0, data, 0, 1, 1, 1, 4}, {});
    writer.add(wire::CallHost{0, 55}, Numbers{0});
    writer.add(wire::Fill{0, data, 0, 1, 1, 2, 4}, Numbers{1});
    ASSERT_EQ(create(writer), 0);
    for (int i = 0; i < 3; ++i) {
        client.submit(wire::LaunchGraph{graph, 0});
        EXPECT_EQ(client.channel->wait_for_host_call(60s), 55u);
        wire::QueryStream::Reply reply;
        EXPECT_EQ(client.call(wire::QueryStream{0}, reply), 0);
        EXPECT_EQ(reply.is_idle, 0u);
        client.channel->answer_host_call(55);
        EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{2});
    }
}

TEST_F(GraphOperations, AnUpdateDoesNotChangeTheCallsOfALaunchThatHasNotBegun) {
    constexpr std::uint32_t equal = 1;
    client.put(data, Numbers(2, 0));
    const auto calling = [](std::uint64_t token) {
        channel::GraphWriter writer;
        writer.add(wire::CallHost{0, token}, {});
        return writer;
    };
    ASSERT_EQ(create(calling(55)), 0);
    const std::uint64_t stream = client.stream(false);
    client.submit(wire::WaitValue{stream, data + 4, 1, 4, equal});
    client.submit(wire::LaunchGraph{graph, stream});
    wire::UpdateGraph::Reply reply;
    const channel::GraphWriter other = calling(66);
    ASSERT_EQ(client.call(wire::UpdateGraph{.graph = graph, .nodes = other.count()}, reply, other.bytes()), 0);
    client.submit(wire::LaunchGraph{graph, stream});
    client.submit(wire::WriteValue{0, data + 4, 1, 4});
    for (const std::uint64_t token : {55u, 66u}) {
        EXPECT_EQ(client.channel->wait_for_host_call(60s), token);
        client.channel->answer_host_call(token);
    }
    EXPECT_EQ(client.call(wire::SynchronizeStream{stream}), 0);
}

// What a session must know of them until its end takes memory of the worker's, of which all have the same.
TEST_F(GraphOperations, AStreamMayWaitForSoManyWordsOfGraphsAndNoMore) {
    constexpr std::uint32_t equal = 1;
    constexpr std::uint32_t nodes = 4096;
    constexpr std::uint32_t most_launches = 65536 / nodes;
    const Address words = client.allocate_host(std::uint64_t{4} * nodes * (most_launches + 1));
    const Address list = client.allocate_host(std::uint64_t{1} << 20);
    const Address held = data + 4;
    client.put(data, Numbers(2, 0));
    const auto describe = [&](std::uint32_t launch) {
        channel::GraphWriter writer;
        for (std::uint32_t i = 0; i < nodes; ++i)
            writer.add(wire::WaitValue{0, words + std::uint64_t{4} * (launch * nodes + i), 0, 4, equal}, {});
        std::memcpy(reinterpret_cast<void*>(list), writer.bytes().data(), writer.bytes().size());
        return writer.bytes().size();
    };
    ASSERT_EQ(client.synchronize(), 0);
    const std::uint64_t stream = client.stream(false);
    const auto bytes = describe(0);
    ASSERT_LE(bytes, 1U << 20);
    ASSERT_EQ(client.call(wire::CreateGraph{.graph = graph, .list = list, .bytes = bytes, .nodes = nodes}), 0)
        << channel::ClientChannel::last_failure_text();
    client.submit(wire::WaitValue{stream, held, 1, 4, equal});
    for (std::uint32_t launch = 0; launch < most_launches; ++launch) {
        wire::UpdateGraph::Reply reply;
        describe(launch);
        ASSERT_EQ(client.call(wire::UpdateGraph{.graph = graph, .list = list, .bytes = bytes, .nodes = nodes}, reply),
                  0);
        ASSERT_EQ(reply.first_difference, nodes);
        client.submit(wire::LaunchGraph{graph, stream});
        ASSERT_EQ(client.call(wire::MemoryInfo{}), 0);
        // With the word of the stream's own the last one is too many.
        ASSERT_EQ(client.channel->take_failure().status,
                  launch + 1 == most_launches ? cuda_status::out_of_memory : cuda_status::success);
    }
    // What has come is forgotten, though the stream goes on to wait.
    const std::uint64_t marker = client.event();
    client.submit(wire::RecordEvent{marker, stream});
    client.submit(wire::WaitValue{stream, held, 2, 4, equal});
    client.submit(wire::WriteValue{0, held, 1, 4});
    ASSERT_EQ(client.call(wire::SynchronizeEvent{marker}), 0);
    client.submit(wire::LaunchGraph{graph, stream});
    ASSERT_EQ(client.call(wire::MemoryInfo{}), 0);
    EXPECT_EQ(client.channel->take_failure().status, 0);
    client.submit(wire::WriteValue{0, held, 2, 4});
    EXPECT_EQ(client.call(wire::SynchronizeStream{stream}), 0);
}

TEST_F(GraphOperations, NodesAreCheckedLikeOperations) {
    const auto status = [&](const auto& record, std::span<const std::byte> payload = {}) {
        channel::GraphWriter writer;
        writer.add(record, {}, payload);
        return create(writer);
    };
    constexpr std::int32_t invalid = cuda_status::invalid_value;
    EXPECT_EQ(status(wire::Copy{0, data, data + 128, 129}), invalid);
    EXPECT_EQ(status(wire::Copy{0, data + 128, data, 129}), invalid);
    EXPECT_EQ(status(wire::CopyBox{0, data, 128, 128, data, 128, 128, 128, 3, 1}), invalid);
    EXPECT_EQ(status(wire::Fill{0, data, 0, 65, 1, 0, 4}), invalid);
    EXPECT_EQ(status(wire::Write{0, data + 253}, text_bytes("abcd")), invalid);
    EXPECT_EQ(status(wire::WriteValue{0, data + 256, 1, 4, 0}), invalid);
    EXPECT_EQ(status(wire::WaitValue{0, data + 256, 1, 4, 0}), invalid);
    EXPECT_EQ(status(wire::RecordEvent{1, 0}), cuda_status::invalid_handle);
    EXPECT_EQ(status(wire::WaitEvent{0, 1}), cuda_status::invalid_handle);
    EXPECT_EQ(status(wire::Launch{}), cuda_status::invalid_handle);
    EXPECT_NE(client.call(wire::CreateGraph{.graph = graph, .nodes = 5}), 0);
    EXPECT_NE(client.call(wire::CreateGraph{.graph = graph, .nodes = 0xffff'ffff}), 0);
    EXPECT_NE(client.call(wire::CreateGraph{.graph = graph, .nodes = 1}, text_bytes("garbage that is no graph")), 0);
    EXPECT_EQ(client.call(wire::CreateGraph{.graph = graph, .list = data, .bytes = 16, .nodes = 1}), invalid)
        << "device memory";
    EXPECT_EQ(client.call(wire::CreateGraph{.graph = graph, .list = 0x1000, .bytes = 16, .nodes = 1}), invalid);
    EXPECT_EQ(client.call(wire::CreateGraph{.graph = graph, .bytes = ~std::uint64_t{0}, .nodes = 1}), invalid);
}

TEST_F(GraphOperations, MemoryThatWasFreedSinceIsNotTouched) {
    const Address other = client.allocate(256);
    channel::GraphWriter writer;
    writer.add(wire::Copy{0, other, data, 16}, {});
    ASSERT_EQ(create(writer), 0);
    EXPECT_EQ(client.outcome(wire::LaunchGraph{graph, 0}), 0);
    ASSERT_EQ(client.call(wire::Release{other}), 0);
    EXPECT_EQ(client.outcome(wire::LaunchGraph{graph, 0}), cuda_status::invalid_value);
}

TEST_F(GraphOperations, AGraphOutlivesWhatItUses) {
    const std::uint64_t module = client.load(test_ptx);
    const std::uint64_t add = client.function(module, "add");
    const std::uint64_t event = client.event();
    std::vector<std::byte> parameters;
    TestClient::append(parameters, data);
    TestClient::append(parameters, 10u);
    client.put(data, Numbers{1});
    channel::GraphWriter writer;
    writer.add(wire::Launch{0, add, 1, 1, 1, 1, 1, 1, 0, 0}, {}, parameters);
    writer.add(wire::RecordEvent{event, 0}, Numbers{0});
    ASSERT_EQ(create(writer), 0);
    ASSERT_EQ(client.call(wire::UnloadModule{module}), 0);
    client.submit(wire::DestroyEvent{event});
    client.submit(wire::LaunchGraph{graph, 0});
    client.submit(wire::DestroyGraph{graph});
    EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{11});
}

}  // namespace
}  // namespace ringfence::worker
