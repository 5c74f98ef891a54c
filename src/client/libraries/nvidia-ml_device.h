// NVML's devices: those that the program sees through CUDA.
#pragma once

#include <string_view>

#include "abi/runtime_types.h"

namespace ringfence::nvml {

enum Status : int {
    success = 0,
    invalid_argument = 2,
    not_supported = 3,
    not_found = 6,
    insufficient_size = 7,
    unknown = 999,
};

// A device is its number, plus one, so that none is null.
void* device_of(unsigned index);
unsigned device_count();
bool is_device(void* device);
// For a valid device.
int index_of(void* device);

// False if CUDA does not report them.
bool read_properties(void* device, cudaDeviceProp& properties);

// With a zero at its end; `insufficient_size` if there is no room.
int copy_text(std::string_view text, char* to, unsigned length);

}  // namespace ringfence::nvml
