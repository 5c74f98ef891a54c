#include "client/driver/graphics.h"

#include <algorithm>

#include "api/driver_functions.h"
#include "base/array_shape.h"
#include "client/driver/capture.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

struct LevelSize {
    std::size_t row_bytes = 0;
    std::size_t rows = 1;
    std::size_t slices = 1;
    std::size_t bytes() const { return row_bytes * rows * slices; }
};

LevelSize size_of_level(const CUDA_ARRAY3D_DESCRIPTOR& image, unsigned level) {
    const auto halved = [&](std::size_t size) { return std::max<std::size_t>(size >> level, 1); };
    const std::size_t element =
        std::size_t{channel_bytes(static_cast<std::uint32_t>(image.Format))} * image.NumChannels;
    return {halved(image.Width) * element, halved(image.Height), halved(image.Depth)};
}

enum class Direction : bool { ToDevice, FromDevice };

CUresult copy_level(CUarray array, const LevelSize& size, std::byte* host, Direction direction) {
    CUDA_MEMCPY3D copy = {};
    copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    if (direction == Direction::ToDevice) {
        copy.srcMemoryType = CU_MEMORYTYPE_HOST;
        copy.srcHost = host;
        copy.srcPitch = size.row_bytes;
        copy.srcHeight = size.rows;
        copy.dstArray = array;
    } else {
        copy.dstMemoryType = CU_MEMORYTYPE_HOST;
        copy.dstHost = host;
        copy.dstPitch = size.row_bytes;
        copy.dstHeight = size.rows;
        copy.srcArray = array;
    }
    copy.WidthInBytes = size.row_bytes;
    copy.Height = size.rows;
    copy.Depth = size.slices;
    return cuMemcpy3D_v2(&copy);
}

CUresult transfer_level(GraphicsResource& resource, unsigned image, unsigned level, Direction direction)
    RF_REQUIRES(resource.mutex) {
    CUarray array = nullptr;
    RF_CU(cuMipmappedArrayGetLevel(&array, resource.arrays[image], level));
    const LevelSize size = size_of_level(resource.images[image].description, level);
    std::vector<std::byte> bytes(size.bytes());
    if (direction == Direction::ToDevice) {
        RF_CU(resource.object->read(image, level, bytes));
        return copy_level(array, size, bytes.data(), direction);
    }
    RF_CU(copy_level(array, size, bytes.data(), direction));
    return resource.object->write(image, level, bytes);
}

CUresult transfer_buffer(GraphicsResource& resource, Direction direction) RF_REQUIRES(resource.mutex) {
    std::vector<std::byte> bytes(resource.bytes);
    if (direction == Direction::ToDevice) {
        RF_CU(resource.object->read(0, 0, bytes));
        return cuMemcpyHtoD_v2(resource.memory, bytes.data(), bytes.size());
    }
    RF_CU(cuMemcpyDtoH_v2(bytes.data(), resource.memory, bytes.size()));
    return resource.object->write(0, 0, bytes);
}

CUresult transfer(GraphicsResource& resource, Direction direction) RF_REQUIRES(resource.mutex) {
    if (resource.images.empty()) return transfer_buffer(resource, direction);
    for (unsigned image = 0; image < resource.images.size(); ++image) {
        for (unsigned level = 0; level < resource.images[image].levels; ++level)
            RF_CU(transfer_level(resource, image, level, direction));
    }
    return CUDA_SUCCESS;
}

CUresult make_copies(GraphicsResource& resource) RF_REQUIRES(resource.mutex) {
    if (resource.images.empty())
        return resource.memory != 0 ? CUDA_SUCCESS : cuMemAlloc_v2(&resource.memory, resource.bytes);
    while (resource.arrays.size() < resource.images.size()) {
        const GraphicsImage& image = resource.images[resource.arrays.size()];
        CUmipmappedArray array = nullptr;
        RF_CU(cuMipmappedArrayCreate(&array, &image.description, image.levels));
        resource.arrays.push_back(array);
    }
    return CUDA_SUCCESS;
}

