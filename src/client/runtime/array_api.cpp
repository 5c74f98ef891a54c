// cudaMallocArray and what belongs to it, and copies from and to arrays.
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/driver/array.h"
#include "client/driver/array_copy.h"
#include "client/runtime/channel_format.h"
#include "client/runtime/copy_params.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

using driver::CopyWaits;
using driver::RunOfBytes;

CUarray as_driver_array(cudaArray_const_t array) {
    return reinterpret_cast<CUarray>(const_cast<cudaArray_t>(array));
}

CUmipmappedArray as_driver_mipmap(cudaMipmappedArray_const_t array) {
    return reinterpret_cast<CUmipmappedArray>(const_cast<cudaMipmappedArray_t>(array));
}

cudaError_t describe(const cudaChannelFormatDesc* desc, const cudaExtent& extent, unsigned flags,
                     CUDA_ARRAY3D_DESCRIPTOR& result) {
    if (desc == nullptr) return cudaErrorInvalidValue;
    ElementFormat element;
    if (const cudaError_t status = as_driver(*desc, element); status != cudaSuccess) return status;
    result = {extent.width, extent.height, extent.depth, element.format, element.channels, flags};
    return cudaSuccess;
}

enum class Direction : std::uint8_t { ToArray, FromArray, Between };

bool fits_direction(cudaMemcpyKind kind, Direction direction) {
    if (kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault) return true;
    if (direction == Direction::Between) return false;
    return kind == (direction == Direction::ToArray ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
}

// Addresses tell what they are.
RunOfBytes memory_run(const void* pointer) {
    return {nullptr, CU_MEMORYTYPE_UNIFIED, address_of(pointer), 0};
}

RunOfBytes array_run(cudaArray_const_t array, std::size_t x, std::size_t y) {
    return {as_driver_array(array), CU_MEMORYTYPE_ARRAY, x, y};
}

cudaError_t copy_bytes(const RunOfBytes& to, const RunOfBytes& from, std::size_t count, cudaMemcpyKind kind,
                       Direction direction, cudaStream_t handle, CopyWaits waits) {
    if (!fits_direction(kind, direction)) return report(cudaErrorInvalidMemcpyDirection);
    return run([&]() -> CUresult {
        driver::Stream* stream = nullptr;
        RF_CU(driver::enter_stream(handle, stream));
        return driver::copy_run(*stream, to, from, count, waits);
    });
}

CUDA_MEMCPY2D rows(std::size_t width, std::size_t height) {
    CUDA_MEMCPY2D box = {};
    box.WidthInBytes = width;
    box.Height = height;
    return box;
}

CUDA_MEMCPY2D rows_to(cudaArray_t array, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                      std::size_t width, std::size_t height) {
    CUDA_MEMCPY2D box = rows(width, height);
    box.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    box.dstArray = as_driver_array(array);
    box.dstXInBytes = x;
    box.dstY = y;
    box.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    box.srcDevice = address_of(from);
    box.srcPitch = pitch;
    return box;
}

CUDA_MEMCPY2D rows_from(void* to, std::size_t pitch, cudaArray_const_t array, std::size_t x, std::size_t y,
                        std::size_t width, std::size_t height) {
    CUDA_MEMCPY2D box = rows(width, height);
    box.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    box.srcArray = as_driver_array(array);
    box.srcXInBytes = x;
    box.srcY = y;
    box.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    box.dstDevice = address_of(to);
    box.dstPitch = pitch;
    return box;
}

cudaError_t check_rows(cudaArray_const_t array, std::size_t pitch, std::size_t width, std::size_t height,
                       cudaMemcpyKind kind, Direction direction) {
    if (!fits_direction(kind, direction)) return cudaErrorInvalidMemcpyDirection;
    if (array == nullptr) return cudaErrorInvalidResourceHandle;
    return height > 1 && pitch < width ? cudaErrorInvalidPitchValue : cudaSuccess;
}

}  // namespace

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
    return {x, y, z, w, f};
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent,
                              unsigned int flags) {
    CUDA_ARRAY3D_DESCRIPTOR description = {};
    if (array == nullptr) return report(cudaErrorInvalidValue);
    if (const cudaError_t status = describe(desc, extent, flags, description); status != cudaSuccess)
        return report(status);
    return run([&] { return driver::cuArray3DCreate_v2(reinterpret_cast<CUarray*>(array), &description); });
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, std::size_t width,
                            std::size_t height, unsigned int flags) {
    return cudaMalloc3DArray(array, desc, {width, height, 0}, flags);
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* mipmappedArray, const cudaChannelFormatDesc* desc,
                                     cudaExtent extent, unsigned int numLevels, unsigned int flags) {
    CUDA_ARRAY3D_DESCRIPTOR description = {};
    if (mipmappedArray == nullptr) return report(cudaErrorInvalidValue);
    if (const cudaError_t status = describe(desc, extent, flags, description); status != cudaSuccess)
        return report(status);
    return run([&] {
        return driver::cuMipmappedArrayCreate(reinterpret_cast<CUmipmappedArray*>(mipmappedArray), &description,
                                              numLevels);
    });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    return run([&] { return array == nullptr ? CUDA_SUCCESS : driver::cuArrayDestroy(as_driver_array(array)); });
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray) {
    return run([&] {
        return mipmappedArray == nullptr ? CUDA_SUCCESS
                                         : driver::cuMipmappedArrayDestroy(as_driver_mipmap(mipmappedArray));
    });
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* levelArray, cudaMipmappedArray_const_t mipmappedArray,
                                       unsigned int level) {
    return run([&] {
        return driver::cuMipmappedArrayGetLevel(reinterpret_cast<CUarray*>(levelArray),
                                                as_driver_mipmap(mipmappedArray), level);
    });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags, cudaArray_t array) {
    return run([&]() -> CUresult {
        CUDA_ARRAY3D_DESCRIPTOR found = {};
        RF_CU(driver::cuArray3DGetDescriptor_v2(&found, as_driver_array(array)));
        if (desc != nullptr) *desc = as_runtime(ElementFormat{found.Format, found.NumChannels});
        if (extent != nullptr) *extent = {found.Width, found.Height, found.Depth};
        if (flags != nullptr) *flags = found.Flags;
        return CUDA_SUCCESS;
    });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array) {
    if (desc == nullptr) return report(cudaErrorInvalidValue);
    return cudaArrayGetInfo(desc, nullptr, nullptr, const_cast<cudaArray_t>(array));
}

