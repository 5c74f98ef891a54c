// cuGraph*: graphs, their nodes and edges.
#include <algorithm>

#include "api/driver_functions.h"
#include "client/driver/graph_memory.h"
#include "client/driver/node_params.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

// Tells how many there are, or gives as many as there is room for; the rest is null.
CUresult give_nodes(const std::vector<Node*>& nodes, CUgraphNode* places, std::size_t* count) {
    if (count == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (places != nullptr) {
        for (std::size_t i = 0; i < *count; ++i) {
            places[i] = i < nodes.size() ? as_api<CUgraphNode>(nodes[i]->handle) : nullptr;
        }
        *count = std::min(*count, nodes.size());
        return CUDA_SUCCESS;
    }
    *count = nodes.size();
    return CUDA_SUCCESS;
}

CUresult find_own_nodes(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to, std::size_t count,
                        std::vector<Node*>& sources, std::vector<Node*>& targets) {
    RF_CU(check_initialized());
    if (find_graph(hGraph) == nullptr) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(find_nodes(from, count, sources));
    return find_nodes(to, count, targets);
}

CUgraphEdgeData edge_at(const CUgraphEdgeData* edges, std::size_t index) {
    return edges == nullptr ? CUgraphEdgeData{} : edges[index];
}

// Gives the data of as many edges as there is room for. Without a place for it, none may have any.
CUresult give_edges(const std::vector<CUgraphEdgeData>& edges, CUgraphEdgeData* places, std::size_t room) {
    if (places == nullptr) {
        const std::size_t given = std::min(edges.size(), room);
        const auto end = edges.begin() + static_cast<std::ptrdiff_t>(given);
        return std::all_of(edges.begin(), end, is_default) ? CUDA_SUCCESS : CUDA_ERROR_LOSSY_QUERY;
    }
    for (std::size_t i = 0; i < room; ++i)
        places[i] = i < edges.size() ? edges[i] : CUgraphEdgeData{};
    return CUDA_SUCCESS;
}

// Nodes on one side of a node's edges, and the data of those edges.
CUresult give_neighbours(const std::vector<Node*>& nodes, const std::vector<CUgraphEdgeData>& edges,
                         CUgraphNode* places, CUgraphEdgeData* edge_places, std::size_t* count) {
    if (count == nullptr || (places == nullptr && edge_places != nullptr)) return CUDA_ERROR_INVALID_VALUE;
    if (places != nullptr) RF_CU(give_edges(edges, edge_places, *count));
    return give_nodes(nodes, places, count);
}

// Null: there was no place for it.
CUresult give_graph(const Graph* graph, CUgraph& result) {
    if (graph == nullptr) return CUDA_ERROR_OUT_OF_MEMORY;
    result = as_api<CUgraph>(graph->handle);
    return CUDA_SUCCESS;
}

}  // namespace

CUresult cuGraphCreate(CUgraph* phGraph, unsigned int flags) {
    RF_CU(check_initialized());
    if (phGraph == nullptr || flags != 0) return CUDA_ERROR_INVALID_VALUE;
    return give_graph(create_graph(), *phGraph);
}

CUresult cuGraphDestroy(CUgraph hGraph) {
    RF_CU(check_initialized());
    Graph* const graph = find_graph(hGraph);
    if (graph == nullptr || graph->owner != nullptr) return CUDA_ERROR_INVALID_VALUE;
    destroy_graph(graph);
    return CUDA_SUCCESS;
}

CUresult cuGraphDestroyNode(CUgraphNode hNode) {
    RF_CU(check_initialized());
    Node* const node = find_node(hNode);
    if (node == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (has_memory_nodes(*node->graph)) return CUDA_ERROR_NOT_SUPPORTED;
    destroy_node(node);
    return CUDA_SUCCESS;
}

CUresult cuGraphClone(CUgraph* phGraphClone, CUgraph originalGraph) {
    RF_CU(check_initialized());
    const Graph* const graph = find_graph(originalGraph);
    if (graph == nullptr || phGraphClone == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (!can_be_copied(*graph)) return CUDA_ERROR_NOT_SUPPORTED;
    return give_graph(clone_graph(*graph), *phGraphClone);
}

CUresult cuGraphNodeFindInClone(CUgraphNode* phNode, CUgraphNode hOriginalNode, CUgraph hClonedGraph) {
    RF_CU(check_initialized());
    const Graph* const graph = find_graph(hClonedGraph);
    if (graph == nullptr || phNode == nullptr) return CUDA_ERROR_INVALID_VALUE;
    for (const Node* node : graph->nodes) {
        if (node->original != from_api(hOriginalNode)) continue;
        *phNode = as_api<CUgraphNode>(node->handle);
        return CUDA_SUCCESS;
    }
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGraphAddEmptyNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                             std::size_t numDependencies) {
    return add_node_for(phGraphNode, hGraph, dependencies, numDependencies, EmptyWork{});
}

CUresult cuGraphAddKernelNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                 std::size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
    RF_CU(check_context());
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    KernelWork work;
    RF_CU(kernel_work(*nodeParams, work));
    return add_node_for(phGraphNode, hGraph, dependencies, numDependencies, std::move(work));
}

CUresult cuGraphAddKernelNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                              std::size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUDA_KERNEL_NODE_PARAMS params = with_kernel(*nodeParams);
    return cuGraphAddKernelNode_v2(phGraphNode, hGraph, dependencies, numDependencies, &params);
}

CUresult cuGraphAddMemcpyNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                              std::size_t numDependencies, const CUDA_MEMCPY3D* copyParams, CUcontext) {
    RF_CU(check_context());
    CopyWork work;
    RF_CU(copy_work(copyParams, work));
    return add_node_for(phGraphNode, hGraph, dependencies, numDependencies, work);
}

CUresult cuGraphAddMemsetNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                              std::size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext) {
    RF_CU(check_context());
    FillWork work;
    RF_CU(fill_work(memsetParams, work));
    return add_node_for(phGraphNode, hGraph, dependencies, numDependencies, work);
}

CUresult cuGraphAddHostNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                            std::size_t numDependencies, const CUDA_HOST_NODE_PARAMS* nodeParams) {
    HostWork work;
    RF_CU(host_work(nodeParams, work));
    return add_node_for(phGraphNode, hGraph, dependencies, numDependencies, work);
}

CUresult cuGraphAddChildGraphNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                  std::size_t numDependencies, CUgraph childGraph) {
    RF_CU(check_initialized());
    Graph* const child = find_graph(childGraph);
    if (child == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (!can_be_copied(*child)) return CUDA_ERROR_NOT_SUPPORTED;
    return add_node_for(phGraphNode, hGraph, dependencies, numDependencies, ChildWork{child});
}

CUresult cuGraphAddEventRecordNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                   std::size_t numDependencies, CUevent event) {
    RF_CU(check_context());
    RecordWork work;
    RF_CU(event_handle(event, work.event));
    return add_node_for(phGraphNode, hGraph, dependencies, numDependencies, work);
}

CUresult cuGraphAddEventWaitNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                 std::size_t numDependencies, CUevent event) {
    RF_CU(check_context());
    WaitWork work;
    RF_CU(event_handle(event, work.event));
    return add_node_for(phGraphNode, hGraph, dependencies, numDependencies, work);
}

CUresult cuGraphAddNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                           const CUgraphEdgeData* dependencyData, std::size_t numDependencies,
                           CUgraphNodeParams* nodeParams) {
    RF_CU(check_context());
    const Graph* const graph = find_graph(hGraph);
    if (nodeParams == nullptr || graph == nullptr) return CUDA_ERROR_INVALID_VALUE;
    Work work;
    RF_CU(any_work(*nodeParams, *graph, work));
    RF_CU(add_node_for(phGraphNode, hGraph, dependencies, numDependencies, std::move(work), dependencyData));
    give_results(*find_node(*phGraphNode), *nodeParams);
    return CUDA_SUCCESS;
}

CUresult cuGraphAddNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                        std::size_t numDependencies, CUgraphNodeParams* nodeParams) {
    return cuGraphAddNode_v2(phGraphNode, hGraph, dependencies, nullptr, numDependencies, nodeParams);
}

