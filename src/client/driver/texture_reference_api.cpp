// cuTexRef*
#include <algorithm>

#include "api/driver_functions.h"
#include "base/mutex.h"
#include "client/driver/array.h"
#include "client/driver/texture_reference.h"

namespace ringfence::driver {
namespace {

// As cuDeviceGetAttribute says.
constexpr std::uint64_t texture_alignment = 512;
constexpr std::uint64_t texture_pitch_alignment = 32;
constexpr std::uint64_t most_linear_elements = std::uint64_t{1} << 28;
constexpr std::uint64_t most_pitched_width = 131072;
constexpr std::uint64_t most_pitched_height = 65000;
constexpr std::uint64_t most_pitch = 2097120;
constexpr unsigned most_anisotropy = 16;
constexpr int most_dimensions = 3;
constexpr unsigned known_reference_flags = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES | CU_TRSF_SRGB |
                                           CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION | CU_TRSF_SEAMLESS_CUBEMAP;

CUresult find_reference(CUtexref handle, TextureReference*& reference) {
    RF_CU(check_context());
    reference = tables().texture_references.find(from_api(handle));
    return reference == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

// `change` gets the reference, and nobody else has it meanwhile.
template <typename Change>
CUresult with_reference(CUtexref handle, Change&& change) {
    TextureReference* reference = nullptr;
    RF_CU(find_reference(handle, reference));
    const MutexLock lock(reference->mutex);
    return change(reference->values);
}

template <typename T, typename Read>
CUresult read_reference(T* result, CUtexref handle, Read&& read) {
    return with_reference(handle, [&](const TextureReference::Values& reference) {
        if (result == nullptr) return CUDA_ERROR_INVALID_VALUE;
        *result = read(reference);
        return CUDA_SUCCESS;
    });
}

// Binds to an array, whose format the reference takes over.
CUresult bind_array(TextureReference::Values& reference, const Array* array, CUDA_RESOURCE_DESC resource,
                    unsigned flags) {
    if (array == nullptr || flags != CU_TRSA_OVERRIDE_FORMAT) return CUDA_ERROR_INVALID_VALUE;
    reference.format = static_cast<CUarray_format>(array->shape.format);
    reference.channels = array->shape.channels;
    reference.resource = resource;
    reference.is_bound = true;
    return CUDA_SUCCESS;
}

bool is_memory(std::uint64_t address, std::uint64_t bytes) {
    const auto found = session().allocations().find(address);
    return found && found->is_in_session() && found->contains(address, bytes);
}

CUresult bind_linear(TextureReference::Values& reference, std::size_t* offset, CUdeviceptr address, std::size_t bytes) {
    const std::uint32_t element = element_bytes(static_cast<std::uint32_t>(reference.format), reference.channels);
    const std::uint64_t misaligned = address % texture_alignment;
    if (element == 0 || bytes / element > most_linear_elements) return CUDA_ERROR_INVALID_VALUE;
    if (!is_memory(address, bytes) || (offset == nullptr && misaligned != 0)) return CUDA_ERROR_INVALID_VALUE;
    if (offset != nullptr) *offset = misaligned;
    reference.resource = {};
    reference.resource.resType = CU_RESOURCE_TYPE_LINEAR;
    reference.resource.res.linear = {address, reference.format, reference.channels, bytes};
    reference.is_bound = true;
    return CUDA_SUCCESS;
}

CUresult bind_pitched(TextureReference::Values& reference, const CUDA_ARRAY_DESCRIPTOR& shape, CUdeviceptr address,
                      std::size_t pitch) {
    const std::uint32_t element = element_bytes(static_cast<std::uint32_t>(shape.Format), shape.NumChannels);
    if (element == 0 || shape.Width == 0 || shape.Height == 0) return CUDA_ERROR_INVALID_VALUE;
    if (shape.Width > most_pitched_width || shape.Height > most_pitched_height) return CUDA_ERROR_INVALID_VALUE;
    if (pitch > most_pitch || pitch % texture_pitch_alignment != 0 || pitch / element < shape.Width)
        return CUDA_ERROR_INVALID_VALUE;
    const std::uint64_t bytes = pitch * (shape.Height - 1) + shape.Width * element;
    if (address % texture_alignment != 0 || !is_memory(address, bytes)) return CUDA_ERROR_INVALID_VALUE;
    reference.format = shape.Format;
    reference.channels = shape.NumChannels;
    reference.resource = {};
    reference.resource.resType = CU_RESOURCE_TYPE_PITCH2D;
    reference.resource.res.pitch2D = {address, shape.Format, shape.NumChannels, shape.Width, shape.Height, pitch};
    reference.is_bound = true;
    return CUDA_SUCCESS;
}

bool is_filter(CUfilter_mode mode) {
    return mode == CU_TR_FILTER_MODE_POINT || mode == CU_TR_FILTER_MODE_LINEAR;
}

bool is_bound_to(const TextureReference::Values& reference, CUresourcetype type) {
    return reference.is_bound && reference.resource.resType == type;
}

}  // namespace

void forget_texture_references(const Context& context) {
    auto& references = tables().texture_references;
    const auto gone =
        references.select([&](const TextureReference& reference) { return reference.context == context.handle.bits; });
    for (const Handle handle : gone)
        references.erase(handle);
}

CUresult cuTexRefCreate(CUtexref* pTexRef) {
    RF_CU(check_context());
    if (pTexRef == nullptr) return CUDA_ERROR_INVALID_VALUE;
    auto made = std::make_unique<TextureReference>();
    made->context = current_context()->handle.bits;
    const Handle handle = tables().texture_references.insert(std::move(made));
    if (handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    *pTexRef = as_api<CUtexref>(handle);
    return CUDA_SUCCESS;
}

CUresult cuTexRefDestroy(CUtexref hTexRef) {
    RF_CU(check_context());
    return tables().texture_references.erase(from_api(hTexRef)) == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuTexRefSetArray(CUtexref hTexRef, CUarray hArray, unsigned int Flags) {
    return with_reference(hTexRef, [&](TextureReference::Values& reference) {
        CUDA_RESOURCE_DESC resource = {};
        resource.resType = CU_RESOURCE_TYPE_ARRAY;
        resource.res.array.hArray = hArray;
        return bind_array(reference, find_array(hArray), resource, Flags);
    });
}

CUresult cuTexRefSetMipmappedArray(CUtexref hTexRef, CUmipmappedArray hMipmappedArray, unsigned int Flags) {
    return with_reference(hTexRef, [&](TextureReference::Values& reference) {
        CUDA_RESOURCE_DESC resource = {};
        resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
        resource.res.mipmap.hMipmappedArray = hMipmappedArray;
        return bind_array(reference, find_mipmapped(hMipmappedArray), resource, Flags);
    });
}

CUresult cuTexRefSetAddress_v2(std::size_t* ByteOffset, CUtexref hTexRef, CUdeviceptr dptr, std::size_t bytes) {
    return with_reference(
        hTexRef, [&](TextureReference::Values& reference) { return bind_linear(reference, ByteOffset, dptr, bytes); });
}

CUresult cuTexRefSetAddress2D_v3(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR* desc, CUdeviceptr dptr,
                                 std::size_t Pitch) {
    return with_reference(hTexRef, [&](TextureReference::Values& reference) {
        return desc == nullptr ? CUDA_ERROR_INVALID_VALUE : bind_pitched(reference, *desc, dptr, Pitch);
    });
}

CUresult cuTexRefSetAddress2D_v2(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR* desc, CUdeviceptr dptr,
                                 std::size_t Pitch) {
    return cuTexRefSetAddress2D_v3(hTexRef, desc, dptr, Pitch);
}

CUresult cuTexRefSetFormat(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents) {
    return with_reference(hTexRef, [&](TextureReference::Values& reference) {
        const auto channels = static_cast<unsigned>(NumPackedComponents);
        if (element_bytes(static_cast<std::uint32_t>(fmt), channels) == 0) return CUDA_ERROR_INVALID_VALUE;
        reference.format = fmt;
        reference.channels = channels;
        return CUDA_SUCCESS;
    });
}

CUresult cuTexRefSetAddressMode(CUtexref hTexRef, int dim, CUaddress_mode am) {
    return with_reference(hTexRef, [&](TextureReference::Values& reference) {
        if (dim < 0 || dim >= most_dimensions) return CUDA_ERROR_INVALID_VALUE;
        if (am < CU_TR_ADDRESS_MODE_WRAP || am > CU_TR_ADDRESS_MODE_BORDER) return CUDA_ERROR_INVALID_VALUE;
        reference.sampler.addressMode[dim] = am;
        return CUDA_SUCCESS;
    });
}

CUresult cuTexRefSetFilterMode(CUtexref hTexRef, CUfilter_mode fm) {
    return with_reference(hTexRef, [&](TextureReference::Values& reference) {
        if (!is_filter(fm)) return CUDA_ERROR_INVALID_VALUE;
        reference.sampler.filterMode = fm;
        return CUDA_SUCCESS;
    });
}

CUresult cuTexRefSetMipmapFilterMode(CUtexref hTexRef, CUfilter_mode fm) {
    return with_reference(hTexRef, [&](TextureReference::Values& reference) {
        if (!is_filter(fm)) return CUDA_ERROR_INVALID_VALUE;
        reference.sampler.mipmapFilterMode = fm;
        return CUDA_SUCCESS;
    });
}

CUresult cuTexRefSetMipmapLevelBias(CUtexref hTexRef, float bias) {
    return with_reference(hTexRef, [&](TextureReference::Values& reference) {
        reference.sampler.mipmapLevelBias = bias;
        return CUDA_SUCCESS;
    });
}

CUresult cuTexRefSetMipmapLevelClamp(CUtexref hTexRef, float minMipmapLevelClamp, float maxMipmapLevelClamp) {
    return with_reference(hTexRef, [&](TextureReference::Values& reference) {
        reference.sampler.minMipmapLevelClamp = minMipmapLevelClamp;
        reference.sampler.maxMipmapLevelClamp = maxMipmapLevelClamp;
        return CUDA_SUCCESS;
    });
}

CUresult cuTexRefSetMaxAnisotropy(CUtexref hTexRef, unsigned int maxAniso) {
    return with_reference(hTexRef, [&](TextureReference::Values& reference) {
        reference.sampler.maxAnisotropy = std::min(maxAniso, most_anisotropy);
        return CUDA_SUCCESS;
    });
}

CUresult cuTexRefSetBorderColor(CUtexref hTexRef, float* pBorderColor) {
    return with_reference(hTexRef, [&](TextureReference::Values& reference) {
        if (pBorderColor == nullptr) return CUDA_ERROR_INVALID_VALUE;
        std::copy_n(pBorderColor, 4, reference.sampler.borderColor);
        return CUDA_SUCCESS;
    });
}

CUresult cuTexRefSetFlags(CUtexref hTexRef, unsigned int Flags) {
    return with_reference(hTexRef, [&](TextureReference::Values& reference) {
        if ((Flags & ~known_reference_flags) != 0) return CUDA_ERROR_INVALID_VALUE;
        reference.sampler.flags = Flags;
        return CUDA_SUCCESS;
    });
}

CUresult cuTexRefGetAddress_v2(CUdeviceptr* pdptr, CUtexref hTexRef) {
    return with_reference(hTexRef, [&](const TextureReference::Values& reference) {
        if (pdptr == nullptr) return CUDA_ERROR_INVALID_VALUE;
        if (is_bound_to(reference, CU_RESOURCE_TYPE_LINEAR)) {
            *pdptr = reference.resource.res.linear.devPtr;
        } else if (is_bound_to(reference, CU_RESOURCE_TYPE_PITCH2D)) {
            *pdptr = reference.resource.res.pitch2D.devPtr;
        } else {
            return CUDA_ERROR_INVALID_VALUE;
        }
        return CUDA_SUCCESS;
    });
}

CUresult cuTexRefGetArray(CUarray* phArray, CUtexref hTexRef) {
    return with_reference(hTexRef, [&](const TextureReference::Values& reference) {
        if (phArray == nullptr || !is_bound_to(reference, CU_RESOURCE_TYPE_ARRAY)) return CUDA_ERROR_INVALID_VALUE;
        *phArray = reference.resource.res.array.hArray;
        return CUDA_SUCCESS;
    });
}

CUresult cuTexRefGetMipmappedArray(CUmipmappedArray* phMipmappedArray, CUtexref hTexRef) {
    return with_reference(hTexRef, [&](const TextureReference::Values& reference) {
        if (phMipmappedArray == nullptr || !is_bound_to(reference, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY))
            return CUDA_ERROR_INVALID_VALUE;
        *phMipmappedArray = reference.resource.res.mipmap.hMipmappedArray;
        return CUDA_SUCCESS;
    });
}

CUresult cuTexRefGetAddressMode(CUaddress_mode* pam, CUtexref hTexRef, int dim) {
    if (dim < 0 || dim >= most_dimensions) return CUDA_ERROR_INVALID_VALUE;
    return read_reference(pam, hTexRef, [&](const auto& reference) { return reference.sampler.addressMode[dim]; });
}

CUresult cuTexRefGetFilterMode(CUfilter_mode* pfm, CUtexref hTexRef) {
    return read_reference(pfm, hTexRef, [](const auto& reference) { return reference.sampler.filterMode; });
}

CUresult cuTexRefGetFormat(CUarray_format* pFormat, int* pNumChannels, CUtexref hTexRef) {
    if (pNumChannels == nullptr) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(read_reference(pFormat, hTexRef, [](const auto& reference) { return reference.format; }));
    return read_reference(pNumChannels, hTexRef,
                          [](const auto& reference) { return static_cast<int>(reference.channels); });
}

CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode* pfm, CUtexref hTexRef) {
    return read_reference(pfm, hTexRef, [](const auto& reference) { return reference.sampler.mipmapFilterMode; });
}

CUresult cuTexRefGetMipmapLevelBias(float* pbias, CUtexref hTexRef) {
    return read_reference(pbias, hTexRef, [](const auto& reference) { return reference.sampler.mipmapLevelBias; });
}

CUresult cuTexRefGetMipmapLevelClamp(float* pminMipmapLevelClamp, float* pmaxMipmapLevelClamp, CUtexref hTexRef) {
    if (pmaxMipmapLevelClamp == nullptr) return CUDA_ERROR_INVALID_VALUE;
    RF_CU(read_reference(pminMipmapLevelClamp, hTexRef,
                         [](const auto& reference) { return reference.sampler.minMipmapLevelClamp; }));
    return read_reference(pmaxMipmapLevelClamp, hTexRef,
                          [](const auto& reference) { return reference.sampler.maxMipmapLevelClamp; });
}

CUresult cuTexRefGetMaxAnisotropy(int* pmaxAniso, CUtexref hTexRef) {
    return read_reference(pmaxAniso, hTexRef,
                          [](const auto& reference) { return static_cast<int>(reference.sampler.maxAnisotropy); });
}

CUresult cuTexRefGetBorderColor(float* pBorderColor, CUtexref hTexRef) {
    return with_reference(hTexRef, [&](const TextureReference::Values& reference) {
        if (pBorderColor == nullptr) return CUDA_ERROR_INVALID_VALUE;
        std::copy_n(reference.sampler.borderColor, 4, pBorderColor);
        return CUDA_SUCCESS;
    });
}

CUresult cuTexRefGetFlags(unsigned int* pFlags, CUtexref hTexRef) {
    return read_reference(pFlags, hTexRef, [](const auto& reference) { return reference.sampler.flags; });
}

}  // namespace ringfence::driver
