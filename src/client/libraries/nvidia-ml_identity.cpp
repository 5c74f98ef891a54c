// NVML: which device it is, and what it does. As CUDA says it: the session's device, and not the card's own numbers.
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "api/runtime_entries.h"
#include "client/libraries/library_call.h"
#include "client/libraries/nvidia-ml_device.h"

namespace {

using namespace ringfence::nvml;

// The drivers that have the CUDA version which cuDriverGetVersion gives: the branch, as no program learns which one.
constexpr std::string_view driver_version = "580.00";
constexpr std::string_view nvml_version = "13.580.00";

constexpr int compute_mode_default = 0;
constexpr unsigned unknown_architecture = UINT32_MAX;

struct PciInfo {
    std::array<char, 16> short_bus_id;
    std::uint32_t domain;
    std::uint32_t bus;
    std::uint32_t device;
    std::uint32_t device_id;
    std::uint32_t subsystem_id;
    std::array<char, 32> bus_id;
};
static_assert(sizeof(PciInfo) == 68);

struct Utilization {
    std::uint32_t gpu;
    std::uint32_t memory;
};

// Gives what a function makes of the device's properties.
template <typename Number, typename Read>
int give(void* device, Number* to, Read&& read) {
    if (!is_device(device) || to == nullptr) return invalid_argument;
    cudaDeviceProp properties;
    if (!read_properties(device, properties)) return unknown;
    *to = static_cast<Number>(read(properties));
    return success;
}

// "GPU-72696e67-6665-6e63-652d-6770752d3030"; empty: CUDA does not tell.
std::string uuid_of(void* device) {
    cudaDeviceProp properties;
    if (!read_properties(device, properties)) return "";
    std::string text = "GPU-";
    for (std::size_t i = 0; i < sizeof properties.uuid.bytes; ++i) {
        std::array<char, 3> digits = {};
        std::snprintf(digits.data(), digits.size(), "%02x", static_cast<unsigned char>(properties.uuid.bytes[i]));
        text += digits.data();
        if (i == 3 || i == 5 || i == 7 || i == 9) text += '-';
    }
    return text;
}

unsigned architecture_of(int major, int minor) {
    switch (major) {
        case 7: return minor >= 5 ? 6 : 5;
        case 8: return minor >= 9 ? 8 : 7;
        case 9: return 9;
        case 10:
        case 12: return 10;
        default: return unknown_architecture;
    }
}

}  // namespace

RF_LIBRARY_FUNCTION(int, nvmlSystemGetDriverVersion)(char* version, unsigned length) {
    return copy_text(driver_version, version, length);
}
RF_LIBRARY_FUNCTION(int, nvmlSystemGetNVMLVersion)(char* version, unsigned length) {
    return copy_text(nvml_version, version, length);
}

RF_LIBRARY_FUNCTION(int, nvmlDeviceGetUUID)(void* device, char* uuid, unsigned length) {
    if (!is_device(device)) return invalid_argument;
    const std::string text = uuid_of(device);
    return text.empty() ? static_cast<int>(unknown) : copy_text(text, uuid, length);
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetHandleByUUID)(const char* uuid, void** device) {
    if (uuid == nullptr || device == nullptr) return invalid_argument;
    for (unsigned index = 0; index < device_count(); ++index) {
        if (uuid_of(device_of(index)) != uuid) continue;
        *device = device_of(index);
        return success;
    }
    return not_found;
}

RF_LIBRARY_FUNCTION(int, nvmlDeviceGetPciInfo_v3)(void* device, PciInfo* info) {
    if (!is_device(device) || info == nullptr) return invalid_argument;
    cudaDeviceProp its;
    if (!read_properties(device, its)) return unknown;
    *info = {};
    info->domain = static_cast<std::uint32_t>(its.pciDomainID);
    info->bus = static_cast<std::uint32_t>(its.pciBusID);
    info->device = static_cast<std::uint32_t>(its.pciDeviceID);
    std::snprintf(info->short_bus_id.data(), info->short_bus_id.size(), "%04X:%02X:%02X.0", info->domain & 0xffffU,
                  info->bus & 0xffU, info->device & 0xffU);
    std::snprintf(info->bus_id.data(), info->bus_id.size(), "%08X:%02X:%02X.0", info->domain, info->bus & 0xffU,
                  info->device & 0xffU);
    return success;
}

RF_LIBRARY_FUNCTION(int, nvmlDeviceGetMinorNumber)(void* device, unsigned* number) {
    return give(device, number, [device](const cudaDeviceProp&) { return index_of(device); });
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetMemoryBusWidth)(void* device, unsigned* bits) {
    return give(device, bits, [](const cudaDeviceProp& properties) { return properties.memoryBusWidth; });
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetArchitecture)(void* device, unsigned* architecture) {
    return give(device, architecture,
                [](const cudaDeviceProp& properties) { return architecture_of(properties.major, properties.minor); });
}
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetComputeMode)(void* device, int* mode) {
    return give(device, mode, [](const cudaDeviceProp&) { return compute_mode_default; });
}

// How busy the card is tells about others, and a session's own share is not counted in the program: 0.
RF_LIBRARY_FUNCTION(int, nvmlDeviceGetUtilizationRates)(void* device, Utilization* rates) {
    if (!is_device(device) || rates == nullptr) return invalid_argument;
    *rates = {0, 0};
    return success;
}
