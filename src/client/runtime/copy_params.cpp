#include "client/runtime/copy_params.h"

#include <algorithm>

#include "client/driver/array.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {

bool is_kind(cudaMemcpyKind kind) {
    return kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault;
}

CUDA_MEMCPY2D as_driver_2d(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                           std::size_t height) {
    CUDA_MEMCPY2D copy = {};
    // Addresses tell what they are.
    copy.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    copy.srcDevice = address_of(from);
    copy.srcPitch = from_pitch;
    copy.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    copy.dstDevice = address_of(to);
    copy.dstPitch = to_pitch;
    copy.WidthInBytes = width;
    copy.Height = height;
    return copy;
}

CUDA_MEMCPY3D row(void* to, const void* from, std::size_t bytes) {
    CUDA_MEMCPY3D box = {};
    box.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    box.srcDevice = address_of(from);
    box.srcPitch = bytes;
    box.srcHeight = 1;
    box.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    box.dstDevice = address_of(to);
    box.dstPitch = bytes;
    box.dstHeight = 1;
    box.WidthInBytes = bytes;
    box.Height = 1;
    box.Depth = 1;
    return box;
}

namespace {

// The size of an array's element; 0 if there is no such array.
std::uint32_t element_of(cudaArray_t handle) {
    const driver::Array* const array = driver::find_array(reinterpret_cast<CUarray>(handle));
    return array == nullptr ? 0 : element_bytes(array->shape.format, array->shape.channels);
}

}  // namespace

// Beside an array sizes are in its elements; an offset is in elements of whatever it is an offset into.
cudaError_t as_driver(const cudaMemcpy3DParms& asked, CUDA_MEMCPY3D& box) {
    if (!is_kind(asked.kind)) return cudaErrorInvalidMemcpyDirection;
    if ((asked.srcArray != nullptr && asked.srcPtr.ptr != nullptr) ||
        (asked.dstArray != nullptr && asked.dstPtr.ptr != nullptr))
        return cudaErrorInvalidValue;
    // Arrays are the device's.
    const bool is_to_host = asked.kind == cudaMemcpyHostToHost || asked.kind == cudaMemcpyDeviceToHost;
    const bool is_from_host = asked.kind == cudaMemcpyHostToHost || asked.kind == cudaMemcpyHostToDevice;
    if ((asked.dstArray != nullptr && is_to_host) || (asked.srcArray != nullptr && is_from_host))
        return cudaErrorInvalidValue;
    const std::uint32_t from_element = asked.srcArray == nullptr ? 1 : element_of(asked.srcArray);
    const std::uint32_t to_element = asked.dstArray == nullptr ? 1 : element_of(asked.dstArray);
    if (from_element == 0 || to_element == 0) return cudaErrorInvalidResourceHandle;
    const bool is_between = asked.srcArray != nullptr && asked.dstArray != nullptr;
    if (is_between && from_element != to_element) return cudaErrorInvalidValue;
    const std::uint32_t element = std::max(from_element, to_element);
    box = {};
    box.srcMemoryType = asked.srcArray == nullptr ? CU_MEMORYTYPE_UNIFIED : CU_MEMORYTYPE_ARRAY;
    box.srcArray = reinterpret_cast<CUarray>(asked.srcArray);
    box.srcDevice = address_of(asked.srcPtr.ptr);
    box.srcY = asked.srcPos.y;
    box.srcZ = asked.srcPos.z;
    box.srcPitch = asked.srcPtr.pitch;
    box.srcHeight = asked.srcPtr.ysize;
    box.dstMemoryType = asked.dstArray == nullptr ? CU_MEMORYTYPE_UNIFIED : CU_MEMORYTYPE_ARRAY;
    box.dstArray = reinterpret_cast<CUarray>(asked.dstArray);
    box.dstDevice = address_of(asked.dstPtr.ptr);
    box.dstY = asked.dstPos.y;
    box.dstZ = asked.dstPos.z;
    box.dstPitch = asked.dstPtr.pitch;
    box.dstHeight = asked.dstPtr.ysize;
    box.Height = asked.extent.height;
    box.Depth = asked.extent.depth;
    const bool overflows = __builtin_mul_overflow(asked.srcPos.x, std::size_t{from_element}, &box.srcXInBytes) ||
                           __builtin_mul_overflow(asked.dstPos.x, std::size_t{to_element}, &box.dstXInBytes) ||
                           __builtin_mul_overflow(asked.extent.width, std::size_t{element}, &box.WidthInBytes);
    return overflows ? cudaErrorInvalidValue : cudaSuccess;
}

cudaMemcpy3DParms as_runtime(const CUDA_MEMCPY3D& box) {
    cudaMemcpy3DParms asked = {};
    asked.srcPos = {box.srcXInBytes, box.srcY, box.srcZ};
    asked.srcPtr = {reinterpret_cast<void*>(box.srcDevice), box.srcPitch, box.WidthInBytes, box.srcHeight};
    asked.dstPos = {box.dstXInBytes, box.dstY, box.dstZ};
    asked.dstPtr = {reinterpret_cast<void*>(box.dstDevice), box.dstPitch, box.WidthInBytes, box.dstHeight};
    asked.extent = {box.WidthInBytes, box.Height, box.Depth};
    asked.kind = cudaMemcpyDefault;
    return asked;
}

}  // namespace ringfence::runtime
