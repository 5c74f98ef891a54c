// Where NVIDIA's libraries lie on this machine. No client can choose: the folders are those of the daemon's settings
// (`libraries`), or the usual ones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ringfence::adapters {

// Where the toolkit and the distribution put them; whether they are there or not.
std::vector<std::string> usual_library_folders();

// The first folder that has it. An error names the folders, and what lies there of another version.
Result<std::string> find_library(const std::vector<std::string>& folders, std::string_view name);

// The names of files that are the library's in another version, without the folders.
std::vector<std::string> other_versions(const std::vector<std::string>& folders, std::string_view name);

}  // namespace ringfence::adapters
