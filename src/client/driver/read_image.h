// A module's image from a file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "abi/driver_types.h"

namespace ringfence::driver {

CUresult read_image(const std::string& path, std::vector<std::byte>& contents);

}  // namespace ringfence::driver
