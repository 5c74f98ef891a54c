#include "backend/graph_stages.h"

#include <algorithm>
#include <variant>

namespace ringfence::backend {

std::vector<GraphStage> stages_of(std::span<const GraphNode> nodes) {
    const auto is_wait = [&](std::uint32_t node) { return std::holds_alternative<WaitWordNode>(nodes[node].work); };
    std::vector<GraphStage> stages(1);
    std::vector<std::uint32_t> stage_of(nodes.size(), 0);
    for (std::uint32_t node = 0; node < nodes.size(); ++node) {
        std::uint32_t& stage = stage_of[node];
        for (const std::uint32_t before : nodes[node].dependencies)
            stage = std::max(stage, stage_of[before] + (is_wait(before) ? 1 : 0));
        if (stage == stages.size()) stages.emplace_back();
        (is_wait(node) ? stages[stage].waits : stages[stage].nodes).push_back(node);
    }
    return stages;
}

}  // namespace ringfence::backend
