// The part of the documented CUDA driver API that we use: its types, constants and functions.
//
// Declared here, so that no CUDA header is needed to build. The test backend_cuda compares everything with the
// toolkit's cuda.h where that is installed. Names follow ours; the entry points are named as the library exports them.
#pragma once

#include <cstddef>
#include <cstdint>

// The handles' tags are the driver's own, so that the types are the same.
struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;
struct CUevent_st;

namespace ringfence::backend::cuda {

using Status = int;  // CUresult
using DeviceHandle = int;
using DevicePointer = unsigned long long;
using ContextHandle = ::CUctx_st*;
using ModuleHandle = ::CUmod_st*;
using FunctionHandle = ::CUfunc_st*;
using StreamHandle = ::CUstream_st*;
using EventHandle = ::CUevent_st*;
using HostFunction = void (*)(void* data);

namespace status {
constexpr Status success = 0;
constexpr Status invalid_value = 1;
constexpr Status no_device = 100;
constexpr Status invalid_device = 101;
constexpr Status ecc_uncorrectable = 214;
constexpr Status nvlink_uncorrectable = 220;
constexpr Status contained = 226;
constexpr Status not_found = 500;
constexpr Status not_ready = 600;
constexpr Status illegal_address = 700;
constexpr Status launch_timeout = 702;
constexpr Status assert_failed = 710;
constexpr Status hardware_stack_error = 714;
constexpr Status illegal_instruction = 715;
constexpr Status misaligned_address = 716;
constexpr Status invalid_address_space = 717;
constexpr Status invalid_pc = 718;
constexpr Status launch_failed = 719;
constexpr Status tensor_memory_leak = 721;
constexpr Status external_device = 911;
constexpr Status unknown = 999;
}  // namespace status

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
constexpr int local_size_bytes = 3;
constexpr int num_regs = 4;
constexpr int max_dynamic_shared_size_bytes = 8;
}  // namespace function_attribute

namespace jit_option {
constexpr int info_log_buffer = 3;
constexpr int info_log_buffer_size_bytes = 4;
constexpr int error_log_buffer = 5;
constexpr int error_log_buffer_size_bytes = 6;
}  // namespace jit_option

constexpr unsigned stream_non_blocking = 1;
constexpr unsigned event_default = 0;
constexpr int launch_attribute_cooperative = 2;

