// Graphs on the card.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "backend/cuda/context.h"
#include "backend/device.h"
#include "backend/graph_shape.h"

namespace ringfence::backend::cuda {

class CudaGraph final : public Graph {
public:
    static Result<std::unique_ptr<Graph>> create(const Context& context, const Properties& device,
                                                 std::span<const GraphNode> nodes);
    ~CudaGraph() override;
    CudaGraph(const CudaGraph&) = delete;
    CudaGraph& operator=(const CudaGraph&) = delete;

    Result<void> update(const Properties& device, std::span<const GraphNode> nodes);
    Result<void> launch(StreamHandle stream);
    bool may_wait() const { return may_wait_; }  // for a word

private:
    CudaGraph(const Context& context, std::vector<NodeShape> shape) : context_(context), shape_(std::move(shape)) {}

    const Context& context_;
    const std::vector<NodeShape> shape_;
    bool may_wait_ = false;
    std::mutex mutex_;  // the driver does not allow two calls for the same graph at once
    GraphExecHandle exec_ = nullptr;
};

// A copy as the driver takes it. Fails if its slices do not lie a whole number of rows apart.
Result<Copy3D> describe_copy(const CopyNode& copy);

}  // namespace ringfence::backend::cuda
