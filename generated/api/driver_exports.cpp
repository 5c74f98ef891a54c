// Made by tools/generate_api.py from api/. Do not edit.
// clang-format off
#include "api/driver_entries.h"

extern "C" {

#pragma GCC visibility push(default)
CUresult cuArray3DCreate(CUarray* pHandle, const CUDA_ARRAY3D_DESCRIPTOR_v1* pAllocateArray) { return rf_cuArray3DCreate(pHandle, pAllocateArray); }
CUresult cuArray3DCreate_v2(CUarray* pHandle, const CUDA_ARRAY3D_DESCRIPTOR* pAllocateArray) { return rf_cuArray3DCreate_v2(pHandle, pAllocateArray); }
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1* pArrayDescriptor, CUarray hArray) { return rf_cuArray3DGetDescriptor(pArrayDescriptor, hArray); }
CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR* pArrayDescriptor, CUarray hArray) { return rf_cuArray3DGetDescriptor_v2(pArrayDescriptor, hArray); }
CUresult cuArrayCreate(CUarray* pHandle, const CUDA_ARRAY_DESCRIPTOR_v1* pAllocateArray) { return rf_cuArrayCreate(pHandle, pAllocateArray); }
CUresult cuArrayCreate_v2(CUarray* pHandle, const CUDA_ARRAY_DESCRIPTOR* pAllocateArray) { return rf_cuArrayCreate_v2(pHandle, pAllocateArray); }
CUresult cuArrayDestroy(CUarray hArray) { return rf_cuArrayDestroy(hArray); }
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1* pArrayDescriptor, CUarray hArray) { return rf_cuArrayGetDescriptor(pArrayDescriptor, hArray); }
CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR* pArrayDescriptor, CUarray hArray) { return rf_cuArrayGetDescriptor_v2(pArrayDescriptor, hArray); }
CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS* memoryRequirements, CUarray array, CUdevice device) { return rf_cuArrayGetMemoryRequirements(memoryRequirements, array, device); }
CUresult cuArrayGetPlane(CUarray* pPlaneArray, CUarray hArray, unsigned int planeIdx) { return rf_cuArrayGetPlane(pPlaneArray, hArray, planeIdx); }
CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES* sparseProperties, CUarray array) { return rf_cuArrayGetSparseProperties(sparseProperties, array); }
CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t* maxWidthInElements, CUarray_format format, unsigned int numChannels, CUdevice dev) { return rf_cuDeviceGetTexture1DLinearMaxWidth(maxWidthInElements, format, numChannels, dev); }
CUresult cuMemMapArrayAsync(CUarrayMapInfo* mapInfoList, unsigned int count, CUstream hStream) { return rf_cuMemMapArrayAsync(mapInfoList, count, hStream); }
CUresult cuMemMapArrayAsync_ptsz(CUarrayMapInfo* mapInfoList, unsigned int count, CUstream hStream) { return rf_cuMemMapArrayAsync_ptsz(mapInfoList, count, hStream); }
CUresult cuMemcpyAtoA(CUarray dstArray, unsigned int dstOffset, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) { return rf_cuMemcpyAtoA(dstArray, dstOffset, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoA_v2(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return rf_cuMemcpyAtoA_v2(dstArray, dstOffset, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return rf_cuMemcpyAtoA_v2_ptds(dstArray, dstOffset, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoD(CUdeviceptr_v1 dstDevice, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) { return rf_cuMemcpyAtoD(dstDevice, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoD_v2(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return rf_cuMemcpyAtoD_v2(dstDevice, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoD_v2_ptds(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return rf_cuMemcpyAtoD_v2_ptds(dstDevice, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoH(void* dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) { return rf_cuMemcpyAtoH(dstHost, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoH_v2(void* dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return rf_cuMemcpyAtoH_v2(dstHost, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoH_v2_ptds(void* dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount) { return rf_cuMemcpyAtoH_v2_ptds(dstHost, srcArray, srcOffset, ByteCount); }
CUresult cuMemcpyAtoHAsync(void* dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount, CUstream hStream) { return rf_cuMemcpyAtoHAsync(dstHost, srcArray, srcOffset, ByteCount, hStream); }
CUresult cuMemcpyAtoHAsync_v2(void* dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream) { return rf_cuMemcpyAtoHAsync_v2(dstHost, srcArray, srcOffset, ByteCount, hStream); }
CUresult cuMemcpyAtoHAsync_v2_ptsz(void* dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream) { return rf_cuMemcpyAtoHAsync_v2_ptsz(dstHost, srcArray, srcOffset, ByteCount, hStream); }
CUresult cuMemcpyDtoA(CUarray dstArray, unsigned int dstOffset, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) { return rf_cuMemcpyDtoA(dstArray, dstOffset, srcDevice, ByteCount); }
CUresult cuMemcpyDtoA_v2(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount) { return rf_cuMemcpyDtoA_v2(dstArray, dstOffset, srcDevice, ByteCount); }
CUresult cuMemcpyDtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount) { return rf_cuMemcpyDtoA_v2_ptds(dstArray, dstOffset, srcDevice, ByteCount); }
CUresult cuMemcpyHtoA(CUarray dstArray, unsigned int dstOffset, const void* srcHost, unsigned int ByteCount) { return rf_cuMemcpyHtoA(dstArray, dstOffset, srcHost, ByteCount); }
CUresult cuMemcpyHtoA_v2(CUarray dstArray, size_t dstOffset, const void* srcHost, size_t ByteCount) { return rf_cuMemcpyHtoA_v2(dstArray, dstOffset, srcHost, ByteCount); }
CUresult cuMemcpyHtoA_v2_ptds(CUarray dstArray, size_t dstOffset, const void* srcHost, size_t ByteCount) { return rf_cuMemcpyHtoA_v2_ptds(dstArray, dstOffset, srcHost, ByteCount); }
CUresult cuMemcpyHtoAAsync(CUarray dstArray, unsigned int dstOffset, const void* srcHost, unsigned int ByteCount, CUstream hStream) { return rf_cuMemcpyHtoAAsync(dstArray, dstOffset, srcHost, ByteCount, hStream); }
CUresult cuMemcpyHtoAAsync_v2(CUarray dstArray, size_t dstOffset, const void* srcHost, size_t ByteCount, CUstream hStream) { return rf_cuMemcpyHtoAAsync_v2(dstArray, dstOffset, srcHost, ByteCount, hStream); }
CUresult cuMemcpyHtoAAsync_v2_ptsz(CUarray dstArray, size_t dstOffset, const void* srcHost, size_t ByteCount, CUstream hStream) { return rf_cuMemcpyHtoAAsync_v2_ptsz(dstArray, dstOffset, srcHost, ByteCount, hStream); }
CUresult cuMipmappedArrayCreate(CUmipmappedArray* pHandle, const CUDA_ARRAY3D_DESCRIPTOR* pMipmappedArrayDesc, unsigned int numMipmapLevels) { return rf_cuMipmappedArrayCreate(pHandle, pMipmappedArrayDesc, numMipmapLevels); }
CUresult cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray) { return rf_cuMipmappedArrayDestroy(hMipmappedArray); }
CUresult cuMipmappedArrayGetLevel(CUarray* pLevelArray, CUmipmappedArray hMipmappedArray, unsigned int level) { return rf_cuMipmappedArrayGetLevel(pLevelArray, hMipmappedArray, level); }
CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS* memoryRequirements, CUmipmappedArray mipmap, CUdevice device) { return rf_cuMipmappedArrayGetMemoryRequirements(memoryRequirements, mipmap, device); }
CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES* sparseProperties, CUmipmappedArray mipmap) { return rf_cuMipmappedArrayGetSparseProperties(sparseProperties, mipmap); }
CUresult cuSurfObjectCreate(CUsurfObject* pSurfObject, const CUDA_RESOURCE_DESC* pResDesc) { return rf_cuSurfObjectCreate(pSurfObject, pResDesc); }
CUresult cuSurfObjectDestroy(CUsurfObject surfObject) { return rf_cuSurfObjectDestroy(surfObject); }
CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC* pResDesc, CUsurfObject surfObject) { return rf_cuSurfObjectGetResourceDesc(pResDesc, surfObject); }
CUresult cuSurfRefGetArray(CUarray* phArray, CUsurfref hSurfRef) { return rf_cuSurfRefGetArray(phArray, hSurfRef); }
CUresult cuSurfRefSetArray(CUsurfref hSurfRef, CUarray hArray, unsigned int Flags) { return rf_cuSurfRefSetArray(hSurfRef, hArray, Flags); }
CUresult cuTensorMapEncodeIm2col(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides, const int* pixelBoxLowerCorner, const int* pixelBoxUpperCorner, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn, const cuuint32_t* elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) { return rf_cuTensorMapEncodeIm2col(tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, pixelBoxLowerCorner, pixelBoxUpperCorner, channelsPerPixel, pixelsPerColumn, elementStrides, interleave, swizzle, l2Promotion, oobFill); }
CUresult cuTensorMapEncodeIm2colWide(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides, int pixelBoxLowerCornerWidth, int pixelBoxUpperCornerWidth, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn, const cuuint32_t* elementStrides, CUtensorMapInterleave interleave, CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) { return rf_cuTensorMapEncodeIm2colWide(tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, pixelBoxLowerCornerWidth, pixelBoxUpperCornerWidth, channelsPerPixel, pixelsPerColumn, elementStrides, interleave, mode, swizzle, l2Promotion, oobFill); }
CUresult cuTensorMapEncodeTiled(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides, const cuuint32_t* boxDim, const cuuint32_t* elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) { return rf_cuTensorMapEncodeTiled(tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, boxDim, elementStrides, interleave, swizzle, l2Promotion, oobFill); }
CUresult cuTensorMapReplaceAddress(CUtensorMap* tensorMap, void* globalAddress) { return rf_cuTensorMapReplaceAddress(tensorMap, globalAddress); }
CUresult cuTexObjectCreate(CUtexObject* pTexObject, const CUDA_RESOURCE_DESC* pResDesc, const CUDA_TEXTURE_DESC* pTexDesc, const CUDA_RESOURCE_VIEW_DESC* pResViewDesc) { return rf_cuTexObjectCreate(pTexObject, pResDesc, pTexDesc, pResViewDesc); }
CUresult cuTexObjectDestroy(CUtexObject texObject) { return rf_cuTexObjectDestroy(texObject); }
CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC* pResDesc, CUtexObject texObject) { return rf_cuTexObjectGetResourceDesc(pResDesc, texObject); }
CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC* pResViewDesc, CUtexObject texObject) { return rf_cuTexObjectGetResourceViewDesc(pResViewDesc, texObject); }
CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC* pTexDesc, CUtexObject texObject) { return rf_cuTexObjectGetTextureDesc(pTexDesc, texObject); }
CUresult cuTexRefCreate(CUtexref* pTexRef) { return rf_cuTexRefCreate(pTexRef); }
CUresult cuTexRefDestroy(CUtexref hTexRef) { return rf_cuTexRefDestroy(hTexRef); }
CUresult cuTexRefGetAddress(CUdeviceptr_v1* pdptr, CUtexref hTexRef) { return rf_cuTexRefGetAddress(pdptr, hTexRef); }
CUresult cuTexRefGetAddress_v2(CUdeviceptr* pdptr, CUtexref hTexRef) { return rf_cuTexRefGetAddress_v2(pdptr, hTexRef); }
CUresult cuTexRefGetAddressMode(CUaddress_mode* pam, CUtexref hTexRef, int dim) { return rf_cuTexRefGetAddressMode(pam, hTexRef, dim); }
CUresult cuTexRefGetArray(CUarray* phArray, CUtexref hTexRef) { return rf_cuTexRefGetArray(phArray, hTexRef); }
CUresult cuTexRefGetBorderColor(float* pBorderColor, CUtexref hTexRef) { return rf_cuTexRefGetBorderColor(pBorderColor, hTexRef); }
CUresult cuTexRefGetFilterMode(CUfilter_mode* pfm, CUtexref hTexRef) { return rf_cuTexRefGetFilterMode(pfm, hTexRef); }
CUresult cuTexRefGetFlags(unsigned int* pFlags, CUtexref hTexRef) { return rf_cuTexRefGetFlags(pFlags, hTexRef); }
CUresult cuTexRefGetFormat(CUarray_format* pFormat, int* pNumChannels, CUtexref hTexRef) { return rf_cuTexRefGetFormat(pFormat, pNumChannels, hTexRef); }
CUresult cuTexRefGetMaxAnisotropy(int* pmaxAniso, CUtexref hTexRef) { return rf_cuTexRefGetMaxAnisotropy(pmaxAniso, hTexRef); }
CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode* pfm, CUtexref hTexRef) { return rf_cuTexRefGetMipmapFilterMode(pfm, hTexRef); }
CUresult cuTexRefGetMipmapLevelBias(float* pbias, CUtexref hTexRef) { return rf_cuTexRefGetMipmapLevelBias(pbias, hTexRef); }
CUresult cuTexRefGetMipmapLevelClamp(float* pminMipmapLevelClamp, float* pmaxMipmapLevelClamp, CUtexref hTexRef) { return rf_cuTexRefGetMipmapLevelClamp(pminMipmapLevelClamp, pmaxMipmapLevelClamp, hTexRef); }
CUresult cuTexRefGetMipmappedArray(CUmipmappedArray* phMipmappedArray, CUtexref hTexRef) { return rf_cuTexRefGetMipmappedArray(phMipmappedArray, hTexRef); }
CUresult cuTexRefSetAddress(unsigned int* ByteOffset, CUtexref hTexRef, CUdeviceptr_v1 dptr, unsigned int bytes) { return rf_cuTexRefSetAddress(ByteOffset, hTexRef, dptr, bytes); }
CUresult cuTexRefSetAddress_v2(size_t* ByteOffset, CUtexref hTexRef, CUdeviceptr dptr, size_t bytes) { return rf_cuTexRefSetAddress_v2(ByteOffset, hTexRef, dptr, bytes); }
CUresult cuTexRefSetAddress2D(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR_v1* desc, CUdeviceptr_v1 dptr, unsigned int Pitch) { return rf_cuTexRefSetAddress2D(hTexRef, desc, dptr, Pitch); }
CUresult cuTexRefSetAddress2D_v2(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR* desc, CUdeviceptr dptr, size_t Pitch) { return rf_cuTexRefSetAddress2D_v2(hTexRef, desc, dptr, Pitch); }
CUresult cuTexRefSetAddress2D_v3(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR* desc, CUdeviceptr dptr, size_t Pitch) { return rf_cuTexRefSetAddress2D_v3(hTexRef, desc, dptr, Pitch); }
CUresult cuTexRefSetAddressMode(CUtexref hTexRef, int dim, CUaddress_mode am) { return rf_cuTexRefSetAddressMode(hTexRef, dim, am); }
CUresult cuTexRefSetArray(CUtexref hTexRef, CUarray hArray, unsigned int Flags) { return rf_cuTexRefSetArray(hTexRef, hArray, Flags); }
CUresult cuTexRefSetBorderColor(CUtexref hTexRef, float* pBorderColor) { return rf_cuTexRefSetBorderColor(hTexRef, pBorderColor); }
CUresult cuTexRefSetFilterMode(CUtexref hTexRef, CUfilter_mode fm) { return rf_cuTexRefSetFilterMode(hTexRef, fm); }
CUresult cuTexRefSetFlags(CUtexref hTexRef, unsigned int Flags) { return rf_cuTexRefSetFlags(hTexRef, Flags); }
CUresult cuTexRefSetFormat(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents) { return rf_cuTexRefSetFormat(hTexRef, fmt, NumPackedComponents); }
CUresult cuTexRefSetMaxAnisotropy(CUtexref hTexRef, unsigned int maxAniso) { return rf_cuTexRefSetMaxAnisotropy(hTexRef, maxAniso); }
CUresult cuTexRefSetMipmapFilterMode(CUtexref hTexRef, CUfilter_mode fm) { return rf_cuTexRefSetMipmapFilterMode(hTexRef, fm); }
CUresult cuTexRefSetMipmapLevelBias(CUtexref hTexRef, float bias) { return rf_cuTexRefSetMipmapLevelBias(hTexRef, bias); }
CUresult cuTexRefSetMipmapLevelClamp(CUtexref hTexRef, float minMipmapLevelClamp, float maxMipmapLevelClamp) { return rf_cuTexRefSetMipmapLevelClamp(hTexRef, minMipmapLevelClamp, maxMipmapLevelClamp); }
CUresult cuTexRefSetMipmappedArray(CUtexref hTexRef, CUmipmappedArray hMipmappedArray, unsigned int Flags) { return rf_cuTexRefSetMipmappedArray(hTexRef, hMipmappedArray, Flags); }
CUresult cuCtxAttach(CUcontext* pctx, unsigned int flags) { return rf_cuCtxAttach(pctx, flags); }
CUresult cuCtxCreate(CUcontext* pctx, unsigned int flags, CUdevice dev) { return rf_cuCtxCreate(pctx, flags, dev); }
CUresult cuCtxCreate_v2(CUcontext* pctx, unsigned int flags, CUdevice dev) { return rf_cuCtxCreate_v2(pctx, flags, dev); }
CUresult cuCtxCreate_v3(CUcontext* pctx, CUexecAffinityParam* paramsArray, int numParams, unsigned int flags, CUdevice dev) { return rf_cuCtxCreate_v3(pctx, paramsArray, numParams, flags, dev); }
CUresult cuCtxCreate_v4(CUcontext* pctx, CUctxCreateParams* ctxCreateParams, unsigned int flags, CUdevice dev) { return rf_cuCtxCreate_v4(pctx, ctxCreateParams, flags, dev); }
CUresult cuCtxDestroy(CUcontext ctx) { return rf_cuCtxDestroy(ctx); }
CUresult cuCtxDestroy_v2(CUcontext ctx) { return rf_cuCtxDestroy_v2(ctx); }
CUresult cuCtxDetach(CUcontext ctx) { return rf_cuCtxDetach(ctx); }
CUresult cuCtxDisablePeerAccess(CUcontext peerContext) { return rf_cuCtxDisablePeerAccess(peerContext); }
CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags) { return rf_cuCtxEnablePeerAccess(peerContext, Flags); }
CUresult cuCtxFromGreenCtx(CUcontext* pContext, CUgreenCtx hCtx) { return rf_cuCtxFromGreenCtx(pContext, hCtx); }
CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int* version) { return rf_cuCtxGetApiVersion(ctx, version); }
CUresult cuCtxGetCacheConfig(CUfunc_cache* pconfig) { return rf_cuCtxGetCacheConfig(pconfig); }
CUresult cuCtxGetCurrent(CUcontext* pctx) { return rf_cuCtxGetCurrent(pctx); }
CUresult cuCtxGetDevResource(CUcontext hCtx, CUdevResource* resource, CUdevResourceType type) { return rf_cuCtxGetDevResource(hCtx, resource, type); }
CUresult cuCtxGetDevice(CUdevice* device) { return rf_cuCtxGetDevice(device); }
CUresult cuCtxGetDevice_v2(CUdevice* device, CUcontext ctx) { return rf_cuCtxGetDevice_v2(device, ctx); }
CUresult cuCtxGetExecAffinity(CUexecAffinityParam* pExecAffinity, CUexecAffinityType type) { return rf_cuCtxGetExecAffinity(pExecAffinity, type); }
CUresult cuCtxGetFlags(unsigned int* flags) { return rf_cuCtxGetFlags(flags); }
CUresult cuCtxGetId(CUcontext ctx, unsigned long long* ctxId) { return rf_cuCtxGetId(ctx, ctxId); }
CUresult cuCtxGetLimit(size_t* pvalue, CUlimit limit) { return rf_cuCtxGetLimit(pvalue, limit); }
CUresult cuCtxGetSharedMemConfig(CUsharedconfig* pConfig) { return rf_cuCtxGetSharedMemConfig(pConfig); }
CUresult cuCtxGetStreamPriorityRange(int* leastPriority, int* greatestPriority) { return rf_cuCtxGetStreamPriorityRange(leastPriority, greatestPriority); }
CUresult cuCtxPopCurrent(CUcontext* pctx) { return rf_cuCtxPopCurrent(pctx); }
CUresult cuCtxPopCurrent_v2(CUcontext* pctx) { return rf_cuCtxPopCurrent_v2(pctx); }
CUresult cuCtxPushCurrent(CUcontext ctx) { return rf_cuCtxPushCurrent(ctx); }
CUresult cuCtxPushCurrent_v2(CUcontext ctx) { return rf_cuCtxPushCurrent_v2(ctx); }
CUresult cuCtxRecordEvent(CUcontext hCtx, CUevent hEvent) { return rf_cuCtxRecordEvent(hCtx, hEvent); }
CUresult cuCtxResetPersistingL2Cache() { return rf_cuCtxResetPersistingL2Cache(); }
CUresult cuCtxSetCacheConfig(CUfunc_cache config) { return rf_cuCtxSetCacheConfig(config); }
CUresult cuCtxSetCurrent(CUcontext ctx) { return rf_cuCtxSetCurrent(ctx); }
CUresult cuCtxSetFlags(unsigned int flags) { return rf_cuCtxSetFlags(flags); }
CUresult cuCtxSetLimit(CUlimit limit, size_t value) { return rf_cuCtxSetLimit(limit, value); }
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) { return rf_cuCtxSetSharedMemConfig(config); }
CUresult cuCtxSynchronize() { return rf_cuCtxSynchronize(); }
CUresult cuCtxSynchronize_v2(CUcontext ctx) { return rf_cuCtxSynchronize_v2(ctx); }
CUresult cuCtxWaitEvent(CUcontext hCtx, CUevent hEvent) { return rf_cuCtxWaitEvent(hCtx, hEvent); }
CUresult cuDevResourceGenerateDesc(CUdevResourceDesc* phDesc, CUdevResource* resources, unsigned int nbResources) { return rf_cuDevResourceGenerateDesc(phDesc, resources, nbResources); }
CUresult cuDevSmResourceSplitByCount(CUdevResource* result, unsigned int* nbGroups, const CUdevResource* input, CUdevResource* remaining, unsigned int useFlags, unsigned int minCount) { return rf_cuDevSmResourceSplitByCount(result, nbGroups, input, remaining, useFlags, minCount); }
CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int* flags, int* active) { return rf_cuDevicePrimaryCtxGetState(dev, flags, active); }
CUresult cuDevicePrimaryCtxRelease(CUdevice dev) { return rf_cuDevicePrimaryCtxRelease(dev); }
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev) { return rf_cuDevicePrimaryCtxRelease_v2(dev); }
CUresult cuDevicePrimaryCtxReset(CUdevice dev) { return rf_cuDevicePrimaryCtxReset(dev); }
CUresult cuDevicePrimaryCtxReset_v2(CUdevice dev) { return rf_cuDevicePrimaryCtxReset_v2(dev); }
CUresult cuDevicePrimaryCtxRetain(CUcontext* pctx, CUdevice dev) { return rf_cuDevicePrimaryCtxRetain(pctx, dev); }
CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags) { return rf_cuDevicePrimaryCtxSetFlags(dev, flags); }
CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, unsigned int flags) { return rf_cuDevicePrimaryCtxSetFlags_v2(dev, flags); }
CUresult cuGreenCtxCreate(CUgreenCtx* phCtx, CUdevResourceDesc desc, CUdevice dev, unsigned int flags) { return rf_cuGreenCtxCreate(phCtx, desc, dev, flags); }
CUresult cuGreenCtxDestroy(CUgreenCtx hCtx) { return rf_cuGreenCtxDestroy(hCtx); }
CUresult cuGreenCtxGetDevResource(CUgreenCtx hCtx, CUdevResource* resource, CUdevResourceType type) { return rf_cuGreenCtxGetDevResource(hCtx, resource, type); }
CUresult cuGreenCtxGetId(CUgreenCtx greenCtx, unsigned long long* greenCtxId) { return rf_cuGreenCtxGetId(greenCtx, greenCtxId); }
CUresult cuGreenCtxRecordEvent(CUgreenCtx hCtx, CUevent hEvent) { return rf_cuGreenCtxRecordEvent(hCtx, hEvent); }
CUresult cuGreenCtxStreamCreate(CUstream* phStream, CUgreenCtx greenCtx, unsigned int flags, int priority) { return rf_cuGreenCtxStreamCreate(phStream, greenCtx, flags, priority); }
CUresult cuGreenCtxWaitEvent(CUgreenCtx hCtx, CUevent hEvent) { return rf_cuGreenCtxWaitEvent(hCtx, hEvent); }
CUresult cuMemBatchDecompressAsync(CUmemDecompressParams* paramsArray, size_t count, unsigned int flags, size_t* errorIndex, CUstream stream) { return rf_cuMemBatchDecompressAsync(paramsArray, count, flags, errorIndex, stream); }
CUresult cuMemBatchDecompressAsync_ptsz(CUmemDecompressParams* paramsArray, size_t count, unsigned int flags, size_t* errorIndex, CUstream stream) { return rf_cuMemBatchDecompressAsync_ptsz(paramsArray, count, flags, errorIndex, stream); }
CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr* dptrs, size_t* sizes, size_t count, CUmemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) { return rf_cuMemDiscardAndPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream); }
CUresult cuMemDiscardAndPrefetchBatchAsync_ptsz(CUdeviceptr* dptrs, size_t* sizes, size_t count, CUmemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) { return rf_cuMemDiscardAndPrefetchBatchAsync_ptsz(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream); }
CUresult cuMemDiscardBatchAsync(CUdeviceptr* dptrs, size_t* sizes, size_t count, unsigned long long flags, CUstream hStream) { return rf_cuMemDiscardBatchAsync(dptrs, sizes, count, flags, hStream); }
CUresult cuMemDiscardBatchAsync_ptsz(CUdeviceptr* dptrs, size_t* sizes, size_t count, unsigned long long flags, CUstream hStream) { return rf_cuMemDiscardBatchAsync_ptsz(dptrs, sizes, count, flags, hStream); }
CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) { return rf_cuMemPrefetchAsync(devPtr, count, dstDevice, hStream); }
CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) { return rf_cuMemPrefetchAsync_ptsz(devPtr, count, dstDevice, hStream); }
CUresult cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream) { return rf_cuMemPrefetchAsync_v2(devPtr, count, location, flags, hStream); }
CUresult cuMemPrefetchAsync_v2_ptsz(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream) { return rf_cuMemPrefetchAsync_v2_ptsz(devPtr, count, location, flags, hStream); }
CUresult cuMemPrefetchBatchAsync(CUdeviceptr* dptrs, size_t* sizes, size_t count, CUmemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) { return rf_cuMemPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream); }
CUresult cuMemPrefetchBatchAsync_ptsz(CUdeviceptr* dptrs, size_t* sizes, size_t count, CUmemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) { return rf_cuMemPrefetchBatchAsync_ptsz(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream); }
CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) { return rf_cuMemcpy(dst, src, ByteCount); }
CUresult cuMemcpy_ptds(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) { return rf_cuMemcpy_ptds(dst, src, ByteCount); }
CUresult cuMemcpy2D(const CUDA_MEMCPY2D_v1* pCopy) { return rf_cuMemcpy2D(pCopy); }
CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D* pCopy) { return rf_cuMemcpy2D_v2(pCopy); }
CUresult cuMemcpy2D_v2_ptds(const CUDA_MEMCPY2D* pCopy) { return rf_cuMemcpy2D_v2_ptds(pCopy); }
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D_v1* pCopy, CUstream hStream) { return rf_cuMemcpy2DAsync(pCopy, hStream); }
CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* pCopy, CUstream hStream) { return rf_cuMemcpy2DAsync_v2(pCopy, hStream); }
CUresult cuMemcpy2DAsync_v2_ptsz(const CUDA_MEMCPY2D* pCopy, CUstream hStream) { return rf_cuMemcpy2DAsync_v2_ptsz(pCopy, hStream); }
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D_v1* pCopy) { return rf_cuMemcpy2DUnaligned(pCopy); }
CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D* pCopy) { return rf_cuMemcpy2DUnaligned_v2(pCopy); }
CUresult cuMemcpy2DUnaligned_v2_ptds(const CUDA_MEMCPY2D* pCopy) { return rf_cuMemcpy2DUnaligned_v2_ptds(pCopy); }
CUresult cuMemcpy3D(const CUDA_MEMCPY3D_v1* pCopy) { return rf_cuMemcpy3D(pCopy); }
CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D* pCopy) { return rf_cuMemcpy3D_v2(pCopy); }
CUresult cuMemcpy3D_v2_ptds(const CUDA_MEMCPY3D* pCopy) { return rf_cuMemcpy3D_v2_ptds(pCopy); }
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D_v1* pCopy, CUstream hStream) { return rf_cuMemcpy3DAsync(pCopy, hStream); }
CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D* pCopy, CUstream hStream) { return rf_cuMemcpy3DAsync_v2(pCopy, hStream); }
CUresult cuMemcpy3DAsync_v2_ptsz(const CUDA_MEMCPY3D* pCopy, CUstream hStream) { return rf_cuMemcpy3DAsync_v2_ptsz(pCopy, hStream); }
CUresult cuMemcpy3DBatchAsync(size_t numOps, CUDA_MEMCPY3D_BATCH_OP* opList, size_t* failIdx, unsigned long long flags, CUstream hStream) { return rf_cuMemcpy3DBatchAsync(numOps, opList, failIdx, flags, hStream); }
CUresult cuMemcpy3DBatchAsync_ptsz(size_t numOps, CUDA_MEMCPY3D_BATCH_OP* opList, size_t* failIdx, unsigned long long flags, CUstream hStream) { return rf_cuMemcpy3DBatchAsync_ptsz(numOps, opList, failIdx, flags, hStream); }
CUresult cuMemcpy3DBatchAsync_v2(size_t numOps, CUDA_MEMCPY3D_BATCH_OP* opList, unsigned long long flags, CUstream hStream) { return rf_cuMemcpy3DBatchAsync_v2(numOps, opList, flags, hStream); }
CUresult cuMemcpy3DBatchAsync_v2_ptsz(size_t numOps, CUDA_MEMCPY3D_BATCH_OP* opList, unsigned long long flags, CUstream hStream) { return rf_cuMemcpy3DBatchAsync_v2_ptsz(numOps, opList, flags, hStream); }
CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER* pCopy) { return rf_cuMemcpy3DPeer(pCopy); }
CUresult cuMemcpy3DPeer_ptds(const CUDA_MEMCPY3D_PEER* pCopy) { return rf_cuMemcpy3DPeer_ptds(pCopy); }
CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* pCopy, CUstream hStream) { return rf_cuMemcpy3DPeerAsync(pCopy, hStream); }
CUresult cuMemcpy3DPeerAsync_ptsz(const CUDA_MEMCPY3D_PEER* pCopy, CUstream hStream) { return rf_cuMemcpy3DPeerAsync_ptsz(pCopy, hStream); }
CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) { return rf_cuMemcpyAsync(dst, src, ByteCount, hStream); }
CUresult cuMemcpyAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) { return rf_cuMemcpyAsync_ptsz(dst, src, ByteCount, hStream); }
CUresult cuMemcpyBatchAsync(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count, CUmemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, size_t* failIdx, CUstream hStream) { return rf_cuMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, hStream); }
CUresult cuMemcpyBatchAsync_ptsz(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count, CUmemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, size_t* failIdx, CUstream hStream) { return rf_cuMemcpyBatchAsync_ptsz(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, hStream); }
CUresult cuMemcpyBatchAsync_v2(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count, CUmemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, CUstream hStream) { return rf_cuMemcpyBatchAsync_v2(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream); }
CUresult cuMemcpyBatchAsync_v2_ptsz(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count, CUmemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, CUstream hStream) { return rf_cuMemcpyBatchAsync_v2_ptsz(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream); }
CUresult cuMemcpyDtoD(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) { return rf_cuMemcpyDtoD(dstDevice, srcDevice, ByteCount); }
CUresult cuMemcpyDtoD_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) { return rf_cuMemcpyDtoD_v2(dstDevice, srcDevice, ByteCount); }
CUresult cuMemcpyDtoD_v2_ptds(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) { return rf_cuMemcpyDtoD_v2_ptds(dstDevice, srcDevice, ByteCount); }
CUresult cuMemcpyDtoDAsync(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream) { return rf_cuMemcpyDtoDAsync(dstDevice, srcDevice, ByteCount, hStream); }
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) { return rf_cuMemcpyDtoDAsync_v2(dstDevice, srcDevice, ByteCount, hStream); }
CUresult cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) { return rf_cuMemcpyDtoDAsync_v2_ptsz(dstDevice, srcDevice, ByteCount, hStream); }
CUresult cuMemcpyDtoH(void* dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) { return rf_cuMemcpyDtoH(dstHost, srcDevice, ByteCount); }
CUresult cuMemcpyDtoH_v2(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount) { return rf_cuMemcpyDtoH_v2(dstHost, srcDevice, ByteCount); }
CUresult cuMemcpyDtoH_v2_ptds(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount) { return rf_cuMemcpyDtoH_v2_ptds(dstHost, srcDevice, ByteCount); }
CUresult cuMemcpyDtoHAsync(void* dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream) { return rf_cuMemcpyDtoHAsync(dstHost, srcDevice, ByteCount, hStream); }
CUresult cuMemcpyDtoHAsync_v2(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) { return rf_cuMemcpyDtoHAsync_v2(dstHost, srcDevice, ByteCount, hStream); }
CUresult cuMemcpyDtoHAsync_v2_ptsz(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) { return rf_cuMemcpyDtoHAsync_v2_ptsz(dstHost, srcDevice, ByteCount, hStream); }
CUresult cuMemcpyHtoD(CUdeviceptr_v1 dstDevice, const void* srcHost, unsigned int ByteCount) { return rf_cuMemcpyHtoD(dstDevice, srcHost, ByteCount); }
CUresult cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount) { return rf_cuMemcpyHtoD_v2(dstDevice, srcHost, ByteCount); }
CUresult cuMemcpyHtoD_v2_ptds(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount) { return rf_cuMemcpyHtoD_v2_ptds(dstDevice, srcHost, ByteCount); }
CUresult cuMemcpyHtoDAsync(CUdeviceptr_v1 dstDevice, const void* srcHost, unsigned int ByteCount, CUstream hStream) { return rf_cuMemcpyHtoDAsync(dstDevice, srcHost, ByteCount, hStream); }
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount, CUstream hStream) { return rf_cuMemcpyHtoDAsync_v2(dstDevice, srcHost, ByteCount, hStream); }
CUresult cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount, CUstream hStream) { return rf_cuMemcpyHtoDAsync_v2_ptsz(dstDevice, srcHost, ByteCount, hStream); }
CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount) { return rf_cuMemcpyPeer(dstDevice, dstContext, srcDevice, srcContext, ByteCount); }
CUresult cuMemcpyPeer_ptds(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount) { return rf_cuMemcpyPeer_ptds(dstDevice, dstContext, srcDevice, srcContext, ByteCount); }
CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream) { return rf_cuMemcpyPeerAsync(dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream); }
CUresult cuMemcpyPeerAsync_ptsz(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream) { return rf_cuMemcpyPeerAsync_ptsz(dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream); }
CUresult cuMemsetD16(CUdeviceptr_v1 dstDevice, unsigned short us, unsigned int N) { return rf_cuMemsetD16(dstDevice, us, N); }
CUresult cuMemsetD16_v2(CUdeviceptr dstDevice, unsigned short us, size_t N) { return rf_cuMemsetD16_v2(dstDevice, us, N); }
CUresult cuMemsetD16_v2_ptds(CUdeviceptr dstDevice, unsigned short us, size_t N) { return rf_cuMemsetD16_v2_ptds(dstDevice, us, N); }
CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) { return rf_cuMemsetD16Async(dstDevice, us, N, hStream); }
CUresult cuMemsetD16Async_ptsz(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) { return rf_cuMemsetD16Async_ptsz(dstDevice, us, N, hStream); }
CUresult cuMemsetD2D16(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned short us, unsigned int Width, unsigned int Height) { return rf_cuMemsetD2D16(dstDevice, dstPitch, us, Width, Height); }
CUresult cuMemsetD2D16_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height) { return rf_cuMemsetD2D16_v2(dstDevice, dstPitch, us, Width, Height); }
CUresult cuMemsetD2D16_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height) { return rf_cuMemsetD2D16_v2_ptds(dstDevice, dstPitch, us, Width, Height); }
CUresult cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream) { return rf_cuMemsetD2D16Async(dstDevice, dstPitch, us, Width, Height, hStream); }
CUresult cuMemsetD2D16Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream) { return rf_cuMemsetD2D16Async_ptsz(dstDevice, dstPitch, us, Width, Height, hStream); }
CUresult cuMemsetD2D32(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned int ui, unsigned int Width, unsigned int Height) { return rf_cuMemsetD2D32(dstDevice, dstPitch, ui, Width, Height); }
CUresult cuMemsetD2D32_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height) { return rf_cuMemsetD2D32_v2(dstDevice, dstPitch, ui, Width, Height); }
CUresult cuMemsetD2D32_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height) { return rf_cuMemsetD2D32_v2_ptds(dstDevice, dstPitch, ui, Width, Height); }
CUresult cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream) { return rf_cuMemsetD2D32Async(dstDevice, dstPitch, ui, Width, Height, hStream); }
CUresult cuMemsetD2D32Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream) { return rf_cuMemsetD2D32Async_ptsz(dstDevice, dstPitch, ui, Width, Height, hStream); }
CUresult cuMemsetD2D8(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned char uc, unsigned int Width, unsigned int Height) { return rf_cuMemsetD2D8(dstDevice, dstPitch, uc, Width, Height); }
CUresult cuMemsetD2D8_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height) { return rf_cuMemsetD2D8_v2(dstDevice, dstPitch, uc, Width, Height); }
CUresult cuMemsetD2D8_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height) { return rf_cuMemsetD2D8_v2_ptds(dstDevice, dstPitch, uc, Width, Height); }
CUresult cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream) { return rf_cuMemsetD2D8Async(dstDevice, dstPitch, uc, Width, Height, hStream); }
CUresult cuMemsetD2D8Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream) { return rf_cuMemsetD2D8Async_ptsz(dstDevice, dstPitch, uc, Width, Height, hStream); }
CUresult cuMemsetD32(CUdeviceptr_v1 dstDevice, unsigned int ui, unsigned int N) { return rf_cuMemsetD32(dstDevice, ui, N); }
CUresult cuMemsetD32_v2(CUdeviceptr dstDevice, unsigned int ui, size_t N) { return rf_cuMemsetD32_v2(dstDevice, ui, N); }
CUresult cuMemsetD32_v2_ptds(CUdeviceptr dstDevice, unsigned int ui, size_t N) { return rf_cuMemsetD32_v2_ptds(dstDevice, ui, N); }
CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) { return rf_cuMemsetD32Async(dstDevice, ui, N, hStream); }
CUresult cuMemsetD32Async_ptsz(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) { return rf_cuMemsetD32Async_ptsz(dstDevice, ui, N, hStream); }
CUresult cuMemsetD8(CUdeviceptr_v1 dstDevice, unsigned char uc, unsigned int N) { return rf_cuMemsetD8(dstDevice, uc, N); }
CUresult cuMemsetD8_v2(CUdeviceptr dstDevice, unsigned char uc, size_t N) { return rf_cuMemsetD8_v2(dstDevice, uc, N); }
CUresult cuMemsetD8_v2_ptds(CUdeviceptr dstDevice, unsigned char uc, size_t N) { return rf_cuMemsetD8_v2_ptds(dstDevice, uc, N); }
CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) { return rf_cuMemsetD8Async(dstDevice, uc, N, hStream); }
CUresult cuMemsetD8Async_ptsz(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) { return rf_cuMemsetD8Async_ptsz(dstDevice, uc, N, hStream); }
CUresult cuDeviceCanAccessPeer(int* canAccessPeer, CUdevice dev, CUdevice peerDev) { return rf_cuDeviceCanAccessPeer(canAccessPeer, dev, peerDev); }
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice dev) { return rf_cuDeviceComputeCapability(major, minor, dev); }
CUresult cuDeviceGet(CUdevice* device, int ordinal) { return rf_cuDeviceGet(device, ordinal); }
CUresult cuDeviceGetAttribute(int* pi, CUdevice_attribute attrib, CUdevice dev) { return rf_cuDeviceGetAttribute(pi, attrib, dev); }
CUresult cuDeviceGetByPCIBusId(CUdevice* dev, const char* pciBusId) { return rf_cuDeviceGetByPCIBusId(dev, pciBusId); }
CUresult cuDeviceGetCount(int* count) { return rf_cuDeviceGetCount(count); }
CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource* resource, CUdevResourceType type) { return rf_cuDeviceGetDevResource(device, resource, type); }
CUresult cuDeviceGetExecAffinitySupport(int* pi, CUexecAffinityType type, CUdevice dev) { return rf_cuDeviceGetExecAffinitySupport(pi, type, dev); }
CUresult cuDeviceGetHostAtomicCapabilities(unsigned int* capabilities, const CUatomicOperation* operations, unsigned int count, CUdevice dev) { return rf_cuDeviceGetHostAtomicCapabilities(capabilities, operations, count, dev); }
CUresult cuDeviceGetLuid(char* luid, unsigned int* deviceNodeMask, CUdevice dev) { return rf_cuDeviceGetLuid(luid, deviceNodeMask, dev); }
CUresult cuDeviceGetName(char* name, int len, CUdevice dev) { return rf_cuDeviceGetName(name, len, dev); }
CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int* capabilities, const CUatomicOperation* operations, unsigned int count, CUdevice srcDevice, CUdevice dstDevice) { return rf_cuDeviceGetP2PAtomicCapabilities(capabilities, operations, count, srcDevice, dstDevice); }
CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attrib, CUdevice srcDevice, CUdevice dstDevice) { return rf_cuDeviceGetP2PAttribute(value, attrib, srcDevice, dstDevice); }
CUresult cuDeviceGetPCIBusId(char* pciBusId, int len, CUdevice dev) { return rf_cuDeviceGetPCIBusId(pciBusId, len, dev); }
CUresult cuDeviceGetProperties(CUdevprop* prop, CUdevice dev) { return rf_cuDeviceGetProperties(prop, dev); }
CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice dev) { return rf_cuDeviceGetUuid(uuid, dev); }
CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice dev) { return rf_cuDeviceGetUuid_v2(uuid, dev); }
CUresult cuDeviceRegisterAsyncNotification(CUdevice device, CUasyncCallback callbackFunc, void* userData, CUasyncCallbackHandle* callback) { return rf_cuDeviceRegisterAsyncNotification(device, callbackFunc, userData, callback); }
CUresult cuDeviceTotalMem(unsigned int* bytes, CUdevice dev) { return rf_cuDeviceTotalMem(bytes, dev); }
CUresult cuDeviceTotalMem_v2(size_t* bytes, CUdevice dev) { return rf_cuDeviceTotalMem_v2(bytes, dev); }
CUresult cuDeviceUnregisterAsyncNotification(CUdevice device, CUasyncCallbackHandle callback) { return rf_cuDeviceUnregisterAsyncNotification(device, callback); }
CUresult cuEventCreate(CUevent* phEvent, unsigned int Flags) { return rf_cuEventCreate(phEvent, Flags); }
CUresult cuEventDestroy(CUevent hEvent) { return rf_cuEventDestroy(hEvent); }
CUresult cuEventDestroy_v2(CUevent hEvent) { return rf_cuEventDestroy_v2(hEvent); }
CUresult cuEventElapsedTime(float* pMilliseconds, CUevent hStart, CUevent hEnd) { return rf_cuEventElapsedTime(pMilliseconds, hStart, hEnd); }
CUresult cuEventElapsedTime_v2(float* pMilliseconds, CUevent hStart, CUevent hEnd) { return rf_cuEventElapsedTime_v2(pMilliseconds, hStart, hEnd); }
CUresult cuEventQuery(CUevent hEvent) { return rf_cuEventQuery(hEvent); }
CUresult cuEventRecord(CUevent hEvent, CUstream hStream) { return rf_cuEventRecord(hEvent, hStream); }
CUresult cuEventRecord_ptsz(CUevent hEvent, CUstream hStream) { return rf_cuEventRecord_ptsz(hEvent, hStream); }
CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags) { return rf_cuEventRecordWithFlags(hEvent, hStream, flags); }
CUresult cuEventRecordWithFlags_ptsz(CUevent hEvent, CUstream hStream, unsigned int flags) { return rf_cuEventRecordWithFlags_ptsz(hEvent, hStream, flags); }
CUresult cuEventSynchronize(CUevent hEvent) { return rf_cuEventSynchronize(hEvent); }
CUresult cuDestroyExternalMemory(CUexternalMemory extMem) { return rf_cuDestroyExternalMemory(extMem); }
CUresult cuDestroyExternalSemaphore(CUexternalSemaphore extSem) { return rf_cuDestroyExternalSemaphore(extSem); }
CUresult cuDeviceGetNvSciSyncAttributes(void* nvSciSyncAttrList, CUdevice dev, int flags) { return rf_cuDeviceGetNvSciSyncAttributes(nvSciSyncAttrList, dev, flags); }
CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr* devPtr, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC* bufferDesc) { return rf_cuExternalMemoryGetMappedBuffer(devPtr, extMem, bufferDesc); }
CUresult cuExternalMemoryGetMappedMipmappedArray(CUmipmappedArray* mipmap, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC* mipmapDesc) { return rf_cuExternalMemoryGetMappedMipmappedArray(mipmap, extMem, mipmapDesc); }
CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource* resources, CUstream hStream) { return rf_cuGraphicsMapResources(count, resources, hStream); }
CUresult cuGraphicsMapResources_ptsz(unsigned int count, CUgraphicsResource* resources, CUstream hStream) { return rf_cuGraphicsMapResources_ptsz(count, resources, hStream); }
CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray* pMipmappedArray, CUgraphicsResource resource) { return rf_cuGraphicsResourceGetMappedMipmappedArray(pMipmappedArray, resource); }
CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr_v1* pDevPtr, unsigned int* pSize, CUgraphicsResource resource) { return rf_cuGraphicsResourceGetMappedPointer(pDevPtr, pSize, resource); }
CUresult cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr* pDevPtr, size_t* pSize, CUgraphicsResource resource) { return rf_cuGraphicsResourceGetMappedPointer_v2(pDevPtr, pSize, resource); }
CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags) { return rf_cuGraphicsResourceSetMapFlags(resource, flags); }
CUresult cuGraphicsResourceSetMapFlags_v2(CUgraphicsResource resource, unsigned int flags) { return rf_cuGraphicsResourceSetMapFlags_v2(resource, flags); }
CUresult cuGraphicsSubResourceGetMappedArray(CUarray* pArray, CUgraphicsResource resource, unsigned int arrayIndex, unsigned int mipLevel) { return rf_cuGraphicsSubResourceGetMappedArray(pArray, resource, arrayIndex, mipLevel); }
CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource* resources, CUstream hStream) { return rf_cuGraphicsUnmapResources(count, resources, hStream); }
CUresult cuGraphicsUnmapResources_ptsz(unsigned int count, CUgraphicsResource* resources, CUstream hStream) { return rf_cuGraphicsUnmapResources_ptsz(count, resources, hStream); }
CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource) { return rf_cuGraphicsUnregisterResource(resource); }
CUresult cuImportExternalMemory(CUexternalMemory* extMem_out, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC* memHandleDesc) { return rf_cuImportExternalMemory(extMem_out, memHandleDesc); }
CUresult cuImportExternalSemaphore(CUexternalSemaphore* extSem_out, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC* semHandleDesc) { return rf_cuImportExternalSemaphore(extSem_out, semHandleDesc); }
CUresult cuIpcCloseMemHandle(CUdeviceptr dptr) { return rf_cuIpcCloseMemHandle(dptr); }
CUresult cuIpcGetEventHandle(CUipcEventHandle* pHandle, CUevent event) { return rf_cuIpcGetEventHandle(pHandle, event); }
CUresult cuIpcGetMemHandle(CUipcMemHandle* pHandle, CUdeviceptr dptr) { return rf_cuIpcGetMemHandle(pHandle, dptr); }
CUresult cuIpcOpenEventHandle(CUevent* phEvent, CUipcEventHandle handle) { return rf_cuIpcOpenEventHandle(phEvent, handle); }
CUresult cuIpcOpenMemHandle(CUdeviceptr* pdptr, CUipcMemHandle handle, unsigned int Flags) { return rf_cuIpcOpenMemHandle(pdptr, handle, Flags); }
CUresult cuIpcOpenMemHandle_v2(CUdeviceptr* pdptr, CUipcMemHandle handle, unsigned int Flags) { return rf_cuIpcOpenMemHandle_v2(pdptr, handle, Flags); }
CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore* extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS* paramsArray, unsigned int numExtSems, CUstream stream) { return rf_cuSignalExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream); }
CUresult cuSignalExternalSemaphoresAsync_ptsz(const CUexternalSemaphore* extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS* paramsArray, unsigned int numExtSems, CUstream stream) { return rf_cuSignalExternalSemaphoresAsync_ptsz(extSemArray, paramsArray, numExtSems, stream); }
CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore* extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS* paramsArray, unsigned int numExtSems, CUstream stream) { return rf_cuWaitExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream); }
CUresult cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore* extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS* paramsArray, unsigned int numExtSems, CUstream stream) { return rf_cuWaitExternalSemaphoresAsync_ptsz(extSemArray, paramsArray, numExtSems, stream); }
CUresult cuCheckpointProcessCheckpoint(int pid, CUcheckpointCheckpointArgs* args) { return rf_cuCheckpointProcessCheckpoint(pid, args); }
CUresult cuCheckpointProcessGetRestoreThreadId(int pid, int* tid) { return rf_cuCheckpointProcessGetRestoreThreadId(pid, tid); }
CUresult cuCheckpointProcessGetState(int pid, CUprocessState* state) { return rf_cuCheckpointProcessGetState(pid, state); }
CUresult cuCheckpointProcessLock(int pid, CUcheckpointLockArgs* args) { return rf_cuCheckpointProcessLock(pid, args); }
CUresult cuCheckpointProcessRestore(int pid, CUcheckpointRestoreArgs* args) { return rf_cuCheckpointProcessRestore(pid, args); }
CUresult cuCheckpointProcessUnlock(int pid, CUcheckpointUnlockArgs* args) { return rf_cuCheckpointProcessUnlock(pid, args); }
CUresult cuCoredumpGetAttribute(CUcoredumpSettings attrib, void* value, size_t* size) { return rf_cuCoredumpGetAttribute(attrib, value, size); }
CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings attrib, void* value, size_t* size) { return rf_cuCoredumpGetAttributeGlobal(attrib, value, size); }
CUresult cuCoredumpSetAttribute(CUcoredumpSettings attrib, void* value, size_t* size) { return rf_cuCoredumpSetAttribute(attrib, value, size); }
CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings attrib, void* value, size_t* size) { return rf_cuCoredumpSetAttributeGlobal(attrib, value, size); }
CUresult cuDriverGetVersion(int* driverVersion) { return rf_cuDriverGetVersion(driverVersion); }
CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target, CUflushGPUDirectRDMAWritesScope scope) { return rf_cuFlushGPUDirectRDMAWrites(target, scope); }
CUresult cuGetErrorName(CUresult error, const char** pStr) { return rf_cuGetErrorName(error, pStr); }
CUresult cuGetErrorString(CUresult error, const char** pStr) { return rf_cuGetErrorString(error, pStr); }
CUresult cuGetExportTable(const void** ppExportTable, const CUuuid* pExportTableId) { return rf_cuGetExportTable(ppExportTable, pExportTableId); }
CUresult cuGetProcAddress(const char* symbol, void** pfn, int cudaVersion, cuuint64_t flags) { return rf_cuGetProcAddress(symbol, pfn, cudaVersion, flags); }
CUresult cuGetProcAddress_v2(const char* symbol, void** pfn, int cudaVersion, cuuint64_t flags, CUdriverProcAddressQueryResult* symbolStatus) { return rf_cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, symbolStatus); }
CUresult cuInit(unsigned int Flags) { return rf_cuInit(Flags); }
CUresult cuLogsCurrent(CUlogIterator* iterator_out, unsigned int flags) { return rf_cuLogsCurrent(iterator_out, flags); }
CUresult cuLogsDumpToFile(CUlogIterator* iterator, const char* pathToFile, unsigned int flags) { return rf_cuLogsDumpToFile(iterator, pathToFile, flags); }
CUresult cuLogsDumpToMemory(CUlogIterator* iterator, char* buffer, size_t* size, unsigned int flags) { return rf_cuLogsDumpToMemory(iterator, buffer, size, flags); }
CUresult cuLogsRegisterCallback(CUlogsCallback callbackFunc, void* userData, CUlogsCallbackHandle* callback_out) { return rf_cuLogsRegisterCallback(callbackFunc, userData, callback_out); }
CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle callback) { return rf_cuLogsUnregisterCallback(callback); }
CUresult cuProfilerInitialize(const char* configFile, const char* outputFile, CUoutput_mode outputMode) { return rf_cuProfilerInitialize(configFile, outputFile, outputMode); }
CUresult cuProfilerStart() { return rf_cuProfilerStart(); }
CUresult cuProfilerStop() { return rf_cuProfilerStop(); }
CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void* value) { return rf_cuDeviceGetGraphMemAttribute(device, attr, value); }
CUresult cuDeviceGraphMemTrim(CUdevice device) { return rf_cuDeviceGraphMemTrim(device); }
CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void* value) { return rf_cuDeviceSetGraphMemAttribute(device, attr, value); }
CUresult cuGraphAddBatchMemOpNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) { return rf_cuGraphAddBatchMemOpNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphAddChildGraphNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUgraph childGraph) { return rf_cuGraphAddChildGraphNode(phGraphNode, hGraph, dependencies, numDependencies, childGraph); }
CUresult cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to, size_t numDependencies) { return rf_cuGraphAddDependencies(hGraph, from, to, numDependencies); }
CUresult cuGraphAddDependencies_v2(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to, const CUgraphEdgeData* edgeData, size_t numDependencies) { return rf_cuGraphAddDependencies_v2(hGraph, from, to, edgeData, numDependencies); }
CUresult cuGraphAddEmptyNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies) { return rf_cuGraphAddEmptyNode(phGraphNode, hGraph, dependencies, numDependencies); }
CUresult cuGraphAddEventRecordNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUevent event) { return rf_cuGraphAddEventRecordNode(phGraphNode, hGraph, dependencies, numDependencies, event); }
CUresult cuGraphAddEventWaitNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUevent event) { return rf_cuGraphAddEventWaitNode(phGraphNode, hGraph, dependencies, numDependencies, event); }
CUresult cuGraphAddExternalSemaphoresSignalNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams) { return rf_cuGraphAddExternalSemaphoresSignalNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphAddExternalSemaphoresWaitNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams) { return rf_cuGraphAddExternalSemaphoresWaitNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphAddHostNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_HOST_NODE_PARAMS* nodeParams) { return rf_cuGraphAddHostNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphAddKernelNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) { return rf_cuGraphAddKernelNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphAddKernelNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS* nodeParams) { return rf_cuGraphAddKernelNode_v2(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphAddMemAllocNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUDA_MEM_ALLOC_NODE_PARAMS* nodeParams) { return rf_cuGraphAddMemAllocNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphAddMemFreeNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUdeviceptr dptr) { return rf_cuGraphAddMemFreeNode(phGraphNode, hGraph, dependencies, numDependencies, dptr); }
CUresult cuGraphAddMemcpyNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_MEMCPY3D* copyParams, CUcontext ctx) { return rf_cuGraphAddMemcpyNode(phGraphNode, hGraph, dependencies, numDependencies, copyParams, ctx); }
CUresult cuGraphAddMemsetNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext ctx) { return rf_cuGraphAddMemsetNode(phGraphNode, hGraph, dependencies, numDependencies, memsetParams, ctx); }
CUresult cuGraphAddNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUgraphNodeParams* nodeParams) { return rf_cuGraphAddNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult cuGraphAddNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, CUgraphNodeParams* nodeParams) { return rf_cuGraphAddNode_v2(phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams); }
CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode hNode, CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams_out) { return rf_cuGraphBatchMemOpNodeGetParams(hNode, nodeParams_out); }
CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) { return rf_cuGraphBatchMemOpNodeSetParams(hNode, nodeParams); }
CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph* phGraph) { return rf_cuGraphChildGraphNodeGetGraph(hNode, phGraph); }
CUresult cuGraphClone(CUgraph* phGraphClone, CUgraph originalGraph) { return rf_cuGraphClone(phGraphClone, originalGraph); }
CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle* pHandle_out, CUgraph hGraph, CUcontext ctx, unsigned int defaultLaunchValue, unsigned int flags) { return rf_cuGraphConditionalHandleCreate(pHandle_out, hGraph, ctx, defaultLaunchValue, flags); }
CUresult cuGraphCreate(CUgraph* phGraph, unsigned int flags) { return rf_cuGraphCreate(phGraph, flags); }
CUresult cuGraphDebugDotPrint(CUgraph hGraph, const char* path, unsigned int flags) { return rf_cuGraphDebugDotPrint(hGraph, path, flags); }
CUresult cuGraphDestroy(CUgraph hGraph) { return rf_cuGraphDestroy(hGraph); }
CUresult cuGraphDestroyNode(CUgraphNode hNode) { return rf_cuGraphDestroyNode(hNode); }
CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent* event_out) { return rf_cuGraphEventRecordNodeGetEvent(hNode, event_out); }
CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event) { return rf_cuGraphEventRecordNodeSetEvent(hNode, event); }
CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent* event_out) { return rf_cuGraphEventWaitNodeGetEvent(hNode, event_out); }
CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event) { return rf_cuGraphEventWaitNodeSetEvent(hNode, event); }
CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) { return rf_cuGraphExecBatchMemOpNodeSetParams(hGraphExec, hNode, nodeParams); }
CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraph childGraph) { return rf_cuGraphExecChildGraphNodeSetParams(hGraphExec, hNode, childGraph); }
CUresult cuGraphExecDestroy(CUgraphExec hGraphExec) { return rf_cuGraphExecDestroy(hGraphExec); }
CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) { return rf_cuGraphExecEventRecordNodeSetEvent(hGraphExec, hNode, event); }
CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) { return rf_cuGraphExecEventWaitNodeSetEvent(hGraphExec, hNode, event); }
CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams) { return rf_cuGraphExecExternalSemaphoresSignalNodeSetParams(hGraphExec, hNode, nodeParams); }
CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams) { return rf_cuGraphExecExternalSemaphoresWaitNodeSetParams(hGraphExec, hNode, nodeParams); }
CUresult cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t* flags) { return rf_cuGraphExecGetFlags(hGraphExec, flags); }
CUresult cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS* nodeParams) { return rf_cuGraphExecHostNodeSetParams(hGraphExec, hNode, nodeParams); }
CUresult cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) { return rf_cuGraphExecKernelNodeSetParams(hGraphExec, hNode, nodeParams); }
CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS* nodeParams) { return rf_cuGraphExecKernelNodeSetParams_v2(hGraphExec, hNode, nodeParams); }
CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMCPY3D* copyParams, CUcontext ctx) { return rf_cuGraphExecMemcpyNodeSetParams(hGraphExec, hNode, copyParams, ctx); }
CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext ctx) { return rf_cuGraphExecMemsetNodeSetParams(hGraphExec, hNode, memsetParams, ctx); }
CUresult cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraphNodeParams* nodeParams) { return rf_cuGraphExecNodeSetParams(hGraphExec, hNode, nodeParams); }
CUresult cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphNode* hErrorNode_out, CUgraphExecUpdateResult* updateResult_out) { return rf_cuGraphExecUpdate(hGraphExec, hGraph, hErrorNode_out, updateResult_out); }
CUresult cuGraphExecUpdate_v2(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphExecUpdateResultInfo* resultInfo) { return rf_cuGraphExecUpdate_v2(hGraphExec, hGraph, resultInfo); }
CUresult cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* params_out) { return rf_cuGraphExternalSemaphoresSignalNodeGetParams(hNode, params_out); }
CUresult cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS* nodeParams) { return rf_cuGraphExternalSemaphoresSignalNodeSetParams(hNode, nodeParams); }
CUresult cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_WAIT_NODE_PARAMS* params_out) { return rf_cuGraphExternalSemaphoresWaitNodeGetParams(hNode, params_out); }
CUresult cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS* nodeParams) { return rf_cuGraphExternalSemaphoresWaitNodeSetParams(hNode, nodeParams); }
CUresult cuGraphGetEdges(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to, size_t* numEdges) { return rf_cuGraphGetEdges(hGraph, from, to, numEdges); }
CUresult cuGraphGetEdges_v2(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to, CUgraphEdgeData* edgeData, size_t* numEdges) { return rf_cuGraphGetEdges_v2(hGraph, from, to, edgeData, numEdges); }
CUresult cuGraphGetNodes(CUgraph hGraph, CUgraphNode* nodes, size_t* numNodes) { return rf_cuGraphGetNodes(hGraph, nodes, numNodes); }
CUresult cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode* rootNodes, size_t* numRootNodes) { return rf_cuGraphGetRootNodes(hGraph, rootNodes, numRootNodes); }
CUresult cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS* nodeParams) { return rf_cuGraphHostNodeGetParams(hNode, nodeParams); }
CUresult cuGraphHostNodeSetParams(CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS* nodeParams) { return rf_cuGraphHostNodeSetParams(hNode, nodeParams); }
CUresult cuGraphInstantiate(CUgraphExec* phGraphExec, CUgraph hGraph, CUgraphNode* phErrorNode, char* logBuffer, size_t bufferSize) { return rf_cuGraphInstantiate(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize); }
CUresult cuGraphInstantiate_v2(CUgraphExec* phGraphExec, CUgraph hGraph, CUgraphNode* phErrorNode, char* logBuffer, size_t bufferSize) { return rf_cuGraphInstantiate_v2(phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize); }
CUresult cuGraphInstantiateWithFlags(CUgraphExec* phGraphExec, CUgraph hGraph, unsigned long long flags) { return rf_cuGraphInstantiateWithFlags(phGraphExec, hGraph, flags); }
CUresult cuGraphInstantiateWithParams(CUgraphExec* phGraphExec, CUgraph hGraph, CUDA_GRAPH_INSTANTIATE_PARAMS* instantiateParams) { return rf_cuGraphInstantiateWithParams(phGraphExec, hGraph, instantiateParams); }
CUresult cuGraphInstantiateWithParams_ptsz(CUgraphExec* phGraphExec, CUgraph hGraph, CUDA_GRAPH_INSTANTIATE_PARAMS* instantiateParams) { return rf_cuGraphInstantiateWithParams_ptsz(phGraphExec, hGraph, instantiateParams); }
CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src) { return rf_cuGraphKernelNodeCopyAttributes(dst, src); }
CUresult cuGraphKernelNodeGetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, CUkernelNodeAttrValue* value_out) { return rf_cuGraphKernelNodeGetAttribute(hNode, attr, value_out); }
CUresult cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) { return rf_cuGraphKernelNodeGetParams(hNode, nodeParams); }
CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS* nodeParams) { return rf_cuGraphKernelNodeGetParams_v2(hNode, nodeParams); }
CUresult cuGraphKernelNodeSetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, const CUkernelNodeAttrValue* value) { return rf_cuGraphKernelNodeSetAttribute(hNode, attr, value); }
CUresult cuGraphKernelNodeSetParams(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) { return rf_cuGraphKernelNodeSetParams(hNode, nodeParams); }
CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS* nodeParams) { return rf_cuGraphKernelNodeSetParams_v2(hNode, nodeParams); }
CUresult cuGraphLaunch(CUgraphExec hGraph, CUstream hStream) { return rf_cuGraphLaunch(hGraph, hStream); }
CUresult cuGraphLaunch_ptsz(CUgraphExec hGraph, CUstream hStream) { return rf_cuGraphLaunch_ptsz(hGraph, hStream); }
CUresult cuGraphMemAllocNodeGetParams(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS* params_out) { return rf_cuGraphMemAllocNodeGetParams(hNode, params_out); }
CUresult cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr* dptr_out) { return rf_cuGraphMemFreeNodeGetParams(hNode, dptr_out); }
CUresult cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D* nodeParams) { return rf_cuGraphMemcpyNodeGetParams(hNode, nodeParams); }
CUresult cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D* nodeParams) { return rf_cuGraphMemcpyNodeSetParams(hNode, nodeParams); }
CUresult cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS* nodeParams) { return rf_cuGraphMemsetNodeGetParams(hNode, nodeParams); }
CUresult cuGraphMemsetNodeSetParams(CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS* nodeParams) { return rf_cuGraphMemsetNodeSetParams(hNode, nodeParams); }
CUresult cuGraphNodeFindInClone(CUgraphNode* phNode, CUgraphNode hOriginalNode, CUgraph hClonedGraph) { return rf_cuGraphNodeFindInClone(phNode, hOriginalNode, hClonedGraph); }
CUresult cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode* dependencies, size_t* numDependencies) { return rf_cuGraphNodeGetDependencies(hNode, dependencies, numDependencies); }
CUresult cuGraphNodeGetDependencies_v2(CUgraphNode hNode, CUgraphNode* dependencies, CUgraphEdgeData* edgeData, size_t* numDependencies) { return rf_cuGraphNodeGetDependencies_v2(hNode, dependencies, edgeData, numDependencies); }
CUresult cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode* dependentNodes, size_t* numDependentNodes) { return rf_cuGraphNodeGetDependentNodes(hNode, dependentNodes, numDependentNodes); }
CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode hNode, CUgraphNode* dependentNodes, CUgraphEdgeData* edgeData, size_t* numDependentNodes) { return rf_cuGraphNodeGetDependentNodes_v2(hNode, dependentNodes, edgeData, numDependentNodes); }
CUresult cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int* isEnabled) { return rf_cuGraphNodeGetEnabled(hGraphExec, hNode, isEnabled); }
CUresult cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType* type) { return rf_cuGraphNodeGetType(hNode, type); }
CUresult cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled) { return rf_cuGraphNodeSetEnabled(hGraphExec, hNode, isEnabled); }
CUresult cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams* nodeParams) { return rf_cuGraphNodeSetParams(hNode, nodeParams); }
CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count) { return rf_cuGraphReleaseUserObject(graph, object, count); }
CUresult cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to, size_t numDependencies) { return rf_cuGraphRemoveDependencies(hGraph, from, to, numDependencies); }
CUresult cuGraphRemoveDependencies_v2(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to, const CUgraphEdgeData* edgeData, size_t numDependencies) { return rf_cuGraphRemoveDependencies_v2(hGraph, from, to, edgeData, numDependencies); }
CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags) { return rf_cuGraphRetainUserObject(graph, object, count, flags); }
CUresult cuGraphUpload(CUgraphExec hGraph, CUstream hStream) { return rf_cuGraphUpload(hGraph, hStream); }
CUresult cuGraphUpload_ptsz(CUgraphExec hGraph, CUstream hStream) { return rf_cuGraphUpload_ptsz(hGraph, hStream); }
CUresult cuUserObjectCreate(CUuserObject* object_out, void* ptr, CUhostFn destroy, unsigned int initialRefcount, unsigned int flags) { return rf_cuUserObjectCreate(object_out, ptr, destroy, initialRefcount, flags); }
CUresult cuUserObjectRelease(CUuserObject object, unsigned int count) { return rf_cuUserObjectRelease(object, count); }
CUresult cuUserObjectRetain(CUuserObject object, unsigned int count) { return rf_cuUserObjectRetain(object, count); }
CUresult cuLaunch(CUfunction f) { return rf_cuLaunch(f); }
CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void** kernelParams) { return rf_cuLaunchCooperativeKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams); }
CUresult cuLaunchCooperativeKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void** kernelParams) { return rf_cuLaunchCooperativeKernel_ptsz(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams); }
CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS* launchParamsList, unsigned int numDevices, unsigned int flags) { return rf_cuLaunchCooperativeKernelMultiDevice(launchParamsList, numDevices, flags); }
CUresult cuLaunchGrid(CUfunction f, int grid_width, int grid_height) { return rf_cuLaunchGrid(f, grid_width, grid_height); }
CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream) { return rf_cuLaunchGridAsync(f, grid_width, grid_height, hStream); }
CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void* userData) { return rf_cuLaunchHostFunc(hStream, fn, userData); }
CUresult cuLaunchHostFunc_ptsz(CUstream hStream, CUhostFn fn, void* userData) { return rf_cuLaunchHostFunc_ptsz(hStream, fn, userData); }
CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void** kernelParams, void** extra) { return rf_cuLaunchKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra); }
CUresult cuLaunchKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void** kernelParams, void** extra) { return rf_cuLaunchKernel_ptsz(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra); }
CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction f, void** kernelParams, void** extra) { return rf_cuLaunchKernelEx(config, f, kernelParams, extra); }
CUresult cuLaunchKernelEx_ptsz(const CUlaunchConfig* config, CUfunction f, void** kernelParams, void** extra) { return rf_cuLaunchKernelEx_ptsz(config, f, kernelParams, extra); }
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, CUfunction func, int numBlocks, int blockSize) { return rf_cuOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, func, numBlocks, blockSize); }
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize) { return rf_cuOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, func, blockSize, dynamicSMemSize); }
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize, unsigned int flags) { return rf_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize, dynamicSMemSize, flags); }
CUresult cuOccupancyMaxActiveClusters(int* numClusters, CUfunction func, const CUlaunchConfig* config) { return rf_cuOccupancyMaxActiveClusters(numClusters, func, config); }
CUresult cuOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit) { return rf_cuOccupancyMaxPotentialBlockSize(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit); }
CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit, unsigned int flags) { return rf_cuOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit, flags); }
CUresult cuOccupancyMaxPotentialClusterSize(int* clusterSize, CUfunction func, const CUlaunchConfig* config) { return rf_cuOccupancyMaxPotentialClusterSize(clusterSize, func, config); }
CUresult cuParamSetSize(CUfunction hfunc, unsigned int numbytes) { return rf_cuParamSetSize(hfunc, numbytes); }
CUresult cuParamSetTexRef(CUfunction hfunc, int texunit, CUtexref hTexRef) { return rf_cuParamSetTexRef(hfunc, texunit, hTexRef); }
CUresult cuParamSetf(CUfunction hfunc, int offset, float value) { return rf_cuParamSetf(hfunc, offset, value); }
CUresult cuParamSeti(CUfunction hfunc, int offset, unsigned int value) { return rf_cuParamSeti(hfunc, offset, value); }
CUresult cuParamSetv(CUfunction hfunc, int offset, void* ptr, unsigned int numbytes) { return rf_cuParamSetv(hfunc, offset, ptr, numbytes); }
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool_out, CUdevice dev) { return rf_cuDeviceGetDefaultMemPool(pool_out, dev); }
CUresult cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice dev) { return rf_cuDeviceGetMemPool(pool, dev); }
CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool) { return rf_cuDeviceSetMemPool(dev, pool); }
CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device) { return rf_cuMemAdvise(devPtr, count, advice, device); }
CUresult cuMemAdvise_v2(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUmemLocation location) { return rf_cuMemAdvise_v2(devPtr, count, advice, location); }
CUresult cuMemAlloc(CUdeviceptr_v1* dptr, unsigned int bytesize) { return rf_cuMemAlloc(dptr, bytesize); }
CUresult cuMemAlloc_v2(CUdeviceptr* dptr, size_t bytesize) { return rf_cuMemAlloc_v2(dptr, bytesize); }
CUresult cuMemAllocAsync(CUdeviceptr* dptr, size_t bytesize, CUstream hStream) { return rf_cuMemAllocAsync(dptr, bytesize, hStream); }
CUresult cuMemAllocAsync_ptsz(CUdeviceptr* dptr, size_t bytesize, CUstream hStream) { return rf_cuMemAllocAsync_ptsz(dptr, bytesize, hStream); }
CUresult cuMemAllocFromPoolAsync(CUdeviceptr* dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) { return rf_cuMemAllocFromPoolAsync(dptr, bytesize, pool, hStream); }
CUresult cuMemAllocFromPoolAsync_ptsz(CUdeviceptr* dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) { return rf_cuMemAllocFromPoolAsync_ptsz(dptr, bytesize, pool, hStream); }
CUresult cuMemAllocHost(void** pp, unsigned int bytesize) { return rf_cuMemAllocHost(pp, bytesize); }
CUresult cuMemAllocHost_v2(void** pp, size_t bytesize) { return rf_cuMemAllocHost_v2(pp, bytesize); }
CUresult cuMemAllocManaged(CUdeviceptr* dptr, size_t bytesize, unsigned int flags) { return rf_cuMemAllocManaged(dptr, bytesize, flags); }
CUresult cuMemAllocPitch(CUdeviceptr_v1* dptr, unsigned int* pPitch, unsigned int WidthInBytes, unsigned int Height, unsigned int ElementSizeBytes) { return rf_cuMemAllocPitch(dptr, pPitch, WidthInBytes, Height, ElementSizeBytes); }
CUresult cuMemAllocPitch_v2(CUdeviceptr* dptr, size_t* pPitch, size_t WidthInBytes, size_t Height, unsigned int ElementSizeBytes) { return rf_cuMemAllocPitch_v2(dptr, pPitch, WidthInBytes, Height, ElementSizeBytes); }
CUresult cuMemFree(CUdeviceptr_v1 dptr) { return rf_cuMemFree(dptr); }
CUresult cuMemFree_v2(CUdeviceptr dptr) { return rf_cuMemFree_v2(dptr); }
CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) { return rf_cuMemFreeAsync(dptr, hStream); }
CUresult cuMemFreeAsync_ptsz(CUdeviceptr dptr, CUstream hStream) { return rf_cuMemFreeAsync_ptsz(dptr, hStream); }
CUresult cuMemFreeHost(void* p) { return rf_cuMemFreeHost(p); }
CUresult cuMemGetAddressRange(CUdeviceptr_v1* pbase, unsigned int* psize, CUdeviceptr_v1 dptr) { return rf_cuMemGetAddressRange(pbase, psize, dptr); }
CUresult cuMemGetAddressRange_v2(CUdeviceptr* pbase, size_t* psize, CUdeviceptr dptr) { return rf_cuMemGetAddressRange_v2(pbase, psize, dptr); }
CUresult cuMemGetDefaultMemPool(CUmemoryPool* pool_out, CUmemLocation* location, CUmemAllocationType type) { return rf_cuMemGetDefaultMemPool(pool_out, location, type); }
CUresult cuMemGetInfo(unsigned int* free, unsigned int* total) { return rf_cuMemGetInfo(free, total); }
CUresult cuMemGetInfo_v2(size_t* free, size_t* total) { return rf_cuMemGetInfo_v2(free, total); }
CUresult cuMemGetMemPool(CUmemoryPool* pool, CUmemLocation* location, CUmemAllocationType type) { return rf_cuMemGetMemPool(pool, location, type); }
CUresult cuMemHostAlloc(void** pp, size_t bytesize, unsigned int Flags) { return rf_cuMemHostAlloc(pp, bytesize, Flags); }
CUresult cuMemHostGetDevicePointer(CUdeviceptr_v1* pdptr, void* p, unsigned int Flags) { return rf_cuMemHostGetDevicePointer(pdptr, p, Flags); }
CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr* pdptr, void* p, unsigned int Flags) { return rf_cuMemHostGetDevicePointer_v2(pdptr, p, Flags); }
CUresult cuMemHostGetFlags(unsigned int* pFlags, void* p) { return rf_cuMemHostGetFlags(pFlags, p); }
CUresult cuMemHostRegister(void* p, size_t bytesize, unsigned int Flags) { return rf_cuMemHostRegister(p, bytesize, Flags); }
CUresult cuMemHostRegister_v2(void* p, size_t bytesize, unsigned int Flags) { return rf_cuMemHostRegister_v2(p, bytesize, Flags); }
CUresult cuMemHostUnregister(void* p) { return rf_cuMemHostUnregister(p); }
CUresult cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* poolProps) { return rf_cuMemPoolCreate(pool, poolProps); }
CUresult cuMemPoolDestroy(CUmemoryPool pool) { return rf_cuMemPoolDestroy(pool); }
CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData* shareData_out, CUdeviceptr ptr) { return rf_cuMemPoolExportPointer(shareData_out, ptr); }
CUresult cuMemPoolExportToShareableHandle(void* handle_out, CUmemoryPool pool, CUmemAllocationHandleType handleType, unsigned long long flags) { return rf_cuMemPoolExportToShareableHandle(handle_out, pool, handleType, flags); }
CUresult cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool memPool, CUmemLocation* location) { return rf_cuMemPoolGetAccess(flags, memPool, location); }
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) { return rf_cuMemPoolGetAttribute(pool, attr, value); }
CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool* pool_out, void* handle, CUmemAllocationHandleType handleType, unsigned long long flags) { return rf_cuMemPoolImportFromShareableHandle(pool_out, handle, handleType, flags); }
CUresult cuMemPoolImportPointer(CUdeviceptr* ptr_out, CUmemoryPool pool, CUmemPoolPtrExportData* shareData) { return rf_cuMemPoolImportPointer(ptr_out, pool, shareData); }
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* map, size_t count) { return rf_cuMemPoolSetAccess(pool, map, count); }
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) { return rf_cuMemPoolSetAttribute(pool, attr, value); }
CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep) { return rf_cuMemPoolTrimTo(pool, minBytesToKeep); }
CUresult cuMemRangeGetAttribute(void* data, size_t dataSize, CUmem_range_attribute attribute, CUdeviceptr devPtr, size_t count) { return rf_cuMemRangeGetAttribute(data, dataSize, attribute, devPtr, count); }
CUresult cuMemRangeGetAttributes(void** data, size_t* dataSizes, CUmem_range_attribute* attributes, size_t numAttributes, CUdeviceptr devPtr, size_t count) { return rf_cuMemRangeGetAttributes(data, dataSizes, attributes, numAttributes, devPtr, count); }
CUresult cuMemSetMemPool(CUmemLocation* location, CUmemAllocationType type, CUmemoryPool pool) { return rf_cuMemSetMemPool(location, type, pool); }
CUresult cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr ptr) { return rf_cuPointerGetAttribute(data, attribute, ptr); }
CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute* attributes, void** data, CUdeviceptr ptr) { return rf_cuPointerGetAttributes(numAttributes, attributes, data, ptr); }
CUresult cuPointerSetAttribute(const void* value, CUpointer_attribute attribute, CUdeviceptr ptr) { return rf_cuPointerSetAttribute(value, attribute, ptr); }
CUresult cuFuncGetAttribute(int* pi, CUfunction_attribute attrib, CUfunction hfunc) { return rf_cuFuncGetAttribute(pi, attrib, hfunc); }
CUresult cuFuncGetModule(CUmodule* hmod, CUfunction hfunc) { return rf_cuFuncGetModule(hmod, hfunc); }
CUresult cuFuncGetName(const char** name, CUfunction hfunc) { return rf_cuFuncGetName(name, hfunc); }
CUresult cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t* paramOffset, size_t* paramSize) { return rf_cuFuncGetParamInfo(func, paramIndex, paramOffset, paramSize); }
CUresult cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction function) { return rf_cuFuncIsLoaded(state, function); }
CUresult cuFuncLoad(CUfunction function) { return rf_cuFuncLoad(function); }
CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value) { return rf_cuFuncSetAttribute(hfunc, attrib, value); }
CUresult cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z) { return rf_cuFuncSetBlockShape(hfunc, x, y, z); }
CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config) { return rf_cuFuncSetCacheConfig(hfunc, config); }
CUresult cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config) { return rf_cuFuncSetSharedMemConfig(hfunc, config); }
CUresult cuFuncSetSharedSize(CUfunction hfunc, unsigned int bytes) { return rf_cuFuncSetSharedSize(hfunc, bytes); }
CUresult cuKernelGetAttribute(int* pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev) { return rf_cuKernelGetAttribute(pi, attrib, kernel, dev); }
CUresult cuKernelGetFunction(CUfunction* pFunc, CUkernel kernel) { return rf_cuKernelGetFunction(pFunc, kernel); }
CUresult cuKernelGetLibrary(CUlibrary* pLib, CUkernel kernel) { return rf_cuKernelGetLibrary(pLib, kernel); }
CUresult cuKernelGetName(const char** name, CUkernel hfunc) { return rf_cuKernelGetName(name, hfunc); }
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t* paramOffset, size_t* paramSize) { return rf_cuKernelGetParamInfo(kernel, paramIndex, paramOffset, paramSize); }
CUresult cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev) { return rf_cuKernelSetAttribute(attrib, val, kernel, dev); }
CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev) { return rf_cuKernelSetCacheConfig(kernel, config, dev); }
CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned int numKernels, CUlibrary lib) { return rf_cuLibraryEnumerateKernels(kernels, numKernels, lib); }
CUresult cuLibraryGetGlobal(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name) { return rf_cuLibraryGetGlobal(dptr, bytes, library, name); }
CUresult cuLibraryGetKernel(CUkernel* pKernel, CUlibrary library, const char* name) { return rf_cuLibraryGetKernel(pKernel, library, name); }
CUresult cuLibraryGetKernelCount(unsigned int* count, CUlibrary lib) { return rf_cuLibraryGetKernelCount(count, lib); }
CUresult cuLibraryGetManaged(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name) { return rf_cuLibraryGetManaged(dptr, bytes, library, name); }
CUresult cuLibraryGetModule(CUmodule* pMod, CUlibrary library) { return rf_cuLibraryGetModule(pMod, library); }
CUresult cuLibraryGetUnifiedFunction(void** fptr, CUlibrary library, const char* symbol) { return rf_cuLibraryGetUnifiedFunction(fptr, library, symbol); }
CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* jitOptions, void** jitOptionsValues, unsigned int numJitOptions, CUlibraryOption* libraryOptions, void** libraryOptionValues, unsigned int numLibraryOptions) { return rf_cuLibraryLoadData(library, code, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions); }
CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* fileName, CUjit_option* jitOptions, void** jitOptionsValues, unsigned int numJitOptions, CUlibraryOption* libraryOptions, void** libraryOptionValues, unsigned int numLibraryOptions) { return rf_cuLibraryLoadFromFile(library, fileName, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions); }
CUresult cuLibraryUnload(CUlibrary library) { return rf_cuLibraryUnload(library); }
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t size, const char* name, unsigned int numOptions, CUjit_option* options, void** optionValues) { return rf_cuLinkAddData(state, type, data, size, name, numOptions, options, optionValues); }
CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void* data, size_t size, const char* name, unsigned int numOptions, CUjit_option* options, void** optionValues) { return rf_cuLinkAddData_v2(state, type, data, size, name, numOptions, options, optionValues); }
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path, unsigned int numOptions, CUjit_option* options, void** optionValues) { return rf_cuLinkAddFile(state, type, path, numOptions, options, optionValues); }
CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char* path, unsigned int numOptions, CUjit_option* options, void** optionValues) { return rf_cuLinkAddFile_v2(state, type, path, numOptions, options, optionValues); }
CUresult cuLinkComplete(CUlinkState state, void** cubinOut, size_t* sizeOut) { return rf_cuLinkComplete(state, cubinOut, sizeOut); }
CUresult cuLinkCreate(unsigned int numOptions, CUjit_option* options, void** optionValues, CUlinkState* stateOut) { return rf_cuLinkCreate(numOptions, options, optionValues, stateOut); }
CUresult cuLinkCreate_v2(unsigned int numOptions, CUjit_option* options, void** optionValues, CUlinkState* stateOut) { return rf_cuLinkCreate_v2(numOptions, options, optionValues, stateOut); }
CUresult cuLinkDestroy(CUlinkState state) { return rf_cuLinkDestroy(state); }
CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned int numFunctions, CUmodule mod) { return rf_cuModuleEnumerateFunctions(functions, numFunctions, mod); }
CUresult cuModuleGetFunction(CUfunction* hfunc, CUmodule hmod, const char* name) { return rf_cuModuleGetFunction(hfunc, hmod, name); }
CUresult cuModuleGetFunctionCount(unsigned int* count, CUmodule mod) { return rf_cuModuleGetFunctionCount(count, mod); }
CUresult cuModuleGetGlobal(CUdeviceptr_v1* dptr, unsigned int* bytes, CUmodule hmod, const char* name) { return rf_cuModuleGetGlobal(dptr, bytes, hmod, name); }
CUresult cuModuleGetGlobal_v2(CUdeviceptr* dptr, size_t* bytes, CUmodule hmod, const char* name) { return rf_cuModuleGetGlobal_v2(dptr, bytes, hmod, name); }
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) { return rf_cuModuleGetLoadingMode(mode); }
CUresult cuModuleGetSurfRef(CUsurfref* pSurfRef, CUmodule hmod, const char* name) { return rf_cuModuleGetSurfRef(pSurfRef, hmod, name); }
CUresult cuModuleGetTexRef(CUtexref* pTexRef, CUmodule hmod, const char* name) { return rf_cuModuleGetTexRef(pTexRef, hmod, name); }
CUresult cuModuleLoad(CUmodule* module, const char* fname) { return rf_cuModuleLoad(module, fname); }
CUresult cuModuleLoadData(CUmodule* module, const void* image) { return rf_cuModuleLoadData(module, image); }
CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int numOptions, CUjit_option* options, void** optionValues) { return rf_cuModuleLoadDataEx(module, image, numOptions, options, optionValues); }
CUresult cuModuleLoadFatBinary(CUmodule* module, const void* fatCubin) { return rf_cuModuleLoadFatBinary(module, fatCubin); }
CUresult cuModuleUnload(CUmodule hmod) { return rf_cuModuleUnload(hmod); }
CUresult cuShmAt(CUdeviceptr* dptr, int id, int flags) { return rf_cuShmAt(dptr, id, flags); }
CUresult cuShmCtl(int id, int cmd, void* buf) { return rf_cuShmCtl(id, cmd, buf); }
CUresult cuShmDt(CUdeviceptr dptr) { return rf_cuShmDt(dptr); }
CUresult cuShmGet(int* ptr, int key, size_t size, int flags) { return rf_cuShmGet(ptr, key, size, flags); }
CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void* userData, unsigned int flags) { return rf_cuStreamAddCallback(hStream, callback, userData, flags); }
CUresult cuStreamAddCallback_ptsz(CUstream hStream, CUstreamCallback callback, void* userData, unsigned int flags) { return rf_cuStreamAddCallback_ptsz(hStream, callback, userData, flags); }
CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags) { return rf_cuStreamAttachMemAsync(hStream, dptr, length, flags); }
CUresult cuStreamAttachMemAsync_ptsz(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags) { return rf_cuStreamAttachMemAsync_ptsz(hStream, dptr, length, flags); }
CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray, unsigned int flags) { return rf_cuStreamBatchMemOp(stream, count, paramArray, flags); }
CUresult cuStreamBatchMemOp_ptsz(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray, unsigned int flags) { return rf_cuStreamBatchMemOp_ptsz(stream, count, paramArray, flags); }
CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray, unsigned int flags) { return rf_cuStreamBatchMemOp_v2(stream, count, paramArray, flags); }
CUresult cuStreamBatchMemOp_v2_ptsz(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray, unsigned int flags) { return rf_cuStreamBatchMemOp_v2_ptsz(stream, count, paramArray, flags); }
CUresult cuStreamBeginCapture(CUstream hStream) { return rf_cuStreamBeginCapture(hStream); }
CUresult cuStreamBeginCapture_ptsz(CUstream hStream) { return rf_cuStreamBeginCapture_ptsz(hStream); }
CUresult cuStreamBeginCapture_v2(CUstream hStream, CUstreamCaptureMode mode) { return rf_cuStreamBeginCapture_v2(hStream, mode); }
CUresult cuStreamBeginCapture_v2_ptsz(CUstream hStream, CUstreamCaptureMode mode) { return rf_cuStreamBeginCapture_v2_ptsz(hStream, mode); }
CUresult cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph, const CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, CUstreamCaptureMode mode) { return rf_cuStreamBeginCaptureToGraph(hStream, hGraph, dependencies, dependencyData, numDependencies, mode); }
CUresult cuStreamBeginCaptureToGraph_ptsz(CUstream hStream, CUgraph hGraph, const CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, CUstreamCaptureMode mode) { return rf_cuStreamBeginCaptureToGraph_ptsz(hStream, hGraph, dependencies, dependencyData, numDependencies, mode); }
CUresult cuStreamCopyAttributes(CUstream dstStream, CUstream srcStream) { return rf_cuStreamCopyAttributes(dstStream, srcStream); }
CUresult cuStreamCopyAttributes_ptsz(CUstream dstStream, CUstream srcStream) { return rf_cuStreamCopyAttributes_ptsz(dstStream, srcStream); }
CUresult cuStreamCreate(CUstream* phStream, unsigned int Flags) { return rf_cuStreamCreate(phStream, Flags); }
CUresult cuStreamCreateWithPriority(CUstream* phStream, unsigned int flags, int priority) { return rf_cuStreamCreateWithPriority(phStream, flags, priority); }
CUresult cuStreamDestroy(CUstream hStream) { return rf_cuStreamDestroy(hStream); }
CUresult cuStreamDestroy_v2(CUstream hStream) { return rf_cuStreamDestroy_v2(hStream); }
CUresult cuStreamEndCapture(CUstream hStream, CUgraph* phGraph) { return rf_cuStreamEndCapture(hStream, phGraph); }
CUresult cuStreamEndCapture_ptsz(CUstream hStream, CUgraph* phGraph) { return rf_cuStreamEndCapture_ptsz(hStream, phGraph); }
CUresult cuStreamGetAttribute(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue* value) { return rf_cuStreamGetAttribute(hStream, attr, value); }
CUresult cuStreamGetAttribute_ptsz(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue* value) { return rf_cuStreamGetAttribute_ptsz(hStream, attr, value); }
CUresult cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out) { return rf_cuStreamGetCaptureInfo(hStream, captureStatus_out, id_out); }
CUresult cuStreamGetCaptureInfo_ptsz(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out) { return rf_cuStreamGetCaptureInfo_ptsz(hStream, captureStatus_out, id_out); }
CUresult cuStreamGetCaptureInfo_v2(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out, CUgraph* graph_out, const CUgraphNode** dependencies_out, size_t* numDependencies_out) { return rf_cuStreamGetCaptureInfo_v2(hStream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out); }
CUresult cuStreamGetCaptureInfo_v2_ptsz(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out, CUgraph* graph_out, const CUgraphNode** dependencies_out, size_t* numDependencies_out) { return rf_cuStreamGetCaptureInfo_v2_ptsz(hStream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out); }
CUresult cuStreamGetCaptureInfo_v3(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out, CUgraph* graph_out, const CUgraphNode** dependencies_out, const CUgraphEdgeData** edgeData_out, size_t* numDependencies_out) { return rf_cuStreamGetCaptureInfo_v3(hStream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out); }
CUresult cuStreamGetCaptureInfo_v3_ptsz(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out, CUgraph* graph_out, const CUgraphNode** dependencies_out, const CUgraphEdgeData** edgeData_out, size_t* numDependencies_out) { return rf_cuStreamGetCaptureInfo_v3_ptsz(hStream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out); }
CUresult cuStreamGetCtx(CUstream hStream, CUcontext* pctx) { return rf_cuStreamGetCtx(hStream, pctx); }
CUresult cuStreamGetCtx_ptsz(CUstream hStream, CUcontext* pctx) { return rf_cuStreamGetCtx_ptsz(hStream, pctx); }
CUresult cuStreamGetCtx_v2(CUstream hStream, CUcontext* pCtx, CUgreenCtx* pGreenCtx) { return rf_cuStreamGetCtx_v2(hStream, pCtx, pGreenCtx); }
CUresult cuStreamGetCtx_v2_ptsz(CUstream hStream, CUcontext* pCtx, CUgreenCtx* pGreenCtx) { return rf_cuStreamGetCtx_v2_ptsz(hStream, pCtx, pGreenCtx); }
CUresult cuStreamGetDevice(CUstream hStream, CUdevice* device) { return rf_cuStreamGetDevice(hStream, device); }
CUresult cuStreamGetDevice_ptsz(CUstream hStream, CUdevice* device) { return rf_cuStreamGetDevice_ptsz(hStream, device); }
CUresult cuStreamGetFlags(CUstream hStream, unsigned int* flags) { return rf_cuStreamGetFlags(hStream, flags); }
CUresult cuStreamGetFlags_ptsz(CUstream hStream, unsigned int* flags) { return rf_cuStreamGetFlags_ptsz(hStream, flags); }
CUresult cuStreamGetGreenCtx(CUstream hStream, CUgreenCtx* phCtx) { return rf_cuStreamGetGreenCtx(hStream, phCtx); }
CUresult cuStreamGetId(CUstream hStream, unsigned long long* streamId) { return rf_cuStreamGetId(hStream, streamId); }
CUresult cuStreamGetId_ptsz(CUstream hStream, unsigned long long* streamId) { return rf_cuStreamGetId_ptsz(hStream, streamId); }
CUresult cuStreamGetPriority(CUstream hStream, int* priority) { return rf_cuStreamGetPriority(hStream, priority); }
CUresult cuStreamGetPriority_ptsz(CUstream hStream, int* priority) { return rf_cuStreamGetPriority_ptsz(hStream, priority); }
CUresult cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus* captureStatus) { return rf_cuStreamIsCapturing(hStream, captureStatus); }
CUresult cuStreamIsCapturing_ptsz(CUstream hStream, CUstreamCaptureStatus* captureStatus) { return rf_cuStreamIsCapturing_ptsz(hStream, captureStatus); }
CUresult cuStreamQuery(CUstream hStream) { return rf_cuStreamQuery(hStream); }
CUresult cuStreamQuery_ptsz(CUstream hStream) { return rf_cuStreamQuery_ptsz(hStream); }
CUresult cuStreamSetAttribute(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue* param) { return rf_cuStreamSetAttribute(hStream, attr, param); }
CUresult cuStreamSetAttribute_ptsz(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue* param) { return rf_cuStreamSetAttribute_ptsz(hStream, attr, param); }
CUresult cuStreamSynchronize(CUstream hStream) { return rf_cuStreamSynchronize(hStream); }
CUresult cuStreamSynchronize_ptsz(CUstream hStream) { return rf_cuStreamSynchronize_ptsz(hStream); }
CUresult cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode* dependencies, size_t numDependencies, unsigned int flags) { return rf_cuStreamUpdateCaptureDependencies(hStream, dependencies, numDependencies, flags); }
CUresult cuStreamUpdateCaptureDependencies_ptsz(CUstream hStream, CUgraphNode* dependencies, size_t numDependencies, unsigned int flags) { return rf_cuStreamUpdateCaptureDependencies_ptsz(hStream, dependencies, numDependencies, flags); }
CUresult cuStreamUpdateCaptureDependencies_v2(CUstream hStream, CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, unsigned int flags) { return rf_cuStreamUpdateCaptureDependencies_v2(hStream, dependencies, dependencyData, numDependencies, flags); }
CUresult cuStreamUpdateCaptureDependencies_v2_ptsz(CUstream hStream, CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, unsigned int flags) { return rf_cuStreamUpdateCaptureDependencies_v2_ptsz(hStream, dependencies, dependencyData, numDependencies, flags); }
CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags) { return rf_cuStreamWaitEvent(hStream, hEvent, Flags); }
CUresult cuStreamWaitEvent_ptsz(CUstream hStream, CUevent hEvent, unsigned int Flags) { return rf_cuStreamWaitEvent_ptsz(hStream, hEvent, Flags); }
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return rf_cuStreamWaitValue32(stream, addr, value, flags); }
CUresult cuStreamWaitValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return rf_cuStreamWaitValue32_ptsz(stream, addr, value, flags); }
CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return rf_cuStreamWaitValue32_v2(stream, addr, value, flags); }
CUresult cuStreamWaitValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return rf_cuStreamWaitValue32_v2_ptsz(stream, addr, value, flags); }
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return rf_cuStreamWaitValue64(stream, addr, value, flags); }
CUresult cuStreamWaitValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return rf_cuStreamWaitValue64_ptsz(stream, addr, value, flags); }
CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return rf_cuStreamWaitValue64_v2(stream, addr, value, flags); }
CUresult cuStreamWaitValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return rf_cuStreamWaitValue64_v2_ptsz(stream, addr, value, flags); }
CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return rf_cuStreamWriteValue32(stream, addr, value, flags); }
CUresult cuStreamWriteValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return rf_cuStreamWriteValue32_ptsz(stream, addr, value, flags); }
CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return rf_cuStreamWriteValue32_v2(stream, addr, value, flags); }
CUresult cuStreamWriteValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return rf_cuStreamWriteValue32_v2_ptsz(stream, addr, value, flags); }
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return rf_cuStreamWriteValue64(stream, addr, value, flags); }
CUresult cuStreamWriteValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return rf_cuStreamWriteValue64_ptsz(stream, addr, value, flags); }
CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return rf_cuStreamWriteValue64_v2(stream, addr, value, flags); }
CUresult cuStreamWriteValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return rf_cuStreamWriteValue64_v2_ptsz(stream, addr, value, flags); }
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) { return rf_cuThreadExchangeStreamCaptureMode(mode); }
CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size) { return rf_cuMemAddressFree(ptr, size); }
CUresult cuMemAddressReserve(CUdeviceptr* ptr, size_t size, size_t alignment, CUdeviceptr addr, unsigned long long flags) { return rf_cuMemAddressReserve(ptr, size, alignment, addr, flags); }
CUresult cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size, const CUmemAllocationProp* prop, unsigned long long flags) { return rf_cuMemCreate(handle, size, prop, flags); }
CUresult cuMemExportToShareableHandle(void* shareableHandle, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType handleType, unsigned long long flags) { return rf_cuMemExportToShareableHandle(shareableHandle, handle, handleType, flags); }
CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location, CUdeviceptr ptr) { return rf_cuMemGetAccess(flags, location, ptr); }
CUresult cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* prop, CUmemAllocationGranularity_flags option) { return rf_cuMemGetAllocationGranularity(granularity, prop, option); }
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* prop, CUmemGenericAllocationHandle handle) { return rf_cuMemGetAllocationPropertiesFromHandle(prop, handle); }
CUresult cuMemGetHandleForAddressRange(void* handle, CUdeviceptr dptr, size_t size, CUmemRangeHandleType handleType, unsigned long long flags) { return rf_cuMemGetHandleForAddressRange(handle, dptr, size, handleType, flags); }
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* osHandle, CUmemAllocationHandleType shHandleType) { return rf_cuMemImportFromShareableHandle(handle, osHandle, shHandleType); }
CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags) { return rf_cuMemMap(ptr, size, offset, handle, flags); }
CUresult cuMemRelease(CUmemGenericAllocationHandle handle) { return rf_cuMemRelease(handle); }
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* addr) { return rf_cuMemRetainAllocationHandle(handle, addr); }
CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc* desc, size_t count) { return rf_cuMemSetAccess(ptr, size, desc, count); }
CUresult cuMemUnmap(CUdeviceptr ptr, size_t size) { return rf_cuMemUnmap(ptr, size); }
CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle mcHandle, CUdevice dev) { return rf_cuMulticastAddDevice(mcHandle, dev); }
CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle mcHandle, size_t mcOffset, CUdeviceptr memptr, size_t size, unsigned long long flags) { return rf_cuMulticastBindAddr(mcHandle, mcOffset, memptr, size, flags); }
CUresult cuMulticastBindMem(CUmemGenericAllocationHandle mcHandle, size_t mcOffset, CUmemGenericAllocationHandle memHandle, size_t memOffset, size_t size, unsigned long long flags) { return rf_cuMulticastBindMem(mcHandle, mcOffset, memHandle, memOffset, size, flags); }
CUresult cuMulticastCreate(CUmemGenericAllocationHandle* mcHandle, const CUmulticastObjectProp* prop) { return rf_cuMulticastCreate(mcHandle, prop); }
CUresult cuMulticastGetGranularity(size_t* granularity, const CUmulticastObjectProp* prop, CUmulticastGranularity_flags option) { return rf_cuMulticastGetGranularity(granularity, prop, option); }
CUresult cuMulticastUnbind(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, size_t size) { return rf_cuMulticastUnbind(mcHandle, dev, mcOffset, size); }
#pragma GCC visibility pop

}
