// Nodes that allocate and free, and what all graphs' memory is asked.
#include "api/driver_functions.h"
#include "client/driver/attribute_value.h"
#include "client/driver/graph_memory.h"
#include "client/driver/node_params.h"

namespace ringfence::driver {

CUresult cuGraphAddMemAllocNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                                std::size_t numDependencies, CUDA_MEM_ALLOC_NODE_PARAMS* nodeParams) {
    RF_CU(check_context());
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    AllocateWork work;
    RF_CU(allocate_work(*nodeParams, work));
    const CUdeviceptr address = work.memory->address();
    RF_CU(add_node_for(phGraphNode, hGraph, dependencies, numDependencies, std::move(work)));
    nodeParams->dptr = address;
    return CUDA_SUCCESS;
}

CUresult cuGraphMemAllocNodeGetParams(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS* params_out) {
    Node* node = nullptr;
    AllocateWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    if (params_out == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const GraphMemory::Description& asked = work->memory->description();
    *params_out = {asked.pool, asked.access.empty() ? nullptr : asked.access.data(), asked.access.size(), asked.bytes,
                   work->memory->address()};
    return CUDA_SUCCESS;
}

CUresult cuGraphAddMemFreeNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies,
                               std::size_t numDependencies, CUdeviceptr dptr) {
    RF_CU(check_context());
    const Graph* const graph = find_graph(hGraph);
    if (graph == nullptr) return CUDA_ERROR_INVALID_VALUE;
    FreeWork work;
    RF_CU(free_work(*graph, dptr, work));
    return add_node_for(phGraphNode, hGraph, dependencies, numDependencies, std::move(work));
}

CUresult cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr* dptr_out) {
    Node* node = nullptr;
    FreeWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    if (dptr_out == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *dptr_out = work->memory->address();
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void* value) {
    RF_CU(check_device(device));
    if (value == nullptr) return CUDA_ERROR_INVALID_VALUE;
    // Graphs have their memory from the node on, and give it back when they go: what is reserved is in use.
    const GraphMemoryUse use = graph_memory_use();
    switch (attr) {
        case CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT:
        case CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT: return give(value, use.now);
        case CU_GRAPH_MEM_ATTR_USED_MEM_HIGH:
        case CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH: return give(value, use.most);
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void* value) {
    RF_CU(check_device(device));
    const bool is_most = attr == CU_GRAPH_MEM_ATTR_USED_MEM_HIGH || attr == CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH;
    if (value == nullptr || !is_most || take<std::uint64_t>(value) != 0) return CUDA_ERROR_INVALID_VALUE;
    forget_most_graph_memory();
    return CUDA_SUCCESS;
}

CUresult cuDeviceGraphMemTrim(CUdevice device) {
    // Nothing is kept that no graph has.
    return check_device(device);
}

}  // namespace ringfence::driver
