// Where NVIDIA's libraries lie on this machine, and which of them the worker may believe.
//
// No client can choose: the folders are those of the daemon's settings (`libraries`), or the usual ones. A file counts
// only if nobody but root and this process's user could have put it there or changed it: itself, its folder, and every
// folder above that.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace ringfence::adapters {

// Where the toolkit and the distribution put them; whether they are there or not.
std::vector<std::string> usual_library_folders();

// An error, with what could be changed by whom, if others could have changed the file. Gives the path that was checked,
// without links: those on the way may be anybody's, and lead elsewhere a moment later.
Result<std::string> check_only_trusted_write(const std::string& path);

// The first folder that has it. An error names the folders, and what lies there of another version.
Result<std::string> find_library(const std::vector<std::string>& folders, std::string_view name);

// The names of files that are the library's in another version, without the folders.
std::vector<std::string> other_versions(const std::vector<std::string>& folders, std::string_view name);

}  // namespace ringfence::adapters
