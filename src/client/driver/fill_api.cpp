// cuMemset*
#include "api/driver_functions.h"
#include "client/driver/fill_check.h"
#include "client/driver/state.h"
#include "client/driver/submit.h"

namespace ringfence::driver {

CUresult check_fill(const FillWork& work) {
    if (work.count == 0 || work.height == 0) return CUDA_SUCCESS;
    if (work.to % work.width != 0) return CUDA_ERROR_INVALID_VALUE;
    std::uint64_t row = 0;
    if (__builtin_mul_overflow(work.count, std::uint64_t{work.width}, &row)) return CUDA_ERROR_INVALID_VALUE;
    if (work.height > 1 && (work.pitch < row || work.pitch % work.width != 0)) return CUDA_ERROR_INVALID_VALUE;
    std::uint64_t bytes = 0;
    if (!client::extent_of({work.to, work.pitch, 0}, {row, work.height, 1}, bytes)) return CUDA_ERROR_INVALID_VALUE;
    return check_device_range(work.to, bytes);
}

namespace {

CUresult fill(const FillWork& work, CUstream handle) {
    RF_CU(check_context());
    Stream* stream = nullptr;
    RF_CU(find_stream(handle, stream));
    RF_CU(check_fill(work));
    if (work.count == 0 || work.height == 0) return CUDA_SUCCESS;
    return put(*stream, work);
}

// Returns before it is done, as in CUDA, but for memory that the program sees: it may look there, or write, without
// another call. CUDA promises that for pinned memory only, and with managed memory programs rely on it.
CUresult fill_now(const FillWork& work) {
    RF_CU(fill(work, nullptr));
    if (!session().is_host_address(work.to)) return CUDA_SUCCESS;
    Stream* stream = nullptr;
    RF_CU(find_stream(nullptr, stream));
    return as_result(session().call(wire::SynchronizeStream{.stream = stream->wire()}));
}

}  // namespace

CUresult cuMemsetD8_v2(CUdeviceptr dstDevice, unsigned char uc, std::size_t N) {
    return fill_now({dstDevice, 0, uc, 1, N, 1});
}
CUresult cuMemsetD16_v2(CUdeviceptr dstDevice, unsigned short us, std::size_t N) {
    return fill_now({dstDevice, 0, us, 2, N, 1});
}
CUresult cuMemsetD32_v2(CUdeviceptr dstDevice, unsigned int ui, std::size_t N) {
    return fill_now({dstDevice, 0, ui, 4, N, 1});
}
CUresult cuMemsetD2D8_v2(CUdeviceptr dstDevice, std::size_t dstPitch, unsigned char uc, std::size_t Width,
                         std::size_t Height) {
    return fill_now({dstDevice, dstPitch, uc, 1, Width, Height});
}
CUresult cuMemsetD2D16_v2(CUdeviceptr dstDevice, std::size_t dstPitch, unsigned short us, std::size_t Width,
                          std::size_t Height) {
    return fill_now({dstDevice, dstPitch, us, 2, Width, Height});
}
CUresult cuMemsetD2D32_v2(CUdeviceptr dstDevice, std::size_t dstPitch, unsigned int ui, std::size_t Width,
                          std::size_t Height) {
    return fill_now({dstDevice, dstPitch, ui, 4, Width, Height});
}
CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, std::size_t N, CUstream hStream) {
    return fill({dstDevice, 0, uc, 1, N, 1}, hStream);
}
CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, std::size_t N, CUstream hStream) {
    return fill({dstDevice, 0, us, 2, N, 1}, hStream);
}
CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, std::size_t N, CUstream hStream) {
    return fill({dstDevice, 0, ui, 4, N, 1}, hStream);
}
CUresult cuMemsetD2D8Async(CUdeviceptr dstDevice, std::size_t dstPitch, unsigned char uc, std::size_t Width,
                           std::size_t Height, CUstream hStream) {
    return fill({dstDevice, dstPitch, uc, 1, Width, Height}, hStream);
}
CUresult cuMemsetD2D16Async(CUdeviceptr dstDevice, std::size_t dstPitch, unsigned short us, std::size_t Width,
                            std::size_t Height, CUstream hStream) {
    return fill({dstDevice, dstPitch, us, 2, Width, Height}, hStream);
}
CUresult cuMemsetD2D32Async(CUdeviceptr dstDevice, std::size_t dstPitch, unsigned int ui, std::size_t Width,
                            std::size_t Height, CUstream hStream) {
    return fill({dstDevice, dstPitch, ui, 4, Width, Height}, hStream);
}

}  // namespace ringfence::driver
