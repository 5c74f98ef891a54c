#include "client/driver/graph.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace ringfence::driver {
namespace {

class GraphTest : public ::testing::Test {
protected:
    ~GraphTest() override { destroy_graph(graph_); }
    Node* add(std::vector<Node*> before = {}) { return add_node(*graph_, EmptyWork{}, before); }

    Graph* graph_ = create_graph();
};

TEST_F(GraphTest, DependenciesComeFirst) {
    Node* const last = add();
    Node* const first = add();
    ASSERT_EQ(add_dependency(*first, *last), CUDA_SUCCESS);
    std::vector<Node*> order;
    ASSERT_TRUE(in_order(*graph_, order));
    EXPECT_EQ(order, (std::vector<Node*>{first, last}));
    EXPECT_EQ(add_dependency(*first, *last), CUDA_ERROR_INVALID_VALUE) << "there already";
    EXPECT_EQ(add_dependency(*first, *first), CUDA_ERROR_INVALID_VALUE);
}

TEST_F(GraphTest, ACircleIsFound) {
    Node* const a = add();
    Node* const b = add({a});
    ASSERT_EQ(add_dependency(*b, *a), CUDA_SUCCESS);
    std::vector<Node*> order;
    EXPECT_FALSE(in_order(*graph_, order));
}

TEST_F(GraphTest, ADestroyedNodeIsForgottenByItsNeighbours) {
    Node* const a = add();
    Node* const b = add({a});
    Node* const c = add({b});
    const Handle gone = b->handle;
    destroy_node(b);
    EXPECT_TRUE(a->dependents.empty());
    EXPECT_TRUE(c->dependencies.empty());
    EXPECT_EQ(tables().nodes.find(gone), nullptr);
}

TEST_F(GraphTest, ACloneHasTheSameShapeAndKnowsItsOriginals) {
    Node* const a = add();
    Node* const b = add({a});
    Graph* const clone = clone_graph(*graph_);
    ASSERT_EQ(clone->nodes.size(), 2U);
    EXPECT_EQ(clone->nodes[1]->original, b->handle);
    EXPECT_EQ(clone->nodes[1]->dependencies, (std::vector<Node*>{clone->nodes[0]}));
    destroy_graph(clone);
}

TEST_F(GraphTest, AChildIsACopy) {
    Graph* const child = create_graph();
    add_node(*child, EmptyWork{}, {});
    Node* const node = add_node(*graph_, ChildWork{child}, {});
    const Graph* const copy = std::get<ChildWork>(node->work).graph;
    EXPECT_NE(copy, child);
    EXPECT_EQ(copy->owner, node);
    destroy_graph(child);
    EXPECT_EQ(copy->nodes.size(), 1U);
}

}  // namespace
}  // namespace ringfence::driver
