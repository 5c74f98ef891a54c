#include "ptx/analysis/loops.h"

#include <map>

#include <gmock/gmock.h>

#include "support.h"

namespace ringfence::ptx {
namespace {

using test::make_graph;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

LoopForest forest(const Graph& graph) {
    return {graph, DominatorTree(graph, 0)};
}

TEST(Loops, NestAndCountDepth) {
    // 1 … 5 is the outer loop, 2 … 4 the inner, 3 a loop of its own inside.
    const LoopForest loops =
        forest(make_graph(7, {{0, 1}, {1, 2}, {2, 3}, {3, 3}, {3, 4}, {4, 2}, {4, 5}, {5, 1}, {5, 6}}));
    ASSERT_EQ(loops.size(), 3U);
    EXPECT_EQ(loops[0].header, 1U);
    EXPECT_EQ(loops[1].header, 2U);
    EXPECT_EQ(loops[2].header, 3U);
    EXPECT_EQ(loops[1].parent, 0U);
    EXPECT_EQ(loops[2].parent, 1U);
    EXPECT_EQ(loops.depth(0), 0U);
    EXPECT_EQ(loops.depth(5), 1U);
    EXPECT_EQ(loops.depth(4), 2U);
    EXPECT_EQ(loops.depth(3), 3U);
    EXPECT_EQ(loops.max_depth(), 3U);
    EXPECT_THAT(loops.blocks(1), ElementsAre(2, 4, 3));
    EXPECT_TRUE(loops.is_header(2));
    EXPECT_FALSE(loops.is_header(4));
    EXPECT_TRUE(loops.is_back_edge(4, 2));
    EXPECT_TRUE(loops.is_back_edge(3, 3));
    EXPECT_FALSE(loops.is_back_edge(1, 2));
    EXPECT_TRUE(loops.contains(0, 3));
    EXPECT_FALSE(loops.contains(2, 4));
    EXPECT_TRUE(loops.is_reducible());
}

TEST(Loops, WithOneHeaderAreOne) {
    const LoopForest loops = forest(make_graph(4, {{0, 1}, {1, 2}, {2, 1}, {1, 3}, {3, 1}}));
    ASSERT_EQ(loops.size(), 1U);
    EXPECT_EQ(loops[0].block_count, 3U);
}

TEST(Loops, ACycleWithTwoEntriesIsIrreducible) {
    const LoopForest loops = forest(make_graph(5, {{0, 1}, {0, 2}, {1, 2}, {2, 1}, {2, 3}, {3, 3}, {3, 4}}));
    EXPECT_FALSE(loops.is_reducible());
    ASSERT_EQ(loops.irreducible().size(), 1U);
    EXPECT_THAT(loops.irreducible()[0].blocks, ElementsAre(1, 2));
    EXPECT_THAT(loops.irreducible()[0].entries, ElementsAre(1, 2));
    EXPECT_EQ(loops.size(), 1U);
    EXPECT_EQ(loops.depth(1), 0U);
    EXPECT_EQ(loops.depth(3), 1U);
}

TEST(Loops, CodeThatCannotBeReachedHasNone) {
    const LoopForest loops = forest(make_graph(4, {{0, 1}, {2, 3}, {3, 2}, {2, 1}}));
    EXPECT_EQ(loops.size(), 0U);
    EXPECT_TRUE(loops.is_reducible());
}

// The loop of a header from its definition: what reaches one of its back edges without going through it.
std::set<NodeId> naive_loop(const Graph& graph, const DominatorTree& tree, NodeId header) {
    std::set<NodeId> body;
    std::vector<NodeId> open;
    for (const NodeId from : graph.predecessors(header)) {
        if (tree.dominates(header, from)) open.push_back(from);
    }
    if (open.empty()) return body;
    body.insert(header);
    while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        if (!body.insert(node).second) continue;
        for (const NodeId from : graph.predecessors(node)) {
            if (tree.contains(from)) open.push_back(from);
        }
    }
    return body;
}

// True if removing loops at nodes and joining nodes with their only predecessor leaves a single node.
bool naive_reducible(const Graph& graph, const DominatorTree& tree) {
    std::map<NodeId, std::set<NodeId>> before;
    for (const NodeId node : tree.preorder()) {
        for (const NodeId to : graph.successors(node))
            before[to].insert(node);
        before[node];
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (auto& [node, from] : before) {
            from.erase(node);
            if (from.size() != 1 || node == 0) continue;
            const NodeId joined = *from.begin();
            const NodeId gone = node;
            before.erase(gone);
            for (auto& [other, others_from] : before) {
                if (others_from.erase(gone) != 0) others_from.insert(joined);
            }
            changed = true;
            break;
        }
    }
    return before.size() == 1;
}

TEST(Loops, AgreeWithTheirDefinition) {
    std::mt19937 random(5);
    int irreducible = 0;
    for (int round = 0; round < 1000; ++round) {
        const Graph graph = test::random_graph(random, 14);
        const DominatorTree tree(graph, 0);
        const LoopForest loops(graph, tree);
        std::vector<std::uint32_t> depth(graph.size(), 0);
        std::size_t count = 0;
        for (NodeId header = 0; header < graph.size(); ++header) {
            const std::set<NodeId> body = tree.contains(header) ? naive_loop(graph, tree, header) : std::set<NodeId>();
            if (body.empty()) continue;
            ++count;
            ASSERT_TRUE(loops.is_header(header));
            const LoopId loop = loops.loop_of(header);
            ASSERT_EQ(std::set<NodeId>(loops.blocks(loop).begin(), loops.blocks(loop).end()), body);
            ASSERT_EQ(loops.blocks(loop)[0], header);
            for (const NodeId node : body) {
                ++depth[node];
                ASSERT_TRUE(loops.contains(loop, node));
            }
        }
        ASSERT_EQ(loops.size(), count);
        for (NodeId node = 0; node < graph.size(); ++node)
            ASSERT_EQ(loops.depth(node), depth[node]);
        ASSERT_EQ(loops.is_reducible(), naive_reducible(graph, tree));
        for (const IrreducibleRegion& region : loops.irreducible())
            ASSERT_GE(region.entries.size(), 2U);
        irreducible += loops.is_reducible() ? 0 : 1;
    }
    EXPECT_GT(irreducible, 50);
    EXPECT_LT(irreducible, 950);
}

}  // namespace
}  // namespace ringfence::ptx
