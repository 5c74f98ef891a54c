// cuMemcpy*A*: bytes from and to arrays. Boxes are copy_api.cpp's.
#include "api/driver_functions.h"
#include "client/driver/array.h"
#include "client/driver/array_copy.h"

namespace ringfence::driver {
namespace {

RunOfBytes array_run(CUarray array, std::size_t offset) {
    return {array, CU_MEMORYTYPE_ARRAY, offset, 0};
}

RunOfBytes memory_run(CUmemorytype type, std::uint64_t address) {
    return {nullptr, type, address, 0};
}

// The driver's own calls stay in the first row; the runtime's go on with the next.
CUresult check_first_row(const RunOfBytes& run, std::size_t bytes) {
    if (run.type != CU_MEMORYTYPE_ARRAY) return CUDA_SUCCESS;
    const Array* const array = find_array(run.array);
    if (array == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const std::uint64_t row = level_extent(array->shape, array->level).row_bytes;
    return run.begin <= row && bytes <= row - run.begin ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult copy_on(CUstream handle, const RunOfBytes& to, const RunOfBytes& from, std::size_t bytes, CopyWaits waits) {
    Stream* stream = nullptr;
    RF_CU(enter_stream(handle, stream));
    RF_CU(check_first_row(to, bytes));
    RF_CU(check_first_row(from, bytes));
    return copy_run(*stream, to, from, bytes, waits);
}

}  // namespace

CUresult cuMemcpyAtoA_v2(CUarray dstArray, std::size_t dstOffset, CUarray srcArray, std::size_t srcOffset,
                         std::size_t ByteCount) {
    return copy_on(nullptr, array_run(dstArray, dstOffset), array_run(srcArray, srcOffset), ByteCount,
                   CopyWaits::ForHost);
}

CUresult cuMemcpyAtoD_v2(CUdeviceptr dstDevice, CUarray srcArray, std::size_t srcOffset, std::size_t ByteCount) {
    return copy_on(nullptr, memory_run(CU_MEMORYTYPE_DEVICE, dstDevice), array_run(srcArray, srcOffset), ByteCount,
                   CopyWaits::ForHost);
}

CUresult cuMemcpyDtoA_v2(CUarray dstArray, std::size_t dstOffset, CUdeviceptr srcDevice, std::size_t ByteCount) {
    return copy_on(nullptr, array_run(dstArray, dstOffset), memory_run(CU_MEMORYTYPE_DEVICE, srcDevice), ByteCount,
                   CopyWaits::ForHost);
}

CUresult cuMemcpyAtoH_v2(void* dstHost, CUarray srcArray, std::size_t srcOffset, std::size_t ByteCount) {
    return copy_on(nullptr, memory_run(CU_MEMORYTYPE_HOST, address_of(dstHost)), array_run(srcArray, srcOffset),
                   ByteCount, CopyWaits::ForHost);
}

CUresult cuMemcpyHtoA_v2(CUarray dstArray, std::size_t dstOffset, const void* srcHost, std::size_t ByteCount) {
    return copy_on(nullptr, array_run(dstArray, dstOffset), memory_run(CU_MEMORYTYPE_HOST, address_of(srcHost)),
                   ByteCount, CopyWaits::ForHost);
}

CUresult cuMemcpyAtoHAsync_v2(void* dstHost, CUarray srcArray, std::size_t srcOffset, std::size_t ByteCount,
                              CUstream hStream) {
    return copy_on(hStream, memory_run(CU_MEMORYTYPE_HOST, address_of(dstHost)), array_run(srcArray, srcOffset),
                   ByteCount, CopyWaits::AsNeeded);
}

CUresult cuMemcpyHtoAAsync_v2(CUarray dstArray, std::size_t dstOffset, const void* srcHost, std::size_t ByteCount,
                              CUstream hStream) {
    return copy_on(hStream, array_run(dstArray, dstOffset), memory_run(CU_MEMORYTYPE_HOST, address_of(srcHost)),
                   ByteCount, CopyWaits::AsNeeded);
}

}  // namespace ringfence::driver
