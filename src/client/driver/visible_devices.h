// CUDA_VISIBLE_DEVICES: whether the program sees the device. There is one, number 0.
//
// As CUDA documents it: the list holds numbers, or UUIDs, of which the first characters do; the first entry that is no
// device ends it. The device that is named twice makes it an empty list.
#pragma once

#include <string>
#include <string_view>

namespace ringfence::driver {

// Not the card's own: a tenant is told which kind of device it has, not which piece.
constexpr std::string_view device_uuid = "ringfence-gpu-00";
// "GPU-72696e67-…", as tools write it.
std::string device_uuid_text();

bool shows_device(std::string_view list);

// As the environment was when this was asked first, which is how CUDA reads it. Tells the user if the list names
// another device: on a machine with several that is easily done.
bool is_device_visible();

}  // namespace ringfence::driver
