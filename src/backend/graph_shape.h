// Checks of graphs that need no device.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend {

// The part of a node that an update must not change.
struct NodeShape {
    std::size_t kind = 0;  // which alternative of GraphNode::work
    std::vector<std::uint32_t> dependencies;

    friend bool operator==(const NodeShape&, const NodeShape&) = default;
};

// Fails if a node depends on one that does not come before it.
Result<std::vector<NodeShape>> shape_of_graph(std::span<const GraphNode> nodes);

// Fails, with the first node that differs, if an update would change the shape.
Result<void> check_same_shape(const std::vector<NodeShape>& before, const std::vector<NodeShape>& after);

}  // namespace ringfence::backend
