// Whether the program sees the device, which its CUDA_VISIBLE_DEVICES may hide (base/visible_devices.h).
#pragma once

#include <string_view>

namespace ringfence::driver {

// Not the card's own: a tenant is told which kind of device it has, not which piece.
constexpr std::string_view device_uuid = "ringfence-gpu-00";

// As the environment was when this was asked first, which is how CUDA reads it. Tells the user if the list names no
// device, and does not look as if that were meant.
bool is_device_visible();

}  // namespace ringfence::driver
