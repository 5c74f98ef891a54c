// The functions of the driver that we use; see driver_api.h.
#pragma once

// X(our name, the exported symbol, parameters)
#define RINGFENCE_CUDA_FUNCTIONS(X)                                                                                    \
    X(init, cuInit, (unsigned flags))                                                                                  \
    X(driver_version, cuDriverGetVersion, (int* version))                                                              \
    X(error_name, cuGetErrorName, (Status status, const char** name))                                                  \
    X(error_string, cuGetErrorString, (Status status, const char** text))                                              \
    X(device_count, cuDeviceGetCount, (int* count))                                                                    \
    X(device_get, cuDeviceGet, (DeviceHandle * device, int ordinal))                                                   \
    X(device_name, cuDeviceGetName, (char* name, int bytes, DeviceHandle device))                                      \
    X(device_total_memory, cuDeviceTotalMem_v2, (std::size_t * bytes, DeviceHandle device))                            \
    X(device_attribute, cuDeviceGetAttribute, (int* value, int attribute, DeviceHandle device))                        \
    X(context_create, cuCtxCreate_v2, (ContextHandle * context, unsigned flags, DeviceHandle device))                  \
    X(context_destroy, cuCtxDestroy_v2, (ContextHandle context))                                                       \
    X(primary_retain, cuDevicePrimaryCtxRetain, (ContextHandle * context, DeviceHandle device))                        \
    X(primary_release, cuDevicePrimaryCtxRelease_v2, (DeviceHandle device))                                            \
    X(context_set_current, cuCtxSetCurrent, (ContextHandle context))                                                   \
    X(context_set_limit, cuCtxSetLimit, (int limit, std::size_t value))                                                \
    X(context_synchronize, cuCtxSynchronize, ())                                                                       \
    X(memory_info, cuMemGetInfo_v2, (std::size_t * free, std::size_t * total))                                         \
    X(memory_allocate, cuMemAlloc_v2, (DevicePointer * address, std::size_t bytes))                                    \
    X(memory_free, cuMemFree_v2, (DevicePointer address))                                                              \
    X(copy_to_device, cuMemcpyHtoDAsync_v2,                                                                            \
      (DevicePointer to, const void* from, std::size_t bytes, StreamHandle stream))                                    \
    X(copy_to_host, cuMemcpyDtoHAsync_v2, (void* to, DevicePointer from, std::size_t bytes, StreamHandle stream))      \
    X(copy, cuMemcpyAsync, (DevicePointer to, DevicePointer from, std::size_t bytes, StreamHandle stream))             \
    X(copy_3d, cuMemcpy3DAsync_v2, (const Copy3D* copy, StreamHandle stream))                                          \
    X(array_create, cuArray3DCreate_v2, (ArrayHandle * array, const ArrayDescription* description))                    \
    X(array_destroy, cuArrayDestroy, (ArrayHandle array))                                                              \
    X(mipmap_create, cuMipmappedArrayCreate,                                                                           \
      (MipmapHandle * array, const ArrayDescription* description, unsigned levels))                                    \
    X(mipmap_level, cuMipmappedArrayGetLevel, (ArrayHandle * level, MipmapHandle array, unsigned number))              \
    X(mipmap_destroy, cuMipmappedArrayDestroy, (MipmapHandle array))                                                   \
    X(texture_create, cuTexObjectCreate,                                                                               \
      (TextureHandle * texture, const ResourceDescription* resource, const TextureDescription* sampler,                \
       const ViewDescription* view))                                                                                   \
    X(texture_destroy, cuTexObjectDestroy, (TextureHandle texture))                                                    \
    X(surface_create, cuSurfObjectCreate, (TextureHandle * surface, const ResourceDescription* resource))              \
    X(surface_destroy, cuSurfObjectDestroy, (TextureHandle surface))                                                   \
    X(fill_8, cuMemsetD8Async, (DevicePointer to, unsigned char value, std::size_t count, StreamHandle stream))        \
    X(fill_16, cuMemsetD16Async, (DevicePointer to, unsigned short value, std::size_t count, StreamHandle stream))     \
    X(fill_32, cuMemsetD32Async, (DevicePointer to, unsigned value, std::size_t count, StreamHandle stream))           \
    X(fill_rows_8, cuMemsetD2D8Async,                                                                                  \
      (DevicePointer to, std::size_t pitch, unsigned char value, std::size_t count, std::size_t height,                \
       StreamHandle stream))                                                                                           \
    X(fill_rows_16, cuMemsetD2D16Async,                                                                                \
      (DevicePointer to, std::size_t pitch, unsigned short value, std::size_t count, std::size_t height,               \
       StreamHandle stream))                                                                                           \
    X(fill_rows_32, cuMemsetD2D32Async,                                                                                \
      (DevicePointer to, std::size_t pitch, unsigned value, std::size_t count, std::size_t height,                     \
       StreamHandle stream))                                                                                           \
    X(address_reserve, cuMemAddressReserve,                                                                            \
      (DevicePointer * address, std::size_t bytes, std::size_t alignment, DevicePointer wanted,                        \
       unsigned long long flags))                                                                                      \
    X(address_free, cuMemAddressFree, (DevicePointer address, std::size_t bytes))                                      \
    X(memory_granularity, cuMemGetAllocationGranularity,                                                               \
      (std::size_t * granularity, const MemoryProperties* properties, int option))                                     \
    X(memory_create, cuMemCreate,                                                                                      \
      (MemoryHandle * memory, std::size_t bytes, const MemoryProperties* properties, unsigned long long flags))        \
    X(memory_release, cuMemRelease, (MemoryHandle memory))                                                             \
    X(memory_map, cuMemMap,                                                                                            \
      (DevicePointer address, std::size_t bytes, std::size_t offset, MemoryHandle memory, unsigned long long flags))   \
    X(memory_unmap, cuMemUnmap, (DevicePointer address, std::size_t bytes))                                            \
    X(memory_set_access, cuMemSetAccess,                                                                               \
      (DevicePointer address, std::size_t bytes, const MemoryAccess* access, std::size_t count))                       \
    X(host_register, cuMemHostRegister_v2, (void* host, std::size_t bytes, unsigned flags))                            \
    X(host_unregister, cuMemHostUnregister, (void* host))                                                              \
    X(host_device_pointer, cuMemHostGetDevicePointer_v2, (DevicePointer * address, void* host, unsigned flags))        \
    X(write_word_32, cuStreamWriteValue32_v2,                                                                          \
      (StreamHandle stream, DevicePointer address, std::uint32_t value, unsigned flags))                               \
    X(write_word_64, cuStreamWriteValue64_v2,                                                                          \
      (StreamHandle stream, DevicePointer address, std::uint64_t value, unsigned flags))                               \
    X(wait_word_32, cuStreamWaitValue32_v2,                                                                            \
      (StreamHandle stream, DevicePointer address, std::uint32_t value, unsigned flags))                               \
    X(wait_word_64, cuStreamWaitValue64_v2,                                                                            \
      (StreamHandle stream, DevicePointer address, std::uint64_t value, unsigned flags))                               \
    X(module_function_count, cuModuleGetFunctionCount, (unsigned* count, ModuleHandle module))                         \
    X(module_functions, cuModuleEnumerateFunctions, (FunctionHandle * functions, unsigned count, ModuleHandle module)) \
    X(function_name, cuFuncGetName, (const char** name, FunctionHandle function))                                      \
    X(occupancy, cuOccupancyMaxActiveBlocksPerMultiprocessor,                                                          \
      (int* blocks, FunctionHandle function, int block_threads, std::size_t dynamic_shared))                           \
    X(graph_create, cuGraphCreate, (GraphHandle * graph, unsigned flags))                                              \
    X(graph_destroy, cuGraphDestroy, (GraphHandle graph))                                                              \
    X(graph_add_kernel, cuGraphAddKernelNode_v2,                                                                       \
      (GraphNodeHandle * node, GraphHandle graph, const GraphNodeHandle* dependencies, std::size_t count,              \
       const KernelNodeParameters* parameters))                                                                        \
    X(graph_set_kernel_attribute, cuGraphKernelNodeSetAttribute,                                                       \
      (GraphNodeHandle node, int attribute, const void* value))                                                        \
    X(graph_add_copy, cuGraphAddMemcpyNode,                                                                            \
      (GraphNodeHandle * node, GraphHandle graph, const GraphNodeHandle* dependencies, std::size_t count,              \
       const Copy3D* copy, ContextHandle context))                                                                     \
    X(graph_add_fill, cuGraphAddMemsetNode,                                                                            \
      (GraphNodeHandle * node, GraphHandle graph, const GraphNodeHandle* dependencies, std::size_t count,              \
       const FillNodeParameters* fill, ContextHandle context))                                                         \
    X(graph_add_words, cuGraphAddBatchMemOpNode,                                                                       \
      (GraphNodeHandle * node, GraphHandle graph, const GraphNodeHandle* dependencies, std::size_t count,              \
       const WordNodeParameters* words))                                                                               \
    X(graph_add_record, cuGraphAddEventRecordNode,                                                                     \
      (GraphNodeHandle * node, GraphHandle graph, const GraphNodeHandle* dependencies, std::size_t count,              \
       EventHandle event))                                                                                             \
    X(graph_add_wait, cuGraphAddEventWaitNode,                                                                         \
      (GraphNodeHandle * node, GraphHandle graph, const GraphNodeHandle* dependencies, std::size_t count,              \
       EventHandle event))                                                                                             \
    X(graph_add_empty, cuGraphAddEmptyNode,                                                                            \
      (GraphNodeHandle * node, GraphHandle graph, const GraphNodeHandle* dependencies, std::size_t count))             \
    X(graph_add_child, cuGraphAddChildGraphNode,                                                                       \
      (GraphNodeHandle * node, GraphHandle graph, const GraphNodeHandle* dependencies, std::size_t count,              \
       GraphHandle child))                                                                                             \
    X(graph_child, cuGraphChildGraphNodeGetGraph, (GraphNodeHandle node, GraphHandle * child))                         \
    X(graph_nodes, cuGraphGetNodes, (GraphHandle graph, GraphNodeHandle * nodes, std::size_t * count))                 \
    X(graph_node_type, cuGraphNodeGetType, (GraphNodeHandle node, int* type))                                          \
    X(graph_copy_parameters, cuGraphMemcpyNodeGetParams, (GraphNodeHandle node, Copy3D * copy))                        \
    X(pointer_attribute, cuPointerGetAttribute, (void* value, int attribute, DevicePointer address))                   \
    X(graph_instantiate, cuGraphInstantiateWithFlags,                                                                  \
      (GraphExecHandle * exec, GraphHandle graph, unsigned long long flags))                                           \
    X(graph_update, cuGraphExecUpdate_v2, (GraphExecHandle exec, GraphHandle graph, GraphUpdateResult * result))       \
    X(graph_launch, cuGraphLaunch, (GraphExecHandle exec, StreamHandle stream))                                        \
    X(graph_exec_destroy, cuGraphExecDestroy, (GraphExecHandle exec))                                                  \
    X(module_load, cuModuleLoadDataEx,                                                                                 \
      (ModuleHandle * module, const void* image, unsigned option_count, int* options, void** values))                  \
    X(library_load, cuLibraryLoadData,                                                                                 \
      (LibraryHandle * library, const void* image, int* options, void** values, unsigned option_count,                 \
       int* library_options, void** library_values, unsigned library_option_count))                                    \
    X(library_module, cuLibraryGetModule, (ModuleHandle * module, LibraryHandle library))                              \
    X(library_unload, cuLibraryUnload, (LibraryHandle library))                                                        \
    X(link_create, cuLinkCreate_v2, (unsigned option_count, int* options, void** values, LinkHandle* link))            \
    X(link_add, cuLinkAddData_v2,                                                                                      \
      (LinkHandle link, int kind, void* data, std::size_t bytes, const char* name, unsigned option_count,              \
       int* options, void** values))                                                                                   \
    X(link_complete, cuLinkComplete, (LinkHandle link, void** image, std::size_t* bytes))                              \
    X(link_destroy, cuLinkDestroy, (LinkHandle link))                                                                  \
    X(module_unload, cuModuleUnload, (ModuleHandle module))                                                            \
    X(module_function, cuModuleGetFunction, (FunctionHandle * function, ModuleHandle module, const char* name))        \
    X(module_global, cuModuleGetGlobal_v2,                                                                             \
      (DevicePointer * address, std::size_t * bytes, ModuleHandle module, const char* name))                           \
    X(function_attribute, cuFuncGetAttribute, (int* value, int attribute, FunctionHandle function))                    \
    X(set_function_attribute, cuFuncSetAttribute, (FunctionHandle function, int attribute, int value))                 \
    X(function_parameter, cuFuncGetParamInfo,                                                                          \
      (FunctionHandle function, std::size_t index, std::size_t * offset, std::size_t * bytes))                         \
    X(launch, cuLaunchKernelEx,                                                                                        \
      (const LaunchConfig* config, FunctionHandle function, void** parameters, void** extra))                          \
    X(launch_host_function, cuLaunchHostFunc, (StreamHandle stream, HostFunction function, void* data))                \
    X(stream_create, cuStreamCreateWithPriority, (StreamHandle * stream, unsigned flags, int priority))                \
    X(stream_destroy, cuStreamDestroy_v2, (StreamHandle stream))                                                       \
    X(stream_synchronize, cuStreamSynchronize, (StreamHandle stream))                                                  \
    X(stream_query, cuStreamQuery, (StreamHandle stream))                                                              \
    X(stream_begin_capture, cuStreamBeginCapture_v2, (StreamHandle stream, int mode))                                  \
    X(stream_end_capture, cuStreamEndCapture, (StreamHandle stream, GraphHandle * graph))                              \
    X(stream_wait_event, cuStreamWaitEvent, (StreamHandle stream, EventHandle event, unsigned flags))                  \
    X(event_create, cuEventCreate, (EventHandle * event, unsigned flags))                                              \
    X(event_destroy, cuEventDestroy_v2, (EventHandle event))                                                           \
    X(event_record, cuEventRecord, (EventHandle event, StreamHandle stream))                                           \
    X(event_synchronize, cuEventSynchronize, (EventHandle event))                                                      \
    X(event_query, cuEventQuery, (EventHandle event))                                                                  \
    X(event_elapsed, cuEventElapsedTime, (float* milliseconds, EventHandle start, EventHandle end))

