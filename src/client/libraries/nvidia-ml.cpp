// NVML: what a session may know, which is itself. Its memory is the card's as the session sees it, its process the only
// one. Temperatures, clocks, other processes and settings of the card are "not supported". Which device it is stands in
// nvidia-ml_identity.cpp.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "api/runtime_entries.h"
#include "client/libraries/library_call.h"
#include "client/libraries/nvidia-ml_device.h"

namespace {

using namespace ringfence::nvml;

struct Memory {
    std::uint64_t total;
    std::uint64_t free;
    std::uint64_t used;
};

struct VersionedMemory {
    std::uint32_t version;
    std::uint64_t total;
    std::uint64_t reserved;
    std::uint64_t free;
    std::uint64_t used;
};

// As the first version of NVML had it.
struct PlainProcessInfo {
    std::uint32_t pid;
    std::uint64_t used;
};

struct ProcessInfo {
    std::uint32_t pid;
    std::uint64_t used;
    std::uint32_t gpu_instance;
    std::uint32_t compute_instance;
};

constexpr std::size_t longest_bus_id = 32;

// The session's, on the device that the program uses: a session has one.
bool read_memory(Memory& memory) {
    std::size_t free = 0;
    std::size_t total = 0;
    if (rf_cudaMemGetInfo(&free, &total) != cudaSuccess) return false;
    memory = {total, free, total - free};
    return true;
}

// NVML writes the domain with eight digits, CUDA with four; both are taken.
std::string_view without_domain(std::string_view bus_id) {
    const std::size_t colon = bus_id.find(':');
    return bus_id.size() > 8 && colon != std::string_view::npos ? bus_id.substr(colon + 1) : bus_id;
}

int find_by_bus_id(const char* bus_id, void** device) {
    if (bus_id == nullptr || device == nullptr) return invalid_argument;
    for (unsigned index = 0; index < device_count(); ++index) {
        char its[longest_bus_id] = {};
        if (rf_cudaDeviceGetPCIBusId(its, sizeof its, static_cast<int>(index)) != cudaSuccess) return unknown;
        const std::string_view wanted = without_domain(bus_id);
        const std::string_view found = without_domain(its);
        if (wanted.size() == found.size() && ::strncasecmp(wanted.data(), found.data(), wanted.size()) == 0) {
            *device = device_of(index);
            return success;
        }
    }
    return not_found;
}

void describe(ProcessInfo& info, std::uint64_t used) {
    info = {static_cast<std::uint32_t>(::getpid()), used, UINT32_MAX, UINT32_MAX};
}
void describe(PlainProcessInfo& info, std::uint64_t used) {
    info = {static_cast<std::uint32_t>(::getpid()), used};
}

template <typename Info>
int list_processes(void* device, unsigned* count, Info* infos) {
    if (!is_device(device) || count == nullptr) return invalid_argument;
    const unsigned room = *count;
    *count = 1;
    if (room == 0 || infos == nullptr) return insufficient_size;
    Memory memory = {};
    if (!read_memory(memory)) return unknown;
    describe(infos[0], memory.used);
    return success;
}

int list_no_processes(void* device, unsigned* count) {
    if (!is_device(device) || count == nullptr) return invalid_argument;
    *count = 0;
    return success;
}

}  // namespace

RF_LIBRARY_FUNCTION(int, nvmlInit_v2)() {
    return success;
}
RF_LIBRARY_FUNCTION(int, nvmlInit)() {
    return success;
}
RF_LIBRARY_FUNCTION(int, nvmlInitWithFlags)(unsigned) {
    return success;
}
RF_LIBRARY_FUNCTION(int, nvmlShutdown)() {
    return success;
}

RF_LIBRARY_FUNCTION(const char*, nvmlErrorString)(int status) {
    switch (status) {
        case success: return "Success";
        case invalid_argument: return "Invalid Argument";
        case not_supported: return "Not Supported";
        case not_found: return "Not Found";
        case insufficient_size: return "Insufficient Size";
        default: return "Unknown Error";
    }
}

