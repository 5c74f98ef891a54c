// The driver's side of a graph: the parts in which it is launched.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "backend/cuda/context.h"
#include "backend/cuda/graph_draft.h"
#include "backend/device.h"
#include "backend/graph_stages.h"
#include "base/mutex.h"

namespace ringfence::backend::cuda {

class CudaStream;

class GraphParts {
public:
    static Result<std::shared_ptr<GraphParts>> create(const Context& context, const Properties& device,
                                                      std::span<const GraphNode> nodes, GreenContext* card_part);
    GraphParts(const Context& context, GreenContext* card_part) : context_(context), card_part_(card_part) {}
    ~GraphParts() {
        for (const Part& part : parts_)
            if (part.exec != nullptr) context_.api().graph_exec_destroy(part.exec);
    }
    GraphParts(const GraphParts&) = delete;
    GraphParts& operator=(const GraphParts&) = delete;

    bool is_one() const { return parts_.size() == 1; }
    // Allowed only if there is one part, and no launch is kept.
    Result<void> update(const Properties& device, std::span<const GraphNode> nodes);
    static Result<void> launch(const std::shared_ptr<GraphParts>& parts, CudaStream& stream);

private:
    struct Part {
        GraphExecHandle exec = nullptr;  // null: the part has no nodes
        std::vector<UsedEvent> recorded;
        std::vector<WaitWordNode> waits;  // waits after the part
    };
    Result<void> add(const Properties& device, std::span<const GraphNode> nodes, const GraphStage& stage);
    Result<void> launch_now(std::size_t part, StreamHandle stream);
    bool waits() const { return !is_one() || !parts_.front().waits.empty(); }

    const Context& context_;
    GreenContext* const card_part_;  // on which its kernels run; null: the whole card
    // Held during the driver's calls, since it does not allow two at once for the same graph and kept launches come
    // from the group's thread. The members below are guarded by the mutex of the CudaGraph.
    Mutex mutex_;
    std::vector<Part> parts_;
    std::vector<UsedEvent> awaited_;
    std::vector<UsedEvent> perhaps_used_;  // events that a failed update may have put into nodes
};

}  // namespace ringfence::backend::cuda
