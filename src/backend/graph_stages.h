// A graph in pieces that do not wait for words, so that the waits can be made elsewhere.
//
// Nodes that do not come after a wait are in the first stage, nodes after one of the first stage's waits are in the
// second, and so on. A stage begins when the one before is done and all its waits are over. That is more order than the
// graph asks for: a wait must not depend on a node that comes after another wait of the same stage.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backend/device.h"

namespace ringfence::backend {

struct GraphStage {
    std::vector<std::uint32_t> nodes;  // their numbers, in order
    std::vector<std::uint32_t> waits;  // for words, after all of them
};

// Every node depends on nodes before it (shape_of_graph). There is at least one stage.
std::vector<GraphStage> stages_of(std::span<const GraphNode> nodes);

}  // namespace ringfence::backend
