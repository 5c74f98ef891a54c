#include "client/runtime/channel_format.h"

#include <algorithm>
#include <iterator>

#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

struct Kind {
    cudaChannelFormatKind kind;
    int bits;
    CUarray_format format;
};
constexpr Kind kinds[] = {
    {cudaChannelFormatKindSigned, 8, CU_AD_FORMAT_SIGNED_INT8},
    {cudaChannelFormatKindSigned, 16, CU_AD_FORMAT_SIGNED_INT16},
    {cudaChannelFormatKindSigned, 32, CU_AD_FORMAT_SIGNED_INT32},
    {cudaChannelFormatKindUnsigned, 8, CU_AD_FORMAT_UNSIGNED_INT8},
    {cudaChannelFormatKindUnsigned, 16, CU_AD_FORMAT_UNSIGNED_INT16},
    {cudaChannelFormatKindUnsigned, 32, CU_AD_FORMAT_UNSIGNED_INT32},
    {cudaChannelFormatKindFloat, 16, CU_AD_FORMAT_HALF},
    {cudaChannelFormatKindFloat, 32, CU_AD_FORMAT_FLOAT},
};

template <typename To, typename From>
void copy_modes(To (&to)[3], const From (&from)[3]) {
    std::transform(std::begin(from), std::end(from), std::begin(to), [](From mode) { return static_cast<To>(mode); });
}

}  // namespace

cudaError_t as_driver(const cudaChannelFormatDesc& asked, ElementFormat& element) {
    if (asked.f < cudaChannelFormatKindSigned || asked.f > cudaChannelFormatKindFloat) {
        const bool is_known =
            asked.f > cudaChannelFormatKindNone && asked.f <= cudaChannelFormatKindUnsignedNormalized1010102;
        return is_known ? cudaErrorNotSupported : cudaErrorInvalidChannelDescriptor;
    }
    const auto* const kind = std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& each) {
        return each.kind == asked.f && each.bits == asked.x;
    });
    if (kind == std::end(kinds)) return cudaErrorInvalidChannelDescriptor;
    const bool is_one = asked.y == 0 && asked.z == 0 && asked.w == 0;
    const bool is_two = asked.y == asked.x && asked.z == 0 && asked.w == 0;
    const bool is_four = asked.y == asked.x && asked.z == asked.x && asked.w == asked.x;
    if (!is_one && !is_two && !is_four) return cudaErrorInvalidChannelDescriptor;
    element = {kind->format, is_four ? 4U : is_two ? 2U : 1U};
    return cudaSuccess;
}

cudaChannelFormatDesc as_runtime(const ElementFormat& element) {
    const auto* const kind = std::find_if(std::begin(kinds), std::end(kinds),
                                          [&](const Kind& each) { return each.format == element.format; });
    if (kind == std::end(kinds)) return {0, 0, 0, 0, cudaChannelFormatKindNone};
    const auto bits = [&](unsigned channel) { return channel < element.channels ? kind->bits : 0; };
    return {bits(0), bits(1), bits(2), bits(3), kind->kind};
}

cudaError_t as_driver(const cudaResourceDesc& asked, CUDA_RESOURCE_DESC& resource) {
    resource = {};
    resource.resType = static_cast<CUresourcetype>(asked.resType);
    resource.flags = asked.flags;
    ElementFormat element;
    switch (asked.resType) {
        case cudaResourceTypeArray:
            resource.res.array.hArray = reinterpret_cast<CUarray>(asked.res.array.array);
            return cudaSuccess;
        case cudaResourceTypeMipmappedArray:
            resource.res.mipmap.hMipmappedArray = reinterpret_cast<CUmipmappedArray>(asked.res.mipmap.mipmap);
            return cudaSuccess;
        case cudaResourceTypeLinear: {
            if (const cudaError_t status = as_driver(asked.res.linear.desc, element); status != cudaSuccess)
                return status;
            auto& linear = resource.res.linear;
            linear.devPtr = address_of(asked.res.linear.devPtr);
            linear.format = element.format;
            linear.numChannels = element.channels;
            linear.sizeInBytes = asked.res.linear.sizeInBytes;
            return cudaSuccess;
        }
        case cudaResourceTypePitch2D: {
            if (const cudaError_t status = as_driver(asked.res.pitch2D.desc, element); status != cudaSuccess)
                return status;
            auto& pitched = resource.res.pitch2D;
            pitched.devPtr = address_of(asked.res.pitch2D.devPtr);
            pitched.format = element.format;
            pitched.numChannels = element.channels;
            pitched.width = asked.res.pitch2D.width;
            pitched.height = asked.res.pitch2D.height;
            pitched.pitchInBytes = asked.res.pitch2D.pitchInBytes;
            return cudaSuccess;
        }
        default: return cudaErrorInvalidValue;
    }
}

