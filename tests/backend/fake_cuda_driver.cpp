// A library with the driver's functions that needs no card: memory is the host's, streams do at once what is put on
// them. A "module" is text: `kernel NAME SIZE...` with its parameters' sizes, `global NAME BYTES`. Kernels:
//   store(u64 address, u32 value)    stores the value
//   config(u64 address)              stores the launch's sizes, its dynamic shared memory and whether it is cooperative
//   place(u64 address)               stores the first unit and the number of the multiprocessors that it runs on
//   fault()                          breaks the context: from the next wait on everything fails
// Address spaces, boxes, words and graphs are in fake_cuda_memory.cpp.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "fake_cuda.h"

using namespace ringfence::backend::cuda;

struct CUfunc_st {
    std::string name;
    std::vector<std::size_t> sizes;
    int dynamic_shared = 48 << 10;
    bool has_large_clusters = false;
};
struct CUlinkState_st {
    std::string code;
    char* log = nullptr;
};
struct CUmod_st {
    std::map<std::string, CUfunc_st> functions;
    std::map<std::string, std::vector<char>> globals;
};
struct CUlib_st {
    ModuleHandle module = nullptr;
};
struct CUdevResourceDesc_st {
    CUctx_st part;
};

namespace {

std::atomic<bool> broken = false;
thread_local ContextHandle current_context = nullptr;
CUctx_st* primary = nullptr;
int primary_users = 0;
constexpr unsigned unit_size = 8;
constexpr unsigned card_multiprocessors = 132;
std::recursive_mutex memory_mutex;  // guards what follows
std::map<DevicePointer, std::size_t> allocations;
std::set<DevicePointer> heap;  // those that are freed by std::free

}  // namespace

namespace fake {

thread_local const CUctx_st* context_of_node = nullptr;

bool is_live(DevicePointer address, std::size_t bytes) {
    const std::lock_guard lock(memory_mutex);
    const auto after = allocations.upper_bound(address);
    if (after == allocations.begin()) return false;
    const auto& [begin, size] = *std::prev(after);
    return address - begin <= size && bytes <= size - (address - begin);
}

void add_memory(DevicePointer address, std::size_t bytes) {
    const std::lock_guard lock(memory_mutex);
    allocations[address] = bytes;
}

bool remove_memory(DevicePointer address) {
    const std::lock_guard lock(memory_mutex);
    return allocations.erase(address) != 0;
}

Status entry() {
    if (current_context == nullptr) return status::invalid_context;
    return broken ? status::illegal_address : status::success;
}

}  // namespace fake

namespace {

using fake::capture;
using fake::entry;
using fake::is_live;
using fake::NodeType;

// The parameters' bytes, from the "extra" array of a launch.
const char* parameter_bytes(void** extra, std::size_t bytes) {
    const auto is = [&](int index, std::uintptr_t what) { return extra[index] == reinterpret_cast<void*>(what); };
    if (!is(0, launch_parameters_pointer) || !is(2, launch_parameters_size) || !is(4, launch_parameters_end))
        std::abort();
    if (*static_cast<std::size_t*>(extra[3]) != bytes) std::abort();
    return static_cast<const char*>(extra[1]);
}

template <typename T>
T parameter(const char* bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes + offset, sizeof value);
    return value;
}

