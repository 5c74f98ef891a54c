// Pictures as PNG files.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"

namespace ringfence::example {

// `pixels` row by row from the top; a pixel's bytes are red, green, blue and one that does not matter.
Result<void> write_png(const std::string& path, std::span<const std::uint32_t> pixels, std::uint32_t width,
                       std::uint32_t height);

}  // namespace ringfence::example