cudaResourceDesc as_runtime(const CUDA_RESOURCE_DESC& resource) {
    cudaResourceDesc result = {};
    result.resType = static_cast<cudaResourceType>(resource.resType);
    switch (resource.resType) {
        case CU_RESOURCE_TYPE_ARRAY:
            result.res.array.array = reinterpret_cast<cudaArray_t>(resource.res.array.hArray);
            break;
        case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
            result.res.mipmap.mipmap = reinterpret_cast<cudaMipmappedArray_t>(resource.res.mipmap.hMipmappedArray);
            break;
        case CU_RESOURCE_TYPE_LINEAR: {
            const auto& linear = resource.res.linear;
            result.res.linear = {reinterpret_cast<void*>(linear.devPtr),
                                 as_runtime(ElementFormat{linear.format, linear.numChannels}), linear.sizeInBytes};
            break;
        }
        case CU_RESOURCE_TYPE_PITCH2D: {
            const auto& pitched = resource.res.pitch2D;
            result.res.pitch2D = {reinterpret_cast<void*>(pitched.devPtr),
                                  as_runtime(ElementFormat{pitched.format, pitched.numChannels}), pitched.width,
                                  pitched.height, pitched.pitchInBytes};
            break;
        }
    }
    return result;
}

CUDA_TEXTURE_DESC as_driver(const cudaTextureDesc& asked) {
    CUDA_TEXTURE_DESC result = {};
    copy_modes(result.addressMode, asked.addressMode);
    result.filterMode = static_cast<CUfilter_mode>(asked.filterMode);
    result.flags = (asked.readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0U) |
                   (asked.normalizedCoords != 0 ? CU_TRSF_NORMALIZED_COORDINATES : 0U) |
                   (asked.sRGB != 0 ? CU_TRSF_SRGB : 0U) |
                   (asked.disableTrilinearOptimization != 0 ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0U) |
                   (asked.seamlessCubemap != 0 ? CU_TRSF_SEAMLESS_CUBEMAP : 0U);
    result.maxAnisotropy = asked.maxAnisotropy;
    result.mipmapFilterMode = static_cast<CUfilter_mode>(asked.mipmapFilterMode);
    result.mipmapLevelBias = asked.mipmapLevelBias;
    result.minMipmapLevelClamp = asked.minMipmapLevelClamp;
    result.maxMipmapLevelClamp = asked.maxMipmapLevelClamp;
    std::copy(std::begin(asked.borderColor), std::end(asked.borderColor), result.borderColor);
    return result;
}

cudaTextureDesc as_runtime(const CUDA_TEXTURE_DESC& sampler) {
    const auto has = [&](unsigned flag) { return (sampler.flags & flag) != 0 ? 1 : 0; };
    cudaTextureDesc result = {};
    copy_modes(result.addressMode, sampler.addressMode);
    result.filterMode = static_cast<cudaTextureFilterMode>(sampler.filterMode);
    result.readMode = has(CU_TRSF_READ_AS_INTEGER) != 0 ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
    result.normalizedCoords = has(CU_TRSF_NORMALIZED_COORDINATES);
    result.sRGB = has(CU_TRSF_SRGB);
    result.disableTrilinearOptimization = has(CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION);
    result.seamlessCubemap = has(CU_TRSF_SEAMLESS_CUBEMAP);
    result.maxAnisotropy = sampler.maxAnisotropy;
    result.mipmapFilterMode = static_cast<cudaTextureFilterMode>(sampler.mipmapFilterMode);
    result.mipmapLevelBias = sampler.mipmapLevelBias;
    result.minMipmapLevelClamp = sampler.minMipmapLevelClamp;
    result.maxMipmapLevelClamp = sampler.maxMipmapLevelClamp;
    std::copy(std::begin(sampler.borderColor), std::end(sampler.borderColor), result.borderColor);
    return result;
}

namespace {

// Both APIs have the same fields; only the type of the format has another name.
template <typename To, typename From>
To same_view(const From& view) {
    To result = {};
    result.format = static_cast<decltype(result.format)>(view.format);
    result.width = view.width;
    result.height = view.height;
    result.depth = view.depth;
    result.firstMipmapLevel = view.firstMipmapLevel;
    result.lastMipmapLevel = view.lastMipmapLevel;
    result.firstLayer = view.firstLayer;
    result.lastLayer = view.lastLayer;
    return result;
}

}  // namespace

CUDA_RESOURCE_VIEW_DESC as_driver(const cudaResourceViewDesc& asked) {
    return same_view<CUDA_RESOURCE_VIEW_DESC>(asked);
}

cudaResourceViewDesc as_runtime(const CUDA_RESOURCE_VIEW_DESC& view) {
    return same_view<cudaResourceViewDesc>(view);
}

}  // namespace ringfence::runtime
