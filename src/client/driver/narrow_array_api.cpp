// Arrays and texture references as CUDA before 3.2 had them, with addresses and sizes of 32 bits. What does not fit is
// out of memory for them.
#include <limits>

#include "api/driver_functions.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

CUDA_ARRAY_DESCRIPTOR widened(const CUDA_ARRAY_DESCRIPTOR_v1& array) {
    return {array.Width, array.Height, array.Format, array.NumChannels};
}

CUDA_ARRAY3D_DESCRIPTOR widened(const CUDA_ARRAY3D_DESCRIPTOR_v1& array) {
    return {array.Width, array.Height, array.Depth, array.Format, array.NumChannels, array.Flags};
}

// Dimensions of arrays have far less than 32 bits.
unsigned dimension(std::size_t elements) {
    return static_cast<unsigned>(elements);
}

}  // namespace

CUresult cuArrayCreate(CUarray* pHandle, const CUDA_ARRAY_DESCRIPTOR_v1* pAllocateArray) {
    if (pAllocateArray == nullptr) return cuArrayCreate_v2(pHandle, nullptr);
    const CUDA_ARRAY_DESCRIPTOR wide = widened(*pAllocateArray);
    return cuArrayCreate_v2(pHandle, &wide);
}

CUresult cuArray3DCreate(CUarray* pHandle, const CUDA_ARRAY3D_DESCRIPTOR_v1* pAllocateArray) {
    if (pAllocateArray == nullptr) return cuArray3DCreate_v2(pHandle, nullptr);
    const CUDA_ARRAY3D_DESCRIPTOR wide = widened(*pAllocateArray);
    return cuArray3DCreate_v2(pHandle, &wide);
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1* pArrayDescriptor, CUarray hArray) {
    CUDA_ARRAY_DESCRIPTOR wide = {};
    RF_CU(cuArrayGetDescriptor_v2(pArrayDescriptor == nullptr ? nullptr : &wide, hArray));
    *pArrayDescriptor = {dimension(wide.Width), dimension(wide.Height), wide.Format, wide.NumChannels};
    return CUDA_SUCCESS;
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1* pArrayDescriptor, CUarray hArray) {
    CUDA_ARRAY3D_DESCRIPTOR wide = {};
    RF_CU(cuArray3DGetDescriptor_v2(pArrayDescriptor == nullptr ? nullptr : &wide, hArray));
    *pArrayDescriptor = {dimension(wide.Width), dimension(wide.Height), dimension(wide.Depth),
                         wide.Format,           wide.NumChannels,       wide.Flags};
    return CUDA_SUCCESS;
}

CUresult cuMemcpyAtoA(CUarray dstArray, unsigned int dstOffset, CUarray srcArray, unsigned int srcOffset,
                      unsigned int ByteCount) {
    return cuMemcpyAtoA_v2(dstArray, dstOffset, srcArray, srcOffset, ByteCount);
}
CUresult cuMemcpyAtoD(CUdeviceptr_v1 dstDevice, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) {
    return cuMemcpyAtoD_v2(dstDevice, srcArray, srcOffset, ByteCount);
}
CUresult cuMemcpyDtoA(CUarray dstArray, unsigned int dstOffset, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) {
    return cuMemcpyDtoA_v2(dstArray, dstOffset, srcDevice, ByteCount);
}
CUresult cuMemcpyAtoH(void* dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) {
    return cuMemcpyAtoH_v2(dstHost, srcArray, srcOffset, ByteCount);
}
CUresult cuMemcpyHtoA(CUarray dstArray, unsigned int dstOffset, const void* srcHost, unsigned int ByteCount) {
    return cuMemcpyHtoA_v2(dstArray, dstOffset, srcHost, ByteCount);
}
CUresult cuMemcpyAtoHAsync(void* dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount,
                           CUstream hStream) {
    return cuMemcpyAtoHAsync_v2(dstHost, srcArray, srcOffset, ByteCount, hStream);
}
CUresult cuMemcpyHtoAAsync(CUarray dstArray, unsigned int dstOffset, const void* srcHost, unsigned int ByteCount,
                           CUstream hStream) {
    return cuMemcpyHtoAAsync_v2(dstArray, dstOffset, srcHost, ByteCount, hStream);
}

CUresult cuTexRefSetAddress(unsigned int* ByteOffset, CUtexref hTexRef, CUdeviceptr_v1 dptr, unsigned int bytes) {
    std::size_t offset = 0;
    RF_CU(cuTexRefSetAddress_v2(ByteOffset == nullptr ? nullptr : &offset, hTexRef, dptr, bytes));
    if (ByteOffset != nullptr) *ByteOffset = static_cast<unsigned>(offset);  // less than the alignment
    return CUDA_SUCCESS;
}

CUresult cuTexRefSetAddress2D(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR_v1* desc, CUdeviceptr_v1 dptr,
                              unsigned int Pitch) {
    if (desc == nullptr) return cuTexRefSetAddress2D_v3(hTexRef, nullptr, dptr, Pitch);
    const CUDA_ARRAY_DESCRIPTOR wide = widened(*desc);
    return cuTexRefSetAddress2D_v3(hTexRef, &wide, dptr, Pitch);
}

CUresult cuTexRefGetAddress(CUdeviceptr_v1* pdptr, CUtexref hTexRef) {
    CUdeviceptr address = 0;
    RF_CU(cuTexRefGetAddress_v2(pdptr == nullptr ? nullptr : &address, hTexRef));
    if (address > std::numeric_limits<CUdeviceptr_v1>::max()) return CUDA_ERROR_OUT_OF_MEMORY;
    *pdptr = static_cast<CUdeviceptr_v1>(address);
    return CUDA_SUCCESS;
}

}  // namespace ringfence::driver
