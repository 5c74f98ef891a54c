// cuMemcpy*
#include "api/driver_functions.h"
#include "client/driver/array_copy.h"
#include "client/driver/copy_params.h"
#include "client/driver/state.h"
#include "client/driver/submit.h"

namespace ringfence::driver {
namespace {

CUresult copy(std::uint64_t to, std::uint64_t from, std::size_t bytes, CUstream handle, CopyWaits waits) {
    RF_CU(check_context());
    Stream* stream = nullptr;
    RF_CU(find_stream(handle, stream));
    return put_copy(*stream, row_copy(to, from, bytes), waits);
}

CUresult copy_box(const CUDA_MEMCPY3D* asked, CUstream handle, CopyWaits waits) {
    RF_CU(check_context());
    if (asked == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (has_array(*asked)) {
        Stream* stream = nullptr;
        RF_CU(find_stream(handle, stream));
        return put_array_copy(*stream, *asked, waits);
    }
    CopyWork work;
    RF_CU(box_copy(*asked, work));
    RF_CU(check_named_sides(work));
    Stream* stream = nullptr;
    RF_CU(find_stream(handle, stream));
    return put_copy(*stream, work, waits);
}

CUresult copy_box(const CUDA_MEMCPY2D* asked, CUstream handle, CopyWaits waits) {
    if (asked == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUDA_MEMCPY3D box = as_3d(*asked);
    return copy_box(&box, handle, waits);
}

// A side that the call names as the device's must be known.
CUresult check_device_side(CUdeviceptr address, std::size_t bytes) {
    RF_CU(check_context());
    return bytes == 0 ? CUDA_SUCCESS : check_device_range(address, bytes);
}

}  // namespace

CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, std::size_t ByteCount) {
    return copy(dst, src, ByteCount, nullptr, CopyWaits::ForHost);
}

CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, std::size_t ByteCount, CUstream hStream) {
    return copy(dst, src, ByteCount, hStream, CopyWaits::AsNeeded);
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void* srcHost, std::size_t ByteCount) {
    RF_CU(check_device_side(dstDevice, ByteCount));
    return copy(dstDevice, address_of(srcHost), ByteCount, nullptr, CopyWaits::ForHost);
}

CUresult cuMemcpyDtoH_v2(void* dstHost, CUdeviceptr srcDevice, std::size_t ByteCount) {
    RF_CU(check_device_side(srcDevice, ByteCount));
    return copy(address_of(dstHost), srcDevice, ByteCount, nullptr, CopyWaits::ForHost);
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, std::size_t ByteCount) {
    RF_CU(check_device_side(dstDevice, ByteCount));
    RF_CU(check_device_side(srcDevice, ByteCount));
    return copy(dstDevice, srcDevice, ByteCount, nullptr, CopyWaits::ForHost);
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void* srcHost, std::size_t ByteCount, CUstream hStream) {
    RF_CU(check_device_side(dstDevice, ByteCount));
    return copy(dstDevice, address_of(srcHost), ByteCount, hStream, CopyWaits::AsNeeded);
}

CUresult cuMemcpyDtoHAsync_v2(void* dstHost, CUdeviceptr srcDevice, std::size_t ByteCount, CUstream hStream) {
    RF_CU(check_device_side(srcDevice, ByteCount));
    return copy(address_of(dstHost), srcDevice, ByteCount, hStream, CopyWaits::AsNeeded);
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, std::size_t ByteCount, CUstream hStream) {
    RF_CU(check_device_side(dstDevice, ByteCount));
    RF_CU(check_device_side(srcDevice, ByteCount));
    return copy(dstDevice, srcDevice, ByteCount, hStream, CopyWaits::AsNeeded);
}

CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext, CUdeviceptr srcDevice, CUcontext, std::size_t ByteCount) {
    return cuMemcpyDtoD_v2(dstDevice, srcDevice, ByteCount);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext, CUdeviceptr srcDevice, CUcontext, std::size_t ByteCount,
                           CUstream hStream) {
    return cuMemcpyDtoDAsync_v2(dstDevice, srcDevice, ByteCount, hStream);
}

CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D* pCopy) {
    return copy_box(pCopy, nullptr, CopyWaits::ForHost);
}

CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D* pCopy) {
    return copy_box(pCopy, nullptr, CopyWaits::ForHost);
}

CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* pCopy, CUstream hStream) {
    return copy_box(pCopy, hStream, CopyWaits::AsNeeded);
}

CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D* pCopy) {
    return copy_box(pCopy, nullptr, CopyWaits::ForHost);
}

CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D* pCopy, CUstream hStream) {
    return copy_box(pCopy, hStream, CopyWaits::AsNeeded);
}

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER* pCopy) {
    if (pCopy == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUDA_MEMCPY3D box = as_3d(*pCopy);
    return copy_box(&box, nullptr, CopyWaits::ForHost);
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* pCopy, CUstream hStream) {
    if (pCopy == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const CUDA_MEMCPY3D box = as_3d(*pCopy);
    return copy_box(&box, hStream, CopyWaits::AsNeeded);
}

}  // namespace ringfence::driver
