// The part of the driver API that the programs of this folder use, found in libcuda.so.1 when they start: no CUDA
// header and no CUDA library is needed to build them. Handles are pointers, enumerations are numbers, as CUDA's ABI has
// them.
#pragma once

#include <cstddef>

using Handle = void*;                // CUcontext, CUmodule, CUfunction, CUstream, CUevent, CUgraph…
using Address = unsigned long long;  // CUdeviceptr
using HostFunction = void (*)(void*);
using StreamCallback = void (*)(Handle stream, int status, void* data);

// CUDA_MEMCPY2D
struct Copy2D {
    std::size_t from_x, from_y;
    unsigned from_type;  // 1: host, 2: device
    const void* from_host;
    Address from_device;
    Handle from_array;
    std::size_t from_pitch;
    std::size_t to_x, to_y;
    unsigned to_type;
    void* to_host;
    Address to_device;
    Handle to_array;
    std::size_t to_pitch;
    std::size_t width, height;
};

// CUDA_KERNEL_NODE_PARAMS_v2
struct KernelNode {
    Handle function;
    unsigned grid[3];
    unsigned block[3];
    unsigned shared;
    void** parameters;
    void** extra;
    Handle kernel;
    Handle context;
};

// CUDA_MEMSET_NODE_PARAMS
struct MemsetNode {
    Address to;
    std::size_t pitch;
    unsigned value;
    unsigned element;
    std::size_t width, height;
};

// CUgraphExecUpdateResultInfo
struct GraphUpdate {
    int result;
    Handle node, other_node;
};

// CUDA_HOST_NODE_PARAMS
struct HostNode {
    HostFunction function;
    void* data;
};

// CUmemLocation, CUmemAccessDesc, CUmemAllocationProp
struct MemoryLocation {
    int type;  // 1: a device
    int id;
};
struct MemoryAccess {
    MemoryLocation location;
    int flags;  // 3: to read and write
};
struct MemoryProperties {
    int type;  // 1: pinned
    int handle_types;
    MemoryLocation location;
    void* security;
    unsigned char compression, rdma;
    unsigned short usage;
    unsigned char reserved[4];
};

