#include "backend/cuda/graph.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "backend/box.h"
#include "backend/cuda/launch_parameters.h"
#include "backend/cuda/module.h"
#include "backend/cuda/stream.h"
#include "backend/launch_check.h"

namespace ringfence::backend::cuda {
namespace {

// A graph under construction: needed to make the executable one, or to update it.
class Draft {
public:
    Draft(const Context& context, const Properties& device) : context_(context), device_(device) {}
    ~Draft() {
        if (graph_ != nullptr) context_.api().graph_destroy(graph_);
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    Result<GraphHandle> make(std::span<const GraphNode> nodes) {
        RF_RETURN_IF_ERROR(context_.check(context_.api().graph_create(&graph_, 0), "create a graph"));
        for (const GraphNode& node : nodes) {
            dependencies_.clear();
            for (const std::uint32_t dependency : node.dependencies)
                dependencies_.push_back(nodes_[dependency]);
            node_ = nullptr;
            RF_RETURN_IF_ERROR(std::visit([this](const auto& work) { return add(work); }, node.work));
            nodes_.push_back(node_);
        }
        return graph_;
    }

private:
    Result<void> add(const LaunchNode& work);
    Result<void> add(const CopyNode& work);
    Result<void> add(const FillNode& work);
    Result<void> add(const WriteWordNode& work);
    Result<void> add(const WaitWordNode& work);
    Result<void> add(const RecordNode& work);
    Result<void> add(const WaitNode& work);
    Result<void> add(const EmptyNode& work);
    Result<void> add(WordOperation word);
    Result<void> added(Status status) const {
        return context_.check(status, [this] { return "add node " + std::to_string(nodes_.size()) + " to a graph"; });
    }

    const Context& context_;
    const Properties& device_;
    GraphHandle graph_ = nullptr;
    GraphNodeHandle node_ = nullptr;  // that is being added
    std::vector<GraphNodeHandle> nodes_;
    std::vector<GraphNodeHandle> dependencies_;
};

Result<void> Draft::add(const LaunchNode& work) {
    RF_RETURN_IF_ERROR(check_launch(device_, *work.function, work.launch, work.parameters.size()));
    const auto& kernel = static_cast<const CudaFunction&>(*work.function);
    RF_RETURN_IF_ERROR(kernel.allow_dynamic_shared(work.launch.dynamic_shared));
    LaunchParameters bytes(work.parameters);
    KernelNodeParameters parameters;
    parameters.function = kernel.handle();
    parameters.grid_x = work.launch.grid.x;
    parameters.grid_y = work.launch.grid.y;
    parameters.grid_z = work.launch.grid.z;
    parameters.block_x = work.launch.block.x;
    parameters.block_y = work.launch.block.y;
    parameters.block_z = work.launch.block.z;
    parameters.shared_bytes = work.launch.dynamic_shared;
    parameters.extra = bytes.extra();
    RF_RETURN_IF_ERROR(added(
        context_.api().graph_add_kernel(&node_, graph_, dependencies_.data(), dependencies_.size(), &parameters)));
    if (!work.launch.cooperative) return {};
    LaunchAttribute attribute;
    attribute.cooperative = 1;
    return added(context_.api().graph_set_kernel_attribute(node_, launch_attribute_cooperative, attribute.bytes));
}

Result<void> Draft::add(const CopyNode& work) {
    RF_TRY(const Copy3D copy, describe_copy(work));
    // The driver has no copies of nothing.
    if (copy.width == 0) return add(EmptyNode{});
    return added(context_.api().graph_add_copy(&node_, graph_, dependencies_.data(), dependencies_.size(), &copy,
                                               context_.handle()));
}

Result<void> Draft::add(const FillNode& work) {
    RF_TRY(const std::uint64_t bytes, extent_of(work));
    if (bytes == 0) return add(EmptyNode{});
    const FillNodeParameters fill = {work.to, work.pitch, work.value, work.width, work.count, work.height};
    return added(context_.api().graph_add_fill(&node_, graph_, dependencies_.data(), dependencies_.size(), &fill,
                                               context_.handle()));
}

Result<void> Draft::add(WordOperation word) {
    const WordNodeParameters words = {context_.handle(), 1, &word, 0};
    return added(context_.api().graph_add_words(&node_, graph_, dependencies_.data(), dependencies_.size(), &words));
}

Result<void> Draft::add(const WriteWordNode& work) {
    RF_RETURN_IF_ERROR(check_word(work.address, work.bytes));
    WordOperation word;
    word.operation = work.bytes == 8 ? word_operation::write_64 : word_operation::write_32;
    word.address = work.address;
    word.value = work.value;
    return add(word);
}

Result<void> Draft::add(const WaitWordNode& work) {
    RF_RETURN_IF_ERROR(check_word(work.address, work.bytes));
    WordOperation word;
    word.operation = work.bytes == 8 ? word_operation::wait_64 : word_operation::wait_32;
    word.address = work.address;
    word.value = work.value;
    word.flags = static_cast<unsigned>(work.condition);
    return add(word);
}

Result<void> Draft::add(const RecordNode& work) {
    return added(context_.api().graph_add_record(&node_, graph_, dependencies_.data(), dependencies_.size(),
                                                 static_cast<CudaEvent&>(*work.event).handle()));
}

Result<void> Draft::add(const WaitNode& work) {
    return added(context_.api().graph_add_wait(&node_, graph_, dependencies_.data(), dependencies_.size(),
                                               static_cast<CudaEvent&>(*work.event).handle()));
}

Result<void> Draft::add(const EmptyNode&) {
    return added(context_.api().graph_add_empty(&node_, graph_, dependencies_.data(), dependencies_.size()));
}

// Rows from slice to slice.
Result<std::size_t> rows_of(const Box& box, const BoxSize& size) {
    if (size.depth == 1) return std::size_t{size.height};
    if (box.pitch != 0 && box.slice % box.pitch == 0) return std::size_t{box.slice / box.pitch};
    return Error::bad_input("cannot copy a box whose slices are " + std::to_string(box.slice) +
                            " bytes apart, which is no multiple of its rows' " + std::to_string(box.pitch))
        .with_status(status::not_supported);
}

}  // namespace

Result<Copy3D> describe_copy(const CopyNode& node) {
    RF_TRY(const BoxCopy copy, simplify(node.to, node.from, node.size));
    Copy3D result;
    result.to.device = copy.to.address;
    result.from.device = copy.from.address;
    // A single row needs no pitch, but the driver wants one that is not less than its width.
    const bool has_rows = !copy.is_plain();
    result.to.pitch = has_rows ? copy.to.pitch : copy.size.width;
    result.from.pitch = has_rows ? copy.from.pitch : copy.size.width;
    RF_TRY(result.to.height, rows_of(copy.to, copy.size));
    RF_TRY(result.from.height, rows_of(copy.from, copy.size));
    result.width = copy.size.width;
    result.height = copy.size.height;
    result.depth = copy.size.depth;
    return result;
}

Result<std::unique_ptr<Graph>> CudaGraph::create(const Context& context, const Properties& device,
                                                 std::span<const GraphNode> nodes) {
    RF_TRY(std::vector<NodeShape> shape, shape_of_graph(nodes));
    std::unique_ptr<CudaGraph> graph(new CudaGraph(context, std::move(shape)));
    // An update does not change what kinds of nodes there are.
    graph->may_wait_ = std::any_of(nodes.begin(), nodes.end(), [](const GraphNode& node) {
        return std::holds_alternative<WaitWordNode>(node.work);
    });
    Draft draft(context, device);
    RF_TRY(GraphHandle drawn, draft.make(nodes));
    RF_RETURN_IF_ERROR(
        context.check(context.api().graph_instantiate(&graph->exec_, drawn, 0), "make a graph ready to launch"));
    return std::unique_ptr<Graph>(std::move(graph));
}

CudaGraph::~CudaGraph() {
    if (exec_ != nullptr) context_.api().graph_exec_destroy(exec_);
}

Result<void> CudaGraph::update(const Properties& device, std::span<const GraphNode> nodes) {
    RF_TRY(const std::vector<NodeShape> shape, shape_of_graph(nodes));
    RF_RETURN_IF_ERROR(check_same_shape(shape_, shape));
    Draft draft(context_, device);
    RF_TRY(GraphHandle drawn, draft.make(nodes));
    GraphUpdateResult result;
    const std::lock_guard lock(mutex_);
    return context_.check(context_.api().graph_update(exec_, drawn, &result), [&result] {
        return "update a graph (the driver's reason: CUgraphExecUpdateResult " + std::to_string(result.result) + ")";
    });
}

Result<void> CudaGraph::launch(StreamHandle stream) {
    const std::lock_guard lock(mutex_);
    return context_.check(context_.api().graph_launch(exec_, stream), "launch a graph");
}

}  // namespace ringfence::backend::cuda
