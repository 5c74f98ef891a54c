// cudaCreateTextureObject and similar functions.
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "base/array_shape.h"
#include "client/driver/array.h"
#include "client/runtime/channel_format.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

// The format of the texture's elements; 0 if it is unknown.
std::uint32_t format_of(const CUDA_RESOURCE_DESC& resource) {
    const driver::Array* array = nullptr;
    switch (resource.resType) {
        case CU_RESOURCE_TYPE_ARRAY: array = driver::find_array(resource.res.array.hArray); break;
        case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
            array = driver::find_mipmapped(resource.res.mipmap.hMipmappedArray);
            break;
        case CU_RESOURCE_TYPE_LINEAR: return static_cast<std::uint32_t>(resource.res.linear.format);
        case CU_RESOURCE_TYPE_PITCH2D: return static_cast<std::uint32_t>(resource.res.pitch2D.format);
    }
    return array == nullptr ? 0 : array->shape.format;
}

// The runtime has numbers of its own for what elements cannot be read as.
cudaError_t check_reading(const CUDA_RESOURCE_DESC& resource, const cudaTextureDesc& asked,
                          const cudaResourceViewDesc* view) {
    const std::uint32_t format = format_of(resource);
    const bool is_known = format != 0 && (view == nullptr || view->format == cudaResViewFormatNone);
    if (!is_known) return cudaSuccess;
    constexpr std::uint32_t widest_normalized = 2;
    const bool is_normalized = asked.readMode == cudaReadModeNormalizedFloat;
    if (is_normalized && channel_bytes(format) > widest_normalized) return cudaErrorInvalidNormSetting;
    if (array_format::is_float(format)) return cudaSuccess;
    const bool filters = asked.filterMode == cudaFilterModeLinear && resource.resType != CU_RESOURCE_TYPE_LINEAR;
    return filters && !is_normalized ? cudaErrorInvalidFilterSetting : cudaSuccess;
}

// Asks the driver, and puts it in the runtime's terms.
template <typename Driver, typename Runtime, typename Ask>
cudaError_t answer_with(Runtime* result, Ask&& ask) {
    if (result == nullptr) return report(cudaErrorInvalidValue);
    return run([&]() -> CUresult {
        Driver found = {};
        RF_CU(ask(&found));
        *result = as_runtime(found);
        return CUDA_SUCCESS;
    });
}

}  // namespace

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* pTexObject, const cudaResourceDesc* pResDesc,
                                    const cudaTextureDesc* pTexDesc, const cudaResourceViewDesc* pResViewDesc) {
    if (pTexObject == nullptr || pResDesc == nullptr) return report(cudaErrorInvalidValue);
    if (pTexDesc == nullptr) return report(cudaErrorInvalidResourceHandle);
    return run([&] {
        CUDA_RESOURCE_DESC resource = {};
        if (const cudaError_t status = as_driver(*pResDesc, resource); status != cudaSuccess) return status;
        if (const cudaError_t status = check_reading(resource, *pTexDesc, pResViewDesc); status != cudaSuccess)
            return status;
        const CUDA_TEXTURE_DESC sampler = as_driver(*pTexDesc);
        const CUDA_RESOURCE_VIEW_DESC view =
            pResViewDesc == nullptr ? CUDA_RESOURCE_VIEW_DESC{} : as_driver(*pResViewDesc);
        return as_error(
            driver::cuTexObjectCreate(pTexObject, &resource, &sampler, pResViewDesc == nullptr ? nullptr : &view));
    });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject) {
    return run([&] { return driver::cuTexObjectDestroy(texObject); });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* pResDesc, cudaTextureObject_t texObject) {
    return answer_with<CUDA_RESOURCE_DESC>(
        pResDesc, [&](CUDA_RESOURCE_DESC* found) { return driver::cuTexObjectGetResourceDesc(found, texObject); });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* pTexDesc, cudaTextureObject_t texObject) {
    return answer_with<CUDA_TEXTURE_DESC>(
        pTexDesc, [&](CUDA_TEXTURE_DESC* found) { return driver::cuTexObjectGetTextureDesc(found, texObject); });
}

cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* pResViewDesc, cudaTextureObject_t texObject) {
    return answer_with<CUDA_RESOURCE_VIEW_DESC>(pResViewDesc, [&](CUDA_RESOURCE_VIEW_DESC* found) {
        return driver::cuTexObjectGetResourceViewDesc(found, texObject);
    });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* pSurfObject, const cudaResourceDesc* pResDesc) {
    if (pSurfObject == nullptr || pResDesc == nullptr) return report(cudaErrorInvalidValue);
    return run([&] {
        CUDA_RESOURCE_DESC resource = {};
        if (const cudaError_t status = as_driver(*pResDesc, resource); status != cudaSuccess) return status;
        return as_error(driver::cuSurfObjectCreate(pSurfObject, &resource));
    });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject) {
    return run([&] { return driver::cuSurfObjectDestroy(surfObject); });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* pResDesc, cudaSurfaceObject_t surfObject) {
    return answer_with<CUDA_RESOURCE_DESC>(
        pResDesc, [&](CUDA_RESOURCE_DESC* found) { return driver::cuSurfObjectGetResourceDesc(found, surfObject); });
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(std::size_t* maxWidthInElements, const cudaChannelFormatDesc* fmtDesc,
                                                 int device) {
    if (maxWidthInElements == nullptr || fmtDesc == nullptr) return report(cudaErrorInvalidValue);
    return run([&] {
        ElementFormat element;
        if (const cudaError_t status = as_driver(*fmtDesc, element); status != cudaSuccess) return status;
        return as_error(
            driver::cuDeviceGetTexture1DLinearMaxWidth(maxWidthInElements, element.format, element.channels, device));
    });
}

}  // namespace ringfence::runtime