// CUlaunchAttribute: which one, and its value in 64 bytes.
struct LaunchAttribute {
    int id = 0;
    char padding[4] = {};
    union {
        char bytes[64] = {};
        int cooperative;
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

// X(our name, the exported symbol, parameters)
#define RINGFENCE_CUDA_FUNCTIONS(X)                                                                                \
    X(init, cuInit, (unsigned flags))                                                                              \
    X(driver_version, cuDriverGetVersion, (int* version))                                                          \
    X(error_name, cuGetErrorName, (Status status, const char** name))                                              \
    X(error_string, cuGetErrorString, (Status status, const char** text))                                          \
    X(device_count, cuDeviceGetCount, (int* count))                                                                \
    X(device_get, cuDeviceGet, (DeviceHandle * device, int ordinal))                                               \
    X(device_name, cuDeviceGetName, (char* name, int bytes, DeviceHandle device))                                  \
    X(device_total_memory, cuDeviceTotalMem_v2, (std::size_t * bytes, DeviceHandle device))                        \
    X(device_attribute, cuDeviceGetAttribute, (int* value, int attribute, DeviceHandle device))                    \
    X(context_create, cuCtxCreate_v2, (ContextHandle * context, unsigned flags, DeviceHandle device))              \
    X(context_destroy, cuCtxDestroy_v2, (ContextHandle context))                                                   \
    X(context_push, cuCtxPushCurrent_v2, (ContextHandle context))                                                  \
    X(context_pop, cuCtxPopCurrent_v2, (ContextHandle * context))                                                  \
    X(context_synchronize, cuCtxSynchronize, ())                                                                   \
    X(memory_info, cuMemGetInfo_v2, (std::size_t * free, std::size_t * total))                                     \
    X(memory_allocate, cuMemAlloc_v2, (DevicePointer * address, std::size_t bytes))                                \
    X(memory_free, cuMemFree_v2, (DevicePointer address))                                                          \
    X(copy_to_device, cuMemcpyHtoDAsync_v2,                                                                        \
      (DevicePointer to, const void* from, std::size_t bytes, StreamHandle stream))                                \
    X(copy_to_host, cuMemcpyDtoHAsync_v2, (void* to, DevicePointer from, std::size_t bytes, StreamHandle stream))  \
    X(copy_on_device, cuMemcpyDtoDAsync_v2,                                                                        \
      (DevicePointer to, DevicePointer from, std::size_t bytes, StreamHandle stream))                              \
    X(fill_8, cuMemsetD8Async, (DevicePointer to, unsigned char value, std::size_t count, StreamHandle stream))    \
    X(fill_16, cuMemsetD16Async, (DevicePointer to, unsigned short value, std::size_t count, StreamHandle stream)) \
    X(fill_32, cuMemsetD32Async, (DevicePointer to, unsigned value, std::size_t count, StreamHandle stream))       \
    X(module_load, cuModuleLoadDataEx,                                                                             \
      (ModuleHandle * module, const void* image, unsigned option_count, int* options, void** values))              \
    X(module_unload, cuModuleUnload, (ModuleHandle module))                                                        \
    X(module_function, cuModuleGetFunction, (FunctionHandle * function, ModuleHandle module, const char* name))    \
    X(module_global, cuModuleGetGlobal_v2,                                                                         \
      (DevicePointer * address, std::size_t * bytes, ModuleHandle module, const char* name))                       \
    X(function_attribute, cuFuncGetAttribute, (int* value, int attribute, FunctionHandle function))                \
    X(set_function_attribute, cuFuncSetAttribute, (FunctionHandle function, int attribute, int value))             \
    X(function_parameter, cuFuncGetParamInfo,                                                                      \
      (FunctionHandle function, std::size_t index, std::size_t * offset, std::size_t * bytes))                     \
    X(launch, cuLaunchKernelEx,                                                                                    \
      (const LaunchConfig* config, FunctionHandle function, void** parameters, void** extra))                      \
    X(launch_host_function, cuLaunchHostFunc, (StreamHandle stream, HostFunction function, void* data))            \
    X(stream_create, cuStreamCreate, (StreamHandle * stream, unsigned flags))                                      \
    X(stream_destroy, cuStreamDestroy_v2, (StreamHandle stream))                                                   \
    X(stream_synchronize, cuStreamSynchronize, (StreamHandle stream))                                              \
    X(stream_query, cuStreamQuery, (StreamHandle stream))                                                          \
    X(stream_wait_event, cuStreamWaitEvent, (StreamHandle stream, EventHandle event, unsigned flags))              \
    X(event_create, cuEventCreate, (EventHandle * event, unsigned flags))                                          \
    X(event_destroy, cuEventDestroy_v2, (EventHandle event))                                                       \
    X(event_record, cuEventRecord, (EventHandle event, StreamHandle stream))                                       \
    X(event_synchronize, cuEventSynchronize, (EventHandle event))                                                  \
    X(event_query, cuEventQuery, (EventHandle event))                                                              \
    X(event_elapsed, cuEventElapsedTime, (float* milliseconds, EventHandle start, EventHandle end))

// The entry points of an opened driver.
struct DriverApi {
#define RINGFENCE_CUDA_MEMBER(name, symbol, parameters) Status(*name) parameters = nullptr;
    RINGFENCE_CUDA_FUNCTIONS(RINGFENCE_CUDA_MEMBER)
#undef RINGFENCE_CUDA_MEMBER
};

}  // namespace ringfence::backend::cuda
