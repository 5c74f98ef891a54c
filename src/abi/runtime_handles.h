// The runtime API's handles and numbers.
//
// Data, no behaviour: names, values and layouts are CUDA's, so the rules for ours do not apply.
#pragma once
#pragma GCC system_header

#include <cstddef>
#include <cstdint>

#include "abi/driver_handles.h"

struct cudaArray;
using cudaArray_t = cudaArray*;
using cudaArray_const_t = const cudaArray*;
struct cudaMipmappedArray;
using cudaMipmappedArray_t = cudaMipmappedArray*;
using cudaMipmappedArray_const_t = const cudaMipmappedArray*;
struct cudaGraphicsResource;
using cudaStream_t = CUstream_st*;
using cudaEvent_t = CUevent_st*;
using cudaGraphicsResource_t = cudaGraphicsResource*;
struct CUexternalMemory_st;
using cudaExternalMemory_t = CUexternalMemory_st*;
struct CUexternalSemaphore_st;
using cudaExternalSemaphore_t = CUexternalSemaphore_st*;
using cudaGraph_t = CUgraph_st*;
using cudaGraphNode_t = CUgraphNode_st*;
using cudaUserObject_t = CUuserObject_st*;
using cudaGraphConditionalHandle = unsigned long long;
using cudaFunction_t = CUfunc_st*;
using cudaKernel_t = CUkern_st*;
using cudaLibrary_t = CUlib_st*;
using cudaMemPool_t = CUmemPoolHandle_st*;
using cudaGraphExec_t = CUgraphExec_st*;
using cudaGraphDeviceNode_t = CUgraphDeviceUpdatableNode_st*;
struct cudaAsyncCallbackEntry;
using cudaAsyncCallbackHandle_t = cudaAsyncCallbackEntry*;
using cudaLogsCallbackHandle = CUlogsCallbackEntry_st*;
using cudaLogIterator = unsigned int;
using cudaSurfaceObject_t = unsigned long long;
using cudaTextureObject_t = unsigned long long;
