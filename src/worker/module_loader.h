// From the bytes that a client calls an image to a module on the device.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::worker {

// Whether machine code may run, or only PTX: the software GPU has no other, and where contexts are shared only PTX can
// be guarded.
enum class ImageChoice : std::uint8_t { PtxOnly, PreferMachineCode };

// `image` must be memory that no client can write.
Result<std::unique_ptr<backend::Module>> load_image(backend::Device& device, std::span<const std::byte> image,
                                                    ImageChoice choice,
                                                    const std::vector<backend::Placement>& placements);

}  // namespace ringfence::worker
