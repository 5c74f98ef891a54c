// Fills cudaDeviceProp for cudaGetDeviceProperties, as CUDA 12 or 13 lays it out: most names are the same in both.
#pragma once

#include <cstddef>
#include <cstring>

#include "abi/runtime_types.h"
#include "api/driver_functions.h"
#include "client/driver/device_attributes.h"
#include "client/driver/state.h"

namespace ringfence::runtime {

inline int device_number(CUdevice_attribute attribute) {
    return driver::device_attribute(driver::session().device(), attribute).value_or(0);
}

template <typename Properties>
void fill_limits(Properties& prop) {
    for (int i = 0; i < 3; ++i) {
        prop.maxThreadsDim[i] = device_number(static_cast<CUdevice_attribute>(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + i));
        prop.maxGridSize[i] = device_number(static_cast<CUdevice_attribute>(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + i));
    }
    prop.sharedMemPerBlock = device_number(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
    prop.sharedMemPerBlockOptin = device_number(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    prop.sharedMemPerMultiprocessor = device_number(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    prop.reservedSharedMemPerBlock = device_number(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
    prop.regsPerBlock = device_number(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
    prop.regsPerMultiprocessor = device_number(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
    prop.warpSize = device_number(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    prop.memPitch = device_number(CU_DEVICE_ATTRIBUTE_MAX_PITCH);
    prop.maxThreadsPerBlock = device_number(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    prop.maxThreadsPerMultiProcessor = device_number(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    prop.maxBlocksPerMultiProcessor = device_number(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
    prop.totalConstMem = device_number(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY);
    prop.multiProcessorCount = device_number(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    prop.l2CacheSize = device_number(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    prop.memoryBusWidth = device_number(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
    prop.asyncEngineCount = device_number(CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT);
}

template <typename Properties>
void fill_abilities(Properties& prop) {
    prop.textureAlignment = device_number(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT);
    prop.texturePitchAlignment = device_number(CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT);
    prop.surfaceAlignment = device_number(CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT);
    prop.canMapHostMemory = device_number(CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY);
    prop.concurrentKernels = device_number(CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS);
    prop.ECCEnabled = device_number(CU_DEVICE_ATTRIBUTE_ECC_ENABLED);
    prop.pciBusID = device_number(CU_DEVICE_ATTRIBUTE_PCI_BUS_ID);
    prop.unifiedAddressing = device_number(CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING);
    prop.streamPrioritiesSupported = device_number(CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED);
    prop.globalL1CacheSupported = device_number(CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED);
    prop.localL1CacheSupported = device_number(CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED);
    prop.managedMemory = device_number(CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY);
    prop.concurrentManagedAccess = device_number(CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS);
    prop.directManagedMemAccessFromHost = device_number(CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST);
    prop.computePreemptionSupported = device_number(CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED);
    prop.cooperativeLaunch = device_number(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH);
    prop.clusterLaunch = device_number(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH);
    prop.hostRegisterSupported = device_number(CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED);
    prop.hostRegisterReadOnlySupported = device_number(CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED);
    prop.memoryPoolsSupported = device_number(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED);
    prop.memoryPoolSupportedHandleTypes =
        static_cast<unsigned>(device_number(CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES));
    prop.ipcEventSupported = device_number(CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED);
}

template <std::size_t count>
void fill_sizes(int (&sizes)[count], const CUdevice_attribute (&attributes)[count]) {
    for (std::size_t i = 0; i < count; ++i)
        sizes[i] = device_number(attributes[i]);
}

template <typename Properties>
void fill_textures(Properties& prop) {
    prop.maxTexture1D = device_number(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH);
    prop.maxTexture1DMipmap = device_number(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH);
    if constexpr (requires { prop.maxTexture1DLinear; })
        prop.maxTexture1DLinear = device_number(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH);
    prop.maxTextureCubemap = device_number(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH);
    fill_sizes(prop.maxTexture2D,
               {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT});
    fill_sizes(prop.maxTexture2DMipmap, {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH,
                                         CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT});
    fill_sizes(prop.maxTexture2DLinear,
               {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT,
                CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH});
    fill_sizes(prop.maxTexture2DGather, {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH,
                                         CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT});
    fill_sizes(prop.maxTexture3D,
               {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT,
                CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH});
    fill_sizes(prop.maxTexture3DAlt, {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE,
                                      CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE,
                                      CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE});
    fill_sizes(prop.maxTexture1DLayered, {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH,
                                          CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS});
    fill_sizes(prop.maxTexture2DLayered, {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH,
                                          CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT,
                                          CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS});
    fill_sizes(prop.maxTextureCubemapLayered, {CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH,
                                               CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS});
}

template <typename Properties>
void fill_surfaces(Properties& prop) {
    prop.maxSurface1D = device_number(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH);
    prop.maxSurfaceCubemap = device_number(CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH);
    fill_sizes(prop.maxSurface2D,
               {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT});
    fill_sizes(prop.maxSurface3D,
               {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH, CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT,
                CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH});
    fill_sizes(prop.maxSurface1DLayered, {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH,
                                          CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS});
    fill_sizes(prop.maxSurface2DLayered, {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH,
                                          CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT,
                                          CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS});
    fill_sizes(prop.maxSurfaceCubemapLayered, {CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH,
                                               CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS});
}

template <typename Properties>
cudaError_t fill_properties(Properties* prop, int device) {
    if (prop == nullptr) return cudaErrorInvalidValue;
    if (const CUresult status = driver::initialize(); status != CUDA_SUCCESS) return static_cast<cudaError_t>(status);
    if (device != 0) return cudaErrorInvalidDevice;
    *prop = {};
    const CUresult status = driver::cuDeviceGetName(prop->name, sizeof(prop->name), 0);
    if (status != CUDA_SUCCESS) return static_cast<cudaError_t>(status);
    CUuuid uuid = {};
    (void)driver::cuDeviceGetUuid_v2(&uuid, 0);
    std::memcpy(&prop->uuid, &uuid, sizeof(uuid));
    prop->totalGlobalMem = driver::session().device().total_memory;
    prop->major = device_number(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    prop->minor = device_number(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    fill_limits(*prop);
    fill_abilities(*prop);
    fill_textures(*prop);
    fill_surfaces(*prop);
    return cudaSuccess;
}

}  // namespace ringfence::runtime
