// VDPAU's surfaces, accessed through the functions that the program passes.
#pragma once

#include <cstdint>

#include "abi/driver_types.h"

namespace ringfence::driver {

// VDPAU's way to find a device's functions by number. 0 is success.
using VdpauFinder = unsigned (*)(std::uint32_t device, std::uint32_t function, void** result);

// Sets the device whose surfaces will be registered.
void use_vdpau(std::uint32_t device, VdpauFinder finder);
CUresult register_vdpau_output(std::uint32_t surface, unsigned flags, CUgraphicsResource& result);
CUresult register_vdpau_video(std::uint32_t surface, unsigned flags, CUgraphicsResource& result);

}  // namespace ringfence::driver
