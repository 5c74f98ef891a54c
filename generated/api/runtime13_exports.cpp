// Made by tools/generate_api.py from api/. Do not edit.
// clang-format off
#include "api/runtime_entries.h"

extern "C" {

#pragma GCC visibility push(default)
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags, cudaArray_t array) { return rf_cudaArrayGetInfo(desc, extent, flags, array); }
cudaError_t cudaArrayGetMemoryRequirements(cudaArrayMemoryRequirements* memoryRequirements, cudaArray_t array, int device) { return rf_cudaArrayGetMemoryRequirements(memoryRequirements, array, device); }
cudaError_t cudaArrayGetPlane(cudaArray_t* pPlaneArray, cudaArray_t hArray, unsigned int planeIdx) { return rf_cudaArrayGetPlane(pPlaneArray, hArray, planeIdx); }
cudaError_t cudaArrayGetSparseProperties(cudaArraySparseProperties* sparseProperties, cudaArray_t array) { return rf_cudaArrayGetSparseProperties(sparseProperties, array); }
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) { return rf_cudaCreateChannelDesc(x, y, z, w, f); }
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* pSurfObject, const cudaResourceDesc* pResDesc) { return rf_cudaCreateSurfaceObject(pSurfObject, pResDesc); }
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* pTexObject, const cudaResourceDesc* pResDesc, const cudaTextureDesc* pTexDesc, const cudaResourceViewDesc* pResViewDesc) { return rf_cudaCreateTextureObject(pTexObject, pResDesc, pTexDesc, pResViewDesc); }
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject) { return rf_cudaDestroySurfaceObject(surfObject); }
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject) { return rf_cudaDestroyTextureObject(texObject); }
cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t* maxWidthInElements, const cudaChannelFormatDesc* fmtDesc, int device) { return rf_cudaDeviceGetTexture1DLinearMaxWidth(maxWidthInElements, fmtDesc, device); }
cudaError_t cudaFreeArray(cudaArray_t array) { return rf_cudaFreeArray(array); }
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray) { return rf_cudaFreeMipmappedArray(mipmappedArray); }
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array) { return rf_cudaGetChannelDesc(desc, array); }
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* levelArray, cudaMipmappedArray_const_t mipmappedArray, unsigned int level) { return rf_cudaGetMipmappedArrayLevel(levelArray, mipmappedArray, level); }
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* pResDesc, cudaSurfaceObject_t surfObject) { return rf_cudaGetSurfaceObjectResourceDesc(pResDesc, surfObject); }
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* pResDesc, cudaTextureObject_t texObject) { return rf_cudaGetTextureObjectResourceDesc(pResDesc, texObject); }
cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* pResViewDesc, cudaTextureObject_t texObject) { return rf_cudaGetTextureObjectResourceViewDesc(pResViewDesc, texObject); }
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* pTexDesc, cudaTextureObject_t texObject) { return rf_cudaGetTextureObjectTextureDesc(pTexDesc, texObject); }
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent, unsigned int flags) { return rf_cudaMalloc3DArray(array, desc, extent, flags); }
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width, size_t height, unsigned int flags) { return rf_cudaMallocArray(array, desc, width, height, flags); }
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* mipmappedArray, const cudaChannelFormatDesc* desc, cudaExtent extent, unsigned int numLevels, unsigned int flags) { return rf_cudaMallocMipmappedArray(mipmappedArray, desc, extent, numLevels, flags); }
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height, cudaMemcpyKind kind) { return rf_cudaMemcpy2DArrayToArray(dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, width, height, kind); }
cudaError_t cudaMemcpy2DArrayToArray_ptds(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height, cudaMemcpyKind kind) { return rf_cudaMemcpy2DArrayToArray_ptds(dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, width, height, kind); }
cudaError_t cudaMemcpy2DFromArray(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, cudaMemcpyKind kind) { return rf_cudaMemcpy2DFromArray(dst, dpitch, src, wOffset, hOffset, width, height, kind); }
cudaError_t cudaMemcpy2DFromArray_ptds(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, cudaMemcpyKind kind) { return rf_cudaMemcpy2DFromArray_ptds(dst, dpitch, src, wOffset, hOffset, width, height, kind); }
cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpy2DFromArrayAsync(dst, dpitch, src, wOffset, hOffset, width, height, kind, stream); }
cudaError_t cudaMemcpy2DFromArrayAsync_ptsz(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpy2DFromArrayAsync_ptsz(dst, dpitch, src, wOffset, hOffset, width, height, kind, stream); }
cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch, size_t width, size_t height, cudaMemcpyKind kind) { return rf_cudaMemcpy2DToArray(dst, wOffset, hOffset, src, spitch, width, height, kind); }
cudaError_t cudaMemcpy2DToArray_ptds(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch, size_t width, size_t height, cudaMemcpyKind kind) { return rf_cudaMemcpy2DToArray_ptds(dst, wOffset, hOffset, src, spitch, width, height, kind); }
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpy2DToArrayAsync(dst, wOffset, hOffset, src, spitch, width, height, kind, stream); }
cudaError_t cudaMemcpy2DToArrayAsync_ptsz(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t spitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpy2DToArrayAsync_ptsz(dst, wOffset, hOffset, src, spitch, width, height, kind, stream); }
cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t count, cudaMemcpyKind kind) { return rf_cudaMemcpyArrayToArray(dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, count, kind); }
cudaError_t cudaMemcpyArrayToArray_ptds(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t count, cudaMemcpyKind kind) { return rf_cudaMemcpyArrayToArray_ptds(dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, count, kind); }
cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count, cudaMemcpyKind kind) { return rf_cudaMemcpyFromArray(dst, src, wOffset, hOffset, count, kind); }
cudaError_t cudaMemcpyFromArray_ptds(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count, cudaMemcpyKind kind) { return rf_cudaMemcpyFromArray_ptds(dst, src, wOffset, hOffset, count, kind); }
cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpyFromArrayAsync(dst, src, wOffset, hOffset, count, kind, stream); }
cudaError_t cudaMemcpyFromArrayAsync_ptsz(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpyFromArrayAsync_ptsz(dst, src, wOffset, hOffset, count, kind, stream); }
cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count, cudaMemcpyKind kind) { return rf_cudaMemcpyToArray(dst, wOffset, hOffset, src, count, kind); }
cudaError_t cudaMemcpyToArray_ptds(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count, cudaMemcpyKind kind) { return rf_cudaMemcpyToArray_ptds(dst, wOffset, hOffset, src, count, kind); }
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpyToArrayAsync(dst, wOffset, hOffset, src, count, kind, stream); }
cudaError_t cudaMemcpyToArrayAsync_ptsz(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpyToArrayAsync_ptsz(dst, wOffset, hOffset, src, count, kind, stream); }
cudaError_t cudaMipmappedArrayGetMemoryRequirements(cudaArrayMemoryRequirements* memoryRequirements, cudaMipmappedArray_t mipmap, int device) { return rf_cudaMipmappedArrayGetMemoryRequirements(memoryRequirements, mipmap, device); }
cudaError_t cudaMipmappedArrayGetSparseProperties(cudaArraySparseProperties* sparseProperties, cudaMipmappedArray_t mipmap) { return rf_cudaMipmappedArrayGetSparseProperties(sparseProperties, mipmap); }
cudaError_t cudaCtxResetPersistingL2Cache() { return rf_cudaCtxResetPersistingL2Cache(); }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* pCacheConfig) { return rf_cudaDeviceGetCacheConfig(pCacheConfig); }
cudaError_t cudaDeviceGetLimit(size_t* pValue, cudaLimit limit) { return rf_cudaDeviceGetLimit(pValue, limit); }
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* pConfig) { return rf_cudaDeviceGetSharedMemConfig(pConfig); }
cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) { return rf_cudaDeviceGetStreamPriorityRange(leastPriority, greatestPriority); }
cudaError_t cudaDeviceReset() { return rf_cudaDeviceReset(); }
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache cacheConfig) { return rf_cudaDeviceSetCacheConfig(cacheConfig); }
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) { return rf_cudaDeviceSetLimit(limit, value); }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) { return rf_cudaDeviceSetSharedMemConfig(config); }
cudaError_t cudaDeviceSynchronize() { return rf_cudaDeviceSynchronize(); }
cudaError_t cudaGetDevice(int* device) { return rf_cudaGetDevice(device); }
cudaError_t cudaGetDeviceFlags(unsigned int* flags) { return rf_cudaGetDeviceFlags(flags); }
cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags) { return rf_cudaInitDevice(device, deviceFlags, flags); }
cudaError_t cudaSetDevice(int device) { return rf_cudaSetDevice(device); }
cudaError_t cudaSetDeviceFlags(unsigned int flags) { return rf_cudaSetDeviceFlags(flags); }
cudaError_t cudaSetValidDevices(int* device_arr, int len) { return rf_cudaSetValidDevices(device_arr, len); }
cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void** dptrs, size_t* sizes, size_t count, cudaMemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, cudaStream_t stream) { return rf_cudaMemDiscardAndPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, stream); }
cudaError_t cudaMemDiscardAndPrefetchBatchAsync_ptsz(void** dptrs, size_t* sizes, size_t count, cudaMemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, cudaStream_t stream) { return rf_cudaMemDiscardAndPrefetchBatchAsync_ptsz(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, stream); }
cudaError_t cudaMemDiscardBatchAsync(void** dptrs, size_t* sizes, size_t count, unsigned long long flags, cudaStream_t stream) { return rf_cudaMemDiscardBatchAsync(dptrs, sizes, count, flags, stream); }
cudaError_t cudaMemDiscardBatchAsync_ptsz(void** dptrs, size_t* sizes, size_t count, unsigned long long flags, cudaStream_t stream) { return rf_cudaMemDiscardBatchAsync_ptsz(dptrs, sizes, count, flags, stream); }
cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count, cudaMemLocation location, unsigned int flags, cudaStream_t stream) { return rf_cudaMemPrefetchAsync(devPtr, count, location, flags, stream); }
cudaError_t cudaMemPrefetchAsync_ptsz(const void* devPtr, size_t count, cudaMemLocation location, unsigned int flags, cudaStream_t stream) { return rf_cudaMemPrefetchAsync_ptsz(devPtr, count, location, flags, stream); }
cudaError_t cudaMemPrefetchBatchAsync(void** dptrs, size_t* sizes, size_t count, cudaMemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, cudaStream_t stream) { return rf_cudaMemPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, stream); }
cudaError_t cudaMemPrefetchBatchAsync_ptsz(void** dptrs, size_t* sizes, size_t count, cudaMemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, cudaStream_t stream) { return rf_cudaMemPrefetchBatchAsync_ptsz(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, stream); }
cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) { return rf_cudaMemcpy(dst, src, count, kind); }
cudaError_t cudaMemcpy_ptds(void* dst, const void* src, size_t count, cudaMemcpyKind kind) { return rf_cudaMemcpy_ptds(dst, src, count, kind); }
cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height, cudaMemcpyKind kind) { return rf_cudaMemcpy2D(dst, dpitch, src, spitch, width, height, kind); }
cudaError_t cudaMemcpy2D_ptds(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height, cudaMemcpyKind kind) { return rf_cudaMemcpy2D_ptds(dst, dpitch, src, spitch, width, height, kind); }
cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, stream); }
cudaError_t cudaMemcpy2DAsync_ptsz(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpy2DAsync_ptsz(dst, dpitch, src, spitch, width, height, kind, stream); }
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) { return rf_cudaMemcpy3D(p); }
cudaError_t cudaMemcpy3D_ptds(const cudaMemcpy3DParms* p) { return rf_cudaMemcpy3D_ptds(p); }
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) { return rf_cudaMemcpy3DAsync(p, stream); }
cudaError_t cudaMemcpy3DAsync_ptsz(const cudaMemcpy3DParms* p, cudaStream_t stream) { return rf_cudaMemcpy3DAsync_ptsz(p, stream); }
cudaError_t cudaMemcpy3DBatchAsync(size_t numOps, cudaMemcpy3DBatchOp* opList, unsigned long long flags, cudaStream_t stream) { return rf_cudaMemcpy3DBatchAsync(numOps, opList, flags, stream); }
cudaError_t cudaMemcpy3DBatchAsync_ptsz(size_t numOps, cudaMemcpy3DBatchOp* opList, unsigned long long flags, cudaStream_t stream) { return rf_cudaMemcpy3DBatchAsync_ptsz(numOps, opList, flags, stream); }
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) { return rf_cudaMemcpy3DPeer(p); }
cudaError_t cudaMemcpy3DPeer_ptds(const cudaMemcpy3DPeerParms* p) { return rf_cudaMemcpy3DPeer_ptds(p); }
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) { return rf_cudaMemcpy3DPeerAsync(p, stream); }
cudaError_t cudaMemcpy3DPeerAsync_ptsz(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) { return rf_cudaMemcpy3DPeerAsync_ptsz(p, stream); }
cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpyAsync(dst, src, count, kind, stream); }
cudaError_t cudaMemcpyAsync_ptsz(void* dst, const void* src, size_t count, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpyAsync_ptsz(dst, src, count, kind, stream); }
cudaError_t cudaMemcpyBatchAsync(void* const* dsts, const void* const* srcs, const size_t* sizes, size_t count, cudaMemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, cudaStream_t stream) { return rf_cudaMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, stream); }
cudaError_t cudaMemcpyBatchAsync_ptsz(void* const* dsts, const void* const* srcs, const size_t* sizes, size_t count, cudaMemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, cudaStream_t stream) { return rf_cudaMemcpyBatchAsync_ptsz(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, stream); }
cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind) { return rf_cudaMemcpyFromSymbol(dst, symbol, count, offset, kind); }
cudaError_t cudaMemcpyFromSymbol_ptds(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind) { return rf_cudaMemcpyFromSymbol_ptds(dst, symbol, count, offset, kind); }
cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpyFromSymbolAsync(dst, symbol, count, offset, kind, stream); }
cudaError_t cudaMemcpyFromSymbolAsync_ptsz(void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpyFromSymbolAsync_ptsz(dst, symbol, count, offset, kind, stream); }
cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count) { return rf_cudaMemcpyPeer(dst, dstDevice, src, srcDevice, count); }
cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, size_t count, cudaStream_t stream) { return rf_cudaMemcpyPeerAsync(dst, dstDevice, src, srcDevice, count, stream); }
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind kind) { return rf_cudaMemcpyToSymbol(symbol, src, count, offset, kind); }
cudaError_t cudaMemcpyToSymbol_ptds(const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind kind) { return rf_cudaMemcpyToSymbol_ptds(symbol, src, count, offset, kind); }
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpyToSymbolAsync(symbol, src, count, offset, kind, stream); }
cudaError_t cudaMemcpyToSymbolAsync_ptsz(const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream) { return rf_cudaMemcpyToSymbolAsync_ptsz(symbol, src, count, offset, kind, stream); }
cudaError_t cudaMemset(void* devPtr, int value, size_t count) { return rf_cudaMemset(devPtr, value, count); }
cudaError_t cudaMemset_ptds(void* devPtr, int value, size_t count) { return rf_cudaMemset_ptds(devPtr, value, count); }
cudaError_t cudaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height) { return rf_cudaMemset2D(devPtr, pitch, value, width, height); }
cudaError_t cudaMemset2D_ptds(void* devPtr, size_t pitch, int value, size_t width, size_t height) { return rf_cudaMemset2D_ptds(devPtr, pitch, value, width, height); }
cudaError_t cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) { return rf_cudaMemset2DAsync(devPtr, pitch, value, width, height, stream); }
cudaError_t cudaMemset2DAsync_ptsz(void* devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) { return rf_cudaMemset2DAsync_ptsz(devPtr, pitch, value, width, height, stream); }
cudaError_t cudaMemset3D(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent) { return rf_cudaMemset3D(pitchedDevPtr, value, extent); }
cudaError_t cudaMemset3D_ptds(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent) { return rf_cudaMemset3D_ptds(pitchedDevPtr, value, extent); }
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent, cudaStream_t stream) { return rf_cudaMemset3DAsync(pitchedDevPtr, value, extent, stream); }
cudaError_t cudaMemset3DAsync_ptsz(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent, cudaStream_t stream) { return rf_cudaMemset3DAsync_ptsz(pitchedDevPtr, value, extent, stream); }
cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream) { return rf_cudaMemsetAsync(devPtr, value, count, stream); }
cudaError_t cudaMemsetAsync_ptsz(void* devPtr, int value, size_t count, cudaStream_t stream) { return rf_cudaMemsetAsync_ptsz(devPtr, value, count, stream); }
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* prop) { return rf_cudaChooseDevice(device, prop); }
cudaError_t cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice) { return rf_cudaDeviceCanAccessPeer(canAccessPeer, device, peerDevice); }
cudaError_t cudaDeviceDisablePeerAccess(int peerDevice) { return rf_cudaDeviceDisablePeerAccess(peerDevice); }
cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags) { return rf_cudaDeviceEnablePeerAccess(peerDevice, flags); }
cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTarget target, cudaFlushGPUDirectRDMAWritesScope scope) { return rf_cudaDeviceFlushGPUDirectRDMAWrites(target, scope); }
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) { return rf_cudaDeviceGetAttribute(value, attr, device); }
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* pciBusId) { return rf_cudaDeviceGetByPCIBusId(device, pciBusId); }
cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned int* capabilities, const cudaAtomicOperation* operations, unsigned int count, int device) { return rf_cudaDeviceGetHostAtomicCapabilities(capabilities, operations, count, device); }
cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned int* capabilities, const cudaAtomicOperation* operations, unsigned int count, int srcDevice, int dstDevice) { return rf_cudaDeviceGetP2PAtomicCapabilities(capabilities, operations, count, srcDevice, dstDevice); }
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attr, int srcDevice, int dstDevice) { return rf_cudaDeviceGetP2PAttribute(value, attr, srcDevice, dstDevice); }
cudaError_t cudaDeviceGetPCIBusId(char* pciBusId, int len, int device) { return rf_cudaDeviceGetPCIBusId(pciBusId, len, device); }
cudaError_t cudaDeviceRegisterAsyncNotification(int device, cudaAsyncCallback callbackFunc, void* userData, cudaAsyncCallbackHandle_t* callback) { return rf_cudaDeviceRegisterAsyncNotification(device, callbackFunc, userData, callback); }
cudaError_t cudaDeviceUnregisterAsyncNotification(int device, cudaAsyncCallbackHandle_t callback) { return rf_cudaDeviceUnregisterAsyncNotification(device, callback); }
cudaError_t cudaGetDeviceCount(int* count) { return rf_cudaGetDeviceCount(count); }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) { return rf_cudaGetDeviceProperties(prop, device); }
cudaError_t cudaEventCreate(cudaEvent_t* event) { return rf_cudaEventCreate(event); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) { return rf_cudaEventCreateWithFlags(event, flags); }
cudaError_t cudaEventDestroy(cudaEvent_t event) { return rf_cudaEventDestroy(event); }
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) { return rf_cudaEventElapsedTime(ms, start, end); }
cudaError_t cudaEventQuery(cudaEvent_t event) { return rf_cudaEventQuery(event); }
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { return rf_cudaEventRecord(event, stream); }
cudaError_t cudaEventRecord_ptsz(cudaEvent_t event, cudaStream_t stream) { return rf_cudaEventRecord_ptsz(event, stream); }
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) { return rf_cudaEventRecordWithFlags(event, stream, flags); }
cudaError_t cudaEventRecordWithFlags_ptsz(cudaEvent_t event, cudaStream_t stream, unsigned int flags) { return rf_cudaEventRecordWithFlags_ptsz(event, stream, flags); }
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return rf_cudaEventSynchronize(event); }
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t extMem) { return rf_cudaDestroyExternalMemory(extMem); }
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t extSem) { return rf_cudaDestroyExternalSemaphore(extSem); }
cudaError_t cudaDeviceGetNvSciSyncAttributes(void* nvSciSyncAttrList, int device, int flags) { return rf_cudaDeviceGetNvSciSyncAttributes(nvSciSyncAttrList, device, flags); }
cudaError_t cudaEGLStreamConsumerAcquireFrame() { return rf_cudaEGLStreamConsumerAcquireFrame(); }
cudaError_t cudaEGLStreamConsumerConnect() { return rf_cudaEGLStreamConsumerConnect(); }
cudaError_t cudaEGLStreamConsumerConnectWithFlags() { return rf_cudaEGLStreamConsumerConnectWithFlags(); }
cudaError_t cudaEGLStreamConsumerDisconnect() { return rf_cudaEGLStreamConsumerDisconnect(); }
cudaError_t cudaEGLStreamConsumerReleaseFrame() { return rf_cudaEGLStreamConsumerReleaseFrame(); }
cudaError_t cudaEGLStreamProducerConnect() { return rf_cudaEGLStreamProducerConnect(); }
cudaError_t cudaEGLStreamProducerDisconnect() { return rf_cudaEGLStreamProducerDisconnect(); }
cudaError_t cudaEGLStreamProducerPresentFrame() { return rf_cudaEGLStreamProducerPresentFrame(); }
cudaError_t cudaEGLStreamProducerReturnFrame() { return rf_cudaEGLStreamProducerReturnFrame(); }
cudaError_t cudaEventCreateFromEGLSync() { return rf_cudaEventCreateFromEGLSync(); }
cudaError_t cudaExternalMemoryGetMappedBuffer(void** devPtr, cudaExternalMemory_t extMem, const cudaExternalMemoryBufferDesc* bufferDesc) { return rf_cudaExternalMemoryGetMappedBuffer(devPtr, extMem, bufferDesc); }
cudaError_t cudaExternalMemoryGetMappedMipmappedArray(cudaMipmappedArray_t* mipmap, cudaExternalMemory_t extMem, const cudaExternalMemoryMipmappedArrayDesc* mipmapDesc) { return rf_cudaExternalMemoryGetMappedMipmappedArray(mipmap, extMem, mipmapDesc); }
cudaError_t cudaGLGetDevices(unsigned int* pCudaDeviceCount, int* pCudaDevices, unsigned int cudaDeviceCount, int deviceList) { return rf_cudaGLGetDevices(pCudaDeviceCount, pCudaDevices, cudaDeviceCount, deviceList); }
cudaError_t cudaGLMapBufferObject(void** devPtr, unsigned int bufObj) { return rf_cudaGLMapBufferObject(devPtr, bufObj); }
cudaError_t cudaGLMapBufferObjectAsync(void** devPtr, unsigned int bufObj, cudaStream_t stream) { return rf_cudaGLMapBufferObjectAsync(devPtr, bufObj, stream); }
cudaError_t cudaGLRegisterBufferObject(unsigned int bufObj) { return rf_cudaGLRegisterBufferObject(bufObj); }
cudaError_t cudaGLSetBufferObjectMapFlags(unsigned int bufObj, unsigned int flags) { return rf_cudaGLSetBufferObjectMapFlags(bufObj, flags); }
cudaError_t cudaGLSetGLDevice(int device) { return rf_cudaGLSetGLDevice(device); }
cudaError_t cudaGLUnmapBufferObject(unsigned int bufObj) { return rf_cudaGLUnmapBufferObject(bufObj); }
cudaError_t cudaGLUnmapBufferObjectAsync(unsigned int bufObj, cudaStream_t stream) { return rf_cudaGLUnmapBufferObjectAsync(bufObj, stream); }
cudaError_t cudaGLUnregisterBufferObject(unsigned int bufObj) { return rf_cudaGLUnregisterBufferObject(bufObj); }
cudaError_t cudaGraphicsEGLRegisterImage() { return rf_cudaGraphicsEGLRegisterImage(); }
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, unsigned int buffer, unsigned int flags) { return rf_cudaGraphicsGLRegisterBuffer(resource, buffer, flags); }
cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t* resource, unsigned int image, unsigned int target, unsigned int flags) { return rf_cudaGraphicsGLRegisterImage(resource, image, target, flags); }
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t stream) { return rf_cudaGraphicsMapResources(count, resources, stream); }
cudaError_t cudaGraphicsResourceGetMappedEglFrame() { return rf_cudaGraphicsResourceGetMappedEglFrame(); }
cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t* mipmappedArray, cudaGraphicsResource_t resource) { return rf_cudaGraphicsResourceGetMappedMipmappedArray(mipmappedArray, resource); }
cudaError_t cudaGraphicsResourceGetMappedPointer(void** devPtr, size_t* size, cudaGraphicsResource_t resource) { return rf_cudaGraphicsResourceGetMappedPointer(devPtr, size, resource); }
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags) { return rf_cudaGraphicsResourceSetMapFlags(resource, flags); }
cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t* array, cudaGraphicsResource_t resource, unsigned int arrayIndex, unsigned int mipLevel) { return rf_cudaGraphicsSubResourceGetMappedArray(array, resource, arrayIndex, mipLevel); }
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t* resources, cudaStream_t stream) { return rf_cudaGraphicsUnmapResources(count, resources, stream); }
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) { return rf_cudaGraphicsUnregisterResource(resource); }
cudaError_t cudaGraphicsVDPAURegisterOutputSurface(cudaGraphicsResource_t* resource, unsigned int vdpSurface, unsigned int flags) { return rf_cudaGraphicsVDPAURegisterOutputSurface(resource, vdpSurface, flags); }
cudaError_t cudaGraphicsVDPAURegisterVideoSurface(cudaGraphicsResource_t* resource, unsigned int vdpSurface, unsigned int flags) { return rf_cudaGraphicsVDPAURegisterVideoSurface(resource, vdpSurface, flags); }
cudaError_t cudaImportExternalMemory(cudaExternalMemory_t* extMem_out, const cudaExternalMemoryHandleDesc* memHandleDesc) { return rf_cudaImportExternalMemory(extMem_out, memHandleDesc); }
cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t* extSem_out, const cudaExternalSemaphoreHandleDesc* semHandleDesc) { return rf_cudaImportExternalSemaphore(extSem_out, semHandleDesc); }
cudaError_t cudaIpcCloseMemHandle(void* devPtr) { return rf_cudaIpcCloseMemHandle(devPtr); }
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event) { return rf_cudaIpcGetEventHandle(handle, event); }
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* devPtr) { return rf_cudaIpcGetMemHandle(handle, devPtr); }
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle) { return rf_cudaIpcOpenEventHandle(event, handle); }
cudaError_t cudaIpcOpenMemHandle(void** devPtr, cudaIpcMemHandle_t handle, unsigned int flags) { return rf_cudaIpcOpenMemHandle(devPtr, handle, flags); }
cudaError_t cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t* extSemArray, const cudaExternalSemaphoreSignalParams* paramsArray, unsigned int numExtSems, cudaStream_t stream) { return rf_cudaSignalExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream); }
cudaError_t cudaSignalExternalSemaphoresAsync_ptsz(const cudaExternalSemaphore_t* extSemArray, const cudaExternalSemaphoreSignalParams* paramsArray, unsigned int numExtSems, cudaStream_t stream) { return rf_cudaSignalExternalSemaphoresAsync_ptsz(extSemArray, paramsArray, numExtSems, stream); }
cudaError_t cudaVDPAUGetDevice(int* device, unsigned int vdpDevice, void* vdpGetProcAddress) { return rf_cudaVDPAUGetDevice(device, vdpDevice, vdpGetProcAddress); }
cudaError_t cudaVDPAUSetVDPAUDevice(int device, unsigned int vdpDevice, void* vdpGetProcAddress) { return rf_cudaVDPAUSetVDPAUDevice(device, vdpDevice, vdpGetProcAddress); }
cudaError_t cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t* extSemArray, const cudaExternalSemaphoreWaitParams* paramsArray, unsigned int numExtSems, cudaStream_t stream) { return rf_cudaWaitExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream); }
cudaError_t cudaWaitExternalSemaphoresAsync_ptsz(const cudaExternalSemaphore_t* extSemArray, const cudaExternalSemaphoreWaitParams* paramsArray, unsigned int numExtSems, cudaStream_t stream) { return rf_cudaWaitExternalSemaphoresAsync_ptsz(extSemArray, paramsArray, numExtSems, stream); }
cudaError_t cudaDriverGetVersion(int* driverVersion) { return rf_cudaDriverGetVersion(driverVersion); }
cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** funcPtr, unsigned long long flags, cudaDriverEntryPointQueryResult* driverStatus) { return rf_cudaGetDriverEntryPoint(symbol, funcPtr, flags, driverStatus); }
cudaError_t cudaGetDriverEntryPoint_ptsz(const char* symbol, void** funcPtr, unsigned long long flags, cudaDriverEntryPointQueryResult* driverStatus) { return rf_cudaGetDriverEntryPoint_ptsz(symbol, funcPtr, flags, driverStatus); }
cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** funcPtr, unsigned int cudaVersion, unsigned long long flags, cudaDriverEntryPointQueryResult* driverStatus) { return rf_cudaGetDriverEntryPointByVersion(symbol, funcPtr, cudaVersion, flags, driverStatus); }
cudaError_t cudaGetDriverEntryPointByVersion_ptsz(const char* symbol, void** funcPtr, unsigned int cudaVersion, unsigned long long flags, cudaDriverEntryPointQueryResult* driverStatus) { return rf_cudaGetDriverEntryPointByVersion_ptsz(symbol, funcPtr, cudaVersion, flags, driverStatus); }
const char* cudaGetErrorName(cudaError_t error) { return rf_cudaGetErrorName(error); }
const char* cudaGetErrorString(cudaError_t error) { return rf_cudaGetErrorString(error); }
cudaError_t cudaGetExportTable(const void** ppExportTable, const cudaUUID_t* pExportTableId) { return rf_cudaGetExportTable(ppExportTable, pExportTableId); }
cudaError_t cudaGetLastError() { return rf_cudaGetLastError(); }
cudaError_t cudaLogsCurrent(cudaLogIterator* iterator_out, unsigned int flags) { return rf_cudaLogsCurrent(iterator_out, flags); }
cudaError_t cudaLogsDumpToFile(cudaLogIterator* iterator, const char* pathToFile, unsigned int flags) { return rf_cudaLogsDumpToFile(iterator, pathToFile, flags); }
cudaError_t cudaLogsDumpToMemory(cudaLogIterator* iterator, char* buffer, size_t* size, unsigned int flags) { return rf_cudaLogsDumpToMemory(iterator, buffer, size, flags); }
cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t callbackFunc, void* userData, cudaLogsCallbackHandle* callback_out) { return rf_cudaLogsRegisterCallback(callbackFunc, userData, callback_out); }
cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle callback) { return rf_cudaLogsUnregisterCallback(callback); }
cudaError_t cudaPeekAtLastError() { return rf_cudaPeekAtLastError(); }
cudaError_t cudaProfilerStart() { return rf_cudaProfilerStart(); }
cudaError_t cudaProfilerStop() { return rf_cudaProfilerStop(); }
cudaError_t cudaRuntimeGetVersion(int* runtimeVersion) { return rf_cudaRuntimeGetVersion(runtimeVersion); }
cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attr, void* value) { return rf_cudaDeviceGetGraphMemAttribute(device, attr, value); }
cudaError_t cudaDeviceGraphMemTrim(int device) { return rf_cudaDeviceGraphMemTrim(device); }
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attr, void* value) { return rf_cudaDeviceSetGraphMemAttribute(device, attr, value); }
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies, cudaGraph_t childGraph) { return rf_cudaGraphAddChildGraphNode(pGraphNode, graph, pDependencies, numDependencies, childGraph); }
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, const cudaGraphEdgeData* edgeData, size_t numDependencies) { return rf_cudaGraphAddDependencies(graph, from, to, edgeData, numDependencies); }
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies) { return rf_cudaGraphAddEmptyNode(pGraphNode, graph, pDependencies, numDependencies); }
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies, cudaEvent_t event) { return rf_cudaGraphAddEventRecordNode(pGraphNode, graph, pDependencies, numDependencies, event); }
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies, cudaEvent_t event) { return rf_cudaGraphAddEventWaitNode(pGraphNode, graph, pDependencies, numDependencies, event); }
cudaError_t cudaGraphAddExternalSemaphoresSignalNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies, const cudaExternalSemaphoreSignalNodeParams* nodeParams) { return rf_cudaGraphAddExternalSemaphoresSignalNode(pGraphNode, graph, pDependencies, numDependencies, nodeParams); }
cudaError_t cudaGraphAddExternalSemaphoresWaitNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies, const cudaExternalSemaphoreWaitNodeParams* nodeParams) { return rf_cudaGraphAddExternalSemaphoresWaitNode(pGraphNode, graph, pDependencies, numDependencies, nodeParams); }
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies, const cudaHostNodeParams* pNodeParams) { return rf_cudaGraphAddHostNode(pGraphNode, graph, pDependencies, numDependencies, pNodeParams); }
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies, const cudaKernelNodeParams* pNodeParams) { return rf_cudaGraphAddKernelNode(pGraphNode, graph, pDependencies, numDependencies, pNodeParams); }
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies, cudaMemAllocNodeParams* nodeParams) { return rf_cudaGraphAddMemAllocNode(pGraphNode, graph, pDependencies, numDependencies, nodeParams); }
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies, void* dptr) { return rf_cudaGraphAddMemFreeNode(pGraphNode, graph, pDependencies, numDependencies, dptr); }
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies, const cudaMemcpy3DParms* pCopyParams) { return rf_cudaGraphAddMemcpyNode(pGraphNode, graph, pDependencies, numDependencies, pCopyParams); }
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies, void* dst, const void* src, size_t count, cudaMemcpyKind kind) { return rf_cudaGraphAddMemcpyNode1D(pGraphNode, graph, pDependencies, numDependencies, dst, src, count, kind); }
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies, void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind) { return rf_cudaGraphAddMemcpyNodeFromSymbol(pGraphNode, graph, pDependencies, numDependencies, dst, symbol, count, offset, kind); }
cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies, const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind kind) { return rf_cudaGraphAddMemcpyNodeToSymbol(pGraphNode, graph, pDependencies, numDependencies, symbol, src, count, offset, kind); }
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, size_t numDependencies, const cudaMemsetParams* pMemsetParams) { return rf_cudaGraphAddMemsetNode(pGraphNode, graph, pDependencies, numDependencies, pMemsetParams); }
cudaError_t cudaGraphAddNode(cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies, const cudaGraphEdgeData* dependencyData, size_t numDependencies, cudaGraphNodeParams* nodeParams) { return rf_cudaGraphAddNode(pGraphNode, graph, pDependencies, dependencyData, numDependencies, nodeParams); }
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* pGraph) { return rf_cudaGraphChildGraphNodeGetGraph(node, pGraph); }
cudaError_t cudaGraphClone(cudaGraph_t* pGraphClone, cudaGraph_t originalGraph) { return rf_cudaGraphClone(pGraphClone, originalGraph); }
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* pHandle_out, cudaGraph_t graph, unsigned int defaultLaunchValue, unsigned int flags) { return rf_cudaGraphConditionalHandleCreate(pHandle_out, graph, defaultLaunchValue, flags); }
cudaError_t cudaGraphCreate(cudaGraph_t* pGraph, unsigned int flags) { return rf_cudaGraphCreate(pGraph, flags); }
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int flags) { return rf_cudaGraphDebugDotPrint(graph, path, flags); }
cudaError_t cudaGraphDestroy(cudaGraph_t graph) { return rf_cudaGraphDestroy(graph); }
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) { return rf_cudaGraphDestroyNode(node); }
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event_out) { return rf_cudaGraphEventRecordNodeGetEvent(node, event_out); }
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) { return rf_cudaGraphEventRecordNodeSetEvent(node, event); }
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event_out) { return rf_cudaGraphEventWaitNodeGetEvent(node, event_out); }
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) { return rf_cudaGraphEventWaitNodeSetEvent(node, event); }
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, cudaGraph_t childGraph) { return rf_cudaGraphExecChildGraphNodeSetParams(hGraphExec, node, childGraph); }
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) { return rf_cudaGraphExecDestroy(graphExec); }
cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event) { return rf_cudaGraphExecEventRecordNodeSetEvent(hGraphExec, hNode, event); }
cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event) { return rf_cudaGraphExecEventWaitNodeSetEvent(hGraphExec, hNode, event); }
cudaError_t cudaGraphExecExternalSemaphoresSignalNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, const cudaExternalSemaphoreSignalNodeParams* nodeParams) { return rf_cudaGraphExecExternalSemaphoresSignalNodeSetParams(hGraphExec, hNode, nodeParams); }
cudaError_t cudaGraphExecExternalSemaphoresWaitNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, const cudaExternalSemaphoreWaitNodeParams* nodeParams) { return rf_cudaGraphExecExternalSemaphoresWaitNodeSetParams(hGraphExec, hNode, nodeParams); }
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t graphExec, unsigned long long* flags) { return rf_cudaGraphExecGetFlags(graphExec, flags); }
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const cudaHostNodeParams* pNodeParams) { return rf_cudaGraphExecHostNodeSetParams(hGraphExec, node, pNodeParams); }
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const cudaKernelNodeParams* pNodeParams) { return rf_cudaGraphExecKernelNodeSetParams(hGraphExec, node, pNodeParams); }
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const cudaMemcpy3DParms* pNodeParams) { return rf_cudaGraphExecMemcpyNodeSetParams(hGraphExec, node, pNodeParams); }
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void* dst, const void* src, size_t count, cudaMemcpyKind kind) { return rf_cudaGraphExecMemcpyNodeSetParams1D(hGraphExec, node, dst, src, count, kind); }
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind) { return rf_cudaGraphExecMemcpyNodeSetParamsFromSymbol(hGraphExec, node, dst, symbol, count, offset, kind); }
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind kind) { return rf_cudaGraphExecMemcpyNodeSetParamsToSymbol(hGraphExec, node, symbol, src, count, offset, kind); }
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const cudaMemsetParams* pNodeParams) { return rf_cudaGraphExecMemsetNodeSetParams(hGraphExec, node, pNodeParams); }
cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t graphExec, cudaGraphNode_t node, cudaGraphNodeParams* nodeParams) { return rf_cudaGraphExecNodeSetParams(graphExec, node, nodeParams); }
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph, cudaGraphExecUpdateResultInfo* resultInfo) { return rf_cudaGraphExecUpdate(hGraphExec, hGraph, resultInfo); }
cudaError_t cudaGraphExternalSemaphoresSignalNodeGetParams(cudaGraphNode_t hNode, cudaExternalSemaphoreSignalNodeParams* params_out) { return rf_cudaGraphExternalSemaphoresSignalNodeGetParams(hNode, params_out); }
cudaError_t cudaGraphExternalSemaphoresSignalNodeSetParams(cudaGraphNode_t hNode, const cudaExternalSemaphoreSignalNodeParams* nodeParams) { return rf_cudaGraphExternalSemaphoresSignalNodeSetParams(hNode, nodeParams); }
cudaError_t cudaGraphExternalSemaphoresWaitNodeGetParams(cudaGraphNode_t hNode, cudaExternalSemaphoreWaitNodeParams* params_out) { return rf_cudaGraphExternalSemaphoresWaitNodeGetParams(hNode, params_out); }
cudaError_t cudaGraphExternalSemaphoresWaitNodeSetParams(cudaGraphNode_t hNode, const cudaExternalSemaphoreWaitNodeParams* nodeParams) { return rf_cudaGraphExternalSemaphoresWaitNodeSetParams(hNode, nodeParams); }
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, cudaGraphEdgeData* edgeData, size_t* numEdges) { return rf_cudaGraphGetEdges(graph, from, to, edgeData, numEdges); }
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* numNodes) { return rf_cudaGraphGetNodes(graph, nodes, numNodes); }
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* pRootNodes, size_t* pNumRootNodes) { return rf_cudaGraphGetRootNodes(graph, pRootNodes, pNumRootNodes); }
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* pNodeParams) { return rf_cudaGraphHostNodeGetParams(node, pNodeParams); }
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* pNodeParams) { return rf_cudaGraphHostNodeSetParams(node, pNodeParams); }
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) { return rf_cudaGraphInstantiate(pGraphExec, graph, flags); }
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long flags) { return rf_cudaGraphInstantiateWithFlags(pGraphExec, graph, flags); }
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, cudaGraphInstantiateParams* instantiateParams) { return rf_cudaGraphInstantiateWithParams(pGraphExec, graph, instantiateParams); }
cudaError_t cudaGraphInstantiateWithParams_ptsz(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, cudaGraphInstantiateParams* instantiateParams) { return rf_cudaGraphInstantiateWithParams_ptsz(pGraphExec, graph, instantiateParams); }
cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t hDst, cudaGraphNode_t hSrc) { return rf_cudaGraphKernelNodeCopyAttributes(hDst, hSrc); }
cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr, cudaLaunchAttributeValue* value_out) { return rf_cudaGraphKernelNodeGetAttribute(hNode, attr, value_out); }
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* pNodeParams) { return rf_cudaGraphKernelNodeGetParams(node, pNodeParams); }
cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t hNode, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue* value) { return rf_cudaGraphKernelNodeSetAttribute(hNode, attr, value); }
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* pNodeParams) { return rf_cudaGraphKernelNodeSetParams(node, pNodeParams); }
cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream) { return rf_cudaGraphLaunch(graphExec, stream); }
cudaError_t cudaGraphLaunch_ptsz(cudaGraphExec_t graphExec, cudaStream_t stream) { return rf_cudaGraphLaunch_ptsz(graphExec, stream); }
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* params_out) { return rf_cudaGraphMemAllocNodeGetParams(node, params_out); }
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* dptr_out) { return rf_cudaGraphMemFreeNodeGetParams(node, dptr_out); }
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* pNodeParams) { return rf_cudaGraphMemcpyNodeGetParams(node, pNodeParams); }
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* pNodeParams) { return rf_cudaGraphMemcpyNodeSetParams(node, pNodeParams); }
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* dst, const void* src, size_t count, cudaMemcpyKind kind) { return rf_cudaGraphMemcpyNodeSetParams1D(node, dst, src, count, kind); }
cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* dst, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind) { return rf_cudaGraphMemcpyNodeSetParamsFromSymbol(node, dst, symbol, count, offset, kind); }
cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol, const void* src, size_t count, size_t offset, cudaMemcpyKind kind) { return rf_cudaGraphMemcpyNodeSetParamsToSymbol(node, symbol, src, count, offset, kind); }
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* pNodeParams) { return rf_cudaGraphMemsetNodeGetParams(node, pNodeParams); }
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* pNodeParams) { return rf_cudaGraphMemsetNodeSetParams(node, pNodeParams); }
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* pNode, cudaGraphNode_t originalNode, cudaGraph_t clonedGraph) { return rf_cudaGraphNodeFindInClone(pNode, originalNode, clonedGraph); }
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* pDependencies, cudaGraphEdgeData* edgeData, size_t* pNumDependencies) { return rf_cudaGraphNodeGetDependencies(node, pDependencies, edgeData, pNumDependencies); }
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* pDependentNodes, cudaGraphEdgeData* edgeData, size_t* pNumDependentNodes) { return rf_cudaGraphNodeGetDependentNodes(node, pDependentNodes, edgeData, pNumDependentNodes); }
cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int* isEnabled) { return rf_cudaGraphNodeGetEnabled(hGraphExec, hNode, isEnabled); }
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* pType) { return rf_cudaGraphNodeGetType(node, pType); }
cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int isEnabled) { return rf_cudaGraphNodeSetEnabled(hGraphExec, hNode, isEnabled); }
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* nodeParams) { return rf_cudaGraphNodeSetParams(node, nodeParams); }
cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count) { return rf_cudaGraphReleaseUserObject(graph, object, count); }
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, const cudaGraphEdgeData* edgeData, size_t numDependencies) { return rf_cudaGraphRemoveDependencies(graph, from, to, edgeData, numDependencies); }
cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned int count, unsigned int flags) { return rf_cudaGraphRetainUserObject(graph, object, count, flags); }
cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t stream) { return rf_cudaGraphUpload(graphExec, stream); }
cudaError_t cudaGraphUpload_ptsz(cudaGraphExec_t graphExec, cudaStream_t stream) { return rf_cudaGraphUpload_ptsz(graphExec, stream); }
cudaError_t cudaUserObjectCreate(cudaUserObject_t* object_out, void* ptr, cudaHostFn_t destroy, unsigned int initialRefcount, unsigned int flags) { return rf_cudaUserObjectCreate(object_out, ptr, destroy, initialRefcount, flags); }
cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) { return rf_cudaUserObjectRelease(object, count); }
cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) { return rf_cudaUserObjectRetain(object, count); }
cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem, cudaStream_t stream) { return rf_cudaLaunchCooperativeKernel(func, gridDim, blockDim, args, sharedMem, stream); }
cudaError_t cudaLaunchCooperativeKernel_ptsz(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem, cudaStream_t stream) { return rf_cudaLaunchCooperativeKernel_ptsz(func, gridDim, blockDim, args, sharedMem, stream); }
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* userData) { return rf_cudaLaunchHostFunc(stream, fn, userData); }
cudaError_t cudaLaunchHostFunc_ptsz(cudaStream_t stream, cudaHostFn_t fn, void* userData) { return rf_cudaLaunchHostFunc_ptsz(stream, fn, userData); }
cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem, cudaStream_t stream) { return rf_cudaLaunchKernel(func, gridDim, blockDim, args, sharedMem, stream); }
cudaError_t cudaLaunchKernel_ptsz(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem, cudaStream_t stream) { return rf_cudaLaunchKernel_ptsz(func, gridDim, blockDim, args, sharedMem, stream); }
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func, void** args) { return rf_cudaLaunchKernelExC(config, func, args); }
cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t* config, const void* func, void** args) { return rf_cudaLaunchKernelExC_ptsz(config, func, args); }
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, const void* func, int numBlocks, int blockSize) { return rf_cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, func, numBlocks, blockSize); }
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* func, int blockSize, size_t dynamicSMemSize) { return rf_cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, func, blockSize, dynamicSMemSize); }
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* func, int blockSize, size_t dynamicSMemSize, unsigned int flags) { return rf_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize, dynamicSMemSize, flags); }
cudaError_t cudaOccupancyMaxActiveClusters(int* numClusters, const void* func, const cudaLaunchConfig_t* launchConfig) { return rf_cudaOccupancyMaxActiveClusters(numClusters, func, launchConfig); }
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* clusterSize, const void* func, const cudaLaunchConfig_t* launchConfig) { return rf_cudaOccupancyMaxPotentialClusterSize(clusterSize, func, launchConfig); }
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* memPool, int device) { return rf_cudaDeviceGetDefaultMemPool(memPool, device); }
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* memPool, int device) { return rf_cudaDeviceGetMemPool(memPool, device); }
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool) { return rf_cudaDeviceSetMemPool(device, memPool); }
cudaError_t cudaFree(void* devPtr) { return rf_cudaFree(devPtr); }
cudaError_t cudaFreeAsync(void* devPtr, cudaStream_t hStream) { return rf_cudaFreeAsync(devPtr, hStream); }
cudaError_t cudaFreeAsync_ptsz(void* devPtr, cudaStream_t hStream) { return rf_cudaFreeAsync_ptsz(devPtr, hStream); }
cudaError_t cudaFreeHost(void* ptr) { return rf_cudaFreeHost(ptr); }
cudaError_t cudaGetSymbolAddress(void** devPtr, const void* symbol) { return rf_cudaGetSymbolAddress(devPtr, symbol); }
cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) { return rf_cudaGetSymbolSize(size, symbol); }
cudaError_t cudaHostAlloc(void** pHost, size_t size, unsigned int flags) { return rf_cudaHostAlloc(pHost, size, flags); }
cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags) { return rf_cudaHostGetDevicePointer(pDevice, pHost, flags); }
cudaError_t cudaHostGetFlags(unsigned int* pFlags, void* pHost) { return rf_cudaHostGetFlags(pFlags, pHost); }
cudaError_t cudaHostRegister(void* ptr, size_t size, unsigned int flags) { return rf_cudaHostRegister(ptr, size, flags); }
cudaError_t cudaHostUnregister(void* ptr) { return rf_cudaHostUnregister(ptr); }
cudaError_t cudaMalloc(void** devPtr, size_t size) { return rf_cudaMalloc(devPtr, size); }
cudaError_t cudaMalloc3D(cudaPitchedPtr* pitchedDevPtr, cudaExtent extent) { return rf_cudaMalloc3D(pitchedDevPtr, extent); }
cudaError_t cudaMallocAsync(void** devPtr, size_t size, cudaStream_t hStream) { return rf_cudaMallocAsync(devPtr, size, hStream); }
cudaError_t cudaMallocAsync_ptsz(void** devPtr, size_t size, cudaStream_t hStream) { return rf_cudaMallocAsync_ptsz(devPtr, size, hStream); }
cudaError_t cudaMallocFromPoolAsync(void** ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) { return rf_cudaMallocFromPoolAsync(ptr, size, memPool, stream); }
cudaError_t cudaMallocFromPoolAsync_ptsz(void** ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) { return rf_cudaMallocFromPoolAsync_ptsz(ptr, size, memPool, stream); }
cudaError_t cudaMallocHost(void** ptr, size_t size) { return rf_cudaMallocHost(ptr, size); }
cudaError_t cudaMallocManaged(void** devPtr, size_t size, unsigned int flags) { return rf_cudaMallocManaged(devPtr, size, flags); }
cudaError_t cudaMallocPitch(void** devPtr, size_t* pitch, size_t width, size_t height) { return rf_cudaMallocPitch(devPtr, pitch, width, height); }
cudaError_t cudaMemAdvise(const void* devPtr, size_t count, cudaMemoryAdvise advice, cudaMemLocation location) { return rf_cudaMemAdvise(devPtr, count, advice, location); }
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* memPool, cudaMemLocation* location, cudaMemAllocationType type) { return rf_cudaMemGetDefaultMemPool(memPool, location, type); }
cudaError_t cudaMemGetInfo(size_t* free, size_t* total) { return rf_cudaMemGetInfo(free, total); }
cudaError_t cudaMemGetMemPool(cudaMemPool_t* memPool, cudaMemLocation* location, cudaMemAllocationType type) { return rf_cudaMemGetMemPool(memPool, location, type); }
cudaError_t cudaMemPoolCreate(cudaMemPool_t* memPool, const cudaMemPoolProps* poolProps) { return rf_cudaMemPoolCreate(memPool, poolProps); }
cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) { return rf_cudaMemPoolDestroy(memPool); }
cudaError_t cudaMemPoolExportPointer(cudaMemPoolPtrExportData* exportData, void* ptr) { return rf_cudaMemPoolExportPointer(exportData, ptr); }
cudaError_t cudaMemPoolExportToShareableHandle(void* shareableHandle, cudaMemPool_t memPool, cudaMemAllocationHandleType handleType, unsigned int flags) { return rf_cudaMemPoolExportToShareableHandle(shareableHandle, memPool, handleType, flags); }
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t memPool, cudaMemLocation* location) { return rf_cudaMemPoolGetAccess(flags, memPool, location); }
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) { return rf_cudaMemPoolGetAttribute(memPool, attr, value); }
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t* memPool, void* shareableHandle, cudaMemAllocationHandleType handleType, unsigned int flags) { return rf_cudaMemPoolImportFromShareableHandle(memPool, shareableHandle, handleType, flags); }
cudaError_t cudaMemPoolImportPointer(void** ptr, cudaMemPool_t memPool, cudaMemPoolPtrExportData* exportData) { return rf_cudaMemPoolImportPointer(ptr, memPool, exportData); }
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const cudaMemAccessDesc* descList, size_t count) { return rf_cudaMemPoolSetAccess(memPool, descList, count); }
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) { return rf_cudaMemPoolSetAttribute(memPool, attr, value); }
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep) { return rf_cudaMemPoolTrimTo(memPool, minBytesToKeep); }
cudaError_t cudaMemRangeGetAttribute(void* data, size_t dataSize, cudaMemRangeAttribute attribute, const void* devPtr, size_t count) { return rf_cudaMemRangeGetAttribute(data, dataSize, attribute, devPtr, count); }
cudaError_t cudaMemRangeGetAttributes(void** data, size_t* dataSizes, cudaMemRangeAttribute* attributes, size_t numAttributes, const void* devPtr, size_t count) { return rf_cudaMemRangeGetAttributes(data, dataSizes, attributes, numAttributes, devPtr, count); }
cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType type, cudaMemPool_t memPool) { return rf_cudaMemSetMemPool(location, type, memPool); }
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* ptr) { return rf_cudaPointerGetAttributes(attributes, ptr); }
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) { return rf_cudaFuncGetAttributes(attr, func); }
cudaError_t cudaFuncGetName(const char** name, const void* func) { return rf_cudaFuncGetName(name, func); }
cudaError_t cudaFuncGetParamInfo(const void* func, size_t paramIndex, size_t* paramOffset, size_t* paramSize) { return rf_cudaFuncGetParamInfo(func, paramIndex, paramOffset, paramSize); }
cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute attr, int value) { return rf_cudaFuncSetAttribute(func, attr, value); }
cudaError_t cudaFuncSetCacheConfig(const void* func, cudaFuncCache cacheConfig) { return rf_cudaFuncSetCacheConfig(func, cacheConfig); }
cudaError_t cudaFuncSetSharedMemConfig(const void* func, cudaSharedMemConfig config) { return rf_cudaFuncSetSharedMemConfig(func, config); }
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* functionPtr, const void* symbolPtr) { return rf_cudaGetFuncBySymbol(functionPtr, symbolPtr); }
cudaError_t cudaGetKernel(cudaKernel_t* kernelPtr, const void* entryFuncAddr) { return rf_cudaGetKernel(kernelPtr, entryFuncAddr); }
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attr, int value, int device) { return rf_cudaKernelSetAttributeForDevice(kernel, attr, value, device); }
cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t* kernels, unsigned int numKernels, cudaLibrary_t lib) { return rf_cudaLibraryEnumerateKernels(kernels, numKernels, lib); }
cudaError_t cudaLibraryGetGlobal(void** dptr, size_t* bytes, cudaLibrary_t library, const char* name) { return rf_cudaLibraryGetGlobal(dptr, bytes, library, name); }
cudaError_t cudaLibraryGetKernel(cudaKernel_t* pKernel, cudaLibrary_t library, const char* name) { return rf_cudaLibraryGetKernel(pKernel, library, name); }
cudaError_t cudaLibraryGetKernelCount(unsigned int* count, cudaLibrary_t lib) { return rf_cudaLibraryGetKernelCount(count, lib); }
cudaError_t cudaLibraryGetManaged(void** dptr, size_t* bytes, cudaLibrary_t library, const char* name) { return rf_cudaLibraryGetManaged(dptr, bytes, library, name); }
cudaError_t cudaLibraryGetUnifiedFunction(void** fptr, cudaLibrary_t library, const char* symbol) { return rf_cudaLibraryGetUnifiedFunction(fptr, library, symbol); }
cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, const void* code, cudaJitOption* jitOptions, void** jitOptionsValues, unsigned int numJitOptions, cudaLibraryOption* libraryOptions, void** libraryOptionValues, unsigned int numLibraryOptions) { return rf_cudaLibraryLoadData(library, code, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions); }
cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t* library, const char* fileName, cudaJitOption* jitOptions, void** jitOptionsValues, unsigned int numJitOptions, cudaLibraryOption* libraryOptions, void** libraryOptionValues, unsigned int numLibraryOptions) { return rf_cudaLibraryLoadFromFile(library, fileName, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions); }
cudaError_t cudaLibraryUnload(cudaLibrary_t library) { return rf_cudaLibraryUnload(library); }
void** __cudaRegisterFatBinary(void* fatCubin) { return rf___cudaRegisterFatBinary(fatCubin); }
void __cudaRegisterFatBinaryEnd(void** fatCubinHandle) { return rf___cudaRegisterFatBinaryEnd(fatCubinHandle); }
void __cudaUnregisterFatBinary(void** fatCubinHandle) { return rf___cudaUnregisterFatBinary(fatCubinHandle); }
void __cudaRegisterFunction(void** fatCubinHandle, const char* hostFun, char* deviceFun, const char* deviceName, int thread_limit, uint3* tid, uint3* bid, dim3* bDim, dim3* gDim, int* wSize) { return rf___cudaRegisterFunction(fatCubinHandle, hostFun, deviceFun, deviceName, thread_limit, tid, bid, bDim, gDim, wSize); }
void __cudaRegisterVar(void** fatCubinHandle, char* hostVar, char* deviceAddress, const char* deviceName, int ext, size_t size, int constant, int global) { return rf___cudaRegisterVar(fatCubinHandle, hostVar, deviceAddress, deviceName, ext, size, constant, global); }
void __cudaRegisterManagedVar(void** fatCubinHandle, void** hostVarPtrAddress, char* deviceAddress, const char* deviceName, int ext, size_t size, int constant, int global) { return rf___cudaRegisterManagedVar(fatCubinHandle, hostVarPtrAddress, deviceAddress, deviceName, ext, size, constant, global); }
void __cudaRegisterHostVar(void** fatCubinHandle, const char* deviceName, char* hostVar, size_t size) { return rf___cudaRegisterHostVar(fatCubinHandle, deviceName, hostVar, size); }
cudaError_t __cudaRegisterUnifiedTable() { return rf___cudaRegisterUnifiedTable(); }
char __cudaInitModule(void** fatCubinHandle) { return rf___cudaInitModule(fatCubinHandle); }
unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem, CUstream_st* stream) { return rf___cudaPushCallConfiguration(gridDim, blockDim, sharedMem, stream); }
cudaError_t __cudaPopCallConfiguration(dim3* gridDim, dim3* blockDim, size_t* sharedMem, void* stream) { return rf___cudaPopCallConfiguration(gridDim, blockDim, sharedMem, stream); }
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* hostFunction) { return rf___cudaGetKernel(kernel, hostFunction); }
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem, cudaStream_t stream) { return rf___cudaLaunchKernel(kernel, gridDim, blockDim, args, sharedMem, stream); }
cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem, cudaStream_t stream) { return rf___cudaLaunchKernel_ptsz(kernel, gridDim, blockDim, args, sharedMem, stream); }
cudaError_t __cudaGetProcAddress() { return rf___cudaGetProcAddress(); }
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* userData, unsigned int flags) { return rf_cudaStreamAddCallback(stream, callback, userData, flags); }
cudaError_t cudaStreamAddCallback_ptsz(cudaStream_t stream, cudaStreamCallback_t callback, void* userData, unsigned int flags) { return rf_cudaStreamAddCallback_ptsz(stream, callback, userData, flags); }
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* devPtr, size_t length, unsigned int flags) { return rf_cudaStreamAttachMemAsync(stream, devPtr, length, flags); }
cudaError_t cudaStreamAttachMemAsync_ptsz(cudaStream_t stream, void* devPtr, size_t length, unsigned int flags) { return rf_cudaStreamAttachMemAsync_ptsz(stream, devPtr, length, flags); }
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) { return rf_cudaStreamBeginCapture(stream, mode); }
cudaError_t cudaStreamBeginCapture_ptsz(cudaStream_t stream, cudaStreamCaptureMode mode) { return rf_cudaStreamBeginCapture_ptsz(stream, mode); }
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* dependencyData, size_t numDependencies, cudaStreamCaptureMode mode) { return rf_cudaStreamBeginCaptureToGraph(stream, graph, dependencies, dependencyData, numDependencies, mode); }
cudaError_t cudaStreamBeginCaptureToGraph_ptsz(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* dependencyData, size_t numDependencies, cudaStreamCaptureMode mode) { return rf_cudaStreamBeginCaptureToGraph_ptsz(stream, graph, dependencies, dependencyData, numDependencies, mode); }
cudaError_t cudaStreamCopyAttributes(cudaStream_t dstStream, cudaStream_t srcStream) { return rf_cudaStreamCopyAttributes(dstStream, srcStream); }
cudaError_t cudaStreamCopyAttributes_ptsz(cudaStream_t dstStream, cudaStream_t srcStream) { return rf_cudaStreamCopyAttributes_ptsz(dstStream, srcStream); }
cudaError_t cudaStreamCreate(cudaStream_t* pStream) { return rf_cudaStreamCreate(pStream); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags) { return rf_cudaStreamCreateWithFlags(pStream, flags); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned int flags, int priority) { return rf_cudaStreamCreateWithPriority(pStream, flags, priority); }
cudaError_t cudaStreamDestroy(cudaStream_t stream) { return rf_cudaStreamDestroy(stream); }
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* pGraph) { return rf_cudaStreamEndCapture(stream, pGraph); }
cudaError_t cudaStreamEndCapture_ptsz(cudaStream_t stream, cudaGraph_t* pGraph) { return rf_cudaStreamEndCapture_ptsz(stream, pGraph); }
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attr, cudaLaunchAttributeValue* value) { return rf_cudaStreamGetAttribute(stream, attr, value); }
cudaError_t cudaStreamGetAttribute_ptsz(cudaStream_t stream, cudaLaunchAttributeID attr, cudaLaunchAttributeValue* value) { return rf_cudaStreamGetAttribute_ptsz(stream, attr, value); }
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out, unsigned long long* id_out, cudaGraph_t* graph_out, const cudaGraphNode_t** dependencies_out, const cudaGraphEdgeData** edgeData_out, size_t* numDependencies_out) { return rf_cudaStreamGetCaptureInfo(stream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out); }
cudaError_t cudaStreamGetCaptureInfo_ptsz(cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out, unsigned long long* id_out, cudaGraph_t* graph_out, const cudaGraphNode_t** dependencies_out, const cudaGraphEdgeData** edgeData_out, size_t* numDependencies_out) { return rf_cudaStreamGetCaptureInfo_ptsz(stream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out); }
cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int* device) { return rf_cudaStreamGetDevice(hStream, device); }
cudaError_t cudaStreamGetDevice_ptsz(cudaStream_t hStream, int* device) { return rf_cudaStreamGetDevice_ptsz(hStream, device); }
cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int* flags) { return rf_cudaStreamGetFlags(hStream, flags); }
cudaError_t cudaStreamGetFlags_ptsz(cudaStream_t hStream, unsigned int* flags) { return rf_cudaStreamGetFlags_ptsz(hStream, flags); }
cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long* streamId) { return rf_cudaStreamGetId(hStream, streamId); }
cudaError_t cudaStreamGetId_ptsz(cudaStream_t hStream, unsigned long long* streamId) { return rf_cudaStreamGetId_ptsz(hStream, streamId); }
cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int* priority) { return rf_cudaStreamGetPriority(hStream, priority); }
cudaError_t cudaStreamGetPriority_ptsz(cudaStream_t hStream, int* priority) { return rf_cudaStreamGetPriority_ptsz(hStream, priority); }
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* pCaptureStatus) { return rf_cudaStreamIsCapturing(stream, pCaptureStatus); }
cudaError_t cudaStreamIsCapturing_ptsz(cudaStream_t stream, cudaStreamCaptureStatus* pCaptureStatus) { return rf_cudaStreamIsCapturing_ptsz(stream, pCaptureStatus); }
cudaError_t cudaStreamQuery(cudaStream_t stream) { return rf_cudaStreamQuery(stream); }
cudaError_t cudaStreamQuery_ptsz(cudaStream_t stream) { return rf_cudaStreamQuery_ptsz(stream); }
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue* param) { return rf_cudaStreamSetAttribute(stream, attr, param); }
cudaError_t cudaStreamSetAttribute_ptsz(cudaStream_t stream, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue* param) { return rf_cudaStreamSetAttribute_ptsz(stream, attr, param); }
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return rf_cudaStreamSynchronize(stream); }
cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t stream) { return rf_cudaStreamSynchronize_ptsz(stream); }
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies, const cudaGraphEdgeData* dependencyData, size_t numDependencies, unsigned int flags) { return rf_cudaStreamUpdateCaptureDependencies(stream, dependencies, dependencyData, numDependencies, flags); }
cudaError_t cudaStreamUpdateCaptureDependencies_ptsz(cudaStream_t stream, cudaGraphNode_t* dependencies, const cudaGraphEdgeData* dependencyData, size_t numDependencies, unsigned int flags) { return rf_cudaStreamUpdateCaptureDependencies_ptsz(stream, dependencies, dependencyData, numDependencies, flags); }
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) { return rf_cudaStreamWaitEvent(stream, event, flags); }
cudaError_t cudaStreamWaitEvent_ptsz(cudaStream_t stream, cudaEvent_t event, unsigned int flags) { return rf_cudaStreamWaitEvent_ptsz(stream, event, flags); }
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) { return rf_cudaThreadExchangeStreamCaptureMode(mode); }
#pragma GCC visibility pop

}
