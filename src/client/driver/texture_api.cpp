// cuTexObject*, cuSurfObject*
#include <vector>

#include "api/driver_functions.h"
#include "base/mutex.h"
#include "client/driver/array.h"
#include "client/driver/texture.h"
#include "client/driver/told_why.h"

namespace ringfence::driver {
namespace {

using Table = TextureTable;

CUresult set_array(wire::CreateTexture& wanted, const Array* array) {
    if (array == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    wanted.array = array->wire;
    wanted.level = array->level;
    return CUDA_SUCCESS;
}

CUresult set_resource(wire::CreateTexture& wanted, const CUDA_RESOURCE_DESC& resource) {
    wanted.kind = static_cast<std::uint32_t>(resource.resType);
    switch (resource.resType) {
        case CU_RESOURCE_TYPE_ARRAY: return set_array(wanted, find_array(resource.res.array.hArray));
        case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
            return set_array(wanted, find_mipmapped(resource.res.mipmap.hMipmappedArray));
        case CU_RESOURCE_TYPE_LINEAR: {
            const auto& linear = resource.res.linear;
            const std::uint32_t element = element_bytes(static_cast<std::uint32_t>(linear.format), linear.numChannels);
            if (element == 0) return CUDA_ERROR_INVALID_VALUE;
            wanted.address = linear.devPtr;
            wanted.format = static_cast<std::uint32_t>(linear.format);
            wanted.channels = linear.numChannels;
            wanted.width = linear.sizeInBytes / element;
            return CUDA_SUCCESS;
        }
        case CU_RESOURCE_TYPE_PITCH2D: {
            const auto& pitched = resource.res.pitch2D;
            wanted.address = pitched.devPtr;
            wanted.format = static_cast<std::uint32_t>(pitched.format);
            wanted.channels = pitched.numChannels;
            wanted.width = pitched.width;
            wanted.height = pitched.height;
            wanted.pitch = pitched.pitchInBytes;
            return CUDA_SUCCESS;
        }
        default: return CUDA_ERROR_INVALID_VALUE;
    }
}

void set_sampler(wire::CreateTexture& wanted, const CUDA_TEXTURE_DESC& sampler) {
    wanted.address_mode_x = static_cast<std::uint32_t>(sampler.addressMode[0]);
    wanted.address_mode_y = static_cast<std::uint32_t>(sampler.addressMode[1]);
    wanted.address_mode_z = static_cast<std::uint32_t>(sampler.addressMode[2]);
    wanted.filter = static_cast<std::uint32_t>(sampler.filterMode);
    wanted.flags = sampler.flags;
    wanted.anisotropy = sampler.maxAnisotropy;
    wanted.level_filter = static_cast<std::uint32_t>(sampler.mipmapFilterMode);
    wanted.level_bias = sampler.mipmapLevelBias;
    wanted.least_level = sampler.minMipmapLevelClamp;
    wanted.most_level = sampler.maxMipmapLevelClamp;
    wanted.border_x = sampler.borderColor[0];
    wanted.border_y = sampler.borderColor[1];
    wanted.border_z = sampler.borderColor[2];
    wanted.border_w = sampler.borderColor[3];
}

void set_view(wire::CreateTexture& wanted, const CUDA_RESOURCE_VIEW_DESC& view) {
    wanted.has_view = 1;
    wanted.view_format = static_cast<std::uint32_t>(view.format);
    wanted.view_width = view.width;
    wanted.view_height = view.height;
    wanted.view_depth = view.depth;
    wanted.first_level = view.firstMipmapLevel;
    wanted.last_level = view.lastMipmapLevel;
    wanted.first_layer = view.firstLayer;
    wanted.last_layer = view.lastLayer;
}

void remember(Table& table, std::uint64_t number, const Texture& texture) {
    const MutexLock lock(table.mutex);
    table.entries[number] = texture;
}

// True if it was in the table.
bool forget(Table& table, std::uint64_t number) {
    const MutexLock lock(table.mutex);
    return table.entries.erase(number) != 0;
}

// Writes one part of what was remembered.
template <typename T>
CUresult recall(Table& table, std::uint64_t number, T* result, T Texture::*part) {
    RF_CU(check_context());
    if (result == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const MutexLock lock(table.mutex);
    const auto found = table.entries.find(number);
    if (found == table.entries.end()) return CUDA_ERROR_INVALID_VALUE;
    *result = found->second.*part;
    return CUDA_SUCCESS;
}

std::vector<std::uint64_t> take_all(Table& table, const Context& context) {
    const MutexLock lock(table.mutex);
    std::vector<std::uint64_t> result;
    std::erase_if(table.entries, [&](const auto& entry) {
        if (entry.second.context != context.handle.bits) return false;
        result.push_back(entry.first);
        return true;
    });
    return result;
}

}  // namespace

void destroy_textures(const Context& context) {
    for (const std::uint64_t number : take_all(state().textures.textures, context))
        session().submit(wire::DestroyTexture{.texture = number});
    for (const std::uint64_t number : take_all(state().textures.surfaces, context))
        session().submit(wire::DestroySurface{.surface = number});
}

void forget_textures() {
    for (Table* const table : {&state().textures.textures, &state().textures.surfaces}) {
        const MutexLock lock(table->mutex);
        table->entries.clear();
    }
}

CUresult cuTexObjectCreate(CUtexObject* pTexObject, const CUDA_RESOURCE_DESC* pResDesc,
                           const CUDA_TEXTURE_DESC* pTexDesc, const CUDA_RESOURCE_VIEW_DESC* pResViewDesc) {
    RF_CU(check_context());
    if (pTexObject == nullptr || pResDesc == nullptr || pTexDesc == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (pResDesc->flags != 0) return CUDA_ERROR_INVALID_VALUE;
    wire::CreateTexture wanted;
    RF_CU(set_resource(wanted, *pResDesc));
    set_sampler(wanted, *pTexDesc);
    // Views are of arrays; with memory they mean nothing.
    if (pResViewDesc != nullptr && wanted.array != 0) set_view(wanted, *pResViewDesc);
    wire::CreateTexture::Reply reply;
    RF_CU(told_why(session().call(wanted, reply)));
    Texture texture{current_context()->handle.bits, *pResDesc, *pTexDesc, {}};
    if (pResViewDesc != nullptr) texture.view = *pResViewDesc;
    remember(state().textures.textures, reply.texture, texture);
    *pTexObject = reply.texture;
    return CUDA_SUCCESS;
}

CUresult cuTexObjectDestroy(CUtexObject texObject) {
    RF_CU(check_context());
    // One that is not there is destroyed already: that is no failure, as on a card.
    if (!forget(state().textures.textures, texObject)) return CUDA_SUCCESS;
    session().submit(wire::DestroyTexture{.texture = texObject});
    return CUDA_SUCCESS;
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC* pResDesc, CUtexObject texObject) {
    return recall(state().textures.textures, texObject, pResDesc, &Texture::resource);
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC* pTexDesc, CUtexObject texObject) {
    return recall(state().textures.textures, texObject, pTexDesc, &Texture::sampler);
}

CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC* pResViewDesc, CUtexObject texObject) {
    return recall(state().textures.textures, texObject, pResViewDesc, &Texture::view);
}

CUresult cuSurfObjectCreate(CUsurfObject* pSurfObject, const CUDA_RESOURCE_DESC* pResDesc) {
    RF_CU(check_context());
    if (pSurfObject == nullptr || pResDesc == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (pResDesc->resType != CU_RESOURCE_TYPE_ARRAY || pResDesc->flags != 0) return CUDA_ERROR_INVALID_VALUE;
    const Array* const array = find_array(pResDesc->res.array.hArray);
    if (array == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    wire::CreateSurface::Reply reply;
    RF_CU(told_why(session().call(wire::CreateSurface{.array = array->wire, .level = array->level}, reply)));
    remember(state().textures.surfaces, reply.surface, {current_context()->handle.bits, *pResDesc, {}, {}});
    *pSurfObject = reply.surface;
    return CUDA_SUCCESS;
}

CUresult cuSurfObjectDestroy(CUsurfObject surfObject) {
    RF_CU(check_context());
    if (!forget(state().textures.surfaces, surfObject)) return CUDA_SUCCESS;
    session().submit(wire::DestroySurface{.surface = surfObject});
    return CUDA_SUCCESS;
}

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC* pResDesc, CUsurfObject surfObject) {
    return recall(state().textures.surfaces, surfObject, pResDesc, &Texture::resource);
}

CUresult cuDeviceGetTexture1DLinearMaxWidth(std::size_t* maxWidthInElements, CUarray_format format,
                                            unsigned int numChannels, CUdevice dev) {
    RF_CU(check_initialized());
    RF_CU(check_device(dev));
    const bool is_element = element_bytes(static_cast<std::uint32_t>(format), numChannels) != 0;
    if (maxWidthInElements == nullptr || !is_element) return CUDA_ERROR_INVALID_VALUE;
    constexpr std::size_t most_elements = std::size_t{1} << 28;
    *maxWidthInElements = most_elements;
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
