// Tests the parts that both backends share: ranges, boxes, shapes of graphs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/box.h"
#include "backend/graph_shape.h"
#include "backend/mapped_ranges.h"

namespace ringfence::backend {
namespace {

TEST(MappedRanges, KnowsWhatIsThere) {
    MappedRanges ranges;
    EXPECT_FALSE(ranges.covers(100, 1));
    ranges.add({100, 50, 1});
    ranges.add({150, 50, 2});
    ranges.add({300, 10, 3});
    EXPECT_TRUE(ranges.covers(100, 100));
    EXPECT_TRUE(ranges.covers(149, 2));
    EXPECT_FALSE(ranges.covers(99, 2));
    EXPECT_FALSE(ranges.covers(100, 101));
    EXPECT_FALSE(ranges.covers(200, 1));
    EXPECT_FALSE(ranges.covers(300, UINT64_MAX));
    EXPECT_TRUE(ranges.overlaps(90, 11));
    EXPECT_FALSE(ranges.overlaps(90, 10));
    EXPECT_TRUE(ranges.overlaps(199, 5));
    EXPECT_FALSE(ranges.overlaps(200, 100));
    EXPECT_EQ(ranges.exactly(100, 100).size(), 2U);
    EXPECT_EQ(ranges.exactly(150, 50).at(0).handle, 2U);
    EXPECT_TRUE(ranges.exactly(100, 60).empty());
    EXPECT_TRUE(ranges.exactly(101, 49).empty());
    EXPECT_TRUE(ranges.exactly(150, 60).empty());
}

TEST(BoxCopy, IsMadeAsSimpleAsPossible) {
    BoxCopy copy = simplify({0, 8, 0}, {1000, 8, 0}, {8, 10, 1}).take();
    EXPECT_TRUE(copy.is_plain());
    EXPECT_EQ(copy.size.width, 80U);
    copy = simplify({0, 0, 100}, {1000, 0, 200}, {8, 1, 3}).take();
    EXPECT_EQ(copy.size.height, 3U);
    EXPECT_EQ(copy.size.depth, 1U);
    EXPECT_EQ(extent_of(copy.from, copy.size), 408U);
    copy = simplify({0, 8, 0}, {1000, 16, 0}, {8, 10, 1}).take();
    EXPECT_EQ(copy.size.height, 10U);
    EXPECT_TRUE(simplify({}, {}, {8, 0, 1}).take().is_empty());
}

TEST(BoxCopy, NumbersThatMakeNoSenseAreRefused) {
    EXPECT_FALSE(simplify({0, 4, 0}, {0, 8, 0}, {8, 2, 1}).ok());
    EXPECT_FALSE(simplify({0, 8, 8}, {0, 8, 16}, {8, 2, 2}).ok());
    EXPECT_FALSE(simplify({0, UINT64_MAX / 2, 0}, {0, UINT64_MAX / 2, 0}, {8, 5, 1}).ok());
    EXPECT_FALSE(simplify({UINT64_MAX - 4, 0, 0}, {0, 0, 0}, {8, 1, 1}).ok());
    EXPECT_FALSE(extent_of(FillNode{0, 4, 0, 4, 2, 2}).ok());
    EXPECT_FALSE(extent_of(FillNode{0, 0, 0, 4, UINT64_MAX / 2, 1}).ok());
    EXPECT_FALSE(extent_of(FillNode{2, 0, 0, 4, 1, 1}).ok());
    EXPECT_EQ(extent_of(FillNode{0, 16, 0, 4, 2, 3}).take(), 40U);
}

TEST(GraphShape, MustStayTheSame) {
    std::vector<GraphNode> nodes(3);
    nodes[1].work = FillNode{};
    nodes[2].dependencies = {0, 1};
    const std::vector<NodeShape> shape = shape_of_graph(nodes).take();
    EXPECT_TRUE(check_same_shape(shape, shape_of_graph(nodes).take()).ok());
    nodes[1].work = CopyNode{};
    EXPECT_THAT(check_same_shape(shape, shape_of_graph(nodes).take()).error().message, testing::HasSubstr("node 1"));
    nodes.pop_back();
    nodes[1].work = FillNode{};
    EXPECT_THAT(check_same_shape(shape, shape_of_graph(nodes).take()).error().message, testing::HasSubstr("node 2"));
    nodes[0].dependencies = {1};
    EXPECT_FALSE(shape_of_graph(nodes).ok());
}

}  // namespace
}  // namespace ringfence::backend
