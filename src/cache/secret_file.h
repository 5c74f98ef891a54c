// A secret of this installation, in a file of its own: made of random bytes when it is asked for first.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/result.h"

namespace ringfence::cache {

using Secret = std::array<std::uint8_t, 32>;

// What is in the file; one that is not there is made. It must be this user's, and closed to others.
Result<Secret> load_secret_file(const std::string& file);

}  // namespace ringfence::cache
