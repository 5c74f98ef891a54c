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
cudaError_t rf_cudaCtxResetPersistingL2Cache() { return traced<Api::cudaCtxResetPersistingL2Cache>(ringfence::runtime::cudaCtxResetPersistingL2Cache); }
cudaError_t rf_cudaDeviceGetCacheConfig(cudaFuncCache* pCacheConfig) { return traced<Api::cudaDeviceGetCacheConfig>(ringfence::runtime::cudaDeviceGetCacheConfig, pCacheConfig); }
cudaError_t rf_cudaDeviceGetLimit(size_t* pValue, cudaLimit limit) { return traced<Api::cudaDeviceGetLimit>(ringfence::runtime::cudaDeviceGetLimit, pValue, limit); }
cudaError_t rf_cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* pConfig) { return traced<Api::cudaDeviceGetSharedMemConfig>(ringfence::runtime::cudaDeviceGetSharedMemConfig, pConfig); }
cudaError_t rf_cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) { return traced<Api::cudaDeviceGetStreamPriorityRange>(ringfence::runtime::cudaDeviceGetStreamPriorityRange, leastPriority, greatestPriority); }
cudaError_t rf_cudaDeviceReset() { return traced<Api::cudaDeviceReset>(ringfence::runtime::cudaDeviceReset); }
cudaError_t rf_cudaDeviceSetCacheConfig(cudaFuncCache cacheConfig) { return traced<Api::cudaDeviceSetCacheConfig>(ringfence::runtime::cudaDeviceSetCacheConfig, cacheConfig); }
cudaError_t rf_cudaDeviceSetLimit(cudaLimit limit, size_t value) { return traced<Api::cudaDeviceSetLimit>(ringfence::runtime::cudaDeviceSetLimit, limit, value); }
cudaError_t rf_cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) { return traced<Api::cudaDeviceSetSharedMemConfig>(ringfence::runtime::cudaDeviceSetSharedMemConfig, config); }
cudaError_t rf_cudaDeviceSynchronize() { return traced<Api::cudaDeviceSynchronize>(ringfence::runtime::cudaDeviceSynchronize); }
cudaError_t rf_cudaGetDevice(int* device) { return traced<Api::cudaGetDevice>(ringfence::runtime::cudaGetDevice, device); }
cudaError_t rf_cudaGetDeviceFlags(unsigned int* flags) { return traced<Api::cudaGetDeviceFlags>(ringfence::runtime::cudaGetDeviceFlags, flags); }
cudaError_t rf_cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags) { return traced<Api::cudaInitDevice>(ringfence::runtime::cudaInitDevice, device, deviceFlags, flags); }
cudaError_t rf_cudaSetDevice(int device) { return traced<Api::cudaSetDevice>(ringfence::runtime::cudaSetDevice, device); }
cudaError_t rf_cudaSetDeviceFlags(unsigned int flags) { return traced<Api::cudaSetDeviceFlags>(ringfence::runtime::cudaSetDeviceFlags, flags); }
cudaError_t rf_cudaSetValidDevices(int* device_arr, int len) { return traced<Api::cudaSetValidDevices>(ringfence::runtime::cudaSetValidDevices, device_arr, len); }
cudaError_t rf_cudaMemDiscardAndPrefetchBatchAsync(void**, size_t*, size_t, cudaMemLocation*, size_t*, size_t, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemDiscardAndPrefetchBatchAsync); }
cudaError_t rf_cudaMemDiscardAndPrefetchBatchAsync_ptsz(void**, size_t*, size_t, cudaMemLocation*, size_t*, size_t, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemDiscardAndPrefetchBatchAsync_ptsz); }
cudaError_t rf_cudaMemDiscardBatchAsync(void**, size_t*, size_t, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemDiscardBatchAsync); }
cudaError_t rf_cudaMemDiscardBatchAsync_ptsz(void**, size_t*, size_t, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemDiscardBatchAsync_ptsz); }
cudaError_t rf_cudaMemPrefetchAsync(const void* devPtr, size_t count, cudaMemLocation location, unsigned int flags, cudaStream_t stream) { return traced<Api::cudaMemPrefetchAsync>(ringfence::runtime::cudaMemPrefetchAsync, devPtr, count, location, flags, stream); }
cudaError_t rf_cudaMemPrefetchAsync_ptsz(const void* devPtr, size_t count, cudaMemLocation location, unsigned int flags, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaMemPrefetchAsync_ptsz>(ringfence::runtime::cudaMemPrefetchAsync, devPtr, count, location, flags, stream); }
cudaError_t rf_cudaMemPrefetchBatchAsync(void**, size_t*, size_t, cudaMemLocation*, size_t*, size_t, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemPrefetchBatchAsync); }
cudaError_t rf_cudaMemPrefetchBatchAsync_ptsz(void**, size_t*, size_t, cudaMemLocation*, size_t*, size_t, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemPrefetchBatchAsync_ptsz); }
cudaError_t rf_cudaMemcpy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) { return traced<Api::cudaMemcpy>(ringfence::runtime::cudaMemcpy, dst, src, count, kind); }
cudaError_t rf_cudaMemcpy_ptds(void* dst, const void* src, size_t count, cudaMemcpyKind kind) { PerThreadDefaultStream scope; return traced<Api::cudaMemcpy_ptds>(ringfence::runtime::cudaMemcpy, dst, src, count, kind); }
cudaError_t rf_cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height, cudaMemcpyKind kind) { return traced<Api::cudaMemcpy2D>(ringfence::runtime::cudaMemcpy2D, dst, dpitch, src, spitch, width, height, kind); }
cudaError_t rf_cudaMemcpy2D_ptds(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height, cudaMemcpyKind kind) { PerThreadDefaultStream scope; return traced<Api::cudaMemcpy2D_ptds>(ringfence::runtime::cudaMemcpy2D, dst, dpitch, src, spitch, width, height, kind); }
cudaError_t rf_cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) { return traced<Api::cudaMemcpy2DAsync>(ringfence::runtime::cudaMemcpy2DAsync, dst, dpitch, src, spitch, width, height, kind, stream); }
cudaError_t rf_cudaMemcpy2DAsync_ptsz(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaMemcpy2DAsync_ptsz>(ringfence::runtime::cudaMemcpy2DAsync, dst, dpitch, src, spitch, width, height, kind, stream); }
cudaError_t rf_cudaMemcpy3D(const cudaMemcpy3DParms* p) { return traced<Api::cudaMemcpy3D>(ringfence::runtime::cudaMemcpy3D, p); }
cudaError_t rf_cudaMemcpy3D_ptds(const cudaMemcpy3DParms* p) { PerThreadDefaultStream scope; return traced<Api::cudaMemcpy3D_ptds>(ringfence::runtime::cudaMemcpy3D, p); }
cudaError_t rf_cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) { return traced<Api::cudaMemcpy3DAsync>(ringfence::runtime::cudaMemcpy3DAsync, p, stream); }
cudaError_t rf_cudaMemcpy3DAsync_ptsz(const cudaMemcpy3DParms* p, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaMemcpy3DAsync_ptsz>(ringfence::runtime::cudaMemcpy3DAsync, p, stream); }
cudaError_t rf_cudaMemcpy3DBatchAsync(size_t, cudaMemcpy3DBatchOp*, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy3DBatchAsync); }
cudaError_t rf_cudaMemcpy3DBatchAsync_ptsz(size_t, cudaMemcpy3DBatchOp*, unsigned long long, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy3DBatchAsync_ptsz); }
cudaError_t rf_cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms*) { return unsupported<cudaError_t>(Api::cudaMemcpy3DPeer); }
cudaError_t rf_cudaMemcpy3DPeer_ptds(const cudaMemcpy3DPeerParms*) { return unsupported<cudaError_t>(Api::cudaMemcpy3DPeer_ptds); }
cudaError_t rf_cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms*, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy3DPeerAsync); }
cudaError_t rf_cudaMemcpy3DPeerAsync_ptsz(const cudaMemcpy3DPeerParms*, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpy3DPeerAsync_ptsz); }
cudaError_t rf_cudaMemcpyAsync(void* dst, const void* src, size_t count, cudaMemcpyKind kind, cudaStream_t stream) { return traced<Api::cudaMemcpyAsync>(ringfence::runtime::cudaMemcpyAsync, dst, src, count, kind, stream); }
cudaError_t rf_cudaMemcpyAsync_ptsz(void* dst, const void* src, size_t count, cudaMemcpyKind kind, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaMemcpyAsync_ptsz>(ringfence::runtime::cudaMemcpyAsync, dst, src, count, kind, stream); }
cudaError_t rf_cudaMemcpyBatchAsync(void* const*, const void* const*, const size_t*, size_t, cudaMemcpyAttributes*, size_t*, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyBatchAsync); }
cudaError_t rf_cudaMemcpyBatchAsync_ptsz(void* const*, const void* const*, const size_t*, size_t, cudaMemcpyAttributes*, size_t*, size_t, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaMemcpyBatchAsync_ptsz); }
cudaError_t rf_cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind) { return traced<Api::cudaMemcpyFromSymbol>(ringfence::runtime::cudaMemcpyFromSymbol, dst, symbol, count, offset, kind); }
cudaError_t rf_cudaMemcpyFromSymbol_ptds(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind) { PerThreadDefaultStream scope; return traced<Api::cudaMemcpyFromSymbol_ptds>(ringfence::runtime::cudaMemcpyFromSymbol, dst, symbol, count, offset, kind); }
cudaError_t rf_cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream) { return traced<Api::cudaMemcpyFromSymbolAsync>(ringfence::runtime::cudaMemcpyFromSymbolAsync, dst, symbol, count, offset, kind, stream); }
cudaError_t rf_cudaMemcpyFromSymbolAsync_ptsz(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaMemcpyFromSymbolAsync_ptsz>(ringfence::runtime::cudaMemcpyFromSymbolAsync, dst, symbol, count, offset, kind, stream); }
cudaError_t rf_cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count) { return traced<Api::cudaMemcpyPeer>(ringfence::runtime::cudaMemcpyPeer, dst, dstDevice, src, srcDevice, count); }
cudaError_t rf_cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, size_t count, cudaStream_t stream) { return traced<Api::cudaMemcpyPeerAsync>(ringfence::runtime::cudaMemcpyPeerAsync, dst, dstDevice, src, srcDevice, count, stream); }
cudaError_t rf_cudaMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind kind) { return traced<Api::cudaMemcpyToSymbol>(ringfence::runtime::cudaMemcpyToSymbol, symbol, src, count, offset, kind); }
cudaError_t rf_cudaMemcpyToSymbol_ptds(const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind kind) { PerThreadDefaultStream scope; return traced<Api::cudaMemcpyToSymbol_ptds>(ringfence::runtime::cudaMemcpyToSymbol, symbol, src, count, offset, kind); }
cudaError_t rf_cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream) { return traced<Api::cudaMemcpyToSymbolAsync>(ringfence::runtime::cudaMemcpyToSymbolAsync, symbol, src, count, offset, kind, stream); }
cudaError_t rf_cudaMemcpyToSymbolAsync_ptsz(const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaMemcpyToSymbolAsync_ptsz>(ringfence::runtime::cudaMemcpyToSymbolAsync, symbol, src, count, offset, kind, stream); }
cudaError_t rf_cudaMemset(void* devPtr, int value, size_t count) { return traced<Api::cudaMemset>(ringfence::runtime::cudaMemset, devPtr, value, count); }
cudaError_t rf_cudaMemset_ptds(void* devPtr, int value, size_t count) { PerThreadDefaultStream scope; return traced<Api::cudaMemset_ptds>(ringfence::runtime::cudaMemset, devPtr, value, count); }
cudaError_t rf_cudaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height) { return traced<Api::cudaMemset2D>(ringfence::runtime::cudaMemset2D, devPtr, pitch, value, width, height); }
cudaError_t rf_cudaMemset2D_ptds(void* devPtr, size_t pitch, int value, size_t width, size_t height) { PerThreadDefaultStream scope; return traced<Api::cudaMemset2D_ptds>(ringfence::runtime::cudaMemset2D, devPtr, pitch, value, width, height); }
cudaError_t rf_cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) { return traced<Api::cudaMemset2DAsync>(ringfence::runtime::cudaMemset2DAsync, devPtr, pitch, value, width, height, stream); }
cudaError_t rf_cudaMemset2DAsync_ptsz(void* devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaMemset2DAsync_ptsz>(ringfence::runtime::cudaMemset2DAsync, devPtr, pitch, value, width, height, stream); }
cudaError_t rf_cudaMemset3D(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent) { return traced<Api::cudaMemset3D>(ringfence::runtime::cudaMemset3D, pitchedDevPtr, value, extent); }
cudaError_t rf_cudaMemset3D_ptds(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent) { PerThreadDefaultStream scope; return traced<Api::cudaMemset3D_ptds>(ringfence::runtime::cudaMemset3D, pitchedDevPtr, value, extent); }
cudaError_t rf_cudaMemset3DAsync(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent, cudaStream_t stream) { return traced<Api::cudaMemset3DAsync>(ringfence::runtime::cudaMemset3DAsync, pitchedDevPtr, value, extent, stream); }
cudaError_t rf_cudaMemset3DAsync_ptsz(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaMemset3DAsync_ptsz>(ringfence::runtime::cudaMemset3DAsync, pitchedDevPtr, value, extent, stream); }
cudaError_t rf_cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream) { return traced<Api::cudaMemsetAsync>(ringfence::runtime::cudaMemsetAsync, devPtr, value, count, stream); }
cudaError_t rf_cudaMemsetAsync_ptsz(void* devPtr, int value, size_t count, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaMemsetAsync_ptsz>(ringfence::runtime::cudaMemsetAsync, devPtr, value, count, stream); }
cudaError_t rf_cudaEventElapsedTime_v2_runtime12(float* ms, cudaEvent_t start, cudaEvent_t end) { return traced<Api::cudaEventElapsedTime_v2_runtime12>(ringfence::runtime::cudaEventElapsedTime, ms, start, end); }
cudaError_t rf_cudaGraphAddDependencies_v2_runtime12(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*, const cudaGraphEdgeData*, size_t) { return unsupported<cudaError_t>(Api::cudaGraphAddDependencies_v2_runtime12); }
cudaError_t rf_cudaGraphAddNode_v2_runtime12(cudaGraphNode_t*, cudaGraph_t, const cudaGraphNode_t*, const cudaGraphEdgeData*, size_t, cudaGraphNodeParams*) { return unsupported<cudaError_t>(Api::cudaGraphAddNode_v2_runtime12); }
cudaError_t rf_cudaGraphGetEdges_v2_runtime12(cudaGraph_t, cudaGraphNode_t*, cudaGraphNode_t*, cudaGraphEdgeData*, size_t*) { return unsupported<cudaError_t>(Api::cudaGraphGetEdges_v2_runtime12); }
cudaError_t rf_cudaGraphNodeGetDependencies_v2_runtime12(cudaGraphNode_t, cudaGraphNode_t*, cudaGraphEdgeData*, size_t*) { return unsupported<cudaError_t>(Api::cudaGraphNodeGetDependencies_v2_runtime12); }
cudaError_t rf_cudaGraphNodeGetDependentNodes_v2_runtime12(cudaGraphNode_t, cudaGraphNode_t*, cudaGraphEdgeData*, size_t*) { return unsupported<cudaError_t>(Api::cudaGraphNodeGetDependentNodes_v2_runtime12); }
cudaError_t rf_cudaGraphRemoveDependencies_v2_runtime12(cudaGraph_t, const cudaGraphNode_t*, const cudaGraphNode_t*, const cudaGraphEdgeData*, size_t) { return unsupported<cudaError_t>(Api::cudaGraphRemoveDependencies_v2_runtime12); }
cudaError_t rf_cudaMemAdvise_v2_runtime12(const void* devPtr, size_t count, cudaMemoryAdvise advice, cudaMemLocation location) { return traced<Api::cudaMemAdvise_v2_runtime12>(ringfence::runtime::cudaMemAdvise, devPtr, count, advice, location); }
cudaError_t rf_cudaMemPrefetchAsync_v2_runtime12(const void* devPtr, size_t count, cudaMemLocation location, unsigned int flags, cudaStream_t stream) { return traced<Api::cudaMemPrefetchAsync_v2_runtime12>(ringfence::runtime::cudaMemPrefetchAsync, devPtr, count, location, flags, stream); }
cudaError_t rf_cudaSignalExternalSemaphoresAsync_v2_runtime12(const cudaExternalSemaphore_t*, const cudaExternalSemaphoreSignalParams*, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaSignalExternalSemaphoresAsync_v2_runtime12); }
cudaError_t rf_cudaStreamGetCaptureInfo_v3_runtime12(cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out, unsigned long long* id_out, cudaGraph_t* graph_out, const cudaGraphNode_t** dependencies_out, const cudaGraphEdgeData** edgeData_out, size_t* numDependencies_out) { return traced<Api::cudaStreamGetCaptureInfo_v3_runtime12>(ringfence::runtime::cudaStreamGetCaptureInfo, stream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out); }
cudaError_t rf_cudaStreamUpdateCaptureDependencies_v2_runtime12(cudaStream_t stream, cudaGraphNode_t* dependencies, const cudaGraphEdgeData* dependencyData, size_t numDependencies, unsigned int flags) { return traced<Api::cudaStreamUpdateCaptureDependencies_v2_runtime12>(ringfence::runtime::cudaStreamUpdateCaptureDependencies, stream, dependencies, dependencyData, numDependencies, flags); }
cudaError_t rf_cudaThreadExit_runtime12() { return traced<Api::cudaThreadExit_runtime12>(ringfence::runtime::cudaDeviceReset); }
cudaError_t rf_cudaThreadGetCacheConfig_runtime12(cudaFuncCache* pCacheConfig) { return traced<Api::cudaThreadGetCacheConfig_runtime12>(ringfence::runtime::cudaDeviceGetCacheConfig, pCacheConfig); }
cudaError_t rf_cudaThreadGetLimit_runtime12(size_t* pValue, cudaLimit limit) { return traced<Api::cudaThreadGetLimit_runtime12>(ringfence::runtime::cudaDeviceGetLimit, pValue, limit); }
cudaError_t rf_cudaThreadSetCacheConfig_runtime12(cudaFuncCache cacheConfig) { return traced<Api::cudaThreadSetCacheConfig_runtime12>(ringfence::runtime::cudaDeviceSetCacheConfig, cacheConfig); }
cudaError_t rf_cudaThreadSetLimit_runtime12(cudaLimit limit, size_t value) { return traced<Api::cudaThreadSetLimit_runtime12>(ringfence::runtime::cudaDeviceSetLimit, limit, value); }
cudaError_t rf_cudaThreadSynchronize_runtime12() { return traced<Api::cudaThreadSynchronize_runtime12>(ringfence::runtime::cudaDeviceSynchronize); }
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
cudaError_t rf_cudaMemPrefetchAsync_v2_ptsz_runtime12(const void* devPtr, size_t count, cudaMemLocation location, unsigned int flags, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaMemPrefetchAsync_v2_ptsz_runtime12>(ringfence::runtime::cudaMemPrefetchAsync, devPtr, count, location, flags, stream); }
cudaError_t rf_cudaSignalExternalSemaphoresAsync_v2_ptsz_runtime12(const cudaExternalSemaphore_t*, const cudaExternalSemaphoreSignalParams*, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaSignalExternalSemaphoresAsync_v2_ptsz_runtime12); }
cudaError_t rf_cudaStreamGetCaptureInfo_v3_ptsz_runtime12(cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out, unsigned long long* id_out, cudaGraph_t* graph_out, const cudaGraphNode_t** dependencies_out, const cudaGraphEdgeData** edgeData_out, size_t* numDependencies_out) { PerThreadDefaultStream scope; return traced<Api::cudaStreamGetCaptureInfo_v3_ptsz_runtime12>(ringfence::runtime::cudaStreamGetCaptureInfo, stream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out); }
cudaError_t rf_cudaStreamUpdateCaptureDependencies_v2_ptsz_runtime12(cudaStream_t stream, cudaGraphNode_t* dependencies, const cudaGraphEdgeData* dependencyData, size_t numDependencies, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cudaStreamUpdateCaptureDependencies_v2_ptsz_runtime12>(ringfence::runtime::cudaStreamUpdateCaptureDependencies, stream, dependencies, dependencyData, numDependencies, flags); }
cudaError_t rf_cudaWaitExternalSemaphoresAsync_v2_ptsz_runtime12(const cudaExternalSemaphore_t*, const cudaExternalSemaphoreWaitParams*, unsigned int, cudaStream_t) { return unsupported<cudaError_t>(Api::cudaWaitExternalSemaphoresAsync_v2_ptsz_runtime12); }
cudaError_t rf_cudaChooseDevice(int* device, const cudaDeviceProp* prop) { return traced<Api::cudaChooseDevice>(ringfence::runtime::cudaChooseDevice, device, prop); }
cudaError_t rf_cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice) { return traced<Api::cudaDeviceCanAccessPeer>(ringfence::runtime::cudaDeviceCanAccessPeer, canAccessPeer, device, peerDevice); }
cudaError_t rf_cudaDeviceDisablePeerAccess(int peerDevice) { return traced<Api::cudaDeviceDisablePeerAccess>(ringfence::runtime::cudaDeviceDisablePeerAccess, peerDevice); }
cudaError_t rf_cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags) { return traced<Api::cudaDeviceEnablePeerAccess>(ringfence::runtime::cudaDeviceEnablePeerAccess, peerDevice, flags); }
cudaError_t rf_cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTarget, cudaFlushGPUDirectRDMAWritesScope) { return unsupported<cudaError_t>(Api::cudaDeviceFlushGPUDirectRDMAWrites); }
cudaError_t rf_cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) { return traced<Api::cudaDeviceGetAttribute>(ringfence::runtime::cudaDeviceGetAttribute, value, attr, device); }
cudaError_t rf_cudaDeviceGetByPCIBusId(int* device, const char* pciBusId) { return traced<Api::cudaDeviceGetByPCIBusId>(ringfence::runtime::cudaDeviceGetByPCIBusId, device, pciBusId); }
cudaError_t rf_cudaDeviceGetHostAtomicCapabilities(unsigned int*, const cudaAtomicOperation*, unsigned int, int) { return unsupported<cudaError_t>(Api::cudaDeviceGetHostAtomicCapabilities); }
cudaError_t rf_cudaDeviceGetP2PAtomicCapabilities(unsigned int*, const cudaAtomicOperation*, unsigned int, int, int) { return unsupported<cudaError_t>(Api::cudaDeviceGetP2PAtomicCapabilities); }
cudaError_t rf_cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attr, int srcDevice, int dstDevice) { return traced<Api::cudaDeviceGetP2PAttribute>(ringfence::runtime::cudaDeviceGetP2PAttribute, value, attr, srcDevice, dstDevice); }
cudaError_t rf_cudaDeviceGetPCIBusId(char* pciBusId, int len, int device) { return traced<Api::cudaDeviceGetPCIBusId>(ringfence::runtime::cudaDeviceGetPCIBusId, pciBusId, len, device); }
cudaError_t rf_cudaDeviceRegisterAsyncNotification(int, cudaAsyncCallback, void*, cudaAsyncCallbackHandle_t*) { return unsupported<cudaError_t>(Api::cudaDeviceRegisterAsyncNotification); }
cudaError_t rf_cudaDeviceUnregisterAsyncNotification(int, cudaAsyncCallbackHandle_t) { return unsupported<cudaError_t>(Api::cudaDeviceUnregisterAsyncNotification); }
cudaError_t rf_cudaGetDeviceCount(int* count) { return traced<Api::cudaGetDeviceCount>(ringfence::runtime::cudaGetDeviceCount, count); }
cudaError_t rf_cudaGetDeviceProperties(cudaDeviceProp* prop, int device) { return traced<Api::cudaGetDeviceProperties>(ringfence::runtime::cudaGetDeviceProperties, prop, device); }
cudaError_t rf_cudaEventCreate(cudaEvent_t* event) { return traced<Api::cudaEventCreate>(ringfence::runtime::cudaEventCreate, event); }
cudaError_t rf_cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) { return traced<Api::cudaEventCreateWithFlags>(ringfence::runtime::cudaEventCreateWithFlags, event, flags); }
cudaError_t rf_cudaEventDestroy(cudaEvent_t event) { return traced<Api::cudaEventDestroy>(ringfence::runtime::cudaEventDestroy, event); }
cudaError_t rf_cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) { return traced<Api::cudaEventElapsedTime>(ringfence::runtime::cudaEventElapsedTime, ms, start, end); }
cudaError_t rf_cudaEventQuery(cudaEvent_t event) { return traced<Api::cudaEventQuery>(ringfence::runtime::cudaEventQuery, event); }
cudaError_t rf_cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { return traced<Api::cudaEventRecord>(ringfence::runtime::cudaEventRecord, event, stream); }
cudaError_t rf_cudaEventRecord_ptsz(cudaEvent_t event, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaEventRecord_ptsz>(ringfence::runtime::cudaEventRecord, event, stream); }
cudaError_t rf_cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) { return traced<Api::cudaEventRecordWithFlags>(ringfence::runtime::cudaEventRecordWithFlags, event, stream, flags); }
cudaError_t rf_cudaEventRecordWithFlags_ptsz(cudaEvent_t event, cudaStream_t stream, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cudaEventRecordWithFlags_ptsz>(ringfence::runtime::cudaEventRecordWithFlags, event, stream, flags); }
cudaError_t rf_cudaEventSynchronize(cudaEvent_t event) { return traced<Api::cudaEventSynchronize>(ringfence::runtime::cudaEventSynchronize, event); }
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
cudaError_t rf_cudaDriverGetVersion(int* driverVersion) { return traced<Api::cudaDriverGetVersion>(ringfence::runtime::cudaDriverGetVersion, driverVersion); }
cudaError_t rf_cudaGetDriverEntryPoint(const char* symbol, void** funcPtr, unsigned long long flags, cudaDriverEntryPointQueryResult* driverStatus) { return traced<Api::cudaGetDriverEntryPoint>(ringfence::runtime::cudaGetDriverEntryPoint, symbol, funcPtr, flags, driverStatus); }
cudaError_t rf_cudaGetDriverEntryPoint_ptsz(const char* symbol, void** funcPtr, unsigned long long flags, cudaDriverEntryPointQueryResult* driverStatus) { PerThreadDefaultStream scope; return traced<Api::cudaGetDriverEntryPoint_ptsz>(ringfence::runtime::cudaGetDriverEntryPoint, symbol, funcPtr, flags, driverStatus); }
cudaError_t rf_cudaGetDriverEntryPointByVersion(const char* symbol, void** funcPtr, unsigned int cudaVersion, unsigned long long flags, cudaDriverEntryPointQueryResult* driverStatus) { return traced<Api::cudaGetDriverEntryPointByVersion>(ringfence::runtime::cudaGetDriverEntryPointByVersion, symbol, funcPtr, cudaVersion, flags, driverStatus); }
cudaError_t rf_cudaGetDriverEntryPointByVersion_ptsz(const char* symbol, void** funcPtr, unsigned int cudaVersion, unsigned long long flags, cudaDriverEntryPointQueryResult* driverStatus) { PerThreadDefaultStream scope; return traced<Api::cudaGetDriverEntryPointByVersion_ptsz>(ringfence::runtime::cudaGetDriverEntryPointByVersion, symbol, funcPtr, cudaVersion, flags, driverStatus); }
const char* rf_cudaGetErrorName(cudaError_t error) { return traced<Api::cudaGetErrorName>(ringfence::runtime::cudaGetErrorName, error); }
const char* rf_cudaGetErrorString(cudaError_t error) { return traced<Api::cudaGetErrorString>(ringfence::runtime::cudaGetErrorString, error); }
cudaError_t rf_cudaGetExportTable(const void**, const cudaUUID_t*) { return unsupported<cudaError_t>(Api::cudaGetExportTable); }
cudaError_t rf_cudaGetLastError() { return traced<Api::cudaGetLastError>(ringfence::runtime::cudaGetLastError); }
cudaError_t rf_cudaLogsCurrent(cudaLogIterator*, unsigned int) { return unsupported<cudaError_t>(Api::cudaLogsCurrent); }
cudaError_t rf_cudaLogsDumpToFile(cudaLogIterator*, const char*, unsigned int) { return unsupported<cudaError_t>(Api::cudaLogsDumpToFile); }
cudaError_t rf_cudaLogsDumpToMemory(cudaLogIterator*, char*, size_t*, unsigned int) { return unsupported<cudaError_t>(Api::cudaLogsDumpToMemory); }
cudaError_t rf_cudaLogsRegisterCallback(cudaLogsCallback_t, void*, cudaLogsCallbackHandle*) { return unsupported<cudaError_t>(Api::cudaLogsRegisterCallback); }
cudaError_t rf_cudaLogsUnregisterCallback(cudaLogsCallbackHandle) { return unsupported<cudaError_t>(Api::cudaLogsUnregisterCallback); }
cudaError_t rf_cudaPeekAtLastError() { return traced<Api::cudaPeekAtLastError>(ringfence::runtime::cudaPeekAtLastError); }
cudaError_t rf_cudaProfilerStart() { return traced<Api::cudaProfilerStart>(ringfence::runtime::cudaProfilerStart); }
cudaError_t rf_cudaProfilerStop() { return traced<Api::cudaProfilerStop>(ringfence::runtime::cudaProfilerStop); }
cudaError_t rf_cudaRuntimeGetVersion(int* runtimeVersion) { return traced<Api::cudaRuntimeGetVersion>(ringfence::runtime::cudaRuntimeGetVersion, runtimeVersion); }
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
cudaError_t rf_cudaLaunchCooperativeKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem, cudaStream_t stream) { return traced<Api::cudaLaunchCooperativeKernel>(ringfence::runtime::cudaLaunchCooperativeKernel, func, gridDim, blockDim, args, sharedMem, stream); }
cudaError_t rf_cudaLaunchCooperativeKernel_ptsz(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaLaunchCooperativeKernel_ptsz>(ringfence::runtime::cudaLaunchCooperativeKernel, func, gridDim, blockDim, args, sharedMem, stream); }
cudaError_t rf_cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* userData) { return traced<Api::cudaLaunchHostFunc>(ringfence::runtime::cudaLaunchHostFunc, stream, fn, userData); }
cudaError_t rf_cudaLaunchHostFunc_ptsz(cudaStream_t stream, cudaHostFn_t fn, void* userData) { PerThreadDefaultStream scope; return traced<Api::cudaLaunchHostFunc_ptsz>(ringfence::runtime::cudaLaunchHostFunc, stream, fn, userData); }
cudaError_t rf_cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem, cudaStream_t stream) { return traced<Api::cudaLaunchKernel>(ringfence::runtime::cudaLaunchKernel, func, gridDim, blockDim, args, sharedMem, stream); }
cudaError_t rf_cudaLaunchKernel_ptsz(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaLaunchKernel_ptsz>(ringfence::runtime::cudaLaunchKernel, func, gridDim, blockDim, args, sharedMem, stream); }
cudaError_t rf_cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func, void** args) { return traced<Api::cudaLaunchKernelExC>(ringfence::runtime::cudaLaunchKernelExC, config, func, args); }
cudaError_t rf_cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t* config, const void* func, void** args) { PerThreadDefaultStream scope; return traced<Api::cudaLaunchKernelExC_ptsz>(ringfence::runtime::cudaLaunchKernelExC, config, func, args); }
cudaError_t rf_cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, const void* func, int numBlocks, int blockSize) { return traced<Api::cudaOccupancyAvailableDynamicSMemPerBlock>(ringfence::runtime::cudaOccupancyAvailableDynamicSMemPerBlock, dynamicSmemSize, func, numBlocks, blockSize); }
cudaError_t rf_cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* func, int blockSize, size_t dynamicSMemSize) { return traced<Api::cudaOccupancyMaxActiveBlocksPerMultiprocessor>(ringfence::runtime::cudaOccupancyMaxActiveBlocksPerMultiprocessor, numBlocks, func, blockSize, dynamicSMemSize); }
cudaError_t rf_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* func, int blockSize, size_t dynamicSMemSize, unsigned int flags) { return traced<Api::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags>(ringfence::runtime::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, numBlocks, func, blockSize, dynamicSMemSize, flags); }
cudaError_t rf_cudaOccupancyMaxActiveClusters(int*, const void*, const cudaLaunchConfig_t*) { return unsupported<cudaError_t>(Api::cudaOccupancyMaxActiveClusters); }
cudaError_t rf_cudaOccupancyMaxPotentialClusterSize(int*, const void*, const cudaLaunchConfig_t*) { return unsupported<cudaError_t>(Api::cudaOccupancyMaxPotentialClusterSize); }
cudaError_t rf_cudaDeviceGetDefaultMemPool(cudaMemPool_t* memPool, int device) { return traced<Api::cudaDeviceGetDefaultMemPool>(ringfence::runtime::cudaDeviceGetDefaultMemPool, memPool, device); }
cudaError_t rf_cudaDeviceGetMemPool(cudaMemPool_t* memPool, int device) { return traced<Api::cudaDeviceGetMemPool>(ringfence::runtime::cudaDeviceGetMemPool, memPool, device); }
cudaError_t rf_cudaDeviceSetMemPool(int device, cudaMemPool_t memPool) { return traced<Api::cudaDeviceSetMemPool>(ringfence::runtime::cudaDeviceSetMemPool, device, memPool); }
cudaError_t rf_cudaFree(void* devPtr) { return traced<Api::cudaFree>(ringfence::runtime::cudaFree, devPtr); }
cudaError_t rf_cudaFreeAsync(void* devPtr, cudaStream_t hStream) { return traced<Api::cudaFreeAsync>(ringfence::runtime::cudaFreeAsync, devPtr, hStream); }
cudaError_t rf_cudaFreeAsync_ptsz(void* devPtr, cudaStream_t hStream) { PerThreadDefaultStream scope; return traced<Api::cudaFreeAsync_ptsz>(ringfence::runtime::cudaFreeAsync, devPtr, hStream); }
cudaError_t rf_cudaFreeHost(void* ptr) { return traced<Api::cudaFreeHost>(ringfence::runtime::cudaFreeHost, ptr); }
cudaError_t rf_cudaGetSymbolAddress(void** devPtr, const void* symbol) { return traced<Api::cudaGetSymbolAddress>(ringfence::runtime::cudaGetSymbolAddress, devPtr, symbol); }
cudaError_t rf_cudaGetSymbolSize(size_t* size, const void* symbol) { return traced<Api::cudaGetSymbolSize>(ringfence::runtime::cudaGetSymbolSize, size, symbol); }
cudaError_t rf_cudaHostAlloc(void** pHost, size_t size, unsigned int flags) { return traced<Api::cudaHostAlloc>(ringfence::runtime::cudaHostAlloc, pHost, size, flags); }
cudaError_t rf_cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags) { return traced<Api::cudaHostGetDevicePointer>(ringfence::runtime::cudaHostGetDevicePointer, pDevice, pHost, flags); }
cudaError_t rf_cudaHostGetFlags(unsigned int* pFlags, void* pHost) { return traced<Api::cudaHostGetFlags>(ringfence::runtime::cudaHostGetFlags, pFlags, pHost); }
cudaError_t rf_cudaHostRegister(void* ptr, size_t size, unsigned int flags) { return traced<Api::cudaHostRegister>(ringfence::runtime::cudaHostRegister, ptr, size, flags); }
cudaError_t rf_cudaHostUnregister(void* ptr) { return traced<Api::cudaHostUnregister>(ringfence::runtime::cudaHostUnregister, ptr); }
cudaError_t rf_cudaMalloc(void** devPtr, size_t size) { return traced<Api::cudaMalloc>(ringfence::runtime::cudaMalloc, devPtr, size); }
cudaError_t rf_cudaMalloc3D(cudaPitchedPtr* pitchedDevPtr, cudaExtent extent) { return traced<Api::cudaMalloc3D>(ringfence::runtime::cudaMalloc3D, pitchedDevPtr, extent); }
cudaError_t rf_cudaMallocAsync(void** devPtr, size_t size, cudaStream_t hStream) { return traced<Api::cudaMallocAsync>(ringfence::runtime::cudaMallocAsync, devPtr, size, hStream); }
cudaError_t rf_cudaMallocAsync_ptsz(void** devPtr, size_t size, cudaStream_t hStream) { PerThreadDefaultStream scope; return traced<Api::cudaMallocAsync_ptsz>(ringfence::runtime::cudaMallocAsync, devPtr, size, hStream); }
cudaError_t rf_cudaMallocFromPoolAsync(void** ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) { return traced<Api::cudaMallocFromPoolAsync>(ringfence::runtime::cudaMallocFromPoolAsync, ptr, size, memPool, stream); }
cudaError_t rf_cudaMallocFromPoolAsync_ptsz(void** ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaMallocFromPoolAsync_ptsz>(ringfence::runtime::cudaMallocFromPoolAsync, ptr, size, memPool, stream); }
cudaError_t rf_cudaMallocHost(void** ptr, size_t size) { return traced<Api::cudaMallocHost>(ringfence::runtime::cudaMallocHost, ptr, size); }
cudaError_t rf_cudaMallocManaged(void** devPtr, size_t size, unsigned int flags) { return traced<Api::cudaMallocManaged>(ringfence::runtime::cudaMallocManaged, devPtr, size, flags); }
cudaError_t rf_cudaMallocPitch(void** devPtr, size_t* pitch, size_t width, size_t height) { return traced<Api::cudaMallocPitch>(ringfence::runtime::cudaMallocPitch, devPtr, pitch, width, height); }
cudaError_t rf_cudaMemAdvise(const void* devPtr, size_t count, cudaMemoryAdvise advice, cudaMemLocation location) { return traced<Api::cudaMemAdvise>(ringfence::runtime::cudaMemAdvise, devPtr, count, advice, location); }
cudaError_t rf_cudaMemGetDefaultMemPool(cudaMemPool_t*, cudaMemLocation*, cudaMemAllocationType) { return unsupported<cudaError_t>(Api::cudaMemGetDefaultMemPool); }
cudaError_t rf_cudaMemGetInfo(size_t* free, size_t* total) { return traced<Api::cudaMemGetInfo>(ringfence::runtime::cudaMemGetInfo, free, total); }
cudaError_t rf_cudaMemGetMemPool(cudaMemPool_t*, cudaMemLocation*, cudaMemAllocationType) { return unsupported<cudaError_t>(Api::cudaMemGetMemPool); }
cudaError_t rf_cudaMemPoolCreate(cudaMemPool_t* memPool, const cudaMemPoolProps* poolProps) { return traced<Api::cudaMemPoolCreate>(ringfence::runtime::cudaMemPoolCreate, memPool, poolProps); }
cudaError_t rf_cudaMemPoolDestroy(cudaMemPool_t memPool) { return traced<Api::cudaMemPoolDestroy>(ringfence::runtime::cudaMemPoolDestroy, memPool); }
cudaError_t rf_cudaMemPoolExportPointer(cudaMemPoolPtrExportData*, void*) { return unsupported<cudaError_t>(Api::cudaMemPoolExportPointer); }
cudaError_t rf_cudaMemPoolExportToShareableHandle(void*, cudaMemPool_t, cudaMemAllocationHandleType, unsigned int) { return unsupported<cudaError_t>(Api::cudaMemPoolExportToShareableHandle); }
cudaError_t rf_cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t memPool, cudaMemLocation* location) { return traced<Api::cudaMemPoolGetAccess>(ringfence::runtime::cudaMemPoolGetAccess, flags, memPool, location); }
cudaError_t rf_cudaMemPoolGetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) { return traced<Api::cudaMemPoolGetAttribute>(ringfence::runtime::cudaMemPoolGetAttribute, memPool, attr, value); }
cudaError_t rf_cudaMemPoolImportFromShareableHandle(cudaMemPool_t*, void*, cudaMemAllocationHandleType, unsigned int) { return unsupported<cudaError_t>(Api::cudaMemPoolImportFromShareableHandle); }
cudaError_t rf_cudaMemPoolImportPointer(void**, cudaMemPool_t, cudaMemPoolPtrExportData*) { return unsupported<cudaError_t>(Api::cudaMemPoolImportPointer); }
cudaError_t rf_cudaMemPoolSetAccess(cudaMemPool_t memPool, const cudaMemAccessDesc* descList, size_t count) { return traced<Api::cudaMemPoolSetAccess>(ringfence::runtime::cudaMemPoolSetAccess, memPool, descList, count); }
cudaError_t rf_cudaMemPoolSetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) { return traced<Api::cudaMemPoolSetAttribute>(ringfence::runtime::cudaMemPoolSetAttribute, memPool, attr, value); }
cudaError_t rf_cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep) { return traced<Api::cudaMemPoolTrimTo>(ringfence::runtime::cudaMemPoolTrimTo, memPool, minBytesToKeep); }
cudaError_t rf_cudaMemRangeGetAttribute(void*, size_t, cudaMemRangeAttribute, const void*, size_t) { return unsupported<cudaError_t>(Api::cudaMemRangeGetAttribute); }
cudaError_t rf_cudaMemRangeGetAttributes(void**, size_t*, cudaMemRangeAttribute*, size_t, const void*, size_t) { return unsupported<cudaError_t>(Api::cudaMemRangeGetAttributes); }
cudaError_t rf_cudaMemSetMemPool(cudaMemLocation*, cudaMemAllocationType, cudaMemPool_t) { return unsupported<cudaError_t>(Api::cudaMemSetMemPool); }
cudaError_t rf_cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* ptr) { return traced<Api::cudaPointerGetAttributes>(ringfence::runtime::cudaPointerGetAttributes, attributes, ptr); }
cudaError_t rf_cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) { return traced<Api::cudaFuncGetAttributes>(ringfence::runtime::cudaFuncGetAttributes, attr, func); }
cudaError_t rf_cudaFuncGetName(const char** name, const void* func) { return traced<Api::cudaFuncGetName>(ringfence::runtime::cudaFuncGetName, name, func); }
cudaError_t rf_cudaFuncGetParamInfo(const void* func, size_t paramIndex, size_t* paramOffset, size_t* paramSize) { return traced<Api::cudaFuncGetParamInfo>(ringfence::runtime::cudaFuncGetParamInfo, func, paramIndex, paramOffset, paramSize); }
cudaError_t rf_cudaFuncSetAttribute(const void* func, cudaFuncAttribute attr, int value) { return traced<Api::cudaFuncSetAttribute>(ringfence::runtime::cudaFuncSetAttribute, func, attr, value); }
cudaError_t rf_cudaFuncSetCacheConfig(const void* func, cudaFuncCache cacheConfig) { return traced<Api::cudaFuncSetCacheConfig>(ringfence::runtime::cudaFuncSetCacheConfig, func, cacheConfig); }
cudaError_t rf_cudaFuncSetSharedMemConfig(const void* func, cudaSharedMemConfig config) { return traced<Api::cudaFuncSetSharedMemConfig>(ringfence::runtime::cudaFuncSetSharedMemConfig, func, config); }
cudaError_t rf_cudaGetFuncBySymbol(cudaFunction_t* functionPtr, const void* symbolPtr) { return traced<Api::cudaGetFuncBySymbol>(ringfence::runtime::cudaGetFuncBySymbol, functionPtr, symbolPtr); }
cudaError_t rf_cudaGetKernel(cudaKernel_t* kernelPtr, const void* entryFuncAddr) { return traced<Api::cudaGetKernel>(ringfence::runtime::cudaGetKernel, kernelPtr, entryFuncAddr); }
cudaError_t rf_cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attr, int value, int device) { return traced<Api::cudaKernelSetAttributeForDevice>(ringfence::runtime::cudaKernelSetAttributeForDevice, kernel, attr, value, device); }
cudaError_t rf_cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned int numKernels, cudaLibrary_t lib) { return traced<Api::cudaLibraryEnumerateKernels>(ringfence::runtime::cudaLibraryEnumerateKernels, kernels, numKernels, lib); }
cudaError_t rf_cudaLibraryGetGlobal(void** dptr, size_t* bytes, cudaLibrary_t library, const char* name) { return traced<Api::cudaLibraryGetGlobal>(ringfence::runtime::cudaLibraryGetGlobal, dptr, bytes, library, name); }
cudaError_t rf_cudaLibraryGetKernel(cudaKernel_t* pKernel, cudaLibrary_t library, const char* name) { return traced<Api::cudaLibraryGetKernel>(ringfence::runtime::cudaLibraryGetKernel, pKernel, library, name); }
cudaError_t rf_cudaLibraryGetKernelCount(unsigned int* count, cudaLibrary_t lib) { return traced<Api::cudaLibraryGetKernelCount>(ringfence::runtime::cudaLibraryGetKernelCount, count, lib); }
cudaError_t rf_cudaLibraryGetManaged(void** dptr, size_t* bytes, cudaLibrary_t library, const char* name) { return traced<Api::cudaLibraryGetManaged>(ringfence::runtime::cudaLibraryGetManaged, dptr, bytes, library, name); }
cudaError_t rf_cudaLibraryGetUnifiedFunction(void**, cudaLibrary_t, const char*) { return unsupported<cudaError_t>(Api::cudaLibraryGetUnifiedFunction); }
cudaError_t rf_cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption* jitOptions, void** jitOptionsValues, unsigned int numJitOptions, cudaLibraryOption* libraryOptions, void** libraryOptionValues, unsigned int numLibraryOptions) { return traced<Api::cudaLibraryLoadData>(ringfence::runtime::cudaLibraryLoadData, library, code, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions); }
cudaError_t rf_cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* fileName, cudaJitOption* jitOptions, void** jitOptionsValues, unsigned int numJitOptions, cudaLibraryOption* libraryOptions, void** libraryOptionValues, unsigned int numLibraryOptions) { return traced<Api::cudaLibraryLoadFromFile>(ringfence::runtime::cudaLibraryLoadFromFile, library, fileName, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions); }
cudaError_t rf_cudaLibraryUnload(cudaLibrary_t library) { return traced<Api::cudaLibraryUnload>(ringfence::runtime::cudaLibraryUnload, library); }
void** rf___cudaRegisterFatBinary(void* fatCubin) { return traced<Api::__cudaRegisterFatBinary>(ringfence::runtime::__cudaRegisterFatBinary, fatCubin); }
void rf___cudaRegisterFatBinaryEnd(void** fatCubinHandle) { return traced<Api::__cudaRegisterFatBinaryEnd>(ringfence::runtime::__cudaRegisterFatBinaryEnd, fatCubinHandle); }
void rf___cudaUnregisterFatBinary(void** fatCubinHandle) { return traced<Api::__cudaUnregisterFatBinary>(ringfence::runtime::__cudaUnregisterFatBinary, fatCubinHandle); }
void rf___cudaRegisterFunction(void** fatCubinHandle, const char* hostFun, char* deviceFun, const char* deviceName, int thread_limit, uint3* tid, uint3* bid, dim3* bDim, dim3* gDim, int* wSize) { return traced<Api::__cudaRegisterFunction>(ringfence::runtime::__cudaRegisterFunction, fatCubinHandle, hostFun, deviceFun, deviceName, thread_limit, tid, bid, bDim, gDim, wSize); }
void rf___cudaRegisterVar(void** fatCubinHandle, char* hostVar, char* deviceAddress, const char* deviceName, int ext, size_t size, int constant, int global) { return traced<Api::__cudaRegisterVar>(ringfence::runtime::__cudaRegisterVar, fatCubinHandle, hostVar, deviceAddress, deviceName, ext, size, constant, global); }
void rf___cudaRegisterManagedVar(void** fatCubinHandle, void** hostVarPtrAddress, char* deviceAddress, const char* deviceName, int ext, size_t size, int constant, int global) { return traced<Api::__cudaRegisterManagedVar>(ringfence::runtime::__cudaRegisterManagedVar, fatCubinHandle, hostVarPtrAddress, deviceAddress, deviceName, ext, size, constant, global); }
void rf___cudaRegisterHostVar(void** fatCubinHandle, const char* deviceName, char* hostVar, size_t size) { return traced<Api::__cudaRegisterHostVar>(ringfence::runtime::__cudaRegisterHostVar, fatCubinHandle, deviceName, hostVar, size); }
cudaError_t rf___cudaRegisterUnifiedTable() { return unsupported<cudaError_t>(Api::__cudaRegisterUnifiedTable); }
char rf___cudaInitModule(void** fatCubinHandle) { return traced<Api::__cudaInitModule>(ringfence::runtime::__cudaInitModule, fatCubinHandle); }
unsigned rf___cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem, CUstream_st* stream) { return traced<Api::__cudaPushCallConfiguration>(ringfence::runtime::__cudaPushCallConfiguration, gridDim, blockDim, sharedMem, stream); }
cudaError_t rf___cudaPopCallConfiguration(dim3* gridDim, dim3* blockDim, size_t* sharedMem, void* stream) { return traced<Api::__cudaPopCallConfiguration>(ringfence::runtime::__cudaPopCallConfiguration, gridDim, blockDim, sharedMem, stream); }
cudaError_t rf___cudaGetKernel(cudaKernel_t* kernel, const void* hostFunction) { return traced<Api::__cudaGetKernel>(ringfence::runtime::__cudaGetKernel, kernel, hostFunction); }
cudaError_t rf___cudaLaunchKernel(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem, cudaStream_t stream) { return traced<Api::__cudaLaunchKernel>(ringfence::runtime::__cudaLaunchKernel, kernel, gridDim, blockDim, args, sharedMem, stream); }
cudaError_t rf___cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem, cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::__cudaLaunchKernel_ptsz>(ringfence::runtime::__cudaLaunchKernel, kernel, gridDim, blockDim, args, sharedMem, stream); }
cudaError_t rf___cudaGetProcAddress() { return unsupported<cudaError_t>(Api::__cudaGetProcAddress); }
cudaError_t rf_cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* userData, unsigned int flags) { return traced<Api::cudaStreamAddCallback>(ringfence::runtime::cudaStreamAddCallback, stream, callback, userData, flags); }
cudaError_t rf_cudaStreamAddCallback_ptsz(cudaStream_t stream, cudaStreamCallback_t callback, void* userData, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cudaStreamAddCallback_ptsz>(ringfence::runtime::cudaStreamAddCallback, stream, callback, userData, flags); }
cudaError_t rf_cudaStreamAttachMemAsync(cudaStream_t stream, void* devPtr, size_t length, unsigned int flags) { return traced<Api::cudaStreamAttachMemAsync>(ringfence::runtime::cudaStreamAttachMemAsync, stream, devPtr, length, flags); }
cudaError_t rf_cudaStreamAttachMemAsync_ptsz(cudaStream_t stream, void* devPtr, size_t length, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cudaStreamAttachMemAsync_ptsz>(ringfence::runtime::cudaStreamAttachMemAsync, stream, devPtr, length, flags); }
cudaError_t rf_cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) { return traced<Api::cudaStreamBeginCapture>(ringfence::runtime::cudaStreamBeginCapture, stream, mode); }
cudaError_t rf_cudaStreamBeginCapture_ptsz(cudaStream_t stream, cudaStreamCaptureMode mode) { PerThreadDefaultStream scope; return traced<Api::cudaStreamBeginCapture_ptsz>(ringfence::runtime::cudaStreamBeginCapture, stream, mode); }
cudaError_t rf_cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* dependencyData, size_t numDependencies, cudaStreamCaptureMode mode) { return traced<Api::cudaStreamBeginCaptureToGraph>(ringfence::runtime::cudaStreamBeginCaptureToGraph, stream, graph, dependencies, dependencyData, numDependencies, mode); }
cudaError_t rf_cudaStreamBeginCaptureToGraph_ptsz(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* dependencyData, size_t numDependencies, cudaStreamCaptureMode mode) { PerThreadDefaultStream scope; return traced<Api::cudaStreamBeginCaptureToGraph_ptsz>(ringfence::runtime::cudaStreamBeginCaptureToGraph, stream, graph, dependencies, dependencyData, numDependencies, mode); }
cudaError_t rf_cudaStreamCopyAttributes(cudaStream_t dstStream, cudaStream_t srcStream) { return traced<Api::cudaStreamCopyAttributes>(ringfence::runtime::cudaStreamCopyAttributes, dstStream, srcStream); }
cudaError_t rf_cudaStreamCopyAttributes_ptsz(cudaStream_t dstStream, cudaStream_t srcStream) { PerThreadDefaultStream scope; return traced<Api::cudaStreamCopyAttributes_ptsz>(ringfence::runtime::cudaStreamCopyAttributes, dstStream, srcStream); }
cudaError_t rf_cudaStreamCreate(cudaStream_t* pStream) { return traced<Api::cudaStreamCreate>(ringfence::runtime::cudaStreamCreate, pStream); }
cudaError_t rf_cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags) { return traced<Api::cudaStreamCreateWithFlags>(ringfence::runtime::cudaStreamCreateWithFlags, pStream, flags); }
cudaError_t rf_cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned int flags, int priority) { return traced<Api::cudaStreamCreateWithPriority>(ringfence::runtime::cudaStreamCreateWithPriority, pStream, flags, priority); }
cudaError_t rf_cudaStreamDestroy(cudaStream_t stream) { return traced<Api::cudaStreamDestroy>(ringfence::runtime::cudaStreamDestroy, stream); }
cudaError_t rf_cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* pGraph) { return traced<Api::cudaStreamEndCapture>(ringfence::runtime::cudaStreamEndCapture, stream, pGraph); }
cudaError_t rf_cudaStreamEndCapture_ptsz(cudaStream_t stream, cudaGraph_t* pGraph) { PerThreadDefaultStream scope; return traced<Api::cudaStreamEndCapture_ptsz>(ringfence::runtime::cudaStreamEndCapture, stream, pGraph); }
cudaError_t rf_cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attr, cudaLaunchAttributeValue* value) { return traced<Api::cudaStreamGetAttribute>(ringfence::runtime::cudaStreamGetAttribute, stream, attr, value); }
cudaError_t rf_cudaStreamGetAttribute_ptsz(cudaStream_t stream, cudaLaunchAttributeID attr, cudaLaunchAttributeValue* value) { PerThreadDefaultStream scope; return traced<Api::cudaStreamGetAttribute_ptsz>(ringfence::runtime::cudaStreamGetAttribute, stream, attr, value); }
cudaError_t rf_cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out, unsigned long long* id_out, cudaGraph_t* graph_out, const cudaGraphNode_t** dependencies_out, const cudaGraphEdgeData** edgeData_out, size_t* numDependencies_out) { return traced<Api::cudaStreamGetCaptureInfo>(ringfence::runtime::cudaStreamGetCaptureInfo, stream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out); }
cudaError_t rf_cudaStreamGetCaptureInfo_ptsz(cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out, unsigned long long* id_out, cudaGraph_t* graph_out, const cudaGraphNode_t** dependencies_out, const cudaGraphEdgeData** edgeData_out, size_t* numDependencies_out) { PerThreadDefaultStream scope; return traced<Api::cudaStreamGetCaptureInfo_ptsz>(ringfence::runtime::cudaStreamGetCaptureInfo, stream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out); }
cudaError_t rf_cudaStreamGetDevice(cudaStream_t hStream, int* device) { return traced<Api::cudaStreamGetDevice>(ringfence::runtime::cudaStreamGetDevice, hStream, device); }
cudaError_t rf_cudaStreamGetDevice_ptsz(cudaStream_t hStream, int* device) { PerThreadDefaultStream scope; return traced<Api::cudaStreamGetDevice_ptsz>(ringfence::runtime::cudaStreamGetDevice, hStream, device); }
cudaError_t rf_cudaStreamGetFlags(cudaStream_t hStream, unsigned int* flags) { return traced<Api::cudaStreamGetFlags>(ringfence::runtime::cudaStreamGetFlags, hStream, flags); }
cudaError_t rf_cudaStreamGetFlags_ptsz(cudaStream_t hStream, unsigned int* flags) { PerThreadDefaultStream scope; return traced<Api::cudaStreamGetFlags_ptsz>(ringfence::runtime::cudaStreamGetFlags, hStream, flags); }
cudaError_t rf_cudaStreamGetId(cudaStream_t hStream, unsigned long long* streamId) { return traced<Api::cudaStreamGetId>(ringfence::runtime::cudaStreamGetId, hStream, streamId); }
cudaError_t rf_cudaStreamGetId_ptsz(cudaStream_t hStream, unsigned long long* streamId) { PerThreadDefaultStream scope; return traced<Api::cudaStreamGetId_ptsz>(ringfence::runtime::cudaStreamGetId, hStream, streamId); }
cudaError_t rf_cudaStreamGetPriority(cudaStream_t hStream, int* priority) { return traced<Api::cudaStreamGetPriority>(ringfence::runtime::cudaStreamGetPriority, hStream, priority); }
cudaError_t rf_cudaStreamGetPriority_ptsz(cudaStream_t hStream, int* priority) { PerThreadDefaultStream scope; return traced<Api::cudaStreamGetPriority_ptsz>(ringfence::runtime::cudaStreamGetPriority, hStream, priority); }
cudaError_t rf_cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* pCaptureStatus) { return traced<Api::cudaStreamIsCapturing>(ringfence::runtime::cudaStreamIsCapturing, stream, pCaptureStatus); }
cudaError_t rf_cudaStreamIsCapturing_ptsz(cudaStream_t stream, cudaStreamCaptureStatus* pCaptureStatus) { PerThreadDefaultStream scope; return traced<Api::cudaStreamIsCapturing_ptsz>(ringfence::runtime::cudaStreamIsCapturing, stream, pCaptureStatus); }
cudaError_t rf_cudaStreamQuery(cudaStream_t stream) { return traced<Api::cudaStreamQuery>(ringfence::runtime::cudaStreamQuery, stream); }
cudaError_t rf_cudaStreamQuery_ptsz(cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaStreamQuery_ptsz>(ringfence::runtime::cudaStreamQuery, stream); }
cudaError_t rf_cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue* param) { return traced<Api::cudaStreamSetAttribute>(ringfence::runtime::cudaStreamSetAttribute, stream, attr, param); }
cudaError_t rf_cudaStreamSetAttribute_ptsz(cudaStream_t stream, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue* param) { PerThreadDefaultStream scope; return traced<Api::cudaStreamSetAttribute_ptsz>(ringfence::runtime::cudaStreamSetAttribute, stream, attr, param); }
cudaError_t rf_cudaStreamSynchronize(cudaStream_t stream) { return traced<Api::cudaStreamSynchronize>(ringfence::runtime::cudaStreamSynchronize, stream); }
cudaError_t rf_cudaStreamSynchronize_ptsz(cudaStream_t stream) { PerThreadDefaultStream scope; return traced<Api::cudaStreamSynchronize_ptsz>(ringfence::runtime::cudaStreamSynchronize, stream); }
cudaError_t rf_cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies, const cudaGraphEdgeData* dependencyData, size_t numDependencies, unsigned int flags) { return traced<Api::cudaStreamUpdateCaptureDependencies>(ringfence::runtime::cudaStreamUpdateCaptureDependencies, stream, dependencies, dependencyData, numDependencies, flags); }
cudaError_t rf_cudaStreamUpdateCaptureDependencies_ptsz(cudaStream_t stream, cudaGraphNode_t* dependencies, const cudaGraphEdgeData* dependencyData, size_t numDependencies, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cudaStreamUpdateCaptureDependencies_ptsz>(ringfence::runtime::cudaStreamUpdateCaptureDependencies, stream, dependencies, dependencyData, numDependencies, flags); }
cudaError_t rf_cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) { return traced<Api::cudaStreamWaitEvent>(ringfence::runtime::cudaStreamWaitEvent, stream, event, flags); }
cudaError_t rf_cudaStreamWaitEvent_ptsz(cudaStream_t stream, cudaEvent_t event, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cudaStreamWaitEvent_ptsz>(ringfence::runtime::cudaStreamWaitEvent, stream, event, flags); }
cudaError_t rf_cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) { return traced<Api::cudaThreadExchangeStreamCaptureMode>(ringfence::runtime::cudaThreadExchangeStreamCaptureMode, mode); }

}
