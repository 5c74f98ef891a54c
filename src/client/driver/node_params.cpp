#include "client/driver/node_params.h"

#include "client/driver/batch.h"
#include "client/driver/conditions.h"
#include "client/driver/copy_params.h"
#include "client/driver/fill_check.h"
#include "client/driver/graph_memory.h"
#include "client/driver/launch.h"
#include "client/driver/loader.h"
#include "client/driver/memory.h"

namespace ringfence::driver {
namespace {

// A graph becomes part of another one: not of one that is part of it already.
CUresult given_work(Graph* child, const Graph& graph, ChildWork& work) {
    if (child->owner != nullptr) return CUDA_ERROR_INVALID_VALUE;
    for (const Graph* parent = &graph; parent != nullptr;
         parent = parent->owner == nullptr ? nullptr : parent->owner->graph) {
        if (parent == child) return CUDA_ERROR_INVALID_VALUE;
    }
    work = {child, true};
    return CUDA_SUCCESS;
}

CUresult child_work(const CUDA_CHILD_GRAPH_NODE_PARAMS& params, const Graph& graph, ChildWork& work) {
    Graph* const child = find_graph(params.graph);
    if (child == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (params.ownership == CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE) return given_work(child, graph, work);
    if (params.ownership != CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE) return CUDA_ERROR_INVALID_VALUE;
    if (!can_be_copied(*child)) return CUDA_ERROR_NOT_SUPPORTED;
    work = {child, false};
    return CUDA_SUCCESS;
}

}  // namespace

CUDA_KERNEL_NODE_PARAMS with_kernel(const CUDA_KERNEL_NODE_PARAMS_v1& params) {
    CUDA_KERNEL_NODE_PARAMS full = {};
    full.func = params.func;
    full.gridDimX = params.gridDimX;
    full.gridDimY = params.gridDimY;
    full.gridDimZ = params.gridDimZ;
    full.blockDimX = params.blockDimX;
    full.blockDimY = params.blockDimY;
    full.blockDimZ = params.blockDimZ;
    full.sharedMemBytes = params.sharedMemBytes;
    full.kernelParams = params.kernelParams;
    full.extra = params.extra;
    return full;
}

CUresult kernel_work(const CUDA_KERNEL_NODE_PARAMS& params, KernelWork& work) {
    const auto handle = params.func != nullptr ? params.func : reinterpret_cast<CUfunction>(params.kern);
    Function* function = nullptr;
    RF_CU(resolve_function(handle, function));
    const LaunchShape shape{{params.gridDimX, params.gridDimY, params.gridDimZ},
                            {params.blockDimX, params.blockDimY, params.blockDimZ},
                            params.sharedMemBytes,
                            0};
    RF_CU(check_launch(*function, shape));
    work.function = function->handle.bits;
    work.kernel = from_api(handle).kind() == HandleKind::Kernel ? from_api(handle).bits : 0;
    work.grid = shape.grid;
    work.block = shape.block;
    work.dynamic_shared = shape.dynamic_shared;
    return gather_parameters(*function, params.kernelParams, params.extra, work.parameters);
}

CUresult kernel_params(Node& node, CUDA_KERNEL_NODE_PARAMS& params) {
    auto& work = std::get<KernelWork>(node.work);
    const Function* const function = tables().functions.find({work.function});
    if (function == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    node.parameter_pointers.clear();
    for (const Parameter& parameter : function->parameters) {
        node.parameter_pointers.push_back(work.parameters.data() + parameter.offset);
    }
    params = {};
    params.func = as_api<CUfunction>(Handle{work.kernel != 0 ? work.kernel : work.function});
    params.gridDimX = work.grid.x;
    params.gridDimY = work.grid.y;
    params.gridDimZ = work.grid.z;
    params.blockDimX = work.block.x;
    params.blockDimY = work.block.y;
    params.blockDimZ = work.block.z;
    params.sharedMemBytes = work.dynamic_shared;
    params.kernelParams = node.parameter_pointers.empty() ? nullptr : node.parameter_pointers.data();
    return CUDA_SUCCESS;
}

CUresult copy_work(const CUDA_MEMCPY3D* params, CopyWork& work) {
    if (params == nullptr) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(box_copy(*params, work));
    return check_named_sides(work);
}

CUresult fill_work(const CUDA_MEMSET_NODE_PARAMS* params, FillWork& work) {
    if (params == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const unsigned size = params->elementSize;
    if (size != 1 && size != 2 && size != 4) return CUDA_ERROR_INVALID_VALUE;
    work = {params->dst, params->pitch, params->value, size, params->width, params->height};
    return check_fill(work);
}

CUresult host_work(const CUDA_HOST_NODE_PARAMS* params, HostWork& work) {
    if (params == nullptr || params->fn == nullptr) return CUDA_ERROR_INVALID_VALUE;
    work = {params->fn, params->userData};
    return CUDA_SUCCESS;
}

CUresult event_handle(CUevent handle, std::uint64_t& event) {
    Event* const found = tables().events.find(from_api(handle));
    if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    found->is_recorded.store(true);
    event = found->handle.bits;
    return CUDA_SUCCESS;
}

bool can_be_copied(const Graph& graph) {
    return !has_memory_nodes(graph) && !has_condition_nodes(graph);
}

CUresult allocate_work(const CUDA_MEM_ALLOC_NODE_PARAMS& params, AllocateWork& work) {
    RF_CU(check_pool_properties(params.poolProps));
    // Memory of graphs is not for other processes.
    if (params.poolProps.handleTypes != CU_MEM_HANDLE_TYPE_NONE) return CUDA_ERROR_NOT_SUPPORTED;
    if (params.bytesize == 0 || (params.accessDescCount != 0 && params.accessDescs == nullptr)) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    GraphMemory::Description description{params.poolProps, {}, params.bytesize};
    for (std::size_t i = 0; i < params.accessDescCount; ++i) {
        const CUmemAccessDesc& access = params.accessDescs[i];
        if (access.location.type != CU_MEM_LOCATION_TYPE_DEVICE || access.location.id != 0) {
            return CUDA_ERROR_INVALID_DEVICE;
        }
        description.access.push_back(access);
    }
    return GraphMemory::create(std::move(description), work.memory);
}

CUresult free_work(const Graph& graph, CUdeviceptr address, FreeWork& work) {
    work.memory = find_graph_memory(address);
    return !work.memory || frees(graph, *work.memory) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUDA_KERNEL_NODE_PARAMS kernel_of(const CUgraphNodeParams& params) {
    CUDA_KERNEL_NODE_PARAMS kernel = {};
    static_assert(sizeof(kernel) == sizeof(params.kernel));
    __builtin_memcpy(&kernel, &params.kernel, sizeof(kernel));
    return kernel;
}

CUDA_BATCH_MEM_OP_NODE_PARAMS batch_of(const CUgraphNodeParams& params) {
    return {params.memOp.ctx, params.memOp.count, params.memOp.paramArray, params.memOp.flags};
}

CUresult add_node_for(CUgraphNode* result, CUgraph hGraph, const CUgraphNode* dependencies, std::size_t count,
                      Work work, const CUgraphEdgeData* edges) {
    RF_CU(check_context());
    Graph* const graph = find_graph(hGraph);
    if (graph == nullptr || result == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::vector<Node*> before;
    RF_CU(find_nodes(dependencies, count, before));
    for (std::size_t i = 0; i < count; ++i) {
        if (before[i]->graph != graph) return CUDA_ERROR_INVALID_VALUE;
        if (edges != nullptr) RF_CU(check_edge(*before[i], work, edges[i]));
    }
    Node* const node = add_node(*graph, std::move(work), before);
    if (node == nullptr) return CUDA_ERROR_OUT_OF_MEMORY;
    for (std::size_t i = 0; edges != nullptr && i < count; ++i) {
        if (!is_default(edges[i])) node->edges.insert_or_assign(before[i], edges[i]);
    }
    *result = as_api<CUgraphNode>(node->handle);
    return CUDA_SUCCESS;
}

CUresult any_work(const CUgraphNodeParams& params, const Graph& graph, Work& work) {
    const auto make = [&](auto kind, auto&& fill) -> CUresult {
        RF_CU(fill(kind));
        work = std::move(kind);
        return CUDA_SUCCESS;
    };
    switch (params.type) {
        case CU_GRAPH_NODE_TYPE_EMPTY: work = EmptyWork{}; return CUDA_SUCCESS;
        case CU_GRAPH_NODE_TYPE_KERNEL: {
            const CUDA_KERNEL_NODE_PARAMS kernel = kernel_of(params);
            return make(KernelWork{}, [&](KernelWork& made) { return kernel_work(kernel, made); });
        }
        case CU_GRAPH_NODE_TYPE_MEMCPY:
            return make(CopyWork{}, [&](CopyWork& made) { return copy_work(&params.memcpy.copyParams, made); });
        case CU_GRAPH_NODE_TYPE_MEMSET: {
            const CUDA_MEMSET_NODE_PARAMS fill = {params.memset.dst,         params.memset.pitch, params.memset.value,
                                                  params.memset.elementSize, params.memset.width, params.memset.height};
            return make(FillWork{}, [&](FillWork& made) { return fill_work(&fill, made); });
        }
        case CU_GRAPH_NODE_TYPE_HOST: {
            const CUDA_HOST_NODE_PARAMS host = {params.host.fn, params.host.userData};
            return make(HostWork{}, [&](HostWork& made) { return host_work(&host, made); });
        }
        case CU_GRAPH_NODE_TYPE_GRAPH:
            return make(ChildWork{}, [&](ChildWork& made) { return child_work(params.graph, graph, made); });
        case CU_GRAPH_NODE_TYPE_MEM_ALLOC: {
            const CUDA_MEM_ALLOC_NODE_PARAMS asked = {params.alloc.poolProps, params.alloc.accessDescs,
                                                      params.alloc.accessDescCount, params.alloc.bytesize, 0};
            return make(AllocateWork{}, [&](AllocateWork& made) { return allocate_work(asked, made); });
        }
        case CU_GRAPH_NODE_TYPE_MEM_FREE:
            return make(FreeWork{}, [&](FreeWork& made) { return free_work(graph, params.free.dptr, made); });
        case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
            return make(BatchWork{}, [&](BatchWork& made) {
                return batch_work(params.memOp.paramArray, params.memOp.count, params.memOp.flags, made);
            });
        case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
            return make(RecordWork{},
                        [&](RecordWork& made) { return event_handle(params.eventRecord.event, made.event); });
        case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
            return make(WaitWork{}, [&](WaitWork& made) { return event_handle(params.eventWait.event, made.event); });
        case CU_GRAPH_NODE_TYPE_CONDITIONAL:
            return make(ConditionWork{},
                        [&](ConditionWork& made) { return condition_work(params.conditional, graph, made); });
        case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
        case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT: return CUDA_ERROR_NOT_SUPPORTED;
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

void give_results(Node& node, CUgraphNodeParams& params) {
    if (std::holds_alternative<ConditionWork>(node.work)) params.conditional.phGraph_out = node.bodies.data();
    if (const auto* work = std::get_if<AllocateWork>(&node.work)) params.alloc.dptr = work->memory->address();
}

bool can_be_set(CUgraphNodeType type) {
    switch (type) {
        case CU_GRAPH_NODE_TYPE_GRAPH:
        case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
        case CU_GRAPH_NODE_TYPE_MEM_FREE:
        case CU_GRAPH_NODE_TYPE_CONDITIONAL: return false;
        default: return true;
    }
}

}  // namespace ringfence::driver
