// Folders for kept files.
#pragma once

#include <string>

#include "base/result.h"

namespace ringfence::cache {

// Makes all that is missing of a path, closed to others.
Result<void> make_folders(const std::string& path);

}  // namespace ringfence::cache
