#include "backend/cuda/graph.h"

#include <utility>

namespace ringfence::backend::cuda {

Result<std::unique_ptr<Graph>> CudaGraph::create(const Context& context, const Properties& device,
                                                 std::span<const GraphNode> nodes, GreenContext* part) {
    RF_TRY(std::vector<NodeShape> shape, shape_of_graph(nodes));
    std::unique_ptr<CudaGraph> graph(new CudaGraph(context, part, std::move(shape)));
    const MutexLock lock(graph->mutex_);
    RF_TRY(graph->parts_, GraphParts::create(context, device, nodes, part));
    return std::unique_ptr<Graph>(std::move(graph));
}

Result<void> CudaGraph::update(const Properties& device, std::span<const GraphNode> nodes) {
    RF_TRY(const std::vector<NodeShape> shape, shape_of_graph(nodes));
    RF_RETURN_IF_ERROR(check_same_shape(shape_, shape));
    const MutexLock lock(mutex_);
    if (parts_->is_one() && parts_.use_count() == 1) {
        Result<void> updated = parts_->update(device, nodes);
        // The driver cannot update a node to a kernel of another module, such as a kernel's other variant. The shape is
        // the same, so the graph is made anew.
        if (updated.ok() || updated.error().status != cuda_status::graph_update_failed) return updated;
    }
    RF_TRY(parts_, GraphParts::create(context_, device, nodes, part_));
    return {};
}

Result<void> CudaGraph::launch(CudaStream& stream) {
    const MutexLock lock(mutex_);
    return GraphParts::launch(parts_, stream);
}

}  // namespace ringfence::backend::cuda