CUresult map_one(GraphicsResource& resource) {
    const MutexLock lock(resource.mutex);
    RF_CU(make_copies(resource));
    if ((resource.map_flags & CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD) == 0)
        RF_CU(transfer(resource, Direction::ToDevice));
    resource.is_mapped = true;
    return CUDA_SUCCESS;
}

// As if it had not been mapped.
void give_up(GraphicsResource& resource) {
    const MutexLock lock(resource.mutex);
    resource.is_mapped = false;
}

CUresult unmap_one(GraphicsResource& resource) {
    const MutexLock lock(resource.mutex);
    // Whatever comes of writing it back: the program has given it up.
    resource.is_mapped = false;
    if ((resource.map_flags & CU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY) != 0) return CUDA_SUCCESS;
    return transfer(resource, Direction::FromDevice);
}

GraphicsResource* find_graphics(CUgraphicsResource handle) {
    return tables().graphics.find(from_api(handle));
}

bool is_mapped(GraphicsResource& resource) {
    const MutexLock lock(resource.mutex);
    return resource.is_mapped;
}

// All of them or none: each is looked at before the first is touched.
CUresult find_all(unsigned count, CUgraphicsResource* handles, bool are_mapped,
                  std::vector<GraphicsResource*>& resources) {
    if (count == 0 || handles == nullptr) return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count; ++i) {
        GraphicsResource* const found = find_graphics(handles[i]);
        if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
        const bool is_again = std::find(resources.begin(), resources.end(), found) != resources.end();
        if (is_mapped(*found) != are_mapped || is_again)
            return are_mapped ? CUDA_ERROR_NOT_MAPPED : CUDA_ERROR_ALREADY_MAPPED;
        RF_CU(found->object->check());
        resources.push_back(found);
    }
    return CUDA_SUCCESS;
}

CUresult find_mapped(CUgraphicsResource handle, bool is_image, GraphicsResource*& resource) {
    RF_CU(check_context());
    resource = find_graphics(handle);
    if (resource == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    if (!is_mapped(*resource)) return CUDA_ERROR_NOT_MAPPED;
    if (resource->images.empty() == is_image)
        return is_image ? CUDA_ERROR_NOT_MAPPED_AS_ARRAY : CUDA_ERROR_NOT_MAPPED_AS_POINTER;
    return CUDA_SUCCESS;
}

}  // namespace

CUresult check_register_flags(unsigned flags, unsigned known) {
    const bool contradicts = (flags & known_map_flags) == known_map_flags;
    return (flags & ~known) == 0 && !contradicts ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult register_graphics(std::unique_ptr<GraphicsResource> resource, unsigned flags, CUgraphicsResource& result) {
    for (GraphicsImage& image : resource->images) {
        if ((flags & CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST) != 0)
            image.description.Flags |= CUDA_ARRAY3D_SURFACE_LDST;
        if ((flags & CU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER) != 0)
            image.description.Flags |= CUDA_ARRAY3D_TEXTURE_GATHER;
    }
    {
        const MutexLock lock(resource->mutex);
        resource->map_flags = flags & known_map_flags;
    }
    GraphicsResource* const raw = resource.get();
    const Handle handle = tables().graphics.insert(std::move(resource));
    if (handle.bits == 0) return CUDA_ERROR_OUT_OF_MEMORY;
    raw->handle = handle;
    result = as_api<CUgraphicsResource>(handle);
    return CUDA_SUCCESS;
}

void forget_graphics() {
    for (const Handle handle : tables().graphics.select([](const GraphicsResource&) { return true; }))
        tables().graphics.erase(handle);
}

CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource* resources, CUstream hStream) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    RF_CU(check_capture_allows_unsafe());
    std::vector<GraphicsResource*> found;
    RF_CU(find_all(count, resources, false, found));
    for (std::size_t i = 0; i < found.size(); ++i) {
        const CUresult status = map_one(*found[i]);
        if (status == CUDA_SUCCESS) continue;
        for (std::size_t done = 0; done < i; ++done)
            give_up(*found[done]);
        return status;
    }
    return CUDA_SUCCESS;
}

CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource* resources, CUstream hStream) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(hStream, stream));
    RF_CU(check_capture_allows_unsafe());
    std::vector<GraphicsResource*> found;
    RF_CU(find_all(count, resources, true, found));
    // The other API's next operation must see what the stream's kernels wrote.
    RF_CU(cuStreamSynchronize(hStream));
    CUresult status = CUDA_SUCCESS;
    for (GraphicsResource* const resource : found) {
        const CUresult one = unmap_one(*resource);
        if (status == CUDA_SUCCESS) status = one;
    }
    return status;
}

CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource) {
    RF_CU(check_context());
    RF_CU(check_capture_allows_unsafe());
    const auto gone = tables().graphics.erase(from_api(resource));
    if (gone == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    const MutexLock lock(gone->mutex);
    for (CUmipmappedArray_st* const array : gone->arrays)
        RF_CU(cuMipmappedArrayDestroy(array));
    return gone->memory == 0 ? CUDA_SUCCESS : cuMemFree_v2(gone->memory);
}

CUresult cuGraphicsResourceSetMapFlags_v2(CUgraphicsResource resource, unsigned int flags) {
    RF_CU(check_context());
    GraphicsResource* const found = find_graphics(resource);
    if (found == nullptr) return CUDA_ERROR_INVALID_HANDLE;
    if (flags > CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD) return CUDA_ERROR_INVALID_VALUE;
    const MutexLock lock(found->mutex);
    if (found->is_mapped) return CUDA_ERROR_ALREADY_MAPPED;
    found->map_flags = flags;
    return CUDA_SUCCESS;
}

CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags) {
    return cuGraphicsResourceSetMapFlags_v2(resource, flags);
}

CUresult cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr* pDevPtr, std::size_t* pSize, CUgraphicsResource resource) {
    GraphicsResource* found = nullptr;
    RF_CU(find_mapped(resource, false, found));
    const MutexLock lock(found->mutex);
    if (pDevPtr != nullptr) *pDevPtr = found->memory;
    if (pSize != nullptr) *pSize = found->bytes;
    return CUDA_SUCCESS;
}

// No memory here has an address that fits.
CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr_v1*, unsigned int*, CUgraphicsResource resource) {
    GraphicsResource* found = nullptr;
    RF_CU(find_mapped(resource, false, found));
    return CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuGraphicsSubResourceGetMappedArray(CUarray* pArray, CUgraphicsResource resource, unsigned int arrayIndex,
                                             unsigned int mipLevel) {
    if (pArray == nullptr) return CUDA_ERROR_INVALID_VALUE;
    GraphicsResource* found = nullptr;
    RF_CU(find_mapped(resource, true, found));
    const MutexLock lock(found->mutex);
    if (arrayIndex >= found->arrays.size() || mipLevel >= found->images[arrayIndex].levels)
        return CUDA_ERROR_INVALID_VALUE;
    return cuMipmappedArrayGetLevel(pArray, found->arrays[arrayIndex], mipLevel);
}

CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray* pMipmappedArray, CUgraphicsResource resource) {
    if (pMipmappedArray == nullptr) return CUDA_ERROR_INVALID_VALUE;
    GraphicsResource* found = nullptr;
    RF_CU(find_mapped(resource, true, found));
    const MutexLock lock(found->mutex);
    // With several images there is no single mipmapped array.
    if (found->arrays.size() != 1) return CUDA_ERROR_NOT_MAPPED_AS_ARRAY;
    *pMipmappedArray = found->arrays[0];
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
