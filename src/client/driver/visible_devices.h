// Decides whether the program sees the device, which CUDA_VISIBLE_DEVICES may hide (base/visible_devices.h).
#pragma once

#include <string_view>

namespace ringfence::driver {

// Not the card's own: a tenant learns which kind of device it has, but not which card.
constexpr std::string_view device_uuid = "ringfence-gpu-00";

// Reads the environment at the first call, like CUDA. Warns the user if the list names no device although that seems
// unintended.
bool is_device_visible();

}  // namespace ringfence::driver