cudaError_t cudaArrayGetPlane(cudaArray_t* pPlaneArray, cudaArray_t hArray, unsigned int planeIdx) {
    return run([&] {
        return driver::cuArrayGetPlane(reinterpret_cast<CUarray*>(pPlaneArray), as_driver_array(hArray), planeIdx);
    });
}

cudaError_t cudaArrayGetMemoryRequirements(cudaArrayMemoryRequirements* memoryRequirements, cudaArray_t array,
                                           int device) {
    return run([&] {
        return driver::cuArrayGetMemoryRequirements(
            reinterpret_cast<CUDA_ARRAY_MEMORY_REQUIREMENTS*>(memoryRequirements), as_driver_array(array), device);
    });
}

cudaError_t cudaMipmappedArrayGetMemoryRequirements(cudaArrayMemoryRequirements* memoryRequirements,
                                                    cudaMipmappedArray_t mipmap, int device) {
    return run([&] {
        return driver::cuMipmappedArrayGetMemoryRequirements(
            reinterpret_cast<CUDA_ARRAY_MEMORY_REQUIREMENTS*>(memoryRequirements), as_driver_mipmap(mipmap), device);
    });
}

cudaError_t cudaArrayGetSparseProperties(cudaArraySparseProperties*, cudaArray_t array) {
    return run([&] { return driver::cuArrayGetSparseProperties(nullptr, as_driver_array(array)); });
}

