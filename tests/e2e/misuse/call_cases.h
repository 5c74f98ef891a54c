// Contexts, streams, events, pools, libraries, kernels' attributes, occupancy, batches, copies between devices, advice
// about managed memory, logs: calls that are rarer, used wrongly.
#pragma once

#include <cuda_profiler_api.h>

#include <cstdint>

#include "case.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma nv_diag_suppress 1444

namespace call_misuse {

inline const char* const small_ptx =
    ".version 8.0\n.target sm_80\n.address_size 64\n.visible .global .align 4 .u32 word;\n"
    ".visible .entry nothing(.param .u64 a, .param .u32 b)\n{\n    ret;\n}\n";

inline CUlibrary new_library() {
    prepare();
    CUlibrary library = nullptr;
    must(cuLibraryLoadData(&library, small_ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
    return library;
}

inline CUkernel new_kernel() {
    CUkernel kernel = nullptr;
    must(cuLibraryGetKernel(&kernel, new_library(), "nothing"));
    return kernel;
}

inline CUcontext current() {
    prepare();
    CUcontext context = nullptr;
    must(cuCtxGetCurrent(&context));
    return context;
}

inline void* managed_memory(std::size_t bytes = 4096) {
    void* memory = nullptr;
    must(cudaMallocManaged(&memory, bytes));
    return memory;
}

inline cudaMemPool_t own_pool() {
    prepare();
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    cudaMemPool_t pool = nullptr;
    must(cudaMemPoolCreate(&pool, &properties));
    return pool;
}

inline CUfunction touching_function() {
    prepare();
    CUfunction function = nullptr;
    must(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(touch)));
    return function;
}

inline cudaStream_t began(cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed) {
    cudaStream_t stream = new_stream();
    must(cudaStreamBeginCapture(stream, mode));
    return stream;
}

inline const cudaMemLocation on_device = {cudaMemLocationTypeDevice, 0};
inline const cudaMemLocation on_no_device = {cudaMemLocationTypeDevice, 99};

inline const Case cases[] = {
    {"context_event_null",
     [] {
         CUcontext context = current();
         say(cuCtxRecordEvent(context, nullptr)), say(cuCtxWaitEvent(context, nullptr));
     }},
    {"context_event_others",
     [] {
         CUcontext first = current(), second = nullptr;
         CUevent event = nullptr;
         must(cuCtxCreate(&second, nullptr, 0, 0));
         must(cuEventCreate(&event, 0));
         say(cuCtxRecordEvent(first, event)), say(cuCtxRecordEvent(second, event)), say(cuCtxWaitEvent(first, event));
     }},
    {"context_event_capture",
     [] {
         CUcontext context = current();
         cudaEvent_t event = new_event();
         cudaStream_t stream = began();
         cudaGraph_t graph = nullptr;
         say(cuCtxRecordEvent(context, event)), say(cudaStreamEndCapture(stream, &graph));
     }},
    {"context_wait_capture",
     [] {
         CUcontext context = current();
         cudaEvent_t event = new_event();
         cudaStream_t stream = began();
         cudaGraph_t graph = nullptr;
         say(cuCtxWaitEvent(context, event)), say(cudaStreamEndCapture(stream, &graph));
     }},
    {"context_flags", [] { current(), say(cuCtxSetFlags(0x10000)), say(cuCtxGetFlags(nullptr)); }},
    {"context_cache",
     [] {
         current();
         say(cuCtxSetCacheConfig(static_cast<CUfunc_cache>(9))), say(cuCtxGetCacheConfig(nullptr));
     }},
    {"context_shared_banks",
     [] {
         current();
         say(cuCtxSetSharedMemConfig(static_cast<CUsharedconfig>(9))), say(cuCtxGetSharedMemConfig(nullptr));
     }},
    {"context_limit",
     [] {
         std::size_t value = 0;
         current();
         say(cuCtxSetLimit(static_cast<CUlimit>(99), 1)), say(cuCtxGetLimit(&value, static_cast<CUlimit>(99)));
         say(cuCtxGetLimit(nullptr, CU_LIMIT_STACK_SIZE));
     }},
    {"context_pop_all",
     [] {
         must(cuInit(0));
         CUcontext context = nullptr;
         say(cuCtxPopCurrent(&context)), say(cuCtxSetCurrent(nullptr)), say(cuCtxSynchronize());
     }},
    {"context_push_null", [] { prepare(), say(cuCtxPushCurrent(nullptr)); }},
    {"context_destroy_null", [] { prepare(), say(cuCtxDestroy(nullptr)); }},
    {"context_create",
     [] {
         CUcontext context = nullptr;
         must(cuInit(0));
         say(cuCtxCreate(nullptr, nullptr, 0, 0)), say(cuCtxCreate(&context, nullptr, 0, 99));
         say(cuCtxCreate(&context, nullptr, 0x100000, 0));
     }},
    {"context_affinity",
     [] {
         CUcontext context = nullptr;
         CUexecAffinityParam affinity = {};
         CUctxCreateParams params = {&affinity, 1, nullptr};
         affinity.type = CU_EXEC_AFFINITY_TYPE_SM_COUNT;
         affinity.param.smCount.val = 1;
         must(cuInit(0));
         say(cuCtxCreate(&context, &params, 0, 0));
     }},
    {"context_affinity_question",
     [] {
         current();
         int supported = 7;
         say(cuDeviceGetExecAffinitySupport(&supported, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0)), say(supported);
         say(cuDeviceGetExecAffinitySupport(nullptr, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0));
         say(cuDeviceGetExecAffinitySupport(&supported, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 99));
     }},
    {"primary_context",
     [] {
         must(cuInit(0));
         CUcontext context = nullptr;
         unsigned flags = 0;
         int active = 7;
         say(cuDevicePrimaryCtxRetain(nullptr, 0)), say(cuDevicePrimaryCtxRetain(&context, 99));
         say(cuDevicePrimaryCtxRelease(0)), say(cuDevicePrimaryCtxGetState(99, &flags, &active));
         say(cuDevicePrimaryCtxGetState(0, &flags, &active)), say(active);
     }},
    {"primary_context_flags", [] { must(cuInit(0)), say(cuDevicePrimaryCtxSetFlags(0, 0x100000)); }},
    {"primary_context_destroyed", [] { say(cuCtxDestroy(current())); }},
    {"peer_access_own",
     [] {
         CUcontext context = current();
         say(cuCtxEnablePeerAccess(context, 1)), say(cuCtxDisablePeerAccess(context));
     }},
    {"peer_question",
     [] {
         must(cuInit(0));
         int can = 7;
         say(cuDeviceCanAccessPeer(nullptr, 0, 0)), say(cuDeviceCanAccessPeer(&can, 0, 99));
         say(cuDeviceGetP2PAttribute(&can, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 99));
     }},
    {"peer_copy_device",
     [] {
         void* memory = some_memory();
         say(cudaMemcpyPeer(memory, 0, memory, 99, 16)), say(cudaMemcpyPeerAsync(memory, 99, memory, 0, 16, nullptr));
     }},
    {"peer_copy_null", [] { say(cudaMemcpyPeer(nullptr, 0, some_memory(), 0, 16)); }},
    {"bus_id",
     [] {
         char text[64];
         CUdevice device = 0;
         must(cuInit(0));
         say(cuDeviceGetPCIBusId(nullptr, 64, 0)), say(cuDeviceGetPCIBusId(text, 64, 99));
         say(cuDeviceGetByPCIBusId(&device, nullptr)), say(cuDeviceGetByPCIBusId(nullptr, "0000:00:00.0"));
     }},
    {"choose_device", [] { say(cudaChooseDevice(nullptr, nullptr)); }},
    {"valid_devices",
     [] {
         int none[] = {99};
         say(cudaSetValidDevices(none, 1));
     }},
    {"init_device", [] { say(cudaInitDevice(99, 0, 0)); }},
    {"stream_questions_null",
     [] {
         cudaStream_t stream = new_stream();
         say(cuStreamGetFlags(stream, nullptr)), say(cuStreamGetPriority(stream, nullptr));
         say(cuStreamGetId(stream, nullptr)), say(cuStreamGetCtx(stream, nullptr));
     }},
    {"stream_attribute",
     [] {
         cudaStream_t stream = new_stream();
         cudaLaunchAttributeValue value = {};
         say(cudaStreamGetAttribute(stream, static_cast<cudaLaunchAttributeID>(99), &value));
         say(cudaStreamSetAttribute(stream, static_cast<cudaLaunchAttributeID>(99), &value));
     }},
    {"stream_attribute_window",
     [] {
         cudaLaunchAttributeValue value = {};
         value.accessPolicyWindow.hitRatio = 2;
         say(cudaStreamSetAttribute(new_stream(), cudaLaunchAttributeAccessPolicyWindow, &value));
     }},
    {"stream_attach",
     [] {
         cudaStream_t stream = new_stream();
         void* memory = managed_memory();
         say(cudaStreamAttachMemAsync(stream, memory, 0, 0x40));
         say(cudaStreamAttachMemAsync(stream, some_memory(), 0, cudaMemAttachSingle));
         say(cudaStreamAttachMemAsync(nullptr, memory, 0, cudaMemAttachSingle));
         say(cudaStreamAttachMemAsync(stream, memory, 0, cudaMemAttachSingle));
     }},
    {"capture_questions_null",
     [] {
         cudaStream_t stream = new_stream();
         say(cudaStreamIsCapturing(stream, nullptr));
         say(cudaStreamGetCaptureInfo(stream, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr));
     }},
    {"capture_dependencies",
     [] {
         cudaStream_t stream = new_stream();
         say(cudaStreamUpdateCaptureDependencies(stream, nullptr, nullptr, 0, 0));
         cudaStream_t capturing_one = began();
         say(cudaStreamUpdateCaptureDependencies(capturing_one, nullptr, nullptr, 0, 7));
     }},
    {"capture_others_node",
     [] {
         cudaStream_t stream = began();
         cudaGraph_t graph = nullptr;
         cudaGraphNode_t node = nullptr;
         must(cudaGraphCreate(&graph, 0));
         must(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
         say(cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1, cudaStreamSetCaptureDependencies));
     }},
    {"capture_to_no_graph",
     [] {
         say(cudaStreamBeginCaptureToGraph(new_stream(), nullptr, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
     }},
    {"capture_mode_exchange",
     [] {
         cudaStreamCaptureMode mode = static_cast<cudaStreamCaptureMode>(9);
         say(cudaThreadExchangeStreamCaptureMode(&mode)), say(cudaThreadExchangeStreamCaptureMode(nullptr));
     }},
    {"event_record_flags", [] { say(cudaEventRecordWithFlags(new_event(), new_stream(), 0x10)); }},
    {"pool_null",
     [] {
         prepare();
         cudaMemPoolProps properties = {};
         cudaMemPool_t pool = nullptr;
         say(cudaMemPoolCreate(nullptr, &properties)), say(cudaMemPoolCreate(&pool, nullptr));
         say(cudaMemPoolDestroy(nullptr));
     }},
    {"pool_destroy_default",
     [] {
         prepare();
         cudaMemPool_t pool = nullptr;
         must(cudaDeviceGetDefaultMemPool(&pool, 0));
         say(cudaMemPoolDestroy(pool));
     }},
    {"pool_attribute",
     [] {
         cudaMemPool_t pool = own_pool();
         std::uint64_t value = 7;
         say(cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(99), &value));
         say(cudaMemPoolSetAttribute(pool, static_cast<cudaMemPoolAttr>(99), &value));
         say(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value));
         say(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &value));
     }},
    {"pool_devices",
     [] {
         prepare();
         cudaMemPool_t pool = nullptr;
         say(cudaDeviceGetMemPool(&pool, 99)), say(cudaDeviceSetMemPool(99, own_pool()));
         say(cudaDeviceSetMemPool(0, nullptr)), say(cudaDeviceGetMemPool(nullptr, 0));
     }},
    {"pool_trim_null", [] { prepare(), say(cudaMemPoolTrimTo(nullptr, 0)); }},
    {"pool_access_null",
     [] {
         say(cudaMemPoolSetAccess(own_pool(), nullptr, 1));
         say(cudaMemPoolGetAccess(nullptr, own_pool(), nullptr));
     }},
    {"library_null",
     [] {
         prepare();
         CUlibrary library = nullptr;
         say(cuLibraryLoadData(nullptr, small_ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
         say(cuLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
         say(cuLibraryLoadFromFile(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
     }},
    {"library_no_file",
     [] {
         prepare();
         CUlibrary library = nullptr;
         say(cuLibraryLoadFromFile(&library, "/nowhere/nothing.cubin", nullptr, nullptr, 0, nullptr, nullptr, 0));
     }},
    {"library_names",
     [] {
         CUlibrary library = new_library();
         CUkernel kernel = nullptr;
         CUdeviceptr address = 0;
         std::size_t bytes = 0;
         say(cuLibraryGetKernel(&kernel, library, "none")), say(cuLibraryGetKernel(&kernel, library, nullptr));
         say(cuLibraryGetGlobal(&address, &bytes, library, "none"));
         say(cuLibraryGetManaged(&address, &bytes, library, "word"));
         say(cuLibraryGetGlobal(&address, &bytes, library, "word"));
     }},
    {"library_unified",
     [] {
         void* function = nullptr;
         say(cuLibraryGetUnifiedFunction(&function, new_library(), "none"));
     }},
    {"library_count",
     [] {
         CUlibrary library = new_library();
         unsigned count = 0;
         say(cuLibraryGetKernelCount(nullptr, library)), say(cuLibraryGetKernelCount(&count, library)), say(count);
         say(cuLibraryEnumerateKernels(nullptr, 1, library));
     }},
    {"library_module_null", [] { say(cuLibraryGetModule(nullptr, new_library())); }},
    {"kernel_parameters",
     [] {
         CUkernel kernel = new_kernel();
         std::size_t offset = 0, bytes = 0;
         say(cuKernelGetParamInfo(kernel, 1, &offset, &bytes)), say(int(offset)), say(int(bytes));
         say(cuKernelGetParamInfo(kernel, 2, &offset, &bytes)), say(cuKernelGetParamInfo(kernel, 0, nullptr, &bytes));
         say(cuKernelGetParamInfo(kernel, 0, &offset, nullptr));
     }},
    {"kernel_attribute",
     [] {
         CUkernel kernel = new_kernel();
         int value = 0;
         say(cuKernelGetAttribute(&value, static_cast<CUfunction_attribute>(99), kernel, 0));
         say(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 99));
         say(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_NUM_REGS, 8, kernel, 0));
         say(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, -1, kernel, 0));
     }},
    {"kernel_names_null",
     [] {
         CUkernel kernel = new_kernel();
         say(cuKernelGetName(nullptr, kernel)), say(cuKernelGetFunction(nullptr, kernel));
         say(cuKernelGetLibrary(nullptr, kernel));
     }},
    {"kernel_of_symbol",
     [] {
         cudaKernel_t kernel = nullptr;
         int local = 0;
         say(cudaGetKernel(nullptr, reinterpret_cast<const void*>(touch))), say(cudaGetKernel(&kernel, &local));
     }},
    {"function_large_cluster",
     [] {
         CUfunction function = touching_function();
         int value = 7;
         say(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, function)), say(value);
         say(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1));
         say(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, function)), say(value);
     }},
    {"function_cache", [] { say(cuFuncSetCacheConfig(touching_function(), static_cast<CUfunc_cache>(9))); }},
    {"function_questions_null",
     [] {
         CUfunction function = touching_function();
         say(cuFuncGetModule(nullptr, function)), say(cuFuncGetName(nullptr, function));
         say(cuFuncIsLoaded(nullptr, function));
     }},
    {"loading_mode_null", [] { prepare(), say(cuModuleGetLoadingMode(nullptr)); }},
    {"occupancy_flags",
     [] {
         int blocks = 0, size = 0;
         CUfunction function = touching_function();
         say(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, function, 32, 0, 8));
         say(cuOccupancyMaxPotentialBlockSizeWithFlags(&blocks, &size, function, nullptr, 0, 0, 8));
     }},
    {"occupancy_null",
     [] {
         CUfunction function = touching_function();
         say(cuOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, function, 32, 0));
         say(cuOccupancyMaxPotentialBlockSize(nullptr, nullptr, function, nullptr, 0, 0));
         say(cuOccupancyAvailableDynamicSMemPerBlock(nullptr, function, 1, 32));
         say(cuOccupancyMaxPotentialClusterSize(nullptr, function, nullptr));
     }},
    {"occupancy_block",
     [] {
         int blocks = 0;
         say(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, touching_function(), 0, 0));
     }},
    {"advice_not_managed",
     [] {
         say(cudaMemAdvise(some_memory(), 4096, cudaMemAdviseSetReadMostly, on_device));
         say(cudaMemPrefetchAsync(some_memory(), 4096, on_device, 0, nullptr));
     }},
    {"advice_unknown",
     [] { say(cudaMemAdvise(managed_memory(), 4096, static_cast<cudaMemoryAdvise>(99), on_device)); }},
    {"advice_device",
     [] {
         say(cudaMemAdvise(managed_memory(), 4096, cudaMemAdviseSetPreferredLocation, on_no_device));
         say(cudaMemPrefetchAsync(managed_memory(), 4096, on_no_device, 0, nullptr));
     }},
    {"advice_beyond_end",
     [] { say(cudaMemAdvise(managed_memory(), std::size_t{1} << 30, cudaMemAdviseSetReadMostly, on_device)); }},
    {"prefetch_flags", [] { say(cudaMemPrefetchAsync(managed_memory(), 4096, on_device, 1, nullptr)); }},
    {"range_attribute",
     [] {
         void* memory = managed_memory();
         int value = 0;
         say(cudaMemRangeGetAttribute(&value, 4, static_cast<cudaMemRangeAttribute>(99), memory, 4096));
         say(cudaMemRangeGetAttribute(&value, 3, cudaMemRangeAttributeReadMostly, memory, 4096));
         say(cudaMemRangeGetAttribute(nullptr, 4, cudaMemRangeAttributeReadMostly, memory, 4096));
         say(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, some_memory(), 4096));
     }},
    {"pointer_attributes",
     [] {
         CUdeviceptr address = address_of(some_memory());
         CUpointer_attribute attribute = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
         unsigned type = 0;
         void* places[] = {&type};
         say(cuPointerGetAttributes(0, &attribute, places, address));
         say(cuPointerGetAttributes(1, nullptr, places, address));
         say(cuPointerGetAttributes(1, &attribute, nullptr, address));
         say(cuPointerGetAttributes(1, &attribute, places, 64)), say(type);
     }},
    {"pointer_set_attribute",
     [] {
         CUdeviceptr address = address_of(some_memory());
         int yes = 1;
         say(cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, address));
         say(cuPointerSetAttribute(&yes, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address));
         say(cuPointerSetAttribute(nullptr, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, address));
     }},
    {"host_flags",
     [] {
         unsigned flags = 0;
         prepare();
         say(cuMemHostGetFlags(&flags, &flags)), say(cuMemHostGetFlags(nullptr, &flags));
     }},
    {"batch_copy_none",
     [] {
         void* to = some_memory();
         const void* from = some_memory();
         std::size_t size = 16, first = 0;
         cudaMemcpyAttributes attributes = {};
         attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
         cudaStream_t stream = new_stream();
         say(cudaMemcpyBatchAsync(&to, &from, &size, 0, &attributes, &first, 1, stream));
         say(cudaMemcpyBatchAsync(&to, &from, &size, 1, &attributes, &first, 0, stream));
     }},
    {"batch_copy_order",
     [] {
         void* to = some_memory();
         const void* from = some_memory();
         std::size_t size = 16, first = 0;
         cudaMemcpyAttributes attributes = {};
         attributes.srcAccessOrder = static_cast<cudaMemcpySrcAccessOrder>(9);
         say(cudaMemcpyBatchAsync(&to, &from, &size, 1, &attributes, &first, 1, new_stream()));
     }},
    {"batch_copy_default_stream",
     [] {
         void* to = some_memory();
         const void* from = some_memory();
         std::size_t size = 16, first = 0;
         cudaMemcpyAttributes attributes = {};
         attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
         say(cudaMemcpyBatchAsync(&to, &from, &size, 1, &attributes, &first, 1, nullptr) != cudaSuccess);
     }},
    {"batch_copy_3d_flags",
     [] {
         cudaMemcpy3DBatchOp box = {};
         say(cudaMemcpy3DBatchAsync(1, &box, 1, new_stream()));
         say(cudaMemcpy3DBatchAsync(1, nullptr, 0, new_stream()));
     }},
    {"profiler", [] { say(cudaProfilerStart()), say(cudaProfilerStop()); }},
    {"logs",
     [] {
         prepare();
         CUlogIterator iterator = 0;
         std::size_t size = 16;
         say(cuLogsCurrent(nullptr, 0)), say(cuLogsCurrent(&iterator, 1)), say(cuLogsCurrent(&iterator, 0));
         say(cuLogsDumpToMemory(&iterator, nullptr, &size, 0)), say(cuLogsDumpToFile(&iterator, nullptr, 0));
     }},
    {"logs_callback", [] { prepare(), say(cuLogsRegisterCallback(nullptr, nullptr, nullptr)); }},
    {"entry_point",
     [] {
         prepare();
         void* function = nullptr;
         cudaDriverEntryPointQueryResult result = {};
         say(cudaGetDriverEntryPointByVersion(nullptr, &function, 13000, cudaEnableDefault, &result));
         say(cudaGetDriverEntryPointByVersion("cuNoSuchCall", &function, 13000, cudaEnableDefault, &result));
         say(result);
         say(cudaGetDriverEntryPointByVersion("cuMemAlloc", &function, 13000, cudaEnableDefault, &result)), say(result);
         say(cudaGetDriverEntryPointByVersion("cuGraphCreate", &function, 3000, cudaEnableDefault, &result));
         say(result);
     }},
    {"write_value_flags",
     [] {
         cudaStream_t stream = new_stream();
         CUdeviceptr address = address_of(some_memory());
         say(cuStreamWriteValue32(stream, address, 1, 0x40)), say(cuStreamWaitValue32(stream, address, 1, 0x40));
         say(cuStreamWriteValue32(stream, address + 1, 1, 0));
     }},
    {"write_value_address",
     [] {
         cudaStream_t stream = new_stream();
         say(cuStreamWriteValue32(stream, 0, 1, 0)), say(cuStreamWriteValue64(stream, 64, 1, 0));
     }},
    {"array_memory",
     [] {
         prepare();
         cudaArrayMemoryRequirements needs = {};
         say(cudaArrayGetMemoryRequirements(&needs, nullptr, 0));
     }},
};

}  // namespace call_misuse
