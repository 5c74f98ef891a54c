// A library with the driver's functions that needs no card: memory is the host's, streams do at once what is put on
// them. A "module" is text: `kernel NAME SIZE...` with its parameters' sizes, `global NAME BYTES`. Kernels:
//   store(u64 address, u32 value)    stores the value
//   config(u64 address)              stores the launch's sizes, its dynamic shared memory and whether it is cooperative
//   fault()                          breaks the context: from the next wait on everything fails
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "backend/cuda/driver_api.h"

using namespace ringfence::backend::cuda;

struct CUctx_st {};
struct CUfunc_st {
    std::string name;
    std::vector<std::size_t> sizes;
    int dynamic_shared = 48 << 10;
};
struct CUmod_st {
    std::map<std::string, CUfunc_st> functions;
    std::map<std::string, std::vector<char>> globals;
};
struct CUstream_st {};
struct CUevent_st {
    std::chrono::steady_clock::time_point time;
    bool recorded = false;
};

namespace {

bool broken = false;
int current_contexts = 0;
std::map<DevicePointer, std::size_t> allocations;

// Whether [address, address + bytes) is allocated.
bool is_live(DevicePointer address, std::size_t bytes) {
    const auto after = allocations.upper_bound(address);
    if (after == allocations.begin()) return false;
    const auto& [begin, size] = *std::prev(after);
    return address - begin <= size && bytes <= size - (address - begin);
}

// What every call in a context says first.
Status entry() {
    if (current_contexts == 0) return 201;  // CUDA_ERROR_INVALID_CONTEXT
    return broken ? status::illegal_address : status::success;
}

template <typename T>
T parameter(void** parameters, int index) {
    T value;
    std::memcpy(&value, parameters[index], sizeof value);
    return value;
}

void* pointer(DevicePointer address) {
    return reinterpret_cast<void*>(address);
}

}  // namespace

#define FAKE_CHECK_CONTEXT() \
    if (const Status entry_status = entry(); entry_status != status::success) return entry_status

extern "C" {

#ifdef FAKE_IS_SHIM
int ringfence_shim_version = 1;
#endif

Status cuInit(unsigned) {
    return status::success;
}
Status cuDriverGetVersion(int* version) {
    *version = 13000;
    return status::success;
}
Status cuGetErrorName(Status status, const char** name) {
    *name = status == status::illegal_address ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_OF_SOME_KIND";
    return status::success;
}
Status cuGetErrorString(Status status, const char** text) {
    *text = status == status::illegal_address ? "an illegal memory access was encountered" : "something went wrong";
    return status::success;
}
Status cuDeviceGetCount(int* count) {
    *count = 1;
    return status::success;
}
Status cuDeviceGet(DeviceHandle* device, int ordinal) {
    *device = ordinal;
    return status::success;
}
Status cuDeviceGetName(char* name, int bytes, DeviceHandle) {
    std::strncpy(name, "Fake \x1b card", static_cast<std::size_t>(bytes));
    return status::success;
}
Status cuDeviceTotalMem_v2(std::size_t* bytes, DeviceHandle) {
    *bytes = 1 << 30;
    return status::success;
}
Status cuDeviceGetAttribute(int* value, int attribute, DeviceHandle) {
    const std::map<int, int> values = {{1, 1024},  {2, 1024},  {3, 1024}, {4, 64}, {5, 2147483647}, {6, 65535},
                                       {7, 65535}, {8, 49152}, {10, 32},  {75, 9}, {76, 0},         {97, 232448}};
    const auto found = values.find(attribute);
    *value = found == values.end() ? 1000 + attribute : found->second;
    return status::success;
}
Status cuCtxCreate_v2(ContextHandle* context, unsigned, DeviceHandle) {
    *context = new CUctx_st();
    broken = false;
    ++current_contexts;
    return status::success;
}
Status cuCtxDestroy_v2(ContextHandle context) {
    delete context;
    for (const auto& [address, bytes] : allocations)
        std::free(pointer(address));
    allocations.clear();
    return status::success;
}
Status cuCtxPushCurrent_v2(ContextHandle) {
    ++current_contexts;
    return status::success;
}
Status cuCtxPopCurrent_v2(ContextHandle* context) {
    *context = nullptr;
    --current_contexts;
    return status::success;
}
Status cuCtxSynchronize() {
    return entry();
}
Status cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    FAKE_CHECK_CONTEXT();
    *total = 1 << 30;
    *free = *total;
    for (const auto& [address, bytes] : allocations)
        *free -= bytes;
    return status::success;
}
Status cuMemAlloc_v2(DevicePointer* address, std::size_t bytes) {
    FAKE_CHECK_CONTEXT();
    if (bytes == 0) return status::invalid_value;
    if (bytes > 1 << 30) return 2;
    *address = reinterpret_cast<DevicePointer>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
    allocations[*address] = bytes;
    return status::success;
}
Status cuMemFree_v2(DevicePointer address) {
    FAKE_CHECK_CONTEXT();
    if (allocations.erase(address) == 0) return status::invalid_value;
    std::free(pointer(address));
    return status::success;
}
Status cuMemcpyHtoDAsync_v2(DevicePointer to, const void* from, std::size_t bytes, StreamHandle) {
    FAKE_CHECK_CONTEXT();
    if (!is_live(to, bytes)) return status::invalid_value;
    std::memcpy(pointer(to), from, bytes);
    return status::success;
}
Status cuMemcpyDtoHAsync_v2(void* to, DevicePointer from, std::size_t bytes, StreamHandle) {
    FAKE_CHECK_CONTEXT();
    if (!is_live(from, bytes)) return status::invalid_value;
    std::memcpy(to, pointer(from), bytes);
    return status::success;
}
Status cuMemcpyDtoDAsync_v2(DevicePointer to, DevicePointer from, std::size_t bytes, StreamHandle) {
    FAKE_CHECK_CONTEXT();
    if (!is_live(from, bytes) || !is_live(to, bytes)) return status::invalid_value;
    std::memmove(pointer(to), pointer(from), bytes);
    return status::success;
}
}  // extern "C"

