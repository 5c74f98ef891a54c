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
CUresult rf_cuCtxAttach(CUcontext* pctx, unsigned int flags) { return traced<Api::cuCtxAttach>(ringfence::driver::cuCtxAttach, pctx, flags); }
CUresult rf_cuCtxCreate(CUcontext* pctx, unsigned int flags, CUdevice dev) { return traced<Api::cuCtxCreate>(ringfence::driver::cuCtxCreate_v2, pctx, flags, dev); }
CUresult rf_cuCtxCreate_v2(CUcontext* pctx, unsigned int flags, CUdevice dev) { return traced<Api::cuCtxCreate_v2>(ringfence::driver::cuCtxCreate_v2, pctx, flags, dev); }
CUresult rf_cuCtxCreate_v3(CUcontext* pctx, CUexecAffinityParam* paramsArray, int numParams, unsigned int flags, CUdevice dev) { return traced<Api::cuCtxCreate_v3>(ringfence::driver::cuCtxCreate_v3, pctx, paramsArray, numParams, flags, dev); }
CUresult rf_cuCtxCreate_v4(CUcontext* pctx, CUctxCreateParams* ctxCreateParams, unsigned int flags, CUdevice dev) { return traced<Api::cuCtxCreate_v4>(ringfence::driver::cuCtxCreate_v4, pctx, ctxCreateParams, flags, dev); }
CUresult rf_cuCtxDestroy(CUcontext ctx) { return traced<Api::cuCtxDestroy>(ringfence::driver::cuCtxDestroy_v2, ctx); }
CUresult rf_cuCtxDestroy_v2(CUcontext ctx) { return traced<Api::cuCtxDestroy_v2>(ringfence::driver::cuCtxDestroy_v2, ctx); }
CUresult rf_cuCtxDetach(CUcontext ctx) { return traced<Api::cuCtxDetach>(ringfence::driver::cuCtxDetach, ctx); }
CUresult rf_cuCtxDisablePeerAccess(CUcontext peerContext) { return traced<Api::cuCtxDisablePeerAccess>(ringfence::driver::cuCtxDisablePeerAccess, peerContext); }
CUresult rf_cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags) { return traced<Api::cuCtxEnablePeerAccess>(ringfence::driver::cuCtxEnablePeerAccess, peerContext, Flags); }
CUresult rf_cuCtxFromGreenCtx(CUcontext*, CUgreenCtx) { return unsupported<CUresult>(Api::cuCtxFromGreenCtx); }
CUresult rf_cuCtxGetApiVersion(CUcontext ctx, unsigned int* version) { return traced<Api::cuCtxGetApiVersion>(ringfence::driver::cuCtxGetApiVersion, ctx, version); }
CUresult rf_cuCtxGetCacheConfig(CUfunc_cache* pconfig) { return traced<Api::cuCtxGetCacheConfig>(ringfence::driver::cuCtxGetCacheConfig, pconfig); }
CUresult rf_cuCtxGetCurrent(CUcontext* pctx) { return traced<Api::cuCtxGetCurrent>(ringfence::driver::cuCtxGetCurrent, pctx); }
CUresult rf_cuCtxGetDevResource(CUcontext, CUdevResource*, CUdevResourceType) { return unsupported<CUresult>(Api::cuCtxGetDevResource); }
CUresult rf_cuCtxGetDevice(CUdevice* device) { return traced<Api::cuCtxGetDevice>(ringfence::driver::cuCtxGetDevice, device); }
CUresult rf_cuCtxGetDevice_v2(CUdevice* device, CUcontext ctx) { return traced<Api::cuCtxGetDevice_v2>(ringfence::driver::cuCtxGetDevice_v2, device, ctx); }
CUresult rf_cuCtxGetExecAffinity(CUexecAffinityParam* pExecAffinity, CUexecAffinityType type) { return traced<Api::cuCtxGetExecAffinity>(ringfence::driver::cuCtxGetExecAffinity, pExecAffinity, type); }
CUresult rf_cuCtxGetFlags(unsigned int* flags) { return traced<Api::cuCtxGetFlags>(ringfence::driver::cuCtxGetFlags, flags); }
CUresult rf_cuCtxGetId(CUcontext ctx, unsigned long long* ctxId) { return traced<Api::cuCtxGetId>(ringfence::driver::cuCtxGetId, ctx, ctxId); }
CUresult rf_cuCtxGetLimit(size_t* pvalue, CUlimit limit) { return traced<Api::cuCtxGetLimit>(ringfence::driver::cuCtxGetLimit, pvalue, limit); }
CUresult rf_cuCtxGetSharedMemConfig(CUsharedconfig* pConfig) { return traced<Api::cuCtxGetSharedMemConfig>(ringfence::driver::cuCtxGetSharedMemConfig, pConfig); }
CUresult rf_cuCtxGetStreamPriorityRange(int* leastPriority, int* greatestPriority) { return traced<Api::cuCtxGetStreamPriorityRange>(ringfence::driver::cuCtxGetStreamPriorityRange, leastPriority, greatestPriority); }
CUresult rf_cuCtxPopCurrent(CUcontext* pctx) { return traced<Api::cuCtxPopCurrent>(ringfence::driver::cuCtxPopCurrent_v2, pctx); }
CUresult rf_cuCtxPopCurrent_v2(CUcontext* pctx) { return traced<Api::cuCtxPopCurrent_v2>(ringfence::driver::cuCtxPopCurrent_v2, pctx); }
CUresult rf_cuCtxPushCurrent(CUcontext ctx) { return traced<Api::cuCtxPushCurrent>(ringfence::driver::cuCtxPushCurrent_v2, ctx); }
CUresult rf_cuCtxPushCurrent_v2(CUcontext ctx) { return traced<Api::cuCtxPushCurrent_v2>(ringfence::driver::cuCtxPushCurrent_v2, ctx); }
CUresult rf_cuCtxRecordEvent(CUcontext, CUevent) { return unsupported<CUresult>(Api::cuCtxRecordEvent); }
CUresult rf_cuCtxResetPersistingL2Cache() { return traced<Api::cuCtxResetPersistingL2Cache>(ringfence::driver::cuCtxResetPersistingL2Cache); }
CUresult rf_cuCtxSetCacheConfig(CUfunc_cache config) { return traced<Api::cuCtxSetCacheConfig>(ringfence::driver::cuCtxSetCacheConfig, config); }
CUresult rf_cuCtxSetCurrent(CUcontext ctx) { return traced<Api::cuCtxSetCurrent>(ringfence::driver::cuCtxSetCurrent, ctx); }
CUresult rf_cuCtxSetFlags(unsigned int flags) { return traced<Api::cuCtxSetFlags>(ringfence::driver::cuCtxSetFlags, flags); }
CUresult rf_cuCtxSetLimit(CUlimit limit, size_t value) { return traced<Api::cuCtxSetLimit>(ringfence::driver::cuCtxSetLimit, limit, value); }
CUresult rf_cuCtxSetSharedMemConfig(CUsharedconfig config) { return traced<Api::cuCtxSetSharedMemConfig>(ringfence::driver::cuCtxSetSharedMemConfig, config); }
CUresult rf_cuCtxSynchronize() { return traced<Api::cuCtxSynchronize>(ringfence::driver::cuCtxSynchronize); }
CUresult rf_cuCtxSynchronize_v2(CUcontext ctx) { return traced<Api::cuCtxSynchronize_v2>(ringfence::driver::cuCtxSynchronize_v2, ctx); }
CUresult rf_cuCtxWaitEvent(CUcontext, CUevent) { return unsupported<CUresult>(Api::cuCtxWaitEvent); }
CUresult rf_cuDevResourceGenerateDesc(CUdevResourceDesc*, CUdevResource*, unsigned int) { return unsupported<CUresult>(Api::cuDevResourceGenerateDesc); }
CUresult rf_cuDevSmResourceSplitByCount(CUdevResource*, unsigned int*, const CUdevResource*, CUdevResource*, unsigned int, unsigned int) { return unsupported<CUresult>(Api::cuDevSmResourceSplitByCount); }
CUresult rf_cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int* flags, int* active) { return traced<Api::cuDevicePrimaryCtxGetState>(ringfence::driver::cuDevicePrimaryCtxGetState, dev, flags, active); }
CUresult rf_cuDevicePrimaryCtxRelease(CUdevice dev) { return traced<Api::cuDevicePrimaryCtxRelease>(ringfence::driver::cuDevicePrimaryCtxRelease, dev); }
CUresult rf_cuDevicePrimaryCtxRelease_v2(CUdevice dev) { return traced<Api::cuDevicePrimaryCtxRelease_v2>(ringfence::driver::cuDevicePrimaryCtxRelease_v2, dev); }
CUresult rf_cuDevicePrimaryCtxReset(CUdevice dev) { return traced<Api::cuDevicePrimaryCtxReset>(ringfence::driver::cuDevicePrimaryCtxReset, dev); }
CUresult rf_cuDevicePrimaryCtxReset_v2(CUdevice dev) { return traced<Api::cuDevicePrimaryCtxReset_v2>(ringfence::driver::cuDevicePrimaryCtxReset_v2, dev); }
CUresult rf_cuDevicePrimaryCtxRetain(CUcontext* pctx, CUdevice dev) { return traced<Api::cuDevicePrimaryCtxRetain>(ringfence::driver::cuDevicePrimaryCtxRetain, pctx, dev); }
CUresult rf_cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags) { return traced<Api::cuDevicePrimaryCtxSetFlags>(ringfence::driver::cuDevicePrimaryCtxSetFlags, dev, flags); }
CUresult rf_cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, unsigned int flags) { return traced<Api::cuDevicePrimaryCtxSetFlags_v2>(ringfence::driver::cuDevicePrimaryCtxSetFlags_v2, dev, flags); }
CUresult rf_cuGreenCtxCreate(CUgreenCtx*, CUdevResourceDesc, CUdevice, unsigned int) { return unsupported<CUresult>(Api::cuGreenCtxCreate); }
CUresult rf_cuGreenCtxDestroy(CUgreenCtx) { return unsupported<CUresult>(Api::cuGreenCtxDestroy); }
CUresult rf_cuGreenCtxGetDevResource(CUgreenCtx, CUdevResource*, CUdevResourceType) { return unsupported<CUresult>(Api::cuGreenCtxGetDevResource); }
CUresult rf_cuGreenCtxGetId(CUgreenCtx, unsigned long long*) { return unsupported<CUresult>(Api::cuGreenCtxGetId); }
CUresult rf_cuGreenCtxRecordEvent(CUgreenCtx, CUevent) { return unsupported<CUresult>(Api::cuGreenCtxRecordEvent); }
CUresult rf_cuGreenCtxStreamCreate(CUstream*, CUgreenCtx, unsigned int, int) { return unsupported<CUresult>(Api::cuGreenCtxStreamCreate); }
CUresult rf_cuGreenCtxWaitEvent(CUgreenCtx, CUevent) { return unsupported<CUresult>(Api::cuGreenCtxWaitEvent); }
CUresult rf_cuMemBatchDecompressAsync(CUmemDecompressParams*, size_t, unsigned int, size_t*, CUstream) { return unsupported<CUresult>(Api::cuMemBatchDecompressAsync); }
CUresult rf_cuMemBatchDecompressAsync_ptsz(CUmemDecompressParams*, size_t, unsigned int, size_t*, CUstream) { return unsupported<CUresult>(Api::cuMemBatchDecompressAsync_ptsz); }
CUresult rf_cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr* dptrs, size_t* sizes, size_t count, CUmemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) { return traced<Api::cuMemDiscardAndPrefetchBatchAsync>(ringfence::driver::cuMemDiscardAndPrefetchBatchAsync, dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream); }
CUresult rf_cuMemDiscardAndPrefetchBatchAsync_ptsz(CUdeviceptr* dptrs, size_t* sizes, size_t count, CUmemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemDiscardAndPrefetchBatchAsync_ptsz>(ringfence::driver::cuMemDiscardAndPrefetchBatchAsync, dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream); }
CUresult rf_cuMemDiscardBatchAsync(CUdeviceptr* dptrs, size_t* sizes, size_t count, unsigned long long flags, CUstream hStream) { return traced<Api::cuMemDiscardBatchAsync>(ringfence::driver::cuMemDiscardBatchAsync, dptrs, sizes, count, flags, hStream); }
CUresult rf_cuMemDiscardBatchAsync_ptsz(CUdeviceptr* dptrs, size_t* sizes, size_t count, unsigned long long flags, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemDiscardBatchAsync_ptsz>(ringfence::driver::cuMemDiscardBatchAsync, dptrs, sizes, count, flags, hStream); }
CUresult rf_cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) { return traced<Api::cuMemPrefetchAsync>(ringfence::driver::cuMemPrefetchAsync, devPtr, count, dstDevice, hStream); }
CUresult rf_cuMemPrefetchAsync_ptsz(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemPrefetchAsync_ptsz>(ringfence::driver::cuMemPrefetchAsync, devPtr, count, dstDevice, hStream); }
CUresult rf_cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream) { return traced<Api::cuMemPrefetchAsync_v2>(ringfence::driver::cuMemPrefetchAsync_v2, devPtr, count, location, flags, hStream); }
CUresult rf_cuMemPrefetchAsync_v2_ptsz(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemPrefetchAsync_v2_ptsz>(ringfence::driver::cuMemPrefetchAsync_v2, devPtr, count, location, flags, hStream); }
CUresult rf_cuMemPrefetchBatchAsync(CUdeviceptr* dptrs, size_t* sizes, size_t count, CUmemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) { return traced<Api::cuMemPrefetchBatchAsync>(ringfence::driver::cuMemPrefetchBatchAsync, dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream); }
CUresult rf_cuMemPrefetchBatchAsync_ptsz(CUdeviceptr* dptrs, size_t* sizes, size_t count, CUmemLocation* prefetchLocs, size_t* prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemPrefetchBatchAsync_ptsz>(ringfence::driver::cuMemPrefetchBatchAsync, dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream); }
CUresult rf_cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) { return traced<Api::cuMemcpy>(ringfence::driver::cuMemcpy, dst, src, ByteCount); }
CUresult rf_cuMemcpy_ptds(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) { PerThreadDefaultStream scope; return traced<Api::cuMemcpy_ptds>(ringfence::driver::cuMemcpy, dst, src, ByteCount); }
CUresult rf_cuMemcpy2D(const CUDA_MEMCPY2D_v1* pCopy) { return traced<Api::cuMemcpy2D>(ringfence::driver::cuMemcpy2D, pCopy); }
CUresult rf_cuMemcpy2D_v2(const CUDA_MEMCPY2D* pCopy) { return traced<Api::cuMemcpy2D_v2>(ringfence::driver::cuMemcpy2D_v2, pCopy); }
CUresult rf_cuMemcpy2D_v2_ptds(const CUDA_MEMCPY2D* pCopy) { PerThreadDefaultStream scope; return traced<Api::cuMemcpy2D_v2_ptds>(ringfence::driver::cuMemcpy2D_v2, pCopy); }
CUresult rf_cuMemcpy2DAsync(const CUDA_MEMCPY2D_v1* pCopy, CUstream hStream) { return traced<Api::cuMemcpy2DAsync>(ringfence::driver::cuMemcpy2DAsync, pCopy, hStream); }
CUresult rf_cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* pCopy, CUstream hStream) { return traced<Api::cuMemcpy2DAsync_v2>(ringfence::driver::cuMemcpy2DAsync_v2, pCopy, hStream); }
CUresult rf_cuMemcpy2DAsync_v2_ptsz(const CUDA_MEMCPY2D* pCopy, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemcpy2DAsync_v2_ptsz>(ringfence::driver::cuMemcpy2DAsync_v2, pCopy, hStream); }
CUresult rf_cuMemcpy2DUnaligned(const CUDA_MEMCPY2D_v1* pCopy) { return traced<Api::cuMemcpy2DUnaligned>(ringfence::driver::cuMemcpy2DUnaligned, pCopy); }
CUresult rf_cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D* pCopy) { return traced<Api::cuMemcpy2DUnaligned_v2>(ringfence::driver::cuMemcpy2DUnaligned_v2, pCopy); }
CUresult rf_cuMemcpy2DUnaligned_v2_ptds(const CUDA_MEMCPY2D* pCopy) { PerThreadDefaultStream scope; return traced<Api::cuMemcpy2DUnaligned_v2_ptds>(ringfence::driver::cuMemcpy2DUnaligned_v2, pCopy); }
CUresult rf_cuMemcpy3D(const CUDA_MEMCPY3D_v1* pCopy) { return traced<Api::cuMemcpy3D>(ringfence::driver::cuMemcpy3D, pCopy); }
CUresult rf_cuMemcpy3D_v2(const CUDA_MEMCPY3D* pCopy) { return traced<Api::cuMemcpy3D_v2>(ringfence::driver::cuMemcpy3D_v2, pCopy); }
CUresult rf_cuMemcpy3D_v2_ptds(const CUDA_MEMCPY3D* pCopy) { PerThreadDefaultStream scope; return traced<Api::cuMemcpy3D_v2_ptds>(ringfence::driver::cuMemcpy3D_v2, pCopy); }
CUresult rf_cuMemcpy3DAsync(const CUDA_MEMCPY3D_v1* pCopy, CUstream hStream) { return traced<Api::cuMemcpy3DAsync>(ringfence::driver::cuMemcpy3DAsync, pCopy, hStream); }
CUresult rf_cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D* pCopy, CUstream hStream) { return traced<Api::cuMemcpy3DAsync_v2>(ringfence::driver::cuMemcpy3DAsync_v2, pCopy, hStream); }
CUresult rf_cuMemcpy3DAsync_v2_ptsz(const CUDA_MEMCPY3D* pCopy, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemcpy3DAsync_v2_ptsz>(ringfence::driver::cuMemcpy3DAsync_v2, pCopy, hStream); }
CUresult rf_cuMemcpy3DBatchAsync(size_t numOps, CUDA_MEMCPY3D_BATCH_OP* opList, size_t* failIdx, unsigned long long flags, CUstream hStream) { return traced<Api::cuMemcpy3DBatchAsync>(ringfence::driver::cuMemcpy3DBatchAsync, numOps, opList, failIdx, flags, hStream); }
CUresult rf_cuMemcpy3DBatchAsync_ptsz(size_t numOps, CUDA_MEMCPY3D_BATCH_OP* opList, size_t* failIdx, unsigned long long flags, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemcpy3DBatchAsync_ptsz>(ringfence::driver::cuMemcpy3DBatchAsync, numOps, opList, failIdx, flags, hStream); }
CUresult rf_cuMemcpy3DBatchAsync_v2(size_t numOps, CUDA_MEMCPY3D_BATCH_OP* opList, unsigned long long flags, CUstream hStream) { return traced<Api::cuMemcpy3DBatchAsync_v2>(ringfence::driver::cuMemcpy3DBatchAsync_v2, numOps, opList, flags, hStream); }
CUresult rf_cuMemcpy3DBatchAsync_v2_ptsz(size_t numOps, CUDA_MEMCPY3D_BATCH_OP* opList, unsigned long long flags, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemcpy3DBatchAsync_v2_ptsz>(ringfence::driver::cuMemcpy3DBatchAsync_v2, numOps, opList, flags, hStream); }
CUresult rf_cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER* pCopy) { return traced<Api::cuMemcpy3DPeer>(ringfence::driver::cuMemcpy3DPeer, pCopy); }
CUresult rf_cuMemcpy3DPeer_ptds(const CUDA_MEMCPY3D_PEER* pCopy) { PerThreadDefaultStream scope; return traced<Api::cuMemcpy3DPeer_ptds>(ringfence::driver::cuMemcpy3DPeer, pCopy); }
CUresult rf_cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* pCopy, CUstream hStream) { return traced<Api::cuMemcpy3DPeerAsync>(ringfence::driver::cuMemcpy3DPeerAsync, pCopy, hStream); }
CUresult rf_cuMemcpy3DPeerAsync_ptsz(const CUDA_MEMCPY3D_PEER* pCopy, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemcpy3DPeerAsync_ptsz>(ringfence::driver::cuMemcpy3DPeerAsync, pCopy, hStream); }
CUresult rf_cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) { return traced<Api::cuMemcpyAsync>(ringfence::driver::cuMemcpyAsync, dst, src, ByteCount, hStream); }
CUresult rf_cuMemcpyAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemcpyAsync_ptsz>(ringfence::driver::cuMemcpyAsync, dst, src, ByteCount, hStream); }
CUresult rf_cuMemcpyBatchAsync(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count, CUmemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, size_t* failIdx, CUstream hStream) { return traced<Api::cuMemcpyBatchAsync>(ringfence::driver::cuMemcpyBatchAsync, dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, hStream); }
CUresult rf_cuMemcpyBatchAsync_ptsz(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count, CUmemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, size_t* failIdx, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemcpyBatchAsync_ptsz>(ringfence::driver::cuMemcpyBatchAsync, dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, hStream); }
CUresult rf_cuMemcpyBatchAsync_v2(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count, CUmemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, CUstream hStream) { return traced<Api::cuMemcpyBatchAsync_v2>(ringfence::driver::cuMemcpyBatchAsync_v2, dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream); }
CUresult rf_cuMemcpyBatchAsync_v2_ptsz(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count, CUmemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemcpyBatchAsync_v2_ptsz>(ringfence::driver::cuMemcpyBatchAsync_v2, dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream); }
CUresult rf_cuMemcpyDtoD(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) { return traced<Api::cuMemcpyDtoD>(ringfence::driver::cuMemcpyDtoD, dstDevice, srcDevice, ByteCount); }
CUresult rf_cuMemcpyDtoD_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) { return traced<Api::cuMemcpyDtoD_v2>(ringfence::driver::cuMemcpyDtoD_v2, dstDevice, srcDevice, ByteCount); }
CUresult rf_cuMemcpyDtoD_v2_ptds(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) { PerThreadDefaultStream scope; return traced<Api::cuMemcpyDtoD_v2_ptds>(ringfence::driver::cuMemcpyDtoD_v2, dstDevice, srcDevice, ByteCount); }
CUresult rf_cuMemcpyDtoDAsync(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream) { return traced<Api::cuMemcpyDtoDAsync>(ringfence::driver::cuMemcpyDtoDAsync, dstDevice, srcDevice, ByteCount, hStream); }
CUresult rf_cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) { return traced<Api::cuMemcpyDtoDAsync_v2>(ringfence::driver::cuMemcpyDtoDAsync_v2, dstDevice, srcDevice, ByteCount, hStream); }
CUresult rf_cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemcpyDtoDAsync_v2_ptsz>(ringfence::driver::cuMemcpyDtoDAsync_v2, dstDevice, srcDevice, ByteCount, hStream); }
CUresult rf_cuMemcpyDtoH(void* dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) { return traced<Api::cuMemcpyDtoH>(ringfence::driver::cuMemcpyDtoH, dstHost, srcDevice, ByteCount); }
CUresult rf_cuMemcpyDtoH_v2(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount) { return traced<Api::cuMemcpyDtoH_v2>(ringfence::driver::cuMemcpyDtoH_v2, dstHost, srcDevice, ByteCount); }
CUresult rf_cuMemcpyDtoH_v2_ptds(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount) { PerThreadDefaultStream scope; return traced<Api::cuMemcpyDtoH_v2_ptds>(ringfence::driver::cuMemcpyDtoH_v2, dstHost, srcDevice, ByteCount); }
CUresult rf_cuMemcpyDtoHAsync(void* dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream) { return traced<Api::cuMemcpyDtoHAsync>(ringfence::driver::cuMemcpyDtoHAsync, dstHost, srcDevice, ByteCount, hStream); }
CUresult rf_cuMemcpyDtoHAsync_v2(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) { return traced<Api::cuMemcpyDtoHAsync_v2>(ringfence::driver::cuMemcpyDtoHAsync_v2, dstHost, srcDevice, ByteCount, hStream); }
CUresult rf_cuMemcpyDtoHAsync_v2_ptsz(void* dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemcpyDtoHAsync_v2_ptsz>(ringfence::driver::cuMemcpyDtoHAsync_v2, dstHost, srcDevice, ByteCount, hStream); }
CUresult rf_cuMemcpyHtoD(CUdeviceptr_v1 dstDevice, const void* srcHost, unsigned int ByteCount) { return traced<Api::cuMemcpyHtoD>(ringfence::driver::cuMemcpyHtoD, dstDevice, srcHost, ByteCount); }
CUresult rf_cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount) { return traced<Api::cuMemcpyHtoD_v2>(ringfence::driver::cuMemcpyHtoD_v2, dstDevice, srcHost, ByteCount); }
CUresult rf_cuMemcpyHtoD_v2_ptds(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount) { PerThreadDefaultStream scope; return traced<Api::cuMemcpyHtoD_v2_ptds>(ringfence::driver::cuMemcpyHtoD_v2, dstDevice, srcHost, ByteCount); }
CUresult rf_cuMemcpyHtoDAsync(CUdeviceptr_v1 dstDevice, const void* srcHost, unsigned int ByteCount, CUstream hStream) { return traced<Api::cuMemcpyHtoDAsync>(ringfence::driver::cuMemcpyHtoDAsync, dstDevice, srcHost, ByteCount, hStream); }
CUresult rf_cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount, CUstream hStream) { return traced<Api::cuMemcpyHtoDAsync_v2>(ringfence::driver::cuMemcpyHtoDAsync_v2, dstDevice, srcHost, ByteCount, hStream); }
CUresult rf_cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr dstDevice, const void* srcHost, size_t ByteCount, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemcpyHtoDAsync_v2_ptsz>(ringfence::driver::cuMemcpyHtoDAsync_v2, dstDevice, srcHost, ByteCount, hStream); }
CUresult rf_cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount) { return traced<Api::cuMemcpyPeer>(ringfence::driver::cuMemcpyPeer, dstDevice, dstContext, srcDevice, srcContext, ByteCount); }
CUresult rf_cuMemcpyPeer_ptds(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount) { PerThreadDefaultStream scope; return traced<Api::cuMemcpyPeer_ptds>(ringfence::driver::cuMemcpyPeer, dstDevice, dstContext, srcDevice, srcContext, ByteCount); }
CUresult rf_cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream) { return traced<Api::cuMemcpyPeerAsync>(ringfence::driver::cuMemcpyPeerAsync, dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream); }
CUresult rf_cuMemcpyPeerAsync_ptsz(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemcpyPeerAsync_ptsz>(ringfence::driver::cuMemcpyPeerAsync, dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream); }
CUresult rf_cuMemsetD16(CUdeviceptr_v1 dstDevice, unsigned short us, unsigned int N) { return traced<Api::cuMemsetD16>(ringfence::driver::cuMemsetD16, dstDevice, us, N); }
CUresult rf_cuMemsetD16_v2(CUdeviceptr dstDevice, unsigned short us, size_t N) { return traced<Api::cuMemsetD16_v2>(ringfence::driver::cuMemsetD16_v2, dstDevice, us, N); }
CUresult rf_cuMemsetD16_v2_ptds(CUdeviceptr dstDevice, unsigned short us, size_t N) { PerThreadDefaultStream scope; return traced<Api::cuMemsetD16_v2_ptds>(ringfence::driver::cuMemsetD16_v2, dstDevice, us, N); }
CUresult rf_cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) { return traced<Api::cuMemsetD16Async>(ringfence::driver::cuMemsetD16Async, dstDevice, us, N, hStream); }
CUresult rf_cuMemsetD16Async_ptsz(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemsetD16Async_ptsz>(ringfence::driver::cuMemsetD16Async, dstDevice, us, N, hStream); }
CUresult rf_cuMemsetD2D16(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned short us, unsigned int Width, unsigned int Height) { return traced<Api::cuMemsetD2D16>(ringfence::driver::cuMemsetD2D16, dstDevice, dstPitch, us, Width, Height); }
CUresult rf_cuMemsetD2D16_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height) { return traced<Api::cuMemsetD2D16_v2>(ringfence::driver::cuMemsetD2D16_v2, dstDevice, dstPitch, us, Width, Height); }
CUresult rf_cuMemsetD2D16_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height) { PerThreadDefaultStream scope; return traced<Api::cuMemsetD2D16_v2_ptds>(ringfence::driver::cuMemsetD2D16_v2, dstDevice, dstPitch, us, Width, Height); }
CUresult rf_cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream) { return traced<Api::cuMemsetD2D16Async>(ringfence::driver::cuMemsetD2D16Async, dstDevice, dstPitch, us, Width, Height, hStream); }
CUresult rf_cuMemsetD2D16Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemsetD2D16Async_ptsz>(ringfence::driver::cuMemsetD2D16Async, dstDevice, dstPitch, us, Width, Height, hStream); }
CUresult rf_cuMemsetD2D32(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned int ui, unsigned int Width, unsigned int Height) { return traced<Api::cuMemsetD2D32>(ringfence::driver::cuMemsetD2D32, dstDevice, dstPitch, ui, Width, Height); }
CUresult rf_cuMemsetD2D32_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height) { return traced<Api::cuMemsetD2D32_v2>(ringfence::driver::cuMemsetD2D32_v2, dstDevice, dstPitch, ui, Width, Height); }
CUresult rf_cuMemsetD2D32_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height) { PerThreadDefaultStream scope; return traced<Api::cuMemsetD2D32_v2_ptds>(ringfence::driver::cuMemsetD2D32_v2, dstDevice, dstPitch, ui, Width, Height); }
CUresult rf_cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream) { return traced<Api::cuMemsetD2D32Async>(ringfence::driver::cuMemsetD2D32Async, dstDevice, dstPitch, ui, Width, Height, hStream); }
CUresult rf_cuMemsetD2D32Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemsetD2D32Async_ptsz>(ringfence::driver::cuMemsetD2D32Async, dstDevice, dstPitch, ui, Width, Height, hStream); }
CUresult rf_cuMemsetD2D8(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned char uc, unsigned int Width, unsigned int Height) { return traced<Api::cuMemsetD2D8>(ringfence::driver::cuMemsetD2D8, dstDevice, dstPitch, uc, Width, Height); }
CUresult rf_cuMemsetD2D8_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height) { return traced<Api::cuMemsetD2D8_v2>(ringfence::driver::cuMemsetD2D8_v2, dstDevice, dstPitch, uc, Width, Height); }
CUresult rf_cuMemsetD2D8_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height) { PerThreadDefaultStream scope; return traced<Api::cuMemsetD2D8_v2_ptds>(ringfence::driver::cuMemsetD2D8_v2, dstDevice, dstPitch, uc, Width, Height); }
CUresult rf_cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream) { return traced<Api::cuMemsetD2D8Async>(ringfence::driver::cuMemsetD2D8Async, dstDevice, dstPitch, uc, Width, Height, hStream); }
CUresult rf_cuMemsetD2D8Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemsetD2D8Async_ptsz>(ringfence::driver::cuMemsetD2D8Async, dstDevice, dstPitch, uc, Width, Height, hStream); }
CUresult rf_cuMemsetD32(CUdeviceptr_v1 dstDevice, unsigned int ui, unsigned int N) { return traced<Api::cuMemsetD32>(ringfence::driver::cuMemsetD32, dstDevice, ui, N); }
CUresult rf_cuMemsetD32_v2(CUdeviceptr dstDevice, unsigned int ui, size_t N) { return traced<Api::cuMemsetD32_v2>(ringfence::driver::cuMemsetD32_v2, dstDevice, ui, N); }
CUresult rf_cuMemsetD32_v2_ptds(CUdeviceptr dstDevice, unsigned int ui, size_t N) { PerThreadDefaultStream scope; return traced<Api::cuMemsetD32_v2_ptds>(ringfence::driver::cuMemsetD32_v2, dstDevice, ui, N); }
CUresult rf_cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) { return traced<Api::cuMemsetD32Async>(ringfence::driver::cuMemsetD32Async, dstDevice, ui, N, hStream); }
CUresult rf_cuMemsetD32Async_ptsz(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemsetD32Async_ptsz>(ringfence::driver::cuMemsetD32Async, dstDevice, ui, N, hStream); }
CUresult rf_cuMemsetD8(CUdeviceptr_v1 dstDevice, unsigned char uc, unsigned int N) { return traced<Api::cuMemsetD8>(ringfence::driver::cuMemsetD8, dstDevice, uc, N); }
CUresult rf_cuMemsetD8_v2(CUdeviceptr dstDevice, unsigned char uc, size_t N) { return traced<Api::cuMemsetD8_v2>(ringfence::driver::cuMemsetD8_v2, dstDevice, uc, N); }
CUresult rf_cuMemsetD8_v2_ptds(CUdeviceptr dstDevice, unsigned char uc, size_t N) { PerThreadDefaultStream scope; return traced<Api::cuMemsetD8_v2_ptds>(ringfence::driver::cuMemsetD8_v2, dstDevice, uc, N); }
CUresult rf_cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) { return traced<Api::cuMemsetD8Async>(ringfence::driver::cuMemsetD8Async, dstDevice, uc, N, hStream); }
CUresult rf_cuMemsetD8Async_ptsz(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemsetD8Async_ptsz>(ringfence::driver::cuMemsetD8Async, dstDevice, uc, N, hStream); }
CUresult rf_cuDeviceCanAccessPeer(int* canAccessPeer, CUdevice dev, CUdevice peerDev) { return traced<Api::cuDeviceCanAccessPeer>(ringfence::driver::cuDeviceCanAccessPeer, canAccessPeer, dev, peerDev); }
CUresult rf_cuDeviceComputeCapability(int* major, int* minor, CUdevice dev) { return traced<Api::cuDeviceComputeCapability>(ringfence::driver::cuDeviceComputeCapability, major, minor, dev); }
CUresult rf_cuDeviceGet(CUdevice* device, int ordinal) { return traced<Api::cuDeviceGet>(ringfence::driver::cuDeviceGet, device, ordinal); }
CUresult rf_cuDeviceGetAttribute(int* pi, CUdevice_attribute attrib, CUdevice dev) { return traced<Api::cuDeviceGetAttribute>(ringfence::driver::cuDeviceGetAttribute, pi, attrib, dev); }
CUresult rf_cuDeviceGetByPCIBusId(CUdevice* dev, const char* pciBusId) { return traced<Api::cuDeviceGetByPCIBusId>(ringfence::driver::cuDeviceGetByPCIBusId, dev, pciBusId); }
CUresult rf_cuDeviceGetCount(int* count) { return traced<Api::cuDeviceGetCount>(ringfence::driver::cuDeviceGetCount, count); }
CUresult rf_cuDeviceGetDevResource(CUdevice, CUdevResource*, CUdevResourceType) { return unsupported<CUresult>(Api::cuDeviceGetDevResource); }
CUresult rf_cuDeviceGetExecAffinitySupport(int* pi, CUexecAffinityType type, CUdevice dev) { return traced<Api::cuDeviceGetExecAffinitySupport>(ringfence::driver::cuDeviceGetExecAffinitySupport, pi, type, dev); }
CUresult rf_cuDeviceGetHostAtomicCapabilities(unsigned int* capabilities, const CUatomicOperation* operations, unsigned int count, CUdevice dev) { return traced<Api::cuDeviceGetHostAtomicCapabilities>(ringfence::driver::cuDeviceGetHostAtomicCapabilities, capabilities, operations, count, dev); }
CUresult rf_cuDeviceGetLuid(char*, unsigned int*, CUdevice) { return unsupported<CUresult>(Api::cuDeviceGetLuid); }
CUresult rf_cuDeviceGetName(char* name, int len, CUdevice dev) { return traced<Api::cuDeviceGetName>(ringfence::driver::cuDeviceGetName, name, len, dev); }
CUresult rf_cuDeviceGetP2PAtomicCapabilities(unsigned int* capabilities, const CUatomicOperation* operations, unsigned int count, CUdevice srcDevice, CUdevice dstDevice) { return traced<Api::cuDeviceGetP2PAtomicCapabilities>(ringfence::driver::cuDeviceGetP2PAtomicCapabilities, capabilities, operations, count, srcDevice, dstDevice); }
CUresult rf_cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attrib, CUdevice srcDevice, CUdevice dstDevice) { return traced<Api::cuDeviceGetP2PAttribute>(ringfence::driver::cuDeviceGetP2PAttribute, value, attrib, srcDevice, dstDevice); }
CUresult rf_cuDeviceGetPCIBusId(char* pciBusId, int len, CUdevice dev) { return traced<Api::cuDeviceGetPCIBusId>(ringfence::driver::cuDeviceGetPCIBusId, pciBusId, len, dev); }
CUresult rf_cuDeviceGetProperties(CUdevprop* prop, CUdevice dev) { return traced<Api::cuDeviceGetProperties>(ringfence::driver::cuDeviceGetProperties, prop, dev); }
CUresult rf_cuDeviceGetUuid(CUuuid* uuid, CUdevice dev) { return traced<Api::cuDeviceGetUuid>(ringfence::driver::cuDeviceGetUuid, uuid, dev); }
CUresult rf_cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice dev) { return traced<Api::cuDeviceGetUuid_v2>(ringfence::driver::cuDeviceGetUuid_v2, uuid, dev); }
CUresult rf_cuDeviceRegisterAsyncNotification(CUdevice, CUasyncCallback, void*, CUasyncCallbackHandle*) { return unsupported<CUresult>(Api::cuDeviceRegisterAsyncNotification); }
CUresult rf_cuDeviceTotalMem(unsigned int* bytes, CUdevice dev) { return traced<Api::cuDeviceTotalMem>(ringfence::driver::cuDeviceTotalMem, bytes, dev); }
CUresult rf_cuDeviceTotalMem_v2(size_t* bytes, CUdevice dev) { return traced<Api::cuDeviceTotalMem_v2>(ringfence::driver::cuDeviceTotalMem_v2, bytes, dev); }
CUresult rf_cuDeviceUnregisterAsyncNotification(CUdevice, CUasyncCallbackHandle) { return unsupported<CUresult>(Api::cuDeviceUnregisterAsyncNotification); }
CUresult rf_cuEventCreate(CUevent* phEvent, unsigned int Flags) { return traced<Api::cuEventCreate>(ringfence::driver::cuEventCreate, phEvent, Flags); }
CUresult rf_cuEventDestroy(CUevent hEvent) { return traced<Api::cuEventDestroy>(ringfence::driver::cuEventDestroy_v2, hEvent); }
CUresult rf_cuEventDestroy_v2(CUevent hEvent) { return traced<Api::cuEventDestroy_v2>(ringfence::driver::cuEventDestroy_v2, hEvent); }
CUresult rf_cuEventElapsedTime(float* pMilliseconds, CUevent hStart, CUevent hEnd) { return traced<Api::cuEventElapsedTime>(ringfence::driver::cuEventElapsedTime, pMilliseconds, hStart, hEnd); }
CUresult rf_cuEventElapsedTime_v2(float* pMilliseconds, CUevent hStart, CUevent hEnd) { return traced<Api::cuEventElapsedTime_v2>(ringfence::driver::cuEventElapsedTime_v2, pMilliseconds, hStart, hEnd); }
CUresult rf_cuEventQuery(CUevent hEvent) { return traced<Api::cuEventQuery>(ringfence::driver::cuEventQuery, hEvent); }
CUresult rf_cuEventRecord(CUevent hEvent, CUstream hStream) { return traced<Api::cuEventRecord>(ringfence::driver::cuEventRecord, hEvent, hStream); }
CUresult rf_cuEventRecord_ptsz(CUevent hEvent, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuEventRecord_ptsz>(ringfence::driver::cuEventRecord, hEvent, hStream); }
CUresult rf_cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags) { return traced<Api::cuEventRecordWithFlags>(ringfence::driver::cuEventRecordWithFlags, hEvent, hStream, flags); }
CUresult rf_cuEventRecordWithFlags_ptsz(CUevent hEvent, CUstream hStream, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuEventRecordWithFlags_ptsz>(ringfence::driver::cuEventRecordWithFlags, hEvent, hStream, flags); }
CUresult rf_cuEventSynchronize(CUevent hEvent) { return traced<Api::cuEventSynchronize>(ringfence::driver::cuEventSynchronize, hEvent); }
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
CUresult rf_cuIpcCloseMemHandle(CUdeviceptr dptr) { return traced<Api::cuIpcCloseMemHandle>(ringfence::driver::cuIpcCloseMemHandle, dptr); }
CUresult rf_cuIpcGetEventHandle(CUipcEventHandle* pHandle, CUevent event) { return traced<Api::cuIpcGetEventHandle>(ringfence::driver::cuIpcGetEventHandle, pHandle, event); }
CUresult rf_cuIpcGetMemHandle(CUipcMemHandle* pHandle, CUdeviceptr dptr) { return traced<Api::cuIpcGetMemHandle>(ringfence::driver::cuIpcGetMemHandle, pHandle, dptr); }
CUresult rf_cuIpcOpenEventHandle(CUevent* phEvent, CUipcEventHandle handle) { return traced<Api::cuIpcOpenEventHandle>(ringfence::driver::cuIpcOpenEventHandle, phEvent, handle); }
CUresult rf_cuIpcOpenMemHandle(CUdeviceptr* pdptr, CUipcMemHandle handle, unsigned int Flags) { return traced<Api::cuIpcOpenMemHandle>(ringfence::driver::cuIpcOpenMemHandle, pdptr, handle, Flags); }
CUresult rf_cuIpcOpenMemHandle_v2(CUdeviceptr* pdptr, CUipcMemHandle handle, unsigned int Flags) { return traced<Api::cuIpcOpenMemHandle_v2>(ringfence::driver::cuIpcOpenMemHandle_v2, pdptr, handle, Flags); }
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
CUresult rf_cuDriverGetVersion(int* driverVersion) { return traced<Api::cuDriverGetVersion>(ringfence::driver::cuDriverGetVersion, driverVersion); }
CUresult rf_cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget, CUflushGPUDirectRDMAWritesScope) { return unsupported<CUresult>(Api::cuFlushGPUDirectRDMAWrites); }
CUresult rf_cuGetErrorName(CUresult error, const char** pStr) { return traced<Api::cuGetErrorName>(ringfence::driver::cuGetErrorName, error, pStr); }
CUresult rf_cuGetErrorString(CUresult error, const char** pStr) { return traced<Api::cuGetErrorString>(ringfence::driver::cuGetErrorString, error, pStr); }
CUresult rf_cuGetExportTable(const void**, const CUuuid*) { return unsupported<CUresult>(Api::cuGetExportTable); }
CUresult rf_cuGetProcAddress(const char* symbol, void** pfn, int cudaVersion, cuuint64_t flags) { return traced<Api::cuGetProcAddress>(ringfence::driver::cuGetProcAddress, symbol, pfn, cudaVersion, flags); }
CUresult rf_cuGetProcAddress_v2(const char* symbol, void** pfn, int cudaVersion, cuuint64_t flags, CUdriverProcAddressQueryResult* symbolStatus) { return traced<Api::cuGetProcAddress_v2>(ringfence::driver::cuGetProcAddress_v2, symbol, pfn, cudaVersion, flags, symbolStatus); }
CUresult rf_cuInit(unsigned int Flags) { return traced<Api::cuInit>(ringfence::driver::cuInit, Flags); }
CUresult rf_cuLogsCurrent(CUlogIterator* iterator_out, unsigned int flags) { return traced<Api::cuLogsCurrent>(ringfence::driver::cuLogsCurrent, iterator_out, flags); }
CUresult rf_cuLogsDumpToFile(CUlogIterator* iterator, const char* pathToFile, unsigned int flags) { return traced<Api::cuLogsDumpToFile>(ringfence::driver::cuLogsDumpToFile, iterator, pathToFile, flags); }
CUresult rf_cuLogsDumpToMemory(CUlogIterator* iterator, char* buffer, size_t* size, unsigned int flags) { return traced<Api::cuLogsDumpToMemory>(ringfence::driver::cuLogsDumpToMemory, iterator, buffer, size, flags); }
CUresult rf_cuLogsRegisterCallback(CUlogsCallback callbackFunc, void* userData, CUlogsCallbackHandle* callback_out) { return traced<Api::cuLogsRegisterCallback>(ringfence::driver::cuLogsRegisterCallback, callbackFunc, userData, callback_out); }
CUresult rf_cuLogsUnregisterCallback(CUlogsCallbackHandle callback) { return traced<Api::cuLogsUnregisterCallback>(ringfence::driver::cuLogsUnregisterCallback, callback); }
CUresult rf_cuProfilerInitialize(const char*, const char*, CUoutput_mode) { return unsupported<CUresult>(Api::cuProfilerInitialize); }
CUresult rf_cuProfilerStart() { return traced<Api::cuProfilerStart>(ringfence::driver::cuProfilerStart); }
CUresult rf_cuProfilerStop() { return traced<Api::cuProfilerStop>(ringfence::driver::cuProfilerStop); }
CUresult rf_cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void* value) { return traced<Api::cuDeviceGetGraphMemAttribute>(ringfence::driver::cuDeviceGetGraphMemAttribute, device, attr, value); }
CUresult rf_cuDeviceGraphMemTrim(CUdevice device) { return traced<Api::cuDeviceGraphMemTrim>(ringfence::driver::cuDeviceGraphMemTrim, device); }
CUresult rf_cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void* value) { return traced<Api::cuDeviceSetGraphMemAttribute>(ringfence::driver::cuDeviceSetGraphMemAttribute, device, attr, value); }
CUresult rf_cuGraphAddBatchMemOpNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) { return traced<Api::cuGraphAddBatchMemOpNode>(ringfence::driver::cuGraphAddBatchMemOpNode, phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult rf_cuGraphAddChildGraphNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUgraph childGraph) { return traced<Api::cuGraphAddChildGraphNode>(ringfence::driver::cuGraphAddChildGraphNode, phGraphNode, hGraph, dependencies, numDependencies, childGraph); }
CUresult rf_cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to, size_t numDependencies) { return traced<Api::cuGraphAddDependencies>(ringfence::driver::cuGraphAddDependencies, hGraph, from, to, numDependencies); }
CUresult rf_cuGraphAddDependencies_v2(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to, const CUgraphEdgeData* edgeData, size_t numDependencies) { return traced<Api::cuGraphAddDependencies_v2>(ringfence::driver::cuGraphAddDependencies_v2, hGraph, from, to, edgeData, numDependencies); }
CUresult rf_cuGraphAddEmptyNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies) { return traced<Api::cuGraphAddEmptyNode>(ringfence::driver::cuGraphAddEmptyNode, phGraphNode, hGraph, dependencies, numDependencies); }
CUresult rf_cuGraphAddEventRecordNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUevent event) { return traced<Api::cuGraphAddEventRecordNode>(ringfence::driver::cuGraphAddEventRecordNode, phGraphNode, hGraph, dependencies, numDependencies, event); }
CUresult rf_cuGraphAddEventWaitNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUevent event) { return traced<Api::cuGraphAddEventWaitNode>(ringfence::driver::cuGraphAddEventWaitNode, phGraphNode, hGraph, dependencies, numDependencies, event); }
CUresult rf_cuGraphAddExternalSemaphoresSignalNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphAddExternalSemaphoresSignalNode); }
CUresult rf_cuGraphAddExternalSemaphoresWaitNode(CUgraphNode*, CUgraph, const CUgraphNode*, size_t, const CUDA_EXT_SEM_WAIT_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphAddExternalSemaphoresWaitNode); }
CUresult rf_cuGraphAddHostNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_HOST_NODE_PARAMS* nodeParams) { return traced<Api::cuGraphAddHostNode>(ringfence::driver::cuGraphAddHostNode, phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult rf_cuGraphAddKernelNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) { return traced<Api::cuGraphAddKernelNode>(ringfence::driver::cuGraphAddKernelNode, phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult rf_cuGraphAddKernelNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS* nodeParams) { return traced<Api::cuGraphAddKernelNode_v2>(ringfence::driver::cuGraphAddKernelNode_v2, phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult rf_cuGraphAddMemAllocNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUDA_MEM_ALLOC_NODE_PARAMS* nodeParams) { return traced<Api::cuGraphAddMemAllocNode>(ringfence::driver::cuGraphAddMemAllocNode, phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult rf_cuGraphAddMemFreeNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUdeviceptr dptr) { return traced<Api::cuGraphAddMemFreeNode>(ringfence::driver::cuGraphAddMemFreeNode, phGraphNode, hGraph, dependencies, numDependencies, dptr); }
CUresult rf_cuGraphAddMemcpyNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_MEMCPY3D* copyParams, CUcontext ctx) { return traced<Api::cuGraphAddMemcpyNode>(ringfence::driver::cuGraphAddMemcpyNode, phGraphNode, hGraph, dependencies, numDependencies, copyParams, ctx); }
CUresult rf_cuGraphAddMemsetNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext ctx) { return traced<Api::cuGraphAddMemsetNode>(ringfence::driver::cuGraphAddMemsetNode, phGraphNode, hGraph, dependencies, numDependencies, memsetParams, ctx); }
CUresult rf_cuGraphAddNode(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, size_t numDependencies, CUgraphNodeParams* nodeParams) { return traced<Api::cuGraphAddNode>(ringfence::driver::cuGraphAddNode, phGraphNode, hGraph, dependencies, numDependencies, nodeParams); }
CUresult rf_cuGraphAddNode_v2(CUgraphNode* phGraphNode, CUgraph hGraph, const CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, CUgraphNodeParams* nodeParams) { return traced<Api::cuGraphAddNode_v2>(ringfence::driver::cuGraphAddNode_v2, phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams); }
CUresult rf_cuGraphBatchMemOpNodeGetParams(CUgraphNode hNode, CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams_out) { return traced<Api::cuGraphBatchMemOpNodeGetParams>(ringfence::driver::cuGraphBatchMemOpNodeGetParams, hNode, nodeParams_out); }
CUresult rf_cuGraphBatchMemOpNodeSetParams(CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) { return traced<Api::cuGraphBatchMemOpNodeSetParams>(ringfence::driver::cuGraphBatchMemOpNodeSetParams, hNode, nodeParams); }
CUresult rf_cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph* phGraph) { return traced<Api::cuGraphChildGraphNodeGetGraph>(ringfence::driver::cuGraphChildGraphNodeGetGraph, hNode, phGraph); }
CUresult rf_cuGraphClone(CUgraph* phGraphClone, CUgraph originalGraph) { return traced<Api::cuGraphClone>(ringfence::driver::cuGraphClone, phGraphClone, originalGraph); }
CUresult rf_cuGraphConditionalHandleCreate(CUgraphConditionalHandle* pHandle_out, CUgraph hGraph, CUcontext ctx, unsigned int defaultLaunchValue, unsigned int flags) { return traced<Api::cuGraphConditionalHandleCreate>(ringfence::driver::cuGraphConditionalHandleCreate, pHandle_out, hGraph, ctx, defaultLaunchValue, flags); }
CUresult rf_cuGraphCreate(CUgraph* phGraph, unsigned int flags) { return traced<Api::cuGraphCreate>(ringfence::driver::cuGraphCreate, phGraph, flags); }
CUresult rf_cuGraphDebugDotPrint(CUgraph hGraph, const char* path, unsigned int flags) { return traced<Api::cuGraphDebugDotPrint>(ringfence::driver::cuGraphDebugDotPrint, hGraph, path, flags); }
CUresult rf_cuGraphDestroy(CUgraph hGraph) { return traced<Api::cuGraphDestroy>(ringfence::driver::cuGraphDestroy, hGraph); }
CUresult rf_cuGraphDestroyNode(CUgraphNode hNode) { return traced<Api::cuGraphDestroyNode>(ringfence::driver::cuGraphDestroyNode, hNode); }
CUresult rf_cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent* event_out) { return traced<Api::cuGraphEventRecordNodeGetEvent>(ringfence::driver::cuGraphEventRecordNodeGetEvent, hNode, event_out); }
CUresult rf_cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event) { return traced<Api::cuGraphEventRecordNodeSetEvent>(ringfence::driver::cuGraphEventRecordNodeSetEvent, hNode, event); }
CUresult rf_cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent* event_out) { return traced<Api::cuGraphEventWaitNodeGetEvent>(ringfence::driver::cuGraphEventWaitNodeGetEvent, hNode, event_out); }
CUresult rf_cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event) { return traced<Api::cuGraphEventWaitNodeSetEvent>(ringfence::driver::cuGraphEventWaitNodeSetEvent, hNode, event); }
CUresult rf_cuGraphExecBatchMemOpNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS* nodeParams) { return traced<Api::cuGraphExecBatchMemOpNodeSetParams>(ringfence::driver::cuGraphExecBatchMemOpNodeSetParams, hGraphExec, hNode, nodeParams); }
CUresult rf_cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraph childGraph) { return traced<Api::cuGraphExecChildGraphNodeSetParams>(ringfence::driver::cuGraphExecChildGraphNodeSetParams, hGraphExec, hNode, childGraph); }
CUresult rf_cuGraphExecDestroy(CUgraphExec hGraphExec) { return traced<Api::cuGraphExecDestroy>(ringfence::driver::cuGraphExecDestroy, hGraphExec); }
CUresult rf_cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) { return traced<Api::cuGraphExecEventRecordNodeSetEvent>(ringfence::driver::cuGraphExecEventRecordNodeSetEvent, hGraphExec, hNode, event); }
CUresult rf_cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) { return traced<Api::cuGraphExecEventWaitNodeSetEvent>(ringfence::driver::cuGraphExecEventWaitNodeSetEvent, hGraphExec, hNode, event); }
CUresult rf_cuGraphExecExternalSemaphoresSignalNodeSetParams(CUgraphExec, CUgraphNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExecExternalSemaphoresSignalNodeSetParams); }
CUresult rf_cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec, CUgraphNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExecExternalSemaphoresWaitNodeSetParams); }
CUresult rf_cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t* flags) { return traced<Api::cuGraphExecGetFlags>(ringfence::driver::cuGraphExecGetFlags, hGraphExec, flags); }
CUresult rf_cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS* nodeParams) { return traced<Api::cuGraphExecHostNodeSetParams>(ringfence::driver::cuGraphExecHostNodeSetParams, hGraphExec, hNode, nodeParams); }
CUresult rf_cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) { return traced<Api::cuGraphExecKernelNodeSetParams>(ringfence::driver::cuGraphExecKernelNodeSetParams, hGraphExec, hNode, nodeParams); }
CUresult rf_cuGraphExecKernelNodeSetParams_v2(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS* nodeParams) { return traced<Api::cuGraphExecKernelNodeSetParams_v2>(ringfence::driver::cuGraphExecKernelNodeSetParams_v2, hGraphExec, hNode, nodeParams); }
CUresult rf_cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMCPY3D* copyParams, CUcontext ctx) { return traced<Api::cuGraphExecMemcpyNodeSetParams>(ringfence::driver::cuGraphExecMemcpyNodeSetParams, hGraphExec, hNode, copyParams, ctx); }
CUresult rf_cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS* memsetParams, CUcontext ctx) { return traced<Api::cuGraphExecMemsetNodeSetParams>(ringfence::driver::cuGraphExecMemsetNodeSetParams, hGraphExec, hNode, memsetParams, ctx); }
CUresult rf_cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraphNodeParams* nodeParams) { return traced<Api::cuGraphExecNodeSetParams>(ringfence::driver::cuGraphExecNodeSetParams, hGraphExec, hNode, nodeParams); }
CUresult rf_cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphNode* hErrorNode_out, CUgraphExecUpdateResult* updateResult_out) { return traced<Api::cuGraphExecUpdate>(ringfence::driver::cuGraphExecUpdate, hGraphExec, hGraph, hErrorNode_out, updateResult_out); }
CUresult rf_cuGraphExecUpdate_v2(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphExecUpdateResultInfo* resultInfo) { return traced<Api::cuGraphExecUpdate_v2>(ringfence::driver::cuGraphExecUpdate_v2, hGraphExec, hGraph, resultInfo); }
CUresult rf_cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExternalSemaphoresSignalNodeGetParams); }
CUresult rf_cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExternalSemaphoresSignalNodeSetParams); }
CUresult rf_cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode, CUDA_EXT_SEM_WAIT_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExternalSemaphoresWaitNodeGetParams); }
CUresult rf_cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS*) { return unsupported<CUresult>(Api::cuGraphExternalSemaphoresWaitNodeSetParams); }
CUresult rf_cuGraphGetEdges(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to, size_t* numEdges) { return traced<Api::cuGraphGetEdges>(ringfence::driver::cuGraphGetEdges, hGraph, from, to, numEdges); }
CUresult rf_cuGraphGetEdges_v2(CUgraph hGraph, CUgraphNode* from, CUgraphNode* to, CUgraphEdgeData* edgeData, size_t* numEdges) { return traced<Api::cuGraphGetEdges_v2>(ringfence::driver::cuGraphGetEdges_v2, hGraph, from, to, edgeData, numEdges); }
CUresult rf_cuGraphGetNodes(CUgraph hGraph, CUgraphNode* nodes, size_t* numNodes) { return traced<Api::cuGraphGetNodes>(ringfence::driver::cuGraphGetNodes, hGraph, nodes, numNodes); }
CUresult rf_cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode* rootNodes, size_t* numRootNodes) { return traced<Api::cuGraphGetRootNodes>(ringfence::driver::cuGraphGetRootNodes, hGraph, rootNodes, numRootNodes); }
CUresult rf_cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS* nodeParams) { return traced<Api::cuGraphHostNodeGetParams>(ringfence::driver::cuGraphHostNodeGetParams, hNode, nodeParams); }
CUresult rf_cuGraphHostNodeSetParams(CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS* nodeParams) { return traced<Api::cuGraphHostNodeSetParams>(ringfence::driver::cuGraphHostNodeSetParams, hNode, nodeParams); }
CUresult rf_cuGraphInstantiate(CUgraphExec* phGraphExec, CUgraph hGraph, CUgraphNode* phErrorNode, char* logBuffer, size_t bufferSize) { return traced<Api::cuGraphInstantiate>(ringfence::driver::cuGraphInstantiate, phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize); }
CUresult rf_cuGraphInstantiate_v2(CUgraphExec* phGraphExec, CUgraph hGraph, CUgraphNode* phErrorNode, char* logBuffer, size_t bufferSize) { return traced<Api::cuGraphInstantiate_v2>(ringfence::driver::cuGraphInstantiate_v2, phGraphExec, hGraph, phErrorNode, logBuffer, bufferSize); }
CUresult rf_cuGraphInstantiateWithFlags(CUgraphExec* phGraphExec, CUgraph hGraph, unsigned long long flags) { return traced<Api::cuGraphInstantiateWithFlags>(ringfence::driver::cuGraphInstantiateWithFlags, phGraphExec, hGraph, flags); }
CUresult rf_cuGraphInstantiateWithParams(CUgraphExec* phGraphExec, CUgraph hGraph, CUDA_GRAPH_INSTANTIATE_PARAMS* instantiateParams) { return traced<Api::cuGraphInstantiateWithParams>(ringfence::driver::cuGraphInstantiateWithParams, phGraphExec, hGraph, instantiateParams); }
CUresult rf_cuGraphInstantiateWithParams_ptsz(CUgraphExec* phGraphExec, CUgraph hGraph, CUDA_GRAPH_INSTANTIATE_PARAMS* instantiateParams) { PerThreadDefaultStream scope; return traced<Api::cuGraphInstantiateWithParams_ptsz>(ringfence::driver::cuGraphInstantiateWithParams, phGraphExec, hGraph, instantiateParams); }
CUresult rf_cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src) { return traced<Api::cuGraphKernelNodeCopyAttributes>(ringfence::driver::cuGraphKernelNodeCopyAttributes, dst, src); }
CUresult rf_cuGraphKernelNodeGetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, CUkernelNodeAttrValue* value_out) { return traced<Api::cuGraphKernelNodeGetAttribute>(ringfence::driver::cuGraphKernelNodeGetAttribute, hNode, attr, value_out); }
CUresult rf_cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) { return traced<Api::cuGraphKernelNodeGetParams>(ringfence::driver::cuGraphKernelNodeGetParams, hNode, nodeParams); }
CUresult rf_cuGraphKernelNodeGetParams_v2(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS* nodeParams) { return traced<Api::cuGraphKernelNodeGetParams_v2>(ringfence::driver::cuGraphKernelNodeGetParams_v2, hNode, nodeParams); }
CUresult rf_cuGraphKernelNodeSetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, const CUkernelNodeAttrValue* value) { return traced<Api::cuGraphKernelNodeSetAttribute>(ringfence::driver::cuGraphKernelNodeSetAttribute, hNode, attr, value); }
CUresult rf_cuGraphKernelNodeSetParams(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1* nodeParams) { return traced<Api::cuGraphKernelNodeSetParams>(ringfence::driver::cuGraphKernelNodeSetParams, hNode, nodeParams); }
CUresult rf_cuGraphKernelNodeSetParams_v2(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS* nodeParams) { return traced<Api::cuGraphKernelNodeSetParams_v2>(ringfence::driver::cuGraphKernelNodeSetParams_v2, hNode, nodeParams); }
CUresult rf_cuGraphLaunch(CUgraphExec hGraph, CUstream hStream) { return traced<Api::cuGraphLaunch>(ringfence::driver::cuGraphLaunch, hGraph, hStream); }
CUresult rf_cuGraphLaunch_ptsz(CUgraphExec hGraph, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuGraphLaunch_ptsz>(ringfence::driver::cuGraphLaunch, hGraph, hStream); }
CUresult rf_cuGraphMemAllocNodeGetParams(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS* params_out) { return traced<Api::cuGraphMemAllocNodeGetParams>(ringfence::driver::cuGraphMemAllocNodeGetParams, hNode, params_out); }
CUresult rf_cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr* dptr_out) { return traced<Api::cuGraphMemFreeNodeGetParams>(ringfence::driver::cuGraphMemFreeNodeGetParams, hNode, dptr_out); }
CUresult rf_cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D* nodeParams) { return traced<Api::cuGraphMemcpyNodeGetParams>(ringfence::driver::cuGraphMemcpyNodeGetParams, hNode, nodeParams); }
CUresult rf_cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D* nodeParams) { return traced<Api::cuGraphMemcpyNodeSetParams>(ringfence::driver::cuGraphMemcpyNodeSetParams, hNode, nodeParams); }
CUresult rf_cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS* nodeParams) { return traced<Api::cuGraphMemsetNodeGetParams>(ringfence::driver::cuGraphMemsetNodeGetParams, hNode, nodeParams); }
CUresult rf_cuGraphMemsetNodeSetParams(CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS* nodeParams) { return traced<Api::cuGraphMemsetNodeSetParams>(ringfence::driver::cuGraphMemsetNodeSetParams, hNode, nodeParams); }
CUresult rf_cuGraphNodeFindInClone(CUgraphNode* phNode, CUgraphNode hOriginalNode, CUgraph hClonedGraph) { return traced<Api::cuGraphNodeFindInClone>(ringfence::driver::cuGraphNodeFindInClone, phNode, hOriginalNode, hClonedGraph); }
CUresult rf_cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode* dependencies, size_t* numDependencies) { return traced<Api::cuGraphNodeGetDependencies>(ringfence::driver::cuGraphNodeGetDependencies, hNode, dependencies, numDependencies); }
CUresult rf_cuGraphNodeGetDependencies_v2(CUgraphNode hNode, CUgraphNode* dependencies, CUgraphEdgeData* edgeData, size_t* numDependencies) { return traced<Api::cuGraphNodeGetDependencies_v2>(ringfence::driver::cuGraphNodeGetDependencies_v2, hNode, dependencies, edgeData, numDependencies); }
CUresult rf_cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode* dependentNodes, size_t* numDependentNodes) { return traced<Api::cuGraphNodeGetDependentNodes>(ringfence::driver::cuGraphNodeGetDependentNodes, hNode, dependentNodes, numDependentNodes); }
CUresult rf_cuGraphNodeGetDependentNodes_v2(CUgraphNode hNode, CUgraphNode* dependentNodes, CUgraphEdgeData* edgeData, size_t* numDependentNodes) { return traced<Api::cuGraphNodeGetDependentNodes_v2>(ringfence::driver::cuGraphNodeGetDependentNodes_v2, hNode, dependentNodes, edgeData, numDependentNodes); }
CUresult rf_cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int* isEnabled) { return traced<Api::cuGraphNodeGetEnabled>(ringfence::driver::cuGraphNodeGetEnabled, hGraphExec, hNode, isEnabled); }
CUresult rf_cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType* type) { return traced<Api::cuGraphNodeGetType>(ringfence::driver::cuGraphNodeGetType, hNode, type); }
CUresult rf_cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled) { return traced<Api::cuGraphNodeSetEnabled>(ringfence::driver::cuGraphNodeSetEnabled, hGraphExec, hNode, isEnabled); }
CUresult rf_cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams* nodeParams) { return traced<Api::cuGraphNodeSetParams>(ringfence::driver::cuGraphNodeSetParams, hNode, nodeParams); }
CUresult rf_cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count) { return traced<Api::cuGraphReleaseUserObject>(ringfence::driver::cuGraphReleaseUserObject, graph, object, count); }
CUresult rf_cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to, size_t numDependencies) { return traced<Api::cuGraphRemoveDependencies>(ringfence::driver::cuGraphRemoveDependencies, hGraph, from, to, numDependencies); }
CUresult rf_cuGraphRemoveDependencies_v2(CUgraph hGraph, const CUgraphNode* from, const CUgraphNode* to, const CUgraphEdgeData* edgeData, size_t numDependencies) { return traced<Api::cuGraphRemoveDependencies_v2>(ringfence::driver::cuGraphRemoveDependencies_v2, hGraph, from, to, edgeData, numDependencies); }
CUresult rf_cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags) { return traced<Api::cuGraphRetainUserObject>(ringfence::driver::cuGraphRetainUserObject, graph, object, count, flags); }
CUresult rf_cuGraphUpload(CUgraphExec hGraph, CUstream hStream) { return traced<Api::cuGraphUpload>(ringfence::driver::cuGraphUpload, hGraph, hStream); }
CUresult rf_cuGraphUpload_ptsz(CUgraphExec hGraph, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuGraphUpload_ptsz>(ringfence::driver::cuGraphUpload, hGraph, hStream); }
CUresult rf_cuUserObjectCreate(CUuserObject* object_out, void* ptr, CUhostFn destroy, unsigned int initialRefcount, unsigned int flags) { return traced<Api::cuUserObjectCreate>(ringfence::driver::cuUserObjectCreate, object_out, ptr, destroy, initialRefcount, flags); }
CUresult rf_cuUserObjectRelease(CUuserObject object, unsigned int count) { return traced<Api::cuUserObjectRelease>(ringfence::driver::cuUserObjectRelease, object, count); }
CUresult rf_cuUserObjectRetain(CUuserObject object, unsigned int count) { return traced<Api::cuUserObjectRetain>(ringfence::driver::cuUserObjectRetain, object, count); }
CUresult rf_cuLaunch(CUfunction f) { return traced<Api::cuLaunch>(ringfence::driver::cuLaunch, f); }
CUresult rf_cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void** kernelParams) { return traced<Api::cuLaunchCooperativeKernel>(ringfence::driver::cuLaunchCooperativeKernel, f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams); }
CUresult rf_cuLaunchCooperativeKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void** kernelParams) { PerThreadDefaultStream scope; return traced<Api::cuLaunchCooperativeKernel_ptsz>(ringfence::driver::cuLaunchCooperativeKernel, f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams); }
CUresult rf_cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS* launchParamsList, unsigned int numDevices, unsigned int flags) { return traced<Api::cuLaunchCooperativeKernelMultiDevice>(ringfence::driver::cuLaunchCooperativeKernelMultiDevice, launchParamsList, numDevices, flags); }
CUresult rf_cuLaunchGrid(CUfunction f, int grid_width, int grid_height) { return traced<Api::cuLaunchGrid>(ringfence::driver::cuLaunchGrid, f, grid_width, grid_height); }
CUresult rf_cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream) { return traced<Api::cuLaunchGridAsync>(ringfence::driver::cuLaunchGridAsync, f, grid_width, grid_height, hStream); }
CUresult rf_cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void* userData) { return traced<Api::cuLaunchHostFunc>(ringfence::driver::cuLaunchHostFunc, hStream, fn, userData); }
CUresult rf_cuLaunchHostFunc_ptsz(CUstream hStream, CUhostFn fn, void* userData) { PerThreadDefaultStream scope; return traced<Api::cuLaunchHostFunc_ptsz>(ringfence::driver::cuLaunchHostFunc, hStream, fn, userData); }
CUresult rf_cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void** kernelParams, void** extra) { return traced<Api::cuLaunchKernel>(ringfence::driver::cuLaunchKernel, f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra); }
CUresult rf_cuLaunchKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void** kernelParams, void** extra) { PerThreadDefaultStream scope; return traced<Api::cuLaunchKernel_ptsz>(ringfence::driver::cuLaunchKernel, f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra); }
CUresult rf_cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction f, void** kernelParams, void** extra) { return traced<Api::cuLaunchKernelEx>(ringfence::driver::cuLaunchKernelEx, config, f, kernelParams, extra); }
CUresult rf_cuLaunchKernelEx_ptsz(const CUlaunchConfig* config, CUfunction f, void** kernelParams, void** extra) { PerThreadDefaultStream scope; return traced<Api::cuLaunchKernelEx_ptsz>(ringfence::driver::cuLaunchKernelEx, config, f, kernelParams, extra); }
CUresult rf_cuOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, CUfunction func, int numBlocks, int blockSize) { return traced<Api::cuOccupancyAvailableDynamicSMemPerBlock>(ringfence::driver::cuOccupancyAvailableDynamicSMemPerBlock, dynamicSmemSize, func, numBlocks, blockSize); }
CUresult rf_cuOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize) { return traced<Api::cuOccupancyMaxActiveBlocksPerMultiprocessor>(ringfence::driver::cuOccupancyMaxActiveBlocksPerMultiprocessor, numBlocks, func, blockSize, dynamicSMemSize); }
CUresult rf_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize, unsigned int flags) { return traced<Api::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags>(ringfence::driver::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, numBlocks, func, blockSize, dynamicSMemSize, flags); }
CUresult rf_cuOccupancyMaxActiveClusters(int* numClusters, CUfunction func, const CUlaunchConfig* config) { return traced<Api::cuOccupancyMaxActiveClusters>(ringfence::driver::cuOccupancyMaxActiveClusters, numClusters, func, config); }
CUresult rf_cuOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit) { return traced<Api::cuOccupancyMaxPotentialBlockSize>(ringfence::driver::cuOccupancyMaxPotentialBlockSize, minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit); }
CUresult rf_cuOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit, unsigned int flags) { return traced<Api::cuOccupancyMaxPotentialBlockSizeWithFlags>(ringfence::driver::cuOccupancyMaxPotentialBlockSizeWithFlags, minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit, flags); }
CUresult rf_cuOccupancyMaxPotentialClusterSize(int* clusterSize, CUfunction func, const CUlaunchConfig* config) { return traced<Api::cuOccupancyMaxPotentialClusterSize>(ringfence::driver::cuOccupancyMaxPotentialClusterSize, clusterSize, func, config); }
CUresult rf_cuParamSetSize(CUfunction hfunc, unsigned int numbytes) { return traced<Api::cuParamSetSize>(ringfence::driver::cuParamSetSize, hfunc, numbytes); }
CUresult rf_cuParamSetTexRef(CUfunction, int, CUtexref) { return unsupported<CUresult>(Api::cuParamSetTexRef); }
CUresult rf_cuParamSetf(CUfunction hfunc, int offset, float value) { return traced<Api::cuParamSetf>(ringfence::driver::cuParamSetf, hfunc, offset, value); }
CUresult rf_cuParamSeti(CUfunction hfunc, int offset, unsigned int value) { return traced<Api::cuParamSeti>(ringfence::driver::cuParamSeti, hfunc, offset, value); }
CUresult rf_cuParamSetv(CUfunction hfunc, int offset, void* ptr, unsigned int numbytes) { return traced<Api::cuParamSetv>(ringfence::driver::cuParamSetv, hfunc, offset, ptr, numbytes); }
CUresult rf_cuDeviceGetDefaultMemPool(CUmemoryPool* pool_out, CUdevice dev) { return traced<Api::cuDeviceGetDefaultMemPool>(ringfence::driver::cuDeviceGetDefaultMemPool, pool_out, dev); }
CUresult rf_cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice dev) { return traced<Api::cuDeviceGetMemPool>(ringfence::driver::cuDeviceGetMemPool, pool, dev); }
CUresult rf_cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool) { return traced<Api::cuDeviceSetMemPool>(ringfence::driver::cuDeviceSetMemPool, dev, pool); }
CUresult rf_cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device) { return traced<Api::cuMemAdvise>(ringfence::driver::cuMemAdvise, devPtr, count, advice, device); }
CUresult rf_cuMemAdvise_v2(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUmemLocation location) { return traced<Api::cuMemAdvise_v2>(ringfence::driver::cuMemAdvise_v2, devPtr, count, advice, location); }
CUresult rf_cuMemAlloc(CUdeviceptr_v1* dptr, unsigned int bytesize) { return traced<Api::cuMemAlloc>(ringfence::driver::cuMemAlloc, dptr, bytesize); }
CUresult rf_cuMemAlloc_v2(CUdeviceptr* dptr, size_t bytesize) { return traced<Api::cuMemAlloc_v2>(ringfence::driver::cuMemAlloc_v2, dptr, bytesize); }
CUresult rf_cuMemAllocAsync(CUdeviceptr* dptr, size_t bytesize, CUstream hStream) { return traced<Api::cuMemAllocAsync>(ringfence::driver::cuMemAllocAsync, dptr, bytesize, hStream); }
CUresult rf_cuMemAllocAsync_ptsz(CUdeviceptr* dptr, size_t bytesize, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemAllocAsync_ptsz>(ringfence::driver::cuMemAllocAsync, dptr, bytesize, hStream); }
CUresult rf_cuMemAllocFromPoolAsync(CUdeviceptr* dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) { return traced<Api::cuMemAllocFromPoolAsync>(ringfence::driver::cuMemAllocFromPoolAsync, dptr, bytesize, pool, hStream); }
CUresult rf_cuMemAllocFromPoolAsync_ptsz(CUdeviceptr* dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemAllocFromPoolAsync_ptsz>(ringfence::driver::cuMemAllocFromPoolAsync, dptr, bytesize, pool, hStream); }
CUresult rf_cuMemAllocHost(void** pp, unsigned int bytesize) { return traced<Api::cuMemAllocHost>(ringfence::driver::cuMemAllocHost, pp, bytesize); }
CUresult rf_cuMemAllocHost_v2(void** pp, size_t bytesize) { return traced<Api::cuMemAllocHost_v2>(ringfence::driver::cuMemAllocHost_v2, pp, bytesize); }
CUresult rf_cuMemAllocManaged(CUdeviceptr* dptr, size_t bytesize, unsigned int flags) { return traced<Api::cuMemAllocManaged>(ringfence::driver::cuMemAllocManaged, dptr, bytesize, flags); }
CUresult rf_cuMemAllocPitch(CUdeviceptr_v1* dptr, unsigned int* pPitch, unsigned int WidthInBytes, unsigned int Height, unsigned int ElementSizeBytes) { return traced<Api::cuMemAllocPitch>(ringfence::driver::cuMemAllocPitch, dptr, pPitch, WidthInBytes, Height, ElementSizeBytes); }
CUresult rf_cuMemAllocPitch_v2(CUdeviceptr* dptr, size_t* pPitch, size_t WidthInBytes, size_t Height, unsigned int ElementSizeBytes) { return traced<Api::cuMemAllocPitch_v2>(ringfence::driver::cuMemAllocPitch_v2, dptr, pPitch, WidthInBytes, Height, ElementSizeBytes); }
CUresult rf_cuMemFree(CUdeviceptr_v1 dptr) { return traced<Api::cuMemFree>(ringfence::driver::cuMemFree, dptr); }
CUresult rf_cuMemFree_v2(CUdeviceptr dptr) { return traced<Api::cuMemFree_v2>(ringfence::driver::cuMemFree_v2, dptr); }
CUresult rf_cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) { return traced<Api::cuMemFreeAsync>(ringfence::driver::cuMemFreeAsync, dptr, hStream); }
CUresult rf_cuMemFreeAsync_ptsz(CUdeviceptr dptr, CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuMemFreeAsync_ptsz>(ringfence::driver::cuMemFreeAsync, dptr, hStream); }
CUresult rf_cuMemFreeHost(void* p) { return traced<Api::cuMemFreeHost>(ringfence::driver::cuMemFreeHost, p); }
CUresult rf_cuMemGetAddressRange(CUdeviceptr_v1* pbase, unsigned int* psize, CUdeviceptr_v1 dptr) { return traced<Api::cuMemGetAddressRange>(ringfence::driver::cuMemGetAddressRange, pbase, psize, dptr); }
CUresult rf_cuMemGetAddressRange_v2(CUdeviceptr* pbase, size_t* psize, CUdeviceptr dptr) { return traced<Api::cuMemGetAddressRange_v2>(ringfence::driver::cuMemGetAddressRange_v2, pbase, psize, dptr); }
CUresult rf_cuMemGetDefaultMemPool(CUmemoryPool* pool_out, CUmemLocation* location, CUmemAllocationType type) { return traced<Api::cuMemGetDefaultMemPool>(ringfence::driver::cuMemGetDefaultMemPool, pool_out, location, type); }
CUresult rf_cuMemGetInfo(unsigned int* free, unsigned int* total) { return traced<Api::cuMemGetInfo>(ringfence::driver::cuMemGetInfo, free, total); }
CUresult rf_cuMemGetInfo_v2(size_t* free, size_t* total) { return traced<Api::cuMemGetInfo_v2>(ringfence::driver::cuMemGetInfo_v2, free, total); }
CUresult rf_cuMemGetMemPool(CUmemoryPool* pool, CUmemLocation* location, CUmemAllocationType type) { return traced<Api::cuMemGetMemPool>(ringfence::driver::cuMemGetMemPool, pool, location, type); }
CUresult rf_cuMemHostAlloc(void** pp, size_t bytesize, unsigned int Flags) { return traced<Api::cuMemHostAlloc>(ringfence::driver::cuMemHostAlloc, pp, bytesize, Flags); }
CUresult rf_cuMemHostGetDevicePointer(CUdeviceptr_v1* pdptr, void* p, unsigned int Flags) { return traced<Api::cuMemHostGetDevicePointer>(ringfence::driver::cuMemHostGetDevicePointer, pdptr, p, Flags); }
CUresult rf_cuMemHostGetDevicePointer_v2(CUdeviceptr* pdptr, void* p, unsigned int Flags) { return traced<Api::cuMemHostGetDevicePointer_v2>(ringfence::driver::cuMemHostGetDevicePointer_v2, pdptr, p, Flags); }
CUresult rf_cuMemHostGetFlags(unsigned int* pFlags, void* p) { return traced<Api::cuMemHostGetFlags>(ringfence::driver::cuMemHostGetFlags, pFlags, p); }
CUresult rf_cuMemHostRegister(void* p, size_t bytesize, unsigned int Flags) { return traced<Api::cuMemHostRegister>(ringfence::driver::cuMemHostRegister_v2, p, bytesize, Flags); }
CUresult rf_cuMemHostRegister_v2(void* p, size_t bytesize, unsigned int Flags) { return traced<Api::cuMemHostRegister_v2>(ringfence::driver::cuMemHostRegister_v2, p, bytesize, Flags); }
CUresult rf_cuMemHostUnregister(void* p) { return traced<Api::cuMemHostUnregister>(ringfence::driver::cuMemHostUnregister, p); }
CUresult rf_cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* poolProps) { return traced<Api::cuMemPoolCreate>(ringfence::driver::cuMemPoolCreate, pool, poolProps); }
CUresult rf_cuMemPoolDestroy(CUmemoryPool pool) { return traced<Api::cuMemPoolDestroy>(ringfence::driver::cuMemPoolDestroy, pool); }
CUresult rf_cuMemPoolExportPointer(CUmemPoolPtrExportData*, CUdeviceptr) { return unsupported<CUresult>(Api::cuMemPoolExportPointer); }
CUresult rf_cuMemPoolExportToShareableHandle(void*, CUmemoryPool, CUmemAllocationHandleType, unsigned long long) { return unsupported<CUresult>(Api::cuMemPoolExportToShareableHandle); }
CUresult rf_cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool memPool, CUmemLocation* location) { return traced<Api::cuMemPoolGetAccess>(ringfence::driver::cuMemPoolGetAccess, flags, memPool, location); }
CUresult rf_cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) { return traced<Api::cuMemPoolGetAttribute>(ringfence::driver::cuMemPoolGetAttribute, pool, attr, value); }
CUresult rf_cuMemPoolImportFromShareableHandle(CUmemoryPool*, void*, CUmemAllocationHandleType, unsigned long long) { return unsupported<CUresult>(Api::cuMemPoolImportFromShareableHandle); }
CUresult rf_cuMemPoolImportPointer(CUdeviceptr*, CUmemoryPool, CUmemPoolPtrExportData*) { return unsupported<CUresult>(Api::cuMemPoolImportPointer); }
CUresult rf_cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* map, size_t count) { return traced<Api::cuMemPoolSetAccess>(ringfence::driver::cuMemPoolSetAccess, pool, map, count); }
CUresult rf_cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void* value) { return traced<Api::cuMemPoolSetAttribute>(ringfence::driver::cuMemPoolSetAttribute, pool, attr, value); }
CUresult rf_cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep) { return traced<Api::cuMemPoolTrimTo>(ringfence::driver::cuMemPoolTrimTo, pool, minBytesToKeep); }
CUresult rf_cuMemRangeGetAttribute(void* data, size_t dataSize, CUmem_range_attribute attribute, CUdeviceptr devPtr, size_t count) { return traced<Api::cuMemRangeGetAttribute>(ringfence::driver::cuMemRangeGetAttribute, data, dataSize, attribute, devPtr, count); }
CUresult rf_cuMemRangeGetAttributes(void** data, size_t* dataSizes, CUmem_range_attribute* attributes, size_t numAttributes, CUdeviceptr devPtr, size_t count) { return traced<Api::cuMemRangeGetAttributes>(ringfence::driver::cuMemRangeGetAttributes, data, dataSizes, attributes, numAttributes, devPtr, count); }
CUresult rf_cuMemSetMemPool(CUmemLocation* location, CUmemAllocationType type, CUmemoryPool pool) { return traced<Api::cuMemSetMemPool>(ringfence::driver::cuMemSetMemPool, location, type, pool); }
CUresult rf_cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr ptr) { return traced<Api::cuPointerGetAttribute>(ringfence::driver::cuPointerGetAttribute, data, attribute, ptr); }
CUresult rf_cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute* attributes, void** data, CUdeviceptr ptr) { return traced<Api::cuPointerGetAttributes>(ringfence::driver::cuPointerGetAttributes, numAttributes, attributes, data, ptr); }
CUresult rf_cuPointerSetAttribute(const void* value, CUpointer_attribute attribute, CUdeviceptr ptr) { return traced<Api::cuPointerSetAttribute>(ringfence::driver::cuPointerSetAttribute, value, attribute, ptr); }
CUresult rf_cuFuncGetAttribute(int* pi, CUfunction_attribute attrib, CUfunction hfunc) { return traced<Api::cuFuncGetAttribute>(ringfence::driver::cuFuncGetAttribute, pi, attrib, hfunc); }
CUresult rf_cuFuncGetModule(CUmodule* hmod, CUfunction hfunc) { return traced<Api::cuFuncGetModule>(ringfence::driver::cuFuncGetModule, hmod, hfunc); }
CUresult rf_cuFuncGetName(const char** name, CUfunction hfunc) { return traced<Api::cuFuncGetName>(ringfence::driver::cuFuncGetName, name, hfunc); }
CUresult rf_cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t* paramOffset, size_t* paramSize) { return traced<Api::cuFuncGetParamInfo>(ringfence::driver::cuFuncGetParamInfo, func, paramIndex, paramOffset, paramSize); }
CUresult rf_cuFuncIsLoaded(CUfunctionLoadingState* state, CUfunction function) { return traced<Api::cuFuncIsLoaded>(ringfence::driver::cuFuncIsLoaded, state, function); }
CUresult rf_cuFuncLoad(CUfunction function) { return traced<Api::cuFuncLoad>(ringfence::driver::cuFuncLoad, function); }
CUresult rf_cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value) { return traced<Api::cuFuncSetAttribute>(ringfence::driver::cuFuncSetAttribute, hfunc, attrib, value); }
CUresult rf_cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z) { return traced<Api::cuFuncSetBlockShape>(ringfence::driver::cuFuncSetBlockShape, hfunc, x, y, z); }
CUresult rf_cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config) { return traced<Api::cuFuncSetCacheConfig>(ringfence::driver::cuFuncSetCacheConfig, hfunc, config); }
CUresult rf_cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config) { return traced<Api::cuFuncSetSharedMemConfig>(ringfence::driver::cuFuncSetSharedMemConfig, hfunc, config); }
CUresult rf_cuFuncSetSharedSize(CUfunction hfunc, unsigned int bytes) { return traced<Api::cuFuncSetSharedSize>(ringfence::driver::cuFuncSetSharedSize, hfunc, bytes); }
CUresult rf_cuKernelGetAttribute(int* pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev) { return traced<Api::cuKernelGetAttribute>(ringfence::driver::cuKernelGetAttribute, pi, attrib, kernel, dev); }
CUresult rf_cuKernelGetFunction(CUfunction* pFunc, CUkernel kernel) { return traced<Api::cuKernelGetFunction>(ringfence::driver::cuKernelGetFunction, pFunc, kernel); }
CUresult rf_cuKernelGetLibrary(CUlibrary* pLib, CUkernel kernel) { return traced<Api::cuKernelGetLibrary>(ringfence::driver::cuKernelGetLibrary, pLib, kernel); }
CUresult rf_cuKernelGetName(const char** name, CUkernel hfunc) { return traced<Api::cuKernelGetName>(ringfence::driver::cuKernelGetName, name, hfunc); }
CUresult rf_cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t* paramOffset, size_t* paramSize) { return traced<Api::cuKernelGetParamInfo>(ringfence::driver::cuKernelGetParamInfo, kernel, paramIndex, paramOffset, paramSize); }
CUresult rf_cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev) { return traced<Api::cuKernelSetAttribute>(ringfence::driver::cuKernelSetAttribute, attrib, val, kernel, dev); }
CUresult rf_cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev) { return traced<Api::cuKernelSetCacheConfig>(ringfence::driver::cuKernelSetCacheConfig, kernel, config, dev); }
CUresult rf_cuLibraryEnumerateKernels(CUkernel* kernels, unsigned int numKernels, CUlibrary lib) { return traced<Api::cuLibraryEnumerateKernels>(ringfence::driver::cuLibraryEnumerateKernels, kernels, numKernels, lib); }
CUresult rf_cuLibraryGetGlobal(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name) { return traced<Api::cuLibraryGetGlobal>(ringfence::driver::cuLibraryGetGlobal, dptr, bytes, library, name); }
CUresult rf_cuLibraryGetKernel(CUkernel* pKernel, CUlibrary library, const char* name) { return traced<Api::cuLibraryGetKernel>(ringfence::driver::cuLibraryGetKernel, pKernel, library, name); }
CUresult rf_cuLibraryGetKernelCount(unsigned int* count, CUlibrary lib) { return traced<Api::cuLibraryGetKernelCount>(ringfence::driver::cuLibraryGetKernelCount, count, lib); }
CUresult rf_cuLibraryGetManaged(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name) { return traced<Api::cuLibraryGetManaged>(ringfence::driver::cuLibraryGetManaged, dptr, bytes, library, name); }
CUresult rf_cuLibraryGetModule(CUmodule* pMod, CUlibrary library) { return traced<Api::cuLibraryGetModule>(ringfence::driver::cuLibraryGetModule, pMod, library); }
CUresult rf_cuLibraryGetUnifiedFunction(void**, CUlibrary, const char*) { return unsupported<CUresult>(Api::cuLibraryGetUnifiedFunction); }
CUresult rf_cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* jitOptions, void** jitOptionsValues, unsigned int numJitOptions, CUlibraryOption* libraryOptions, void** libraryOptionValues, unsigned int numLibraryOptions) { return traced<Api::cuLibraryLoadData>(ringfence::driver::cuLibraryLoadData, library, code, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions); }
CUresult rf_cuLibraryLoadFromFile(CUlibrary* library, const char* fileName, CUjit_option* jitOptions, void** jitOptionsValues, unsigned int numJitOptions, CUlibraryOption* libraryOptions, void** libraryOptionValues, unsigned int numLibraryOptions) { return traced<Api::cuLibraryLoadFromFile>(ringfence::driver::cuLibraryLoadFromFile, library, fileName, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions); }
CUresult rf_cuLibraryUnload(CUlibrary library) { return traced<Api::cuLibraryUnload>(ringfence::driver::cuLibraryUnload, library); }
CUresult rf_cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t size, const char* name, unsigned int numOptions, CUjit_option* options, void** optionValues) { return traced<Api::cuLinkAddData>(ringfence::driver::cuLinkAddData_v2, state, type, data, size, name, numOptions, options, optionValues); }
CUresult rf_cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void* data, size_t size, const char* name, unsigned int numOptions, CUjit_option* options, void** optionValues) { return traced<Api::cuLinkAddData_v2>(ringfence::driver::cuLinkAddData_v2, state, type, data, size, name, numOptions, options, optionValues); }
CUresult rf_cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path, unsigned int numOptions, CUjit_option* options, void** optionValues) { return traced<Api::cuLinkAddFile>(ringfence::driver::cuLinkAddFile_v2, state, type, path, numOptions, options, optionValues); }
CUresult rf_cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char* path, unsigned int numOptions, CUjit_option* options, void** optionValues) { return traced<Api::cuLinkAddFile_v2>(ringfence::driver::cuLinkAddFile_v2, state, type, path, numOptions, options, optionValues); }
CUresult rf_cuLinkComplete(CUlinkState state, void** cubinOut, size_t* sizeOut) { return traced<Api::cuLinkComplete>(ringfence::driver::cuLinkComplete, state, cubinOut, sizeOut); }
CUresult rf_cuLinkCreate(unsigned int numOptions, CUjit_option* options, void** optionValues, CUlinkState* stateOut) { return traced<Api::cuLinkCreate>(ringfence::driver::cuLinkCreate_v2, numOptions, options, optionValues, stateOut); }
CUresult rf_cuLinkCreate_v2(unsigned int numOptions, CUjit_option* options, void** optionValues, CUlinkState* stateOut) { return traced<Api::cuLinkCreate_v2>(ringfence::driver::cuLinkCreate_v2, numOptions, options, optionValues, stateOut); }
CUresult rf_cuLinkDestroy(CUlinkState state) { return traced<Api::cuLinkDestroy>(ringfence::driver::cuLinkDestroy, state); }
CUresult rf_cuModuleEnumerateFunctions(CUfunction* functions, unsigned int numFunctions, CUmodule mod) { return traced<Api::cuModuleEnumerateFunctions>(ringfence::driver::cuModuleEnumerateFunctions, functions, numFunctions, mod); }
CUresult rf_cuModuleGetFunction(CUfunction* hfunc, CUmodule hmod, const char* name) { return traced<Api::cuModuleGetFunction>(ringfence::driver::cuModuleGetFunction, hfunc, hmod, name); }
CUresult rf_cuModuleGetFunctionCount(unsigned int* count, CUmodule mod) { return traced<Api::cuModuleGetFunctionCount>(ringfence::driver::cuModuleGetFunctionCount, count, mod); }
CUresult rf_cuModuleGetGlobal(CUdeviceptr_v1* dptr, unsigned int* bytes, CUmodule hmod, const char* name) { return traced<Api::cuModuleGetGlobal>(ringfence::driver::cuModuleGetGlobal, dptr, bytes, hmod, name); }
CUresult rf_cuModuleGetGlobal_v2(CUdeviceptr* dptr, size_t* bytes, CUmodule hmod, const char* name) { return traced<Api::cuModuleGetGlobal_v2>(ringfence::driver::cuModuleGetGlobal_v2, dptr, bytes, hmod, name); }
CUresult rf_cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) { return traced<Api::cuModuleGetLoadingMode>(ringfence::driver::cuModuleGetLoadingMode, mode); }
CUresult rf_cuModuleGetSurfRef(CUsurfref*, CUmodule, const char*) { return unsupported<CUresult>(Api::cuModuleGetSurfRef); }
CUresult rf_cuModuleGetTexRef(CUtexref*, CUmodule, const char*) { return unsupported<CUresult>(Api::cuModuleGetTexRef); }
CUresult rf_cuModuleLoad(CUmodule* module, const char* fname) { return traced<Api::cuModuleLoad>(ringfence::driver::cuModuleLoad, module, fname); }
CUresult rf_cuModuleLoadData(CUmodule* module, const void* image) { return traced<Api::cuModuleLoadData>(ringfence::driver::cuModuleLoadData, module, image); }
CUresult rf_cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int numOptions, CUjit_option* options, void** optionValues) { return traced<Api::cuModuleLoadDataEx>(ringfence::driver::cuModuleLoadDataEx, module, image, numOptions, options, optionValues); }
CUresult rf_cuModuleLoadFatBinary(CUmodule* module, const void* fatCubin) { return traced<Api::cuModuleLoadFatBinary>(ringfence::driver::cuModuleLoadFatBinary, module, fatCubin); }
CUresult rf_cuModuleUnload(CUmodule hmod) { return traced<Api::cuModuleUnload>(ringfence::driver::cuModuleUnload, hmod); }
CUresult rf_cuShmAt(CUdeviceptr* dptr, int id, int flags) { return traced<Api::cuShmAt>(ringfence::driver::cuShmAt, dptr, id, flags); }
CUresult rf_cuShmCtl(int id, int cmd, void* buf) { return traced<Api::cuShmCtl>(ringfence::driver::cuShmCtl, id, cmd, buf); }
CUresult rf_cuShmDt(CUdeviceptr dptr) { return traced<Api::cuShmDt>(ringfence::driver::cuShmDt, dptr); }
CUresult rf_cuShmGet(int* ptr, int key, size_t size, int flags) { return traced<Api::cuShmGet>(ringfence::driver::cuShmGet, ptr, key, size, flags); }
CUresult rf_cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void* userData, unsigned int flags) { return traced<Api::cuStreamAddCallback>(ringfence::driver::cuStreamAddCallback, hStream, callback, userData, flags); }
CUresult rf_cuStreamAddCallback_ptsz(CUstream hStream, CUstreamCallback callback, void* userData, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamAddCallback_ptsz>(ringfence::driver::cuStreamAddCallback, hStream, callback, userData, flags); }
CUresult rf_cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags) { return traced<Api::cuStreamAttachMemAsync>(ringfence::driver::cuStreamAttachMemAsync, hStream, dptr, length, flags); }
CUresult rf_cuStreamAttachMemAsync_ptsz(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamAttachMemAsync_ptsz>(ringfence::driver::cuStreamAttachMemAsync, hStream, dptr, length, flags); }
CUresult rf_cuStreamBatchMemOp(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray, unsigned int flags) { return traced<Api::cuStreamBatchMemOp>(ringfence::driver::cuStreamBatchMemOp_v2, stream, count, paramArray, flags); }
CUresult rf_cuStreamBatchMemOp_ptsz(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamBatchMemOp_ptsz>(ringfence::driver::cuStreamBatchMemOp_v2, stream, count, paramArray, flags); }
CUresult rf_cuStreamBatchMemOp_v2(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray, unsigned int flags) { return traced<Api::cuStreamBatchMemOp_v2>(ringfence::driver::cuStreamBatchMemOp_v2, stream, count, paramArray, flags); }
CUresult rf_cuStreamBatchMemOp_v2_ptsz(CUstream stream, unsigned int count, CUstreamBatchMemOpParams* paramArray, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamBatchMemOp_v2_ptsz>(ringfence::driver::cuStreamBatchMemOp_v2, stream, count, paramArray, flags); }
CUresult rf_cuStreamBeginCapture(CUstream hStream) { return traced<Api::cuStreamBeginCapture>(ringfence::driver::cuStreamBeginCapture, hStream); }
CUresult rf_cuStreamBeginCapture_ptsz(CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuStreamBeginCapture_ptsz>(ringfence::driver::cuStreamBeginCapture, hStream); }
CUresult rf_cuStreamBeginCapture_v2(CUstream hStream, CUstreamCaptureMode mode) { return traced<Api::cuStreamBeginCapture_v2>(ringfence::driver::cuStreamBeginCapture_v2, hStream, mode); }
CUresult rf_cuStreamBeginCapture_v2_ptsz(CUstream hStream, CUstreamCaptureMode mode) { PerThreadDefaultStream scope; return traced<Api::cuStreamBeginCapture_v2_ptsz>(ringfence::driver::cuStreamBeginCapture_v2, hStream, mode); }
CUresult rf_cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph, const CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, CUstreamCaptureMode mode) { return traced<Api::cuStreamBeginCaptureToGraph>(ringfence::driver::cuStreamBeginCaptureToGraph, hStream, hGraph, dependencies, dependencyData, numDependencies, mode); }
CUresult rf_cuStreamBeginCaptureToGraph_ptsz(CUstream hStream, CUgraph hGraph, const CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, CUstreamCaptureMode mode) { PerThreadDefaultStream scope; return traced<Api::cuStreamBeginCaptureToGraph_ptsz>(ringfence::driver::cuStreamBeginCaptureToGraph, hStream, hGraph, dependencies, dependencyData, numDependencies, mode); }
CUresult rf_cuStreamCopyAttributes(CUstream dstStream, CUstream srcStream) { return traced<Api::cuStreamCopyAttributes>(ringfence::driver::cuStreamCopyAttributes, dstStream, srcStream); }
CUresult rf_cuStreamCopyAttributes_ptsz(CUstream dstStream, CUstream srcStream) { PerThreadDefaultStream scope; return traced<Api::cuStreamCopyAttributes_ptsz>(ringfence::driver::cuStreamCopyAttributes, dstStream, srcStream); }
CUresult rf_cuStreamCreate(CUstream* phStream, unsigned int Flags) { return traced<Api::cuStreamCreate>(ringfence::driver::cuStreamCreate, phStream, Flags); }
CUresult rf_cuStreamCreateWithPriority(CUstream* phStream, unsigned int flags, int priority) { return traced<Api::cuStreamCreateWithPriority>(ringfence::driver::cuStreamCreateWithPriority, phStream, flags, priority); }
CUresult rf_cuStreamDestroy(CUstream hStream) { return traced<Api::cuStreamDestroy>(ringfence::driver::cuStreamDestroy_v2, hStream); }
CUresult rf_cuStreamDestroy_v2(CUstream hStream) { return traced<Api::cuStreamDestroy_v2>(ringfence::driver::cuStreamDestroy_v2, hStream); }
CUresult rf_cuStreamEndCapture(CUstream hStream, CUgraph* phGraph) { return traced<Api::cuStreamEndCapture>(ringfence::driver::cuStreamEndCapture, hStream, phGraph); }
CUresult rf_cuStreamEndCapture_ptsz(CUstream hStream, CUgraph* phGraph) { PerThreadDefaultStream scope; return traced<Api::cuStreamEndCapture_ptsz>(ringfence::driver::cuStreamEndCapture, hStream, phGraph); }
CUresult rf_cuStreamGetAttribute(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue* value) { return traced<Api::cuStreamGetAttribute>(ringfence::driver::cuStreamGetAttribute, hStream, attr, value); }
CUresult rf_cuStreamGetAttribute_ptsz(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue* value) { PerThreadDefaultStream scope; return traced<Api::cuStreamGetAttribute_ptsz>(ringfence::driver::cuStreamGetAttribute, hStream, attr, value); }
CUresult rf_cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out) { return traced<Api::cuStreamGetCaptureInfo>(ringfence::driver::cuStreamGetCaptureInfo, hStream, captureStatus_out, id_out); }
CUresult rf_cuStreamGetCaptureInfo_ptsz(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out) { PerThreadDefaultStream scope; return traced<Api::cuStreamGetCaptureInfo_ptsz>(ringfence::driver::cuStreamGetCaptureInfo, hStream, captureStatus_out, id_out); }
CUresult rf_cuStreamGetCaptureInfo_v2(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out, CUgraph* graph_out, const CUgraphNode** dependencies_out, size_t* numDependencies_out) { return traced<Api::cuStreamGetCaptureInfo_v2>(ringfence::driver::cuStreamGetCaptureInfo_v2, hStream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out); }
CUresult rf_cuStreamGetCaptureInfo_v2_ptsz(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out, CUgraph* graph_out, const CUgraphNode** dependencies_out, size_t* numDependencies_out) { PerThreadDefaultStream scope; return traced<Api::cuStreamGetCaptureInfo_v2_ptsz>(ringfence::driver::cuStreamGetCaptureInfo_v2, hStream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out); }
CUresult rf_cuStreamGetCaptureInfo_v3(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out, CUgraph* graph_out, const CUgraphNode** dependencies_out, const CUgraphEdgeData** edgeData_out, size_t* numDependencies_out) { return traced<Api::cuStreamGetCaptureInfo_v3>(ringfence::driver::cuStreamGetCaptureInfo_v3, hStream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out); }
CUresult rf_cuStreamGetCaptureInfo_v3_ptsz(CUstream hStream, CUstreamCaptureStatus* captureStatus_out, cuuint64_t* id_out, CUgraph* graph_out, const CUgraphNode** dependencies_out, const CUgraphEdgeData** edgeData_out, size_t* numDependencies_out) { PerThreadDefaultStream scope; return traced<Api::cuStreamGetCaptureInfo_v3_ptsz>(ringfence::driver::cuStreamGetCaptureInfo_v3, hStream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out); }
CUresult rf_cuStreamGetCtx(CUstream hStream, CUcontext* pctx) { return traced<Api::cuStreamGetCtx>(ringfence::driver::cuStreamGetCtx, hStream, pctx); }
CUresult rf_cuStreamGetCtx_ptsz(CUstream hStream, CUcontext* pctx) { PerThreadDefaultStream scope; return traced<Api::cuStreamGetCtx_ptsz>(ringfence::driver::cuStreamGetCtx, hStream, pctx); }
CUresult rf_cuStreamGetCtx_v2(CUstream hStream, CUcontext* pCtx, CUgreenCtx* pGreenCtx) { return traced<Api::cuStreamGetCtx_v2>(ringfence::driver::cuStreamGetCtx_v2, hStream, pCtx, pGreenCtx); }
CUresult rf_cuStreamGetCtx_v2_ptsz(CUstream hStream, CUcontext* pCtx, CUgreenCtx* pGreenCtx) { PerThreadDefaultStream scope; return traced<Api::cuStreamGetCtx_v2_ptsz>(ringfence::driver::cuStreamGetCtx_v2, hStream, pCtx, pGreenCtx); }
CUresult rf_cuStreamGetDevice(CUstream hStream, CUdevice* device) { return traced<Api::cuStreamGetDevice>(ringfence::driver::cuStreamGetDevice, hStream, device); }
CUresult rf_cuStreamGetDevice_ptsz(CUstream hStream, CUdevice* device) { PerThreadDefaultStream scope; return traced<Api::cuStreamGetDevice_ptsz>(ringfence::driver::cuStreamGetDevice, hStream, device); }
CUresult rf_cuStreamGetFlags(CUstream hStream, unsigned int* flags) { return traced<Api::cuStreamGetFlags>(ringfence::driver::cuStreamGetFlags, hStream, flags); }
CUresult rf_cuStreamGetFlags_ptsz(CUstream hStream, unsigned int* flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamGetFlags_ptsz>(ringfence::driver::cuStreamGetFlags, hStream, flags); }
CUresult rf_cuStreamGetGreenCtx(CUstream hStream, CUgreenCtx* phCtx) { return traced<Api::cuStreamGetGreenCtx>(ringfence::driver::cuStreamGetGreenCtx, hStream, phCtx); }
CUresult rf_cuStreamGetId(CUstream hStream, unsigned long long* streamId) { return traced<Api::cuStreamGetId>(ringfence::driver::cuStreamGetId, hStream, streamId); }
CUresult rf_cuStreamGetId_ptsz(CUstream hStream, unsigned long long* streamId) { PerThreadDefaultStream scope; return traced<Api::cuStreamGetId_ptsz>(ringfence::driver::cuStreamGetId, hStream, streamId); }
CUresult rf_cuStreamGetPriority(CUstream hStream, int* priority) { return traced<Api::cuStreamGetPriority>(ringfence::driver::cuStreamGetPriority, hStream, priority); }
CUresult rf_cuStreamGetPriority_ptsz(CUstream hStream, int* priority) { PerThreadDefaultStream scope; return traced<Api::cuStreamGetPriority_ptsz>(ringfence::driver::cuStreamGetPriority, hStream, priority); }
CUresult rf_cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus* captureStatus) { return traced<Api::cuStreamIsCapturing>(ringfence::driver::cuStreamIsCapturing, hStream, captureStatus); }
CUresult rf_cuStreamIsCapturing_ptsz(CUstream hStream, CUstreamCaptureStatus* captureStatus) { PerThreadDefaultStream scope; return traced<Api::cuStreamIsCapturing_ptsz>(ringfence::driver::cuStreamIsCapturing, hStream, captureStatus); }
CUresult rf_cuStreamQuery(CUstream hStream) { return traced<Api::cuStreamQuery>(ringfence::driver::cuStreamQuery, hStream); }
CUresult rf_cuStreamQuery_ptsz(CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuStreamQuery_ptsz>(ringfence::driver::cuStreamQuery, hStream); }
CUresult rf_cuStreamSetAttribute(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue* param) { return traced<Api::cuStreamSetAttribute>(ringfence::driver::cuStreamSetAttribute, hStream, attr, param); }
CUresult rf_cuStreamSetAttribute_ptsz(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue* param) { PerThreadDefaultStream scope; return traced<Api::cuStreamSetAttribute_ptsz>(ringfence::driver::cuStreamSetAttribute, hStream, attr, param); }
CUresult rf_cuStreamSynchronize(CUstream hStream) { return traced<Api::cuStreamSynchronize>(ringfence::driver::cuStreamSynchronize, hStream); }
CUresult rf_cuStreamSynchronize_ptsz(CUstream hStream) { PerThreadDefaultStream scope; return traced<Api::cuStreamSynchronize_ptsz>(ringfence::driver::cuStreamSynchronize, hStream); }
CUresult rf_cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode* dependencies, size_t numDependencies, unsigned int flags) { return traced<Api::cuStreamUpdateCaptureDependencies>(ringfence::driver::cuStreamUpdateCaptureDependencies, hStream, dependencies, numDependencies, flags); }
CUresult rf_cuStreamUpdateCaptureDependencies_ptsz(CUstream hStream, CUgraphNode* dependencies, size_t numDependencies, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamUpdateCaptureDependencies_ptsz>(ringfence::driver::cuStreamUpdateCaptureDependencies, hStream, dependencies, numDependencies, flags); }
CUresult rf_cuStreamUpdateCaptureDependencies_v2(CUstream hStream, CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, unsigned int flags) { return traced<Api::cuStreamUpdateCaptureDependencies_v2>(ringfence::driver::cuStreamUpdateCaptureDependencies_v2, hStream, dependencies, dependencyData, numDependencies, flags); }
CUresult rf_cuStreamUpdateCaptureDependencies_v2_ptsz(CUstream hStream, CUgraphNode* dependencies, const CUgraphEdgeData* dependencyData, size_t numDependencies, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamUpdateCaptureDependencies_v2_ptsz>(ringfence::driver::cuStreamUpdateCaptureDependencies_v2, hStream, dependencies, dependencyData, numDependencies, flags); }
CUresult rf_cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags) { return traced<Api::cuStreamWaitEvent>(ringfence::driver::cuStreamWaitEvent, hStream, hEvent, Flags); }
CUresult rf_cuStreamWaitEvent_ptsz(CUstream hStream, CUevent hEvent, unsigned int Flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamWaitEvent_ptsz>(ringfence::driver::cuStreamWaitEvent, hStream, hEvent, Flags); }
CUresult rf_cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return traced<Api::cuStreamWaitValue32>(ringfence::driver::cuStreamWaitValue32_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWaitValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamWaitValue32_ptsz>(ringfence::driver::cuStreamWaitValue32_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return traced<Api::cuStreamWaitValue32_v2>(ringfence::driver::cuStreamWaitValue32_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWaitValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamWaitValue32_v2_ptsz>(ringfence::driver::cuStreamWaitValue32_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return traced<Api::cuStreamWaitValue64>(ringfence::driver::cuStreamWaitValue64_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWaitValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamWaitValue64_ptsz>(ringfence::driver::cuStreamWaitValue64_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return traced<Api::cuStreamWaitValue64_v2>(ringfence::driver::cuStreamWaitValue64_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWaitValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamWaitValue64_v2_ptsz>(ringfence::driver::cuStreamWaitValue64_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return traced<Api::cuStreamWriteValue32>(ringfence::driver::cuStreamWriteValue32_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWriteValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamWriteValue32_ptsz>(ringfence::driver::cuStreamWriteValue32_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { return traced<Api::cuStreamWriteValue32_v2>(ringfence::driver::cuStreamWriteValue32_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWriteValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamWriteValue32_v2_ptsz>(ringfence::driver::cuStreamWriteValue32_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return traced<Api::cuStreamWriteValue64>(ringfence::driver::cuStreamWriteValue64_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWriteValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamWriteValue64_ptsz>(ringfence::driver::cuStreamWriteValue64_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { return traced<Api::cuStreamWriteValue64_v2>(ringfence::driver::cuStreamWriteValue64_v2, stream, addr, value, flags); }
CUresult rf_cuStreamWriteValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) { PerThreadDefaultStream scope; return traced<Api::cuStreamWriteValue64_v2_ptsz>(ringfence::driver::cuStreamWriteValue64_v2, stream, addr, value, flags); }
CUresult rf_cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode* mode) { return traced<Api::cuThreadExchangeStreamCaptureMode>(ringfence::driver::cuThreadExchangeStreamCaptureMode, mode); }
CUresult rf_cuMemAddressFree(CUdeviceptr ptr, size_t size) { return traced<Api::cuMemAddressFree>(ringfence::driver::cuMemAddressFree, ptr, size); }
CUresult rf_cuMemAddressReserve(CUdeviceptr* ptr, size_t size, size_t alignment, CUdeviceptr addr, unsigned long long flags) { return traced<Api::cuMemAddressReserve>(ringfence::driver::cuMemAddressReserve, ptr, size, alignment, addr, flags); }
CUresult rf_cuMemCreate(CUmemGenericAllocationHandle* handle, size_t size, const CUmemAllocationProp* prop, unsigned long long flags) { return traced<Api::cuMemCreate>(ringfence::driver::cuMemCreate, handle, size, prop, flags); }
CUresult rf_cuMemExportToShareableHandle(void*, CUmemGenericAllocationHandle, CUmemAllocationHandleType, unsigned long long) { return unsupported<CUresult>(Api::cuMemExportToShareableHandle); }
CUresult rf_cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location, CUdeviceptr ptr) { return traced<Api::cuMemGetAccess>(ringfence::driver::cuMemGetAccess, flags, location, ptr); }
CUresult rf_cuMemGetAllocationGranularity(size_t* granularity, const CUmemAllocationProp* prop, CUmemAllocationGranularity_flags option) { return traced<Api::cuMemGetAllocationGranularity>(ringfence::driver::cuMemGetAllocationGranularity, granularity, prop, option); }
CUresult rf_cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* prop, CUmemGenericAllocationHandle handle) { return traced<Api::cuMemGetAllocationPropertiesFromHandle>(ringfence::driver::cuMemGetAllocationPropertiesFromHandle, prop, handle); }
CUresult rf_cuMemGetHandleForAddressRange(void*, CUdeviceptr, size_t, CUmemRangeHandleType, unsigned long long) { return unsupported<CUresult>(Api::cuMemGetHandleForAddressRange); }
CUresult rf_cuMemImportFromShareableHandle(CUmemGenericAllocationHandle*, void*, CUmemAllocationHandleType) { return unsupported<CUresult>(Api::cuMemImportFromShareableHandle); }
CUresult rf_cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags) { return traced<Api::cuMemMap>(ringfence::driver::cuMemMap, ptr, size, offset, handle, flags); }
CUresult rf_cuMemRelease(CUmemGenericAllocationHandle handle) { return traced<Api::cuMemRelease>(ringfence::driver::cuMemRelease, handle); }
CUresult rf_cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* handle, void* addr) { return traced<Api::cuMemRetainAllocationHandle>(ringfence::driver::cuMemRetainAllocationHandle, handle, addr); }
CUresult rf_cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc* desc, size_t count) { return traced<Api::cuMemSetAccess>(ringfence::driver::cuMemSetAccess, ptr, size, desc, count); }
CUresult rf_cuMemUnmap(CUdeviceptr ptr, size_t size) { return traced<Api::cuMemUnmap>(ringfence::driver::cuMemUnmap, ptr, size); }
CUresult rf_cuMulticastAddDevice(CUmemGenericAllocationHandle, CUdevice) { return unsupported<CUresult>(Api::cuMulticastAddDevice); }
CUresult rf_cuMulticastBindAddr(CUmemGenericAllocationHandle, size_t, CUdeviceptr, size_t, unsigned long long) { return unsupported<CUresult>(Api::cuMulticastBindAddr); }
CUresult rf_cuMulticastBindMem(CUmemGenericAllocationHandle, size_t, CUmemGenericAllocationHandle, size_t, size_t, unsigned long long) { return unsupported<CUresult>(Api::cuMulticastBindMem); }
CUresult rf_cuMulticastCreate(CUmemGenericAllocationHandle*, const CUmulticastObjectProp*) { return unsupported<CUresult>(Api::cuMulticastCreate); }
CUresult rf_cuMulticastGetGranularity(size_t*, const CUmulticastObjectProp*, CUmulticastGranularity_flags) { return unsupported<CUresult>(Api::cuMulticastGetGranularity); }
CUresult rf_cuMulticastUnbind(CUmemGenericAllocationHandle, CUdevice, size_t, size_t) { return unsupported<CUresult>(Api::cuMulticastUnbind); }

}