cudaError_t cudaMipmappedArrayGetSparseProperties(cudaArraySparseProperties*, cudaMipmappedArray_t mipmap) {
    return run([&] { return driver::cuMipmappedArrayGetSparseProperties(nullptr, as_driver_mipmap(mipmap)); });
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset, const void* src,
                              std::size_t count, cudaMemcpyKind kind) {
    return copy_bytes(array_run(dst, wOffset, hOffset), memory_run(src), count, kind, Direction::ToArray, nullptr,
                      CopyWaits::ForHost);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset, const void* src,
                                   std::size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_bytes(array_run(dst, wOffset, hOffset), memory_run(src), count, kind, Direction::ToArray, stream,
                      CopyWaits::AsNeeded);
}

cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, std::size_t wOffset, std::size_t hOffset,
                                std::size_t count, cudaMemcpyKind kind) {
    return copy_bytes(memory_run(dst), array_run(src, wOffset, hOffset), count, kind, Direction::FromArray, nullptr,
                      CopyWaits::ForHost);
}

cudaError_t cudaMemcpyFromArrayAsync(void* dst, cudaArray_const_t src, std::size_t wOffset, std::size_t hOffset,
                                     std::size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_bytes(memory_run(dst), array_run(src, wOffset, hOffset), count, kind, Direction::FromArray, stream,
                      CopyWaits::AsNeeded);
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, std::size_t wOffsetDst, std::size_t hOffsetDst,
                                   cudaArray_const_t src, std::size_t wOffsetSrc, std::size_t hOffsetSrc,
                                   std::size_t count, cudaMemcpyKind kind) {
    return copy_bytes(array_run(dst, wOffsetDst, hOffsetDst), array_run(src, wOffsetSrc, hOffsetSrc), count, kind,
                      Direction::Between, nullptr, CopyWaits::ForHost);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset, const void* src,
                                std::size_t spitch, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    if (const cudaError_t status = check_rows(dst, spitch, width, height, kind, Direction::ToArray);
        status != cudaSuccess)
        return report(status);
    const CUDA_MEMCPY2D box = rows_to(dst, wOffset, hOffset, src, spitch, width, height);
    return run([&] { return driver::cuMemcpy2DUnaligned_v2(&box); });
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, std::size_t wOffset, std::size_t hOffset, const void* src,
                                     std::size_t spitch, std::size_t width, std::size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
    if (const cudaError_t status = check_rows(dst, spitch, width, height, kind, Direction::ToArray);
        status != cudaSuccess)
        return report(status);
    const CUDA_MEMCPY2D box = rows_to(dst, wOffset, hOffset, src, spitch, width, height);
    return run([&] { return driver::cuMemcpy2DAsync_v2(&box, stream); });
}

cudaError_t cudaMemcpy2DFromArray(void* dst, std::size_t dpitch, cudaArray_const_t src, std::size_t wOffset,
                                  std::size_t hOffset, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    if (const cudaError_t status = check_rows(src, dpitch, width, height, kind, Direction::FromArray);
        status != cudaSuccess)
        return report(status);
    const CUDA_MEMCPY2D box = rows_from(dst, dpitch, src, wOffset, hOffset, width, height);
    return run([&] { return driver::cuMemcpy2DUnaligned_v2(&box); });
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, std::size_t dpitch, cudaArray_const_t src, std::size_t wOffset,
                                       std::size_t hOffset, std::size_t width, std::size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
    if (const cudaError_t status = check_rows(src, dpitch, width, height, kind, Direction::FromArray);
        status != cudaSuccess)
        return report(status);
    const CUDA_MEMCPY2D box = rows_from(dst, dpitch, src, wOffset, hOffset, width, height);
    return run([&] { return driver::cuMemcpy2DAsync_v2(&box, stream); });
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, std::size_t wOffsetDst, std::size_t hOffsetDst,
                                     cudaArray_const_t src, std::size_t wOffsetSrc, std::size_t hOffsetSrc,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    if (!fits_direction(kind, Direction::Between)) return report(cudaErrorInvalidMemcpyDirection);
    CUDA_MEMCPY2D box = rows_to(dst, wOffsetDst, hOffsetDst, nullptr, 0, width, height);
    box.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    box.srcArray = as_driver_array(src);
    box.srcXInBytes = wOffsetSrc;
    box.srcY = hOffsetSrc;
    return run([&] { return driver::cuMemcpy2DUnaligned_v2(&box); });
}

}  // namespace ringfence::runtime
