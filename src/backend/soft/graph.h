// Graphs of the software GPU: lists of work, done in the order of the list.
#pragma once

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
    // A node, ready to be put on a stream. One that does nothing has no work.
    using Step = std::variant<StreamWork, RecordNode, WaitNode>;
    using Steps = std::vector<Step>;

    SoftGraph(std::vector<NodeShape> shape, Steps steps)
        : shape_(std::move(shape)), steps_(std::make_shared<const Steps>(std::move(steps))) {}

    const std::vector<NodeShape>& shape() const { return shape_; }
    void replace(Steps steps);
    Result<void> launch(SoftStream& stream) const;

private:
    const std::vector<NodeShape> shape_;
    mutable Mutex mutex_;
    // Shared with the launches that are still to be done.
    std::shared_ptr<const Steps> steps_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend::soft
