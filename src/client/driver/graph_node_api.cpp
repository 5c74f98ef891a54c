// Parameters of graph nodes: cuGraph*NodeGetParams, cuGraph*NodeSetParams; user objects.
#include <algorithm>
#include <climits>
#include <memory>

#include "api/driver_functions.h"
#include "client/driver/node_params.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

UserObject* find_object(CUuserObject handle) {
    return tables().user_objects.find(from_api(handle));
}

bool can_add(const UserObject& object, unsigned count) {
    return count != 0 && count <= INT_MAX - std::min<unsigned>(object.references, INT_MAX);
}

CUresult drop(UserObject& object, unsigned count) {
    if (count == 0 || count > object.references) return CUDA_ERROR_INVALID_VALUE;
    object.references -= count;
    if (object.references != 0) return CUDA_SUCCESS;
    object.destroy(object.data);
    tables().user_objects.erase(object.handle);
    return CUDA_SUCCESS;
}

}  // namespace

CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS* nodeParams) {
    Node* node = nullptr;
    KernelWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    return nodeParams == nullptr ? CUDA_ERROR_INVALID_VALUE : kernel_params(*node, *nodeParams);
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    CUDA_KERNEL_NODE_PARAMS params = {};
    RF_CU(cuGraphKernelNodeGetParams_v2(hNode, &params));
    // The older structure is the beginning of the newer.
    __builtin_memcpy(nodeParams, &params, sizeof(*nodeParams));
    return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS* nodeParams) {
    Node* node = nullptr;
    KernelWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    KernelWork changed;
    RF_CU(kernel_work(*nodeParams, changed));
    changed.flags = work->flags;
    changed.attributes = work->attributes;
    *work = std::move(changed);
    return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) {
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUDA_KERNEL_NODE_PARAMS params = with_kernel(*nodeParams);
    return cuGraphKernelNodeSetParams_v2(hNode, &params);
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D* nodeParams) {
    Node* node = nullptr;
    CopyWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *nodeParams = work->asked;
    return CUDA_SUCCESS;
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D* nodeParams) {
    Node* node = nullptr;
    CopyWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    CopyWork changed;
    RF_CU(copy_work(nodeParams, changed));
    *work = changed;
    return CUDA_SUCCESS;
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS* nodeParams) {
    Node* node = nullptr;
    FillWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *nodeParams = {work->to, work->pitch, work->value, work->width, work->count, work->height};
    return CUDA_SUCCESS;
}

CUresult cuGraphMemsetNodeSetParams(CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS* nodeParams) {
    Node* node = nullptr;
    FillWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    FillWork changed;
    RF_CU(fill_work(nodeParams, changed));
    *work = changed;
    return CUDA_SUCCESS;
}

CUresult cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS* nodeParams) {
    Node* node = nullptr;
    HostWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    if (nodeParams == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *nodeParams = {work->function, work->data};
    return CUDA_SUCCESS;
}

CUresult cuGraphHostNodeSetParams(CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS* nodeParams) {
    Node* node = nullptr;
    HostWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    return host_work(nodeParams, *work);
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph* phGraph) {
    Node* node = nullptr;
    ChildWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    if (phGraph == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *phGraph = as_api<CUgraph>(work->graph->handle);
    return CUDA_SUCCESS;
}

CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent* event_out) {
    Node* node = nullptr;
    RecordWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    if (event_out == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *event_out = as_api<CUevent>(Handle{work->event});
    return CUDA_SUCCESS;
}

CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event) {
    Node* node = nullptr;
    RecordWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    return event_handle(event, work->event);
}

CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent* event_out) {
    Node* node = nullptr;
    WaitWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    if (event_out == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *event_out = as_api<CUevent>(Handle{work->event});
    return CUDA_SUCCESS;
}

CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event) {
    Node* node = nullptr;
    WaitWork* work = nullptr;
    RF_CU(work_of(hNode, node, work));
    return event_handle(event, work->event);
}

CUresult cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams* nodeParams) {
    RF_CU(check_context());
    Node* const node = find_node(hNode);
    if (node == nullptr || nodeParams == nullptr || type_of(*node) != nodeParams->type) return CUDA_ERROR_INVALID_VALUE;
    if (!can_be_set(nodeParams->type)) return CUDA_ERROR_NOT_SUPPORTED;
    if (nodeParams->type == CU_GRAPH_NODE_TYPE_KERNEL) {
        const CUDA_KERNEL_NODE_PARAMS kernel = kernel_of(*nodeParams);
        return cuGraphKernelNodeSetParams_v2(hNode, &kernel);
    }
    return any_work(*nodeParams, *node->graph, node->work);
}

CUresult cuUserObjectCreate(CUuserObject* object_out, void* ptr, CUhostFn destroy, unsigned int initialRefcount,
                            unsigned int flags) {
    RF_CU(check_initialized());
    if (object_out == nullptr || destroy == nullptr || initialRefcount == 0) return CUDA_ERROR_INVALID_VALUE;
    if (flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC) return CUDA_ERROR_INVALID_VALUE;
    auto made = std::make_unique<UserObject>();
    UserObject* const object = made.get();
    object->destroy = destroy;
    object->data = ptr;
    object->references = initialRefcount;
    object->handle = tables().user_objects.insert(std::move(made));
    if (object->handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    *object_out = as_api<CUuserObject>(object->handle);
    return CUDA_SUCCESS;
}

CUresult cuUserObjectRetain(CUuserObject object, unsigned int count) {
    RF_CU(check_initialized());
    UserObject* const found = find_object(object);
    if (found == nullptr || !can_add(*found, count)) return CUDA_ERROR_INVALID_VALUE;
    found->references += count;
    return CUDA_SUCCESS;
}

CUresult cuUserObjectRelease(CUuserObject object, unsigned int count) {
    RF_CU(check_initialized());
    UserObject* const found = find_object(object);
    return found == nullptr ? CUDA_ERROR_INVALID_VALUE : drop(*found, count);
}

CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags) {
    RF_CU(check_initialized());
    Graph* const holder = find_graph(graph);
    UserObject* const found = find_object(object);
    if (holder == nullptr || found == nullptr || !can_add(*found, count)) return CUDA_ERROR_INVALID_VALUE;
    if (flags != 0 && flags != CU_GRAPH_USER_OBJECT_MOVE) return CUDA_ERROR_INVALID_VALUE;
    if (flags == 0) found->references += count;
    holder->user_objects[found->handle.bits] += count;
    return CUDA_SUCCESS;
}

CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count) {
    RF_CU(check_initialized());
    Graph* const holder = find_graph(graph);
    UserObject* const found = find_object(object);
    if (holder == nullptr || found == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const auto held = holder->user_objects.find(found->handle.bits);
    if (held == holder->user_objects.end() || count == 0 || count > held->second) return CUDA_ERROR_INVALID_VALUE;
    held->second -= count;
    if (held->second == 0) holder->user_objects.erase(held);
    return drop(*found, count);
}

}  // namespace ringfence::driver