namespace {

template <typename T>
Status fill(DevicePointer to, T value, std::size_t count) {
    FAKE_CHECK_CONTEXT();
    if (!is_live(to, count * sizeof value)) return status::invalid_value;
    for (std::size_t i = 0; i < count; ++i)
        std::memcpy(static_cast<T*>(pointer(to)) + i, &value, sizeof value);
    return status::success;
}

}  // namespace

extern "C" {

Status cuMemsetD8Async(DevicePointer to, unsigned char value, std::size_t count, StreamHandle) {
    return fill(to, value, count);
}
Status cuMemsetD16Async(DevicePointer to, unsigned short value, std::size_t count, StreamHandle) {
    return fill(to, value, count);
}
Status cuMemsetD32Async(DevicePointer to, unsigned value, std::size_t count, StreamHandle) {
    return fill(to, value, count);
}
Status cuModuleLoadDataEx(ModuleHandle* module, const void* image, unsigned option_count, int* options, void** values) {
    FAKE_CHECK_CONTEXT();
    std::istringstream text(static_cast<const char*>(image));
    auto made = std::make_unique<CUmod_st>();
    for (std::string line; std::getline(text, line);) {
        std::istringstream words(line);
        std::string kind;
        std::string name;
        words >> kind >> name;
        if (kind == "kernel") {
            CUfunc_st& function = made->functions[name];
            function.name = name;
            for (std::size_t size = 0; words >> size;)
                function.sizes.push_back(size);
        } else if (kind == "global") {
            std::size_t bytes = 0;
            words >> bytes;
            std::vector<char>& global = made->globals[name];
            global.resize(bytes);
            allocations[reinterpret_cast<DevicePointer>(global.data())] = bytes;
        } else {
            if (option_count == 2 && options[0] == jit_option::error_log_buffer)
                std::strcpy(static_cast<char*>(values[0]),
                            "ptxas application ptx input, line 1; error\x1b\nptxas fatal\n");
            return 218;
        }
    }
    *module = made.release();
    return status::success;
}
Status cuModuleUnload(ModuleHandle module) {
    for (auto& [name, global] : module->globals)
        allocations.erase(reinterpret_cast<DevicePointer>(global.data()));
    delete module;
    return status::success;
}
Status cuModuleGetFunction(FunctionHandle* function, ModuleHandle module, const char* name) {
    FAKE_CHECK_CONTEXT();
    const auto found = module->functions.find(name);
    if (found == module->functions.end()) return status::not_found;
    *function = &found->second;
    return status::success;
}
Status cuModuleGetGlobal_v2(DevicePointer* address, std::size_t* bytes, ModuleHandle module, const char* name) {
    FAKE_CHECK_CONTEXT();
    const auto found = module->globals.find(name);
    if (found == module->globals.end()) return status::not_found;
    *address = reinterpret_cast<DevicePointer>(found->second.data());
    *bytes = found->second.size();
    return status::success;
}
Status cuFuncGetAttribute(int* value, int attribute, FunctionHandle function) {
    FAKE_CHECK_CONTEXT();
    *value = attribute == function_attribute::max_threads_per_block           ? 512
             : attribute == function_attribute::max_dynamic_shared_size_bytes ? function->dynamic_shared
             : attribute == function_attribute::num_regs                      ? 24
                                                                              : 0;
    return status::success;
}
Status cuFuncSetAttribute(FunctionHandle function, int attribute, int value) {
    FAKE_CHECK_CONTEXT();
    if (attribute != function_attribute::max_dynamic_shared_size_bytes) return status::invalid_value;
    function->dynamic_shared = value;
    return status::success;
}
#ifndef FAKE_IS_OLD
Status cuFuncGetParamInfo(FunctionHandle function, std::size_t index, std::size_t* offset, std::size_t* bytes) {
    FAKE_CHECK_CONTEXT();
    if (index >= function->sizes.size()) return status::invalid_value;
    *offset = 0;
    for (std::size_t i = 0; i <= index; ++i) {
        *offset = (*offset + function->sizes[i] - 1) / function->sizes[i] * function->sizes[i];
        if (i < index) *offset += function->sizes[i];
    }
    *bytes = function->sizes[index];
    return status::success;
}
#endif
Status cuLaunchKernelEx(const LaunchConfig* config, FunctionHandle function, void** parameters, void**) {
    FAKE_CHECK_CONTEXT();
    if (config->shared_bytes > static_cast<unsigned>(function->dynamic_shared)) return status::invalid_value;
    if (function->name == "store") {
        const auto value = parameter<std::uint32_t>(parameters, 1);
        std::memcpy(pointer(parameter<DevicePointer>(parameters, 0)), &value, sizeof value);
    } else if (function->name == "config") {
        const unsigned cooperative = config->attribute_count == 1 &&
                                     config->attributes[0].id == launch_attribute_cooperative &&
                                     config->attributes[0].cooperative == 1;
        const unsigned words[] = {config->grid_x,  config->grid_y,  config->grid_z,       config->block_x,
                                  config->block_y, config->block_z, config->shared_bytes, cooperative};
        std::memcpy(pointer(parameter<DevicePointer>(parameters, 0)), words, sizeof words);
    } else if (function->name == "fault") {
        broken = true;
    }
    return status::success;
}
Status cuLaunchHostFunc(StreamHandle, HostFunction function, void* data) {
    FAKE_CHECK_CONTEXT();
    function(data);
    return status::success;
}
Status cuStreamCreate(StreamHandle* stream, unsigned flags) {
    FAKE_CHECK_CONTEXT();
    if (flags != stream_non_blocking) return status::invalid_value;
    *stream = new CUstream_st();
    return status::success;
}
Status cuStreamDestroy_v2(StreamHandle stream) {
    delete stream;
    return status::success;
}
Status cuStreamSynchronize(StreamHandle) {
    return entry();
}
Status cuStreamQuery(StreamHandle) {
    return entry();
}
Status cuStreamWaitEvent(StreamHandle, EventHandle, unsigned) {
    return entry();
}
Status cuEventCreate(EventHandle* event, unsigned) {
    FAKE_CHECK_CONTEXT();
    *event = new CUevent_st();
    return status::success;
}
Status cuEventDestroy_v2(EventHandle event) {
    delete event;
    return status::success;
}
Status cuEventRecord(EventHandle event, StreamHandle) {
    FAKE_CHECK_CONTEXT();
    event->time = std::chrono::steady_clock::now();
    event->recorded = true;
    return status::success;
}
Status cuEventSynchronize(EventHandle) {
    return entry();
}
Status cuEventQuery(EventHandle) {
    return entry();
}
Status cuEventElapsedTime(float* milliseconds, EventHandle start, EventHandle end) {
    FAKE_CHECK_CONTEXT();
    if (!start->recorded || !end->recorded) return 400;
    *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
    return status::success;
}

}  // extern "C"
