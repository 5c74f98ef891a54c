// Graphs of the software GPU: lists of work, done in the order of the list.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "backend/device.h"
#include "backend/graph_shape.h"
#include "backend/soft/stream.h"
#include "base/mutex.h"

namespace ringfence::backend::soft {

class SoftGraph final : public Graph {
public:
    // A node, ready to be submitted to a stream. An empty node has no work.
    using Step = std::variant<StreamWork, RecordNode, WaitNode>;
    using Steps = std::vector<Step>;

    // `multiprocessors`: how many its kernels may use; 0: all.
    SoftGraph(std::vector<NodeShape> shape, Steps steps, std::uint32_t multiprocessors)
        : shape_(std::move(shape)),
          multiprocessors_(multiprocessors),
          steps_(std::make_shared<const Steps>(std::move(steps))) {}

    const std::vector<NodeShape>& shape() const { return shape_; }
    std::uint32_t multiprocessors() const { return multiprocessors_; }
    void replace(Steps steps);
    Result<void> launch(SoftStream& stream) const;

private:
    const std::vector<NodeShape> shape_;
    const std::uint32_t multiprocessors_;
    mutable Mutex mutex_;
    // Shared with launches that are not done yet.
    std::shared_ptr<const Steps> steps_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::soft
