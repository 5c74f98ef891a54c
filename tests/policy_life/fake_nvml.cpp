// Stands for NVML: one card, at 0000:17:00.0.
#include <cstring>

namespace {

int card = 0;

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int nvmlInit_v2() {
    return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char* place, void** device) {
    *device = &card;
    return std::strcmp(place, "00000000:17:00.0") == 0 ? 0 : 6;  // not found
}

int nvmlDeviceGetTemperature(void* device, unsigned sensor, unsigned* degrees) {
    *degrees = 61;
    return device == &card && sensor == 0 ? 0 : 2;
}

int nvmlDeviceGetTemperatureThreshold(void* device, unsigned threshold, unsigned* degrees) {
    *degrees = 90;
    return device == &card && threshold == 1 ? 0 : 2;
}

int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
    *milliwatts = 412'000;
    return device == &card ? 0 : 2;
}

// No limit: as with cards that do not tell theirs.
}
#pragma GCC visibility pop
