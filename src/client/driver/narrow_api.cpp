// The functions of CUDA before 3.2, whose addresses and sizes have 32 bits. A context is either of that time or of
// today, and those here are of today (cuCtxGetApiVersion): as on a card, a call of the other time finds no context that
// it could work in. What asks for a device and not for a context is answered.
#include <algorithm>
#include <limits>

#include "api/driver_functions.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

CUresult find_no_context() {
    RF_CU(check_context());
    return CUDA_ERROR_INVALID_CONTEXT;
}

}  // namespace

CUresult cuDeviceTotalMem(unsigned int* bytes, CUdevice dev) {
    if (bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::size_t total = 0;
    RF_CU(cuDeviceTotalMem_v2(&total, dev));
    *bytes = static_cast<unsigned>(std::min<std::size_t>(total, std::numeric_limits<unsigned>::max()));
    return CUDA_SUCCESS;
}

CUresult cuMemAlloc(CUdeviceptr_v1*, unsigned int) {
    return find_no_context();
}
CUresult cuMemAllocPitch(CUdeviceptr_v1*, unsigned int*, unsigned int, unsigned int, unsigned int) {
    return find_no_context();
}
CUresult cuMemAllocHost(void**, unsigned int) {
    return find_no_context();
}
CUresult cuMemFree(CUdeviceptr_v1) {
    return find_no_context();
}
CUresult cuMemGetAddressRange(CUdeviceptr_v1*, unsigned int*, CUdeviceptr_v1) {
    return find_no_context();
}
CUresult cuMemGetInfo(unsigned int*, unsigned int*) {
    return find_no_context();
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr_v1*, void*, unsigned int) {
    return find_no_context();
}
CUresult cuModuleGetGlobal(CUdeviceptr_v1*, unsigned int*, CUmodule, const char*) {
    return find_no_context();
}
CUresult cuMemcpyHtoD(CUdeviceptr_v1, const void*, unsigned int) {
    return find_no_context();
}
CUresult cuMemcpyDtoH(void*, CUdeviceptr_v1, unsigned int) {
    return find_no_context();
}
CUresult cuMemcpyDtoD(CUdeviceptr_v1, CUdeviceptr_v1, unsigned int) {
    return find_no_context();
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr_v1, const void*, unsigned int, CUstream) {
    return find_no_context();
}
CUresult cuMemcpyDtoHAsync(void*, CUdeviceptr_v1, unsigned int, CUstream) {
    return find_no_context();
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr_v1, CUdeviceptr_v1, unsigned int, CUstream) {
    return find_no_context();
}
CUresult cuMemcpy2D(const CUDA_MEMCPY2D_v1*) {
    return find_no_context();
}
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D_v1*) {
    return find_no_context();
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D_v1*, CUstream) {
    return find_no_context();
}
CUresult cuMemcpy3D(const CUDA_MEMCPY3D_v1*) {
    return find_no_context();
}
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D_v1*, CUstream) {
    return find_no_context();
}
CUresult cuMemsetD8(CUdeviceptr_v1, unsigned char, unsigned int) {
    return find_no_context();
}
CUresult cuMemsetD16(CUdeviceptr_v1, unsigned short, unsigned int) {
    return find_no_context();
}
CUresult cuMemsetD32(CUdeviceptr_v1, unsigned int, unsigned int) {
    return find_no_context();
}
CUresult cuMemsetD2D8(CUdeviceptr_v1, unsigned int, unsigned char, unsigned int, unsigned int) {
    return find_no_context();
}
CUresult cuMemsetD2D16(CUdeviceptr_v1, unsigned int, unsigned short, unsigned int, unsigned int) {
    return find_no_context();
}
CUresult cuMemsetD2D32(CUdeviceptr_v1, unsigned int, unsigned int, unsigned int, unsigned int) {
    return find_no_context();
}

}  // namespace ringfence::driver