void* pointer(DevicePointer address) {
    return reinterpret_cast<void*>(address);
}

}  // namespace

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
    *bytes = fake::card_bytes().value_or(1 << 30);
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
    current_context = *context;
    return status::success;
}
Status cuCtxDestroy_v2(ContextHandle context) {
    delete context;
    for (const DevicePointer address : heap)
        std::free(pointer(address));
    heap.clear();
    allocations.clear();
    return status::success;
}
Status cuDevicePrimaryCtxRetain(ContextHandle* context, DeviceHandle) {
    const std::lock_guard lock(memory_mutex);
    if (primary_users++ == 0) {
        primary = new CUctx_st();
        broken = false;
    }
    *context = primary;
    return status::success;
}
Status cuDevicePrimaryCtxRelease_v2(DeviceHandle) {
    const std::lock_guard lock(memory_mutex);
    if (primary_users == 0) return status::invalid_context;
    return --primary_users == 0 ? cuCtxDestroy_v2(primary) : status::success;
}
// Parts of a card: units of 8 multiprocessors, of which 132 make 16 and 4 are left.
int fake_green_contexts = 0;  // that there are, for tests
Status cuDeviceGetDevResource(DeviceHandle, DeviceResource* resource, int type) {
    if (type != 1) return status::invalid_value;
    *resource = {};
    resource->type = type;
    resource->multiprocessors = card_multiprocessors;
    resource->least_part = unit_size;
    resource->alignment = unit_size;
    return status::success;
}
Status cuDevSmResourceSplitByCount(DeviceResource* parts, unsigned* count, const DeviceResource* whole, DeviceResource*,
                                   unsigned flags, unsigned least) {
    if (flags != 0 || least == 0 || whole->type != 1) return status::invalid_value;
    const unsigned size = (least + unit_size - 1) / unit_size * unit_size;
    const unsigned most = whole->multiprocessors / size;
    *count = parts == nullptr ? most : std::min(*count, most);
    for (unsigned i = 0; parts != nullptr && i < *count; ++i) {
        parts[i] = *whole;
        parts[i].multiprocessors = size;
        parts[i].rest[0] = static_cast<unsigned char>(i);
    }
    return status::success;
}
Status cuDevResourceGenerateDesc(PartDescription* description, DeviceResource* parts, unsigned count) {
    if (count == 0) return status::invalid_value;
    auto* const made = new CUdevResourceDesc_st();
    made->part.first_unit = parts[0].rest[0];
    for (unsigned i = 0; i < count; ++i)
        made->part.multiprocessors += parts[i].multiprocessors;
    *description = made;
    return status::success;
}
Status cuGreenCtxCreate(GreenContextHandle* green, PartDescription description, DeviceHandle, unsigned flags) {
    // They share the primary context's memory, and this one is there already.
    if (flags != 1 || primary_users == 0) return status::invalid_value;
    *green = reinterpret_cast<GreenContextHandle>(new CUctx_st(description->part));
    delete description;
    ++fake_green_contexts;
    return status::success;
}
Status cuGreenCtxDestroy(GreenContextHandle green) {
    delete reinterpret_cast<CUctx_st*>(green);
    --fake_green_contexts;
    return status::success;
}
Status cuGreenCtxStreamCreate(StreamHandle* stream, GreenContextHandle green, unsigned flags, int priority) {
    FAKE_CHECK_CONTEXT();
    if (flags != stream_non_blocking || priority < -5 || priority > 0) return status::invalid_value;
    *stream = new CUstream_st{reinterpret_cast<CUctx_st*>(green)};
    return status::success;
}
Status cuCtxSetCurrent(ContextHandle context) {
    current_context = context;
    return status::success;
}
Status cuCtxSetLimit(int limit, std::size_t value) {
    FAKE_CHECK_CONTEXT();
    if (limit != 0) return status::invalid_value;
    // As much as there is for a thread of 132 multiprocessors.
    return value > (std::size_t{512} << 10) ? status::invalid_value : status::success;
}
Status cuCtxSynchronize() {
    return entry();
}
Status cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    FAKE_CHECK_CONTEXT();
    *total = fake::card_bytes().value_or(1 << 30);
    if (fake::card_bytes()) {
        *free = *total - fake::created_bytes();
        return status::success;
    }
    *free = *total;
    const std::lock_guard lock(memory_mutex);
    for (const auto& [address, bytes] : allocations)
        *free -= bytes;
    return status::success;
}
Status cuMemAlloc_v2(DevicePointer* address, std::size_t bytes) {
    FAKE_CHECK_CONTEXT();
    if (bytes == 0) return status::invalid_value;
    if (bytes > 1 << 30) return 2;
    *address = reinterpret_cast<DevicePointer>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
    const std::lock_guard lock(memory_mutex);
    allocations[*address] = bytes;
    heap.insert(*address);
    return status::success;
}
Status cuMemFree_v2(DevicePointer address) {
    FAKE_CHECK_CONTEXT();
    const std::lock_guard lock(memory_mutex);
    if (heap.erase(address) == 0 || allocations.erase(address) == 0) return status::invalid_value;
    std::free(pointer(address));
    return status::success;
}
Status cuMemcpyHtoDAsync_v2(DevicePointer to, const void* from, std::size_t bytes, StreamHandle stream) {
    FAKE_CHECK_CONTEXT();
    if (!is_live(to, bytes)) return status::invalid_value;
    Copy3D copy;
    copy.from.device = reinterpret_cast<DevicePointer>(from);
    copy.to.device = to;
    if (capture(
            stream, NodeType::Copy, [=] { return cuMemcpyHtoDAsync_v2(to, from, bytes, nullptr); }, copy))
        return status::success;
    std::memcpy(pointer(to), from, bytes);
    return status::success;
}
Status cuMemcpyDtoHAsync_v2(void* to, DevicePointer from, std::size_t bytes, StreamHandle stream) {
    FAKE_CHECK_CONTEXT();
    if (!is_live(from, bytes)) return status::invalid_value;
    Copy3D copy;
    copy.from.device = from;
    copy.to.device = reinterpret_cast<DevicePointer>(to);
    if (capture(
            stream, NodeType::Copy, [=] { return cuMemcpyDtoHAsync_v2(to, from, bytes, nullptr); }, copy))
        return status::success;
    std::memcpy(to, pointer(from), bytes);
    return status::success;
}
Status cuMemcpyAsync(DevicePointer to, DevicePointer from, std::size_t bytes, StreamHandle) {
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
Status cuMemsetD32Async(DevicePointer to, unsigned value, std::size_t count, StreamHandle stream) {
    if (capture(stream, NodeType::Fill, [=] { return fill(to, value, count); })) return status::success;
    return fill(to, value, count);
}
Status cuModuleLoadDataEx(ModuleHandle* module, const void* image, unsigned option_count, int* options, void** values) {
    FAKE_CHECK_CONTEXT();
    std::istringstream text(static_cast<const char*>(image));
    auto made = std::make_unique<CUmod_st>();
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("\x7f"
                             "ELF"))
            continue;
        std::istringstream words(line);
        std::string kind;
        std::string name;
        words >> kind >> name;
        // It understands PTX only as far as kernels without parameters need it.
        if (kind == ".visible") {
            const std::string entry = words.str().substr(words.str().rfind(' ') + 1);
            made->functions[entry.substr(0, entry.find('('))].name = entry.substr(0, entry.find('('));
        } else if (kind == ".version" || kind == ".target" || kind == ".address_size" || kind == "{" ||
                   kind == "ret;" || kind == "}") {
            continue;
        } else if (kind == "kernel") {
            CUfunc_st& function = made->functions[name];
            function.name = name;
            for (std::size_t size = 0; words >> size;)
                function.sizes.push_back(size);
        } else if (kind == "global") {
            std::size_t bytes = 0;
            words >> bytes;
            std::vector<char>& global = made->globals[name];
            global.resize(bytes);
            fake::add_memory(reinterpret_cast<DevicePointer>(global.data()), bytes);
        } else {
            if (option_count >= 2 && options[0] == jit_option::error_log_buffer)
                std::strcpy(static_cast<char*>(values[0]),
                            "ptxas application ptx input, line 1; error\x1b\nptxas fatal\n");
            return 218;
        }
    }
    *module = made.release();
    return status::success;
}
// The linked result is the text behind a line that says it is machine code.
Status cuLinkCreate_v2(unsigned, int* options, void** values, LinkHandle* link) {
    FAKE_CHECK_CONTEXT();
    *link =
        new CUlinkState_st{{}, options[0] == jit_option::error_log_buffer ? static_cast<char*>(values[0]) : nullptr};
    return status::success;
}
Status cuLinkAddData_v2(LinkHandle link, int kind, void* data, std::size_t bytes, const char*, unsigned, int*, void**) {
    FAKE_CHECK_CONTEXT();
    const std::string_view text(static_cast<const char*>(data), bytes);
    if (kind != jit_input_ptx || !text.ends_with('\0')) return status::invalid_value;
    if (text.find("kernel") == std::string_view::npos) {
        if (link->log != nullptr) std::strcpy(link->log, "ptxas fatal\n");
        return 218;
    }
    link->code =
        "\x7f"
        "ELF" +
        std::string(60, ' ') + "\n" + std::string(text);
    return status::success;
}
Status cuLinkComplete(LinkHandle link, void** image, std::size_t* bytes) {
    FAKE_CHECK_CONTEXT();
    *image = link->code.data();
    *bytes = link->code.size();
    return status::success;
}
Status cuLinkDestroy(LinkHandle link) {
    delete link;
    return status::success;
}
Status cuModuleUnload(ModuleHandle module) {
    for (auto& [name, global] : module->globals)
        fake::remove_memory(reinterpret_cast<DevicePointer>(global.data()));
    delete module;
    return status::success;
}
Status cuLibraryLoadData(LibraryHandle* library, const void* image, int* options, void** values, unsigned option_count,
                         int* /*library_options*/, void** /*library_values*/, unsigned /*library_option_count*/) {
    auto made = std::make_unique<CUlib_st>();
    const Status status = cuModuleLoadDataEx(&made->module, image, option_count, options, values);
    if (status == status::success) *library = made.release();
    return status;
}
Status cuLibraryGetModule(ModuleHandle* module, LibraryHandle library) {
    FAKE_CHECK_CONTEXT();
    *module = library->module;
    return status::success;
}
Status cuLibraryUnload(LibraryHandle library) {
    const std::unique_ptr<CUlib_st> owned(library);
    return cuModuleUnload(owned->module);
}
Status cuModuleGetFunction(FunctionHandle* function, ModuleHandle module, const char* name) {
    FAKE_CHECK_CONTEXT();
    const auto found = module->functions.find(name);
    if (found == module->functions.end()) return status::not_found;
    *function = &found->second;
    return status::success;
}
Status cuModuleGetFunctionCount(unsigned* count, ModuleHandle module) {
    FAKE_CHECK_CONTEXT();
    *count = static_cast<unsigned>(module->functions.size());
    return status::success;
}
Status cuModuleEnumerateFunctions(FunctionHandle* functions, unsigned count, ModuleHandle module) {
    FAKE_CHECK_CONTEXT();
    for (auto& [name, function] : module->functions)
        if (count-- > 0) *functions++ = &function;
    return status::success;
}
Status cuFuncGetName(const char** name, FunctionHandle function) {
    FAKE_CHECK_CONTEXT();
    *name = function->name.c_str();
    return status::success;
}
Status cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, FunctionHandle function, int threads,
                                                   std::size_t dynamic_shared) {
    FAKE_CHECK_CONTEXT();
    *blocks = dynamic_shared > static_cast<std::size_t>(function->dynamic_shared) ? 0 : 2048 / threads;
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
    if (attribute == function_attribute::non_portable_cluster_size_allowed) {
        function->has_large_clusters = value != 0;
        return status::success;
    }
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
Status cuLaunchKernelEx(const LaunchConfig* config, FunctionHandle function, void** parameters, void** extra) {
    FAKE_CHECK_CONTEXT();
    if (parameters != nullptr) return status::invalid_value;
    if (config->shared_bytes > static_cast<unsigned>(function->dynamic_shared)) return status::invalid_value;
    for (unsigned i = 0; i < config->attribute_count; ++i) {
        const LaunchAttribute& one = config->attributes[i];
        if (one.id != launch_attribute_cluster) continue;
        const unsigned blocks = one.cluster[0] * one.cluster[1] * one.cluster[2];
        if (blocks > 8 && !function->has_large_clusters) return status::invalid_value;
    }
    if (const auto recorded = fake::record_launch(*config, function, extra)) return *recorded;
    if (function->name == "store") {
        const char* const bytes = parameter_bytes(extra, 12);
        const auto value = parameter<std::uint32_t>(bytes, 8);
        std::memcpy(pointer(parameter<DevicePointer>(bytes, 0)), &value, sizeof value);
    } else if (function->name == "config") {
        const unsigned cooperative = config->attribute_count == 1 &&
                                     config->attributes[0].id == launch_attribute_cooperative &&
                                     config->attributes[0].cooperative == 1;
        const unsigned words[] = {config->grid_x,  config->grid_y,  config->grid_z,       config->block_x,
                                  config->block_y, config->block_z, config->shared_bytes, cooperative};
        std::memcpy(pointer(parameter<DevicePointer>(parameter_bytes(extra, 8), 0)), words, sizeof words);
    } else if (function->name == "place") {
        const CUctx_st* const part =
            config->stream != nullptr && config->stream->part != nullptr ? config->stream->part : fake::context_of_node;
        const unsigned words[] = {part != nullptr ? part->first_unit : 0, part != nullptr ? part->multiprocessors : 0};
        std::memcpy(pointer(parameter<DevicePointer>(parameter_bytes(extra, 8), 0)), words, sizeof words);
    } else if (function->name == "fault") {
        broken = true;
    }
    return status::success;
}
Status cuLaunchHostFunc(StreamHandle stream, HostFunction function, void* data) {
    FAKE_CHECK_CONTEXT();
    if (capture(stream, NodeType::HostCall, [] { return status::success; })) return status::success;
    function(data);
    return status::success;
}
Status cuStreamCreateWithPriority(StreamHandle* stream, unsigned flags, int priority) {
    FAKE_CHECK_CONTEXT();
    if (flags != stream_non_blocking || priority < -5 || priority > 0) return status::invalid_value;
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
// How often it was asked, for tests that look for it.
unsigned fake_stream_queries = 0;
Status cuStreamQuery(StreamHandle) {
    ++fake_stream_queries;
    return entry();
}
Status cuStreamWaitEvent(StreamHandle, EventHandle, unsigned) {
    return entry();
}
Status cuEventCreate(EventHandle* event, unsigned flags) {
    FAKE_CHECK_CONTEXT();
    *event = new CUevent_st();
    (*event)->has_timing = (flags & event_disable_timing) == 0;
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
    if (!start->recorded || !end->recorded || !start->has_timing || !end->has_timing) return status::invalid_handle;
    *milliseconds = std::chrono::duration<float, std::milli>(end->time - start->time).count();
    return status::success;
}

}  // extern "C"
