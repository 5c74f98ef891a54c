#include "channel/graph_bodies.h"

#include <gtest/gtest.h>

namespace ringfence::channel {
namespace {

std::vector<std::byte> two_bodies() {
    std::vector<std::byte> payload;
    GraphWriter first;
    first.add(wire::Copy{0, 0x1000, 0x2000, 64}, {});
    first.add_empty({});
    append_body(payload, first);
    append_body(payload, GraphWriter());
    return payload;
}

TEST(GraphBodies, AreReadAsTheyWereWritten) {
    const auto payload = two_bodies();
    const auto bodies = decode_bodies(payload, 2).take();
    ASSERT_EQ(bodies.size(), 2U);
    const auto nodes = decode_graph(bodies[0].list, bodies[0].nodes).take();
    ASSERT_EQ(nodes.size(), 2U);
    EXPECT_EQ(fields_from<wire::Copy>(nodes[0].fields).bytes, 64U);
    EXPECT_EQ(bodies[1].nodes, 0U);
    EXPECT_TRUE(bodies[1].list.empty());
}

TEST(GraphBodies, WrongCountsAndCutsAreRefused) {
    const auto payload = two_bodies();
    for (const std::uint32_t count : {0U, 1U, 3U, most_bodies + 1, 0xffff'ffffU})
        EXPECT_FALSE(decode_bodies(payload, count).ok()) << count;
    for (std::size_t size = 0; size < payload.size(); ++size)
        EXPECT_FALSE(decode_bodies(std::span(payload).first(size), 2).ok()) << size;
}

TEST(GraphBodies, HoldWhatADeviceDoesByItself) {
    EXPECT_TRUE(may_be_in_body(static_cast<std::uint16_t>(wire::Operation::Launch)));
    EXPECT_TRUE(may_be_in_body(static_cast<std::uint16_t>(wire::Operation::RunBodies)));
    EXPECT_TRUE(may_be_in_body(empty_node));
    for (const auto operation : {wire::Operation::CallHost, wire::Operation::WaitValue, wire::Operation::RecordEvent,
                                 wire::Operation::Write, wire::Operation::ReplayLibrary})
        EXPECT_FALSE(may_be_in_body(static_cast<std::uint16_t>(operation))) << wire::name_of(operation);
}

}  // namespace
}  // namespace ringfence::channel
