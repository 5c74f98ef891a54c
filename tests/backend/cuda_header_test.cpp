// Our declarations of the driver API against the toolkit's. Nearly all of it is checked when this file is compiled.
// With this, cuda.h also declares the older versions of functions, some of which we use.
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

#include <cstddef>
#include <type_traits>

#include <gtest/gtest.h>

#include "backend/cuda/driver_api.h"
#include "backend/device.h"

namespace ringfence::backend::cuda {
namespace {

// Passed in the same way: both pointers, or both integers (an enum is one) of the same size.
template <typename Ours, typename Theirs>
constexpr bool is_same_argument = std::is_pointer_v<Ours> ? std::is_pointer_v<Theirs>
                                                          : (std::is_integral_v<Ours> &&
                                                             (std::is_integral_v<Theirs> ||
                                                              std::is_enum_v<Theirs>)&&sizeof(Ours) == sizeof(Theirs));

template <typename Ours, typename Theirs>
struct IsSameFunction : std::false_type {};

template <typename... Ours, typename Result, typename... Theirs>
requires(sizeof...(Ours) == sizeof...(Theirs)) struct IsSameFunction<Status (*)(Ours...), Result (*)(Theirs...)>
    : std::bool_constant<(is_same_argument<Status, Result> && ... && is_same_argument<Ours, Theirs>)> {
};

#define CHECK_FUNCTION(name, symbol, parameters) \
    static_assert(IsSameFunction<decltype(DriverApi::name), decltype(&::symbol)>::value, #symbol);
RINGFENCE_CUDA_FUNCTIONS(CHECK_FUNCTION)
RINGFENCE_CUDA_NEWER_FUNCTIONS(CHECK_FUNCTION)
#undef CHECK_FUNCTION

static_assert(std::is_same_v<ContextHandle, CUcontext>);
static_assert(std::is_same_v<ModuleHandle, CUmodule>);
static_assert(std::is_same_v<FunctionHandle, CUfunction>);
static_assert(std::is_same_v<StreamHandle, CUstream>);
static_assert(std::is_same_v<EventHandle, CUevent>);
static_assert(std::is_same_v<GraphHandle, CUgraph>);
static_assert(std::is_same_v<GraphNodeHandle, CUgraphNode>);
static_assert(std::is_same_v<GraphExecHandle, CUgraphExec>);
static_assert(std::is_same_v<KernelHandle, CUkernel>);
static_assert(std::is_same_v<LinkHandle, CUlinkState>);
static_assert(jit_input_ptx == CU_JIT_INPUT_PTX);
static_assert(std::is_same_v<MemoryHandle, CUmemGenericAllocationHandle>);
static_assert(std::is_same_v<DevicePointer, CUdeviceptr>);
static_assert(std::is_same_v<DeviceHandle, CUdevice>);
static_assert(std::is_same_v<GreenContextHandle, CUgreenCtx>);
static_assert(std::is_same_v<PartDescription, CUdevResourceDesc>);
static_assert(sizeof(DeviceResource) == sizeof(CUdevResource));
static_assert(offsetof(DeviceResource, multiprocessors) == offsetof(CUdevResource, sm.smCount));
static_assert(offsetof(DeviceResource, least_part) == offsetof(CUdevResource, sm.minSmPartitionSize));
static_assert(offsetof(DeviceResource, alignment) == offsetof(CUdevResource, sm.smCoscheduledAlignment));
static_assert(CU_DEV_RESOURCE_TYPE_SM == 1);
static_assert(CU_GREEN_CTX_DEFAULT_STREAM == 1);

static_assert(status::success == CUDA_SUCCESS);
static_assert(status::invalid_value == CUDA_ERROR_INVALID_VALUE);
static_assert(status::out_of_memory == CUDA_ERROR_OUT_OF_MEMORY);
static_assert(status::invalid_image == CUDA_ERROR_INVALID_IMAGE);
static_assert(status::invalid_context == CUDA_ERROR_INVALID_CONTEXT);
static_assert(status::already_mapped == CUDA_ERROR_ALREADY_MAPPED);
static_assert(status::no_binary_for_gpu == CUDA_ERROR_NO_BINARY_FOR_GPU);
static_assert(status::not_mapped == CUDA_ERROR_NOT_MAPPED);
static_assert(status::invalid_ptx == CUDA_ERROR_INVALID_PTX);
static_assert(status::operating_system == CUDA_ERROR_OPERATING_SYSTEM);
static_assert(status::invalid_handle == CUDA_ERROR_INVALID_HANDLE);
static_assert(status::launch_out_of_resources == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
static_assert(status::cooperative_launch_too_large == CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
static_assert(status::not_supported == CUDA_ERROR_NOT_SUPPORTED);
static_assert(status::graph_update_failed == CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE);
static_assert(status::no_device == CUDA_ERROR_NO_DEVICE);
static_assert(status::invalid_device == CUDA_ERROR_INVALID_DEVICE);
static_assert(status::ecc_uncorrectable == CUDA_ERROR_ECC_UNCORRECTABLE);
static_assert(status::nvlink_uncorrectable == CUDA_ERROR_NVLINK_UNCORRECTABLE);
static_assert(status::not_found == CUDA_ERROR_NOT_FOUND);
static_assert(status::not_ready == CUDA_ERROR_NOT_READY);
static_assert(status::illegal_address == CUDA_ERROR_ILLEGAL_ADDRESS);
static_assert(status::launch_timeout == CUDA_ERROR_LAUNCH_TIMEOUT);
static_assert(status::assert_failed == CUDA_ERROR_ASSERT);
static_assert(status::hardware_stack_error == CUDA_ERROR_HARDWARE_STACK_ERROR);
static_assert(status::illegal_instruction == CUDA_ERROR_ILLEGAL_INSTRUCTION);
static_assert(status::misaligned_address == CUDA_ERROR_MISALIGNED_ADDRESS);
static_assert(status::invalid_address_space == CUDA_ERROR_INVALID_ADDRESS_SPACE);
static_assert(status::invalid_pc == CUDA_ERROR_INVALID_PC);
static_assert(status::launch_failed == CUDA_ERROR_LAUNCH_FAILED);
static_assert(status::external_device == CUDA_ERROR_EXTERNAL_DEVICE);
static_assert(status::unknown == CUDA_ERROR_UNKNOWN);
#if CUDA_VERSION >= 12080
static_assert(status::contained == CUDA_ERROR_CONTAINED);
static_assert(status::tensor_memory_leak == CUDA_ERROR_TENSOR_MEMORY_LEAK);
#endif

static_assert(device_attribute::max_threads_per_block == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
static_assert(device_attribute::max_block_dim_x == CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X);
static_assert(device_attribute::max_block_dim_y == CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y);
static_assert(device_attribute::max_block_dim_z == CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z);
static_assert(device_attribute::max_grid_dim_x == CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
static_assert(device_attribute::max_grid_dim_y == CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y);
static_assert(device_attribute::max_grid_dim_z == CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z);
static_assert(device_attribute::max_shared_memory_per_block == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
static_assert(device_attribute::total_constant_memory == CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY);
static_assert(device_attribute::warp_size == CU_DEVICE_ATTRIBUTE_WARP_SIZE);
static_assert(device_attribute::max_registers_per_block == CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
static_assert(device_attribute::clock_rate == CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
static_assert(device_attribute::multiprocessor_count == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
static_assert(device_attribute::l2_cache_size == CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
static_assert(device_attribute::max_threads_per_multiprocessor == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
static_assert(device_attribute::compute_capability_major == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
static_assert(device_attribute::compute_capability_minor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
static_assert(device_attribute::max_shared_memory_per_multiprocessor ==
              CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
static_assert(device_attribute::max_shared_memory_per_block_optin ==
              CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
static_assert(device_attribute::max_blocks_per_multiprocessor == CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);

static_assert(function_attribute::max_threads_per_block == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
static_assert(function_attribute::shared_size_bytes == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
static_assert(function_attribute::local_size_bytes == CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
static_assert(function_attribute::const_size_bytes == CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
static_assert(function_attribute::ptx_version == CU_FUNC_ATTRIBUTE_PTX_VERSION);
static_assert(function_attribute::binary_version == CU_FUNC_ATTRIBUTE_BINARY_VERSION);
static_assert(function_attribute::num_regs == CU_FUNC_ATTRIBUTE_NUM_REGS);
static_assert(function_attribute::max_dynamic_shared_size_bytes == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
static_assert(function_attribute::non_portable_cluster_size_allowed ==
              CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);

static_assert(jit_option::info_log_buffer == CU_JIT_INFO_LOG_BUFFER);
static_assert(jit_option::info_log_buffer_size_bytes == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES);
static_assert(jit_option::error_log_buffer == CU_JIT_ERROR_LOG_BUFFER);
static_assert(jit_option::error_log_buffer_size_bytes == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
static_assert(stream_non_blocking == CU_STREAM_NON_BLOCKING);
static_assert(event_default == CU_EVENT_DEFAULT);
static_assert(launch_attribute_cooperative == CU_LAUNCH_ATTRIBUTE_COOPERATIVE);

static_assert(sizeof(LaunchAttribute) == sizeof(CUlaunchAttribute));
static_assert(offsetof(LaunchAttribute, id) == offsetof(CUlaunchAttribute, id));
static_assert(offsetof(LaunchAttribute, cooperative) == offsetof(CUlaunchAttribute, value.cooperative));
static_assert(sizeof(LaunchConfig) == sizeof(CUlaunchConfig));
static_assert(offsetof(LaunchConfig, grid_x) == offsetof(CUlaunchConfig, gridDimX));
static_assert(offsetof(LaunchConfig, block_x) == offsetof(CUlaunchConfig, blockDimX));
static_assert(offsetof(LaunchConfig, block_z) == offsetof(CUlaunchConfig, blockDimZ));
static_assert(offsetof(LaunchConfig, shared_bytes) == offsetof(CUlaunchConfig, sharedMemBytes));
static_assert(offsetof(LaunchConfig, stream) == offsetof(CUlaunchConfig, hStream));
static_assert(offsetof(LaunchConfig, attributes) == offsetof(CUlaunchConfig, attrs));
static_assert(offsetof(LaunchConfig, attribute_count) == offsetof(CUlaunchConfig, numAttrs));

static_assert(event_disable_timing == CU_EVENT_DISABLE_TIMING);
static_assert(launch_parameters_end == CU_LAUNCH_PARAM_END_AS_INT);
static_assert(launch_parameters_pointer == CU_LAUNCH_PARAM_BUFFER_POINTER_AS_INT);
static_assert(launch_parameters_size == CU_LAUNCH_PARAM_BUFFER_SIZE_AS_INT);
static_assert(memory_type_unified == CU_MEMORYTYPE_UNIFIED);
static_assert(memory_pinned == CU_MEM_ALLOCATION_TYPE_PINNED);
static_assert(memory_location_device == CU_MEM_LOCATION_TYPE_DEVICE);
static_assert(memory_access_read_write == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
static_assert(memory_granularity_minimum == CU_MEM_ALLOC_GRANULARITY_MINIMUM);
static_assert(register_portable == CU_MEMHOSTREGISTER_PORTABLE);
static_assert(register_device_map == CU_MEMHOSTREGISTER_DEVICEMAP);
static_assert(word_operation::wait_32 == CU_STREAM_MEM_OP_WAIT_VALUE_32);
static_assert(word_operation::write_32 == CU_STREAM_MEM_OP_WRITE_VALUE_32);
static_assert(word_operation::wait_64 == CU_STREAM_MEM_OP_WAIT_VALUE_64);
static_assert(word_operation::write_64 == CU_STREAM_MEM_OP_WRITE_VALUE_64);
static_assert(static_cast<int>(WordCondition::GreaterOrEqual) == CU_STREAM_WAIT_VALUE_GEQ);
static_assert(static_cast<int>(WordCondition::Equal) == CU_STREAM_WAIT_VALUE_EQ);
static_assert(static_cast<int>(WordCondition::AnyBit) == CU_STREAM_WAIT_VALUE_AND);
static_assert(static_cast<int>(WordCondition::NorBit) == CU_STREAM_WAIT_VALUE_NOR);

static_assert(sizeof(MemoryProperties) == sizeof(CUmemAllocationProp));
static_assert(offsetof(MemoryProperties, type) == offsetof(CUmemAllocationProp, type));
static_assert(offsetof(MemoryProperties, handle_types) == offsetof(CUmemAllocationProp, requestedHandleTypes));
static_assert(offsetof(MemoryProperties, location) == offsetof(CUmemAllocationProp, location));
static_assert(offsetof(MemoryProperties, windows_metadata) == offsetof(CUmemAllocationProp, win32HandleMetaData));
static_assert(offsetof(MemoryProperties, flags) == offsetof(CUmemAllocationProp, allocFlags));
static_assert(sizeof(MemoryAccess) == sizeof(CUmemAccessDesc));
static_assert(offsetof(MemoryAccess, location) == offsetof(CUmemAccessDesc, location));
static_assert(offsetof(MemoryAccess, flags) == offsetof(CUmemAccessDesc, flags));
static_assert(sizeof(Copy3D) == sizeof(CUDA_MEMCPY3D));
static_assert(offsetof(Copy3D, from.memory_type) == offsetof(CUDA_MEMCPY3D, srcMemoryType));
static_assert(offsetof(Copy3D, from.host) == offsetof(CUDA_MEMCPY3D, srcHost));
static_assert(offsetof(Copy3D, from.device) == offsetof(CUDA_MEMCPY3D, srcDevice));
static_assert(offsetof(Copy3D, from.array) == offsetof(CUDA_MEMCPY3D, srcArray));
static_assert(offsetof(Copy3D, from.pitch) == offsetof(CUDA_MEMCPY3D, srcPitch));
static_assert(offsetof(Copy3D, from.height) == offsetof(CUDA_MEMCPY3D, srcHeight));
static_assert(offsetof(Copy3D, to.memory_type) == offsetof(CUDA_MEMCPY3D, dstMemoryType));
static_assert(offsetof(Copy3D, to.host) == offsetof(CUDA_MEMCPY3D, dstHost));
static_assert(offsetof(Copy3D, to.device) == offsetof(CUDA_MEMCPY3D, dstDevice));
static_assert(offsetof(Copy3D, to.array) == offsetof(CUDA_MEMCPY3D, dstArray));
static_assert(offsetof(Copy3D, to.pitch) == offsetof(CUDA_MEMCPY3D, dstPitch));
static_assert(offsetof(Copy3D, to.height) == offsetof(CUDA_MEMCPY3D, dstHeight));
static_assert(offsetof(Copy3D, width) == offsetof(CUDA_MEMCPY3D, WidthInBytes));
static_assert(offsetof(Copy3D, height) == offsetof(CUDA_MEMCPY3D, Height));
static_assert(offsetof(Copy3D, depth) == offsetof(CUDA_MEMCPY3D, Depth));
static_assert(std::is_same_v<ArrayHandle, CUarray>);
static_assert(std::is_same_v<MipmapHandle, CUmipmappedArray>);
static_assert(std::is_same_v<TextureHandle, CUtexObject>);
static_assert(std::is_same_v<TextureHandle, CUsurfObject>);
static_assert(memory_type_host == CU_MEMORYTYPE_HOST);
static_assert(memory_type_array == CU_MEMORYTYPE_ARRAY);
static_assert(sizeof(ArrayDescription) == sizeof(CUDA_ARRAY3D_DESCRIPTOR));
static_assert(offsetof(ArrayDescription, depth) == offsetof(CUDA_ARRAY3D_DESCRIPTOR, Depth));
static_assert(offsetof(ArrayDescription, format) == offsetof(CUDA_ARRAY3D_DESCRIPTOR, Format));
static_assert(offsetof(ArrayDescription, channels) == offsetof(CUDA_ARRAY3D_DESCRIPTOR, NumChannels));
static_assert(offsetof(ArrayDescription, flags) == offsetof(CUDA_ARRAY3D_DESCRIPTOR, Flags));
static_assert(sizeof(ResourceDescription) == sizeof(CUDA_RESOURCE_DESC));
static_assert(offsetof(ResourceDescription, array) == offsetof(CUDA_RESOURCE_DESC, res.array.hArray));
static_assert(offsetof(ResourceDescription, mipmap) == offsetof(CUDA_RESOURCE_DESC, res.mipmap.hMipmappedArray));
static_assert(offsetof(ResourceDescription, linear.address) == offsetof(CUDA_RESOURCE_DESC, res.linear.devPtr));
static_assert(offsetof(ResourceDescription, linear.format) == offsetof(CUDA_RESOURCE_DESC, res.linear.format));
static_assert(offsetof(ResourceDescription, linear.channels) == offsetof(CUDA_RESOURCE_DESC, res.linear.numChannels));
static_assert(offsetof(ResourceDescription, linear.bytes) == offsetof(CUDA_RESOURCE_DESC, res.linear.sizeInBytes));
static_assert(offsetof(ResourceDescription, pitched.width) == offsetof(CUDA_RESOURCE_DESC, res.pitch2D.width));
static_assert(offsetof(ResourceDescription, pitched.height) == offsetof(CUDA_RESOURCE_DESC, res.pitch2D.height));
static_assert(offsetof(ResourceDescription, pitched.pitch) == offsetof(CUDA_RESOURCE_DESC, res.pitch2D.pitchInBytes));
static_assert(offsetof(ResourceDescription, flags) == offsetof(CUDA_RESOURCE_DESC, flags));
static_assert(resource_type::array == CU_RESOURCE_TYPE_ARRAY);
static_assert(resource_type::mipmap == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY);
static_assert(resource_type::linear == CU_RESOURCE_TYPE_LINEAR);
static_assert(resource_type::pitched == CU_RESOURCE_TYPE_PITCH2D);
static_assert(sizeof(TextureDescription) == sizeof(CUDA_TEXTURE_DESC));
static_assert(offsetof(TextureDescription, filter) == offsetof(CUDA_TEXTURE_DESC, filterMode));
static_assert(offsetof(TextureDescription, flags) == offsetof(CUDA_TEXTURE_DESC, flags));
static_assert(offsetof(TextureDescription, anisotropy) == offsetof(CUDA_TEXTURE_DESC, maxAnisotropy));
static_assert(offsetof(TextureDescription, level_filter) == offsetof(CUDA_TEXTURE_DESC, mipmapFilterMode));
static_assert(offsetof(TextureDescription, level_bias) == offsetof(CUDA_TEXTURE_DESC, mipmapLevelBias));
static_assert(offsetof(TextureDescription, most_level) == offsetof(CUDA_TEXTURE_DESC, maxMipmapLevelClamp));
static_assert(offsetof(TextureDescription, border) == offsetof(CUDA_TEXTURE_DESC, borderColor));
static_assert(sizeof(ViewDescription) == sizeof(CUDA_RESOURCE_VIEW_DESC));
static_assert(offsetof(ViewDescription, width) == offsetof(CUDA_RESOURCE_VIEW_DESC, width));
static_assert(offsetof(ViewDescription, first_level) == offsetof(CUDA_RESOURCE_VIEW_DESC, firstMipmapLevel));
static_assert(offsetof(ViewDescription, last_layer) == offsetof(CUDA_RESOURCE_VIEW_DESC, lastLayer));
static_assert(sizeof(KernelNodeParameters) == sizeof(CUDA_KERNEL_NODE_PARAMS));
static_assert(offsetof(KernelNodeParameters, function) == offsetof(CUDA_KERNEL_NODE_PARAMS, func));
static_assert(offsetof(KernelNodeParameters, grid_x) == offsetof(CUDA_KERNEL_NODE_PARAMS, gridDimX));
static_assert(offsetof(KernelNodeParameters, block_z) == offsetof(CUDA_KERNEL_NODE_PARAMS, blockDimZ));
static_assert(offsetof(KernelNodeParameters, shared_bytes) == offsetof(CUDA_KERNEL_NODE_PARAMS, sharedMemBytes));
static_assert(offsetof(KernelNodeParameters, parameters) == offsetof(CUDA_KERNEL_NODE_PARAMS, kernelParams));
static_assert(offsetof(KernelNodeParameters, extra) == offsetof(CUDA_KERNEL_NODE_PARAMS, extra));
static_assert(offsetof(KernelNodeParameters, kernel) == offsetof(CUDA_KERNEL_NODE_PARAMS, kern));
static_assert(offsetof(KernelNodeParameters, context) == offsetof(CUDA_KERNEL_NODE_PARAMS, ctx));
static_assert(sizeof(FillNodeParameters) == sizeof(CUDA_MEMSET_NODE_PARAMS));
static_assert(offsetof(FillNodeParameters, to) == offsetof(CUDA_MEMSET_NODE_PARAMS, dst));
static_assert(offsetof(FillNodeParameters, pitch) == offsetof(CUDA_MEMSET_NODE_PARAMS, pitch));
static_assert(offsetof(FillNodeParameters, value) == offsetof(CUDA_MEMSET_NODE_PARAMS, value));
static_assert(offsetof(FillNodeParameters, element_bytes) == offsetof(CUDA_MEMSET_NODE_PARAMS, elementSize));
static_assert(offsetof(FillNodeParameters, width) == offsetof(CUDA_MEMSET_NODE_PARAMS, width));
static_assert(offsetof(FillNodeParameters, height) == offsetof(CUDA_MEMSET_NODE_PARAMS, height));
static_assert(sizeof(WordOperation) == sizeof(CUstreamBatchMemOpParams));
static_assert(offsetof(WordOperation, operation) == offsetof(CUstreamBatchMemOpParams, waitValue.operation));
static_assert(offsetof(WordOperation, address) == offsetof(CUstreamBatchMemOpParams, waitValue.address));
static_assert(offsetof(WordOperation, value) == offsetof(CUstreamBatchMemOpParams, waitValue.value64));
static_assert(offsetof(WordOperation, flags) == offsetof(CUstreamBatchMemOpParams, waitValue.flags));
static_assert(offsetof(WordOperation, address) == offsetof(CUstreamBatchMemOpParams, writeValue.address));
static_assert(offsetof(WordOperation, value) == offsetof(CUstreamBatchMemOpParams, writeValue.value64));
static_assert(offsetof(WordOperation, flags) == offsetof(CUstreamBatchMemOpParams, writeValue.flags));
static_assert(sizeof(WordNodeParameters) == sizeof(CUDA_BATCH_MEM_OP_NODE_PARAMS));
static_assert(offsetof(WordNodeParameters, context) == offsetof(CUDA_BATCH_MEM_OP_NODE_PARAMS, ctx));
static_assert(offsetof(WordNodeParameters, count) == offsetof(CUDA_BATCH_MEM_OP_NODE_PARAMS, count));
static_assert(offsetof(WordNodeParameters, operations) == offsetof(CUDA_BATCH_MEM_OP_NODE_PARAMS, paramArray));
static_assert(offsetof(WordNodeParameters, flags) == offsetof(CUDA_BATCH_MEM_OP_NODE_PARAMS, flags));
static_assert(sizeof(GraphUpdateResult) == sizeof(CUgraphExecUpdateResultInfo));
static_assert(offsetof(GraphUpdateResult, result) == offsetof(CUgraphExecUpdateResultInfo, result));
static_assert(offsetof(GraphUpdateResult, node) == offsetof(CUgraphExecUpdateResultInfo, errorNode));

TEST(CudaHeader, IsOfAVersionWithWhatWeUse) {
    EXPECT_GE(CUDA_VERSION, 12040) << "cuFuncGetParamInfo came with CUDA 12.4";
}

}  // namespace
}  // namespace ringfence::backend::cuda
