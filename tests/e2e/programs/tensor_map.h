// Tensor maps and the instructions that use them, for the programs that are about them.
#pragma once

#include <cuda.h>

#include <cstdint>
#include <initializer_list>

#include "check.h"

namespace tensor {

template <typename Function>
Function driver_function(const char* name) {
    void* address = nullptr;
    cudaDriverEntryPointQueryResult result;
    CHECK(cudaGetDriverEntryPointByVersion(name, &address, 12000, cudaEnableDefault, &result));
    EXPECT(address && result == cudaDriverEntryPointSuccess, "%s is not there: result %d", name, result);
    return reinterpret_cast<Function>(address);
}

template <typename T>
constexpr CUtensorMapDataType type_of();
template <>
constexpr CUtensorMapDataType type_of<float>() {
    return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
}
template <>
constexpr CUtensorMapDataType type_of<int>() {
    return CU_TENSOR_MAP_DATA_TYPE_INT32;
}

// A map of an array whose rows lie one behind the other. Dimensions are named from the innermost on.
template <typename T>
CUtensorMap encode(T* memory, std::initializer_list<std::uint64_t> dimensions, std::initializer_list<std::uint32_t> box,
                   CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE,
                   std::initializer_list<std::uint32_t> steps = {1, 1, 1, 1, 1}) {
    std::uint64_t strides[5] = {};
    std::uint64_t bytes = sizeof(T);
    for (std::size_t i = 0; i + 1 < dimensions.size(); ++i)
        strides[i] = bytes *= dimensions.begin()[i];
    CUtensorMap map;
    CHECK(driver_function<decltype(&cuTensorMapEncodeTiled)>("cuTensorMapEncodeTiled")(
        &map, type_of<T>(), static_cast<cuuint32_t>(dimensions.size()), memory, dimensions.begin(), strides,
        box.begin(), steps.begin(), CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return map;
}

#ifdef __CUDACC__

__device__ inline std::uint32_t shared_address(const void* place) {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(place));
}

__device__ inline void begin_barrier(std::uint64_t& barrier) {
    asm volatile(
        "mbarrier.init.shared::cta.b64 [%0], 1;\n\tfence.mbarrier_init.release.cluster;" ::"r"(shared_address(&barrier))
        : "memory");
}

__device__ inline void expect(std::uint64_t& barrier, std::uint32_t bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)), "r"(bytes)
                 : "memory");
}

__device__ inline void wait(std::uint64_t& barrier, std::uint32_t parity) {
    asm volatile(
        "{\n\t.reg .pred done;\n"
        "again_%=:\n\tmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n\t@!done bra again_%=;\n\t}" ::"r"(
            shared_address(&barrier)),
        "r"(parity)
        : "memory");
}

__device__ inline void load(void* to, const CUtensorMap& map, std::uint64_t& barrier, int x, int y) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], "
        "[%2];" ::"r"(shared_address(to)),
        "l"(&map), "r"(shared_address(&barrier)), "r"(x), "r"(y)
        : "memory");
}

__device__ inline void load(void* to, const CUtensorMap& map, std::uint64_t& barrier, int x, int y, int z) {
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], "
        "[%2];" ::"r"(shared_address(to)),
        "l"(&map), "r"(shared_address(&barrier)), "r"(x), "r"(y), "r"(z)
        : "memory");
}

// Makes the threads' writes to shared memory visible to the copies that follow.
__device__ inline void publish() {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ inline void store(const CUtensorMap& map, const void* from, int x, int y) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(&map),
                 "r"(shared_address(from)), "r"(x), "r"(y)
                 : "memory");
}

__device__ inline void add(const CUtensorMap& map, const void* from, int x, int y) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(&map),
        "r"(shared_address(from)), "r"(x), "r"(y)
        : "memory");
}

__device__ inline void finish_stores() {
    asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;" ::: "memory");
}

#endif

}  // namespace tensor
