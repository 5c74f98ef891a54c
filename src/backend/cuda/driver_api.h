// The part of the documented CUDA driver API that we use: its types, constants and functions.
//
// Declared here, so that no CUDA header is needed to build. The test backend_cuda compares all of it with the toolkit's
// cuda.h, where that is installed. Types and constants have names in our style; entry points have their exported names.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cuda/driver_functions.h"
#include "base/cuda_status.h"

// The handles' tags are the driver's own, so that the types are the same.
struct CUctx_st;
struct CUlib_st;
struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;
struct CUevent_st;
struct CUgraph_st;
struct CUgraphNode_st;
struct CUgraphExec_st;
struct CUkern_st;
struct CUlinkState_st;
struct CUarray_st;
struct CUmipmappedArray_st;
struct CUgreenCtx_st;
struct CUdevResourceDesc_st;

namespace ringfence::backend::cuda {

using Status = int;  // CUresult
using DeviceHandle = int;
using DevicePointer = unsigned long long;
using ContextHandle = ::CUctx_st*;
using ModuleHandle = ::CUmod_st*;
using LibraryHandle = ::CUlib_st*;
using FunctionHandle = ::CUfunc_st*;
using StreamHandle = ::CUstream_st*;
using EventHandle = ::CUevent_st*;
using GraphHandle = ::CUgraph_st*;
using GraphNodeHandle = ::CUgraphNode_st*;
using GraphExecHandle = ::CUgraphExec_st*;
using KernelHandle = ::CUkern_st*;
using LinkHandle = ::CUlinkState_st*;
using ArrayHandle = ::CUarray_st*;
using MipmapHandle = ::CUmipmappedArray_st*;
using TextureHandle = unsigned long long;  // and surfaces
using MemoryHandle = unsigned long long;
using GreenContextHandle = ::CUgreenCtx_st*;
using PartDescription = ::CUdevResourceDesc_st*;
using HostFunction = void (*)(void* data);

namespace status = ::ringfence::cuda_status;

namespace device_attribute {
constexpr int max_threads_per_block = 1;
constexpr int max_block_dim_x = 2;
constexpr int max_block_dim_y = 3;
constexpr int max_block_dim_z = 4;
constexpr int max_grid_dim_x = 5;
constexpr int max_grid_dim_y = 6;
constexpr int max_grid_dim_z = 7;
constexpr int max_shared_memory_per_block = 8;
constexpr int total_constant_memory = 9;
constexpr int warp_size = 10;
constexpr int max_registers_per_block = 12;
constexpr int clock_rate = 13;
constexpr int multiprocessor_count = 16;
constexpr int l2_cache_size = 38;
constexpr int max_threads_per_multiprocessor = 39;
constexpr int compute_capability_major = 75;
constexpr int compute_capability_minor = 76;
constexpr int max_shared_memory_per_multiprocessor = 81;
constexpr int max_shared_memory_per_block_optin = 97;
constexpr int max_blocks_per_multiprocessor = 106;
}  // namespace device_attribute

namespace function_attribute {
constexpr int max_threads_per_block = 0;
constexpr int shared_size_bytes = 1;
constexpr int const_size_bytes = 2;
constexpr int local_size_bytes = 3;
constexpr int num_regs = 4;
constexpr int ptx_version = 5;
constexpr int binary_version = 6;
constexpr int max_dynamic_shared_size_bytes = 8;
constexpr int non_portable_cluster_size_allowed = 14;
}  // namespace function_attribute

namespace jit_option {
constexpr int info_log_buffer = 3;
constexpr int info_log_buffer_size_bytes = 4;
constexpr int error_log_buffer = 5;
constexpr int error_log_buffer_size_bytes = 6;
constexpr int optimization_level = 7;
}  // namespace jit_option

constexpr int jit_input_ptx = 1;

constexpr unsigned stream_non_blocking = 1;
constexpr unsigned event_default = 0;
constexpr unsigned event_disable_timing = 2;
constexpr int launch_attribute_cooperative = 2;
constexpr int launch_attribute_cluster = 4;

// Keys in an array of "extra" launch parameters. Each key but the last is followed by its value.
constexpr std::uintptr_t launch_parameters_end = 0;
constexpr std::uintptr_t launch_parameters_pointer = 1;
constexpr std::uintptr_t launch_parameters_size = 2;

constexpr int memory_type_host = 1;
constexpr int memory_type_array = 3;
constexpr int memory_type_unified = 4;
constexpr int memory_pinned = 1;           // CUmemAllocationType
constexpr int memory_location_device = 1;  // CUmemLocationType
constexpr int memory_access_read_write = 3;
constexpr int memory_granularity_minimum = 0;
constexpr unsigned register_portable = 1;
constexpr unsigned register_device_map = 2;

namespace word_operation {  // CUstreamBatchMemOpType
constexpr int wait_32 = 1;
constexpr int write_32 = 2;
constexpr int wait_64 = 4;
constexpr int write_64 = 5;
}  // namespace word_operation

// CUmemLocation
struct MemoryLocation {
    int type = 0;
    int id = 0;
};

// CUmemAllocationProp
struct MemoryProperties {
    int type = 0;
    int handle_types = 0;
    MemoryLocation location;
    void* windows_metadata = nullptr;
    unsigned char flags[8] = {};
};

// CUmemAccessDesc
struct MemoryAccess {
    MemoryLocation location;
    int flags = 0;
};

// One side of a CUDA_MEMCPY3D.
struct CopySide {
    std::size_t x = 0;
    std::size_t y = 0;
    std::size_t z = 0;
    std::size_t level = 0;
    int memory_type = memory_type_unified;
    void* host = nullptr;
    DevicePointer device = 0;
    void* array = nullptr;
    void* reserved = nullptr;
    std::size_t pitch = 0;
    std::size_t height = 0;
};

// CUDA_MEMCPY3D
struct Copy3D {
    CopySide from;
    CopySide to;
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t depth = 0;
};

// CUDA_ARRAY3D_DESCRIPTOR
struct ArrayDescription {
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t depth = 0;
    int format = 0;
    unsigned channels = 0;
    unsigned flags = 0;
};

namespace resource_type {  // CUresourcetype
constexpr int array = 0;
constexpr int mipmap = 1;
constexpr int linear = 2;
constexpr int pitched = 3;
}  // namespace resource_type

// CUDA_RESOURCE_DESC
struct ResourceDescription {
    struct Linear {
        DevicePointer address;
        int format;
        unsigned channels;
        std::size_t bytes;
    };
    struct Pitched {
        DevicePointer address;
        int format;
        unsigned channels;
        std::size_t width;
        std::size_t height;
        std::size_t pitch;
    };
    int type = 0;
    union {
        char bytes[128] = {};
        ArrayHandle array;
        MipmapHandle mipmap;
        Linear linear;
        Pitched pitched;
    };
    unsigned flags = 0;
};

// CUDA_TEXTURE_DESC
struct TextureDescription {
    int address_modes[3] = {};
    int filter = 0;
    unsigned flags = 0;
    unsigned anisotropy = 0;
    int level_filter = 0;
    float level_bias = 0;
    float least_level = 0;
    float most_level = 0;
    float border[4] = {};
    int reserved[12] = {};
};

// CUDA_RESOURCE_VIEW_DESC
struct ViewDescription {
    int format = 0;
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t depth = 0;
    unsigned first_level = 0;
    unsigned last_level = 0;
    unsigned first_layer = 0;
    unsigned last_layer = 0;
    unsigned reserved[16] = {};
};

// CUDA_KERNEL_NODE_PARAMS
struct KernelNodeParameters {
    FunctionHandle function = nullptr;
    unsigned grid_x = 1;
    unsigned grid_y = 1;
    unsigned grid_z = 1;
    unsigned block_x = 1;
    unsigned block_y = 1;
    unsigned block_z = 1;
    unsigned shared_bytes = 0;
    void** parameters = nullptr;
    void** extra = nullptr;
    KernelHandle kernel = nullptr;
    ContextHandle context = nullptr;
};

// CUDA_MEMSET_NODE_PARAMS
struct FillNodeParameters {
    DevicePointer to = 0;
    std::size_t pitch = 0;
    unsigned value = 0;
    unsigned element_bytes = 1;
    std::size_t width = 0;
    std::size_t height = 1;
};

// CUstreamBatchMemOpParams
struct WordOperation {
    int operation = 0;
    DevicePointer address = 0;
    std::uint64_t value = 0;
    unsigned flags = 0;
    DevicePointer alias = 0;
    std::uint64_t padding = 0;
};

// CUDA_BATCH_MEM_OP_NODE_PARAMS
struct WordNodeParameters {
    ContextHandle context = nullptr;
    unsigned count = 0;
    WordOperation* operations = nullptr;
    unsigned flags = 0;
};

// CUgraphExecUpdateResultInfo
struct GraphUpdateResult {
    int result = 0;
    GraphNodeHandle node = nullptr;
    GraphNodeHandle from_node = nullptr;
};

// CUdevResource: some of the card's multiprocessors. Only the driver fills it in.
struct DeviceResource {
    int type = 0;
    unsigned char padding[92] = {};
    unsigned multiprocessors = 0;
    unsigned least_part = 0;
    unsigned alignment = 0;
    unsigned char rest[36] = {};
};

// CUlaunchAttribute: which one, and its value in 64 bytes.
struct LaunchAttribute {
    int id = 0;
    char padding[4] = {};
    union {
        char bytes[64] = {};
        int cooperative;
        unsigned cluster[3];
    };
};

// CUlaunchConfig
struct LaunchConfig {
    unsigned grid_x = 1;
    unsigned grid_y = 1;
    unsigned grid_z = 1;
    unsigned block_x = 1;
    unsigned block_y = 1;
    unsigned block_z = 1;
    unsigned shared_bytes = 0;
    StreamHandle stream = nullptr;
    LaunchAttribute* attributes = nullptr;
    unsigned attribute_count = 0;
};

// The entry points of an opened driver.
struct DriverApi {
#define RINGFENCE_CUDA_MEMBER(name, symbol, parameters) Status(*name) parameters = nullptr;
    RINGFENCE_CUDA_FUNCTIONS(RINGFENCE_CUDA_MEMBER)
    RINGFENCE_CUDA_NEWER_FUNCTIONS(RINGFENCE_CUDA_MEMBER)
#undef RINGFENCE_CUDA_MEMBER
};

}  // namespace ringfence::backend::cuda
