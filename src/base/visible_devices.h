// CUDA_VISIBLE_DEVICES, where there is one device: what was given to the program, under whatever name.
//
// Schedulers of clusters set the variable to the numbers or the UUIDs of a machine's cards, which programs under
// Ringfence do not see. So the first entry decides, as CUDA reads it: a number, or the beginning of a UUID (GPU-…,
// MIG-…), stands for the one device.
#pragma once

#include <string_view>

namespace ringfence {

constexpr const char* visible_devices_variable = "CUDA_VISIBLE_DEVICES";

enum class VisibleDevices {
    shown,
    hidden,     // an empty list, or one that begins with a negative number
    malformed,  // hidden as well, which the user may not have meant
};

VisibleDevices read_visible_devices(std::string_view list);

}  // namespace ringfence
