// Surfaces of VDPAU's, read and written through the functions that the program hands over.
#pragma once

#include <cstdint>

#include "abi/driver_types.h"

namespace ringfence::driver {

// VDPAU's own: a device and how its functions are found by number. 0 is success.
using VdpauFinder = unsigned (*)(std::uint32_t device, std::uint32_t function, void** result);

// The device whose surfaces are registered from now on.
void use_vdpau(std::uint32_t device, VdpauFinder finder);
CUresult register_vdpau_output(std::uint32_t surface, unsigned flags, CUgraphicsResource& result);
CUresult register_vdpau_video(std::uint32_t surface, unsigned flags, CUgraphicsResource& result);

}  // namespace ringfence::driver
