#include "client/driver/graph.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace ringfence::driver {
namespace {

void release_user_objects(Graph& graph) {
    for (const auto& [handle, references] : graph.user_objects) {
        UserObject* const object = tables().user_objects.find({handle});
        if (object == nullptr) continue;
        object->references -= std::min(object->references, references);
        if (object->references != 0) continue;
        object->destroy(object->data);
        tables().user_objects.erase({handle});
    }
}

// False: there is no place for its own copy.
bool own_child(Node& node) {
    auto* const child = std::get_if<ChildWork>(&node.work);
    if (child == nullptr) return true;
    Graph* const own = child->is_given ? child->graph : clone_graph(*child->graph);
    if (own == nullptr) return false;
    child->graph = own;
    child->is_given = false;
    own->owner = &node;
    return true;
}

// False: there is no place for all of them, and none was kept.
bool own_bodies(Node& node) {
    auto* const condition = std::get_if<ConditionWork>(&node.work);
    if (condition == nullptr) return true;
    std::vector<Graph*> own;
    for (const Graph* const body : condition->bodies) {
        Graph* const made = body == nullptr ? create_graph() : clone_graph(*body);
        if (made == nullptr) {
            for (Graph* const graph : own)
                destroy_graph(graph);
            return false;
        }
        own.push_back(made);
        made->owner = &node;
    }
    for (std::size_t i = 0; i < own.size(); ++i) {
        condition->bodies[i] = own[i];
        node.bodies.push_back(as_api<CUgraph>(own[i]->handle));
    }
    return true;
}

bool contains(const std::vector<Node*>& nodes, const Node* node) {
    return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

}  // namespace

Graph* create_graph() {
    auto graph = std::make_unique<Graph>();
    Graph* const raw = graph.get();
    raw->handle = tables().graphs.insert(std::move(graph));
    return raw->handle.bits != 0 ? raw : nullptr;
}

void destroy_graph(Graph* graph) {
    for (Node* node : graph->nodes) {
        for (Graph* inner : inner_graphs(*node))
            destroy_graph(inner);
        tables().nodes.erase(node->handle);
    }
    release_user_objects(*graph);
    tables().graphs.erase(graph->handle);
}

Node* add_node(Graph& graph, Work work, std::span<Node* const> dependencies) {
    auto node = std::make_unique<Node>();
    Node* const raw = node.get();
    raw->graph = &graph;
    raw->work = std::move(work);
    raw->handle = tables().nodes.insert(std::move(node));
    if (raw->handle.bits == 0) return nullptr;
    if (!own_child(*raw) || !own_bodies(*raw)) {
        tables().nodes.erase(raw->handle);
        return nullptr;
    }
    graph.nodes.push_back(raw);
    for (Node* dependency : dependencies)
        add_dependency(*dependency, *raw);
    return raw;
}

void destroy_node(Node* node) {
    for (Node* other : node->dependencies)
        std::erase(other->dependents, node);
    for (Node* other : node->dependents) {
        std::erase(other->dependencies, node);
        other->edges.erase(node);
    }
    std::erase(node->graph->nodes, node);
    for (Graph* inner : inner_graphs(*node))
        destroy_graph(inner);
    tables().nodes.erase(node->handle);
}

Graph* clone_graph(const Graph& graph) {
    Graph* const copy = create_graph();
    if (copy == nullptr) return nullptr;
    copy->original = graph.handle;
    for (const auto& [handle, references] : graph.user_objects) {
        if (UserObject* const object = tables().user_objects.find({handle})) object->references += references;
    }
    copy->user_objects = graph.user_objects;
    copy->conditions = graph.conditions;
    std::unordered_map<const Node*, Node*> copies;
    for (const Node* node : graph.nodes) {
        Node* const made = add_node(*copy, node->work, {});
        if (made == nullptr) {
            destroy_graph(copy);
            return nullptr;
        }
        made->original = node->handle;
        made->is_enabled = node->is_enabled;
        copies.emplace(node, made);
    }
    for (const Node* node : graph.nodes) {
        for (const Node* dependency : node->dependencies)
            add_dependency(*copies.at(dependency), *copies.at(node), edge_between(*dependency, *node));
    }
    return copy;
}

bool is_default(const CUgraphEdgeData& edge) {
    const CUgraphEdgeData zeros = {};
    return std::memcmp(&edge, &zeros, sizeof(edge)) == 0;
}

CUgraphEdgeData edge_between(const Node& from, const Node& to) {
    const auto found = to.edges.find(&from);
    return found == to.edges.end() ? CUgraphEdgeData{} : found->second;
}

// Only between kernels there is another kind than the default, and it must begin at one of a kernel's other ports.
CUresult check_edge(const Node& from, const Work& work, const CUgraphEdgeData& edge) {
    if (is_default(edge)) return CUDA_SUCCESS;
    for (const unsigned char reserved : edge.reserved) {
        if (reserved != 0) return CUDA_ERROR_INVALID_VALUE;
    }
    const bool is_between_kernels =
        std::holds_alternative<KernelWork>(from.work) && std::holds_alternative<KernelWork>(work);
    const bool is_port = edge.from_port == CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC ||
                         edge.from_port == CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER;
    const bool is_programmatic = edge.type == CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
    return is_between_kernels && is_port && is_programmatic && edge.to_port == 0 ? CUDA_SUCCESS
                                                                                 : CUDA_ERROR_INVALID_VALUE;
}

CUresult add_dependency(Node& from, Node& to, const CUgraphEdgeData& edge) {
    if (from.graph != to.graph || &from == &to) return CUDA_ERROR_INVALID_VALUE;
    if (contains(to.dependencies, &from)) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_edge(from, to.work, edge));
    to.dependencies.push_back(&from);
    from.dependents.push_back(&to);
    if (!is_default(edge)) to.edges.emplace(&from, edge);
    return CUDA_SUCCESS;
}

