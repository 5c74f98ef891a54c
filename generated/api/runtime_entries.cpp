// Made by tools/generate_api.py from api/. Do not edit.
// clang-format off
#include "api/runtime_entries.h"
#include "api/runtime_functions.h"
#include "client/trace/default_stream.h"
#include "client/trace/traced.h"

using namespace ringfence::client;

extern "C" {

cudaError_t rf_cudaArrayGetInfo(cudaChannelFormatDesc*, cudaExtent*, unsigned int*, cudaArray_t) { return unsupported<cudaError_t>(Api::cudaArrayGetInfo); }
cudaError_t rf_cudaArrayGetMemoryRequirements(cudaArrayMemoryRequirements*, cudaArray_t, int) { return unsupported<cudaError_t>(Api::cudaArrayGetMemoryRequirements); }
cudaError_t rf_cudaArrayGetPlane(cudaArray_t*, cudaArray_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaArrayGetPlane); }
cudaError_t rf_cudaArrayGetSparseProperties(cudaArraySparseProperties*, cudaArray_t) { return unsupported<cudaError_t>(Api::cudaArrayGetSparseProperties); }
cudaChannelFormatDesc rf_cudaCreateChannelDesc(int, int, int, int, cudaChannelFormatKind) { return unsupported<cudaChannelFormatDesc>(Api::cudaCreateChannelDesc); }
cudaError_t rf_cudaCreateSurfaceObject(cudaSurfaceObject_t*, const cudaResourceDesc*) { return unsupported<cudaError_t>(Api::cudaCreateSurfaceObject); }
cudaError_t rf_cudaCreateTextureObject(cudaTextureObject_t*, const cudaResourceDesc*, const cudaTextureDesc*, const cudaResourceViewDesc*) { return unsupported<cudaError_t>(Api::cudaCreateTextureObject); }
cudaError_t rf_cudaDestroySurfaceObject(cudaSurfaceObject_t) { return unsupported<cudaError_t>(Api::cudaDestroySurfaceObject); }
cudaError_t rf_cudaDestroyTextureObject(cudaTextureObject_t) { return unsupported<cudaError_t>(Api::cudaDestroyTextureObject); }
cudaError_t rf_cudaDeviceGetTexture1DLinearMaxWidth(size_t*, const cudaChannelFormatDesc*, int) { return unsupported<cudaError_t>(Api::cudaDeviceGetTexture1DLinearMaxWidth); }
cudaError_t rf_cudaFreeArray(cudaArray_t) { return unsupported<cudaError_t>(Api::cudaFreeArray); }
cudaError_t rf_cudaFreeMipmappedArray(cudaMipmappedArray_t) { return unsupported<cudaError_t>(Api::cudaFreeMipmappedArray); }
cudaError_t rf_cudaGetChannelDesc(cudaChannelFormatDesc*, cudaArray_const_t) { return unsupported<cudaError_t>(Api::cudaGetChannelDesc); }
cudaError_t rf_cudaGetMipmappedArrayLevel(cudaArray_t*, cudaMipmappedArray_const_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaGetMipmappedArrayLevel); }
cudaError_t rf_cudaGetSurfaceObjectResourceDesc(cudaResourceDesc*, cudaSurfaceObject_t) { return unsupported<cudaError_t>(Api::cudaGetSurfaceObjectResourceDesc); }
cudaError_t rf_cudaGetTextureObjectResourceDesc(cudaResourceDesc*, cudaTextureObject_t) { return unsupported<cudaError_t>(Api::cudaGetTextureObjectResourceDesc); }
cudaError_t rf_cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc*, cudaTextureObject_t) { return unsupported<cudaError_t>(Api::cudaGetTextureObjectResourceViewDesc); }
cudaError_t rf_cudaGetTextureObjectTextureDesc(cudaTextureDesc*, cudaTextureObject_t) { return unsupported<cudaError_t>(Api::cudaGetTextureObjectTextureDesc); }
cudaError_t rf_cudaMalloc3DArray(cudaArray_t*, const cudaChannelFormatDesc*, cudaExtent, unsigned int) { return unsupported<cudaError_t>(Api::cudaMalloc3DArray); }
cudaError_t rf_cudaMallocArray(cudaArray_t*, const cudaChannelFormatDesc*, size_t, size_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaMallocArray); }
cudaError_t rf_cudaMallocMipmappedArray(cudaMipmappedArray_t*, const cudaChannelFormatDesc*, cudaExtent, unsigned int, unsigned int) { return unsupported<cudaError_t>(Api::cudaMallocMipmappedArray); }
cudaError_t rf_cudaMemcpy2DArrayToArray(cudaArray_t, size_t, size_t, cudaArray_const_t, size_t, size_t, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpy2DArrayToArray); }
cudaError_t rf_cudaMemcpy2DArrayToArray_ptds(cudaArray_t, size_t, size_t, cudaArray_const_t, size_t, size_t, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpy2DArrayToArray_ptds); }
cudaError_t rf_cudaMemcpy2DFromArray(void*, size_t, cudaArray_const_t, size_t, size_t, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpy2DFromArray); }
cudaError_t rf_cudaMemcpy2DFromArray_ptds(void*, size_t, cudaArray_const_t, size_t, size_t, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpy2DFromArray_ptds); }
cudaError_t rf_cudaMemcpy2DFromArrayAsync(void*, size_t, cudaArray_const_t, size_t, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy2DFromArrayAsync); }
cudaError_t rf_cudaMemcpy2DFromArrayAsync_ptsz(void*, size_t, cudaArray_const_t, size_t, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy2DFromArrayAsync_ptsz); }
cudaError_t rf_cudaMemcpy2DToArray(cudaArray_t, size_t, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpy2DToArray); }
cudaError_t rf_cudaMemcpy2DToArray_ptds(cudaArray_t, size_t, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpy2DToArray_ptds); }
cudaError_t rf_cudaMemcpy2DToArrayAsync(cudaArray_t, size_t, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy2DToArrayAsync); }
cudaError_t rf_cudaMemcpy2DToArrayAsync_ptsz(cudaArray_t, size_t, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy2DToArrayAsync_ptsz); }
cudaError_t rf_cudaMemcpyArrayToArray(cudaArray_t, size_t, size_t, cudaArray_const_t, size_t, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpyArrayToArray); }
cudaError_t rf_cudaMemcpyArrayToArray_ptds(cudaArray_t, size_t, size_t, cudaArray_const_t, size_t, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpyArrayToArray_ptds); }
cudaError_t rf_cudaMemcpyFromArray(void*, cudaArray_const_t, size_t, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpyFromArray); }
cudaError_t rf_cudaMemcpyFromArray_ptds(void*, cudaArray_const_t, size_t, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpyFromArray_ptds); }
cudaError_t rf_cudaMemcpyFromArrayAsync(void*, cudaArray_const_t, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyFromArrayAsync); }
cudaError_t rf_cudaMemcpyFromArrayAsync_ptsz(void*, cudaArray_const_t, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyFromArrayAsync_ptsz); }
cudaError_t rf_cudaMemcpyToArray(cudaArray_t, size_t, size_t, const void*, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpyToArray); }
cudaError_t rf_cudaMemcpyToArray_ptds(cudaArray_t, size_t, size_t, const void*, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpyToArray_ptds); }
cudaError_t rf_cudaMemcpyToArrayAsync(cudaArray_t, size_t, size_t, const void*, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyToArrayAsync); }
cudaError_t rf_cudaMemcpyToArrayAsync_ptsz(cudaArray_t, size_t, size_t, const void*, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyToArrayAsync_ptsz); }
cudaError_t rf_cudaMipmappedArrayGetMemoryRequirements(cudaArrayMemoryRequirements*, cudaMipmappedArray_t, int) { return unsupported<cudaError_t>(Api::cudaMipmappedArrayGetMemoryRequirements); }
cudaError_t rf_cudaMipmappedArrayGetSparseProperties(cudaArraySparseProperties*, cudaMipmappedArray_t) { return unsupported<cudaError_t>(Api::cudaMipmappedArrayGetSparseProperties); }
cudaError_t rf_cudaCtxResetPersistingL2Cache() { return unsupported<cudaError_t>(Api::cudaCtxResetPersistingL2Cache); }
cudaError_t rf_cudaDeviceGetCacheConfig(cudaFuncCache*) { return unsupported<cudaError_t>(Api::cudaDeviceGetCacheConfig); }
cudaError_t rf_cudaDeviceGetLimit(size_t*, cudaLimit) { return unsupported<cudaError_t>(Api::cudaDeviceGetLimit); }
cudaError_t rf_cudaDeviceGetSharedMemConfig(cudaSharedMemConfig*) { return unsupported<cudaError_t>(Api::cudaDeviceGetSharedMemConfig); }
cudaError_t rf_cudaDeviceGetStreamPriorityRange(int*, int*) { return unsupported<cudaError_t>(Api::cudaDeviceGetStreamPriorityRange); }
cudaError_t rf_cudaDeviceReset() { return unsupported<cudaError_t>(Api::cudaDeviceReset); }
cudaError_t rf_cudaDeviceSetCacheConfig(cudaFuncCache) { return unsupported<cudaError_t>(Api::cudaDeviceSetCacheConfig); }
cudaError_t rf_cudaDeviceSetLimit(cudaLimit, size_t) { return unsupported<cudaError_t>(Api::cudaDeviceSetLimit); }
cudaError_t rf_cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return unsupported<cudaError_t>(Api::cudaDeviceSetSharedMemConfig); }
cudaError_t rf_cudaDeviceSynchronize() { return unsupported<cudaError_t>(Api::cudaDeviceSynchronize); }
cudaError_t rf_cudaGetDevice(int*) { return unsupported<cudaError_t>(Api::cudaGetDevice); }
cudaError_t rf_cudaGetDeviceFlags(unsigned int*) { return unsupported<cudaError_t>(Api::cudaGetDeviceFlags); }
cudaError_t rf_cudaInitDevice(int, unsigned int, unsigned int) { return unsupported<cudaError_t>(Api::cudaInitDevice); }
cudaError_t rf_cudaSetDevice(int) { return unsupported<cudaError_t>(Api::cudaSetDevice); }
cudaError_t rf_cudaSetDeviceFlags(unsigned int) { return unsupported<cudaError_t>(Api::cudaSetDeviceFlags); }
cudaError_t rf_cudaSetValidDevices(int*, int) { return unsupported<cudaError_t>(Api::cudaSetValidDevices); }
cudaError_t rf_cudaMemDiscardAndPrefetchBatchAsync(void**, size_t*, size_t, cudaMemLocation*, size_t*, size_t, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemDiscardAndPrefetchBatchAsync); }
cudaError_t rf_cudaMemDiscardAndPrefetchBatchAsync_ptsz(void**, size_t*, size_t, cudaMemLocation*, size_t*, size_t, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemDiscardAndPrefetchBatchAsync_ptsz); }
cudaError_t rf_cudaMemDiscardBatchAsync(void**, size_t*, size_t, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemDiscardBatchAsync); }
cudaError_t rf_cudaMemDiscardBatchAsync_ptsz(void**, size_t*, size_t, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemDiscardBatchAsync_ptsz); }
cudaError_t rf_cudaMemPrefetchAsync(const void*, size_t, cudaMemLocation, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemPrefetchAsync); }
cudaError_t rf_cudaMemPrefetchAsync_ptsz(const void*, size_t, cudaMemLocation, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemPrefetchAsync_ptsz); }
cudaError_t rf_cudaMemPrefetchBatchAsync(void**, size_t*, size_t, cudaMemLocation*, size_t*, size_t, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemPrefetchBatchAsync); }
cudaError_t rf_cudaMemPrefetchBatchAsync_ptsz(void**, size_t*, size_t, cudaMemLocation*, size_t*, size_t, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemPrefetchBatchAsync_ptsz); }
cudaError_t rf_cudaMemcpy(void*, const void*, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpy); }
cudaError_t rf_cudaMemcpy_ptds(void*, const void*, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpy_ptds); }
cudaError_t rf_cudaMemcpy2D(void*, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpy2D); }
cudaError_t rf_cudaMemcpy2D_ptds(void*, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpy2D_ptds); }
cudaError_t rf_cudaMemcpy2DAsync(void*, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy2DAsync); }
cudaError_t rf_cudaMemcpy2DAsync_ptsz(void*, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy2DAsync_ptsz); }
cudaError_t rf_cudaMemcpy3D(const cudaMemcpy3DParms*) { return unsupported<cudaError_t>(Api::cudaMemcpy3D); }
cudaError_t rf_cudaMemcpy3D_ptds(const cudaMemcpy3DParms*) { return unsupported<cudaError_t>(Api::cudaMemcpy3D_ptds); }
cudaError_t rf_cudaMemcpy3DAsync(const cudaMemcpy3DParms*, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy3DAsync); }
cudaError_t rf_cudaMemcpy3DAsync_ptsz(const cudaMemcpy3DParms*, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy3DAsync_ptsz); }
cudaError_t rf_cudaMemcpy3DBatchAsync(size_t, cudaMemcpy3DBatchOp*, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy3DBatchAsync); }
cudaError_t rf_cudaMemcpy3DBatchAsync_ptsz(size_t, cudaMemcpy3DBatchOp*, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy3DBatchAsync_ptsz); }
cudaError_t rf_cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms*) { return unsupported<cudaError_t>(Api::cudaMemcpy3DPeer); }
cudaError_t rf_cudaMemcpy3DPeer_ptds(const cudaMemcpy3DPeerParms*) { return unsupported<cudaError_t>(Api::cudaMemcpy3DPeer_ptds); }
cudaError_t rf_cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms*, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy3DPeerAsync); }
cudaError_t rf_cudaMemcpy3DPeerAsync_ptsz(const cudaMemcpy3DPeerParms*, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy3DPeerAsync_ptsz); }
cudaError_t rf_cudaMemcpyAsync(void*, const void*, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyAsync); }
cudaError_t rf_cudaMemcpyAsync_ptsz(void*, const void*, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyAsync_ptsz); }
cudaError_t rf_cudaMemcpyBatchAsync(void* const*, const void* const*, const size_t*, size_t, cudaMemcpyAttributes*, size_t*, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyBatchAsync); }
cudaError_t rf_cudaMemcpyBatchAsync_ptsz(void* const*, const void* const*, const size_t*, size_t, cudaMemcpyAttributes*, size_t*, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyBatchAsync_ptsz); }
cudaError_t rf_cudaMemcpyFromSymbol(void*, const void*, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpyFromSymbol); }
cudaError_t rf_cudaMemcpyFromSymbol_ptds(void*, const void*, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpyFromSymbol_ptds); }
cudaError_t rf_cudaMemcpyFromSymbolAsync(void*, const void*, size_t, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyFromSymbolAsync); }
cudaError_t rf_cudaMemcpyFromSymbolAsync_ptsz(void*, const void*, size_t, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyFromSymbolAsync_ptsz); }
cudaError_t rf_cudaMemcpyPeer(void*, int, const void*, int, size_t) { return unsupported<cudaError_t>(Api::cudaMemcpyPeer); }
cudaError_t rf_cudaMemcpyPeerAsync(void*, int, const void*, int, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyPeerAsync); }
cudaError_t rf_cudaMemcpyToSymbol(const void*, const void*, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpyToSymbol); }
cudaError_t rf_cudaMemcpyToSymbol_ptds(const void*, const void*, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaMemcpyToSymbol_ptds); }
cudaError_t rf_cudaMemcpyToSymbolAsync(const void*, const void*, size_t, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyToSymbolAsync); }
cudaError_t rf_cudaMemcpyToSymbolAsync_ptsz(const void*, const void*, size_t, size_t, cudaMemcpyKind, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyToSymbolAsync_ptsz); }
cudaError_t rf_cudaMemset(void*, int, size_t) { return unsupported<cudaError_t>(Api::cudaMemset); }
cudaError_t rf_cudaMemset_ptds(void*, int, size_t) { return unsupported<cudaError_t>(Api::cudaMemset_ptds); }
cudaError_t rf_cudaMemset2D(void*, size_t, int, size_t, size_t) { return unsupported<cudaError_t>(Api::cudaMemset2D); }
cudaError_t rf_cudaMemset2D_ptds(void*, size_t, int, size_t, size_t) { return unsupported<cudaError_t>(Api::cudaMemset2D_ptds); }
cudaError_t rf_cudaMemset2DAsync(void*, size_t, int, size_t, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemset2DAsync); }
cudaError_t rf_cudaMemset2DAsync_ptsz(void*, size_t, int, size_t, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemset2DAsync_ptsz); }
cudaError_t rf_cudaMemset3D(cudaPitchedPtr, int, cudaExtent) { return unsupported<cudaError_t>(Api::cudaMemset3D); }
cudaError_t rf_cudaMemset3D_ptds(cudaPitchedPtr, int, cudaExtent) { return unsupported<cudaError_t>(Api::cudaMemset3D_ptds); }
cudaError_t rf_cudaMemset3DAsync(cudaPitchedPtr, int, cudaExtent, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemset3DAsync); }
cudaError_t rf_cudaMemset3DAsync_ptsz(cudaPitchedPtr, int, cudaExtent, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemset3DAsync_ptsz); }
cudaError_t rf_cudaMemsetAsync(void*, int, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemsetAsync); }
cudaError_t rf_cudaMemsetAsync_ptsz(void*, int, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemsetAsync_ptsz); }
cudaError_t rf_cudaEventElapsedTime_v2_runtime12(float*, cudaEvent_t, cudaEvent_t) { return unsupported<cudaError_t>(Api::cudaEventElapsedTime_v2_runtime12); }
cudaError_t rf_cudaGraphAddDependencies_v2_runtime12(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*, const cudaGraphEdgeData*, size_t) { return unsupported<cudaError_t>(Api::cudaGraphAddDependencies_v2_runtime12); }
cudaError_t rf_cudaGraphAddNode_v2_runtime12(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, const cudaGraphEdgeData*, size_t, cudaGraphNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphAddNode_v2_runtime12); }
cudaError_t rf_cudaGraphGetEdges_v2_runtime12(cudaGraph_t, cudaGraphNode_t*, cudaGraphNode_t*, cudaGraphEdgeData*, size_t*) { return unsupported<cudaError_t>(Api::cudaGraphGetEdges_v2_runtime12); }
cudaError_t rf_cudaGraphNodeGetDependencies_v2_runtime12(cudaGraphNode_t, cudaGraphNode_t*, cudaGraphEdgeData*, size_t*) { return unsupported<cudaError_t>(Api::cudaGraphNodeGetDependencies_v2_runtime12); }
cudaError_t rf_cudaGraphNodeGetDependentNodes_v2_runtime12(cudaGraphNode_t, cudaGraphNode_t*, cudaGraphEdgeData*, size_t*) { return unsupported<cudaError_t>(Api::cudaGraphNodeGetDependentNodes_v2_runtime12); }
cudaError_t rf_cudaGraphRemoveDependencies_v2_runtime12(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*, const cudaGraphEdgeData*, size_t) { return unsupported<cudaError_t>(Api::cudaGraphRemoveDependencies_v2_runtime12); }
cudaError_t rf_cudaMemAdvise_v2_runtime12(const void*, size_t, cudaMemoryAdvise, cudaMemLocation) { return unsupported<cudaError_t>(Api::cudaMemAdvise_v2_runtime12); }
cudaError_t rf_cudaMemPrefetchAsync_v2_runtime12(const void*, size_t, cudaMemLocation, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemPrefetchAsync_v2_runtime12); }
cudaError_t rf_cudaSignalExternalSemaphoresAsync_v2_runtime12(const cudaExternalSemaphore_t*, const cudaExternalSemaphoreSignalParams*, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaSignalExternalSemaphoresAsync_v2_runtime12); }
cudaError_t rf_cudaStreamGetCaptureInfo_v3_runtime12(cudaStream_t, cudaStreamCaptureStatus*, unsigned long long*, cudaGraph_t*, const cudaGraphNode_t**, const cudaGraphEdgeData**, size_t*) { return unsupported<cudaError_t>(Api::cudaStreamGetCaptureInfo_v3_runtime12); }
cudaError_t rf_cudaStreamUpdateCaptureDependencies_v2_runtime12(cudaStream_t, cudaGraphNode_t*, const cudaGraphEdgeData*, size_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaStreamUpdateCaptureDependencies_v2_runtime12); }
cudaError_t rf_cudaThreadExit_runtime12() { return unsupported<cudaError_t>(Api::cudaThreadExit_runtime12); }
cudaError_t rf_cudaThreadGetCacheConfig_runtime12(cudaFuncCache*) { return unsupported<cudaError_t>(Api::cudaThreadGetCacheConfig_runtime12); }
cudaError_t rf_cudaThreadGetLimit_runtime12(size_t*, cudaLimit) { return unsupported<cudaError_t>(Api::cudaThreadGetLimit_runtime12); }
cudaError_t rf_cudaThreadSetCacheConfig_runtime12(cudaFuncCache) { return unsupported<cudaError_t>(Api::cudaThreadSetCacheConfig_runtime12); }
cudaError_t rf_cudaThreadSetLimit_runtime12(cudaLimit, size_t) { return unsupported<cudaError_t>(Api::cudaThreadSetLimit_runtime12); }
cudaError_t rf_cudaThreadSynchronize_runtime12() { return unsupported<cudaError_t>(Api::cudaThreadSynchronize_runtime12); }
cudaError_t rf_cudaWaitExternalSemaphoresAsync_v2_runtime12(const cudaExternalSemaphore_t*, const cudaExternalSemaphoreWaitParams*, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaWaitExternalSemaphoresAsync_v2_runtime12); }
cudaError_t rf_cudaGetDeviceProperties_runtime12() { return unsupported<cudaError_t>(Api::cudaGetDeviceProperties_runtime12); }
cudaError_t rf_cudaGetDeviceProperties_v2_runtime12(cudaDeviceProp12*, int) { return unsupported<cudaError_t>(Api::cudaGetDeviceProperties_v2_runtime12); }
cudaError_t rf_cudaGraphAddDependencies_runtime12(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*, size_t) { return unsupported<cudaError_t>(Api::cudaGraphAddDependencies_runtime12); }
cudaError_t rf_cudaGraphAddNode_runtime12(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, cudaGraphNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphAddNode_runtime12); }
cudaError_t rf_cudaGraphGetEdges_runtime12(cudaGraph_t, cudaGraphNode_t*, cudaGraphNode_t*, size_t*) { return unsupported<cudaError_t>(Api::cudaGraphGetEdges_runtime12); }
cudaError_t rf_cudaGraphNodeGetDependencies_runtime12(cudaGraphNode_t, cudaGraphNode_t*, size_t*) { return unsupported<cudaError_t>(Api::cudaGraphNodeGetDependencies_runtime12); }
cudaError_t rf_cudaGraphNodeGetDependentNodes_runtime12(cudaGraphNode_t, cudaGraphNode_t*, size_t*) { return unsupported<cudaError_t>(Api::cudaGraphNodeGetDependentNodes_runtime12); }
cudaError_t rf_cudaGraphRemoveDependencies_runtime12(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*, size_t) { return unsupported<cudaError_t>(Api::cudaGraphRemoveDependencies_runtime12); }
cudaError_t rf_cudaLaunchCooperativeKernelMultiDevice_runtime12() { return unsupported<cudaError_t>(Api::cudaLaunchCooperativeKernelMultiDevice_runtime12); }
cudaError_t rf_cudaMemAdvise_runtime12(const void*, size_t, cudaMemoryAdvise, int) { return unsupported<cudaError_t>(Api::cudaMemAdvise_runtime12); }
cudaError_t rf_cudaMemcpy3DBatchAsync_runtime12(size_t, cudaMemcpy3DBatchOp*, size_t*, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy3DBatchAsync_runtime12); }
cudaError_t rf_cudaMemcpyBatchAsync_runtime12(void**, void**, size_t*, size_t, cudaMemcpyAttributes*, size_t*, size_t, size_t*, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyBatchAsync_runtime12); }
cudaError_t rf_cudaMemPrefetchAsync_runtime12(const void*, size_t, int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemPrefetchAsync_runtime12); }
cudaError_t rf_cudaStreamGetCaptureInfo_runtime12(cudaStream_t, cudaStreamCaptureStatus*, unsigned long long*) { return unsupported<cudaError_t>(Api::cudaStreamGetCaptureInfo_runtime12); }
cudaError_t rf_cudaStreamGetCaptureInfo_v2_runtime12(cudaStream_t, cudaStreamCaptureStatus*, unsigned long long*, cudaGraph_t*, const cudaGraphNode_t**, size_t*) { return unsupported<cudaError_t>(Api::cudaStreamGetCaptureInfo_v2_runtime12); }
cudaError_t rf_cudaStreamUpdateCaptureDependencies_runtime12(cudaStream_t, cudaGraphNode_t*, size_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaStreamUpdateCaptureDependencies_runtime12); }
cudaError_t rf_cudaMemcpy3DBatchAsync_ptsz_runtime12(size_t, cudaMemcpy3DBatchOp*, size_t*, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy3DBatchAsync_ptsz_runtime12); }
cudaError_t rf_cudaMemcpyBatchAsync_ptsz_runtime12(void**, void**, size_t*, size_t, cudaMemcpyAttributes*, size_t*, size_t, size_t*, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyBatchAsync_ptsz_runtime12); }
cudaError_t rf_cudaMemPrefetchAsync_ptsz_runtime12(const void*, size_t, int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemPrefetchAsync_ptsz_runtime12); }
cudaError_t rf_cudaStreamGetCaptureInfo_ptsz_runtime12(cudaStream_t, cudaStreamCaptureStatus*, unsigned long long*) { return unsupported<cudaError_t>(Api::cudaStreamGetCaptureInfo_ptsz_runtime12); }
cudaError_t rf_cudaStreamGetCaptureInfo_v2_ptsz_runtime12(cudaStream_t, cudaStreamCaptureStatus*, unsigned long long*, cudaGraph_t*, const cudaGraphNode_t**, size_t*) { return unsupported<cudaError_t>(Api::cudaStreamGetCaptureInfo_v2_ptsz_runtime12); }
cudaError_t rf_cudaStreamUpdateCaptureDependencies_ptsz_runtime12(cudaStream_t, cudaGraphNode_t*, size_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaStreamUpdateCaptureDependencies_ptsz_runtime12); }
cudaError_t rf_cudaMemPrefetchAsync_v2_ptsz_runtime12(const void*, size_t, cudaMemLocation, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemPrefetchAsync_v2_ptsz_runtime12); }
cudaError_t rf_cudaSignalExternalSemaphoresAsync_v2_ptsz_runtime12(const cudaExternalSemaphore_t*, const cudaExternalSemaphoreSignalParams*, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaSignalExternalSemaphoresAsync_v2_ptsz_runtime12); }
cudaError_t rf_cudaStreamGetCaptureInfo_v3_ptsz_runtime12(cudaStream_t, cudaStreamCaptureStatus*, unsigned long long*, cudaGraph_t*, const cudaGraphNode_t**, const cudaGraphEdgeData**, size_t*) { return unsupported<cudaError_t>(Api::cudaStreamGetCaptureInfo_v3_ptsz_runtime12); }
cudaError_t rf_cudaStreamUpdateCaptureDependencies_v2_ptsz_runtime12(cudaStream_t, cudaGraphNode_t*, const cudaGraphEdgeData*, size_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaStreamUpdateCaptureDependencies_v2_ptsz_runtime12); }
cudaError_t rf_cudaWaitExternalSemaphoresAsync_v2_ptsz_runtime12(const cudaExternalSemaphore_t*, const cudaExternalSemaphoreWaitParams*, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaWaitExternalSemaphoresAsync_v2_ptsz_runtime12); }
cudaError_t rf_cudaChooseDevice(int*, const cudaDeviceProp*) { return unsupported<cudaError_t>(Api::cudaChooseDevice); }
cudaError_t rf_cudaDeviceCanAccessPeer(int*, int, int) { return unsupported<cudaError_t>(Api::cudaDeviceCanAccessPeer); }
cudaError_t rf_cudaDeviceDisablePeerAccess(int) { return unsupported<cudaError_t>(Api::cudaDeviceDisablePeerAccess); }
cudaError_t rf_cudaDeviceEnablePeerAccess(int, unsigned int) { return unsupported<cudaError_t>(Api::cudaDeviceEnablePeerAccess); }
cudaError_t rf_cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTarget, cudaFlushGPUDirectRDMAWritesScope) { return unsupported<cudaError_t>(Api::cudaDeviceFlushGPUDirectRDMAWrites); }
cudaError_t rf_cudaDeviceGetAttribute(int*, cudaDeviceAttr, int) { return unsupported<cudaError_t>(Api::cudaDeviceGetAttribute); }
cudaError_t rf_cudaDeviceGetByPCIBusId(int*, const char*) { return unsupported<cudaError_t>(Api::cudaDeviceGetByPCIBusId); }
cudaError_t rf_cudaDeviceGetHostAtomicCapabilities(unsigned int*, const cudaAtomicOperation*, unsigned int, int) { return unsupported<cudaError_t>(Api::cudaDeviceGetHostAtomicCapabilities); }
cudaError_t rf_cudaDeviceGetP2PAtomicCapabilities(unsigned int*, const cudaAtomicOperation*, unsigned int, int, int) { return unsupported<cudaError_t>(Api::cudaDeviceGetP2PAtomicCapabilities); }
cudaError_t rf_cudaDeviceGetP2PAttribute(int*, cudaDeviceP2PAttr, int, int) { return unsupported<cudaError_t>(Api::cudaDeviceGetP2PAttribute); }
cudaError_t rf_cudaDeviceGetPCIBusId(char*, int, int) { return unsupported<cudaError_t>(Api::cudaDeviceGetPCIBusId); }
cudaError_t rf_cudaDeviceRegisterAsyncNotification(int, cudaAsyncCallback, void*, cudaAsyncCallbackHandle_t*) { return unsupported<cudaError_t>(Api::cudaDeviceRegisterAsyncNotification); }
cudaError_t rf_cudaDeviceUnregisterAsyncNotification(int, cudaAsyncCallbackHandle_t) { return unsupported<cudaError_t>(Api::cudaDeviceUnregisterAsyncNotification); }
cudaError_t rf_cudaGetDeviceCount(int*) { return unsupported<cudaError_t>(Api::cudaGetDeviceCount); }
cudaError_t rf_cudaGetDeviceProperties(cudaDeviceProp*, int) { return unsupported<cudaError_t>(Api::cudaGetDeviceProperties); }
cudaError_t rf_cudaEventCreate(cudaEvent_t*) { return unsupported<cudaError_t>(Api::cudaEventCreate); }
cudaError_t rf_cudaEventCreateWithFlags(cudaEvent_t*, unsigned int) { return unsupported<cudaError_t>(Api::cudaEventCreateWithFlags); }
cudaError_t rf_cudaEventDestroy(cudaEvent_t) { return unsupported<cudaError_t>(Api::cudaEventDestroy); }
cudaError_t rf_cudaEventElapsedTime(float*, cudaEvent_t, cudaEvent_t) { return unsupported<cudaError_t>(Api::cudaEventElapsedTime); }
cudaError_t rf_cudaEventQuery(cudaEvent_t) { return unsupported<cudaError_t>(Api::cudaEventQuery); }
cudaError_t rf_cudaEventRecord(cudaEvent_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaEventRecord); }
cudaError_t rf_cudaEventRecord_ptsz(cudaEvent_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaEventRecord_ptsz); }
cudaError_t rf_cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaEventRecordWithFlags); }
cudaError_t rf_cudaEventRecordWithFlags_ptsz(cudaEvent_t, cudaStream_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaEventRecordWithFlags_ptsz); }
cudaError_t rf_cudaEventSynchronize(cudaEvent_t) { return unsupported<cudaError_t>(Api::cudaEventSynchronize); }
cudaError_t rf_cudaDestroyExternalMemory(cudaExternalMemory_t) { return unsupported<cudaError_t>(Api::cudaDestroyExternalMemory); }
cudaError_t rf_cudaDestroyExternalSemaphore(cudaExternalSemaphore_t) { return unsupported<cudaError_t>(Api::cudaDestroyExternalSemaphore); }
cudaError_t rf_cudaDeviceGetNvSciSyncAttributes(void*, int, int) { return unsupported<cudaError_t>(Api::cudaDeviceGetNvSciSyncAttributes); }
cudaError_t rf_cudaEGLStreamConsumerAcquireFrame() { return unsupported<cudaError_t>(Api::cudaEGLStreamConsumerAcquireFrame); }
cudaError_t rf_cudaEGLStreamConsumerConnect() { return unsupported<cudaError_t>(Api::cudaEGLStreamConsumerConnect); }
cudaError_t rf_cudaEGLStreamConsumerConnectWithFlags() { return unsupported<cudaError_t>(Api::cudaEGLStreamConsumerConnectWithFlags); }
cudaError_t rf_cudaEGLStreamConsumerDisconnect() { return unsupported<cudaError_t>(Api::cudaEGLStreamConsumerDisconnect); }
cudaError_t rf_cudaEGLStreamConsumerReleaseFrame() { return unsupported<cudaError_t>(Api::cudaEGLStreamConsumerReleaseFrame); }
cudaError_t rf_cudaEGLStreamProducerConnect() { return unsupported<cudaError_t>(Api::cudaEGLStreamProducerConnect); }
cudaError_t rf_cudaEGLStreamProducerDisconnect() { return unsupported<cudaError_t>(Api::cudaEGLStreamProducerDisconnect); }
cudaError_t rf_cudaEGLStreamProducerPresentFrame() { return unsupported<cudaError_t>(Api::cudaEGLStreamProducerPresentFrame); }
cudaError_t rf_cudaEGLStreamProducerReturnFrame() { return unsupported<cudaError_t>(Api::cudaEGLStreamProducerReturnFrame); }
cudaError_t rf_cudaEventCreateFromEGLSync() { return unsupported<cudaError_t>(Api::cudaEventCreateFromEGLSync); }
cudaError_t rf_cudaExternalMemoryGetMappedBuffer(void**, cudaExternalMemory_t, const cudaExternalMemoryBufferDesc*) { return unsupported<cudaError_t>(Api::cudaExternalMemoryGetMappedBuffer); }
cudaError_t rf_cudaExternalMemoryGetMappedMipmappedArray(cudaMipmappedArray_t*, cudaExternalMemory_t, const cudaExternalMemoryMipmappedArrayDesc*) { return unsupported<cudaError_t>(Api::cudaExternalMemoryGetMappedMipmappedArray); }
cudaError_t rf_cudaGLGetDevices() { return unsupported<cudaError_t>(Api::cudaGLGetDevices); }
cudaError_t rf_cudaGLMapBufferObject() { return unsupported<cudaError_t>(Api::cudaGLMapBufferObject); }
cudaError_t rf_cudaGLMapBufferObjectAsync() { return unsupported<cudaError_t>(Api::cudaGLMapBufferObjectAsync); }
cudaError_t rf_cudaGLRegisterBufferObject() { return unsupported<cudaError_t>(Api::cudaGLRegisterBufferObject); }
cudaError_t rf_cudaGLSetBufferObjectMapFlags() { return unsupported<cudaError_t>(Api::cudaGLSetBufferObjectMapFlags); }
cudaError_t rf_cudaGLSetGLDevice() { return unsupported<cudaError_t>(Api::cudaGLSetGLDevice); }
cudaError_t rf_cudaGLUnmapBufferObject() { return unsupported<cudaError_t>(Api::cudaGLUnmapBufferObject); }
cudaError_t rf_cudaGLUnmapBufferObjectAsync() { return unsupported<cudaError_t>(Api::cudaGLUnmapBufferObjectAsync); }
cudaError_t rf_cudaGLUnregisterBufferObject() { return unsupported<cudaError_t>(Api::cudaGLUnregisterBufferObject); }
cudaError_t rf_cudaGraphicsEGLRegisterImage() { return unsupported<cudaError_t>(Api::cudaGraphicsEGLRegisterImage); }
cudaError_t rf_cudaGraphicsGLRegisterBuffer() { return unsupported<cudaError_t>(Api::cudaGraphicsGLRegisterBuffer); }
cudaError_t rf_cudaGraphicsGLRegisterImage() { return unsupported<cudaError_t>(Api::cudaGraphicsGLRegisterImage); }
cudaError_t rf_cudaGraphicsMapResources(int, cudaGraphicsResource_t*, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaGraphicsMapResources); }
cudaError_t rf_cudaGraphicsResourceGetMappedEglFrame() { return unsupported<cudaError_t>(Api::cudaGraphicsResourceGetMappedEglFrame); }
cudaError_t rf_cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t*, cudaGraphicsResource_t) { return unsupported<cudaError_t>(Api::cudaGraphicsResourceGetMappedMipmappedArray); }
cudaError_t rf_cudaGraphicsResourceGetMappedPointer(void**, size_t*, cudaGraphicsResource_t) { return unsupported<cudaError_t>(Api::cudaGraphicsResourceGetMappedPointer); }
cudaError_t rf_cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaGraphicsResourceSetMapFlags); }
cudaError_t rf_cudaGraphicsSubResourceGetMappedArray(cudaArray_t*, cudaGraphicsResource_t, unsigned int, unsigned int) { return unsupported<cudaError_t>(Api::cudaGraphicsSubResourceGetMappedArray); }
cudaError_t rf_cudaGraphicsUnmapResources(int, cudaGraphicsResource_t*, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaGraphicsUnmapResources); }
cudaError_t rf_cudaGraphicsUnregisterResource(cudaGraphicsResource_t) { return unsupported<cudaError_t>(Api::cudaGraphicsUnregisterResource); }
cudaError_t rf_cudaGraphicsVDPAURegisterOutputSurface() { return unsupported<cudaError_t>(Api::cudaGraphicsVDPAURegisterOutputSurface); }
cudaError_t rf_cudaGraphicsVDPAURegisterVideoSurface() { return unsupported<cudaError_t>(Api::cudaGraphicsVDPAURegisterVideoSurface); }
cudaError_t rf_cudaImportExternalMemory(cudaExternalMemory_t*, const cudaExternalMemoryHandleDesc*) { return unsupported<cudaError_t>(Api::cudaImportExternalMemory); }
cudaError_t rf_cudaImportExternalSemaphore(cudaExternalSemaphore_t*, const cudaExternalSemaphoreHandleDesc*) { return unsupported<cudaError_t>(Api::cudaImportExternalSemaphore); }
cudaError_t rf_cudaIpcCloseMemHandle(void*) { return unsupported<cudaError_t>(Api::cudaIpcCloseMemHandle); }
cudaError_t rf_cudaIpcGetEventHandle(cudaIpcEventHandle_t*, cudaEvent_t) { return unsupported<cudaError_t>(Api::cudaIpcGetEventHandle); }
cudaError_t rf_cudaIpcGetMemHandle(cudaIpcMemHandle_t*, void*) { return unsupported<cudaError_t>(Api::cudaIpcGetMemHandle); }
cudaError_t rf_cudaIpcOpenEventHandle(cudaEvent_t*, cudaIpcEventHandle_t) { return unsupported<cudaError_t>(Api::cudaIpcOpenEventHandle); }
cudaError_t rf_cudaIpcOpenMemHandle(void**, cudaIpcMemHandle_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaIpcOpenMemHandle); }
cudaError_t rf_cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t*, const cudaExternalSemaphoreSignalParams*, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaSignalExternalSemaphoresAsync); }
cudaError_t rf_cudaSignalExternalSemaphoresAsync_ptsz(const cudaExternalSemaphore_t*, const cudaExternalSemaphoreSignalParams*, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaSignalExternalSemaphoresAsync_ptsz); }
cudaError_t rf_cudaVDPAUGetDevice() { return unsupported<cudaError_t>(Api::cudaVDPAUGetDevice); }
cudaError_t rf_cudaVDPAUSetVDPAUDevice() { return unsupported<cudaError_t>(Api::cudaVDPAUSetVDPAUDevice); }
cudaError_t rf_cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t*, const cudaExternalSemaphoreWaitParams*, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaWaitExternalSemaphoresAsync); }
cudaError_t rf_cudaWaitExternalSemaphoresAsync_ptsz(const cudaExternalSemaphore_t*, const cudaExternalSemaphoreWaitParams*, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaWaitExternalSemaphoresAsync_ptsz); }
cudaError_t rf_cudaDriverGetVersion(int*) { return unsupported<cudaError_t>(Api::cudaDriverGetVersion); }
cudaError_t rf_cudaGetDriverEntryPoint(const char*, void**, unsigned long long, cudaDriverEntryPointQueryResult*) { return unsupported<cudaError_t>(Api::cudaGetDriverEntryPoint); }
cudaError_t rf_cudaGetDriverEntryPoint_ptsz(const char*, void**, unsigned long long, cudaDriverEntryPointQueryResult*) { return unsupported<cudaError_t>(Api::cudaGetDriverEntryPoint_ptsz); }
cudaError_t rf_cudaGetDriverEntryPointByVersion(const char*, void**, unsigned int, unsigned long long, cudaDriverEntryPointQueryResult*) { return unsupported<cudaError_t>(Api::cudaGetDriverEntryPointByVersion); }
cudaError_t rf_cudaGetDriverEntryPointByVersion_ptsz(const char*, void**, unsigned int, unsigned long long, cudaDriverEntryPointQueryResult*) { return unsupported<cudaError_t>(Api::cudaGetDriverEntryPointByVersion_ptsz); }
const char* rf_cudaGetErrorName(cudaError_t) { return unsupported<const char*>(Api::cudaGetErrorName); }
const char* rf_cudaGetErrorString(cudaError_t) { return unsupported<const char*>(Api::cudaGetErrorString); }
cudaError_t rf_cudaGetExportTable(const void**, const cudaUUID_t*) { return unsupported<cudaError_t>(Api::cudaGetExportTable); }
cudaError_t rf_cudaGetLastError() { return unsupported<cudaError_t>(Api::cudaGetLastError); }
cudaError_t rf_cudaLogsCurrent(cudaLogIterator*, unsigned int) { return unsupported<cudaError_t>(Api::cudaLogsCurrent); }
cudaError_t rf_cudaLogsDumpToFile(cudaLogIterator*, const char*, unsigned int) { return unsupported<cudaError_t>(Api::cudaLogsDumpToFile); }
cudaError_t rf_cudaLogsDumpToMemory(cudaLogIterator*, char*, size_t*, unsigned int) { return unsupported<cudaError_t>(Api::cudaLogsDumpToMemory); }
cudaError_t rf_cudaLogsRegisterCallback(cudaLogsCallback_t, void*, cudaLogsCallbackHandle*) { return unsupported<cudaError_t>(Api::cudaLogsRegisterCallback); }
cudaError_t rf_cudaLogsUnregisterCallback(cudaLogsCallbackHandle) { return unsupported<cudaError_t>(Api::cudaLogsUnregisterCallback); }
cudaError_t rf_cudaPeekAtLastError() { return unsupported<cudaError_t>(Api::cudaPeekAtLastError); }
cudaError_t rf_cudaProfilerStart() { return unsupported<cudaError_t>(Api::cudaProfilerStart); }
cudaError_t rf_cudaProfilerStop() { return unsupported<cudaError_t>(Api::cudaProfilerStop); }
cudaError_t rf_cudaRuntimeGetVersion(int*) { return unsupported<cudaError_t>(Api::cudaRuntimeGetVersion); }
cudaError_t rf_cudaDeviceGetGraphMemAttribute(int, cudaGraphMemAttributeType, void*) { return unsupported<cudaError_t>(Api::cudaDeviceGetGraphMemAttribute); }
cudaError_t rf_cudaDeviceGraphMemTrim(int) { return unsupported<cudaError_t>(Api::cudaDeviceGraphMemTrim); }
cudaError_t rf_cudaDeviceSetGraphMemAttribute(int, cudaGraphMemAttributeType, void*) { return unsupported<cudaError_t>(Api::cudaDeviceSetGraphMemAttribute); }
cudaError_t rf_cudaGraphAddChildGraphNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, cudaGraph_t) { return unsupported<cudaError_t>(Api::cudaGraphAddChildGraphNode); }
cudaError_t rf_cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*, const cudaGraphEdgeData*, size_t) { return unsupported<cudaError_t>(Api::cudaGraphAddDependencies); }
cudaError_t rf_cudaGraphAddEmptyNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t) { return unsupported<cudaError_t>(Api::cudaGraphAddEmptyNode); }
cudaError_t rf_cudaGraphAddEventRecordNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, cudaEvent_t) { return unsupported<cudaError_t>(Api::cudaGraphAddEventRecordNode); }
cudaError_t rf_cudaGraphAddEventWaitNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, cudaEvent_t) { return unsupported<cudaError_t>(Api::cudaGraphAddEventWaitNode); }
cudaError_t rf_cudaGraphAddExternalSemaphoresSignalNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, const cudaExternalSemaphoreSignalNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphAddExternalSemaphoresSignalNode); }
cudaError_t rf_cudaGraphAddExternalSemaphoresWaitNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, const cudaExternalSemaphoreWaitNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphAddExternalSemaphoresWaitNode); }
cudaError_t rf_cudaGraphAddHostNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, const cudaHostNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphAddHostNode); }
cudaError_t rf_cudaGraphAddKernelNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, const cudaKernelNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphAddKernelNode); }
cudaError_t rf_cudaGraphAddMemAllocNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, cudaMemAllocNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphAddMemAllocNode); }
cudaError_t rf_cudaGraphAddMemFreeNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, void*) { return unsupported<cudaError_t>(Api::cudaGraphAddMemFreeNode); }
cudaError_t rf_cudaGraphAddMemcpyNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, const cudaMemcpy3DParms*) { return unsupported<cudaError_t>(Api::cudaGraphAddMemcpyNode); }
cudaError_t rf_cudaGraphAddMemcpyNode1D(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, void*, const void*, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaGraphAddMemcpyNode1D); }
cudaError_t rf_cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, void*, const void*, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaGraphAddMemcpyNodeFromSymbol); }
cudaError_t rf_cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, const void*, const void*, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaGraphAddMemcpyNodeToSymbol); }
cudaError_t rf_cudaGraphAddMemsetNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, size_t, const cudaMemsetParams*) { return unsupported<cudaError_t>(Api::cudaGraphAddMemsetNode); }
cudaError_t rf_cudaGraphAddNode(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, const cudaGraphEdgeData*, size_t, cudaGraphNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphAddNode); }
cudaError_t rf_cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t, cudaGraph_t*) { return unsupported<cudaError_t>(Api::cudaGraphChildGraphNodeGetGraph); }
cudaError_t rf_cudaGraphClone(cudaGraph_t*, cudaGraph_t) { return unsupported<cudaError_t>(Api::cudaGraphClone); }
cudaError_t rf_cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle*, cudaGraph_t, unsigned int, unsigned int) { return unsupported<cudaError_t>(Api::cudaGraphConditionalHandleCreate); }
cudaError_t rf_cudaGraphCreate(cudaGraph_t*, unsigned int) { return unsupported<cudaError_t>(Api::cudaGraphCreate); }
cudaError_t rf_cudaGraphDebugDotPrint(cudaGraph_t, const char*, unsigned int) { return unsupported<cudaError_t>(Api::cudaGraphDebugDotPrint); }
cudaError_t rf_cudaGraphDestroy(cudaGraph_t) { return unsupported<cudaError_t>(Api::cudaGraphDestroy); }
cudaError_t rf_cudaGraphDestroyNode(cudaGraphNode_t) { return unsupported<cudaError_t>(Api::cudaGraphDestroyNode); }
cudaError_t rf_cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t, cudaEvent_t*) { return unsupported<cudaError_t>(Api::cudaGraphEventRecordNodeGetEvent); }
cudaError_t rf_cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t, cudaEvent_t) { return unsupported<cudaError_t>(Api::cudaGraphEventRecordNodeSetEvent); }
cudaError_t rf_cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t, cudaEvent_t*) { return unsupported<cudaError_t>(Api::cudaGraphEventWaitNodeGetEvent); }
cudaError_t rf_cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t, cudaEvent_t) { return unsupported<cudaError_t>(Api::cudaGraphEventWaitNodeSetEvent); }
cudaError_t rf_cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, cudaGraph_t) { return unsupported<cudaError_t>(Api::cudaGraphExecChildGraphNodeSetParams); }
cudaError_t rf_cudaGraphExecDestroy(cudaGraphExec_t) { return unsupported<cudaError_t>(Api::cudaGraphExecDestroy); }
cudaError_t rf_cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t, cudaGraphNode_t, cudaEvent_t) { return unsupported<cudaError_t>(Api::cudaGraphExecEventRecordNodeSetEvent); }
cudaError_t rf_cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t, cudaGraphNode_t, cudaEvent_t) { return unsupported<cudaError_t>(Api::cudaGraphExecEventWaitNodeSetEvent); }
cudaError_t rf_cudaGraphExecExternalSemaphoresSignalNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const cudaExternalSemaphoreSignalNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphExecExternalSemaphoresSignalNodeSetParams); }
cudaError_t rf_cudaGraphExecExternalSemaphoresWaitNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const cudaExternalSemaphoreWaitNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphExecExternalSemaphoresWaitNodeSetParams); }
cudaError_t rf_cudaGraphExecGetFlags(cudaGraphExec_t, unsigned long long*) { return unsupported<cudaError_t>(Api::cudaGraphExecGetFlags); }
cudaError_t rf_cudaGraphExecHostNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const cudaHostNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphExecHostNodeSetParams); }
cudaError_t rf_cudaGraphExecKernelNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const cudaKernelNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphExecKernelNodeSetParams); }
cudaError_t rf_cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const cudaMemcpy3DParms*) { return unsupported<cudaError_t>(Api::cudaGraphExecMemcpyNodeSetParams); }
cudaError_t rf_cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t, cudaGraphNode_t, void*, const void*, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaGraphExecMemcpyNodeSetParams1D); }
cudaError_t rf_cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t, cudaGraphNode_t, void*, const void*, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaGraphExecMemcpyNodeSetParamsFromSymbol); }
cudaError_t rf_cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t, cudaGraphNode_t, const void*, const void*, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaGraphExecMemcpyNodeSetParamsToSymbol); }
cudaError_t rf_cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const cudaMemsetParams*) { return unsupported<cudaError_t>(Api::cudaGraphExecMemsetNodeSetParams); }
cudaError_t rf_cudaGraphExecNodeSetParams(cudaGraphExec_t, cudaGraphNode_t, cudaGraphNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphExecNodeSetParams); }
cudaError_t rf_cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, cudaGraphExecUpdateResultInfo*) { return unsupported<cudaError_t>(Api::cudaGraphExecUpdate); }
cudaError_t rf_cudaGraphExternalSemaphoresSignalNodeGetParams(cudaGraphNode_t, cudaExternalSemaphoreSignalNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphExternalSemaphoresSignalNodeGetParams); }
cudaError_t rf_cudaGraphExternalSemaphoresSignalNodeSetParams(cudaGraphNode_t, const cudaExternalSemaphoreSignalNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphExternalSemaphoresSignalNodeSetParams); }
cudaError_t rf_cudaGraphExternalSemaphoresWaitNodeGetParams(cudaGraphNode_t, cudaExternalSemaphoreWaitNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphExternalSemaphoresWaitNodeGetParams); }
cudaError_t rf_cudaGraphExternalSemaphoresWaitNodeSetParams(cudaGraphNode_t, const cudaExternalSemaphoreWaitNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphExternalSemaphoresWaitNodeSetParams); }
cudaError_t rf_cudaGraphGetEdges(cudaGraph_t, cudaGraphNode_t*, cudaGraphNode_t*, cudaGraphEdgeData*, size_t*) { return unsupported<cudaError_t>(Api::cudaGraphGetEdges); }
cudaError_t rf_cudaGraphGetNodes(cudaGraph_t, cudaGraphNode_t*, size_t*) { return unsupported<cudaError_t>(Api::cudaGraphGetNodes); }
cudaError_t rf_cudaGraphGetRootNodes(cudaGraph_t, cudaGraphNode_t*, size_t*) { return unsupported<cudaError_t>(Api::cudaGraphGetRootNodes); }
cudaError_t rf_cudaGraphHostNodeGetParams(cudaGraphNode_t, cudaHostNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphHostNodeGetParams); }
cudaError_t rf_cudaGraphHostNodeSetParams(cudaGraphNode_t, const cudaHostNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphHostNodeSetParams); }
cudaError_t rf_cudaGraphInstantiate(cudaGraphExec_t*, cudaGraph_t, unsigned long long) { return unsupported<cudaError_t>(Api::cudaGraphInstantiate); }
cudaError_t rf_cudaGraphInstantiateWithFlags(cudaGraphExec_t*, cudaGraph_t, unsigned long long) { return unsupported<cudaError_t>(Api::cudaGraphInstantiateWithFlags); }
cudaError_t rf_cudaGraphInstantiateWithParams(cudaGraphExec_t*, cudaGraph_t, cudaGraphInstantiateParams*) { return unsupported<cudaError_t>(Api::cudaGraphInstantiateWithParams); }
cudaError_t rf_cudaGraphInstantiateWithParams_ptsz(cudaGraphExec_t*, cudaGraph_t, cudaGraphInstantiateParams*) { return unsupported<cudaError_t>(Api::cudaGraphInstantiateWithParams_ptsz); }
cudaError_t rf_cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t, cudaGraphNode_t) { return unsupported<cudaError_t>(Api::cudaGraphKernelNodeCopyAttributes); }
cudaError_t rf_cudaGraphKernelNodeGetAttribute(cudaGraphNode_t, cudaLaunchAttributeID, cudaLaunchAttributeValue*) { return unsupported<cudaError_t>(Api::cudaGraphKernelNodeGetAttribute); }
cudaError_t rf_cudaGraphKernelNodeGetParams(cudaGraphNode_t, cudaKernelNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphKernelNodeGetParams); }
cudaError_t rf_cudaGraphKernelNodeSetAttribute(cudaGraphNode_t, cudaLaunchAttributeID, const cudaLaunchAttributeValue*) { return unsupported<cudaError_t>(Api::cudaGraphKernelNodeSetAttribute); }
cudaError_t rf_cudaGraphKernelNodeSetParams(cudaGraphNode_t, const cudaKernelNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphKernelNodeSetParams); }
cudaError_t rf_cudaGraphLaunch(cudaGraphExec_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaGraphLaunch); }
cudaError_t rf_cudaGraphLaunch_ptsz(cudaGraphExec_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaGraphLaunch_ptsz); }
cudaError_t rf_cudaGraphMemAllocNodeGetParams(cudaGraphNode_t, cudaMemAllocNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphMemAllocNodeGetParams); }
cudaError_t rf_cudaGraphMemFreeNodeGetParams(cudaGraphNode_t, void*) { return unsupported<cudaError_t>(Api::cudaGraphMemFreeNodeGetParams); }
cudaError_t rf_cudaGraphMemcpyNodeGetParams(cudaGraphNode_t, cudaMemcpy3DParms*) { return unsupported<cudaError_t>(Api::cudaGraphMemcpyNodeGetParams); }
cudaError_t rf_cudaGraphMemcpyNodeSetParams(cudaGraphNode_t, const cudaMemcpy3DParms*) { return unsupported<cudaError_t>(Api::cudaGraphMemcpyNodeSetParams); }
cudaError_t rf_cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t, void*, const void*, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaGraphMemcpyNodeSetParams1D); }
cudaError_t rf_cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t, void*, const void*, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaGraphMemcpyNodeSetParamsFromSymbol); }
cudaError_t rf_cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t, const void*, const void*, size_t, size_t, cudaMemcpyKind) { return unsupported<cudaError_t>(Api::cudaGraphMemcpyNodeSetParamsToSymbol); }
cudaError_t rf_cudaGraphMemsetNodeGetParams(cudaGraphNode_t, cudaMemsetParams*) { return unsupported<cudaError_t>(Api::cudaGraphMemsetNodeGetParams); }
cudaError_t rf_cudaGraphMemsetNodeSetParams(cudaGraphNode_t, const cudaMemsetParams*) { return unsupported<cudaError_t>(Api::cudaGraphMemsetNodeSetParams); }
cudaError_t rf_cudaGraphNodeFindInClone(cudaGraphNode_t*, cudaGraphNode_t, cudaGraph_t) { return unsupported<cudaError_t>(Api::cudaGraphNodeFindInClone); }
cudaError_t rf_cudaGraphNodeGetDependencies(cudaGraphNode_t, cudaGraphNode_t*, cudaGraphEdgeData*, size_t*) { return unsupported<cudaError_t>(Api::cudaGraphNodeGetDependencies); }
cudaError_t rf_cudaGraphNodeGetDependentNodes(cudaGraphNode_t, cudaGraphNode_t*, cudaGraphEdgeData*, size_t*) { return unsupported<cudaError_t>(Api::cudaGraphNodeGetDependentNodes); }
cudaError_t rf_cudaGraphNodeGetEnabled(cudaGraphExec_t, cudaGraphNode_t, unsigned int*) { return unsupported<cudaError_t>(Api::cudaGraphNodeGetEnabled); }
cudaError_t rf_cudaGraphNodeGetType(cudaGraphNode_t, cudaGraphNodeType*) { return unsupported<cudaError_t>(Api::cudaGraphNodeGetType); }
cudaError_t rf_cudaGraphNodeSetEnabled(cudaGraphExec_t, cudaGraphNode_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaGraphNodeSetEnabled); }
cudaError_t rf_cudaGraphNodeSetParams(cudaGraphNode_t, cudaGraphNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphNodeSetParams); }
cudaError_t rf_cudaGraphReleaseUserObject(cudaGraph_t, cudaUserObject_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaGraphReleaseUserObject); }
cudaError_t rf_cudaGraphRemoveDependencies(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*, const cudaGraphEdgeData*, size_t) { return unsupported<cudaError_t>(Api::cudaGraphRemoveDependencies); }
cudaError_t rf_cudaGraphRetainUserObject(cudaGraph_t, cudaUserObject_t, unsigned int, unsigned int) { return unsupported<cudaError_t>(Api::cudaGraphRetainUserObject); }
cudaError_t rf_cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaGraphUpload); }
cudaError_t rf_cudaGraphUpload_ptsz(cudaGraphExec_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaGraphUpload_ptsz); }
cudaError_t rf_cudaUserObjectCreate(cudaUserObject_t*, void*, cudaHostFn_t, unsigned int, unsigned int) { return unsupported<cudaError_t>(Api::cudaUserObjectCreate); }
cudaError_t rf_cudaUserObjectRelease(cudaUserObject_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaUserObjectRelease); }
cudaError_t rf_cudaUserObjectRetain(cudaUserObject_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaUserObjectRetain); }
cudaError_t rf_cudaLaunchCooperativeKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaLaunchCooperativeKernel); }
cudaError_t rf_cudaLaunchCooperativeKernel_ptsz(const void*, dim3, dim3, void**, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaLaunchCooperativeKernel_ptsz); }
cudaError_t rf_cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t, void*) { return unsupported<cudaError_t>(Api::cudaLaunchHostFunc); }
cudaError_t rf_cudaLaunchHostFunc_ptsz(cudaStream_t, cudaHostFn_t, void*) { return unsupported<cudaError_t>(Api::cudaLaunchHostFunc_ptsz); }
cudaError_t rf_cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaLaunchKernel); }
cudaError_t rf_cudaLaunchKernel_ptsz(const void*, dim3, dim3, void**, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaLaunchKernel_ptsz); }
cudaError_t rf_cudaLaunchKernelExC(const cudaLaunchConfig_t*, const void*, void**) { return unsupported<cudaError_t>(Api::cudaLaunchKernelExC); }
cudaError_t rf_cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t*, const void*, void**) { return unsupported<cudaError_t>(Api::cudaLaunchKernelExC_ptsz); }
cudaError_t rf_cudaOccupancyAvailableDynamicSMemPerBlock(size_t*, const void*, int, int) { return unsupported<cudaError_t>(Api::cudaOccupancyAvailableDynamicSMemPerBlock); }
cudaError_t rf_cudaOccupancyMaxActiveBlocksPerMultiprocessor(int*, const void*, int, size_t) { return unsupported<cudaError_t>(Api::cudaOccupancyMaxActiveBlocksPerMultiprocessor); }
cudaError_t rf_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int*, const void*, int, size_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags); }
cudaError_t rf_cudaOccupancyMaxActiveClusters(int*, const void*, const cudaLaunchConfig_t*) { return unsupported<cudaError_t>(Api::cudaOccupancyMaxActiveClusters); }
cudaError_t rf_cudaOccupancyMaxPotentialClusterSize(int*, const void*, const cudaLaunchConfig_t*) { return unsupported<cudaError_t>(Api::cudaOccupancyMaxPotentialClusterSize); }
cudaError_t rf_cudaDeviceGetDefaultMemPool(cudaMemPool_t*, int) { return unsupported<cudaError_t>(Api::cudaDeviceGetDefaultMemPool); }
cudaError_t rf_cudaDeviceGetMemPool(cudaMemPool_t*, int) { return unsupported<cudaError_t>(Api::cudaDeviceGetMemPool); }
cudaError_t rf_cudaDeviceSetMemPool(int, cudaMemPool_t) { return unsupported<cudaError_t>(Api::cudaDeviceSetMemPool); }
cudaError_t rf_cudaFree(void*) { return unsupported<cudaError_t>(Api::cudaFree); }
cudaError_t rf_cudaFreeAsync(void*, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaFreeAsync); }
cudaError_t rf_cudaFreeAsync_ptsz(void*, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaFreeAsync_ptsz); }
cudaError_t rf_cudaFreeHost(void*) { return unsupported<cudaError_t>(Api::cudaFreeHost); }
cudaError_t rf_cudaGetSymbolAddress(void**, const void*) { return unsupported<cudaError_t>(Api::cudaGetSymbolAddress); }
cudaError_t rf_cudaGetSymbolSize(size_t*, const void*) { return unsupported<cudaError_t>(Api::cudaGetSymbolSize); }
cudaError_t rf_cudaHostAlloc(void**, size_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaHostAlloc); }
cudaError_t rf_cudaHostGetDevicePointer(void**, void*, unsigned int) { return unsupported<cudaError_t>(Api::cudaHostGetDevicePointer); }
cudaError_t rf_cudaHostGetFlags(unsigned int*, void*) { return unsupported<cudaError_t>(Api::cudaHostGetFlags); }
cudaError_t rf_cudaHostRegister(void*, size_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaHostRegister); }
cudaError_t rf_cudaHostUnregister(void*) { return unsupported<cudaError_t>(Api::cudaHostUnregister); }
cudaError_t rf_cudaMalloc(void**, size_t) { return unsupported<cudaError_t>(Api::cudaMalloc); }
cudaError_t rf_cudaMalloc3D(cudaPitchedPtr*, cudaExtent) { return unsupported<cudaError_t>(Api::cudaMalloc3D); }
cudaError_t rf_cudaMallocAsync(void**, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMallocAsync); }
cudaError_t rf_cudaMallocAsync_ptsz(void**, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMallocAsync_ptsz); }
cudaError_t rf_cudaMallocFromPoolAsync(void**, size_t, cudaMemPool_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMallocFromPoolAsync); }
cudaError_t rf_cudaMallocFromPoolAsync_ptsz(void**, size_t, cudaMemPool_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMallocFromPoolAsync_ptsz); }
cudaError_t rf_cudaMallocHost(void**, size_t) { return unsupported<cudaError_t>(Api::cudaMallocHost); }
cudaError_t rf_cudaMallocManaged(void**, size_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaMallocManaged); }
cudaError_t rf_cudaMallocPitch(void**, size_t*, size_t, size_t) { return unsupported<cudaError_t>(Api::cudaMallocPitch); }
cudaError_t rf_cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, cudaMemLocation) { return unsupported<cudaError_t>(Api::cudaMemAdvise); }
cudaError_t rf_cudaMemGetDefaultMemPool(cudaMemPool_t*, cudaMemLocation*, cudaMemAllocationType) { return unsupported<cudaError_t>(Api::cudaMemGetDefaultMemPool); }
cudaError_t rf_cudaMemGetInfo(size_t*, size_t*) { return unsupported<cudaError_t>(Api::cudaMemGetInfo); }
cudaError_t rf_cudaMemGetMemPool(cudaMemPool_t*, cudaMemLocation*, cudaMemAllocationType) { return unsupported<cudaError_t>(Api::cudaMemGetMemPool); }
cudaError_t rf_cudaMemPoolCreate(cudaMemPool_t*, const cudaMemPoolProps*) { return unsupported<cudaError_t>(Api::cudaMemPoolCreate); }
cudaError_t rf_cudaMemPoolDestroy(cudaMemPool_t) { return unsupported<cudaError_t>(Api::cudaMemPoolDestroy); }
cudaError_t rf_cudaMemPoolExportPointer(cudaMemPoolPtrExportData*, void*) { return unsupported<cudaError_t>(Api::cudaMemPoolExportPointer); }
cudaError_t rf_cudaMemPoolExportToShareableHandle(void*, cudaMemPool_t, cudaMemAllocationHandleType, unsigned int) { return unsupported<cudaError_t>(Api::cudaMemPoolExportToShareableHandle); }
cudaError_t rf_cudaMemPoolGetAccess(cudaMemAccessFlags*, cudaMemPool_t, cudaMemLocation*) { return unsupported<cudaError_t>(Api::cudaMemPoolGetAccess); }
cudaError_t rf_cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) { return unsupported<cudaError_t>(Api::cudaMemPoolGetAttribute); }
cudaError_t rf_cudaMemPoolImportFromShareableHandle(cudaMemPool_t*, void*, cudaMemAllocationHandleType, unsigned int) { return unsupported<cudaError_t>(Api::cudaMemPoolImportFromShareableHandle); }
cudaError_t rf_cudaMemPoolImportPointer(void**, cudaMemPool_t, cudaMemPoolPtrExportData*) { return unsupported<cudaError_t>(Api::cudaMemPoolImportPointer); }
cudaError_t rf_cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc*, size_t) { return unsupported<cudaError_t>(Api::cudaMemPoolSetAccess); }
cudaError_t rf_cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) { return unsupported<cudaError_t>(Api::cudaMemPoolSetAttribute); }
cudaError_t rf_cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return unsupported<cudaError_t>(Api::cudaMemPoolTrimTo); }
cudaError_t rf_cudaMemRangeGetAttribute(void*, size_t, cudaMemRangeAttribute, const void*, size_t) { return unsupported<cudaError_t>(Api::cudaMemRangeGetAttribute); }
cudaError_t rf_cudaMemRangeGetAttributes(void**, size_t*, cudaMemRangeAttribute*, size_t, const void*, size_t) { return unsupported<cudaError_t>(Api::cudaMemRangeGetAttributes); }
cudaError_t rf_cudaMemSetMemPool(cudaMemLocation*, cudaMemAllocationType, cudaMemPool_t) { return unsupported<cudaError_t>(Api::cudaMemSetMemPool); }
cudaError_t rf_cudaPointerGetAttributes(cudaPointerAttributes*, const void*) { return unsupported<cudaError_t>(Api::cudaPointerGetAttributes); }
cudaError_t rf_cudaFuncGetAttributes(cudaFuncAttributes*, const void*) { return unsupported<cudaError_t>(Api::cudaFuncGetAttributes); }
cudaError_t rf_cudaFuncGetName(const char**, const void*) { return unsupported<cudaError_t>(Api::cudaFuncGetName); }
cudaError_t rf_cudaFuncGetParamInfo(const void*, size_t, size_t*, size_t*) { return unsupported<cudaError_t>(Api::cudaFuncGetParamInfo); }
cudaError_t rf_cudaFuncSetAttribute(const void*, cudaFuncAttribute, int) { return unsupported<cudaError_t>(Api::cudaFuncSetAttribute); }
cudaError_t rf_cudaFuncSetCacheConfig(const void*, cudaFuncCache) { return unsupported<cudaError_t>(Api::cudaFuncSetCacheConfig); }
cudaError_t rf_cudaFuncSetSharedMemConfig(const void*, cudaSharedMemConfig) { return unsupported<cudaError_t>(Api::cudaFuncSetSharedMemConfig); }
cudaError_t rf_cudaGetFuncBySymbol(cudaFunction_t*, const void*) { return unsupported<cudaError_t>(Api::cudaGetFuncBySymbol); }
cudaError_t rf_cudaGetKernel(cudaKernel_t*, const void*) { return unsupported<cudaError_t>(Api::cudaGetKernel); }
cudaError_t rf_cudaKernelSetAttributeForDevice(cudaKernel_t, cudaFuncAttribute, int, int) { return unsupported<cudaError_t>(Api::cudaKernelSetAttributeForDevice); }
cudaError_t rf_cudaLibraryEnumerateKernels(cudaKernel_t*, unsigned int, cudaLibrary_t) { return unsupported<cudaError_t>(Api::cudaLibraryEnumerateKernels); }
cudaError_t rf_cudaLibraryGetGlobal(void**, size_t*, cudaLibrary_t, const char*) { return unsupported<cudaError_t>(Api::cudaLibraryGetGlobal); }
cudaError_t rf_cudaLibraryGetKernel(cudaKernel_t*, cudaLibrary_t, const char*) { return unsupported<cudaError_t>(Api::cudaLibraryGetKernel); }
cudaError_t rf_cudaLibraryGetKernelCount(unsigned int*, cudaLibrary_t) { return unsupported<cudaError_t>(Api::cudaLibraryGetKernelCount); }
cudaError_t rf_cudaLibraryGetManaged(void**, size_t*, cudaLibrary_t, const char*) { return unsupported<cudaError_t>(Api::cudaLibraryGetManaged); }
cudaError_t rf_cudaLibraryGetUnifiedFunction(void**, cudaLibrary_t, const char*) { return unsupported<cudaError_t>(Api::cudaLibraryGetUnifiedFunction); }
cudaError_t rf_cudaLibraryLoadData(cudaLibrary_t*, const void*, cudaJitOption*, void**, unsigned int, cudaLibraryOption*, void**, unsigned int) { return unsupported<cudaError_t>(Api::cudaLibraryLoadData); }
cudaError_t rf_cudaLibraryLoadFromFile(cudaLibrary_t*, const char*, cudaJitOption*, void**, unsigned int, cudaLibraryOption*, void**, unsigned int) { return unsupported<cudaError_t>(Api::cudaLibraryLoadFromFile); }
cudaError_t rf_cudaLibraryUnload(cudaLibrary_t) { return unsupported<cudaError_t>(Api::cudaLibraryUnload); }
void** rf___cudaRegisterFatBinary(void*) { return unsupported<void**>(Api::__cudaRegisterFatBinary); }
void rf___cudaRegisterFatBinaryEnd(void**) { return unsupported<void>(Api::__cudaRegisterFatBinaryEnd); }
void rf___cudaUnregisterFatBinary(void**) { return unsupported<void>(Api::__cudaUnregisterFatBinary); }
void rf___cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*) { return unsupported<void>(Api::__cudaRegisterFunction); }
void rf___cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) { return unsupported<void>(Api::__cudaRegisterVar); }
void rf___cudaRegisterManagedVar(void**, void**, char*, const char*, int, size_t, int, int) { return unsupported<void>(Api::__cudaRegisterManagedVar); }
void rf___cudaRegisterHostVar(void**, const char*, char*, size_t) { return unsupported<void>(Api::__cudaRegisterHostVar); }
cudaError_t rf___cudaRegisterUnifiedTable() { return unsupported<cudaError_t>(Api::__cudaRegisterUnifiedTable); }
char rf___cudaInitModule(void**) { return unsupported<char>(Api::__cudaInitModule); }
unsigned rf___cudaPushCallConfiguration(dim3, dim3, size_t, CUstream_st*) { return unsupported<unsigned>(Api::__cudaPushCallConfiguration); }
cudaError_t rf___cudaPopCallConfiguration(dim3*, dim3*, size_t*, void*) { return unsupported<cudaError_t>(Api::__cudaPopCallConfiguration); }
cudaError_t rf___cudaGetKernel(cudaKernel_t*, const void*) { return unsupported<cudaError_t>(Api::__cudaGetKernel); }
cudaError_t rf___cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::__cudaLaunchKernel); }
cudaError_t rf___cudaLaunchKernel_ptsz(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::__cudaLaunchKernel_ptsz); }
cudaError_t rf___cudaGetProcAddress() { return unsupported<cudaError_t>(Api::__cudaGetProcAddress); }
cudaError_t rf_cudaStreamAddCallback(cudaStream_t, cudaStreamCallback_t, void*, unsigned int) { return unsupported<cudaError_t>(Api::cudaStreamAddCallback); }
cudaError_t rf_cudaStreamAddCallback_ptsz(cudaStream_t, cudaStreamCallback_t, void*, unsigned int) { return unsupported<cudaError_t>(Api::cudaStreamAddCallback_ptsz); }
cudaError_t rf_cudaStreamAttachMemAsync(cudaStream_t, void*, size_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaStreamAttachMemAsync); }
cudaError_t rf_cudaStreamAttachMemAsync_ptsz(cudaStream_t, void*, size_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaStreamAttachMemAsync_ptsz); }
cudaError_t rf_cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode) { return unsupported<cudaError_t>(Api::cudaStreamBeginCapture); }
cudaError_t rf_cudaStreamBeginCapture_ptsz(cudaStream_t, cudaStreamCaptureMode) { return unsupported<cudaError_t>(Api::cudaStreamBeginCapture_ptsz); }
cudaError_t rf_cudaStreamBeginCaptureToGraph(cudaStream_t, cudaGraph_t, const cudaGraphNode_t*, const cudaGraphEdgeData*, size_t, cudaStreamCaptureMode) { return unsupported<cudaError_t>(Api::cudaStreamBeginCaptureToGraph); }
cudaError_t rf_cudaStreamBeginCaptureToGraph_ptsz(cudaStream_t, cudaGraph_t, const cudaGraphNode_t*, const cudaGraphEdgeData*, size_t, cudaStreamCaptureMode) { return unsupported<cudaError_t>(Api::cudaStreamBeginCaptureToGraph_ptsz); }
cudaError_t rf_cudaStreamCopyAttributes(cudaStream_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaStreamCopyAttributes); }
cudaError_t rf_cudaStreamCopyAttributes_ptsz(cudaStream_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaStreamCopyAttributes_ptsz); }
cudaError_t rf_cudaStreamCreate(cudaStream_t*) { return unsupported<cudaError_t>(Api::cudaStreamCreate); }
cudaError_t rf_cudaStreamCreateWithFlags(cudaStream_t*, unsigned int) { return unsupported<cudaError_t>(Api::cudaStreamCreateWithFlags); }
cudaError_t rf_cudaStreamCreateWithPriority(cudaStream_t*, unsigned int, int) { return unsupported<cudaError_t>(Api::cudaStreamCreateWithPriority); }
cudaError_t rf_cudaStreamDestroy(cudaStream_t) { return unsupported<cudaError_t>(Api::cudaStreamDestroy); }
cudaError_t rf_cudaStreamEndCapture(cudaStream_t, cudaGraph_t*) { return unsupported<cudaError_t>(Api::cudaStreamEndCapture); }
cudaError_t rf_cudaStreamEndCapture_ptsz(cudaStream_t, cudaGraph_t*) { return unsupported<cudaError_t>(Api::cudaStreamEndCapture_ptsz); }
cudaError_t rf_cudaStreamGetAttribute(cudaStream_t, cudaLaunchAttributeID, cudaLaunchAttributeValue*) { return unsupported<cudaError_t>(Api::cudaStreamGetAttribute); }
cudaError_t rf_cudaStreamGetAttribute_ptsz(cudaStream_t, cudaLaunchAttributeID, cudaLaunchAttributeValue*) { return unsupported<cudaError_t>(Api::cudaStreamGetAttribute_ptsz); }
cudaError_t rf_cudaStreamGetCaptureInfo(cudaStream_t, cudaStreamCaptureStatus*, unsigned long long*, cudaGraph_t*, const cudaGraphNode_t**, const cudaGraphEdgeData**, size_t*) { return unsupported<cudaError_t>(Api::cudaStreamGetCaptureInfo); }
cudaError_t rf_cudaStreamGetCaptureInfo_ptsz(cudaStream_t, cudaStreamCaptureStatus*, unsigned long long*, cudaGraph_t*, const cudaGraphNode_t**, const cudaGraphEdgeData**, size_t*) { return unsupported<cudaError_t>(Api::cudaStreamGetCaptureInfo_ptsz); }
cudaError_t rf_cudaStreamGetDevice(cudaStream_t, int*) { return unsupported<cudaError_t>(Api::cudaStreamGetDevice); }
cudaError_t rf_cudaStreamGetDevice_ptsz(cudaStream_t, int*) { return unsupported<cudaError_t>(Api::cudaStreamGetDevice_ptsz); }
cudaError_t rf_cudaStreamGetFlags(cudaStream_t, unsigned int*) { return unsupported<cudaError_t>(Api::cudaStreamGetFlags); }
cudaError_t rf_cudaStreamGetFlags_ptsz(cudaStream_t, unsigned int*) { return unsupported<cudaError_t>(Api::cudaStreamGetFlags_ptsz); }
cudaError_t rf_cudaStreamGetId(cudaStream_t, unsigned long long*) { return unsupported<cudaError_t>(Api::cudaStreamGetId); }
cudaError_t rf_cudaStreamGetId_ptsz(cudaStream_t, unsigned long long*) { return unsupported<cudaError_t>(Api::cudaStreamGetId_ptsz); }
cudaError_t rf_cudaStreamGetPriority(cudaStream_t, int*) { return unsupported<cudaError_t>(Api::cudaStreamGetPriority); }
cudaError_t rf_cudaStreamGetPriority_ptsz(cudaStream_t, int*) { return unsupported<cudaError_t>(Api::cudaStreamGetPriority_ptsz); }
cudaError_t rf_cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus*) { return unsupported<cudaError_t>(Api::cudaStreamIsCapturing); }
cudaError_t rf_cudaStreamIsCapturing_ptsz(cudaStream_t, cudaStreamCaptureStatus*) { return unsupported<cudaError_t>(Api::cudaStreamIsCapturing_ptsz); }
cudaError_t rf_cudaStreamQuery(cudaStream_t) { return unsupported<cudaError_t>(Api::cudaStreamQuery); }
cudaError_t rf_cudaStreamQuery_ptsz(cudaStream_t) { return unsupported<cudaError_t>(Api::cudaStreamQuery_ptsz); }
cudaError_t rf_cudaStreamSetAttribute(cudaStream_t, cudaLaunchAttributeID, const cudaLaunchAttributeValue*) { return unsupported<cudaError_t>(Api::cudaStreamSetAttribute); }
cudaError_t rf_cudaStreamSetAttribute_ptsz(cudaStream_t, cudaLaunchAttributeID, const cudaLaunchAttributeValue*) { return unsupported<cudaError_t>(Api::cudaStreamSetAttribute_ptsz); }
cudaError_t rf_cudaStreamSynchronize(cudaStream_t) { return unsupported<cudaError_t>(Api::cudaStreamSynchronize); }
cudaError_t rf_cudaStreamSynchronize_ptsz(cudaStream_t) { return unsupported<cudaError_t>(Api::cudaStreamSynchronize_ptsz); }
cudaError_t rf_cudaStreamUpdateCaptureDependencies(cudaStream_t, cudaGraphNode_t*, const cudaGraphEdgeData*, size_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaStreamUpdateCaptureDependencies); }
cudaError_t rf_cudaStreamUpdateCaptureDependencies_ptsz(cudaStream_t, cudaGraphNode_t*, const cudaGraphEdgeData*, size_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaStreamUpdateCaptureDependencies_ptsz); }
cudaError_t rf_cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaStreamWaitEvent); }
cudaError_t rf_cudaStreamWaitEvent_ptsz(cudaStream_t, cudaEvent_t, unsigned int) { return unsupported<cudaError_t>(Api::cudaStreamWaitEvent_ptsz); }
cudaError_t rf_cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode*) { return unsupported<cudaError_t>(Api::cudaThreadExchangeStreamCaptureMode); }

}
