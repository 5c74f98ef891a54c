// A file with 32 random bytes that one user alone can read.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/result.h"

namespace ringfence {

using Secret = std::array<std::uint8_t, 32>;

// For error messages: how they begin ("compiled code is not kept: its secret"), and what to do about a bad place.
struct SecretPurpose {
    std::string what;
    std::string other_place;
};

// The contents of the file; a missing one is made, complete from the start, so that of several processes that make one
// at once, one succeeds. It must be this user's and closed to others. Its folder must be there.
Result<Secret> load_secret_file(const std::string& file, const SecretPurpose& purpose);

}  // namespace ringfence
