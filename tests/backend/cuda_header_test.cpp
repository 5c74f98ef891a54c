// Our declarations of the driver API against the toolkit's. Nearly all of it is checked when this file is compiled.
// With this, cuda.h also declares the older versions of functions, some of which we use.
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

#include <cstddef>
#include <type_traits>

#include <gtest/gtest.h>

#include "backend/cuda/driver_api.h"

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
#undef CHECK_FUNCTION

static_assert(std::is_same_v<ContextHandle, CUcontext>);
static_assert(std::is_same_v<ModuleHandle, CUmodule>);
static_assert(std::is_same_v<FunctionHandle, CUfunction>);
static_assert(std::is_same_v<StreamHandle, CUstream>);
static_assert(std::is_same_v<EventHandle, CUevent>);
static_assert(std::is_same_v<DevicePointer, CUdeviceptr>);
static_assert(std::is_same_v<DeviceHandle, CUdevice>);

static_assert(status::success == CUDA_SUCCESS);
static_assert(status::invalid_value == CUDA_ERROR_INVALID_VALUE);
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
static_assert(function_attribute::num_regs == CU_FUNC_ATTRIBUTE_NUM_REGS);
static_assert(function_attribute::max_dynamic_shared_size_bytes == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);

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

TEST(CudaHeader, IsOfAVersionWithWhatWeUse) {
    EXPECT_GE(CUDA_VERSION, 12040) << "cuFuncGetParamInfo came with CUDA 12.4";
}

}  // namespace
}  // namespace ringfence::backend::cuda