CUresult remove_dependency(Node& from, Node& to, const CUgraphEdgeData* edge) {
    if (!contains(to.dependencies, &from)) return CUDA_ERROR_INVALID_VALUE;
    const CUgraphEdgeData present = edge_between(from, to);
    const bool is_meant = edge == nullptr || std::memcmp(&present, edge, sizeof(*edge)) == 0;
    if (!is_meant) return CUDA_ERROR_INVALID_VALUE;
    std::erase(to.dependencies, &from);
    std::erase(from.dependents, &to);
    to.edges.erase(&from);
    return CUDA_SUCCESS;
}

CUgraphNodeType type_of(const Node& node) {
    return std::visit(
        [](const auto& work) {
            using Kind = std::remove_cvref_t<decltype(work)>;
            if constexpr (std::is_same_v<Kind, KernelWork>) return CU_GRAPH_NODE_TYPE_KERNEL;
            if constexpr (std::is_same_v<Kind, CopyWork>) return CU_GRAPH_NODE_TYPE_MEMCPY;
            if constexpr (std::is_same_v<Kind, FillWork>) return CU_GRAPH_NODE_TYPE_MEMSET;
            if constexpr (std::is_same_v<Kind, HostWork>) return CU_GRAPH_NODE_TYPE_HOST;
            if constexpr (std::is_same_v<Kind, ChildWork>) return CU_GRAPH_NODE_TYPE_GRAPH;
            // It may be many kernels, and their parameters are unknown, so it is not reported as a kernel node.
            if constexpr (std::is_same_v<Kind, LibraryWork>) return CU_GRAPH_NODE_TYPE_GRAPH;
            if constexpr (std::is_same_v<Kind, RecordWork>) return CU_GRAPH_NODE_TYPE_EVENT_RECORD;
            if constexpr (std::is_same_v<Kind, WaitWork>) return CU_GRAPH_NODE_TYPE_WAIT_EVENT;
            if constexpr (std::is_same_v<Kind, AllocateWork>) return CU_GRAPH_NODE_TYPE_MEM_ALLOC;
            if constexpr (std::is_same_v<Kind, FreeWork>) return CU_GRAPH_NODE_TYPE_MEM_FREE;
            if constexpr (std::is_same_v<Kind, ConditionWork>) return CU_GRAPH_NODE_TYPE_CONDITIONAL;
            if constexpr (std::is_same_v<Kind, WriteValueWork> || std::is_same_v<Kind, WaitValueWork> ||
                          std::is_same_v<Kind, BatchWork>) {
                return CU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
            }
            return CU_GRAPH_NODE_TYPE_EMPTY;
        },
        node.work);
}

std::vector<Graph*> inner_graphs(const Node& node) {
    if (const auto* child = std::get_if<ChildWork>(&node.work)) return {child->graph};
    if (const auto* condition = std::get_if<ConditionWork>(&node.work)) return condition->bodies;
    return {};
}

bool in_order(const Graph& graph, std::vector<Node*>& nodes) {
    nodes.clear();
    std::unordered_map<const Node*, std::size_t> missing;
    for (Node* node : graph.nodes) {
        missing[node] = node->dependencies.size();
        if (node->dependencies.empty()) nodes.push_back(node);
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (Node* dependent : nodes[i]->dependents) {
            if (--missing[dependent] == 0) nodes.push_back(dependent);
        }
    }
    return nodes.size() == graph.nodes.size();
}

Graph* find_graph(CUgraph handle) {
    return tables().graphs.find(from_api(handle));
}

Node* find_node(CUgraphNode handle) {
    return tables().nodes.find(from_api(handle));
}

CUresult find_nodes(const CUgraphNode* handles, std::size_t count, std::vector<Node*>& nodes) {
    nodes.clear();
    if (count != 0 && handles == nullptr) return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t i = 0; i < count; ++i) {
        Node* const node = find_node(handles[i]);
        if (node == nullptr) return CUDA_ERROR_INVALID_VALUE;
        nodes.push_back(node);
    }
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
