#include "ptx/analysis/graph.h"

#include <gmock/gmock.h>

#include "support.h"

namespace ringfence::ptx {
namespace {

using test::make_graph;
using ::testing::ElementsAre;

TEST(Graph, KeepsTheOrderOfEdges) {
    const Graph graph = make_graph(4, {{0, 3}, {1, 2}, {0, 1}, {0, 3}, {2, 2}});
    EXPECT_THAT(graph.successors(0), ElementsAre(3, 1, 3));
    EXPECT_THAT(graph.predecessors(3), ElementsAre(0, 0));
    EXPECT_THAT(graph.predecessors(2), ElementsAre(1, 2));
    EXPECT_EQ(graph.edge_count(), 5U);
}

TEST(Graph, WithoutNodesOrEdges) {
    EXPECT_EQ(Graph(0, {}).size(), 0U);
    EXPECT_TRUE(Graph(1, {}).successors(0).empty());
    EXPECT_EQ(strongly_connected(Graph(0, {})).size(), 0U);
}

TEST(DepthFirst, NumbersWhatItReaches) {
    const DepthFirst walk = depth_first(make_graph(5, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {4, 0}}), 0);
    EXPECT_THAT(walk.order, ElementsAre(0, 1, 3, 2));
    EXPECT_THAT(walk.postorder, ElementsAre(3, 1, 2, 0));
    EXPECT_FALSE(walk.reached(4));
}

TEST(Components, AreNumberedAgainstTheEdges) {
    const Components components = strongly_connected(make_graph(6, {{0, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 4}, {4, 3}}));
    EXPECT_EQ(components.size(), 4U);
    EXPECT_EQ(components.of[1], components.of[2]);
    EXPECT_EQ(components.of[3], components.of[4]);
    EXPECT_GT(components.of[0], components.of[1]);
    EXPECT_GT(components.of[1], components.of[3]);
    EXPECT_THAT(components.nodes[components.of[1]], ElementsAre(1, 2));
}

TEST(Components, AgreeWithReachability) {
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
        const Graph graph = test::random_graph(random, 14);
        const Components components = strongly_connected(graph);
        for (NodeId a = 0; a < graph.size(); ++a) {
            const std::vector<bool> from_a = test::reach_without(graph, a, no_node);
            for (NodeId b = 0; b < graph.size(); ++b) {
                const bool both = from_a[b] && test::reach_without(graph, b, no_node)[a];
                ASSERT_EQ(components.of[a] == components.of[b], both);
                if (from_a[b]) {
                    ASSERT_GE(components.of[a], components.of[b]);
                }
            }
        }
    }
}

}  // namespace
}  // namespace ringfence::ptx
