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
