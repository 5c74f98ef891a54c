// cuArray*, cuMipmappedArray*
#include <algorithm>

#include "api/driver_functions.h"
#include "client/driver/array.h"
#include "client/driver/capture.h"

namespace ringfence::driver {
namespace {

CUresult begin_array(const void* result, const void* description) {
    RF_CU(check_context());
    if (result == nullptr || description == nullptr) return CUDA_ERROR_INVALID_VALUE;
    return check_capture_allows_unsafe();
}

CUresult requirements(const Array* array, CUdevice device, CUDA_ARRAY_MEMORY_REQUIREMENTS* result) {
    RF_CU(check_context());
    if (result == nullptr || array == nullptr) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(check_device(device));
    // Only arrays that are mapped by hand have any, and there are none of those.
    return CUDA_ERROR_INVALID_VALUE;
}

}  // namespace

CUresult cuArray3DCreate_v2(CUarray* pHandle, const CUDA_ARRAY3D_DESCRIPTOR* pAllocateArray) {
    RF_CU(begin_array(pHandle, pAllocateArray));
    Array* array = nullptr;
    RF_CU(create_array(shape_of(*pAllocateArray), array));
    *pHandle = as_api<CUarray>(array->handle);
    return CUDA_SUCCESS;
}

CUresult cuArrayCreate_v2(CUarray* pHandle, const CUDA_ARRAY_DESCRIPTOR* pAllocateArray) {
    if (pAllocateArray == nullptr) return cuArray3DCreate_v2(pHandle, nullptr);
    CUDA_ARRAY3D_DESCRIPTOR description = {};
    description.Width = pAllocateArray->Width;
    description.Height = pAllocateArray->Height;
    description.Format = pAllocateArray->Format;
    description.NumChannels = pAllocateArray->NumChannels;
    return cuArray3DCreate_v2(pHandle, &description);
}

CUresult cuArrayDestroy(CUarray hArray) {
    RF_CU(check_context());
    RF_CU(check_capture_allows_unsafe());
    Array* const array = find_array(hArray);
    if (array == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    // A level goes with its array, and not before.
    if (array->is_level()) return CUDA_SUCCESS;
    return destroy_array(*array);
}

CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR* pArrayDescriptor, CUarray hArray) {
    RF_CU(check_context());
    if (pArrayDescriptor == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const Array* const array = find_array(hArray);
    if (array == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    *pArrayDescriptor = descriptor_of(*array);
    return CUDA_SUCCESS;
}

CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR* pArrayDescriptor, CUarray hArray) {
    RF_CU(check_context());
    if (pArrayDescriptor == nullptr) return CUDA_ERROR_INVALID_VALUE;
    CUDA_ARRAY3D_DESCRIPTOR description = {};
    RF_CU(cuArray3DGetDescriptor_v2(&description, hArray));
    *pArrayDescriptor = {description.Width, description.Height, description.Format, description.NumChannels};
    return CUDA_SUCCESS;
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray* pHandle, const CUDA_ARRAY3D_DESCRIPTOR* pMipmappedArrayDesc,
                                unsigned int numMipmapLevels) {
    RF_CU(begin_array(pHandle, pMipmappedArrayDesc));
    ArrayShape shape = shape_of(*pMipmappedArrayDesc);
    shape.levels = std::clamp(numMipmapLevels, 1U, std::max(most_levels(shape), 1U));
    Array* array = nullptr;
    RF_CU(create_array(shape, array));
    *pHandle = as_api<CUmipmappedArray>(array->handle);
    return CUDA_SUCCESS;
}

CUresult cuMipmappedArrayGetLevel(CUarray* pLevelArray, CUmipmappedArray hMipmappedArray, unsigned int level) {
    RF_CU(check_context());
    if (pLevelArray == nullptr) return CUDA_ERROR_INVALID_VALUE;
    Array* const mipmapped = find_mipmapped(hMipmappedArray);
    if (mipmapped == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    Array* found = nullptr;
    RF_CU(find_level(*mipmapped, level, found));
    *pLevelArray = as_api<CUarray>(found->handle);
    return CUDA_SUCCESS;
}

CUresult cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray) {
    RF_CU(check_context());
    RF_CU(check_capture_allows_unsafe());
    Array* const mipmapped = find_mipmapped(hMipmappedArray);
    if (mipmapped == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    return destroy_array(*mipmapped);
}

// An array of one plane has no others; those of several are for video.
CUresult cuArrayGetPlane(CUarray* pPlaneArray, CUarray hArray, unsigned int) {
    RF_CU(check_context());
    if (pPlaneArray == nullptr) return CUDA_ERROR_INVALID_VALUE;
    return find_array(hArray) == nullptr ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS* memoryRequirements, CUarray array,
                                      CUdevice device) {
    return requirements(find_array(array), device, memoryRequirements);
}

CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS* memoryRequirements,
                                               CUmipmappedArray mipmap, CUdevice device) {
    return requirements(find_mipmapped(mipmap), device, memoryRequirements);
}

// No array is sparse.
CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES*, CUarray) {
    RF_CU(check_context());
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES*, CUmipmappedArray) {
    RF_CU(check_context());
    return CUDA_ERROR_INVALID_VALUE;
}

}  // namespace ringfence::driver
