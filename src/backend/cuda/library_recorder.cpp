#include "backend/cuda/library_recorder.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/cuda_status.h"

namespace ringfence::backend::cuda {
namespace {

// CUgraphNodeType, as wide as the driver gives it: a type that is not known must not become one that is.
enum class NodeType : int { Kernel = 0, Copy = 1, Fill = 2, HostCall = 3, Child = 4, Empty = 5, Allocate = 10 };

// A library in a library's graph: there is no reason for more.
constexpr unsigned most_levels = 4;

Error not_recordable(const std::string& what) {
    return Error::bad_input("a library's call cannot be captured: " + what)
        .with_status(cuda_status::capture_unsupported);
}

// Looks at what was recorded. It is done later and again, when what the call was given in this process's memory is
// gone.
class Inspection {
public:
    explicit Inspection(const Context& context) : context_(context) {}

    Result<void> look_at(GraphHandle graph, unsigned level = 0) {
        if (level == most_levels) return not_recordable("it put graphs within graphs on its stream");
        RF_TRY(const std::vector<GraphNodeHandle> nodes, nodes_of(graph));
        for (GraphNodeHandle node : nodes)
            RF_RETURN_IF_ERROR(look_at(node, level));
        return {};
    }
    std::size_t pieces() const { return pieces_; }

private:
    Result<std::vector<GraphNodeHandle>> nodes_of(GraphHandle graph) const {
        std::size_t count = 0;
        RF_RETURN_IF_ERROR(
            context_.check(context_.api().graph_nodes(graph, nullptr, &count), "count what a library has recorded"));
        std::vector<GraphNodeHandle> nodes(count);
        if (count == 0) return nodes;
        RF_RETURN_IF_ERROR(context_.check(context_.api().graph_nodes(graph, nodes.data(), &count),
                                          "look at what a library has recorded"));
        nodes.resize(std::min(count, nodes.size()));
        return nodes;
    }

    Result<void> look_at(GraphNodeHandle node, unsigned level) {
        int type = 0;
        RF_RETURN_IF_ERROR(context_.check(context_.api().graph_node_type(node, &type), "look at a recorded node"));
        ++pieces_;
        switch (static_cast<NodeType>(type)) {
            case NodeType::Kernel:
            case NodeType::Fill:
            case NodeType::Empty: return {};
            case NodeType::Copy: return look_at_copy(node);
            case NodeType::Child: {
                GraphHandle child = nullptr;
                RF_RETURN_IF_ERROR(
                    context_.check(context_.api().graph_child(node, &child), "look at a recorded graph"));
                return look_at(child, level + 1);
            }
            case NodeType::HostCall: return not_recordable("it calls the host");
            case NodeType::Allocate: return not_recordable("it allocates memory; give the library a workspace");
        }
        return not_recordable("it put a node of type " + std::to_string(type) + " on its stream");
    }

    Result<void> look_at_copy(GraphNodeHandle node) const {
        Copy3D copy;
        RF_RETURN_IF_ERROR(
            context_.check(context_.api().graph_copy_parameters(node, &copy), "look at a recorded copy"));
        if (is_host(copy.to)) return not_recordable("it writes to host memory");
        // Alone, a program can only read what its own worker has left there.
        if (is_host(copy.from) && context_.holds_waits()) return not_recordable("it reads host memory");
        return {};
    }

    bool is_host(const CopySide& side) const {
        constexpr int type_host = 1;
        constexpr int attribute_memory_type = 2;
        if (side.memory_type != memory_type_unified) return side.memory_type == type_host;
        unsigned type = 0;
        // The driver knows nothing of memory that is this process's alone.
        const Status status = context_.api().pointer_attribute(&type, attribute_memory_type, side.device);
        return status != status::success || type == type_host;
    }

    const Context& context_;
    std::size_t pieces_ = 0;
};

}  // namespace

Result<std::shared_ptr<LibraryRecorder>> CudaLibraryRecorder::begin(const Context& context) {
    RF_TRY(std::unique_ptr<LibraryRecording> recording, LibraryRecording::begin(context));
    return std::shared_ptr<LibraryRecorder>(new CudaLibraryRecorder(context, std::move(recording)));
}

Result<std::shared_ptr<const RecordedLibrary>> CudaLibraryRecorder::end() {
    RF_TRY(GraphHandle graph, recording_->end_as_graph());
    Inspection inspection(context_);
    if (auto looked = inspection.look_at(graph); !looked.ok()) {
        context_.api().graph_destroy(graph);
        return looked.take_error();
    }
    return std::shared_ptr<const RecordedLibrary>(
        std::make_shared<CudaRecordedLibrary>(context_, graph, inspection.pieces()));
}

}  // namespace ringfence::backend::cuda
