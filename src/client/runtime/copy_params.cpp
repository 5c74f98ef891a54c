#include "client/runtime/copy_params.h"

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

cudaError_t as_driver(const cudaMemcpy3DParms& asked, CUDA_MEMCPY3D& box) {
    if (asked.srcArray != nullptr || asked.dstArray != nullptr) return cudaErrorNotSupported;
    if (!is_kind(asked.kind)) return cudaErrorInvalidMemcpyDirection;
    box = {};
    box.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
    box.srcDevice = address_of(asked.srcPtr.ptr);
    box.srcXInBytes = asked.srcPos.x;
    box.srcY = asked.srcPos.y;
    box.srcZ = asked.srcPos.z;
    box.srcPitch = asked.srcPtr.pitch;
    box.srcHeight = asked.srcPtr.ysize;
    box.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    box.dstDevice = address_of(asked.dstPtr.ptr);
    box.dstXInBytes = asked.dstPos.x;
    box.dstY = asked.dstPos.y;
    box.dstZ = asked.dstPos.z;
    box.dstPitch = asked.dstPtr.pitch;
    box.dstHeight = asked.dstPtr.ysize;
    box.WidthInBytes = asked.extent.width;
    box.Height = asked.extent.height;
    box.Depth = asked.extent.depth;
    return cudaSuccess;
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