RF_LIBRARY_FUNCTION(int, nvmlSystemGetCudaDriverVersion)(int* version) {
    if (version == nullptr) return invalid_argument;
    return rf_cudaDriverGetVersion(version) == cudaSuccess ? success : unknown;
}
RF_LIBRARY_FUNCTION(int, nvmlSystemGetCudaDriverVersion_v2)(int* version) {
    return nvmlSystemGetCudaDriverVersion(version);
}

RF_LIBRARY_FUNCTION(int, nvmlDeviceGetCount_v2)(unsigned* count) {
    if (count == nullptr) return invalid_argument;
    *count = device_count();
    return success;
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetCount)(unsigned* count) {
    return nvmlDeviceGetCount_v2(count);
}

RF_LIBRARY_FUNCTION(int, nvmlDeviceGetHandleByIndex_v2)(unsigned index, void** device) {
    if (device == nullptr || index >= device_count()) return invalid_argument;
    *device = device_of(index);
    return success;
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetHandleByIndex)(unsigned index, void** device) {
    return nvmlDeviceGetHandleByIndex_v2(index, device);
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetHandleByPciBusId_v2)(const char* bus_id, void** device) {
    return find_by_bus_id(bus_id, device);
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetHandleByPciBusId)(const char* bus_id, void** device) {
    return find_by_bus_id(bus_id, device);
}

RF_LIBRARY_FUNCTION(int, nvmlDeviceGetIndex)(void* device, unsigned* index) {
    if (!is_device(device) || index == nullptr) return invalid_argument;
    *index = static_cast<unsigned>(index_of(device));
    return success;
}

RF_LIBRARY_FUNCTION(int, nvmlDeviceGetName)(void* device, char* name, unsigned length) {
    if (!is_device(device)) return invalid_argument;
    cudaDeviceProp properties;
    if (!read_properties(device, properties)) return unknown;
    return copy_text(properties.name, name, length);
}

RF_LIBRARY_FUNCTION(int, nvmlDeviceGetMemoryInfo)(void* device, Memory* memory) {
    if (!is_device(device) || memory == nullptr) return invalid_argument;
    return read_memory(*memory) ? success : unknown;
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetMemoryInfo_v2)(void* device, VersionedMemory* memory) {
    if (!is_device(device) || memory == nullptr) return invalid_argument;
    Memory its = {};
    if (!read_memory(its)) return unknown;
    *memory = {memory->version, its.total, 0, its.free, its.used};
    return success;
}

RF_LIBRARY_FUNCTION(int, nvmlDeviceGetComputeRunningProcesses_v3)(void* device, unsigned* count, ProcessInfo* infos) {
    return list_processes(device, count, infos);
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetComputeRunningProcesses_v2)(void* device, unsigned* count, ProcessInfo* infos) {
    return list_processes(device, count, infos);
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetComputeRunningProcesses)
(void* device, unsigned* count, PlainProcessInfo* infos) {
    return list_processes(device, count, infos);
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetGraphicsRunningProcesses_v3)(void* device, unsigned* count, ProcessInfo*) {
    return list_no_processes(device, count);
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetGraphicsRunningProcesses_v2)(void* device, unsigned* count, ProcessInfo*) {
    return list_no_processes(device, count);
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetGraphicsRunningProcesses)(void* device, unsigned* count, PlainProcessInfo*) {
    return list_no_processes(device, count);
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetMPSComputeRunningProcesses_v3)(void* device, unsigned* count, ProcessInfo*) {
    return list_no_processes(device, count);
}

RF_LIBRARY_FUNCTION(int, nvmlDeviceGetCudaComputeCapability)(void* device, int* major, int* minor) {
    if (!is_device(device) || major == nullptr || minor == nullptr) return invalid_argument;
    cudaDeviceProp properties;
    if (!read_properties(device, properties)) return unknown;
    *major = properties.major;
    *minor = properties.minor;
    return success;
}
