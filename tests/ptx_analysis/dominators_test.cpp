#include "ptx/analysis/dominators.h"

#include <gmock/gmock.h>

#include "support.h"

namespace ringfence::ptx {
namespace {

using test::make_graph;
using ::testing::ElementsAre;

TEST(DominatorTree, OfADiamond) {
    const DominatorTree tree(make_graph(5, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {4, 3}}), 0);
    EXPECT_EQ(tree.parent(0), no_node);
    EXPECT_EQ(tree.parent(3), 0U);
    EXPECT_EQ(tree.depth(3), 1U);
    EXPECT_TRUE(tree.dominates(0, 3));
    EXPECT_TRUE(tree.dominates(3, 3));
    EXPECT_FALSE(tree.strictly_dominates(3, 3));
    EXPECT_FALSE(tree.dominates(1, 3));
    EXPECT_EQ(tree.preorder().size(), 4U);
    EXPECT_EQ(tree.subtree(0).size(), 4U);
}

TEST(DominatorTree, LeavesOutWhatTheRootDoesNotReach) {
    const DominatorTree tree(make_graph(3, {{0, 1}, {2, 1}, {2, 2}}), 0);
    EXPECT_FALSE(tree.contains(2));
    EXPECT_FALSE(tree.dominates(2, 2));
    EXPECT_FALSE(tree.dominates(0, 2));
    EXPECT_EQ(tree.parent(2), no_node);
    EXPECT_EQ(tree.parent(1), 0U);
}

// A node dominates another if that cannot be reached once it is gone.
void expect_dominators(const Graph& graph, NodeId root, const DominatorTree& tree) {
    const std::vector<bool> reached = test::reach_without(graph, root, no_node);
    for (NodeId above = 0; above < graph.size(); ++above) {
        ASSERT_EQ(tree.contains(above), reached[above]);
        const std::vector<bool> without = test::reach_without(graph, root, above);
        for (NodeId below = 0; below < graph.size(); ++below) {
            const bool expected = reached[above] && reached[below] && !without[below];
            ASSERT_EQ(tree.dominates(above, below), expected) << above << " over " << below;
        }
    }
    // The parent is the closest: all others that dominate the node dominate it, too.
    for (const NodeId node : tree.preorder()) {
        if (node == root) continue;
        ASSERT_TRUE(tree.strictly_dominates(tree.parent(node), node));
        for (NodeId other = 0; other < graph.size(); ++other) {
            if (tree.strictly_dominates(other, node)) {
                ASSERT_TRUE(tree.dominates(other, tree.parent(node)));
            }
        }
        const auto below = tree.subtree(tree.parent(node));
        ASSERT_NE(std::find(below.begin(), below.end(), node), below.end());
    }
}

TEST(DominatorTree, AgreesWithRemovingNodes) {
    std::mt19937 random(3);
    for (int round = 0; round < 1000; ++round) {
        const Graph graph = test::random_graph(random, 16);
        expect_dominators(graph, 0, DominatorTree(graph, 0));
        if (HasFatalFailure()) return;
    }
}

TEST(PostDominators, AgreeWithRemovingNodes) {
    std::mt19937 random(4);
    for (int round = 0; round < 1000; ++round) {
        const Graph graph = test::random_graph(random, 16);
        const auto exit = static_cast<NodeId>(graph.size() - 1);
        std::vector<GraphEdge> edges = graph.edges();
        for (const GraphEdge& edge : pretended_exits(graph, exit))
            edges.push_back(edge);
        for (GraphEdge& edge : edges)
            std::swap(edge.from, edge.to);
        const DominatorTree tree = post_dominators(graph, exit);
        EXPECT_EQ(tree.preorder().size(), graph.size()) << "everything has post-dominators";
        expect_dominators(Graph(graph.size(), edges), exit, tree);
        if (HasFatalFailure()) return;
    }
}

TEST(PostDominators, AnEndlessLoopPretendsToLeaveAtItsEnd) {
    const test::Kernel kernel("@%p1 bra E; L: mov.u32 %r1, 1; @%p2 bra M; mov.u32 %r1, 2; M: bra L; E: ret;");
    const ControlFlowGraph cfg(*kernel.function);
    ASSERT_EQ(cfg.size(), 5U);
    EXPECT_THAT(pretended_exits(cfg.graph(), cfg.exit()), ElementsAre(GraphEdge{3, cfg.exit()}));
    const DominatorTree tree = post_dominators(cfg);
    EXPECT_TRUE(tree.dominates(3, 1));
    EXPECT_FALSE(tree.dominates(2, 1));
    EXPECT_EQ(tree.parent(0), cfg.exit());
    EXPECT_TRUE(tree.contains(4));
}

TEST(PostDominators, ARegularFunctionPretendsNothing) {
    const test::Kernel kernel("L: @%p1 bra L; ret;");
    const ControlFlowGraph cfg(*kernel.function);
    EXPECT_TRUE(pretended_exits(cfg.graph(), cfg.exit()).empty());
}

}  // namespace
}  // namespace ringfence::ptx
