#include "backend/cuda/library_inspection.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/cuda_status.h"

namespace ringfence::backend::cuda {
namespace {

// CUgraphNodeType. An int like the driver's, so that an unknown type is not truncated to a known one.
enum class NodeType : int { Kernel = 0, Copy = 1, Fill = 2, HostCall = 3, Child = 4, Empty = 5, Allocate = 10 };

// How deep graphs may be nested: libraries that use libraries need no more.
constexpr unsigned most_levels = 4;

Error not_recordable(const std::string& what) {
    return Error::bad_input("a library's call cannot be captured: " + what)
        .with_status(cuda_status::capture_unsupported);
}

// Refuses work that is not valid later. Normally the driver reads ordinary host memory during the call, so a library
// may pass memory that it reuses after the call.
class Inspection {
public:
    Inspection(const Context& context, Later later) : context_(context), later_(later) {}

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
            case NodeType::HostCall: return cannot_be_often("it calls the host");
            case NodeType::Allocate: return cannot_be_often("it allocates memory; give the library a workspace");
        }
        return cannot_be_often("it put a node of type " + std::to_string(type) + " on its stream");
    }

    // A library expects such operations to be done once, at any later time: so only once is allowed.
    Result<void> cannot_be_often(const std::string& what) const {
        if (later_ == Later::Once) return {};
        return not_recordable(what);
    }

    Result<void> look_at_copy(GraphNodeHandle node) const {
        Copy3D copy;
        RF_RETURN_IF_ERROR(
            context_.check(context_.api().graph_copy_parameters(node, &copy), "look at a recorded copy"));
        if (is_gone(copy.to)) return not_recordable("it writes to host memory");
        // In a private domain it could only read data of the program's own worker, so it is allowed.
        if (is_gone(copy.from) && context_.holds_waits()) return not_recordable("it reads host memory");
        return {};
    }

    // True if the memory may be gone when the work is done.
    bool is_gone(const CopySide& side) const {
        constexpr unsigned type_host = 1;
        constexpr int attribute_memory_type = 2;
        const bool is_given_as_host = side.memory_type == static_cast<int>(type_host);
        if (side.memory_type != memory_type_unified && !is_given_as_host) return false;
        const std::uint64_t address = is_given_as_host ? reinterpret_cast<std::uint64_t>(side.host) : side.device;
        unsigned type = 0;
        // The driver does not know ordinary memory of this process.
        const Status status = context_.api().pointer_attribute(&type, attribute_memory_type, address);
        if (status != status::success) return true;
        return later_ == Later::Often && (is_given_as_host || type == type_host);
    }

    const Context& context_;
    const Later later_;
    std::size_t pieces_ = 0;
};

}  // namespace

Result<std::size_t> inspect_recorded(const Context& context, GraphHandle graph, Later later) {
    Inspection inspection(context, later);
    RF_RETURN_IF_ERROR(inspection.look_at(graph));
    return inspection.pieces();
}

}  // namespace ringfence::backend::cuda
