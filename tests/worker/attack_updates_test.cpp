// Graphs whose update fails in the middle. What a card's driver has taken over by then it does not say.
#include <gtest/gtest.h>

#include "backend/soft/soft.h"
#include "base/cuda_status.h"
#include "channel/graph_records.h"
#include "forwarding_device.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

// Takes over what it is given, and says that it has not.
class HalfUpdating : public ForwardingDevice {
public:
    using ForwardingDevice::ForwardingDevice;
    Result<void> update_graph(backend::Graph& graph, std::span<const backend::GraphNode> nodes) override {
        RF_RETURN_IF_ERROR(ForwardingDevice::update_graph(graph, nodes));
        return Error::bad_input("a node could not be updated").with_status(cuda_status::invalid_value);
    }
};

struct AttackUpdatesTest : WorkerTest {
    void SetUp() override {
        worker.reset();
        backend::SoftOptions soft;
        soft.memory_bytes = std::uint64_t{256} << 20;
        worker =
            Worker::create(std::make_unique<HalfUpdating>(backend::open_soft(soft).take()), worker_options()).take();
    }
    static std::vector<std::byte> filling(Address to) {
        channel::GraphWriter writer;
        wire::Fill fill{};
        fill.to = to;
        fill.value = 7;
        fill.width = 4;
        fill.count = 16;
        fill.height = 1;
        writer.add(fill, {});
        const auto bytes = writer.bytes();
        return {bytes.begin(), bytes.end()};
    }
};

TEST_F(AttackUpdatesTest, WhatAFailedUpdateNamedMustBeThereAtEveryLaunch) {
    TestClient client(*worker);
    const Address first = client.allocate(64);
    const Address second = client.allocate(64);
    const std::uint64_t graph = client.handle(HandleKind::GraphExec);
    ASSERT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = 1}, filling(first)), 0);
    EXPECT_EQ(client.outcome(wire::LaunchGraph{graph, 0}), 0);
    wire::UpdateGraph update{};
    update.graph = graph;
    update.nodes = 1;
    EXPECT_EQ(client.call(update, filling(second)), cuda_status::invalid_value);
    EXPECT_EQ(client.outcome(wire::LaunchGraph{graph, 0}), 0);
    ASSERT_EQ(client.call(wire::Release{second}), 0);
    EXPECT_EQ(client.outcome(wire::LaunchGraph{graph, 0}), cuda_status::invalid_value);
}

TEST_F(AttackUpdatesTest, UpdatesDoNotFailForEver) {
    TestClient client(*worker);
    const Address memory = client.allocate(64);
    const std::uint64_t graph = client.handle(HandleKind::GraphExec);
    ASSERT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = 1}, filling(memory)), 0);
    wire::UpdateGraph update{};
    update.graph = graph;
    update.nodes = 1;
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(client.call(update, filling(memory)), cuda_status::invalid_value);
        EXPECT_NE(channel::ClientChannel::last_failure_text().find("could not be updated"), std::string::npos);
    }
    EXPECT_EQ(client.call(update, filling(memory)), cuda_status::invalid_value);
    EXPECT_NE(channel::ClientChannel::last_failure_text().find("again and again"), std::string::npos);
    EXPECT_EQ(client.outcome(wire::LaunchGraph{graph, 0}), 0);
}

}  // namespace
}  // namespace ringfence::worker
