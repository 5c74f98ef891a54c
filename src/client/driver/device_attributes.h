// The device's attributes, answered without a round trip.
#pragma once

#include <optional>

#include "abi/driver_types.h"
#include "channel/handshake.h"

namespace ringfence::driver {

// Nothing if the number is not an attribute.
std::optional<int> device_attribute(const channel::DeviceProperties& device, CUdevice_attribute attribute);

}  // namespace ringfence::driver