// Each: its name here, the symbol, the types of its arguments. All return a CUresult.
#define DRIVER_FUNCTIONS(X)                                                                                            \
    X(cuInit, "cuInit", unsigned)                                                                                      \
    X(cuDeviceGet, "cuDeviceGet", int*, int)                                                                           \
    X(cuMemGetAllocationGranularity, "cuMemGetAllocationGranularity", std::size_t*, const MemoryProperties*, int)      \
    X(cuMemAddressReserve, "cuMemAddressReserve", Address*, std::size_t, std::size_t, Address, unsigned long long)     \
    X(cuMemAddressFree, "cuMemAddressFree", Address, std::size_t)                                                      \
    X(cuMemCreate, "cuMemCreate", unsigned long long*, std::size_t, const MemoryProperties*, unsigned long long)       \
    X(cuMemRelease, "cuMemRelease", unsigned long long)                                                                \
    X(cuMemMap, "cuMemMap", Address, std::size_t, std::size_t, unsigned long long, unsigned long long)                 \
    X(cuMemUnmap, "cuMemUnmap", Address, std::size_t)                                                                  \
    X(cuMemSetAccess, "cuMemSetAccess", Address, std::size_t, const MemoryAccess*, std::size_t)                        \
    X(cuMemGetAccess, "cuMemGetAccess", unsigned long long*, const MemoryLocation*, Address)                           \
    X(cuMemRetainAllocationHandle, "cuMemRetainAllocationHandle", unsigned long long*, void*)                          \
    X(cuMemGetAllocationPropertiesFromHandle, "cuMemGetAllocationPropertiesFromHandle", MemoryProperties*,             \
      unsigned long long)                                                                                              \
    X(cuDeviceGetCount, "cuDeviceGetCount", int*)                                                                      \
    X(cuDeviceGetAttribute, "cuDeviceGetAttribute", int*, int, int)                                                    \
    X(cuDeviceTotalMem, "cuDeviceTotalMem_v2", std::size_t*, int)                                                      \
    X(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", Handle*, int)                                              \
    X(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", int)                                                  \
    X(cuCtxSetCurrent, "cuCtxSetCurrent", Handle)                                                                      \
    X(cuCtxSynchronize, "cuCtxSynchronize")                                                                            \
    X(cuCtxSetLimit, "cuCtxSetLimit", int, std::size_t)                                                                \
    X(cuCtxGetLimit, "cuCtxGetLimit", std::size_t*, int)                                                               \
    X(cuModuleLoadData, "cuModuleLoadData", Handle*, const void*)                                                      \
    X(cuModuleUnload, "cuModuleUnload", Handle)                                                                        \
    X(cuModuleGetFunction, "cuModuleGetFunction", Handle*, Handle, const char*)                                        \
    X(cuModuleGetFunctionCount, "cuModuleGetFunctionCount", unsigned*, Handle)                                         \
    X(cuModuleGetGlobal, "cuModuleGetGlobal_v2", Address*, std::size_t*, Handle, const char*)                          \
    X(cuLibraryLoadData, "cuLibraryLoadData", Handle*, const void*, int*, void**, unsigned, int*, void**, unsigned)    \
    X(cuLibraryGetKernel, "cuLibraryGetKernel", Handle*, Handle, const char*)                                          \
    X(cuLibraryUnload, "cuLibraryUnload", Handle)                                                                      \
    X(cuMemGetInfo, "cuMemGetInfo_v2", std::size_t*, std::size_t*)                                                     \
    X(cuMemAlloc, "cuMemAlloc_v2", Address*, std::size_t)                                                              \
    X(cuMemAllocPitch, "cuMemAllocPitch_v2", Address*, std::size_t*, std::size_t, std::size_t, unsigned)               \
    X(cuMemFree, "cuMemFree_v2", Address)                                                                              \
    X(cuMemAllocHost, "cuMemAllocHost_v2", void**, std::size_t)                                                        \
    X(cuMemFreeHost, "cuMemFreeHost", void*)                                                                           \
    X(cuMemcpyHtoD, "cuMemcpyHtoD_v2", Address, const void*, std::size_t)                                              \
    X(cuMemcpyDtoH, "cuMemcpyDtoH_v2", void*, Address, std::size_t)                                                    \
    X(cuMemcpyDtoD, "cuMemcpyDtoD_v2", Address, Address, std::size_t)                                                  \
    X(cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", Address, const void*, std::size_t, Handle)                            \
    X(cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", void*, Address, std::size_t, Handle)                                  \
    X(cuMemcpy2D, "cuMemcpy2D_v2", const Copy2D*)                                                                      \
    X(cuMemsetD8, "cuMemsetD8_v2", Address, unsigned char, std::size_t)                                                \
    X(cuMemsetD32, "cuMemsetD32_v2", Address, unsigned, std::size_t)                                                   \
    X(cuMemsetD32Async, "cuMemsetD32Async", Address, unsigned, std::size_t, Handle)                                    \
    X(cuLaunchKernel, "cuLaunchKernel", Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,  \
      Handle, void**, void**)                                                                                          \
    X(cuFuncSetAttribute, "cuFuncSetAttribute", Handle, int, int)                                                      \
    X(cuStreamCreate, "cuStreamCreate", Handle*, unsigned)                                                             \
    X(cuStreamDestroy, "cuStreamDestroy_v2", Handle)                                                                   \
    X(cuStreamSynchronize, "cuStreamSynchronize", Handle)                                                              \
    X(cuStreamQuery, "cuStreamQuery", Handle)                                                                          \
    X(cuStreamWaitEvent, "cuStreamWaitEvent", Handle, Handle, unsigned)                                                \
    X(cuStreamAddCallback, "cuStreamAddCallback", Handle, StreamCallback, void*, unsigned)                             \
    X(cuLaunchHostFunc, "cuLaunchHostFunc", Handle, HostFunction, void*)                                               \
    X(cuGraphExecUpdate, "cuGraphExecUpdate_v2", Handle, Handle, GraphUpdate*)                                         \
    X(cuStreamBeginCapture, "cuStreamBeginCapture_v2", Handle, int)                                                    \
    X(cuStreamEndCapture, "cuStreamEndCapture", Handle, Handle*)                                                       \
    X(cuEventCreate, "cuEventCreate", Handle*, unsigned)                                                               \
    X(cuEventDestroy, "cuEventDestroy_v2", Handle)                                                                     \
    X(cuEventRecord, "cuEventRecord", Handle, Handle)                                                                  \
    X(cuEventSynchronize, "cuEventSynchronize", Handle)                                                                \
    X(cuEventQuery, "cuEventQuery", Handle)                                                                            \
    X(cuEventElapsedTime, "cuEventElapsedTime", float*, Handle, Handle)                                                \
    X(cuGraphCreate, "cuGraphCreate", Handle*, unsigned)                                                               \
    X(cuGraphDestroy, "cuGraphDestroy", Handle)                                                                        \
    X(cuGraphAddKernelNode, "cuGraphAddKernelNode_v2", Handle*, Handle, const Handle*, std::size_t, const KernelNode*) \
    X(cuGraphAddMemsetNode, "cuGraphAddMemsetNode", Handle*, Handle, const Handle*, std::size_t, const MemsetNode*,    \
      Handle)                                                                                                          \
    X(cuGraphAddHostNode, "cuGraphAddHostNode", Handle*, Handle, const Handle*, std::size_t, const HostNode*)          \
    X(cuGraphInstantiate, "cuGraphInstantiateWithFlags", Handle*, Handle, unsigned long long)                          \
    X(cuGraphLaunch, "cuGraphLaunch", Handle, Handle)                                                                  \
    X(cuGraphExecDestroy, "cuGraphExecDestroy", Handle)

#define DECLARE(name, symbol, ...) extern int (*name)(__VA_ARGS__);
DRIVER_FUNCTIONS(DECLARE)
#undef DECLARE

constexpr int status_invalid_value = 1;
constexpr int status_out_of_memory = 2;
constexpr int status_invalid_image = 200;
constexpr int status_invalid_ptx = 218;
constexpr int status_not_found = 500;
constexpr int status_not_ready = 600;
constexpr int status_illegal_address = 700;
constexpr int status_launch_timeout = 702;
constexpr int status_not_supported = 801;
