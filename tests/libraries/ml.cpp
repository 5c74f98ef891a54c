// NVML as the session sees itself: one device, its memory, its own process.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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
int nvmlSystemGetDriverVersion(char* version, unsigned length);
int nvmlSystemGetNVMLVersion(char* version, unsigned length);
int nvmlDeviceGetUUID(void* device, char* uuid, unsigned length);
int nvmlDeviceGetHandleByUUID(const char* uuid, void** device);
int nvmlDeviceGetPciInfo_v3(void* device, void* info);
int nvmlDeviceGetMinorNumber(void* device, unsigned* number);
int nvmlDeviceGetMemoryBusWidth(void* device, unsigned* bits);
int nvmlDeviceGetArchitecture(void* device, unsigned* architecture);
int nvmlDeviceGetCudaComputeCapability(void* device, int* major, int* minor);
int nvmlDeviceGetComputeMode(void* device, int* mode);
int nvmlDeviceGetUtilizationRates(void* device, void* rates);
int nvmlDeviceGetGraphicsRunningProcesses_v2(void* device, unsigned* count, void* infos);
int nvmlDeviceGetMPSComputeRunningProcesses_v3(void* device, unsigned* count, void* infos);
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

struct Pci {
    char short_bus_id[16];
    std::uint32_t domain, bus, device, device_id, subsystem_id;
    char bus_id[32];
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

void check_identity(void* device) {
    char uuid[80] = {};
    check(nvmlDeviceGetUUID(device, uuid, sizeof uuid) == 0, "UUID");
    check(std::strcmp(uuid, "GPU-72696e67-6665-6e63-652d-6770752d3030") == 0, "which is CUDA's");
    check(nvmlDeviceGetUUID(device, uuid, 20) == 7, "no room for it");
    void* same = nullptr;
    check(nvmlDeviceGetHandleByUUID(uuid, &same) == 0 && same == device, "by UUID");
    check(nvmlDeviceGetHandleByUUID("GPU-8932f937-d72c-4106-c12f-20bd9faed9f6", &same) == 6, "another UUID");
    Pci pci = {};
    check(nvmlDeviceGetPciInfo_v3(device, &pci) == 0, "PCI");
    check(nvmlDeviceGetHandleByPciBusId_v2(pci.bus_id, &same) == 0 && same == device, "by its bus id");
    check(nvmlDeviceGetHandleByPciBusId_v2(pci.short_bus_id, &same) == 0 && same == device, "by the shorter one");
    char bus_id[32] = {};
    std::snprintf(bus_id, sizeof bus_id, "%08X:%02X:%02X.0", pci.domain, pci.bus, pci.device);
    check(std::strcmp(bus_id, pci.bus_id) == 0, "which has its numbers");
    unsigned minor_number = 7;
    check(nvmlDeviceGetMinorNumber(device, &minor_number) == 0 && minor_number == 0, "minor number");
    check(nvmlDeviceGetMinorNumber(nullptr, &minor_number) == 2, "of no device");
    char version[80] = {};
    check(nvmlSystemGetDriverVersion(version, sizeof version) == 0 && std::strtoul(version, nullptr, 10) >= 580,
          "driver");
    check(nvmlSystemGetNVMLVersion(version, sizeof version) == 0 && version[0] != '\0', "NVML");
}

void check_state(void* device) {
    unsigned bits = 0;
    check(nvmlDeviceGetMemoryBusWidth(device, &bits) == 0 && bits != 0, "memory bus");
    int major = 0;
    int minor = 0;
    unsigned architecture = 0;
    check(nvmlDeviceGetCudaComputeCapability(device, &major, &minor) == 0, "compute capability");
    check(nvmlDeviceGetArchitecture(device, &architecture) == 0 && (major != 9 || architecture == 9), "architecture");
    int mode = 7;
    check(nvmlDeviceGetComputeMode(device, &mode) == 0 && mode == 0, "compute mode");
    unsigned rates[2] = {200, 200};
    check(nvmlDeviceGetUtilizationRates(device, rates) == 0 && rates[0] <= 100 && rates[1] <= 100, "utilization");
    unsigned count = 5;
    check(nvmlDeviceGetGraphicsRunningProcesses_v2(device, &count, nullptr) == 0 && count == 0, "no graphics");
    count = 5;
    check(nvmlDeviceGetMPSComputeRunningProcesses_v3(device, &count, nullptr) == 0 && count == 0, "no MPS");
}

}  // namespace

int main() {
    check(nvmlInit_v2() == 0, "init");
    void* device = nullptr;
    check_devices(device);
    check_memory(device);
    check_identity(device);
    check_state(device);
    unsigned value = 0;
    check(nvmlDeviceGetTemperature(device, 0, &value) == 3, "temperatures are nobody's business");
    check(std::strcmp(nvmlErrorString(3), "Not Supported") == 0, "texts");
    check(nvmlShutdown() == 0, "shutdown");
    std::printf("NVML: %d cases, %d failures\n", cases, failures);
    return failures == 0 ? 0 : 1;
}
