// cuLaunchKernel and its relatives, and cuOccupancy*.
#include <algorithm>

#include "api/driver_functions.h"
#include "client/driver/launch.h"
#include "client/driver/launch_attributes.h"
#include "client/driver/loader.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

CUresult launch_checked(CUfunction f, const LaunchShape& shape, CUstream handle, void** parameters, void** extra) {
    RF_CU(check_context());
    Function* function = nullptr;
    RF_CU(resolve_function(f, function));
    Stream* stream = nullptr;
    RF_CU(find_stream(handle, stream));
    const Handle number = from_api(f);
    const std::uint64_t kernel = number.kind() == HandleKind::Kernel ? number.bits : 0;
    return launch(*stream, *function, kernel, shape, parameters, extra);
}

CUresult find_occupancy(int* blocks, CUfunction func, int block, std::size_t shared) {
    RF_CU(check_context());
    if (blocks == nullptr || block <= 0) return CUDA_ERROR_INVALID_VALUE;
    Function* function = nullptr;
    RF_CU(resolve_function(func, function));
    const std::uint64_t most = session().device().shared_per_block_optin;
    if (static_cast<unsigned>(block) > session().device().max_threads_per_block || shared > most) {
        *blocks = 0;
        return CUDA_SUCCESS;
    }
    wire::Occupancy::Reply reply;
    const wire::Occupancy record{.function = function->handle.bits,
                                 .block_threads = static_cast<std::uint32_t>(block),
                                 .dynamic_shared = static_cast<std::uint32_t>(shared)};
    RF_CU(static_cast<CUresult>(session().call(record, reply)));
    *blocks = static_cast<int>(reply.blocks);
    return CUDA_SUCCESS;
}

CUresult check_cooperative(CUfunction f, const LaunchShape& shape) {
    int blocks = 0;
    RF_CU(find_occupancy(&blocks, f, static_cast<int>(shape.block.count()), shape.dynamic_shared));
    const std::uint64_t most = static_cast<std::uint64_t>(blocks) * session().device().multiprocessors;
    return shape.grid.count() > most ? CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE : CUDA_SUCCESS;
}

bool are_occupancy_flags(unsigned flags) {
    return (flags & ~static_cast<unsigned>(CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE)) == 0;
}

// How many blocks of the launch's shape a multiprocessor holds.
CUresult find_config_occupancy(int* blocks, CUfunction func, const CUlaunchConfig& config) {
    const Dimensions block{config.blockDimX, config.blockDimY, config.blockDimZ};
    constexpr std::uint64_t most_threads = 1 << 20;
    if (block.count() == 0 || block.count() > most_threads) return CUDA_ERROR_INVALID_VALUE;
    return find_occupancy(blocks, func, static_cast<int>(block.count()), config.sharedMemBytes);
}

}  // namespace

CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                        unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
                        unsigned int sharedMemBytes, CUstream hStream, void** kernelParams, void** extra) {
    const LaunchShape shape{{gridDimX, gridDimY, gridDimZ}, {blockDimX, blockDimY, blockDimZ}, sharedMemBytes, 0};
    return launch_checked(f, shape, hStream, kernelParams, extra);
}

CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ,
                                   unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ,
                                   unsigned int sharedMemBytes, CUstream hStream, void** kernelParams) {
    const LaunchShape shape{
        {gridDimX, gridDimY, gridDimZ}, {blockDimX, blockDimY, blockDimZ}, sharedMemBytes, channel::cooperative_flag};
    RF_CU(check_cooperative(f, shape));
    return launch_checked(f, shape, hStream, kernelParams, nullptr);
}

CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction f, void** kernelParams, void** extra) {
    if (config == nullptr) return CUDA_ERROR_INVALID_VALUE;
    LaunchShape shape{{config->gridDimX, config->gridDimY, config->gridDimZ},
                      {config->blockDimX, config->blockDimY, config->blockDimZ},
                      config->sharedMemBytes,
                      0};
    RF_CU(read_attributes(*config, shape.flags, shape.attributes));
    if ((shape.flags & channel::cooperative_flag) != 0 && extra == nullptr) {
        RF_CU(check_cooperative(f, shape));
    }
    RF_CU(launch_checked(f, shape, config->hStream, kernelParams, extra));
    return record_launch_events(*config);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, CUfunction func, int blockSize,
                                                              std::size_t dynamicSMemSize, unsigned int flags) {
    if (!are_occupancy_flags(flags)) return CUDA_ERROR_INVALID_VALUE;
    return find_occupancy(numBlocks, func, blockSize, dynamicSMemSize);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, CUfunction func, int blockSize,
                                                     std::size_t dynamicSMemSize) {
    return find_occupancy(numBlocks, func, blockSize, dynamicSMemSize);
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize, CUfunction func,
                                                   CUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                   std::size_t dynamicSMemSize, int blockSizeLimit,
                                                   unsigned int flags) {
    RF_CU(check_context());
    if (minGridSize == nullptr || blockSize == nullptr || !are_occupancy_flags(flags)) return CUDA_ERROR_INVALID_VALUE;
    Function* function = nullptr;
    RF_CU(resolve_function(func, function));
    const int warp = static_cast<int>(session().device().warp_size);
    int limit =
        static_cast<int>(std::min(session().device().max_threads_per_block, function->info.max_threads_per_block));
    if (blockSizeLimit > 0) limit = std::min(limit, blockSizeLimit);
    int best_threads = 0;
    int best_block = 0;
    int best_count = 0;
    for (int block = (limit + warp - 1) / warp * warp; block > 0; block -= warp) {
        const int used = std::min(block, limit);
        const std::size_t shared =
            blockSizeToDynamicSMemSize != nullptr ? blockSizeToDynamicSMemSize(used) : dynamicSMemSize;
        int count = 0;
        RF_CU(find_occupancy(&count, func, used, shared));
        if (count * used > best_threads) {
            best_threads = count * used;
            best_block = used;
            best_count = count;
        }
        if (best_threads == static_cast<int>(session().device().max_threads_per_multiprocessor)) break;
    }
    *blockSize = best_block;
    *minGridSize = best_count * static_cast<int>(session().device().multiprocessors);
    return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, CUfunction func,
                                          CUoccupancyB2DSize blockSizeToDynamicSMemSize, std::size_t dynamicSMemSize,
                                          int blockSizeLimit) {
    return cuOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, blockSizeToDynamicSMemSize,
                                                     dynamicSMemSize, blockSizeLimit, 0);
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(std::size_t* dynamicSmemSize, CUfunction func, int numBlocks,
                                                 int blockSize) {
    RF_CU(check_context());
    if (dynamicSmemSize == nullptr || numBlocks <= 0 || blockSize <= 0) return CUDA_ERROR_INVALID_VALUE;
    Function* function = nullptr;
    RF_CU(resolve_function(func, function));
    constexpr std::uint64_t reserved_per_block = 1024;
    const auto& device = session().device();
    const std::uint64_t share = device.shared_per_multiprocessor / static_cast<unsigned>(numBlocks);
    const std::uint64_t taken = reserved_per_block + function->info.static_shared;
    const std::uint64_t most = device.shared_per_block_optin -
                               std::min<std::uint64_t>(function->info.static_shared, device.shared_per_block_optin);
    *dynamicSmemSize = share > taken ? std::min(share - taken, most) : 0;
    return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxPotentialClusterSize(int* clusterSize, CUfunction func, const CUlaunchConfig* config) {
    RF_CU(check_context());
    if (clusterSize == nullptr || config == nullptr) return CUDA_ERROR_INVALID_VALUE;
    Function* function = nullptr;
    RF_CU(resolve_function(func, function));
    int blocks = 0;
    RF_CU(find_config_occupancy(&blocks, func, *config));
    const int most = session().is_guarded() ? 1 : static_cast<int>(most_cluster_blocks(*function));
    *clusterSize = blocks > 0 ? most : 0;
    return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveClusters(int* numClusters, CUfunction func, const CUlaunchConfig* config) {
    RF_CU(check_context());
    if (numClusters == nullptr || config == nullptr) return CUDA_ERROR_INVALID_VALUE;
    std::uint32_t flags = 0;
    std::shared_ptr<const LaunchAttributes> attributes;
    RF_CU(read_attributes(*config, flags, attributes));
    int blocks = 0;
    RF_CU(find_config_occupancy(&blocks, func, *config));
    Function* function = nullptr;
    RF_CU(resolve_function(func, function));
    const auto cluster = channel::ClusterFlags::from(flags);
    if (cluster.count() > most_cluster_blocks(*function)) return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    const int size = cluster.is_given() ? static_cast<int>(cluster.count()) : 1;
    if (size > 1 && session().is_guarded()) blocks = 0;
    const int resident = blocks * static_cast<int>(session().device().multiprocessors);
    // One can always be: its blocks take turns.
    *numClusters = resident > 0 ? std::max(resident / size, 1) : 0;
    return CUDA_SUCCESS;
}

CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS* launchParamsList, unsigned int numDevices,
                                              unsigned int flags) {
    constexpr unsigned known_flags = 0x3;
    // Each must be for another device, and there is one.
    if (launchParamsList == nullptr || numDevices != 1 || (flags & ~known_flags) != 0) return CUDA_ERROR_INVALID_VALUE;
    const CUDA_LAUNCH_PARAMS& launch = *launchParamsList;
    return cuLaunchCooperativeKernel(launch.function, launch.gridDimX, launch.gridDimY, launch.gridDimZ,
                                     launch.blockDimX, launch.blockDimY, launch.blockDimZ, launch.sharedMemBytes,
                                     launch.hStream, launch.kernelParams);
}

}  // namespace ringfence::driver
