// Graphs on the card.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "backend/cuda/context.h"
#include "backend/cuda/graph_parts.h"
#include "backend/device.h"
#include "backend/graph_shape.h"
#include "base/mutex.h"

namespace ringfence::backend::cuda {

// If the device holds waits back (Device::hold_waits), a graph is split at its waits for words (graph_stages.h), and
// each part is launched separately.
class CudaGraph final : public Graph {
public:
    // `part`: the part of the card on which its kernels run, on whichever stream it is launched; null: the whole card.
    static Result<std::unique_ptr<Graph>> create(const Context& context, const Properties& device,
                                                 std::span<const GraphNode> nodes, GreenContext* part);

    Result<void> update(const Properties& device, std::span<const GraphNode> nodes);
    Result<void> launch(CudaStream& stream);

private:
    CudaGraph(const Context& context, GreenContext* part, std::vector<NodeShape> shape)
        : context_(context), part_(part), shape_(std::move(shape)) {}

    const Context& context_;
    GreenContext* const part_;
    const std::vector<NodeShape> shape_;
    Mutex mutex_;
    // Shared with kept launches, which an update must not change.
    std::shared_ptr<GraphParts> parts_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::cuda
