// Splits a graph into stages that do not wait for words, so that the waits can be done outside of the graph.
//
// Nodes that do not depend on a wait are in the first stage, nodes that depend on one of the first stage's waits are in
// the second, and so on. A stage begins when the previous stage and all its waits are over. That is stricter than the
// graph itself: the end of a wait must not require a node behind another wait of the same stage.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/device.h"

namespace ringfence::backend {

struct GraphStage {
    std::vector<std::uint32_t> nodes;  // their numbers, in order
    std::vector<std::uint32_t> waits;  // for words, after all these nodes
};

// Every node may depend only on earlier nodes (shape_of_graph). Returns at least one stage.
std::vector<GraphStage> stages_of(std::span<const GraphNode> nodes);

}  // namespace ringfence::backend
