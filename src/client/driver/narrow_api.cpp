// The functions of CUDA before 3.2, whose addresses and sizes have 32 bits. Programs that use them are rare; what does
// not fit into 32 bits is out of memory for them.
#include <limits>

#include "api/driver_functions.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

constexpr std::uint64_t widest = std::numeric_limits<std::uint32_t>::max();

// All of it must have an address that they can name.
bool fits_narrow(std::uint64_t address, std::uint64_t bytes) {
    return address <= widest && bytes <= widest - address;
}

unsigned as_narrow(std::uint64_t size) {
    return static_cast<unsigned>(size < widest ? size : widest);
}

CUresult give_narrow(CUdeviceptr address, std::uint64_t bytes, CUdeviceptr_v1* place) {
    if (!fits_narrow(address, bytes)) {
        RF_CU(cuMemFree_v2(address));
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *place = static_cast<CUdeviceptr_v1>(address);
    return CUDA_SUCCESS;
}

CUDA_MEMCPY2D widened(const CUDA_MEMCPY2D_v1& copy) {
    CUDA_MEMCPY2D wide = {};
    wide.srcXInBytes = copy.srcXInBytes;
    wide.srcY = copy.srcY;
    wide.srcMemoryType = copy.srcMemoryType;
    wide.srcHost = copy.srcHost;
    wide.srcDevice = copy.srcDevice;
    wide.srcArray = copy.srcArray;
    wide.srcPitch = copy.srcPitch;
    wide.dstXInBytes = copy.dstXInBytes;
    wide.dstY = copy.dstY;
    wide.dstMemoryType = copy.dstMemoryType;
    wide.dstHost = copy.dstHost;
    wide.dstDevice = copy.dstDevice;
    wide.dstArray = copy.dstArray;
    wide.dstPitch = copy.dstPitch;
    wide.WidthInBytes = copy.WidthInBytes;
    wide.Height = copy.Height;
    return wide;
}

CUDA_MEMCPY3D widened(const CUDA_MEMCPY3D_v1& copy) {
    CUDA_MEMCPY3D wide = {};
    wide.srcXInBytes = copy.srcXInBytes;
    wide.srcY = copy.srcY;
    wide.srcZ = copy.srcZ;
    wide.srcLOD = copy.srcLOD;
    wide.srcMemoryType = copy.srcMemoryType;
    wide.srcHost = copy.srcHost;
    wide.srcDevice = copy.srcDevice;
    wide.srcArray = copy.srcArray;
    wide.srcPitch = copy.srcPitch;
    wide.srcHeight = copy.srcHeight;
    wide.dstXInBytes = copy.dstXInBytes;
    wide.dstY = copy.dstY;
    wide.dstZ = copy.dstZ;
    wide.dstLOD = copy.dstLOD;
    wide.dstMemoryType = copy.dstMemoryType;
    wide.dstHost = copy.dstHost;
    wide.dstDevice = copy.dstDevice;
    wide.dstArray = copy.dstArray;
    wide.dstPitch = copy.dstPitch;
    wide.dstHeight = copy.dstHeight;
    wide.WidthInBytes = copy.WidthInBytes;
    wide.Height = copy.Height;
    wide.Depth = copy.Depth;
    return wide;
}

// Calls `call` with the description in today's terms.
template <typename Copy, typename Call>
CUresult with_wide(const Copy* copy, Call&& call) {
    if (copy == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const auto wide = widened(*copy);
    return call(&wide);
}

}  // namespace

CUresult cuMemAlloc(CUdeviceptr_v1* dptr, unsigned int bytesize) {
    CUdeviceptr address = 0;
    RF_CU(cuMemAlloc_v2(dptr == nullptr ? nullptr : &address, bytesize));
    return give_narrow(address, bytesize, dptr);
}

CUresult cuMemAllocPitch(CUdeviceptr_v1* dptr, unsigned int* pPitch, unsigned int WidthInBytes, unsigned int Height,
                         unsigned int ElementSizeBytes) {
    if (dptr == nullptr || pPitch == nullptr) return CUDA_ERROR_INVALID_VALUE;
    CUdeviceptr address = 0;
    std::size_t pitch = 0;
    RF_CU(cuMemAllocPitch_v2(&address, &pitch, WidthInBytes, Height, ElementSizeBytes));
    RF_CU(give_narrow(address, pitch * Height, dptr));
    *pPitch = as_narrow(pitch);
    return CUDA_SUCCESS;
}

CUresult cuMemAllocHost(void** pp, unsigned int bytesize) {
    return cuMemAllocHost_v2(pp, bytesize);
}

CUresult cuMemFree(CUdeviceptr_v1 dptr) {
    return cuMemFree_v2(dptr);
}

CUresult cuMemGetAddressRange(CUdeviceptr_v1* pbase, unsigned int* psize, CUdeviceptr_v1 dptr) {
    CUdeviceptr base = 0;
    std::size_t size = 0;
    RF_CU(cuMemGetAddressRange_v2(&base, &size, dptr));
    if (pbase != nullptr) *pbase = static_cast<CUdeviceptr_v1>(base);
    if (psize != nullptr) *psize = as_narrow(size);
    return CUDA_SUCCESS;
}

CUresult cuMemGetInfo(unsigned int* free, unsigned int* total) {
    if (free == nullptr || total == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    RF_CU(cuMemGetInfo_v2(&free_bytes, &total_bytes));
    *free = as_narrow(free_bytes);
    *total = as_narrow(total_bytes);
    return CUDA_SUCCESS;
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr_v1* pdptr, void* p, unsigned int Flags) {
    if (pdptr == nullptr) return CUDA_ERROR_INVALID_VALUE;
    CUdeviceptr address = 0;
    RF_CU(cuMemHostGetDevicePointer_v2(&address, p, Flags));
    if (!fits_narrow(address, 0)) return CUDA_ERROR_OUT_OF_MEMORY;
    *pdptr = static_cast<CUdeviceptr_v1>(address);
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(unsigned int* bytes, CUdevice dev) {
    if (bytes == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::size_t total = 0;
    RF_CU(cuDeviceTotalMem_v2(&total, dev));
    *bytes = as_narrow(total);
    return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal(CUdeviceptr_v1* dptr, unsigned int* bytes, CUmodule hmod, const char* name) {
    CUdeviceptr address = 0;
    std::size_t size = 0;
    RF_CU(cuModuleGetGlobal_v2(&address, &size, hmod, name));
    if (dptr != nullptr && !fits_narrow(address, size)) return CUDA_ERROR_OUT_OF_MEMORY;
    if (dptr != nullptr) *dptr = static_cast<CUdeviceptr_v1>(address);
    if (bytes != nullptr) *bytes = as_narrow(size);
    return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoD(CUdeviceptr_v1 dstDevice, const void* srcHost, unsigned int ByteCount) {
    return cuMemcpyHtoD_v2(dstDevice, srcHost, ByteCount);
}
CUresult cuMemcpyDtoH(void* dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) {
    return cuMemcpyDtoH_v2(dstHost, srcDevice, ByteCount);
}
CUresult cuMemcpyDtoD(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) {
    return cuMemcpyDtoD_v2(dstDevice, srcDevice, ByteCount);
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr_v1 dstDevice, const void* srcHost, unsigned int ByteCount, CUstream hStream) {
    return cuMemcpyHtoDAsync_v2(dstDevice, srcHost, ByteCount, hStream);
}
CUresult cuMemcpyDtoHAsync(void* dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream) {
    return cuMemcpyDtoHAsync_v2(dstHost, srcDevice, ByteCount, hStream);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount,
                           CUstream hStream) {
    return cuMemcpyDtoDAsync_v2(dstDevice, srcDevice, ByteCount, hStream);
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D_v1* pCopy) {
    return with_wide(pCopy, [](const CUDA_MEMCPY2D* copy) { return cuMemcpy2D_v2(copy); });
}
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D_v1* pCopy) {
    return with_wide(pCopy, [](const CUDA_MEMCPY2D* copy) { return cuMemcpy2DUnaligned_v2(copy); });
}
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D_v1* pCopy, CUstream hStream) {
    return with_wide(pCopy, [&](const CUDA_MEMCPY2D* copy) { return cuMemcpy2DAsync_v2(copy, hStream); });
}
CUresult cuMemcpy3D(const CUDA_MEMCPY3D_v1* pCopy) {
    return with_wide(pCopy, [](const CUDA_MEMCPY3D* copy) { return cuMemcpy3D_v2(copy); });
}
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D_v1* pCopy, CUstream hStream) {
    return with_wide(pCopy, [&](const CUDA_MEMCPY3D* copy) { return cuMemcpy3DAsync_v2(copy, hStream); });
}

CUresult cuMemsetD8(CUdeviceptr_v1 dstDevice, unsigned char uc, unsigned int N) {
    return cuMemsetD8_v2(dstDevice, uc, N);
}
CUresult cuMemsetD16(CUdeviceptr_v1 dstDevice, unsigned short us, unsigned int N) {
    return cuMemsetD16_v2(dstDevice, us, N);
}
CUresult cuMemsetD32(CUdeviceptr_v1 dstDevice, unsigned int ui, unsigned int N) {
    return cuMemsetD32_v2(dstDevice, ui, N);
}
CUresult cuMemsetD2D8(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned char uc, unsigned int Width,
                      unsigned int Height) {
    return cuMemsetD2D8_v2(dstDevice, dstPitch, uc, Width, Height);
}
CUresult cuMemsetD2D16(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned short us, unsigned int Width,
                       unsigned int Height) {
    return cuMemsetD2D16_v2(dstDevice, dstPitch, us, Width, Height);
}
CUresult cuMemsetD2D32(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned int ui, unsigned int Width,
                       unsigned int Height) {
    return cuMemsetD2D32_v2(dstDevice, dstPitch, ui, Width, Height);
}

}  // namespace ringfence::driver
