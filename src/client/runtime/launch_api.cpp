// cudaLaunch*, cudaFunc*, cudaOccupancy*
#include <algorithm>
#include <limits>

#include "api/driver_functions.h"
#include "api/runtime_functions.h"
#include "client/runtime/launch.h"
#include "client/runtime/registry.h"
#include "client/runtime/state.h"

namespace ringfence::runtime {

static_assert(sizeof(cudaLaunchAttribute) == sizeof(CUlaunchAttribute));

cudaError_t explain(CUresult status) {
    return status == CUDA_ERROR_NOT_FOUND ? cudaErrorInvalidDeviceFunction : static_cast<cudaError_t>(status);
}

cudaError_t launch(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                   cudaStream_t stream, bool is_cooperative) {
    return run([&] {
        CUfunction kernel = nullptr;
        if (const cudaError_t status = find_kernel(function, kernel); status != cudaSuccess) return status;
        if (shared > std::numeric_limits<unsigned>::max()) return cudaErrorInvalidValue;
        const auto bytes = static_cast<unsigned>(shared);
        const CUresult status = is_cooperative
                                    ? driver::cuLaunchCooperativeKernel(kernel, grid.x, grid.y, grid.z, block.x,
                                                                        block.y, block.z, bytes, stream, arguments)
                                    : driver::cuLaunchKernel(kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                                             bytes, stream, arguments, nullptr);
        return explain(status);
    });
}

namespace {

// Calls a function of the driver API for the kernel that is meant.
template <typename Call>
cudaError_t with_kernel(const void* function, Call&& call) {
    return run([&] {
        CUfunction kernel = nullptr;
        if (const cudaError_t status = find_kernel(function, kernel); status != cudaSuccess) return status;
        return explain(call(kernel));
    });
}

CUlaunchConfig as_driver(const cudaLaunchConfig_t& config) {
    CUlaunchConfig asked = {};
    asked.gridDimX = config.gridDim.x;
    asked.gridDimY = config.gridDim.y;
    asked.gridDimZ = config.gridDim.z;
    asked.blockDimX = config.blockDim.x;
    asked.blockDimY = config.blockDim.y;
    asked.blockDimZ = config.blockDim.z;
    // No kernel can have 4 GiB, so the largest number is refused as a larger one would be.
    constexpr std::size_t most = std::numeric_limits<unsigned>::max();
    asked.sharedMemBytes = static_cast<unsigned>(std::min(config.dynamicSmemBytes, most));
    asked.hStream = config.stream;
    asked.attrs = reinterpret_cast<CUlaunchAttribute*>(config.attrs);
    asked.numAttrs = config.numAttrs;
    return asked;
}

CUresult fill_attributes(cudaFuncAttributes& attributes, CUfunction kernel) {
    attributes = {};
    const auto get = [&](CUfunction_attribute attribute, auto& place) {
        int value = 0;
        const CUresult status = driver::cuFuncGetAttribute(&value, attribute, kernel);
        place = value;
        return status;
    };
    RF_CU(get(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, attributes.sharedSizeBytes));
    RF_CU(get(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, attributes.constSizeBytes));
    RF_CU(get(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, attributes.localSizeBytes));
    RF_CU(get(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, attributes.maxThreadsPerBlock));
    RF_CU(get(CU_FUNC_ATTRIBUTE_NUM_REGS, attributes.numRegs));
    RF_CU(get(CU_FUNC_ATTRIBUTE_PTX_VERSION, attributes.ptxVersion));
    RF_CU(get(CU_FUNC_ATTRIBUTE_BINARY_VERSION, attributes.binaryVersion));
    RF_CU(get(CU_FUNC_ATTRIBUTE_CACHE_MODE_CA, attributes.cacheModeCA));
    RF_CU(get(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, attributes.maxDynamicSharedSizeBytes));
    RF_CU(get(CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, attributes.nonPortableClusterSizeAllowed));
    RF_CU(get(CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, attributes.clusterSchedulingPolicyPreference));
    return get(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, attributes.preferredShmemCarveout);
}

}  // namespace

cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, std::size_t sharedMem,
                             cudaStream_t stream) {
    return launch(func, gridDim, blockDim, args, sharedMem, stream, false);
}

cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                                        std::size_t sharedMem, cudaStream_t stream) {
    return launch(func, gridDim, blockDim, args, sharedMem, stream, true);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func, void** args) {
    if (config == nullptr) return report(cudaErrorInvalidValue);
    return run([&] {
        CUfunction kernel = nullptr;
        if (const cudaError_t status = find_kernel(func, kernel); status != cudaSuccess) return status;
        CUlaunchConfig asked = as_driver(*config);
        return explain(driver::cuLaunchKernelEx(&asked, kernel, args, nullptr));
    });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* userData) {
    return run([&] { return driver::cuLaunchHostFunc(stream, fn, userData); });
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
    if (attr == nullptr) return report(cudaErrorInvalidValue);
    return with_kernel(func, [&](CUfunction kernel) { return fill_attributes(*attr, kernel); });
}

cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute attr, int value) {
    return with_kernel(func, [&](CUfunction kernel) {
        return driver::cuFuncSetAttribute(kernel, static_cast<CUfunction_attribute>(attr), value);
    });
}

cudaError_t cudaFuncSetCacheConfig(const void* func, cudaFuncCache cacheConfig) {
    return with_kernel(func, [&](CUfunction kernel) {
        return driver::cuFuncSetCacheConfig(kernel, static_cast<CUfunc_cache>(cacheConfig));
    });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* func, cudaSharedMemConfig config) {
    return with_kernel(func, [&](CUfunction kernel) {
        return driver::cuFuncSetSharedMemConfig(kernel, static_cast<CUsharedconfig>(config));
    });
}

cudaError_t cudaFuncGetName(const char** name, const void* func) {
    return with_kernel(func, [&](CUfunction kernel) { return driver::cuFuncGetName(name, kernel); });
}

cudaError_t cudaFuncGetParamInfo(const void* func, std::size_t paramIndex, std::size_t* paramOffset,
                                 std::size_t* paramSize) {
    return with_kernel(func, [&](CUfunction kernel) {
        return driver::cuFuncGetParamInfo(kernel, paramIndex, paramOffset, paramSize);
    });
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* functionPtr, const void* symbolPtr) {
    if (functionPtr == nullptr) return report(cudaErrorInvalidValue);
    return with_kernel(symbolPtr, [&](CUfunction kernel) {
        if (driver::from_api(kernel).kind() == HandleKind::Function) {
            *functionPtr = kernel;
            return CUDA_SUCCESS;
        }
        return driver::cuKernelGetFunction(functionPtr, reinterpret_cast<CUkernel>(kernel));
    });
}

cudaError_t cudaGetKernel(cudaKernel_t* kernelPtr, const void* entryFuncAddr) {
    if (kernelPtr == nullptr) return report(cudaErrorInvalidValue);
    return with_kernel(entryFuncAddr, [&](CUfunction kernel) {
        *kernelPtr = reinterpret_cast<cudaKernel_t>(kernel);
        return CUDA_SUCCESS;
    });
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attr, int value, int device) {
    return run(
        [&] { return driver::cuKernelSetAttribute(static_cast<CUfunction_attribute>(attr), value, kernel, device); });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* func, int blockSize,
                                                                   std::size_t dynamicSMemSize, unsigned int flags) {
    return with_kernel(func, [&](CUfunction kernel) {
        return driver::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, kernel, blockSize,
                                                                            dynamicSMemSize, flags);
    });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* func, int blockSize,
                                                          std::size_t dynamicSMemSize) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize, dynamicSMemSize, 0);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* dynamicSmemSize, const void* func, int numBlocks,
                                                      int blockSize) {
    return with_kernel(func, [&](CUfunction kernel) {
        return driver::cuOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, kernel, numBlocks, blockSize);
    });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* clusterSize, const void* func,
                                                 const cudaLaunchConfig_t* launchConfig) {
    if (launchConfig == nullptr) return report(cudaErrorInvalidValue);
    return with_kernel(func, [&](CUfunction kernel) {
        const CUlaunchConfig asked = as_driver(*launchConfig);
        return driver::cuOccupancyMaxPotentialClusterSize(clusterSize, kernel, &asked);
    });
}

cudaError_t cudaOccupancyMaxActiveClusters(int* numClusters, const void* func, const cudaLaunchConfig_t* launchConfig) {
    if (launchConfig == nullptr) return report(cudaErrorInvalidValue);
    return with_kernel(func, [&](CUfunction kernel) {
        const CUlaunchConfig asked = as_driver(*launchConfig);
        return driver::cuOccupancyMaxActiveClusters(numClusters, kernel, &asked);
    });
}

}  // namespace ringfence::runtime
