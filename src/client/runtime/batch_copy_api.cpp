// Many copies in one call, and what managed memory's ranges are told in one.
#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {
namespace {

static_assert(sizeof(cudaMemcpyAttributes) == sizeof(CUmemcpyAttributes));
static_assert(sizeof(cudaMemcpy3DBatchOp) == sizeof(CUDA_MEMCPY3D_BATCH_OP));

CUdeviceptr* as_addresses(const void* const* pointers) {
    return reinterpret_cast<CUdeviceptr*>(const_cast<void**>(pointers));
}
CUmemcpyAttributes* as_driver_attributes(cudaMemcpyAttributes* attributes) {
    return reinterpret_cast<CUmemcpyAttributes*>(attributes);
}
CUmemLocation* as_locations(cudaMemLocation* locations) {
    return reinterpret_cast<CUmemLocation*>(locations);
}

}  // namespace

cudaError_t cudaMemcpyBatchAsync(void* const* dsts, const void* const* srcs, const std::size_t* sizes,
                                 std::size_t count, cudaMemcpyAttributes* attrs, std::size_t* attrsIdxs,
                                 std::size_t numAttrs, cudaStream_t stream) {
    return run([&] {
        return driver::cuMemcpyBatchAsync_v2(as_addresses(const_cast<const void* const*>(dsts)), as_addresses(srcs),
                                             const_cast<std::size_t*>(sizes), count, as_driver_attributes(attrs),
                                             attrsIdxs, numAttrs, stream);
    });
}

cudaError_t cudaMemcpy3DBatchAsync(std::size_t numOps, cudaMemcpy3DBatchOp* opList, unsigned long long flags,
                                   cudaStream_t stream) {
    return run([&] {
        return driver::cuMemcpy3DBatchAsync_v2(numOps, reinterpret_cast<CUDA_MEMCPY3D_BATCH_OP*>(opList), flags,
                                               stream);
    });
}

cudaError_t cudaMemPrefetchBatchAsync(void** dptrs, std::size_t* sizes, std::size_t count,
                                      cudaMemLocation* prefetchLocs, std::size_t* prefetchLocIdxs,
                                      std::size_t numPrefetchLocs, unsigned long long flags, cudaStream_t stream) {
    return run([&] {
        return driver::cuMemPrefetchBatchAsync(as_addresses(dptrs), sizes, count, as_locations(prefetchLocs),
                                               prefetchLocIdxs, numPrefetchLocs, flags, stream);
    });
}

cudaError_t cudaMemDiscardBatchAsync(void** dptrs, std::size_t* sizes, std::size_t count, unsigned long long flags,
                                     cudaStream_t stream) {
    return run([&] { return driver::cuMemDiscardBatchAsync(as_addresses(dptrs), sizes, count, flags, stream); });
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void** dptrs, std::size_t* sizes, std::size_t count,
                                                cudaMemLocation* prefetchLocs, std::size_t* prefetchLocIdxs,
                                                std::size_t numPrefetchLocs, unsigned long long flags,
                                                cudaStream_t stream) {
    return run([&] {
        return driver::cuMemDiscardAndPrefetchBatchAsync(as_addresses(dptrs), sizes, count, as_locations(prefetchLocs),
                                                         prefetchLocIdxs, numPrefetchLocs, flags, stream);
    });
}

}  // namespace ringfence::runtime

namespace ringfence::runtime12 {

cudaError_t cudaMemcpyBatchAsync(void** dsts, void** srcs, std::size_t* sizes, std::size_t count,
                                 cudaMemcpyAttributes* attrs, std::size_t* attrsIdxs, std::size_t numAttrs,
                                 std::size_t* failIdx, cudaStream_t stream) {
    return runtime::run([&] {
        return driver::cuMemcpyBatchAsync(reinterpret_cast<CUdeviceptr*>(dsts), reinterpret_cast<CUdeviceptr*>(srcs),
                                          sizes, count, reinterpret_cast<CUmemcpyAttributes*>(attrs), attrsIdxs,
                                          numAttrs, failIdx, stream);
    });
}

cudaError_t cudaMemcpy3DBatchAsync(std::size_t numOps, cudaMemcpy3DBatchOp* opList, std::size_t* failIdx,
                                   unsigned long long flags, cudaStream_t stream) {
    return runtime::run([&] {
        return driver::cuMemcpy3DBatchAsync(numOps, reinterpret_cast<CUDA_MEMCPY3D_BATCH_OP*>(opList), failIdx, flags,
                                            stream);
    });
}

}  // namespace ringfence::runtime12
