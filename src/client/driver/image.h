// Images of modules as programs hand them over: by address alone. How long one is, it says itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ringfence::driver {

// PTX text, a cubin, a fatbin, or a wrapper that points to one. Empty if it is none of these.
std::span<const std::byte> image_bytes(const void* image);

}  // namespace ringfence::driver
