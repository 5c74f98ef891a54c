// cuGraphDebugDotPrint: a graph as a drawing's description, for Graphviz.
#include <fstream>
#include <ostream>
#include <string>

#include "api/driver_functions.h"
#include "client/driver/graph.h"
#include "client/driver/graph_memory.h"

namespace ringfence::driver {
namespace {

const char* name_of(CUgraphNodeType type) {
    switch (type) {
        case CU_GRAPH_NODE_TYPE_KERNEL: return "KERNEL";
        case CU_GRAPH_NODE_TYPE_MEMCPY: return "MEMCPY";
        case CU_GRAPH_NODE_TYPE_MEMSET: return "MEMSET";
        case CU_GRAPH_NODE_TYPE_HOST: return "HOST";
        case CU_GRAPH_NODE_TYPE_GRAPH: return "GRAPH";
        case CU_GRAPH_NODE_TYPE_EVENT_RECORD: return "EVENT_RECORD";
        case CU_GRAPH_NODE_TYPE_WAIT_EVENT: return "WAIT_EVENT";
        case CU_GRAPH_NODE_TYPE_MEM_ALLOC: return "MEM_ALLOC";
        case CU_GRAPH_NODE_TYPE_MEM_FREE: return "MEM_FREE";
        case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP: return "BATCH_MEM_OP";
        case CU_GRAPH_NODE_TYPE_CONDITIONAL: return "CONDITIONAL";
        default: return "EMPTY";
    }
}

std::string hex(std::uint64_t value) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text;
    do {
        text.insert(text.begin(), digits[value % 16]);
        value /= 16;
    } while (value != 0);
    return "0x" + text;
}

std::string text_of_size(const Dimensions& size) {
    return '(' + std::to_string(size.x) + ',' + std::to_string(size.y) + ',' + std::to_string(size.z) + ')';
}

class DotWriter {
public:
    DotWriter(std::ostream& out, unsigned flags) : out_(out), flags_(flags) {}

    void write(const Graph& graph) {
        out_ << "digraph dot {\n";
        write_graph(graph, "graph_0", 1);
        out_ << "}\n";
    }

private:
    void write_graph(const Graph& graph, const std::string& name, int depth) {
        const std::string indent(static_cast<std::size_t>(depth) * 4, ' ');
        out_ << indent << "subgraph cluster_" << name << " {\n" << indent << "label=\"" << name << "\"\n";
        for (const Node* node : graph.nodes) {
            out_ << indent << name_in_graph(*node) << " [shape=\"record\" label=\"{" << label_of(*node) << "}\"];\n";
        }
        for (const Node* node : graph.nodes) {
            for (const Node* dependency : node->dependencies)
                out_ << indent << name_in_graph(*dependency) << " -> " << name_in_graph(*node) << ";\n";
        }
        for (const Node* node : graph.nodes) {
            for (const Graph* inner : inner_graphs(*node))
                write_graph(*inner, "graph_" + std::to_string(++inner_), depth + 1);
        }
        out_ << indent << "}\n";
    }

    static std::string name_in_graph(const Node& node) { return "node_" + std::to_string(node.handle.index()); }

    bool shows(unsigned what) const { return (flags_ & (what | CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE)) != 0; }

    std::string label_of(const Node& node) const {
        std::string label = name_of(type_of(node));
        if (const auto* work = std::get_if<KernelWork>(&node.work)) label += label_of(*work);
        if (const auto* work = std::get_if<CopyWork>(&node.work)) label += label_of(*work);
        if (const auto* work = std::get_if<FillWork>(&node.work)) label += label_of(*work);
        if (const auto* work = std::get_if<AllocateWork>(&node.work)) {
            if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS)) label += label_of(*work->memory);
        }
        if (const auto* work = std::get_if<FreeWork>(&node.work)) {
            if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS))
                label += " | dptr " + hex(work->memory->address());
        }
        if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES)) label += " | handle " + hex(node.handle.bits);
        return label;
    }
    std::string label_of(const KernelWork& work) const {
        const Function* const function = tables().functions.find({work.function});
        std::string label = " | " + (function == nullptr ? std::string("?") : function->name);
        if (!shows(CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS)) return label;
        return label + " | grid " + text_of_size(work.grid) + " | block " + text_of_size(work.block) +
               " | dynamic shared " + std::to_string(work.dynamic_shared);
    }
    std::string label_of(const CopyWork& work) const {
        if (!shows(CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS)) return {};
        return " | dst " + hex(work.to.address) + " | src " + hex(work.from.address) + " | " +
               std::to_string(work.size.width) + " x " + std::to_string(work.size.height) + " x " +
               std::to_string(work.size.depth) + " bytes";
    }
    std::string label_of(const FillWork& work) const {
        if (!shows(CU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS)) return {};
        return " | dst " + hex(work.to) + " | value " + hex(work.value) + " | " + std::to_string(work.count) + " x " +
               std::to_string(work.height) + " of " + std::to_string(work.width) + " bytes";
    }
    static std::string label_of(const GraphMemory& memory) {
        return " | dptr " + hex(memory.address()) + " | " + std::to_string(memory.description().bytes) + " bytes";
    }

    std::ostream& out_;
    unsigned flags_;
    unsigned inner_ = 0;
};

}  // namespace

CUresult cuGraphDebugDotPrint(CUgraph hGraph, const char* path, unsigned int flags) {
    RF_CU(check_initialized());
    const Graph* const graph = find_graph(hGraph);
    if (graph == nullptr || path == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::ofstream file(path, std::ios::trunc);
    if (!file) return CUDA_ERROR_OPERATING_SYSTEM;
    DotWriter(file, flags).write(*graph);
    file.close();
    return file ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}

}  // namespace ringfence::driver