CUresult cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType* type) {
    RF_CU(check_initialized());
    const Node* const node = find_node(hNode);
    if (node == nullptr || type == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *type = type_of(*node);
    return CUDA_SUCCESS;
}

CUresult cuGraphGetNodes(CUgraph hGraph, CUgraphNode* nodes, std::size_t* numNodes) {
    RF_CU(check_initialized());
    const Graph* const graph = find_graph(hGraph);
    return graph == nullptr ? CUDA_ERROR_INVALID_VALUE : give_nodes(graph->nodes, nodes, numNodes);
}

CUresult cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode* rootNodes, std::size_t* numRootNodes) {
    RF_CU(check_initialized());
    const Graph* const graph = find_graph(hGraph);
    if (graph == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::vector<Node*> roots;
    for (Node* node : graph->nodes) {
        if (node->dependencies.empty()) roots.push_back(node);
    }
    return give_nodes(roots, rootNodes, numRootNodes);
}

CUresult cuGraphGetEdges_v2(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to, CUgraphEdgeData* edgeData,
                            std::size_t* numEdges) {
    RF_CU(check_initialized());
    const Graph* const graph = find_graph(hGraph);
    if (graph == nullptr || numEdges == nullptr || (from == nullptr) != (to == nullptr))
        return CUDA_ERROR_INVALID_VALUE;
    if (from == nullptr && edgeData != nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::vector<Node*> sources;
    std::vector<Node*> targets;
    std::vector<CUgraphEdgeData> edges;
    for (Node* node : graph->nodes) {
        for (Node* dependency : node->dependencies) {
            sources.push_back(dependency);
            targets.push_back(node);
            edges.push_back(edge_between(*dependency, *node));
        }
    }
    std::size_t room = *numEdges;
    if (from != nullptr) RF_CU(give_edges(edges, edgeData, room));
    RF_CU(give_nodes(sources, from, &room));
    return give_nodes(targets, to, numEdges);
}

CUresult cuGraphGetEdges(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to, std::size_t* numEdges) {
    return cuGraphGetEdges_v2(hGraph, from, to, nullptr, numEdges);
}

CUresult cuGraphNodeGetDependencies_v2(CUgraphNode hNode, CUgraphNode* dependencies, CUgraphEdgeData* edgeData,
                                       std::size_t* numDependencies) {
    RF_CU(check_initialized());
    const Node* const node = find_node(hNode);
    if (node == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::vector<CUgraphEdgeData> edges;
    for (const Node* dependency : node->dependencies)
        edges.push_back(edge_between(*dependency, *node));
    return give_neighbours(node->dependencies, edges, dependencies, edgeData, numDependencies);
}

CUresult cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode* dependencies, std::size_t* numDependencies) {
    return cuGraphNodeGetDependencies_v2(hNode, dependencies, nullptr, numDependencies);
}

CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode hNode, CUgraphNode* dependentNodes, CUgraphEdgeData* edgeData,
                                         std::size_t* numDependentNodes) {
    RF_CU(check_initialized());
    const Node* const node = find_node(hNode);
    if (node == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::vector<CUgraphEdgeData> edges;
    for (const Node* dependent : node->dependents)
        edges.push_back(edge_between(*node, *dependent));
    return give_neighbours(node->dependents, edges, dependentNodes, edgeData, numDependentNodes);
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode* dependentNodes, std::size_t* numDependentNodes) {
    return cuGraphNodeGetDependentNodes_v2(hNode, dependentNodes, nullptr, numDependentNodes);
}

CUresult cuGraphAddDependencies_v2(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                   const CUgraphEdgeData* edgeData, std::size_t numDependencies) {
    std::vector<Node*> sources;
    std::vector<Node*> targets;
    RF_CU(find_own_nodes(hGraph, from, to, numDependencies, sources, targets));
    for (std::size_t i = 0; i < sources.size(); ++i)
        RF_CU(add_dependency(*sources[i], *targets[i], edge_at(edgeData, i)));
    return CUDA_SUCCESS;
}

CUresult cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                std::size_t numDependencies) {
    return cuGraphAddDependencies_v2(hGraph, from, to, nullptr, numDependencies);
}

CUresult cuGraphRemoveDependencies_v2(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                      const CUgraphEdgeData* edgeData, std::size_t numDependencies) {
    std::vector<Node*> sources;
    std::vector<Node*> targets;
    RF_CU(find_own_nodes(hGraph, from, to, numDependencies, sources, targets));
    if (has_memory_nodes(*find_graph(hGraph))) return CUDA_ERROR_NOT_SUPPORTED;
    // Without data CUDA documents edges without any to be meant; a card removes those with data too.
    for (std::size_t i = 0; i < sources.size(); ++i)
        RF_CU(remove_dependency(*sources[i], *targets[i], edgeData == nullptr ? nullptr : &edgeData[i]));
    return CUDA_SUCCESS;
}

CUresult cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to,
                                   std::size_t numDependencies) {
    return cuGraphRemoveDependencies_v2(hGraph, from, to, nullptr, numDependencies);
}

}  // namespace ringfence::driver
