#include "backend/graph_shape.h"

#include <algorithm>
#include <string>

#include "base/cuda_status.h"

namespace ringfence::backend {

Result<std::vector<NodeShape>> shape_of_graph(std::span<const GraphNode> nodes) {
    std::vector<NodeShape> shape;
    shape.reserve(nodes.size());
    for (const GraphNode& node : nodes) {
        for (const std::uint32_t dependency : node.dependencies) {
            if (dependency < shape.size()) continue;
            return Error::bad_input("node " + std::to_string(shape.size()) + " of the graph depends on node " +
                                    std::to_string(dependency) + ", which does not come before it")
                .with_status(cuda_status::invalid_value);
        }
        shape.push_back({node.work.index(), node.dependencies});
    }
    return shape;
}

Result<void> check_same_shape(const std::vector<NodeShape>& before, const std::vector<NodeShape>& after) {
    const auto [old_node, new_node] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    if (old_node == before.end() && new_node == after.end()) return {};
    return Error::bad_input("the graph cannot be updated: its node " + std::to_string(old_node - before.begin()) +
                            " is of another kind, or has other dependencies, than before")
        .with_status(cuda_status::graph_update_failed);
}

}  // namespace ringfence::backend
