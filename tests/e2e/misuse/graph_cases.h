// Graphs: nodes of every kind with wrong parameters, questions about the wrong node, edges, clones, executable graphs,
// user objects, memory of graphs.
#pragma once

#include "case.h"

namespace graph_misuse {

inline cudaGraph_t new_graph() {
    cudaGraph_t graph = nullptr;
    must(cudaGraphCreate(&graph, 0));
    return graph;
}

inline cudaGraphNode_t empty_node(cudaGraph_t graph) {
    cudaGraphNode_t node = nullptr;
    must(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
    return node;
}

inline cudaKernelNodeParams touching(void** arguments) {
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void*>(touch);
    params.gridDim = dim3(1);
    params.blockDim = dim3(1);
    params.kernelParams = arguments;
    return params;
}

inline cudaGraphNode_t kernel_node(cudaGraph_t graph) {
    void* memory = some_memory();
    void* arguments[] = {&memory};
    const cudaKernelNodeParams params = touching(arguments);
    cudaGraphNode_t node = nullptr;
    must(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    return node;
}

inline cudaMemsetParams fill_of(void* memory, std::size_t bytes = 64) {
    cudaMemsetParams params = {};
    params.dst = memory;
    params.elementSize = 1;
    params.width = bytes;
    params.height = 1;
    return params;
}

inline cudaGraphNode_t fill_node(cudaGraph_t graph) {
    const cudaMemsetParams params = fill_of(some_memory());
    cudaGraphNode_t node = nullptr;
    must(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &params));
    return node;
}

inline cudaGraphExec_t executable_of(cudaGraph_t graph) {
    cudaGraphExec_t executable = nullptr;
    must(cudaGraphInstantiate(&executable, graph, 0));
    return executable;
}

inline void CUDART_CB no_work(void*) {}

inline cudaUserObject_t new_object() {
    cudaUserObject_t object = nullptr;
    must(cudaUserObjectCreate(&object, nullptr, no_work, 1, cudaUserObjectNoDestructorSync));
    return object;
}

inline cudaMemAllocNodeParams allocation(std::size_t bytes) {
    cudaMemAllocNodeParams params = {};
    params.poolProps.allocType = cudaMemAllocationTypePinned;
    params.poolProps.location.type = cudaMemLocationTypeDevice;
    params.bytesize = bytes;
    return params;
}

inline cudaGraphEdgeData programmatic() {
    cudaGraphEdgeData edge = {};
    edge.from_port = cudaGraphKernelNodePortProgrammatic;
    edge.type = cudaGraphDependencyTypeProgrammatic;
    return edge;
}

inline const Case cases[] = {
    {"graph_kernel_params_of_others",
     [] {
         cudaGraph_t graph = new_graph();
         cudaKernelNodeParams params = {};
         say(cudaGraphKernelNodeGetParams(empty_node(graph), &params));
         say(cudaGraphKernelNodeGetParams(fill_node(graph), &params));
         say(cudaGraphKernelNodeGetParams(kernel_node(graph), nullptr));
     }},
    {"graph_kernel_set_null",
     [] {
         cudaGraphNode_t node = kernel_node(new_graph());
         cudaKernelNodeParams params = {};
         say(cudaGraphKernelNodeSetParams(node, nullptr));
         say(cudaGraphKernelNodeSetParams(node, &params));
     }},
    {"graph_kernel_set_shape",
     [] {
         cudaGraphNode_t node = kernel_node(new_graph());
         void* memory = some_memory();
         void* arguments[] = {&memory};
         cudaKernelNodeParams params = touching(arguments);
         params.gridDim = dim3(0);
         say(cudaGraphKernelNodeSetParams(node, &params));
         params.gridDim = dim3(1);
         params.blockDim = dim3(4096);
         say(cudaGraphKernelNodeSetParams(node, &params));
         params.blockDim = dim3(1);
         params.sharedMemBytes = 1 << 20;
         say(cudaGraphKernelNodeSetParams(node, &params));
     }},
    {"graph_memset_params_of_others",
     [] {
         cudaGraph_t graph = new_graph();
         cudaMemsetParams params = {};
         say(cudaGraphMemsetNodeGetParams(kernel_node(graph), &params));
         say(cudaGraphMemsetNodeSetParams(kernel_node(graph), &params));
         say(cudaGraphMemsetNodeGetParams(fill_node(graph), nullptr));
         say(cudaGraphMemsetNodeSetParams(fill_node(graph), nullptr));
     }},
    {"graph_memset_element",
     [] {
         cudaGraphNode_t node = fill_node(new_graph());
         cudaMemsetParams params = fill_of(some_memory());
         params.elementSize = 8;
         say(cudaGraphMemsetNodeSetParams(node, &params));
         params.elementSize = 0;
         say(cudaGraphMemsetNodeSetParams(node, &params));
     }},
    {"graph_memcpy_params_of_others",
     [] {
         cudaGraph_t graph = new_graph();
         cudaMemcpy3DParms params = {};
         say(cudaGraphMemcpyNodeGetParams(fill_node(graph), &params));
         say(cudaGraphMemcpyNodeSetParams(fill_node(graph), &params));
     }},
    {"graph_memcpy_null",
     [] {
         cudaGraphNode_t node = nullptr;
         say(cudaGraphAddMemcpyNode(&node, new_graph(), nullptr, 0, nullptr));
     }},
    {"graph_memcpy_kind",
     [] {
         cudaGraphNode_t node = nullptr;
         void* memory = some_memory();
         say(cudaGraphAddMemcpyNode1D(&node, new_graph(), nullptr, 0, memory, memory, 16,
                                      static_cast<cudaMemcpyKind>(9)));
     }},
    {"graph_host_params_of_others",
     [] {
         cudaGraph_t graph = new_graph();
         cudaHostNodeParams params = {};
         say(cudaGraphHostNodeGetParams(empty_node(graph), &params));
         params.fn = no_work;
         say(cudaGraphHostNodeSetParams(empty_node(graph), &params));
     }},
    {"graph_host_set_null",
     [] {
         cudaGraphNode_t node = nullptr;
         cudaHostNodeParams params = {no_work, nullptr}, none = {};
         must(cudaGraphAddHostNode(&node, new_graph(), nullptr, 0, &params));
         say(cudaGraphHostNodeSetParams(node, &none));
         say(cudaGraphHostNodeGetParams(node, nullptr));
     }},
    {"graph_event_of_others",
     [] {
         cudaGraph_t graph = new_graph();
         cudaEvent_t event = new_event();
         say(cudaGraphEventRecordNodeGetEvent(empty_node(graph), &event));
         say(cudaGraphEventWaitNodeGetEvent(kernel_node(graph), &event));
         say(cudaGraphEventRecordNodeSetEvent(empty_node(graph), event));
         say(cudaGraphEventWaitNodeSetEvent(empty_node(graph), event));
     }},
    {"graph_event_record_is_no_wait",
     [] {
         cudaGraph_t graph = new_graph();
         cudaEvent_t event = new_event(), given = nullptr;
         cudaGraphNode_t node = nullptr;
         must(cudaGraphAddEventRecordNode(&node, graph, nullptr, 0, event));
         say(cudaGraphEventWaitNodeGetEvent(node, &given));
         say(cudaGraphEventRecordNodeGetEvent(node, nullptr));
     }},
    {"graph_child_null",
     [] {
         cudaGraphNode_t node = nullptr;
         say(cudaGraphAddChildGraphNode(&node, new_graph(), nullptr, 0, nullptr));
         say(cudaGraphAddChildGraphNode(&node, nullptr, nullptr, 0, new_graph()));
     }},
    {"graph_child_of_others",
     [] {
         cudaGraph_t graph = new_graph(), child = nullptr;
         say(cudaGraphChildGraphNodeGetGraph(empty_node(graph), &child));
     }},
    {"graph_type_null", [] { say(cudaGraphNodeGetType(empty_node(new_graph()), nullptr)); }},
    {"graph_nodes_null",
     [] {
         say(cudaGraphGetNodes(new_graph(), nullptr, nullptr));
         say(cudaGraphGetRootNodes(new_graph(), nullptr, nullptr));
         say(cudaGraphGetEdges(new_graph(), nullptr, nullptr, nullptr, nullptr));
     }},
    {"graph_edges_one_side",
     [] {
         cudaGraphNode_t nodes[2];
         std::size_t count = 2;
         say(cudaGraphGetEdges(new_graph(), nodes, nullptr, nullptr, &count));
     }},
    {"graph_dependencies_null",
     [] {
         cudaGraphNode_t node = empty_node(new_graph());
         say(cudaGraphNodeGetDependencies(node, nullptr, nullptr, nullptr));
         say(cudaGraphNodeGetDependentNodes(node, nullptr, nullptr, nullptr));
     }},
    {"graph_dependency_twice",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphNode_t a = empty_node(graph), b = empty_node(graph);
         say(cudaGraphAddDependencies(graph, &a, &b, nullptr, 1));
         say(cudaGraphAddDependencies(graph, &a, &b, nullptr, 1));
     }},
    {"graph_dependency_not_there",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphNode_t a = empty_node(graph), b = empty_node(graph);
         say(cudaGraphRemoveDependencies(graph, &a, &b, nullptr, 1));
     }},
    {"graph_dependency_of_two_graphs",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphNode_t a = empty_node(graph), b = empty_node(new_graph());
         say(cudaGraphAddDependencies(graph, &a, &b, nullptr, 1));
     }},
    {"graph_dependency_none",
     [] {
         cudaGraph_t graph = new_graph();
         say(cudaGraphAddDependencies(graph, nullptr, nullptr, nullptr, 0));
         say(cudaGraphAddDependencies(graph, nullptr, nullptr, nullptr, 1));
     }},
    {"graph_edge_not_kernels",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphNode_t a = empty_node(graph), b = empty_node(graph);
         const cudaGraphEdgeData edge = programmatic();
         say(cudaGraphAddDependencies(graph, &a, &b, &edge, 1));
     }},
    {"graph_edge_type",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphNode_t a = kernel_node(graph), b = kernel_node(graph);
         cudaGraphEdgeData edge = programmatic();
         edge.type = 9;
         say(cudaGraphAddDependencies(graph, &a, &b, &edge, 1));
         edge = programmatic();
         edge.from_port = 9;
         say(cudaGraphAddDependencies(graph, &a, &b, &edge, 1));
     }},
    {"graph_edge_other_data",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphNode_t a = kernel_node(graph), b = kernel_node(graph);
         const cudaGraphEdgeData edge = programmatic();
         say(cudaGraphAddDependencies(graph, &a, &b, &edge, 1));
         say(cudaGraphRemoveDependencies(graph, &a, &b, nullptr, 1));
         say(cudaGraphRemoveDependencies(graph, &a, &b, &edge, 1));
     }},
    {"graph_edge_lossy",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphNode_t a = kernel_node(graph), b = kernel_node(graph), from[1], to[1];
         const cudaGraphEdgeData edge = programmatic();
         must(cudaGraphAddDependencies(graph, &a, &b, &edge, 1));
         std::size_t count = 1;
         say(cudaGraphGetEdges(graph, from, to, nullptr, &count));
         say(cudaGraphNodeGetDependencies(b, from, nullptr, &count));
         say(cudaGraphNodeGetDependentNodes(a, to, nullptr, &count));
     }},
    {"graph_clone_null",
     [] {
         cudaGraph_t copy = nullptr;
         say(cudaGraphClone(&copy, nullptr));
         say(cudaGraphClone(nullptr, new_graph()));
     }},
    {"graph_find_in_no_clone",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphNode_t node = empty_node(graph), found = nullptr;
         say(cudaGraphNodeFindInClone(&found, node, new_graph()));
         say(cudaGraphNodeFindInClone(nullptr, node, graph));
     }},
    {"graph_find_a_later_node",
     [] {
         cudaGraph_t graph = new_graph(), copy = nullptr;
         must(cudaGraphClone(&copy, graph));
         cudaGraphNode_t found = nullptr;
         say(cudaGraphNodeFindInClone(&found, empty_node(graph), copy));
     }},
    {"graph_exec_other_graphs_node",
     [] {
         cudaGraph_t graph = new_graph();
         kernel_node(graph);
         cudaGraphExec_t executable = executable_of(graph);
         void* memory = some_memory();
         void* arguments[] = {&memory};
         const cudaKernelNodeParams params = touching(arguments);
         say(cudaGraphExecKernelNodeSetParams(executable, kernel_node(new_graph()), &params));
     }},
    {"graph_exec_later_node",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphExec_t executable = executable_of(graph);
         const cudaMemsetParams params = fill_of(some_memory());
         say(cudaGraphExecMemsetNodeSetParams(executable, fill_node(graph), &params));
     }},
    {"graph_exec_wrong_kind",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphNode_t kernel = kernel_node(graph), fill = fill_node(graph);
         cudaGraphExec_t executable = executable_of(graph);
         const cudaMemsetParams params = fill_of(some_memory());
         const cudaHostNodeParams call = {no_work, nullptr};
         say(cudaGraphExecMemsetNodeSetParams(executable, kernel, &params));
         say(cudaGraphExecHostNodeSetParams(executable, fill, &call));
         say(cudaGraphExecEventRecordNodeSetEvent(executable, fill, new_event()));
         say(cudaGraphExecEventWaitNodeSetEvent(executable, fill, new_event()));
     }},
    {"graph_exec_set_null",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphNode_t kernel = kernel_node(graph), fill = fill_node(graph);
         cudaGraphExec_t executable = executable_of(graph);
         say(cudaGraphExecKernelNodeSetParams(executable, kernel, nullptr));
         say(cudaGraphExecMemsetNodeSetParams(executable, fill, nullptr));
     }},
    {"graph_exec_child_shape",
     [] {
         cudaGraph_t graph = new_graph(), child = new_graph(), other = new_graph();
         empty_node(child);
         cudaGraphNode_t node = nullptr;
         must(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, child));
         cudaGraphExec_t executable = executable_of(graph);
         empty_node(other), empty_node(other);
         say(cudaGraphExecChildGraphNodeSetParams(executable, node, other) != cudaSuccess);
         say(cudaGraphExecChildGraphNodeSetParams(executable, node, nullptr));
     }},
    {"graph_enabled",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphNode_t fill = fill_node(graph);
         cudaGraphExec_t executable = executable_of(graph);
         unsigned enabled = 0;
         say(cudaGraphNodeGetEnabled(executable, fill, nullptr));
         say(cudaGraphNodeGetEnabled(executable, fill_node(new_graph()), &enabled));
         say(cudaGraphNodeSetEnabled(executable, fill_node(new_graph()), 0));
         say(cudaGraphNodeSetEnabled(executable, fill, 0)), say(cudaGraphNodeGetEnabled(executable, fill, &enabled));
         say(enabled);
     }},
    {"graph_enabled_of_others",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphNode_t empty = empty_node(graph);
         cudaGraphExec_t executable = executable_of(graph);
         say(cudaGraphNodeSetEnabled(executable, empty, 0));
     }},
    {"graph_exec_flags_null",
     [] {
         unsigned long long flags = 0;
         say(cudaGraphExecGetFlags(executable_of(new_graph()), nullptr));
         say(cudaGraphExecGetFlags(nullptr, &flags));
     }},
    {"graph_instantiate_params",
     [] {
         cudaGraphExec_t executable = nullptr;
         cudaGraphInstantiateParams params = {};
         say(cudaGraphInstantiateWithParams(&executable, new_graph(), nullptr));
         params.flags = 0x1000;
         say(cudaGraphInstantiateWithParams(&executable, new_graph(), &params));
     }},
    {"graph_update_null",
     [] {
         cudaGraphExecUpdateResultInfo info = {};
         cudaGraphExec_t executable = executable_of(new_graph());
         say(cudaGraphExecUpdate(executable, nullptr, &info));
         say(cudaGraphExecUpdate(nullptr, new_graph(), &info));
     }},
    {"graph_update_more_nodes",
     [] {
         cudaGraphExecUpdateResultInfo info = {};
         cudaGraphExec_t executable = executable_of(new_graph());
         cudaGraph_t other = new_graph();
         empty_node(other);
         say(cudaGraphExecUpdate(executable, other, &info)), say(info.result);
     }},
    {"graph_update_other_kind",
     [] {
         cudaGraphExecUpdateResultInfo info = {};
         cudaGraph_t graph = new_graph(), other = new_graph();
         empty_node(graph), fill_node(other);
         say(cudaGraphExecUpdate(executable_of(graph), other, &info)), say(info.result);
     }},
    {"graph_upload_null", [] { prepare(), say(cudaGraphUpload(nullptr, nullptr)); }},
    {"graph_destroy_node_null", [] { prepare(), say(cudaGraphDestroyNode(nullptr)); }},
    {"graph_destroy_child",
     [] {
         cudaGraph_t graph = new_graph(), child = nullptr;
         cudaGraphNode_t node = nullptr;
         must(cudaGraphAddChildGraphNode(&node, graph, nullptr, 0, new_graph()));
         must(cudaGraphChildGraphNodeGetGraph(node, &child));
         say(cudaGraphDestroyNode(node));
     }},
    {"graph_attribute_of_others",
     [] {
         cudaGraph_t graph = new_graph();
         cudaLaunchAttributeValue value = {};
         say(cudaGraphKernelNodeGetAttribute(fill_node(graph), cudaLaunchAttributePriority, &value));
         say(cudaGraphKernelNodeSetAttribute(fill_node(graph), cudaLaunchAttributePriority, &value));
         say(cudaGraphKernelNodeCopyAttributes(kernel_node(graph), fill_node(graph)));
     }},
    {"graph_attribute_unknown",
     [] {
         cudaLaunchAttributeValue value = {};
         cudaGraphNode_t node = kernel_node(new_graph());
         say(cudaGraphKernelNodeGetAttribute(node, static_cast<cudaLaunchAttributeID>(99), &value));
         say(cudaGraphKernelNodeSetAttribute(node, static_cast<cudaLaunchAttributeID>(99), &value));
     }},
    {"graph_generic_null",
     [] {
         cudaGraphNode_t node = nullptr;
         say(cudaGraphAddNode(&node, new_graph(), nullptr, nullptr, 0, nullptr));
     }},
    {"graph_generic_type",
     [] {
         cudaGraphNode_t node = nullptr;
         cudaGraphNodeParams params = {};
         params.type = static_cast<cudaGraphNodeType>(99);
         say(cudaGraphAddNode(&node, new_graph(), nullptr, nullptr, 0, &params));
     }},
    {"graph_generic_reserved",
     [] {
         cudaGraphNode_t node = nullptr;
         cudaGraphNodeParams params = {};
         params.type = cudaGraphNodeTypeEmpty;
         say(cudaGraphAddNode(nullptr, new_graph(), nullptr, nullptr, 0, &params));
         say(cudaGraphAddNode(&node, nullptr, nullptr, nullptr, 0, &params));
     }},
    {"graph_generic_set_other_type",
     [] {
         cudaGraphNodeParams params = {};
         params.type = cudaGraphNodeTypeMemset;
         params.memset.dst = some_memory();
         params.memset.elementSize = 1;
         params.memset.width = params.memset.height = 1;
         say(cudaGraphNodeSetParams(kernel_node(new_graph()), &params));
         say(cudaGraphNodeSetParams(kernel_node(new_graph()), nullptr));
     }},
    {"graph_allocate_null",
     [] {
         cudaGraphNode_t node = nullptr;
         say(cudaGraphAddMemAllocNode(&node, new_graph(), nullptr, 0, nullptr));
     }},
    {"graph_allocate_device",
     [] {
         cudaGraphNode_t node = nullptr;
         cudaMemAllocNodeParams params = allocation(64);
         params.poolProps.location.id = 99;
         say(cudaGraphAddMemAllocNode(&node, new_graph(), nullptr, 0, &params) != cudaSuccess);
     }},
    {"graph_free_what_is_none",
     [] {
         cudaGraphNode_t node = nullptr;
         say(cudaGraphAddMemFreeNode(&node, new_graph(), nullptr, 0, some_memory()));
         say(cudaGraphAddMemFreeNode(&node, new_graph(), nullptr, 0, nullptr));
     }},
    {"graph_free_twice",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphNode_t made = nullptr, freed = nullptr;
         cudaMemAllocNodeParams params = allocation(64);
         must(cudaGraphAddMemAllocNode(&made, graph, nullptr, 0, &params));
         say(cudaGraphAddMemFreeNode(&freed, graph, &made, 1, params.dptr));
         say(cudaGraphAddMemFreeNode(&freed, graph, &made, 1, params.dptr));
     }},
    {"graph_with_memory",
     [] {
         cudaGraph_t graph = new_graph(), copy = nullptr;
         cudaGraphNode_t made = nullptr;
         cudaMemAllocNodeParams params = allocation(64);
         must(cudaGraphAddMemAllocNode(&made, graph, nullptr, 0, &params));
         say(cudaGraphClone(&copy, graph)), say(cudaGraphDestroyNode(made));
         say(cudaGraphAddChildGraphNode(&made, new_graph(), nullptr, 0, graph));
     }},
    {"graph_memory_twice",
     [] {
         cudaGraph_t graph = new_graph();
         cudaGraphNode_t made = nullptr;
         cudaMemAllocNodeParams params = allocation(64);
         must(cudaGraphAddMemAllocNode(&made, graph, nullptr, 0, &params));
         cudaGraphExec_t first = nullptr, second = nullptr;
         say(cudaGraphInstantiate(&first, graph, 0)), say(cudaGraphInstantiate(&second, graph, 0));
     }},
    {"graph_memory_attribute",
     [] {
         std::uint64_t value = 1;
         prepare();
         say(cudaDeviceGetGraphMemAttribute(0, static_cast<cudaGraphMemAttributeType>(99), &value));
         say(cudaDeviceGetGraphMemAttribute(99, cudaGraphMemAttrUsedMemCurrent, &value));
         say(cudaDeviceGraphMemTrim(99));
     }},
    {"graph_memory_attribute_set",
     [] {
         std::uint64_t value = 0;
         prepare();
         say(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &value));
         say(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &value));
     }},
    {"object_null",
     [] {
         cudaUserObject_t object = nullptr;
         say(cudaUserObjectCreate(nullptr, nullptr, no_work, 1, cudaUserObjectNoDestructorSync));
         say(cudaUserObjectCreate(&object, nullptr, nullptr, 1, cudaUserObjectNoDestructorSync));
     }},
    {"object_flags",
     [] {
         cudaUserObject_t object = nullptr;
         say(cudaUserObjectCreate(&object, nullptr, no_work, 1, 0));
         say(cudaUserObjectCreate(&object, nullptr, no_work, 0, cudaUserObjectNoDestructorSync));
     }},
    {"object_no_references",
     [] {
         say(cudaUserObjectRetain(new_object(), 0));
         say(cudaUserObjectRelease(new_object(), 0));
     }},
    {"object_not_the_graphs",
     [] {
         say(cudaGraphReleaseUserObject(new_graph(), new_object(), 1));
         say(cudaGraphRetainUserObject(new_graph(), new_object(), 0, 0));
         say(cudaGraphRetainUserObject(new_graph(), new_object(), 1, 0x10));
     }},
    {"graph_drawing",
     [] {
         say(cudaGraphDebugDotPrint(nullptr, "/tmp/none.dot", 0));
         say(cudaGraphDebugDotPrint(new_graph(), nullptr, 0));
     }},
    {"graph_condition_handle",
     [] {
         prepare();
         cudaGraphConditionalHandle handle = 0;
         say(cudaGraphConditionalHandleCreate(&handle, nullptr, 0, 0));
         say(cudaGraphConditionalHandleCreate(nullptr, new_graph(), 0, 0));
     }},
};

}  // namespace graph_misuse
