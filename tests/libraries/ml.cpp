// NVML as the session sees itself: one device, its memory, its own process.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>

extern "C" {
int cudaMalloc(void** address, std::size_t bytes);
int cudaFree(void* address);
int cudaDeviceGetPCIBusId(char* id, int length, int device);
int nvmlInit_v2();
int nvmlShutdown();
const char* nvmlErrorString(int status);
int nvmlDeviceGetCount_v2(unsigned* count);
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device);
int nvmlDeviceGetHandleByPciBusId_v2(const char* bus_id, void** device);
int nvmlDeviceGetName(void* device, char* name, unsigned length);
int nvmlDeviceGetMemoryInfo(void* device, void* memory);
int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned* count, void* infos);
int nvmlDeviceGetComputeRunningProcesses(void* device, unsigned* count, void* infos);
int nvmlDeviceGetTemperature(void* device, int sensor, unsigned* value);
}

namespace {

int failures = 0;
int cases = 0;

void check(bool is_so, const char* what) {
    ++cases;
    if (is_so) return;
    ++failures;
    std::printf("FAILED: %s\n", what);
}

struct Memory {
    std::uint64_t total, free, used;
};

struct Process {
    std::uint32_t pid;
    std::uint64_t used;
    std::uint32_t instances[2];
};

void check_devices(void*& device) {
    unsigned count = 0;
    check(nvmlDeviceGetCount_v2(&count) == 0 && count == 1, "one device");
    check(nvmlDeviceGetHandleByIndex_v2(0, &device) == 0 && device != nullptr, "by index");
    check(nvmlDeviceGetHandleByIndex_v2(1, &device) == 2, "no second one");
    char bus_id[32] = {};
    check(cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, 0) == 0, "CUDA's bus id");
    void* same = nullptr;
    check(nvmlDeviceGetHandleByPciBusId_v2(bus_id, &same) == 0 && same == device, "by bus id");
    char long_id[40] = {};
    std::snprintf(long_id, sizeof long_id, "0000%s", bus_id);
    check(nvmlDeviceGetHandleByPciBusId_v2(long_id, &same) == 0, "by bus id with eight digits");
    check(nvmlDeviceGetHandleByPciBusId_v2("0000:7f:1f.7", &same) == 6, "another card is not there");
    char name[96] = {};
    check(nvmlDeviceGetName(device, name, sizeof name) == 0 && name[0] != '\0', "name");
    check(nvmlDeviceGetName(device, name, 2) == 7, "no room for the name");
}

void check_memory(void* device) {
    Memory before = {};
    Memory after = {};
    check(nvmlDeviceGetMemoryInfo(device, &before) == 0 && before.total >= before.free, "memory");
    void* some = nullptr;
    check(cudaMalloc(&some, 8 << 20) == 0, "8 MiB");
    check(nvmlDeviceGetMemoryInfo(device, &after) == 0 && after.used >= before.used + (8 << 20), "memory is used");
    Process process = {};
    unsigned count = 0;
    check(nvmlDeviceGetComputeRunningProcesses_v3(device, &count, nullptr) == 7 && count == 1, "one process");
    check(nvmlDeviceGetComputeRunningProcesses_v3(device, &count, &process) == 0, "processes");
    std::uint64_t plain[2] = {};
    check(nvmlDeviceGetComputeRunningProcesses(device, &count, plain) == 0 && plain[1] == after.used, "the old form");
    check(process.pid == static_cast<std::uint32_t>(::getpid()) && process.used == after.used, "this one");
    check(cudaFree(some) == 0, "freed");
}

}  // namespace

int main() {
    check(nvmlInit_v2() == 0, "init");
    void* device = nullptr;
    check_devices(device);
    check_memory(device);
    unsigned value = 0;
    check(nvmlDeviceGetTemperature(device, 0, &value) == 3, "temperatures are nobody's business");
    check(std::strcmp(nvmlErrorString(3), "Not Supported") == 0, "texts");
    check(nvmlShutdown() == 0, "shutdown");
    std::printf("NVML: %d cases, %d failures\n", cases, failures);
    return failures == 0 ? 0 : 1;
}
