// cudaMemcpy*, cudaMemset*
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/copy_params.h"
#include "client/runtime/registry.h"
#include "client/runtime/state.h"
#include "client/runtime/symbol.h"

namespace ringfence::runtime {
namespace {

cudaError_t copy(void* dst, const void* src, std::size_t count, cudaMemcpyKind kind) {
    if (count == 0) return is_kind(kind) ? cudaSuccess : cudaErrorInvalidMemcpyDirection;
    if (dst == nullptr || src == nullptr) return cudaErrorInvalidValue;
    switch (kind) {
        case cudaMemcpyHostToDevice: return as_error(driver::cuMemcpyHtoD_v2(address_of(dst), src, count));
        case cudaMemcpyDeviceToHost: return as_error(driver::cuMemcpyDtoH_v2(dst, address_of(src), count));
        case cudaMemcpyDeviceToDevice:
            return as_error(driver::cuMemcpyDtoD_v2(address_of(dst), address_of(src), count));
        case cudaMemcpyHostToHost:
        case cudaMemcpyDefault: return as_error(driver::cuMemcpy(address_of(dst), address_of(src), count));
        default: return cudaErrorInvalidMemcpyDirection;
    }
}

cudaError_t copy_async(void* dst, const void* src, std::size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
    if (count == 0) return is_kind(kind) ? cudaSuccess : cudaErrorInvalidMemcpyDirection;
    if (dst == nullptr || src == nullptr) return cudaErrorInvalidValue;
    switch (kind) {
        case cudaMemcpyHostToDevice: return as_error(driver::cuMemcpyHtoDAsync_v2(address_of(dst), src, count, stream));
        case cudaMemcpyDeviceToHost: return as_error(driver::cuMemcpyDtoHAsync_v2(dst, address_of(src), count, stream));
        case cudaMemcpyDeviceToDevice:
            return as_error(driver::cuMemcpyDtoDAsync_v2(address_of(dst), address_of(src), count, stream));
        case cudaMemcpyHostToHost:
        case cudaMemcpyDefault: return as_error(driver::cuMemcpyAsync(address_of(dst), address_of(src), count, stream));
        default: return cudaErrorInvalidMemcpyDirection;
    }
}

// Where there is nothing to copy, no pitch is wrong.
cudaError_t check_pitches(std::size_t to, std::size_t from, std::size_t width, std::size_t height,
                          cudaMemcpyKind kind) {
    if (!is_kind(kind)) return cudaErrorInvalidMemcpyDirection;
    if (height == 0) return cudaSuccess;
    return to < width || from < width ? cudaErrorInvalidPitchValue : cudaSuccess;
}

}  // namespace

cudaError_t cudaMemcpy(void* dst, const void* src, std::size_t count, cudaMemcpyKind kind) {
    return run([&] { return copy(dst, src, count, kind); });
}

cudaError_t cudaMemcpyAsync(void* dst, const void* src, std::size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
    return run([&] { return copy_async(dst, src, count, kind, stream); });
}

cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, std::size_t count) {
    if (dstDevice != 0 || srcDevice != 0) return report(cudaErrorInvalidDevice);
    return cudaMemcpy(dst, src, count, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, std::size_t count,
                                cudaStream_t stream) {
    if (dstDevice != 0 || srcDevice != 0) return report(cudaErrorInvalidDevice);
    return cudaMemcpyAsync(dst, src, count, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemcpy2D(void* dst, std::size_t dpitch, const void* src, std::size_t spitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
    if (const cudaError_t status = check_pitches(dpitch, spitch, width, height, kind); status != cudaSuccess) {
        return report(status);
    }
    const CUDA_MEMCPY2D box = as_driver_2d(dst, dpitch, src, spitch, width, height);
    return run([&] { return driver::cuMemcpy2DUnaligned_v2(&box); });
}

cudaError_t cudaMemcpy2DAsync(void* dst, std::size_t dpitch, const void* src, std::size_t spitch, std::size_t width,
                              std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    if (const cudaError_t status = check_pitches(dpitch, spitch, width, height, kind); status != cudaSuccess) {
        return report(status);
    }
    const CUDA_MEMCPY2D box = as_driver_2d(dst, dpitch, src, spitch, width, height);
    return run([&] { return driver::cuMemcpy2DAsync_v2(&box, stream); });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
    if (p == nullptr) return report(cudaErrorInvalidValue);
    return run([&] {
        CUDA_MEMCPY3D box = {};
        const cudaError_t status = as_driver(*p, box);
        return status != cudaSuccess ? status : as_error(driver::cuMemcpy3D_v2(&box));
    });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
    if (p == nullptr) return report(cudaErrorInvalidValue);
    return run([&] {
        CUDA_MEMCPY3D box = {};
        const cudaError_t status = as_driver(*p, box);
        return status != cudaSuccess ? status : as_error(driver::cuMemcpy3DAsync_v2(&box, stream));
    });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, std::size_t count, std::size_t offset,
                               cudaMemcpyKind kind) {
    return with_symbol(symbol, offset, count, kind, to_symbol,
                       [&](void* place) { return copy(place, src, count, kind); });
}

cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, std::size_t count, std::size_t offset,
                                 cudaMemcpyKind kind) {
    return with_symbol(symbol, offset, count, kind, from_symbol,
                       [&](void* place) { return copy(dst, place, count, kind); });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, std::size_t count, std::size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
    return with_symbol(symbol, offset, count, kind, to_symbol,
                       [&](void* place) { return copy_async(place, src, count, kind, stream); });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, std::size_t count, std::size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
    return with_symbol(symbol, offset, count, kind, from_symbol,
                       [&](void* place) { return copy_async(dst, place, count, kind, stream); });
}

cudaError_t cudaMemset(void* devPtr, int value, std::size_t count) {
    return run([&] { return driver::cuMemsetD8_v2(address_of(devPtr), static_cast<unsigned char>(value), count); });
}

cudaError_t cudaMemsetAsync(void* devPtr, int value, std::size_t count, cudaStream_t stream) {
    return run(
        [&] { return driver::cuMemsetD8Async(address_of(devPtr), static_cast<unsigned char>(value), count, stream); });
}

cudaError_t cudaMemset2D(void* devPtr, std::size_t pitch, int value, std::size_t width, std::size_t height) {
    return run([&] {
        return driver::cuMemsetD2D8_v2(address_of(devPtr), pitch, static_cast<unsigned char>(value), width, height);
    });
}

cudaError_t cudaMemset2DAsync(void* devPtr, std::size_t pitch, int value, std::size_t width, std::size_t height,
                              cudaStream_t stream) {
    return run([&] {
        return driver::cuMemsetD2D8Async(address_of(devPtr), pitch, static_cast<unsigned char>(value), width, height,
                                         stream);
    });
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent, cudaStream_t stream) {
    return run([&]() -> CUresult {
        const std::size_t slice = pitchedDevPtr.pitch * pitchedDevPtr.ysize;
        for (std::size_t z = 0; z < extent.depth; ++z) {
            RF_CU(driver::cuMemsetD2D8Async(address_of(pitchedDevPtr.ptr) + z * slice, pitchedDevPtr.pitch,
                                            static_cast<unsigned char>(value), extent.width, extent.height, stream));
        }
        return CUDA_SUCCESS;
    });
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent) {
    return cudaMemset3DAsync(pitchedDevPtr, value, extent, nullptr);
}

namespace {

// With one device a copy between devices is one on it.
template <typename Call>
cudaError_t with_peer_box(const cudaMemcpy3DPeerParms* asked, Call&& call) {
    if (asked == nullptr) return report(cudaErrorInvalidValue);
    if (asked->srcDevice != 0 || asked->dstDevice != 0) return report(cudaErrorInvalidDevice);
    const cudaMemcpy3DParms params = {asked->srcArray, asked->srcPos, asked->srcPtr, asked->dstArray,
                                      asked->dstPos,   asked->dstPtr, asked->extent, cudaMemcpyDefault};
    return call(&params);
}

}  // namespace

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) {
    return with_peer_box(p, [](const cudaMemcpy3DParms* params) { return cudaMemcpy3D(params); });
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
    return with_peer_box(p, [&](const cudaMemcpy3DParms* params) { return cudaMemcpy3DAsync(params, stream); });
}

}  // namespace ringfence::runtime
