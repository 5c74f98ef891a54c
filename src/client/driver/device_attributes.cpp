#include "client/driver/device_attributes.h"

#include <algorithm>
#include <climits>

namespace ringfence::driver {
namespace {

struct Constant {
    CUdevice_attribute attribute;
    int value;
};

// What does not depend on the card. What is not listed here or below is 0: not supported, or none.
constexpr Constant constants[] = {
    {CU_DEVICE_ATTRIBUTE_MAX_PITCH, INT_MAX},
    {CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, 512},
    {CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, 32},
    {CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT, 512},
    {CU_DEVICE_ATTRIBUTE_GPU_OVERLAP, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 1},
    {CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, CU_COMPUTEMODE_DEFAULT},
    {CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, 1},
    {CU_DEVICE_ATTRIBUTE_ECC_ENABLED, 1},
    {CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, 1},
    {CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 2619000},
    {CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 5120},
    {CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 3},
    {CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 1},
    {CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 1},
    {CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO, 2},
    {CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, 1},
    {CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST, 1},
    {CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR, 1},
    {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 1},
    {CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, 1024},
    {CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT, 1},
    {CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_NUMA_ID, -1},
    {CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID, 0},
};

int as_int(std::uint64_t value) {
    return static_cast<int>(std::min<std::uint64_t>(value, INT_MAX));
}

std::optional<int> of_device(const channel::DeviceProperties& device, CUdevice_attribute attribute) {
    switch (attribute) {
        case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: return as_int(device.max_threads_per_block);
        case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X: return as_int(device.max_block[0]);
        case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y: return as_int(device.max_block[1]);
        case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z: return as_int(device.max_block[2]);
        case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: return as_int(device.max_grid[0]);
        case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y: return as_int(device.max_grid[1]);
        case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: return as_int(device.max_grid[2]);
        case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: return as_int(device.shared_per_block);
        case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: return as_int(device.shared_per_block_optin);
        case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: return as_int(device.shared_per_multiprocessor);
        case CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY: return as_int(device.constant_memory);
        case CU_DEVICE_ATTRIBUTE_WARP_SIZE: return as_int(device.warp_size);
        case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
        case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR: return as_int(device.registers_per_block);
        case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: return as_int(device.clock_khz);
        case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: return as_int(device.multiprocessors);
        case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: return as_int(device.l2_bytes);
        case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: return as_int(device.max_threads_per_multiprocessor);
        case CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR: return as_int(device.max_blocks_per_multiprocessor);
        case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: return as_int(device.compute_major);
        case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: return as_int(device.compute_minor);
        default: return std::nullopt;
    }
}

}  // namespace

std::optional<int> device_attribute(const channel::DeviceProperties& device, CUdevice_attribute attribute) {
    if (attribute <= 0 || attribute >= CU_DEVICE_ATTRIBUTE_MAX) return std::nullopt;
    if (const auto value = of_device(device, attribute)) return value;
    for (const Constant& constant : constants) {
        if (constant.attribute == attribute) return constant.value;
    }
    return 0;
}

}  // namespace ringfence::driver
