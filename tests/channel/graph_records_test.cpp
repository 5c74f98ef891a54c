#include "channel/graph_records.h"

#include <string_view>

#include <gtest/gtest.h>

namespace ringfence::channel {
namespace {

GraphWriter some_graph() {
    GraphWriter writer;
    const std::uint32_t first[] = {0};
    const std::uint32_t all[] = {0, 1, 2};
    wire::Launch launch;
    launch.grid_x = 5;
    writer.add(wire::Copy{0, 0x1000, 0x2000, 64}, {});
    writer.add(launch, first, std::as_bytes(std::span(std::string_view("parameters"))));
    writer.add_empty(first);
    writer.add(wire::CallHost{0, 99}, all);
    return writer;
}

TEST(GraphRecords, AreReadAsTheyWereWritten) {
    const GraphWriter writer = some_graph();
    ASSERT_EQ(writer.count(), 4U);
    const auto nodes = decode_graph(writer.bytes(), writer.count()).take();
    ASSERT_EQ(nodes.size(), 4U);
    EXPECT_TRUE(nodes[0].dependencies.empty());
    EXPECT_EQ(fields_from<wire::Copy>(nodes[0].fields).bytes, 64U);
    EXPECT_EQ(fields_from<wire::Launch>(nodes[1].fields).grid_x, 5U);
    EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(nodes[1].payload.data()), nodes[1].payload.size()),
              "parameters");
    EXPECT_EQ(nodes[2].operation, empty_node);
    EXPECT_EQ(nodes[3].dependencies, (std::vector<std::uint32_t>{0, 1, 2}));
    EXPECT_EQ(fields_from<wire::CallHost>(nodes[3].fields).token, 99U);
}

struct NameOf {
    template <typename Record>
    std::string_view operator()(const Record&, std::span<const std::byte>) const {
        return wire::name_of(Record::id);
    }
};

TEST(GraphRecords, AreVisitedByTheirType) {
    const GraphWriter writer = some_graph();
    const auto nodes = decode_graph(writer.bytes(), writer.count()).take();
    const auto empty = [] { return std::string_view("empty"); };
    EXPECT_EQ(visit_graph_record(nodes[1], NameOf{}, empty), "launch");
    EXPECT_EQ(visit_graph_record(nodes[2], NameOf{}, empty), "empty");
}

TEST(GraphRecords, AnEmptyGraphIsOne) {
    EXPECT_TRUE(decode_graph({}, 0).ok());
}

TEST(GraphRecords, WrongCountsAndCutsAreRefused) {
    const GraphWriter writer = some_graph();
    for (const std::uint32_t count : {0U, 3U, 5U, 0xffff'ffffU}) {
        EXPECT_FALSE(decode_graph(writer.bytes(), count).ok()) << count;
    }
    for (std::size_t size = 0; size < writer.bytes().size(); ++size) {
        EXPECT_FALSE(decode_graph(writer.bytes().first(size), writer.count()).ok()) << size;
    }
}

// Changes one field of the only node, and gives what the decoder says.
template <typename Change>
std::string refusal_of(Change&& change) {
    GraphWriter writer;
    writer.add(wire::Copy{0, 1, 2, 3}, {});
    std::vector<std::byte> bytes(writer.bytes().begin(), writer.bytes().end());
    GraphNodeHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    change(header);
    std::memcpy(bytes.data(), &header, sizeof header);
    const auto nodes = decode_graph(bytes, 1);
    return nodes.ok() ? "" : nodes.error().message;
}

TEST(GraphRecords, HeadersThatLieAreRefused) {
    const std::string node = "node 0 of the graph: ";
    EXPECT_EQ(refusal_of([](auto& header) { header.operation = 3; }), node + "an operation that cannot be part of one");
    EXPECT_EQ(refusal_of([](auto& header) { header.operation = 0xffff; }),
              node + "an operation that cannot be part of one");
    EXPECT_EQ(refusal_of([](auto& header) { header.bytes += 8; }), node + "its size is not that of its parts");
    EXPECT_EQ(refusal_of([](auto& header) { header.dependencies = 1; }),
              node + "it has more dependencies than there are nodes before it");
    EXPECT_EQ(refusal_of([](auto& header) { header.payload_bytes = 0xffff'fff0; }), node + "it has a payload");
    EXPECT_EQ(refusal_of([](auto& header) { header.reserved = 1; }), node + "its reserved field is used");
}

TEST(GraphRecords, DependenciesPointBack) {
    GraphWriter writer;
    writer.add_empty({});
    const std::uint32_t itself[] = {1};
    writer.add_empty(itself);
    EXPECT_EQ(decode_graph(writer.bytes(), 2).error().message,
              "node 1 of the graph: it depends on a node that does not come before it");
}

}  // namespace
}  // namespace ringfence::channel
