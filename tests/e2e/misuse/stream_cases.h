// Streams, events, captures, graphs, calls of the host.
#pragma once

#include "case.h"

inline void CUDART_CB nothing(void*) {}

inline void CUDART_CB nothing_more(cudaStream_t, cudaError_t, void*) {}

inline void CUDART_CB call_the_api(void* status) {
    *static_cast<int*>(status) = cudaMalloc(reinterpret_cast<void**>(status), 16);
}

inline cudaStream_t capturing(cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
    cudaStream_t stream = new_stream();
    must(cudaStreamBeginCapture(stream, mode));
    return stream;
}

inline void say_end(cudaStream_t stream) {
    cudaGraph_t graph = nullptr;
    say(cudaStreamEndCapture(stream, &graph)), say(graph != nullptr);
}

inline const Case stream_cases[] = {
    {"stream_null", [] { say(cudaStreamCreate(nullptr)); }},
    {"stream_flags",
     [] {
         cudaStream_t stream = nullptr;
         say(cudaStreamCreateWithFlags(&stream, 2)), say(cudaStreamCreateWithFlags(&stream, 0xff));
         say(cudaStreamCreateWithPriority(&stream, 0, 100)), say(cudaStreamCreateWithPriority(&stream, 0, -100));
     }},
    {"stream_destroy_default",
     [] {
         say(cudaStreamDestroy(nullptr)), say(cudaStreamDestroy(cudaStreamLegacy)),
             say(cudaStreamDestroy(cudaStreamPerThread));
     }},
    {"stream_not_ready",
     [] {
         cudaStream_t stream = new_stream();
         busy<<<1, 1, 0, stream>>>(1);
         must(cudaStreamSynchronize(stream));
         busy<<<1, 1, 0, stream>>>(400'000'000);
         say(cudaStreamQuery(stream)), say(cudaPeekAtLastError()), say(cudaStreamSynchronize(stream));
         say(cudaStreamQuery(stream));
     }},
    {"event_null", [] { say(cudaEventCreate(static_cast<cudaEvent_t*>(nullptr))), say(cudaEventDestroy(nullptr)); }},
    {"event_flags",
     [] {
         cudaEvent_t event = nullptr;
         say(cudaEventCreateWithFlags(&event, 0x100)), say(cudaEventCreateWithFlags(&event, cudaEventInterprocess));
     }},
    {"event_null_uses",
     [] {
         prepare();
         say(cudaEventRecord(nullptr)), say(cudaEventQuery(nullptr)), say(cudaEventSynchronize(nullptr));
         say(cudaStreamWaitEvent(nullptr, nullptr, 0));
     }},
    {"event_not_recorded",
     [] {
         float time = 0;
         cudaEvent_t a = new_event(), b = new_event();
         say(cudaEventQuery(a)), say(cudaEventSynchronize(a)), say(cudaStreamWaitEvent(nullptr, a, 0));
         say(cudaEventElapsedTime(&time, a, b));
         must(cudaEventRecord(a));
         must(cudaEventSynchronize(a));
         say(cudaEventElapsedTime(&time, a, b)), say(cudaEventElapsedTime(&time, b, a)),
             say(cudaEventElapsedTime(&time, a, a));
     }},
    {"event_elapsed_null",
     [] {
         float time = 0;
         cudaEvent_t a = new_event();
         must(cudaEventRecord(a));
         must(cudaEventSynchronize(a));
         say(cudaEventElapsedTime(nullptr, a, a)), say(cudaEventElapsedTime(&time, nullptr, a));
     }},
    {"event_no_timing",
     [] {
         float time = 0;
         cudaEvent_t a = new_event(), b = new_event(cudaEventDisableTiming);
         must(cudaEventRecord(a));
         must(cudaEventRecord(b));
         must(cudaDeviceSynchronize());
         say(cudaEventElapsedTime(&time, a, b)), say(cudaEventElapsedTime(&time, b, b));
     }},
    {"event_wait_flags", [] { say(cudaStreamWaitEvent(nullptr, new_event(), 0x80)); }},
    {"host_function_null",
     [] {
         say(cudaLaunchHostFunc(nullptr, nullptr, nullptr));
         say(cudaStreamAddCallback(nullptr, nullptr, nullptr, 0));
         say(cudaStreamAddCallback(nullptr, nothing_more, nullptr, 1));
     }},
    {"host_function_calls_api",
     [] {
         static int status[4];
         prepare();
         must(cudaLaunchHostFunc(nullptr, call_the_api, status));
         say(cudaDeviceSynchronize()), say(status[0]);
     }},
    {"capture_twice",
     [] {
         cudaStream_t stream = capturing();
         say(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)), say_end(stream);
     }},
    {"capture_default_stream",
     [] {
         say(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
         say(cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeRelaxed));
     }},
    {"capture_mode", [] { say(cudaStreamBeginCapture(new_stream(), static_cast<cudaStreamCaptureMode>(7))); }},
    {"capture_end_without",
     [] {
         cudaGraph_t graph = nullptr;
         say(cudaStreamEndCapture(new_stream(), &graph));
         say(cudaStreamEndCapture(nullptr, &graph));
     }},
    {"capture_end_null", [] { say(cudaStreamEndCapture(capturing(), nullptr)); }},
    {"capture_synchronize",
     [] {
         cudaStream_t stream = capturing();
         say(cudaStreamSynchronize(stream)), say_end(stream), say(cudaStreamSynchronize(stream));
     }},
    {"capture_query",
     [] {
         cudaStream_t stream = capturing();
         say(cudaStreamQuery(stream)), say_end(stream);
     }},
    {"capture_device_synchronize",
     [] {
         cudaStream_t stream = capturing();
         say(cudaDeviceSynchronize()), say_end(stream), say(cudaDeviceSynchronize());
     }},
    {"capture_malloc",
     [] {
         void* memory = nullptr;
         cudaStream_t stream = capturing();
         say(cudaMalloc(&memory, 16)), say_end(stream);
     }},
    {"capture_malloc_relaxed",
     [] {
         void* memory = nullptr;
         cudaStream_t stream = capturing(cudaStreamCaptureModeRelaxed);
         say(cudaMalloc(&memory, 16)), say_end(stream);
     }},
    {"capture_free",
     [] {
         void* memory = some_memory();
         cudaStream_t stream = capturing();
         say(cudaFree(memory)), say_end(stream);
     }},
    {"capture_synchronous_copy",
     [] {
         char local[16] = {};
         void* memory = some_memory();
         cudaStream_t stream = capturing();
         say(cudaMemcpy(memory, local, 16, cudaMemcpyHostToDevice)), say_end(stream);
     }},
    {"capture_legacy_launch",
     [] {
         int* memory = static_cast<int*>(some_memory());
         cudaStream_t stream = capturing();
         touch<<<1, 1>>>(memory);
         say(cudaGetLastError()), say_end(stream);
     }},
    {"capture_legacy_launch_non_blocking",
     [] {
         int* memory = static_cast<int*>(some_memory());
         cudaStream_t stream = nullptr;
         must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
         must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
         touch<<<1, 1>>>(memory);
         say(cudaGetLastError()), say_end(stream);
     }},
    {"capture_unjoined",
     [] {
         int* memory = static_cast<int*>(some_memory());
         cudaStream_t side = new_stream();
         cudaEvent_t event = new_event();
         cudaStream_t stream = capturing();
         must(cudaEventRecord(event, stream));
         must(cudaStreamWaitEvent(side, event, 0));
         touch<<<1, 1, 0, side>>>(memory);
         say(cudaGetLastError()), say_end(stream), say(cudaStreamSynchronize(side));
     }},
    {"capture_end_side",
     [] {
         cudaStream_t side = new_stream();
         cudaEvent_t event = new_event();
         cudaStream_t stream = capturing();
         must(cudaEventRecord(event, stream));
         must(cudaStreamWaitEvent(side, event, 0));
         say_end(side), say_end(stream);
     }},
    {"capture_event_uses",
     [] {
         cudaEvent_t event = new_event();
         cudaStream_t other = new_stream();
         cudaStream_t stream = capturing();
         must(cudaEventRecord(event, stream));
         say(cudaEventQuery(event)), say(cudaEventSynchronize(event)), say_end(stream);
         say(cudaStreamWaitEvent(other, event, 0));
     }},
    {"capture_merge",
     [] {
         cudaEvent_t event = new_event();
         cudaStream_t first = capturing(cudaStreamCaptureModeRelaxed), second = capturing(cudaStreamCaptureModeRelaxed);
         must(cudaEventRecord(event, first));
         say(cudaStreamWaitEvent(second, event, 0)), say_end(first), say_end(second);
     }},
    {"capture_destroy_stream",
     [] {
         cudaStream_t stream = capturing();
         say(cudaStreamDestroy(stream)), say(cudaDeviceSynchronize());
     }},
    {"graph_null",
     [] {
         cudaGraphExec_t executable = nullptr;
         say(cudaGraphCreate(nullptr, 0)), say(cudaGraphInstantiate(&executable, nullptr, 0));
         say(cudaGraphLaunch(nullptr, nullptr)), say(cudaGraphDestroy(nullptr)), say(cudaGraphExecDestroy(nullptr));
     }},
    {"graph_flags",
     [] {
         cudaGraph_t graph = nullptr;
         cudaGraphExec_t executable = nullptr;
         say(cudaGraphCreate(&graph, 1));
         must(cudaGraphCreate(&graph, 0));
         say(cudaGraphInstantiate(&executable, graph, 0x1000));
     }},
    {"graph_empty",
     [] {
         cudaGraph_t graph = nullptr;
         cudaGraphExec_t executable = nullptr;
         must(cudaGraphCreate(&graph, 0));
         say(cudaGraphInstantiate(&executable, graph, 0)), say(cudaGraphLaunch(executable, nullptr));
         say(cudaDeviceSynchronize());
     }},
    {"graph_cycle",
     [] {
         cudaGraph_t graph = nullptr;
         cudaGraphNode_t a = nullptr, b = nullptr;
         cudaGraphExec_t executable = nullptr;
         must(cudaGraphCreate(&graph, 0));
         must(cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
         must(cudaGraphAddEmptyNode(&b, graph, &a, 1));
         say(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1));
         say(cudaGraphInstantiate(&executable, graph, 0));
         say(cudaGraphAddDependencies(graph, &a, &b, nullptr, 1));
         say(cudaGraphAddDependencies(graph, &a, &a, nullptr, 1));
     }},
    {"graph_other_graphs_node",
     [] {
         cudaGraph_t graph = nullptr, other = nullptr;
         cudaGraphNode_t a = nullptr, b = nullptr;
         must(cudaGraphCreate(&graph, 0));
         must(cudaGraphCreate(&other, 0));
         must(cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
         say(cudaGraphAddEmptyNode(&b, other, &a, 1));
     }},
    {"graph_kernel_node",
     [] {
         cudaGraph_t graph = nullptr;
         cudaGraphNode_t node = nullptr;
         cudaKernelNodeParams parameters = {};
         must(cudaGraphCreate(&graph, 0));
         say(cudaGraphAddKernelNode(&node, graph, nullptr, 0, nullptr));
         say(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
         parameters.func = reinterpret_cast<void*>(touch);
         parameters.gridDim = dim3(1);
         parameters.blockDim = dim3(2048);
         int* memory = nullptr;
         void* arguments[] = {&memory};
         parameters.kernelParams = arguments;
         say(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
     }},
    {"graph_memset_node",
     [] {
         cudaGraph_t graph = nullptr;
         cudaGraphNode_t node = nullptr;
         cudaMemsetParams parameters = {};
         must(cudaGraphCreate(&graph, 0));
         parameters.dst = some_memory();
         parameters.elementSize = 3;
         parameters.width = 4;
         parameters.height = 1;
         say(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &parameters));
         say(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, nullptr));
     }},
    {"graph_host_node",
     [] {
         cudaGraph_t graph = nullptr;
         cudaGraphNode_t node = nullptr;
         cudaHostNodeParams parameters = {};
         must(cudaGraphCreate(&graph, 0));
         say(cudaGraphAddHostNode(&node, graph, nullptr, 0, &parameters));
         parameters.fn = nothing;
         say(cudaGraphAddHostNode(nullptr, graph, nullptr, 0, &parameters));
         say(cudaGraphAddHostNode(&node, graph, nullptr, 1, &parameters));
     }},
};
