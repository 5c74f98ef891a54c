// Made by tools/generate_api.py from api/. Do not edit.
// clang-format off
#include "api/driver_entries.h"
#include "api/driver_functions.h"
#include "client/trace/default_stream.h"
#include "client/trace/traced.h"

using namespace ringfence::client;

extern "C" {

CUresult rf_cuArray3DCreate(CUarray*, const CUDA_ARRAY3D_DESCRIPTOR_v1*) { return unsupported<CUresult>(Api::cuArray3DCreate); }
CUresult rf_cuArray3DCreate_v2(CUarray*, const CUDA_ARRAY3D_DESCRIPTOR*) { return unsupported<CUresult>(Api::cuArray3DCreate_v2); }
CUresult rf_cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1*, CUarray) { return unsupported<CUresult>(Api::cuArray3DGetDescriptor); }
CUresult rf_cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR*, CUarray) { return unsupported<CUresult>(Api::cuArray3DGetDescriptor_v2); }
CUresult rf_cuArrayCreate(CUarray*, const CUDA_ARRAY_DESCRIPTOR_v1*) { return unsupported<CUresult>(Api::cuArrayCreate); }
CUresult rf_cuArrayCreate_v2(CUarray*, const CUDA_ARRAY_DESCRIPTOR*) { return unsupported<CUresult>(Api::cuArrayCreate_v2); }
CUresult rf_cuArrayDestroy(CUarray) { return unsupported<CUresult>(Api::cuArrayDestroy); }
CUresult rf_cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1*, CUarray) { return unsupported<CUresult>(Api::cuArrayGetDescriptor); }
CUresult rf_cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR*, CUarray) { return unsupported<CUresult>(Api::cuArrayGetDescriptor_v2); }
CUresult rf_cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS*, CUarray, CUdevice) { return unsupported<CUresult>(Api::cuArrayGetMemoryRequirements); }
CUresult rf_cuArrayGetPlane(CUarray*, CUarray, unsigned int) { return unsupported<CUresult>(Api::cuArrayGetPlane); }
CUresult rf_cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES*, CUarray) { return unsupported<CUresult>(Api::cuArrayGetSparseProperties); }
CUresult rf_cuDeviceGetTexture1DLinearMaxWidth(size_t*, CUarray_format, unsigned int, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetTexture1DLinearMaxWidth); }
CUresult rf_cuMemMapArrayAsync(CUarrayMapInfo*, unsigned int, CUstream) { return unsupported<CUresult>(Api::cuMemMapArrayAsync); }
CUresult rf_cuMemMapArrayAsync_ptsz(CUarrayMapInfo*, unsigned int, CUstream) { return unsupported<CUresult>(Api::cuMemMapArrayAsync_ptsz); }
CUresult rf_cuMemcpyAtoA(CUarray, unsigned int, CUarray, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuMemcpyAtoA); }
CUresult rf_cuMemcpyAtoA_v2(CUarray, size_t, CUarray, size_t, size_t) { return unsupported<CUresult>(Api::cuMemcpyAtoA_v2); }
CUresult rf_cuMemcpyAtoA_v2_ptds(CUarray, size_t, CUarray, size_t, size_t) { return unsupported<CUresult>(Api::cuMemcpyAtoA_v2_ptds); }
CUresult rf_cuMemcpyAtoD(CUdeviceptr_v1, CUarray, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuMemcpyAtoD); }
CUresult rf_cuMemcpyAtoD_v2(CUdeviceptr, CUarray, size_t, size_t) { return unsupported<CUresult>(Api::cuMemcpyAtoD_v2); }
CUresult rf_cuMemcpyAtoD_v2_ptds(CUdeviceptr, CUarray, size_t, size_t) { return unsupported<CUresult>(Api::cuMemcpyAtoD_v2_ptds); }
CUresult rf_cuMemcpyAtoH(void*, CUarray, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuMemcpyAtoH); }
CUresult rf_cuMemcpyAtoH_v2(void*, CUarray, size_t, size_t) { return unsupported<CUresult>(Api::cuMemcpyAtoH_v2); }
CUresult rf_cuMemcpyAtoH_v2_ptds(void*, CUarray, size_t, size_t) { return unsupported<CUresult>(Api::cuMemcpyAtoH_v2_ptds); }
CUresult rf_cuMemcpyAtoHAsync(void*, CUarray, unsigned int, unsigned int, CUstream) { return unsupported<CUresult>(Api::cuMemcpyAtoHAsync); }
CUresult rf_cuMemcpyAtoHAsync_v2(void*, CUarray, size_t, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyAtoHAsync_v2); }
CUresult rf_cuMemcpyAtoHAsync_v2_ptsz(void*, CUarray, size_t, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyAtoHAsync_v2_ptsz); }
CUresult rf_cuMemcpyDtoA(CUarray, unsigned int, CUdeviceptr_v1, unsigned int) { return unsupported<CUresult>(Api::cuMemcpyDtoA); }
CUresult rf_cuMemcpyDtoA_v2(CUarray, size_t, CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuMemcpyDtoA_v2); }
CUresult rf_cuMemcpyDtoA_v2_ptds(CUarray, size_t, CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuMemcpyDtoA_v2_ptds); }
CUresult rf_cuMemcpyHtoA(CUarray, unsigned int, const void*, unsigned int) { return unsupported<CUresult>(Api::cuMemcpyHtoA); }
CUresult rf_cuMemcpyHtoA_v2(CUarray, size_t, const void*, size_t) { return unsupported<CUresult>(Api::cuMemcpyHtoA_v2); }
CUresult rf_cuMemcpyHtoA_v2_ptds(CUarray, size_t, const void*, size_t) { return unsupported<CUresult>(Api::cuMemcpyHtoA_v2_ptds); }
CUresult rf_cuMemcpyHtoAAsync(CUarray, unsigned int, const void*, unsigned int, CUstream) { return unsupported<CUresult>(Api::cuMemcpyHtoAAsync); }
CUresult rf_cuMemcpyHtoAAsync_v2(CUarray, size_t, const void*, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyHtoAAsync_v2); }
CUresult rf_cuMemcpyHtoAAsync_v2_ptsz(CUarray, size_t, const void*, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyHtoAAsync_v2_ptsz); }
CUresult rf_cuMipmappedArrayCreate(CUmipmappedArray*, const CUDA_ARRAY3D_DESCRIPTOR*, unsigned int) { return unsupported<CUresult>(Api::cuMipmappedArrayCreate); }
CUresult rf_cuMipmappedArrayDestroy(CUmipmappedArray) { return unsupported<CUresult>(Api::cuMipmappedArrayDestroy); }
CUresult rf_cuMipmappedArrayGetLevel(CUarray*, CUmipmappedArray, unsigned int) { return unsupported<CUresult>(Api::cuMipmappedArrayGetLevel); }
CUresult rf_cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS*, CUmipmappedArray, CUdevice) { return unsupported<CUresult>(Api::cuMipmappedArrayGetMemoryRequirements); }
CUresult rf_cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES*, CUmipmappedArray) { return unsupported<CUresult>(Api::cuMipmappedArrayGetSparseProperties); }
CUresult rf_cuSurfObjectCreate(CUsurfObject*, const CUDA_RESOURCE_DESC*) { return unsupported<CUresult>(Api::cuSurfObjectCreate); }
CUresult rf_cuSurfObjectDestroy(CUsurfObject) { return unsupported<CUresult>(Api::cuSurfObjectDestroy); }
CUresult rf_cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC*, CUsurfObject) { return unsupported<CUresult>(Api::cuSurfObjectGetResourceDesc); }
CUresult rf_cuSurfRefGetArray(CUarray*, CUsurfref) { return unsupported<CUresult>(Api::cuSurfRefGetArray); }
CUresult rf_cuSurfRefSetArray(CUsurfref, CUarray, unsigned int) { return unsupported<CUresult>(Api::cuSurfRefSetArray); }
CUresult rf_cuTensorMapEncodeIm2col(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, const int*, const int*, cuuint32_t, cuuint32_t, const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill) { return unsupported<CUresult>(Api::cuTensorMapEncodeIm2col); }
CUresult rf_cuTensorMapEncodeIm2colWide(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, int, int, cuuint32_t, cuuint32_t, const cuuint32_t*, CUtensorMapInterleave, CUtensorMapIm2ColWideMode, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill) { return unsupported<CUresult>(Api::cuTensorMapEncodeIm2colWide); }
CUresult rf_cuTensorMapEncodeTiled(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill) { return unsupported<CUresult>(Api::cuTensorMapEncodeTiled); }
CUresult rf_cuTensorMapReplaceAddress(CUtensorMap*, void*) { return unsupported<CUresult>(Api::cuTensorMapReplaceAddress); }
CUresult rf_cuTexObjectCreate(CUtexObject*, const CUDA_RESOURCE_DESC*, const CUDA_TEXTURE_DESC*, const CUDA_RESOURCE_VIEW_DESC*) { return unsupported<CUresult>(Api::cuTexObjectCreate); }
CUresult rf_cuTexObjectDestroy(CUtexObject) { return unsupported<CUresult>(Api::cuTexObjectDestroy); }
CUresult rf_cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC*, CUtexObject) { return unsupported<CUresult>(Api::cuTexObjectGetResourceDesc); }
CUresult rf_cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC*, CUtexObject) { return unsupported<CUresult>(Api::cuTexObjectGetResourceViewDesc); }
CUresult rf_cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC*, CUtexObject) { return unsupported<CUresult>(Api::cuTexObjectGetTextureDesc); }
CUresult rf_cuTexRefCreate(CUtexref*) { return unsupported<CUresult>(Api::cuTexRefCreate); }
CUresult rf_cuTexRefDestroy(CUtexref) { return unsupported<CUresult>(Api::cuTexRefDestroy); }
CUresult rf_cuTexRefGetAddress(CUdeviceptr_v1*, CUtexref) { return unsupported<CUresult>(Api::cuTexRefGetAddress); }
CUresult rf_cuTexRefGetAddress_v2(CUdeviceptr*, CUtexref) { return unsupported<CUresult>(Api::cuTexRefGetAddress_v2); }
CUresult rf_cuTexRefGetAddressMode(CUaddress_mode*, CUtexref, int) { return unsupported<CUresult>(Api::cuTexRefGetAddressMode); }
CUresult rf_cuTexRefGetArray(CUarray*, CUtexref) { return unsupported<CUresult>(Api::cuTexRefGetArray); }
CUresult rf_cuTexRefGetBorderColor(float*, CUtexref) { return unsupported<CUresult>(Api::cuTexRefGetBorderColor); }
CUresult rf_cuTexRefGetFilterMode(CUfilter_mode*, CUtexref) { return unsupported<CUresult>(Api::cuTexRefGetFilterMode); }
CUresult rf_cuTexRefGetFlags(unsigned int*, CUtexref) { return unsupported<CUresult>(Api::cuTexRefGetFlags); }
CUresult rf_cuTexRefGetFormat(CUarray_format*, int*, CUtexref) { return unsupported<CUresult>(Api::cuTexRefGetFormat); }
CUresult rf_cuTexRefGetMaxAnisotropy(int*, CUtexref) { return unsupported<CUresult>(Api::cuTexRefGetMaxAnisotropy); }
CUresult rf_cuTexRefGetMipmapFilterMode(CUfilter_mode*, CUtexref) { return unsupported<CUresult>(Api::cuTexRefGetMipmapFilterMode); }
CUresult rf_cuTexRefGetMipmapLevelBias(float*, CUtexref) { return unsupported<CUresult>(Api::cuTexRefGetMipmapLevelBias); }
CUresult rf_cuTexRefGetMipmapLevelClamp(float*, float*, CUtexref) { return unsupported<CUresult>(Api::cuTexRefGetMipmapLevelClamp); }
CUresult rf_cuTexRefGetMipmappedArray(CUmipmappedArray*, CUtexref) { return unsupported<CUresult>(Api::cuTexRefGetMipmappedArray); }
CUresult rf_cuTexRefSetAddress(unsigned int*, CUtexref, CUdeviceptr_v1, unsigned int) { return unsupported<CUresult>(Api::cuTexRefSetAddress); }
CUresult rf_cuTexRefSetAddress_v2(size_t*, CUtexref, CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuTexRefSetAddress_v2); }
CUresult rf_cuTexRefSetAddress2D(CUtexref, const CUDA_ARRAY_DESCRIPTOR_v1*, CUdeviceptr_v1, unsigned int) { return unsupported<CUresult>(Api::cuTexRefSetAddress2D); }
CUresult rf_cuTexRefSetAddress2D_v2(CUtexref, const CUDA_ARRAY_DESCRIPTOR*, CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuTexRefSetAddress2D_v2); }
CUresult rf_cuTexRefSetAddress2D_v3(CUtexref, const CUDA_ARRAY_DESCRIPTOR*, CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuTexRefSetAddress2D_v3); }
CUresult rf_cuTexRefSetAddressMode(CUtexref, int, CUaddress_mode) { return unsupported<CUresult>(Api::cuTexRefSetAddressMode); }
CUresult rf_cuTexRefSetArray(CUtexref, CUarray, unsigned int) { return unsupported<CUresult>(Api::cuTexRefSetArray); }
CUresult rf_cuTexRefSetBorderColor(CUtexref, float*) { return unsupported<CUresult>(Api::cuTexRefSetBorderColor); }
CUresult rf_cuTexRefSetFilterMode(CUtexref, CUfilter_mode) { return unsupported<CUresult>(Api::cuTexRefSetFilterMode); }
CUresult rf_cuTexRefSetFlags(CUtexref, unsigned int) { return unsupported<CUresult>(Api::cuTexRefSetFlags); }
CUresult rf_cuTexRefSetFormat(CUtexref, CUarray_format, int) { return unsupported<CUresult>(Api::cuTexRefSetFormat); }
CUresult rf_cuTexRefSetMaxAnisotropy(CUtexref, unsigned int) { return unsupported<CUresult>(Api::cuTexRefSetMaxAnisotropy); }
CUresult rf_cuTexRefSetMipmapFilterMode(CUtexref, CUfilter_mode) { return unsupported<CUresult>(Api::cuTexRefSetMipmapFilterMode); }
CUresult rf_cuTexRefSetMipmapLevelBias(CUtexref, float) { return unsupported<CUresult>(Api::cuTexRefSetMipmapLevelBias); }
CUresult rf_cuTexRefSetMipmapLevelClamp(CUtexref, float, float) { return unsupported<CUresult>(Api::cuTexRefSetMipmapLevelClamp); }
CUresult rf_cuTexRefSetMipmappedArray(CUtexref, CUmipmappedArray, unsigned int) { return unsupported<CUresult>(Api::cuTexRefSetMipmappedArray); }
CUresult rf_cuCtxAttach(CUcontext*, unsigned int) { return unsupported<CUresult>(Api::cuCtxAttach); }
CUresult rf_cuCtxCreate(CUcontext*, unsigned int, CUdevice) { return unsupported<CUresult>(Api::cuCtxCreate); }
CUresult rf_cuCtxCreate_v2(CUcontext*, unsigned int, CUdevice) { return unsupported<CUresult>(Api::cuCtxCreate_v2); }
CUresult rf_cuCtxCreate_v3(CUcontext*, CUexecAffinityParam*, int, unsigned int, CUdevice) { return unsupported<CUresult>(Api::cuCtxCreate_v3); }
CUresult rf_cuCtxCreate_v4(CUcontext*, CUctxCreateParams*, unsigned int, CUdevice) { return unsupported<CUresult>(Api::cuCtxCreate_v4); }
CUresult rf_cuCtxDestroy(CUcontext) { return unsupported<CUresult>(Api::cuCtxDestroy); }
CUresult rf_cuCtxDestroy_v2(CUcontext) { return unsupported<CUresult>(Api::cuCtxDestroy_v2); }
CUresult rf_cuCtxDetach(CUcontext) { return unsupported<CUresult>(Api::cuCtxDetach); }
CUresult rf_cuCtxDisablePeerAccess(CUcontext) { return unsupported<CUresult>(Api::cuCtxDisablePeerAccess); }
CUresult rf_cuCtxEnablePeerAccess(CUcontext, unsigned int) { return unsupported<CUresult>(Api::cuCtxEnablePeerAccess); }
CUresult rf_cuCtxFromGreenCtx(CUcontext*, CUgreenCtx) { return unsupported<CUresult>(Api::cuCtxFromGreenCtx); }
CUresult rf_cuCtxGetApiVersion(CUcontext, unsigned int*) { return unsupported<CUresult>(Api::cuCtxGetApiVersion); }
CUresult rf_cuCtxGetCacheConfig(CUfunc_cache*) { return unsupported<CUresult>(Api::cuCtxGetCacheConfig); }
CUresult rf_cuCtxGetCurrent(CUcontext*) { return unsupported<CUresult>(Api::cuCtxGetCurrent); }
CUresult rf_cuCtxGetDevResource(CUcontext, CUdevResource*, CUdevResourceType) { return unsupported<CUresult>(Api::cuCtxGetDevResource); }
CUresult rf_cuCtxGetDevice(CUdevice*) { return unsupported<CUresult>(Api::cuCtxGetDevice); }
CUresult rf_cuCtxGetDevice_v2(CUdevice*, CUcontext) { return unsupported<CUresult>(Api::cuCtxGetDevice_v2); }
CUresult rf_cuCtxGetExecAffinity(CUexecAffinityParam*, CUexecAffinityType) { return unsupported<CUresult>(Api::cuCtxGetExecAffinity); }
CUresult rf_cuCtxGetFlags(unsigned int*) { return unsupported<CUresult>(Api::cuCtxGetFlags); }
CUresult rf_cuCtxGetId(CUcontext, unsigned long long*) { return unsupported<CUresult>(Api::cuCtxGetId); }
CUresult rf_cuCtxGetLimit(size_t*, CUlimit) { return unsupported<CUresult>(Api::cuCtxGetLimit); }
CUresult rf_cuCtxGetSharedMemConfig(CUsharedconfig*) { return unsupported<CUresult>(Api::cuCtxGetSharedMemConfig); }
CUresult rf_cuCtxGetStreamPriorityRange(int*, int*) { return unsupported<CUresult>(Api::cuCtxGetStreamPriorityRange); }
CUresult rf_cuCtxPopCurrent(CUcontext*) { return unsupported<CUresult>(Api::cuCtxPopCurrent); }
CUresult rf_cuCtxPopCurrent_v2(CUcontext*) { return unsupported<CUresult>(Api::cuCtxPopCurrent_v2); }
CUresult rf_cuCtxPushCurrent(CUcontext) { return unsupported<CUresult>(Api::cuCtxPushCurrent); }
CUresult rf_cuCtxPushCurrent_v2(CUcontext) { return unsupported<CUresult>(Api::cuCtxPushCurrent_v2); }
CUresult rf_cuCtxRecordEvent(CUcontext, CUevent) { return unsupported<CUresult>(Api::cuCtxRecordEvent); }
CUresult rf_cuCtxResetPersistingL2Cache() { return unsupported<CUresult>(Api::cuCtxResetPersistingL2Cache); }
CUresult rf_cuCtxSetCacheConfig(CUfunc_cache) { return unsupported<CUresult>(Api::cuCtxSetCacheConfig); }
CUresult rf_cuCtxSetCurrent(CUcontext) { return unsupported<CUresult>(Api::cuCtxSetCurrent); }
CUresult rf_cuCtxSetFlags(unsigned int) { return unsupported<CUresult>(Api::cuCtxSetFlags); }
CUresult rf_cuCtxSetLimit(CUlimit, size_t) { return unsupported<CUresult>(Api::cuCtxSetLimit); }
CUresult rf_cuCtxSetSharedMemConfig(CUsharedconfig) { return unsupported<CUresult>(Api::cuCtxSetSharedMemConfig); }
CUresult rf_cuCtxSynchronize() { return unsupported<CUresult>(Api::cuCtxSynchronize); }
CUresult rf_cuCtxSynchronize_v2(CUcontext) { return unsupported<CUresult>(Api::cuCtxSynchronize_v2); }
CUresult rf_cuCtxWaitEvent(CUcontext, CUevent) { return unsupported<CUresult>(Api::cuCtxWaitEvent); }
CUresult rf_cuDevResourceGenerateDesc(CUdevResourceDesc*, CUdevResource*, unsigned int) { return unsupported<CUresult>(Api::cuDevResourceGenerateDesc); }
CUresult rf_cuDevSmResourceSplitByCount(CUdevResource*, unsigned int*, const CUdevResource*, CUdevResource*, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuDevSmResourceSplitByCount); }
CUresult rf_cuDevicePrimaryCtxGetState(CUdevice, unsigned int*, int*) { return unsupported<CUresult>(Api::cuDevicePrimaryCtxGetState); }
CUresult rf_cuDevicePrimaryCtxRelease(CUdevice) { return unsupported<CUresult>(Api::cuDevicePrimaryCtxRelease); }
CUresult rf_cuDevicePrimaryCtxRelease_v2(CUdevice) { return unsupported<CUresult>(Api::cuDevicePrimaryCtxRelease_v2); }
CUresult rf_cuDevicePrimaryCtxReset(CUdevice) { return unsupported<CUresult>(Api::cuDevicePrimaryCtxReset); }
CUresult rf_cuDevicePrimaryCtxReset_v2(CUdevice) { return unsupported<CUresult>(Api::cuDevicePrimaryCtxReset_v2); }
CUresult rf_cuDevicePrimaryCtxRetain(CUcontext*, CUdevice) { return unsupported<CUresult>(Api::cuDevicePrimaryCtxRetain); }
CUresult rf_cuDevicePrimaryCtxSetFlags(CUdevice, unsigned int) { return unsupported<CUresult>(Api::cuDevicePrimaryCtxSetFlags); }
CUresult rf_cuDevicePrimaryCtxSetFlags_v2(CUdevice, unsigned int) { return unsupported<CUresult>(Api::cuDevicePrimaryCtxSetFlags_v2); }
CUresult rf_cuGreenCtxCreate(CUgreenCtx*, CUdevResourceDesc, CUdevice, unsigned int) { return unsupported<CUresult>(Api::cuGreenCtxCreate); }
CUresult rf_cuGreenCtxDestroy(CUgreenCtx) { return unsupported<CUresult>(Api::cuGreenCtxDestroy); }
CUresult rf_cuGreenCtxGetDevResource(CUgreenCtx, CUdevResource*, CUdevResourceType) { return unsupported<CUresult>(Api::cuGreenCtxGetDevResource); }
CUresult rf_cuGreenCtxGetId(CUgreenCtx, unsigned long long*) { return unsupported<CUresult>(Api::cuGreenCtxGetId); }
CUresult rf_cuGreenCtxRecordEvent(CUgreenCtx, CUevent) { return unsupported<CUresult>(Api::cuGreenCtxRecordEvent); }
CUresult rf_cuGreenCtxStreamCreate(CUstream*, CUgreenCtx, unsigned int, int) { return unsupported<CUresult>(Api::cuGreenCtxStreamCreate); }
CUresult rf_cuGreenCtxWaitEvent(CUgreenCtx, CUevent) { return unsupported<CUresult>(Api::cuGreenCtxWaitEvent); }
CUresult rf_cuMemBatchDecompressAsync(CUmemDecompressParams*, size_t, unsigned int, size_t*, CUstream) { return unsupported<CUresult>(Api::cuMemBatchDecompressAsync); }
CUresult rf_cuMemBatchDecompressAsync_ptsz(CUmemDecompressParams*, size_t, unsigned int, size_t*, CUstream) { return unsupported<CUresult>(Api::cuMemBatchDecompressAsync_ptsz); }
CUresult rf_cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr*, size_t*, size_t, CUmemLocation*, size_t*, size_t, unsigned long long, CUstream) { return unsupported<CUresult>(Api::cuMemDiscardAndPrefetchBatchAsync); }
CUresult rf_cuMemDiscardAndPrefetchBatchAsync_ptsz(CUdeviceptr*, size_t*, size_t, CUmemLocation*, size_t*, size_t, unsigned long long, CUstream) { return unsupported<CUresult>(Api::cuMemDiscardAndPrefetchBatchAsync_ptsz); }
CUresult rf_cuMemDiscardBatchAsync(CUdeviceptr*, size_t*, size_t, unsigned long long, CUstream) { return unsupported<CUresult>(Api::cuMemDiscardBatchAsync); }
CUresult rf_cuMemDiscardBatchAsync_ptsz(CUdeviceptr*, size_t*, size_t, unsigned long long, CUstream) { return unsupported<CUresult>(Api::cuMemDiscardBatchAsync_ptsz); }
CUresult rf_cuMemPrefetchAsync(CUdeviceptr, size_t, CUdevice, CUstream) { return unsupported<CUresult>(Api::cuMemPrefetchAsync); }
CUresult rf_cuMemPrefetchAsync_ptsz(CUdeviceptr, size_t, CUdevice, CUstream) { return unsupported<CUresult>(Api::cuMemPrefetchAsync_ptsz); }
CUresult rf_cuMemPrefetchAsync_v2(CUdeviceptr, size_t, CUmemLocation, unsigned int, CUstream) { return unsupported<CUresult>(Api::cuMemPrefetchAsync_v2); }
CUresult rf_cuMemPrefetchAsync_v2_ptsz(CUdeviceptr, size_t, CUmemLocation, unsigned int, CUstream) { return unsupported<CUresult>(Api::cuMemPrefetchAsync_v2_ptsz); }
CUresult rf_cuMemPrefetchBatchAsync(CUdeviceptr*, size_t*, size_t, CUmemLocation*, size_t*, size_t, unsigned long long, CUstream) { return unsupported<CUresult>(Api::cuMemPrefetchBatchAsync); }
CUresult rf_cuMemPrefetchBatchAsync_ptsz(CUdeviceptr*, size_t*, size_t, CUmemLocation*, size_t*, size_t, unsigned long long, CUstream) { return unsupported<CUresult>(Api::cuMemPrefetchBatchAsync_ptsz); }
CUresult rf_cuMemcpy(CUdeviceptr, CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuMemcpy); }
CUresult rf_cuMemcpy_ptds(CUdeviceptr, CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuMemcpy_ptds); }
CUresult rf_cuMemcpy2D(const CUDA_MEMCPY2D_v1*) { return unsupported<CUresult>(Api::cuMemcpy2D); }
CUresult rf_cuMemcpy2D_v2(const CUDA_MEMCPY2D*) { return unsupported<CUresult>(Api::cuMemcpy2D_v2); }
CUresult rf_cuMemcpy2D_v2_ptds(const CUDA_MEMCPY2D*) { return unsupported<CUresult>(Api::cuMemcpy2D_v2_ptds); }
CUresult rf_cuMemcpy2DAsync(const CUDA_MEMCPY2D_v1*, CUstream) { return unsupported<CUresult>(Api::cuMemcpy2DAsync); }
CUresult rf_cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D*, CUstream) { return unsupported<CUresult>(Api::cuMemcpy2DAsync_v2); }
CUresult rf_cuMemcpy2DAsync_v2_ptsz(const CUDA_MEMCPY2D*, CUstream) { return unsupported<CUresult>(Api::cuMemcpy2DAsync_v2_ptsz); }
CUresult rf_cuMemcpy2DUnaligned(const CUDA_MEMCPY2D_v1*) { return unsupported<CUresult>(Api::cuMemcpy2DUnaligned); }
CUresult rf_cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D*) { return unsupported<CUresult>(Api::cuMemcpy2DUnaligned_v2); }
CUresult rf_cuMemcpy2DUnaligned_v2_ptds(const CUDA_MEMCPY2D*) { return unsupported<CUresult>(Api::cuMemcpy2DUnaligned_v2_ptds); }
CUresult rf_cuMemcpy3D(const CUDA_MEMCPY3D_v1*) { return unsupported<CUresult>(Api::cuMemcpy3D); }
CUresult rf_cuMemcpy3D_v2(const CUDA_MEMCPY3D*) { return unsupported<CUresult>(Api::cuMemcpy3D_v2); }
CUresult rf_cuMemcpy3D_v2_ptds(const CUDA_MEMCPY3D*) { return unsupported<CUresult>(Api::cuMemcpy3D_v2_ptds); }
CUresult rf_cuMemcpy3DAsync(const CUDA_MEMCPY3D_v1*, CUstream) { return unsupported<CUresult>(Api::cuMemcpy3DAsync); }
CUresult rf_cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D*, CUstream) { return unsupported<CUresult>(Api::cuMemcpy3DAsync_v2); }
CUresult rf_cuMemcpy3DAsync_v2_ptsz(const CUDA_MEMCPY3D*, CUstream) { return unsupported<CUresult>(Api::cuMemcpy3DAsync_v2_ptsz); }
CUresult rf_cuMemcpy3DBatchAsync(size_t, CUDA_MEMCPY3D_BATCH_OP*, size_t*, unsigned long long, CUstream) { return unsupported<CUresult>(Api::cuMemcpy3DBatchAsync); }
CUresult rf_cuMemcpy3DBatchAsync_ptsz(size_t, CUDA_MEMCPY3D_BATCH_OP*, size_t*, unsigned long long, CUstream) { return unsupported<CUresult>(Api::cuMemcpy3DBatchAsync_ptsz); }
CUresult rf_cuMemcpy3DBatchAsync_v2(size_t, CUDA_MEMCPY3D_BATCH_OP*, unsigned long long, CUstream) { return unsupported<CUresult>(Api::cuMemcpy3DBatchAsync_v2); }
CUresult rf_cuMemcpy3DBatchAsync_v2_ptsz(size_t, CUDA_MEMCPY3D_BATCH_OP*, unsigned long long, CUstream) { return unsupported<CUresult>(Api::cuMemcpy3DBatchAsync_v2_ptsz); }
CUresult rf_cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER*) { return unsupported<CUresult>(Api::cuMemcpy3DPeer); }
CUresult rf_cuMemcpy3DPeer_ptds(const CUDA_MEMCPY3D_PEER*) { return unsupported<CUresult>(Api::cuMemcpy3DPeer_ptds); }
CUresult rf_cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER*, CUstream) { return unsupported<CUresult>(Api::cuMemcpy3DPeerAsync); }
CUresult rf_cuMemcpy3DPeerAsync_ptsz(const CUDA_MEMCPY3D_PEER*, CUstream) { return unsupported<CUresult>(Api::cuMemcpy3DPeerAsync_ptsz); }
CUresult rf_cuMemcpyAsync(CUdeviceptr, CUdeviceptr, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyAsync); }
CUresult rf_cuMemcpyAsync_ptsz(CUdeviceptr, CUdeviceptr, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyAsync_ptsz); }
CUresult rf_cuMemcpyBatchAsync(CUdeviceptr*, CUdeviceptr*, size_t*, size_t, CUmemcpyAttributes*, size_t*, size_t, size_t*, CUstream) { return unsupported<CUresult>(Api::cuMemcpyBatchAsync); }
CUresult rf_cuMemcpyBatchAsync_ptsz(CUdeviceptr*, CUdeviceptr*, size_t*, size_t, CUmemcpyAttributes*, size_t*, size_t, size_t*, CUstream) { return unsupported<CUresult>(Api::cuMemcpyBatchAsync_ptsz); }
CUresult rf_cuMemcpyBatchAsync_v2(CUdeviceptr*, CUdeviceptr*, size_t*, size_t, CUmemcpyAttributes*, size_t*, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyBatchAsync_v2); }
CUresult rf_cuMemcpyBatchAsync_v2_ptsz(CUdeviceptr*, CUdeviceptr*, size_t*, size_t, CUmemcpyAttributes*, size_t*, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyBatchAsync_v2_ptsz); }
CUresult rf_cuMemcpyDtoD(CUdeviceptr_v1, CUdeviceptr_v1, unsigned int) { return unsupported<CUresult>(Api::cuMemcpyDtoD); }
CUresult rf_cuMemcpyDtoD_v2(CUdeviceptr, CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuMemcpyDtoD_v2); }
CUresult rf_cuMemcpyDtoD_v2_ptds(CUdeviceptr, CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuMemcpyDtoD_v2_ptds); }
CUresult rf_cuMemcpyDtoDAsync(CUdeviceptr_v1, CUdeviceptr_v1, unsigned int, CUstream) { return unsupported<CUresult>(Api::cuMemcpyDtoDAsync); }
CUresult rf_cuMemcpyDtoDAsync_v2(CUdeviceptr, CUdeviceptr, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyDtoDAsync_v2); }
CUresult rf_cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr, CUdeviceptr, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyDtoDAsync_v2_ptsz); }
CUresult rf_cuMemcpyDtoH(void*, CUdeviceptr_v1, unsigned int) { return unsupported<CUresult>(Api::cuMemcpyDtoH); }
CUresult rf_cuMemcpyDtoH_v2(void*, CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuMemcpyDtoH_v2); }
CUresult rf_cuMemcpyDtoH_v2_ptds(void*, CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuMemcpyDtoH_v2_ptds); }
CUresult rf_cuMemcpyDtoHAsync(void*, CUdeviceptr_v1, unsigned int, CUstream) { return unsupported<CUresult>(Api::cuMemcpyDtoHAsync); }
CUresult rf_cuMemcpyDtoHAsync_v2(void*, CUdeviceptr, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyDtoHAsync_v2); }
CUresult rf_cuMemcpyDtoHAsync_v2_ptsz(void*, CUdeviceptr, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyDtoHAsync_v2_ptsz); }
CUresult rf_cuMemcpyHtoD(CUdeviceptr_v1, const void*, unsigned int) { return unsupported<CUresult>(Api::cuMemcpyHtoD); }
CUresult rf_cuMemcpyHtoD_v2(CUdeviceptr, const void*, size_t) { return unsupported<CUresult>(Api::cuMemcpyHtoD_v2); }
CUresult rf_cuMemcpyHtoD_v2_ptds(CUdeviceptr, const void*, size_t) { return unsupported<CUresult>(Api::cuMemcpyHtoD_v2_ptds); }
CUresult rf_cuMemcpyHtoDAsync(CUdeviceptr_v1, const void*, unsigned int, CUstream) { return unsupported<CUresult>(Api::cuMemcpyHtoDAsync); }
CUresult rf_cuMemcpyHtoDAsync_v2(CUdeviceptr, const void*, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyHtoDAsync_v2); }
CUresult rf_cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr, const void*, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyHtoDAsync_v2_ptsz); }
CUresult rf_cuMemcpyPeer(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t) { return unsupported<CUresult>(Api::cuMemcpyPeer); }
CUresult rf_cuMemcpyPeer_ptds(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t) { return unsupported<CUresult>(Api::cuMemcpyPeer_ptds); }
CUresult rf_cuMemcpyPeerAsync(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyPeerAsync); }
CUresult rf_cuMemcpyPeerAsync_ptsz(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemcpyPeerAsync_ptsz); }
CUresult rf_cuMemsetD16(CUdeviceptr_v1, unsigned short, unsigned int) { return unsupported<CUresult>(Api::cuMemsetD16); }
CUresult rf_cuMemsetD16_v2(CUdeviceptr, unsigned short, size_t) { return unsupported<CUresult>(Api::cuMemsetD16_v2); }
CUresult rf_cuMemsetD16_v2_ptds(CUdeviceptr, unsigned short, size_t) { return unsupported<CUresult>(Api::cuMemsetD16_v2_ptds); }
CUresult rf_cuMemsetD16Async(CUdeviceptr, unsigned short, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemsetD16Async); }
CUresult rf_cuMemsetD16Async_ptsz(CUdeviceptr, unsigned short, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemsetD16Async_ptsz); }
CUresult rf_cuMemsetD2D16(CUdeviceptr_v1, unsigned int, unsigned short, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuMemsetD2D16); }
CUresult rf_cuMemsetD2D16_v2(CUdeviceptr, size_t, unsigned short, size_t, size_t) { return unsupported<CUresult>(Api::cuMemsetD2D16_v2); }
CUresult rf_cuMemsetD2D16_v2_ptds(CUdeviceptr, size_t, unsigned short, size_t, size_t) { return unsupported<CUresult>(Api::cuMemsetD2D16_v2_ptds); }
CUresult rf_cuMemsetD2D16Async(CUdeviceptr, size_t, unsigned short, size_t, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemsetD2D16Async); }
CUresult rf_cuMemsetD2D16Async_ptsz(CUdeviceptr, size_t, unsigned short, size_t, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemsetD2D16Async_ptsz); }
CUresult rf_cuMemsetD2D32(CUdeviceptr_v1, unsigned int, unsigned int, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuMemsetD2D32); }
CUresult rf_cuMemsetD2D32_v2(CUdeviceptr, size_t, unsigned int, size_t, size_t) { return unsupported<CUresult>(Api::cuMemsetD2D32_v2); }
CUresult rf_cuMemsetD2D32_v2_ptds(CUdeviceptr, size_t, unsigned int, size_t, size_t) { return unsupported<CUresult>(Api::cuMemsetD2D32_v2_ptds); }
CUresult rf_cuMemsetD2D32Async(CUdeviceptr, size_t, unsigned int, size_t, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemsetD2D32Async); }
CUresult rf_cuMemsetD2D32Async_ptsz(CUdeviceptr, size_t, unsigned int, size_t, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemsetD2D32Async_ptsz); }
CUresult rf_cuMemsetD2D8(CUdeviceptr_v1, unsigned int, unsigned char, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuMemsetD2D8); }
CUresult rf_cuMemsetD2D8_v2(CUdeviceptr, size_t, unsigned char, size_t, size_t) { return unsupported<CUresult>(Api::cuMemsetD2D8_v2); }
CUresult rf_cuMemsetD2D8_v2_ptds(CUdeviceptr, size_t, unsigned char, size_t, size_t) { return unsupported<CUresult>(Api::cuMemsetD2D8_v2_ptds); }
CUresult rf_cuMemsetD2D8Async(CUdeviceptr, size_t, unsigned char, size_t, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemsetD2D8Async); }
CUresult rf_cuMemsetD2D8Async_ptsz(CUdeviceptr, size_t, unsigned char, size_t, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemsetD2D8Async_ptsz); }
CUresult rf_cuMemsetD32(CUdeviceptr_v1, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuMemsetD32); }
CUresult rf_cuMemsetD32_v2(CUdeviceptr, unsigned int, size_t) { return unsupported<CUresult>(Api::cuMemsetD32_v2); }
CUresult rf_cuMemsetD32_v2_ptds(CUdeviceptr, unsigned int, size_t) { return unsupported<CUresult>(Api::cuMemsetD32_v2_ptds); }
CUresult rf_cuMemsetD32Async(CUdeviceptr, unsigned int, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemsetD32Async); }
CUresult rf_cuMemsetD32Async_ptsz(CUdeviceptr, unsigned int, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemsetD32Async_ptsz); }
CUresult rf_cuMemsetD8(CUdeviceptr_v1, unsigned char, unsigned int) { return unsupported<CUresult>(Api::cuMemsetD8); }
CUresult rf_cuMemsetD8_v2(CUdeviceptr, unsigned char, size_t) { return unsupported<CUresult>(Api::cuMemsetD8_v2); }
CUresult rf_cuMemsetD8_v2_ptds(CUdeviceptr, unsigned char, size_t) { return unsupported<CUresult>(Api::cuMemsetD8_v2_ptds); }
CUresult rf_cuMemsetD8Async(CUdeviceptr, unsigned char, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemsetD8Async); }
CUresult rf_cuMemsetD8Async_ptsz(CUdeviceptr, unsigned char, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemsetD8Async_ptsz); }
CUresult rf_cuDeviceCanAccessPeer(int*, CUdevice, CUdevice) { return unsupported<CUresult>(Api::cuDeviceCanAccessPeer); }
CUresult rf_cuDeviceComputeCapability(int*, int*, CUdevice) { return unsupported<CUresult>(Api::cuDeviceComputeCapability); }
CUresult rf_cuDeviceGet(CUdevice*, int) { return unsupported<CUresult>(Api::cuDeviceGet); }
CUresult rf_cuDeviceGetAttribute(int*, CUdevice_attribute, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetAttribute); }
CUresult rf_cuDeviceGetByPCIBusId(CUdevice*, const char*) { return unsupported<CUresult>(Api::cuDeviceGetByPCIBusId); }
CUresult rf_cuDeviceGetCount(int*) { return unsupported<CUresult>(Api::cuDeviceGetCount); }
CUresult rf_cuDeviceGetDevResource(CUdevice, CUdevResource*, CUdevResourceType) { return unsupported<CUresult>(Api::cuDeviceGetDevResource); }
CUresult rf_cuDeviceGetExecAffinitySupport(int*, CUexecAffinityType, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetExecAffinitySupport); }
CUresult rf_cuDeviceGetHostAtomicCapabilities(unsigned int*, const CUatomicOperation*, unsigned int, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetHostAtomicCapabilities); }
CUresult rf_cuDeviceGetLuid(char*, unsigned int*, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetLuid); }
CUresult rf_cuDeviceGetName(char*, int, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetName); }
CUresult rf_cuDeviceGetP2PAtomicCapabilities(unsigned int*, const CUatomicOperation*, unsigned int, CUdevice, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetP2PAtomicCapabilities); }
CUresult rf_cuDeviceGetP2PAttribute(int*, CUdevice_P2PAttribute, CUdevice, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetP2PAttribute); }
CUresult rf_cuDeviceGetPCIBusId(char*, int, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetPCIBusId); }
CUresult rf_cuDeviceGetProperties(CUdevprop*, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetProperties); }
CUresult rf_cuDeviceGetUuid(CUuuid*, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetUuid); }
CUresult rf_cuDeviceGetUuid_v2(CUuuid*, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetUuid_v2); }
CUresult rf_cuDeviceRegisterAsyncNotification(CUdevice, CUasyncCallback, void*, CUasyncCallbackHandle*) { return unsupported<CUresult>(Api::cuDeviceRegisterAsyncNotification); }
CUresult rf_cuDeviceTotalMem(unsigned int*, CUdevice) { return unsupported<CUresult>(Api::cuDeviceTotalMem); }
CUresult rf_cuDeviceTotalMem_v2(size_t*, CUdevice) { return unsupported<CUresult>(Api::cuDeviceTotalMem_v2); }
CUresult rf_cuDeviceUnregisterAsyncNotification(CUdevice, CUasyncCallbackHandle) { return unsupported<CUresult>(Api::cuDeviceUnregisterAsyncNotification); }
CUresult rf_cuEventCreate(CUevent*, unsigned int) { return unsupported<CUresult>(Api::cuEventCreate); }
CUresult rf_cuEventDestroy(CUevent) { return unsupported<CUresult>(Api::cuEventDestroy); }
CUresult rf_cuEventDestroy_v2(CUevent) { return unsupported<CUresult>(Api::cuEventDestroy_v2); }
CUresult rf_cuEventElapsedTime(float*, CUevent, CUevent) { return unsupported<CUresult>(Api::cuEventElapsedTime); }
CUresult rf_cuEventElapsedTime_v2(float*, CUevent, CUevent) { return unsupported<CUresult>(Api::cuEventElapsedTime_v2); }
CUresult rf_cuEventQuery(CUevent) { return unsupported<CUresult>(Api::cuEventQuery); }
CUresult rf_cuEventRecord(CUevent, CUstream) { return unsupported<CUresult>(Api::cuEventRecord); }
CUresult rf_cuEventRecord_ptsz(CUevent, CUstream) { return unsupported<CUresult>(Api::cuEventRecord_ptsz); }
CUresult rf_cuEventRecordWithFlags(CUevent, CUstream, unsigned int) { return unsupported<CUresult>(Api::cuEventRecordWithFlags); }
CUresult rf_cuEventRecordWithFlags_ptsz(CUevent, CUstream, unsigned int) { return unsupported<CUresult>(Api::cuEventRecordWithFlags_ptsz); }
CUresult rf_cuEventSynchronize(CUevent) { return unsupported<CUresult>(Api::cuEventSynchronize); }
CUresult rf_cuDestroyExternalMemory(CUexternalMemory) { return unsupported<CUresult>(Api::cuDestroyExternalMemory); }
CUresult rf_cuDestroyExternalSemaphore(CUexternalSemaphore) { return unsupported<CUresult>(Api::cuDestroyExternalSemaphore); }
CUresult rf_cuDeviceGetNvSciSyncAttributes(void*, CUdevice, int) { return unsupported<CUresult>(Api::cuDeviceGetNvSciSyncAttributes); }
CUresult rf_cuExternalMemoryGetMappedBuffer(CUdeviceptr*, CUexternalMemory, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC*) { return unsupported<CUresult>(Api::cuExternalMemoryGetMappedBuffer); }
CUresult rf_cuExternalMemoryGetMappedMipmappedArray(CUmipmappedArray*, CUexternalMemory, const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC*) { return unsupported<CUresult>(Api::cuExternalMemoryGetMappedMipmappedArray); }
CUresult rf_cuGraphicsMapResources(unsigned int, CUgraphicsResource*, CUstream) { return unsupported<CUresult>(Api::cuGraphicsMapResources); }
CUresult rf_cuGraphicsMapResources_ptsz(unsigned int, CUgraphicsResource*, CUstream) { return unsupported<CUresult>(Api::cuGraphicsMapResources_ptsz); }
CUresult rf_cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray*, CUgraphicsResource) { return unsupported<CUresult>(Api::cuGraphicsResourceGetMappedMipmappedArray); }
CUresult rf_cuGraphicsResourceGetMappedPointer(CUdeviceptr_v1*, unsigned int*, CUgraphicsResource) { return unsupported<CUresult>(Api::cuGraphicsResourceGetMappedPointer); }
CUresult rf_cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr*, size_t*, CUgraphicsResource) { return unsupported<CUresult>(Api::cuGraphicsResourceGetMappedPointer_v2); }
CUresult rf_cuGraphicsResourceSetMapFlags(CUgraphicsResource, unsigned int) { return unsupported<CUresult>(Api::cuGraphicsResourceSetMapFlags); }
CUresult rf_cuGraphicsResourceSetMapFlags_v2(CUgraphicsResource, unsigned int) { return unsupported<CUresult>(Api::cuGraphicsResourceSetMapFlags_v2); }
CUresult rf_cuGraphicsSubResourceGetMappedArray(CUarray*, CUgraphicsResource, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuGraphicsSubResourceGetMappedArray); }
CUresult rf_cuGraphicsUnmapResources(unsigned int, CUgraphicsResource*, CUstream) { return unsupported<CUresult>(Api::cuGraphicsUnmapResources); }
CUresult rf_cuGraphicsUnmapResources_ptsz(unsigned int, CUgraphicsResource*, CUstream) { return unsupported<CUresult>(Api::cuGraphicsUnmapResources_ptsz); }
CUresult rf_cuGraphicsUnregisterResource(CUgraphicsResource) { return unsupported<CUresult>(Api::cuGraphicsUnregisterResource); }
CUresult rf_cuImportExternalMemory(CUexternalMemory*, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC*) { return unsupported<CUresult>(Api::cuImportExternalMemory); }
CUresult rf_cuImportExternalSemaphore(CUexternalSemaphore*, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC*) { return unsupported<CUresult>(Api::cuImportExternalSemaphore); }
CUresult rf_cuIpcCloseMemHandle(CUdeviceptr) { return unsupported<CUresult>(Api::cuIpcCloseMemHandle); }
CUresult rf_cuIpcGetEventHandle(CUipcEventHandle*, CUevent) { return unsupported<CUresult>(Api::cuIpcGetEventHandle); }
CUresult rf_cuIpcGetMemHandle(CUipcMemHandle*, CUdeviceptr) { return unsupported<CUresult>(Api::cuIpcGetMemHandle); }
CUresult rf_cuIpcOpenEventHandle(CUevent*, CUipcEventHandle) { return unsupported<CUresult>(Api::cuIpcOpenEventHandle); }
CUresult rf_cuIpcOpenMemHandle(CUdeviceptr*, CUipcMemHandle, unsigned int) { return unsupported<CUresult>(Api::cuIpcOpenMemHandle); }
CUresult rf_cuIpcOpenMemHandle_v2(CUdeviceptr*, CUipcMemHandle, unsigned int) { return unsupported<CUresult>(Api::cuIpcOpenMemHandle_v2); }
CUresult rf_cuSignalExternalSemaphoresAsync(const CUexternalSemaphore*, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS*, unsigned int, CUstream) { return unsupported<CUresult>(Api::cuSignalExternalSemaphoresAsync); }
CUresult rf_cuSignalExternalSemaphoresAsync_ptsz(const CUexternalSemaphore*, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS*, unsigned int, CUstream) { return unsupported<CUresult>(Api::cuSignalExternalSemaphoresAsync_ptsz); }
CUresult rf_cuWaitExternalSemaphoresAsync(const CUexternalSemaphore*, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS*, unsigned int, CUstream) { return unsupported<CUresult>(Api::cuWaitExternalSemaphoresAsync); }
CUresult rf_cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore*, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS*, unsigned int, CUstream) { return unsupported<CUresult>(Api::cuWaitExternalSemaphoresAsync_ptsz); }
CUresult rf_cuCheckpointProcessCheckpoint(int, CUcheckpointCheckpointArgs*) { return unsupported<CUresult>(Api::cuCheckpointProcessCheckpoint); }
CUresult rf_cuCheckpointProcessGetRestoreThreadId(int, int*) { return unsupported<CUresult>(Api::cuCheckpointProcessGetRestoreThreadId); }
CUresult rf_cuCheckpointProcessGetState(int, CUprocessState*) { return unsupported<CUresult>(Api::cuCheckpointProcessGetState); }
CUresult rf_cuCheckpointProcessLock(int, CUcheckpointLockArgs*) { return unsupported<CUresult>(Api::cuCheckpointProcessLock); }
CUresult rf_cuCheckpointProcessRestore(int, CUcheckpointRestoreArgs*) { return unsupported<CUresult>(Api::cuCheckpointProcessRestore); }
CUresult rf_cuCheckpointProcessUnlock(int, CUcheckpointUnlockArgs*) { return unsupported<CUresult>(Api::cuCheckpointProcessUnlock); }
CUresult rf_cuCoredumpGetAttribute(CUcoredumpSettings, void*, size_t*) { return unsupported<CUresult>(Api::cuCoredumpGetAttribute); }
CUresult rf_cuCoredumpGetAttributeGlobal(CUcoredumpSettings, void*, size_t*) { return unsupported<CUresult>(Api::cuCoredumpGetAttributeGlobal); }
CUresult rf_cuCoredumpSetAttribute(CUcoredumpSettings, void*, size_t*) { return unsupported<CUresult>(Api::cuCoredumpSetAttribute); }
CUresult rf_cuCoredumpSetAttributeGlobal(CUcoredumpSettings, void*, size_t*) { return unsupported<CUresult>(Api::cuCoredumpSetAttributeGlobal); }
CUresult rf_cuDriverGetVersion(int*) { return unsupported<CUresult>(Api::cuDriverGetVersion); }
CUresult rf_cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget, CUflushGPUDirectRDMAWritesScope) { return unsupported<CUresult>(Api::cuFlushGPUDirectRDMAWrites); }
CUresult rf_cuGetErrorName(CUresult, const char**) { return unsupported<CUresult>(Api::cuGetErrorName); }
CUresult rf_cuGetErrorString(CUresult, const char**) { return unsupported<CUresult>(Api::cuGetErrorString); }
CUresult rf_cuGetExportTable(const void**, const CUuuid*) { return unsupported<CUresult>(Api::cuGetExportTable); }
CUresult rf_cuGetProcAddress(const char*, void**, int, cuuint64_t) { return unsupported<CUresult>(Api::cuGetProcAddress); }
CUresult rf_cuGetProcAddress_v2(const char*, void**, int, cuuint64_t, CUdriverProcAddressQueryResult*) { return unsupported<CUresult>(Api::cuGetProcAddress_v2); }
CUresult rf_cuInit(unsigned int) { return unsupported<CUresult>(Api::cuInit); }
CUresult rf_cuLogsCurrent(CUlogIterator*, unsigned int) { return unsupported<CUresult>(Api::cuLogsCurrent); }
CUresult rf_cuLogsDumpToFile(CUlogIterator*, const char*, unsigned int) { return unsupported<CUresult>(Api::cuLogsDumpToFile); }
CUresult rf_cuLogsDumpToMemory(CUlogIterator*, char*, size_t*, unsigned int) { return unsupported<CUresult>(Api::cuLogsDumpToMemory); }
CUresult rf_cuLogsRegisterCallback(CUlogsCallback, void*, CUlogsCallbackHandle*) { return unsupported<CUresult>(Api::cuLogsRegisterCallback); }
CUresult rf_cuLogsUnregisterCallback(CUlogsCallbackHandle) { return unsupported<CUresult>(Api::cuLogsUnregisterCallback); }
CUresult rf_cuProfilerInitialize(const char*, const char*, CUoutput_mode) { return unsupported<CUresult>(Api::cuProfilerInitialize); }
CUresult rf_cuProfilerStart() { return unsupported<CUresult>(Api::cuProfilerStart); }
CUresult rf_cuProfilerStop() { return unsupported<CUresult>(Api::cuProfilerStop); }
CUresult rf_cuDeviceGetGraphMemAttribute(CUdevice, CUgraphMem_attribute, void*) { return unsupported<CUresult>(Api::cuDeviceGetGraphMemAttribute); }
CUresult rf_cuDeviceGraphMemTrim(CUdevice) { return unsupported<CUresult>(Api::cuDeviceGraphMemTrim); }
CUresult rf_cuDeviceSetGraphMemAttribute(CUdevice, CUgraphMem_attribute, void*) { return unsupported<CUresult>(Api::cuDeviceSetGraphMemAttribute); }
CUresult rf_cuGraphAddBatchMemOpNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_BATCH_MEM_OP_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphAddBatchMemOpNode); }
CUresult rf_cuGraphAddChildGraphNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, CUgraph) { return unsupported<CUresult>(Api::cuGraphAddChildGraphNode); }
CUresult rf_cuGraphAddDependencies(CUgraph, const CUgraphNode*, const CUgraphNode*, size_t) { return unsupported<CUresult>(Api::cuGraphAddDependencies); }
CUresult rf_cuGraphAddDependencies_v2(CUgraph, const CUgraphNode*, const CUgraphNode*, const CUgraphEdgeData*, size_t) { return unsupported<CUresult>(Api::cuGraphAddDependencies_v2); }
CUresult rf_cuGraphAddEmptyNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t) { return unsupported<CUresult>(Api::cuGraphAddEmptyNode); }
CUresult rf_cuGraphAddEventRecordNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, CUevent) { return unsupported<CUresult>(Api::cuGraphAddEventRecordNode); }
CUresult rf_cuGraphAddEventWaitNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, CUevent) { return unsupported<CUresult>(Api::cuGraphAddEventWaitNode); }
CUresult rf_cuGraphAddExternalSemaphoresSignalNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphAddExternalSemaphoresSignalNode); }
CUresult rf_cuGraphAddExternalSemaphoresWaitNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_EXT_SEM_WAIT_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphAddExternalSemaphoresWaitNode); }
CUresult rf_cuGraphAddHostNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_HOST_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphAddHostNode); }
CUresult rf_cuGraphAddKernelNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_KERNEL_NODE_PARAMS_v1*) { return unsupported<CUresult>(Api::cuGraphAddKernelNode); }
CUresult rf_cuGraphAddKernelNode_v2(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_KERNEL_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphAddKernelNode_v2); }
CUresult rf_cuGraphAddMemAllocNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, CUDA_MEM_ALLOC_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphAddMemAllocNode); }
CUresult rf_cuGraphAddMemFreeNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, CUdeviceptr) { return unsupported<CUresult>(Api::cuGraphAddMemFreeNode); }
CUresult rf_cuGraphAddMemcpyNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_MEMCPY3D*, CUcontext) { return unsupported<CUresult>(Api::cuGraphAddMemcpyNode); }
CUresult rf_cuGraphAddMemsetNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_MEMSET_NODE_PARAMS*, CUcontext) { return unsupported<CUresult>(Api::cuGraphAddMemsetNode); }
CUresult rf_cuGraphAddNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, CUgraphNodeParams*) { return unsupported<CUresult>(Api::cuGraphAddNode); }
CUresult rf_cuGraphAddNode_v2(CUgraphNode*, CUgraph, const CUgraphNode*, const CUgraphEdgeData*, size_t, CUgraphNodeParams*) { return unsupported<CUresult>(Api::cuGraphAddNode_v2); }
CUresult rf_cuGraphBatchMemOpNodeGetParams(CUgraphNode, CUDA_BATCH_MEM_OP_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphBatchMemOpNodeGetParams); }
CUresult rf_cuGraphBatchMemOpNodeSetParams(CUgraphNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphBatchMemOpNodeSetParams); }
CUresult rf_cuGraphChildGraphNodeGetGraph(CUgraphNode, CUgraph*) { return unsupported<CUresult>(Api::cuGraphChildGraphNodeGetGraph); }
CUresult rf_cuGraphClone(CUgraph*, CUgraph) { return unsupported<CUresult>(Api::cuGraphClone); }
CUresult rf_cuGraphConditionalHandleCreate(CUgraphConditionalHandle*, CUgraph, CUcontext, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuGraphConditionalHandleCreate); }
CUresult rf_cuGraphCreate(CUgraph*, unsigned int) { return unsupported<CUresult>(Api::cuGraphCreate); }
CUresult rf_cuGraphDebugDotPrint(CUgraph, const char*, unsigned int) { return unsupported<CUresult>(Api::cuGraphDebugDotPrint); }
CUresult rf_cuGraphDestroy(CUgraph) { return unsupported<CUresult>(Api::cuGraphDestroy); }
CUresult rf_cuGraphDestroyNode(CUgraphNode) { return unsupported<CUresult>(Api::cuGraphDestroyNode); }
CUresult rf_cuGraphEventRecordNodeGetEvent(CUgraphNode, CUevent*) { return unsupported<CUresult>(Api::cuGraphEventRecordNodeGetEvent); }
CUresult rf_cuGraphEventRecordNodeSetEvent(CUgraphNode, CUevent) { return unsupported<CUresult>(Api::cuGraphEventRecordNodeSetEvent); }
CUresult rf_cuGraphEventWaitNodeGetEvent(CUgraphNode, CUevent*) { return unsupported<CUresult>(Api::cuGraphEventWaitNodeGetEvent); }
CUresult rf_cuGraphEventWaitNodeSetEvent(CUgraphNode, CUevent) { return unsupported<CUresult>(Api::cuGraphEventWaitNodeSetEvent); }
CUresult rf_cuGraphExecBatchMemOpNodeSetParams(CUgraphExec, CUgraphNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExecBatchMemOpNodeSetParams); }
CUresult rf_cuGraphExecChildGraphNodeSetParams(CUgraphExec, CUgraphNode, CUgraph) { return unsupported<CUresult>(Api::cuGraphExecChildGraphNodeSetParams); }
CUresult rf_cuGraphExecDestroy(CUgraphExec) { return unsupported<CUresult>(Api::cuGraphExecDestroy); }
CUresult rf_cuGraphExecEventRecordNodeSetEvent(CUgraphExec, CUgraphNode, CUevent) { return unsupported<CUresult>(Api::cuGraphExecEventRecordNodeSetEvent); }
CUresult rf_cuGraphExecEventWaitNodeSetEvent(CUgraphExec, CUgraphNode, CUevent) { return unsupported<CUresult>(Api::cuGraphExecEventWaitNodeSetEvent); }
CUresult rf_cuGraphExecExternalSemaphoresSignalNodeSetParams(CUgraphExec, CUgraphNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExecExternalSemaphoresSignalNodeSetParams); }
CUresult rf_cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec, CUgraphNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExecExternalSemaphoresWaitNodeSetParams); }
CUresult rf_cuGraphExecGetFlags(CUgraphExec, cuuint64_t*) { return unsupported<CUresult>(Api::cuGraphExecGetFlags); }
CUresult rf_cuGraphExecHostNodeSetParams(CUgraphExec, CUgraphNode, const CUDA_HOST_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExecHostNodeSetParams); }
CUresult rf_cuGraphExecKernelNodeSetParams(CUgraphExec, CUgraphNode, const CUDA_KERNEL_NODE_PARAMS_v1*) { return unsupported<CUresult>(Api::cuGraphExecKernelNodeSetParams); }
CUresult rf_cuGraphExecKernelNodeSetParams_v2(CUgraphExec, CUgraphNode, const CUDA_KERNEL_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExecKernelNodeSetParams_v2); }
CUresult rf_cuGraphExecMemcpyNodeSetParams(CUgraphExec, CUgraphNode, const CUDA_MEMCPY3D*, CUcontext) { return unsupported<CUresult>(Api::cuGraphExecMemcpyNodeSetParams); }
CUresult rf_cuGraphExecMemsetNodeSetParams(CUgraphExec, CUgraphNode, const CUDA_MEMSET_NODE_PARAMS*, CUcontext) { return unsupported<CUresult>(Api::cuGraphExecMemsetNodeSetParams); }
CUresult rf_cuGraphExecNodeSetParams(CUgraphExec, CUgraphNode, CUgraphNodeParams*) { return unsupported<CUresult>(Api::cuGraphExecNodeSetParams); }
CUresult rf_cuGraphExecUpdate(CUgraphExec, CUgraph, CUgraphNode*, CUgraphExecUpdateResult*) { return unsupported<CUresult>(Api::cuGraphExecUpdate); }
CUresult rf_cuGraphExecUpdate_v2(CUgraphExec, CUgraph, CUgraphExecUpdateResultInfo*) { return unsupported<CUresult>(Api::cuGraphExecUpdate_v2); }
CUresult rf_cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExternalSemaphoresSignalNodeGetParams); }
CUresult rf_cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExternalSemaphoresSignalNodeSetParams); }
CUresult rf_cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode, CUDA_EXT_SEM_WAIT_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExternalSemaphoresWaitNodeGetParams); }
CUresult rf_cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExternalSemaphoresWaitNodeSetParams); }
CUresult rf_cuGraphGetEdges(CUgraph, CUgraphNode*, CUgraphNode*, size_t*) { return unsupported<CUresult>(Api::cuGraphGetEdges); }
CUresult rf_cuGraphGetEdges_v2(CUgraph, CUgraphNode*, CUgraphNode*, CUgraphEdgeData*, size_t*) { return unsupported<CUresult>(Api::cuGraphGetEdges_v2); }
CUresult rf_cuGraphGetNodes(CUgraph, CUgraphNode*, size_t*) { return unsupported<CUresult>(Api::cuGraphGetNodes); }
CUresult rf_cuGraphGetRootNodes(CUgraph, CUgraphNode*, size_t*) { return unsupported<CUresult>(Api::cuGraphGetRootNodes); }
CUresult rf_cuGraphHostNodeGetParams(CUgraphNode, CUDA_HOST_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphHostNodeGetParams); }
CUresult rf_cuGraphHostNodeSetParams(CUgraphNode, const CUDA_HOST_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphHostNodeSetParams); }
CUresult rf_cuGraphInstantiate(CUgraphExec*, CUgraph, CUgraphNode*, char*, size_t) { return unsupported<CUresult>(Api::cuGraphInstantiate); }
CUresult rf_cuGraphInstantiate_v2(CUgraphExec*, CUgraph, CUgraphNode*, char*, size_t) { return unsupported<CUresult>(Api::cuGraphInstantiate_v2); }
CUresult rf_cuGraphInstantiateWithFlags(CUgraphExec*, CUgraph, unsigned long long) { return unsupported<CUresult>(Api::cuGraphInstantiateWithFlags); }
CUresult rf_cuGraphInstantiateWithParams(CUgraphExec*, CUgraph, CUDA_GRAPH_INSTANTIATE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphInstantiateWithParams); }
CUresult rf_cuGraphInstantiateWithParams_ptsz(CUgraphExec*, CUgraph, CUDA_GRAPH_INSTANTIATE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphInstantiateWithParams_ptsz); }
CUresult rf_cuGraphKernelNodeCopyAttributes(CUgraphNode, CUgraphNode) { return unsupported<CUresult>(Api::cuGraphKernelNodeCopyAttributes); }
CUresult rf_cuGraphKernelNodeGetAttribute(CUgraphNode, CUkernelNodeAttrID, CUkernelNodeAttrValue*) { return unsupported<CUresult>(Api::cuGraphKernelNodeGetAttribute); }
CUresult rf_cuGraphKernelNodeGetParams(CUgraphNode, CUDA_KERNEL_NODE_PARAMS_v1*) { return unsupported<CUresult>(Api::cuGraphKernelNodeGetParams); }
CUresult rf_cuGraphKernelNodeGetParams_v2(CUgraphNode, CUDA_KERNEL_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphKernelNodeGetParams_v2); }
CUresult rf_cuGraphKernelNodeSetAttribute(CUgraphNode, CUkernelNodeAttrID, const CUkernelNodeAttrValue*) { return unsupported<CUresult>(Api::cuGraphKernelNodeSetAttribute); }
CUresult rf_cuGraphKernelNodeSetParams(CUgraphNode, const CUDA_KERNEL_NODE_PARAMS_v1*) { return unsupported<CUresult>(Api::cuGraphKernelNodeSetParams); }
CUresult rf_cuGraphKernelNodeSetParams_v2(CUgraphNode, const CUDA_KERNEL_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphKernelNodeSetParams_v2); }
CUresult rf_cuGraphLaunch(CUgraphExec, CUstream) { return unsupported<CUresult>(Api::cuGraphLaunch); }
CUresult rf_cuGraphLaunch_ptsz(CUgraphExec, CUstream) { return unsupported<CUresult>(Api::cuGraphLaunch_ptsz); }
CUresult rf_cuGraphMemAllocNodeGetParams(CUgraphNode, CUDA_MEM_ALLOC_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphMemAllocNodeGetParams); }
CUresult rf_cuGraphMemFreeNodeGetParams(CUgraphNode, CUdeviceptr*) { return unsupported<CUresult>(Api::cuGraphMemFreeNodeGetParams); }
CUresult rf_cuGraphMemcpyNodeGetParams(CUgraphNode, CUDA_MEMCPY3D*) { return unsupported<CUresult>(Api::cuGraphMemcpyNodeGetParams); }
CUresult rf_cuGraphMemcpyNodeSetParams(CUgraphNode, const CUDA_MEMCPY3D*) { return unsupported<CUresult>(Api::cuGraphMemcpyNodeSetParams); }
CUresult rf_cuGraphMemsetNodeGetParams(CUgraphNode, CUDA_MEMSET_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphMemsetNodeGetParams); }
CUresult rf_cuGraphMemsetNodeSetParams(CUgraphNode, const CUDA_MEMSET_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphMemsetNodeSetParams); }
CUresult rf_cuGraphNodeFindInClone(CUgraphNode*, CUgraphNode, CUgraph) { return unsupported<CUresult>(Api::cuGraphNodeFindInClone); }
CUresult rf_cuGraphNodeGetDependencies(CUgraphNode, CUgraphNode*, size_t*) { return unsupported<CUresult>(Api::cuGraphNodeGetDependencies); }
CUresult rf_cuGraphNodeGetDependencies_v2(CUgraphNode, CUgraphNode*, CUgraphEdgeData*, size_t*) { return unsupported<CUresult>(Api::cuGraphNodeGetDependencies_v2); }
CUresult rf_cuGraphNodeGetDependentNodes(CUgraphNode, CUgraphNode*, size_t*) { return unsupported<CUresult>(Api::cuGraphNodeGetDependentNodes); }
CUresult rf_cuGraphNodeGetDependentNodes_v2(CUgraphNode, CUgraphNode*, CUgraphEdgeData*, size_t*) { return unsupported<CUresult>(Api::cuGraphNodeGetDependentNodes_v2); }
CUresult rf_cuGraphNodeGetEnabled(CUgraphExec, CUgraphNode, unsigned int*) { return unsupported<CUresult>(Api::cuGraphNodeGetEnabled); }
CUresult rf_cuGraphNodeGetType(CUgraphNode, CUgraphNodeType*) { return unsupported<CUresult>(Api::cuGraphNodeGetType); }
CUresult rf_cuGraphNodeSetEnabled(CUgraphExec, CUgraphNode, unsigned int) { return unsupported<CUresult>(Api::cuGraphNodeSetEnabled); }
CUresult rf_cuGraphNodeSetParams(CUgraphNode, CUgraphNodeParams*) { return unsupported<CUresult>(Api::cuGraphNodeSetParams); }
CUresult rf_cuGraphReleaseUserObject(CUgraph, CUuserObject, unsigned int) { return unsupported<CUresult>(Api::cuGraphReleaseUserObject); }
CUresult rf_cuGraphRemoveDependencies(CUgraph, const CUgraphNode*, const CUgraphNode*, size_t) { return unsupported<CUresult>(Api::cuGraphRemoveDependencies); }
CUresult rf_cuGraphRemoveDependencies_v2(CUgraph, const CUgraphNode*, const CUgraphNode*, const CUgraphEdgeData*, size_t) { return unsupported<CUresult>(Api::cuGraphRemoveDependencies_v2); }
CUresult rf_cuGraphRetainUserObject(CUgraph, CUuserObject, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuGraphRetainUserObject); }
CUresult rf_cuGraphUpload(CUgraphExec, CUstream) { return unsupported<CUresult>(Api::cuGraphUpload); }
CUresult rf_cuGraphUpload_ptsz(CUgraphExec, CUstream) { return unsupported<CUresult>(Api::cuGraphUpload_ptsz); }
CUresult rf_cuUserObjectCreate(CUuserObject*, void*, CUhostFn, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuUserObjectCreate); }
CUresult rf_cuUserObjectRelease(CUuserObject, unsigned int) { return unsupported<CUresult>(Api::cuUserObjectRelease); }
CUresult rf_cuUserObjectRetain(CUuserObject, unsigned int) { return unsupported<CUresult>(Api::cuUserObjectRetain); }
CUresult rf_cuLaunch(CUfunction) { return unsupported<CUresult>(Api::cuLaunch); }
CUresult rf_cuLaunchCooperativeKernel(CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, CUstream, void**) { return unsupported<CUresult>(Api::cuLaunchCooperativeKernel); }
CUresult rf_cuLaunchCooperativeKernel_ptsz(CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, CUstream, void**) { return unsupported<CUresult>(Api::cuLaunchCooperativeKernel_ptsz); }
CUresult rf_cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS*, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuLaunchCooperativeKernelMultiDevice); }
CUresult rf_cuLaunchGrid(CUfunction, int, int) { return unsupported<CUresult>(Api::cuLaunchGrid); }
CUresult rf_cuLaunchGridAsync(CUfunction, int, int, CUstream) { return unsupported<CUresult>(Api::cuLaunchGridAsync); }
CUresult rf_cuLaunchHostFunc(CUstream, CUhostFn, void*) { return unsupported<CUresult>(Api::cuLaunchHostFunc); }
CUresult rf_cuLaunchHostFunc_ptsz(CUstream, CUhostFn, void*) { return unsupported<CUresult>(Api::cuLaunchHostFunc_ptsz); }
CUresult rf_cuLaunchKernel(CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, CUstream, void**, void**) { return unsupported<CUresult>(Api::cuLaunchKernel); }
CUresult rf_cuLaunchKernel_ptsz(CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, CUstream, void**, void**) { return unsupported<CUresult>(Api::cuLaunchKernel_ptsz); }
CUresult rf_cuLaunchKernelEx(const CUlaunchConfig*, CUfunction, void**, void**) { return unsupported<CUresult>(Api::cuLaunchKernelEx); }
CUresult rf_cuLaunchKernelEx_ptsz(const CUlaunchConfig*, CUfunction, void**, void**) { return unsupported<CUresult>(Api::cuLaunchKernelEx_ptsz); }
CUresult rf_cuOccupancyAvailableDynamicSMemPerBlock(size_t*, CUfunction, int, int) { return unsupported<CUresult>(Api::cuOccupancyAvailableDynamicSMemPerBlock); }
CUresult rf_cuOccupancyMaxActiveBlocksPerMultiprocessor(int*, CUfunction, int, size_t) { return unsupported<CUresult>(Api::cuOccupancyMaxActiveBlocksPerMultiprocessor); }
CUresult rf_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int*, CUfunction, int, size_t, unsigned int) { return unsupported<CUresult>(Api::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags); }
CUresult rf_cuOccupancyMaxActiveClusters(int*, CUfunction, const CUlaunchConfig*) { return unsupported<CUresult>(Api::cuOccupancyMaxActiveClusters); }
CUresult rf_cuOccupancyMaxPotentialBlockSize(int*, int*, CUfunction, CUoccupancyB2DSize, size_t, int) { return unsupported<CUresult>(Api::cuOccupancyMaxPotentialBlockSize); }
CUresult rf_cuOccupancyMaxPotentialBlockSizeWithFlags(int*, int*, CUfunction, CUoccupancyB2DSize, size_t, int, unsigned int) { return unsupported<CUresult>(Api::cuOccupancyMaxPotentialBlockSizeWithFlags); }
CUresult rf_cuOccupancyMaxPotentialClusterSize(int*, CUfunction, const CUlaunchConfig*) { return unsupported<CUresult>(Api::cuOccupancyMaxPotentialClusterSize); }
CUresult rf_cuParamSetSize(CUfunction, unsigned int) { return unsupported<CUresult>(Api::cuParamSetSize); }
CUresult rf_cuParamSetTexRef(CUfunction, int, CUtexref) { return unsupported<CUresult>(Api::cuParamSetTexRef); }
CUresult rf_cuParamSetf(CUfunction, int, float) { return unsupported<CUresult>(Api::cuParamSetf); }
CUresult rf_cuParamSeti(CUfunction, int, unsigned int) { return unsupported<CUresult>(Api::cuParamSeti); }
CUresult rf_cuParamSetv(CUfunction, int, void*, unsigned int) { return unsupported<CUresult>(Api::cuParamSetv); }
CUresult rf_cuDeviceGetDefaultMemPool(CUmemoryPool*, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetDefaultMemPool); }
CUresult rf_cuDeviceGetMemPool(CUmemoryPool*, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetMemPool); }
CUresult rf_cuDeviceSetMemPool(CUdevice, CUmemoryPool) { return unsupported<CUresult>(Api::cuDeviceSetMemPool); }
CUresult rf_cuMemAdvise(CUdeviceptr, size_t, CUmem_advise, CUdevice) { return unsupported<CUresult>(Api::cuMemAdvise); }
CUresult rf_cuMemAdvise_v2(CUdeviceptr, size_t, CUmem_advise, CUmemLocation) { return unsupported<CUresult>(Api::cuMemAdvise_v2); }
CUresult rf_cuMemAlloc(CUdeviceptr_v1*, unsigned int) { return unsupported<CUresult>(Api::cuMemAlloc); }
CUresult rf_cuMemAlloc_v2(CUdeviceptr*, size_t) { return unsupported<CUresult>(Api::cuMemAlloc_v2); }
CUresult rf_cuMemAllocAsync(CUdeviceptr*, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemAllocAsync); }
CUresult rf_cuMemAllocAsync_ptsz(CUdeviceptr*, size_t, CUstream) { return unsupported<CUresult>(Api::cuMemAllocAsync_ptsz); }
CUresult rf_cuMemAllocFromPoolAsync(CUdeviceptr*, size_t, CUmemoryPool, CUstream) { return unsupported<CUresult>(Api::cuMemAllocFromPoolAsync); }
CUresult rf_cuMemAllocFromPoolAsync_ptsz(CUdeviceptr*, size_t, CUmemoryPool, CUstream) { return unsupported<CUresult>(Api::cuMemAllocFromPoolAsync_ptsz); }
CUresult rf_cuMemAllocHost(void**, unsigned int) { return unsupported<CUresult>(Api::cuMemAllocHost); }
CUresult rf_cuMemAllocHost_v2(void**, size_t) { return unsupported<CUresult>(Api::cuMemAllocHost_v2); }
CUresult rf_cuMemAllocManaged(CUdeviceptr*, size_t, unsigned int) { return unsupported<CUresult>(Api::cuMemAllocManaged); }
CUresult rf_cuMemAllocPitch(CUdeviceptr_v1*, unsigned int*, unsigned int, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuMemAllocPitch); }
CUresult rf_cuMemAllocPitch_v2(CUdeviceptr*, size_t*, size_t, size_t, unsigned int) { return unsupported<CUresult>(Api::cuMemAllocPitch_v2); }
CUresult rf_cuMemFree(CUdeviceptr_v1) { return unsupported<CUresult>(Api::cuMemFree); }
CUresult rf_cuMemFree_v2(CUdeviceptr) { return unsupported<CUresult>(Api::cuMemFree_v2); }
CUresult rf_cuMemFreeAsync(CUdeviceptr, CUstream) { return unsupported<CUresult>(Api::cuMemFreeAsync); }
CUresult rf_cuMemFreeAsync_ptsz(CUdeviceptr, CUstream) { return unsupported<CUresult>(Api::cuMemFreeAsync_ptsz); }
CUresult rf_cuMemFreeHost(void*) { return unsupported<CUresult>(Api::cuMemFreeHost); }
CUresult rf_cuMemGetAddressRange(CUdeviceptr_v1*, unsigned int*, CUdeviceptr_v1) { return unsupported<CUresult>(Api::cuMemGetAddressRange); }
CUresult rf_cuMemGetAddressRange_v2(CUdeviceptr*, size_t*, CUdeviceptr) { return unsupported<CUresult>(Api::cuMemGetAddressRange_v2); }
CUresult rf_cuMemGetDefaultMemPool(CUmemoryPool*, CUmemLocation*, CUmemAllocationType) { return unsupported<CUresult>(Api::cuMemGetDefaultMemPool); }
CUresult rf_cuMemGetInfo(unsigned int*, unsigned int*) { return unsupported<CUresult>(Api::cuMemGetInfo); }
CUresult rf_cuMemGetInfo_v2(size_t*, size_t*) { return unsupported<CUresult>(Api::cuMemGetInfo_v2); }
CUresult rf_cuMemGetMemPool(CUmemoryPool*, CUmemLocation*, CUmemAllocationType) { return unsupported<CUresult>(Api::cuMemGetMemPool); }
CUresult rf_cuMemHostAlloc(void**, size_t, unsigned int) { return unsupported<CUresult>(Api::cuMemHostAlloc); }
CUresult rf_cuMemHostGetDevicePointer(CUdeviceptr_v1*, void*, unsigned int) { return unsupported<CUresult>(Api::cuMemHostGetDevicePointer); }
CUresult rf_cuMemHostGetDevicePointer_v2(CUdeviceptr*, void*, unsigned int) { return unsupported<CUresult>(Api::cuMemHostGetDevicePointer_v2); }
CUresult rf_cuMemHostGetFlags(unsigned int*, void*) { return unsupported<CUresult>(Api::cuMemHostGetFlags); }
CUresult rf_cuMemHostRegister(void*, size_t, unsigned int) { return unsupported<CUresult>(Api::cuMemHostRegister); }
CUresult rf_cuMemHostRegister_v2(void*, size_t, unsigned int) { return unsupported<CUresult>(Api::cuMemHostRegister_v2); }
CUresult rf_cuMemHostUnregister(void*) { return unsupported<CUresult>(Api::cuMemHostUnregister); }
CUresult rf_cuMemPoolCreate(CUmemoryPool*, const CUmemPoolProps*) { return unsupported<CUresult>(Api::cuMemPoolCreate); }
CUresult rf_cuMemPoolDestroy(CUmemoryPool) { return unsupported<CUresult>(Api::cuMemPoolDestroy); }
CUresult rf_cuMemPoolExportPointer(CUmemPoolPtrExportData*, CUdeviceptr) { return unsupported<CUresult>(Api::cuMemPoolExportPointer); }
CUresult rf_cuMemPoolExportToShareableHandle(void*, CUmemoryPool, CUmemAllocationHandleType, unsigned long long) { return unsupported<CUresult>(Api::cuMemPoolExportToShareableHandle); }
CUresult rf_cuMemPoolGetAccess(CUmemAccess_flags*, CUmemoryPool, CUmemLocation*) { return unsupported<CUresult>(Api::cuMemPoolGetAccess); }
CUresult rf_cuMemPoolGetAttribute(CUmemoryPool, CUmemPool_attribute, void*) { return unsupported<CUresult>(Api::cuMemPoolGetAttribute); }
CUresult rf_cuMemPoolImportFromShareableHandle(CUmemoryPool*, void*, CUmemAllocationHandleType, unsigned long long) { return unsupported<CUresult>(Api::cuMemPoolImportFromShareableHandle); }
CUresult rf_cuMemPoolImportPointer(CUdeviceptr*, CUmemoryPool, CUmemPoolPtrExportData*) { return unsupported<CUresult>(Api::cuMemPoolImportPointer); }
CUresult rf_cuMemPoolSetAccess(CUmemoryPool, const CUmemAccessDesc*, size_t) { return unsupported<CUresult>(Api::cuMemPoolSetAccess); }
CUresult rf_cuMemPoolSetAttribute(CUmemoryPool, CUmemPool_attribute, void*) { return unsupported<CUresult>(Api::cuMemPoolSetAttribute); }
CUresult rf_cuMemPoolTrimTo(CUmemoryPool, size_t) { return unsupported<CUresult>(Api::cuMemPoolTrimTo); }
CUresult rf_cuMemRangeGetAttribute(void*, size_t, CUmem_range_attribute, CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuMemRangeGetAttribute); }
CUresult rf_cuMemRangeGetAttributes(void**, size_t*, CUmem_range_attribute*, size_t, CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuMemRangeGetAttributes); }
CUresult rf_cuMemSetMemPool(CUmemLocation*, CUmemAllocationType, CUmemoryPool) { return unsupported<CUresult>(Api::cuMemSetMemPool); }
CUresult rf_cuPointerGetAttribute(void*, CUpointer_attribute, CUdeviceptr) { return unsupported<CUresult>(Api::cuPointerGetAttribute); }
CUresult rf_cuPointerGetAttributes(unsigned int, CUpointer_attribute*, void**, CUdeviceptr) { return unsupported<CUresult>(Api::cuPointerGetAttributes); }
CUresult rf_cuPointerSetAttribute(const void*, CUpointer_attribute, CUdeviceptr) { return unsupported<CUresult>(Api::cuPointerSetAttribute); }
CUresult rf_cuFuncGetAttribute(int*, CUfunction_attribute, CUfunction) { return unsupported<CUresult>(Api::cuFuncGetAttribute); }
CUresult rf_cuFuncGetModule(CUmodule*, CUfunction) { return unsupported<CUresult>(Api::cuFuncGetModule); }
CUresult rf_cuFuncGetName(const char**, CUfunction) { return unsupported<CUresult>(Api::cuFuncGetName); }
CUresult rf_cuFuncGetParamInfo(CUfunction, size_t, size_t*, size_t*) { return unsupported<CUresult>(Api::cuFuncGetParamInfo); }
CUresult rf_cuFuncIsLoaded(CUfunctionLoadingState*, CUfunction) { return unsupported<CUresult>(Api::cuFuncIsLoaded); }
CUresult rf_cuFuncLoad(CUfunction) { return unsupported<CUresult>(Api::cuFuncLoad); }
CUresult rf_cuFuncSetAttribute(CUfunction, CUfunction_attribute, int) { return unsupported<CUresult>(Api::cuFuncSetAttribute); }
CUresult rf_cuFuncSetBlockShape(CUfunction, int, int, int) { return unsupported<CUresult>(Api::cuFuncSetBlockShape); }
CUresult rf_cuFuncSetCacheConfig(CUfunction, CUfunc_cache) { return unsupported<CUresult>(Api::cuFuncSetCacheConfig); }
CUresult rf_cuFuncSetSharedMemConfig(CUfunction, CUsharedconfig) { return unsupported<CUresult>(Api::cuFuncSetSharedMemConfig); }
CUresult rf_cuFuncSetSharedSize(CUfunction, unsigned int) { return unsupported<CUresult>(Api::cuFuncSetSharedSize); }
CUresult rf_cuKernelGetAttribute(int*, CUfunction_attribute, CUkernel, CUdevice) { return unsupported<CUresult>(Api::cuKernelGetAttribute); }
CUresult rf_cuKernelGetFunction(CUfunction*, CUkernel) { return unsupported<CUresult>(Api::cuKernelGetFunction); }
CUresult rf_cuKernelGetLibrary(CUlibrary*, CUkernel) { return unsupported<CUresult>(Api::cuKernelGetLibrary); }
CUresult rf_cuKernelGetName(const char**, CUkernel) { return unsupported<CUresult>(Api::cuKernelGetName); }
CUresult rf_cuKernelGetParamInfo(CUkernel, size_t, size_t*, size_t*) { return unsupported<CUresult>(Api::cuKernelGetParamInfo); }
CUresult rf_cuKernelSetAttribute(CUfunction_attribute, int, CUkernel, CUdevice) { return unsupported<CUresult>(Api::cuKernelSetAttribute); }
CUresult rf_cuKernelSetCacheConfig(CUkernel, CUfunc_cache, CUdevice) { return unsupported<CUresult>(Api::cuKernelSetCacheConfig); }
CUresult rf_cuLibraryEnumerateKernels(CUkernel*, unsigned int, CUlibrary) { return unsupported<CUresult>(Api::cuLibraryEnumerateKernels); }
CUresult rf_cuLibraryGetGlobal(CUdeviceptr*, size_t*, CUlibrary, const char*) { return unsupported<CUresult>(Api::cuLibraryGetGlobal); }
CUresult rf_cuLibraryGetKernel(CUkernel*, CUlibrary, const char*) { return unsupported<CUresult>(Api::cuLibraryGetKernel); }
CUresult rf_cuLibraryGetKernelCount(unsigned int*, CUlibrary) { return unsupported<CUresult>(Api::cuLibraryGetKernelCount); }
CUresult rf_cuLibraryGetManaged(CUdeviceptr*, size_t*, CUlibrary, const char*) { return unsupported<CUresult>(Api::cuLibraryGetManaged); }
CUresult rf_cuLibraryGetModule(CUmodule*, CUlibrary) { return unsupported<CUresult>(Api::cuLibraryGetModule); }
CUresult rf_cuLibraryGetUnifiedFunction(void**, CUlibrary, const char*) { return unsupported<CUresult>(Api::cuLibraryGetUnifiedFunction); }
CUresult rf_cuLibraryLoadData(CUlibrary*, const void*, CUjit_option*, void**, unsigned int, CUlibraryOption*, void**, unsigned int) { return unsupported<CUresult>(Api::cuLibraryLoadData); }
CUresult rf_cuLibraryLoadFromFile(CUlibrary*, const char*, CUjit_option*, void**, unsigned int, CUlibraryOption*, void**, unsigned int) { return unsupported<CUresult>(Api::cuLibraryLoadFromFile); }
CUresult rf_cuLibraryUnload(CUlibrary) { return unsupported<CUresult>(Api::cuLibraryUnload); }
CUresult rf_cuLinkAddData(CUlinkState, CUjitInputType, void*, size_t, const char*, unsigned int, CUjit_option*, void**) { return unsupported<CUresult>(Api::cuLinkAddData); }
CUresult rf_cuLinkAddData_v2(CUlinkState, CUjitInputType, void*, size_t, const char*, unsigned int, CUjit_option*, void**) { return unsupported<CUresult>(Api::cuLinkAddData_v2); }
CUresult rf_cuLinkAddFile(CUlinkState, CUjitInputType, const char*, unsigned int, CUjit_option*, void**) { return unsupported<CUresult>(Api::cuLinkAddFile); }
CUresult rf_cuLinkAddFile_v2(CUlinkState, CUjitInputType, const char*, unsigned int, CUjit_option*, void**) { return unsupported<CUresult>(Api::cuLinkAddFile_v2); }
CUresult rf_cuLinkComplete(CUlinkState, void**, size_t*) { return unsupported<CUresult>(Api::cuLinkComplete); }
CUresult rf_cuLinkCreate(unsigned int, CUjit_option*, void**, CUlinkState*) { return unsupported<CUresult>(Api::cuLinkCreate); }
CUresult rf_cuLinkCreate_v2(unsigned int, CUjit_option*, void**, CUlinkState*) { return unsupported<CUresult>(Api::cuLinkCreate_v2); }
CUresult rf_cuLinkDestroy(CUlinkState) { return unsupported<CUresult>(Api::cuLinkDestroy); }
CUresult rf_cuModuleEnumerateFunctions(CUfunction*, unsigned int, CUmodule) { return unsupported<CUresult>(Api::cuModuleEnumerateFunctions); }
CUresult rf_cuModuleGetFunction(CUfunction*, CUmodule, const char*) { return unsupported<CUresult>(Api::cuModuleGetFunction); }
CUresult rf_cuModuleGetFunctionCount(unsigned int*, CUmodule) { return unsupported<CUresult>(Api::cuModuleGetFunctionCount); }
CUresult rf_cuModuleGetGlobal(CUdeviceptr_v1*, unsigned int*, CUmodule, const char*) { return unsupported<CUresult>(Api::cuModuleGetGlobal); }
CUresult rf_cuModuleGetGlobal_v2(CUdeviceptr*, size_t*, CUmodule, const char*) { return unsupported<CUresult>(Api::cuModuleGetGlobal_v2); }
CUresult rf_cuModuleGetLoadingMode(CUmoduleLoadingMode*) { return unsupported<CUresult>(Api::cuModuleGetLoadingMode); }
CUresult rf_cuModuleGetSurfRef(CUsurfref*, CUmodule, const char*) { return unsupported<CUresult>(Api::cuModuleGetSurfRef); }
CUresult rf_cuModuleGetTexRef(CUtexref*, CUmodule, const char*) { return unsupported<CUresult>(Api::cuModuleGetTexRef); }
CUresult rf_cuModuleLoad(CUmodule*, const char*) { return unsupported<CUresult>(Api::cuModuleLoad); }
CUresult rf_cuModuleLoadData(CUmodule*, const void*) { return unsupported<CUresult>(Api::cuModuleLoadData); }
CUresult rf_cuModuleLoadDataEx(CUmodule*, const void*, unsigned int, CUjit_option*, void**) { return unsupported<CUresult>(Api::cuModuleLoadDataEx); }
CUresult rf_cuModuleLoadFatBinary(CUmodule*, const void*) { return unsupported<CUresult>(Api::cuModuleLoadFatBinary); }
CUresult rf_cuModuleUnload(CUmodule) { return unsupported<CUresult>(Api::cuModuleUnload); }
CUresult rf_cuStreamAddCallback(CUstream, CUstreamCallback, void*, unsigned int) { return unsupported<CUresult>(Api::cuStreamAddCallback); }
CUresult rf_cuStreamAddCallback_ptsz(CUstream, CUstreamCallback, void*, unsigned int) { return unsupported<CUresult>(Api::cuStreamAddCallback_ptsz); }
CUresult rf_cuStreamAttachMemAsync(CUstream, CUdeviceptr, size_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamAttachMemAsync); }
CUresult rf_cuStreamAttachMemAsync_ptsz(CUstream, CUdeviceptr, size_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamAttachMemAsync_ptsz); }
CUresult rf_cuStreamBatchMemOp(CUstream, unsigned int, CUstreamBatchMemOpParams*, unsigned int) { return unsupported<CUresult>(Api::cuStreamBatchMemOp); }
CUresult rf_cuStreamBatchMemOp_ptsz(CUstream, unsigned int, CUstreamBatchMemOpParams*, unsigned int) { return unsupported<CUresult>(Api::cuStreamBatchMemOp_ptsz); }
CUresult rf_cuStreamBatchMemOp_v2(CUstream, unsigned int, CUstreamBatchMemOpParams*, unsigned int) { return unsupported<CUresult>(Api::cuStreamBatchMemOp_v2); }
CUresult rf_cuStreamBatchMemOp_v2_ptsz(CUstream, unsigned int, CUstreamBatchMemOpParams*, unsigned int) { return unsupported<CUresult>(Api::cuStreamBatchMemOp_v2_ptsz); }
CUresult rf_cuStreamBeginCapture(CUstream) { return unsupported<CUresult>(Api::cuStreamBeginCapture); }
CUresult rf_cuStreamBeginCapture_ptsz(CUstream) { return unsupported<CUresult>(Api::cuStreamBeginCapture_ptsz); }
CUresult rf_cuStreamBeginCapture_v2(CUstream, CUstreamCaptureMode) { return unsupported<CUresult>(Api::cuStreamBeginCapture_v2); }
CUresult rf_cuStreamBeginCapture_v2_ptsz(CUstream, CUstreamCaptureMode) { return unsupported<CUresult>(Api::cuStreamBeginCapture_v2_ptsz); }
CUresult rf_cuStreamBeginCaptureToGraph(CUstream, CUgraph, const CUgraphNode*, const CUgraphEdgeData*, size_t, CUstreamCaptureMode) { return unsupported<CUresult>(Api::cuStreamBeginCaptureToGraph); }
CUresult rf_cuStreamBeginCaptureToGraph_ptsz(CUstream, CUgraph, const CUgraphNode*, const CUgraphEdgeData*, size_t, CUstreamCaptureMode) { return unsupported<CUresult>(Api::cuStreamBeginCaptureToGraph_ptsz); }
CUresult rf_cuStreamCopyAttributes(CUstream, CUstream) { return unsupported<CUresult>(Api::cuStreamCopyAttributes); }
CUresult rf_cuStreamCopyAttributes_ptsz(CUstream, CUstream) { return unsupported<CUresult>(Api::cuStreamCopyAttributes_ptsz); }
CUresult rf_cuStreamCreate(CUstream*, unsigned int) { return unsupported<CUresult>(Api::cuStreamCreate); }
CUresult rf_cuStreamCreateWithPriority(CUstream*, unsigned int, int) { return unsupported<CUresult>(Api::cuStreamCreateWithPriority); }
CUresult rf_cuStreamDestroy(CUstream) { return unsupported<CUresult>(Api::cuStreamDestroy); }
CUresult rf_cuStreamDestroy_v2(CUstream) { return unsupported<CUresult>(Api::cuStreamDestroy_v2); }
CUresult rf_cuStreamEndCapture(CUstream, CUgraph*) { return unsupported<CUresult>(Api::cuStreamEndCapture); }
CUresult rf_cuStreamEndCapture_ptsz(CUstream, CUgraph*) { return unsupported<CUresult>(Api::cuStreamEndCapture_ptsz); }
CUresult rf_cuStreamGetAttribute(CUstream, CUstreamAttrID, CUstreamAttrValue*) { return unsupported<CUresult>(Api::cuStreamGetAttribute); }
CUresult rf_cuStreamGetAttribute_ptsz(CUstream, CUstreamAttrID, CUstreamAttrValue*) { return unsupported<CUresult>(Api::cuStreamGetAttribute_ptsz); }
CUresult rf_cuStreamGetCaptureInfo(CUstream, CUstreamCaptureStatus*, cuuint64_t*) { return unsupported<CUresult>(Api::cuStreamGetCaptureInfo); }
CUresult rf_cuStreamGetCaptureInfo_ptsz(CUstream, CUstreamCaptureStatus*, cuuint64_t*) { return unsupported<CUresult>(Api::cuStreamGetCaptureInfo_ptsz); }
CUresult rf_cuStreamGetCaptureInfo_v2(CUstream, CUstreamCaptureStatus*, cuuint64_t*, CUgraph*, const CUgraphNode**, size_t*) { return unsupported<CUresult>(Api::cuStreamGetCaptureInfo_v2); }
CUresult rf_cuStreamGetCaptureInfo_v2_ptsz(CUstream, CUstreamCaptureStatus*, cuuint64_t*, CUgraph*, const CUgraphNode**, size_t*) { return unsupported<CUresult>(Api::cuStreamGetCaptureInfo_v2_ptsz); }
CUresult rf_cuStreamGetCaptureInfo_v3(CUstream, CUstreamCaptureStatus*, cuuint64_t*, CUgraph*, const CUgraphNode**, const CUgraphEdgeData**, size_t*) { return unsupported<CUresult>(Api::cuStreamGetCaptureInfo_v3); }
CUresult rf_cuStreamGetCaptureInfo_v3_ptsz(CUstream, CUstreamCaptureStatus*, cuuint64_t*, CUgraph*, const CUgraphNode**, const CUgraphEdgeData**, size_t*) { return unsupported<CUresult>(Api::cuStreamGetCaptureInfo_v3_ptsz); }
CUresult rf_cuStreamGetCtx(CUstream, CUcontext*) { return unsupported<CUresult>(Api::cuStreamGetCtx); }
CUresult rf_cuStreamGetCtx_ptsz(CUstream, CUcontext*) { return unsupported<CUresult>(Api::cuStreamGetCtx_ptsz); }
CUresult rf_cuStreamGetCtx_v2(CUstream, CUcontext*, CUgreenCtx*) { return unsupported<CUresult>(Api::cuStreamGetCtx_v2); }
CUresult rf_cuStreamGetCtx_v2_ptsz(CUstream, CUcontext*, CUgreenCtx*) { return unsupported<CUresult>(Api::cuStreamGetCtx_v2_ptsz); }
CUresult rf_cuStreamGetDevice(CUstream, CUdevice*) { return unsupported<CUresult>(Api::cuStreamGetDevice); }
CUresult rf_cuStreamGetDevice_ptsz(CUstream, CUdevice*) { return unsupported<CUresult>(Api::cuStreamGetDevice_ptsz); }
CUresult rf_cuStreamGetFlags(CUstream, unsigned int*) { return unsupported<CUresult>(Api::cuStreamGetFlags); }
CUresult rf_cuStreamGetFlags_ptsz(CUstream, unsigned int*) { return unsupported<CUresult>(Api::cuStreamGetFlags_ptsz); }
CUresult rf_cuStreamGetGreenCtx(CUstream, CUgreenCtx*) { return unsupported<CUresult>(Api::cuStreamGetGreenCtx); }
CUresult rf_cuStreamGetId(CUstream, unsigned long long*) { return unsupported<CUresult>(Api::cuStreamGetId); }
CUresult rf_cuStreamGetId_ptsz(CUstream, unsigned long long*) { return unsupported<CUresult>(Api::cuStreamGetId_ptsz); }
CUresult rf_cuStreamGetPriority(CUstream, int*) { return unsupported<CUresult>(Api::cuStreamGetPriority); }
CUresult rf_cuStreamGetPriority_ptsz(CUstream, int*) { return unsupported<CUresult>(Api::cuStreamGetPriority_ptsz); }
CUresult rf_cuStreamIsCapturing(CUstream, CUstreamCaptureStatus*) { return unsupported<CUresult>(Api::cuStreamIsCapturing); }
CUresult rf_cuStreamIsCapturing_ptsz(CUstream, CUstreamCaptureStatus*) { return unsupported<CUresult>(Api::cuStreamIsCapturing_ptsz); }
CUresult rf_cuStreamQuery(CUstream) { return unsupported<CUresult>(Api::cuStreamQuery); }
CUresult rf_cuStreamQuery_ptsz(CUstream) { return unsupported<CUresult>(Api::cuStreamQuery_ptsz); }
CUresult rf_cuStreamSetAttribute(CUstream, CUstreamAttrID, const CUstreamAttrValue*) { return unsupported<CUresult>(Api::cuStreamSetAttribute); }
CUresult rf_cuStreamSetAttribute_ptsz(CUstream, CUstreamAttrID, const CUstreamAttrValue*) { return unsupported<CUresult>(Api::cuStreamSetAttribute_ptsz); }
CUresult rf_cuStreamSynchronize(CUstream) { return unsupported<CUresult>(Api::cuStreamSynchronize); }
CUresult rf_cuStreamSynchronize_ptsz(CUstream) { return unsupported<CUresult>(Api::cuStreamSynchronize_ptsz); }
CUresult rf_cuStreamUpdateCaptureDependencies(CUstream, CUgraphNode*, size_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamUpdateCaptureDependencies); }
CUresult rf_cuStreamUpdateCaptureDependencies_ptsz(CUstream, CUgraphNode*, size_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamUpdateCaptureDependencies_ptsz); }
CUresult rf_cuStreamUpdateCaptureDependencies_v2(CUstream, CUgraphNode*, const CUgraphEdgeData*, size_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamUpdateCaptureDependencies_v2); }
CUresult rf_cuStreamUpdateCaptureDependencies_v2_ptsz(CUstream, CUgraphNode*, const CUgraphEdgeData*, size_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamUpdateCaptureDependencies_v2_ptsz); }
CUresult rf_cuStreamWaitEvent(CUstream, CUevent, unsigned int) { return unsupported<CUresult>(Api::cuStreamWaitEvent); }
CUresult rf_cuStreamWaitEvent_ptsz(CUstream, CUevent, unsigned int) { return unsupported<CUresult>(Api::cuStreamWaitEvent_ptsz); }
CUresult rf_cuStreamWaitValue32(CUstream, CUdeviceptr, cuuint32_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWaitValue32); }
CUresult rf_cuStreamWaitValue32_ptsz(CUstream, CUdeviceptr, cuuint32_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWaitValue32_ptsz); }
CUresult rf_cuStreamWaitValue32_v2(CUstream, CUdeviceptr, cuuint32_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWaitValue32_v2); }
CUresult rf_cuStreamWaitValue32_v2_ptsz(CUstream, CUdeviceptr, cuuint32_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWaitValue32_v2_ptsz); }
CUresult rf_cuStreamWaitValue64(CUstream, CUdeviceptr, cuuint64_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWaitValue64); }
CUresult rf_cuStreamWaitValue64_ptsz(CUstream, CUdeviceptr, cuuint64_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWaitValue64_ptsz); }
CUresult rf_cuStreamWaitValue64_v2(CUstream, CUdeviceptr, cuuint64_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWaitValue64_v2); }
CUresult rf_cuStreamWaitValue64_v2_ptsz(CUstream, CUdeviceptr, cuuint64_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWaitValue64_v2_ptsz); }
CUresult rf_cuStreamWriteValue32(CUstream, CUdeviceptr, cuuint32_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWriteValue32); }
CUresult rf_cuStreamWriteValue32_ptsz(CUstream, CUdeviceptr, cuuint32_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWriteValue32_ptsz); }
CUresult rf_cuStreamWriteValue32_v2(CUstream, CUdeviceptr, cuuint32_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWriteValue32_v2); }
CUresult rf_cuStreamWriteValue32_v2_ptsz(CUstream, CUdeviceptr, cuuint32_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWriteValue32_v2_ptsz); }
CUresult rf_cuStreamWriteValue64(CUstream, CUdeviceptr, cuuint64_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWriteValue64); }
CUresult rf_cuStreamWriteValue64_ptsz(CUstream, CUdeviceptr, cuuint64_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWriteValue64_ptsz); }
CUresult rf_cuStreamWriteValue64_v2(CUstream, CUdeviceptr, cuuint64_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWriteValue64_v2); }
CUresult rf_cuStreamWriteValue64_v2_ptsz(CUstream, CUdeviceptr, cuuint64_t, unsigned int) { return unsupported<CUresult>(Api::cuStreamWriteValue64_v2_ptsz); }
CUresult rf_cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode*) { return unsupported<CUresult>(Api::cuThreadExchangeStreamCaptureMode); }
CUresult rf_cuMemAddressFree(CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuMemAddressFree); }
CUresult rf_cuMemAddressReserve(CUdeviceptr*, size_t, size_t, CUdeviceptr, unsigned long long) { return unsupported<CUresult>(Api::cuMemAddressReserve); }
CUresult rf_cuMemCreate(CUmemGenericAllocationHandle*, size_t, const CUmemAllocationProp*, unsigned long long) { return unsupported<CUresult>(Api::cuMemCreate); }
CUresult rf_cuMemExportToShareableHandle(void*, CUmemGenericAllocationHandle, CUmemAllocationHandleType, unsigned long long) { return unsupported<CUresult>(Api::cuMemExportToShareableHandle); }
CUresult rf_cuMemGetAccess(unsigned long long*, const CUmemLocation*, CUdeviceptr) { return unsupported<CUresult>(Api::cuMemGetAccess); }
CUresult rf_cuMemGetAllocationGranularity(size_t*, const CUmemAllocationProp*, CUmemAllocationGranularity_flags) { return unsupported<CUresult>(Api::cuMemGetAllocationGranularity); }
CUresult rf_cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp*, CUmemGenericAllocationHandle) { return unsupported<CUresult>(Api::cuMemGetAllocationPropertiesFromHandle); }
CUresult rf_cuMemGetHandleForAddressRange(void*, CUdeviceptr, size_t, CUmemRangeHandleType, unsigned long long) { return unsupported<CUresult>(Api::cuMemGetHandleForAddressRange); }
CUresult rf_cuMemImportFromShareableHandle(CUmemGenericAllocationHandle*, void*, CUmemAllocationHandleType) { return unsupported<CUresult>(Api::cuMemImportFromShareableHandle); }
CUresult rf_cuMemMap(CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle, unsigned long long) { return unsupported<CUresult>(Api::cuMemMap); }
CUresult rf_cuMemRelease(CUmemGenericAllocationHandle) { return unsupported<CUresult>(Api::cuMemRelease); }
CUresult rf_cuMemRetainAllocationHandle(CUmemGenericAllocationHandle*, void*) { return unsupported<CUresult>(Api::cuMemRetainAllocationHandle); }
CUresult rf_cuMemSetAccess(CUdeviceptr, size_t, const CUmemAccessDesc*, size_t) { return unsupported<CUresult>(Api::cuMemSetAccess); }
CUresult rf_cuMemUnmap(CUdeviceptr, size_t) { return unsupported<CUresult>(Api::cuMemUnmap); }
CUresult rf_cuMulticastAddDevice(CUmemGenericAllocationHandle, CUdevice) { return unsupported<CUresult>(Api::cuMulticastAddDevice); }
CUresult rf_cuMulticastBindAddr(CUmemGenericAllocationHandle, size_t, CUdeviceptr, size_t, unsigned long long) { return unsupported<CUresult>(Api::cuMulticastBindAddr); }
CUresult rf_cuMulticastBindMem(CUmemGenericAllocationHandle, size_t, CUmemGenericAllocationHandle, size_t, size_t, unsigned long long) { return unsupported<CUresult>(Api::cuMulticastBindMem); }
CUresult rf_cuMulticastCreate(CUmemGenericAllocationHandle*, const CUmulticastObjectProp*) { return unsupported<CUresult>(Api::cuMulticastCreate); }
CUresult rf_cuMulticastGetGranularity(size_t*, const CUmulticastObjectProp*, CUmulticastGranularity_flags) { return unsupported<CUresult>(Api::cuMulticastGetGranularity); }
CUresult rf_cuMulticastUnbind(CUmemGenericAllocationHandle, CUdevice, size_t, size_t) { return unsupported<CUresult>(Api::cuMulticastUnbind); }

}
