#include "client/libraries/nvidia-ml_device.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "api/runtime_entries.h"

namespace ringfence::nvml {

void* device_of(unsigned index) {
    return reinterpret_cast<void*>(std::uintptr_t{index} + 1);
}

unsigned device_count() {
    int count = 0;
    return rf_cudaGetDeviceCount(&count) == cudaSuccess && count > 0 ? static_cast<unsigned>(count) : 0;
}

bool is_device(void* device) {
    const auto bits = reinterpret_cast<std::uintptr_t>(device);
    return bits >= 1 && bits <= device_count();
}

int index_of(void* device) {
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(device) - 1);
}

bool read_properties(void* device, cudaDeviceProp& properties) {
    return rf_cudaGetDeviceProperties(&properties, index_of(device)) == cudaSuccess;
}

int copy_text(std::string_view text, char* to, unsigned length) {
    if (to == nullptr) return invalid_argument;
    if (text.size() >= length) return insufficient_size;
    std::memcpy(to, text.data(), text.size());
    to[text.size()] = '\0';
    return success;
}

}  // namespace ringfence::nvml
