// Builds the driver's graphs.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "backend/cuda/context.h"
#include "backend/cuda/event.h"
#include "backend/device.h"

namespace ringfence::backend::cuda {

// The driver's description of a copy. Fails if the distance of slices is not a whole number of rows.
Result<Copy3D> describe_copy(const CopyNode& copy);

struct UsedEvent {
    CudaEvent* event = nullptr;
    std::shared_ptr<Recording> recording;
};

// A graph under construction, from which the executable graph is made or updated.
class GraphDraft {
public:
    // `card_part`: the part on which its kernels run; null: the whole card.
    GraphDraft(const Context& context, const Properties& device, GreenContext* card_part)
        : context_(context), device_(device), card_part_(card_part) {}
    ~GraphDraft() {
        if (graph_ != nullptr) context_.api().graph_destroy(graph_);
    }
    GraphDraft(const GraphDraft&) = delete;
    GraphDraft& operator=(const GraphDraft&) = delete;

    // Makes a graph of the nodes with these ascending numbers. Dependencies on other nodes are left out.
    Result<GraphHandle> make(std::span<const GraphNode> nodes, std::span<const std::uint32_t> numbers) {
        RF_RETURN_IF_ERROR(context_.check(context_.api().graph_create(&graph_, 0), "create a graph"));
        std::unordered_map<std::uint32_t, GraphNodeHandle> made;
        for (const std::uint32_t number : numbers) {
            dependencies_.clear();
            for (const std::uint32_t dependency : nodes[number].dependencies)
                if (const auto found = made.find(dependency); found != made.end())
                    dependencies_.push_back(found->second);
            node_ = nullptr;
            number_ = number;
            RF_RETURN_IF_ERROR(std::visit([this](const auto& work) { return add(work); }, nodes[number].work));
            made.emplace(number, node_);
        }
        return graph_;
    }
    std::vector<UsedEvent> take_recorded() { return std::move(recorded_); }
    std::vector<UsedEvent> take_awaited() { return std::move(awaited_); }

private:
    Result<void> add(const LaunchNode& work);
    Result<void> add(const CopyNode& work);
    Result<void> add(const FillNode& work);
    Result<void> add(const WriteWordNode& work);
    Result<void> add(const WaitWordNode& work);
    Result<void> add(const RecordNode& work);
    Result<void> add(const WaitNode& work);
    Result<void> add(const EmptyNode& work);
    Result<void> add(const LibraryNode& work);
    Result<void> add(const ConditionNode& work);
    Result<void> add(WordOperation word);
    Result<void> added(Status status) const {
        return context_.check(status, [this] { return "add node " + std::to_string(number_) + " to a graph"; });
    }

    const Context& context_;
    const Properties& device_;
    GreenContext* const card_part_;
    GraphHandle graph_ = nullptr;
    GraphNodeHandle node_ = nullptr;  // the one being added
    std::uint32_t number_ = 0;
    std::vector<GraphNodeHandle> dependencies_;
    std::vector<UsedEvent> recorded_;
    std::vector<UsedEvent> awaited_;
};

}  // namespace ringfence::backend::cuda
