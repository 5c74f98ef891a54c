// The few functions of CUDA's driver API that small programs need, found in libcuda.so.1 when they start: no CUDA
// header and no CUDA library is needed to build them, and they run natively and under `ringfence run` alike. Handles
// are pointers, enumerations are numbers, as CUDA's ABI has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ringfence::driver {

using Handle = void*;                // CUcontext, CUmodule, CUfunction, CUstream
using Address = unsigned long long;  // CUdeviceptr

// Each: its name here, the symbol, the types of its arguments. All return a CUresult.
#define RINGFENCE_DRIVER_FUNCTIONS(X)                                                                                \
    X(init, "cuInit", unsigned)                                                                                      \
    X(device_get, "cuDeviceGet", int*, int)                                                                          \
    X(primary_context, "cuDevicePrimaryCtxRetain", Handle*, int)                                                     \
    X(set_current, "cuCtxSetCurrent", Handle)                                                                        \
    X(synchronize, "cuCtxSynchronize")                                                                               \
    X(module_load, "cuModuleLoadData", Handle*, const void*)                                                         \
    X(module_function, "cuModuleGetFunction", Handle*, Handle, const char*)                                          \
    X(allocate, "cuMemAlloc_v2", Address*, std::size_t)                                                              \
    X(copy_to_device, "cuMemcpyHtoD_v2", Address, const void*, std::size_t)                                          \
    X(copy_to_host, "cuMemcpyDtoH_v2", void*, Address, std::size_t)                                                  \
    X(fill_words, "cuMemsetD32_v2", Address, unsigned, std::size_t)                                                  \
    X(stream_create, "cuStreamCreate", Handle*, unsigned)                                                            \
    X(copy_on_device, "cuMemcpyDtoD_v2", Address, Address, std::size_t)                                              \
    X(event_create, "cuEventCreate", Handle*, unsigned)                                                              \
    X(event_record, "cuEventRecord", Handle, Handle)                                                                 \
    X(event_synchronize, "cuEventSynchronize", Handle)                                                               \
    X(event_elapsed, "cuEventElapsedTime", float*, Handle, Handle)                                                   \
    X(stream_synchronize, "cuStreamSynchronize", Handle)                                                             \
    X(launch_kernel, "cuLaunchKernel", Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
      Handle, void**, void**)                                                                                        \
    X(error_text, "cuGetErrorString", int, const char**)

#define RINGFENCE_DRIVER_DECLARE(name, symbol, ...) extern int (*name)(__VA_ARGS__);
RINGFENCE_DRIVER_FUNCTIONS(RINGFENCE_DRIVER_DECLARE)
#undef RINGFENCE_DRIVER_DECLARE

// Finds the driver and makes the first device's primary context current. Ends the program if that fails.
void start();

// Ends the program, with the call's name and CUDA's words, unless the status is 0.
void check(int status, const char* what);

[[noreturn]] void give_up(const std::string& why);

// CUDA's words for a status.
std::string describe(int status);

std::string read_text(const std::string& path);
Handle load(const std::string& ptx);
Handle function(Handle module, const char* name);
Address memory(std::size_t bytes);

struct Shape {
    unsigned blocks = 1;
    unsigned threads = 32;
    unsigned shared = 0;
    Handle stream = nullptr;
};

// Launches with these arguments, whose types must be the kernel's; gives the status.
template <typename... Arguments>
int launch(Handle kernel, const Shape& shape, Arguments... arguments) {
    void* pointers[] = {&arguments...};
    return launch_kernel(kernel, shape.blocks, 1, 1, shape.threads, 1, 1, shape.shared, shape.stream, pointers,
                         nullptr);
}

template <typename T>
std::vector<T> fetch(Address from, std::size_t count) {
    std::vector<T> values(count);
    check(copy_to_host(values.data(), from, count * sizeof(T)), "cuMemcpyDtoH");
    return values;
}

template <typename T>
void put(Address to, const std::vector<T>& values) {
    check(copy_to_device(to, values.data(), values.size() * sizeof(T)), "cuMemcpyHtoD");
}

}  // namespace ringfence::driver