// The same for functions that older drivers lack, whose pointers are null then.
#define RINGFENCE_CUDA_NEWER_FUNCTIONS(X)                                                                              \
    X(device_resource, cuDeviceGetDevResource, (DeviceHandle device, DeviceResource * resource, int type))             \
    X(split_resource, cuDevSmResourceSplitByCount,                                                                     \
      (DeviceResource * parts, unsigned* count, const DeviceResource* whole, DeviceResource* rest, unsigned flags,     \
       unsigned least))                                                                                                \
    X(describe_resource, cuDevResourceGenerateDesc,                                                                    \
      (PartDescription * description, DeviceResource * parts, unsigned count))                                         \
    X(green_create, cuGreenCtxCreate,                                                                                  \
      (GreenContextHandle * green, PartDescription description, DeviceHandle device, unsigned flags))                  \
    X(green_destroy, cuGreenCtxDestroy, (GreenContextHandle green))                                                    \
    X(green_stream_create, cuGreenCtxStreamCreate,                                                                     \
      (StreamHandle * stream, GreenContextHandle green, unsigned flags, int priority))                                 \
    X(stream_begin_capture_to_graph, cuStreamBeginCaptureToGraph,                                                      \
      (StreamHandle stream, GraphHandle graph, const GraphNodeHandle* dependencies, const void* edges,                 \
       std::size_t count, int mode))                                                                                   \
    X(stream_capture_info, cuStreamGetCaptureInfo_v3,                                                                  \
      (StreamHandle stream, int* state, std::uint64_t* id, GraphHandle* graph, const GraphNodeHandle** nodes,          \
       const void** edges, std::size_t* count))                                                                        \
    X(tensor_map_tiles, cuTensorMapEncodeTiled,                                                                        \
      (void* map, int type, std::uint32_t rank, void* address, const std::uint64_t* dimensions,                        \
       const std::uint64_t* strides, const std::uint32_t* box, const std::uint32_t* steps, int interleave,             \
       int swizzle, int promotion, int fill))                                                                          \
    X(tensor_map_columns, cuTensorMapEncodeIm2col,                                                                     \
      (void* map, int type, std::uint32_t rank, void* address, const std::uint64_t* dimensions,                        \
       const std::uint64_t* strides, const int* lower, const int* upper, std::uint32_t channels, std::uint32_t pixels, \
       const std::uint32_t* steps, int interleave, int swizzle, int promotion, int fill))                              \
    X(tensor_map_move, cuTensorMapReplaceAddress, (void* map, void* address))
