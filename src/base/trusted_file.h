// Files of others that our processes load or run: programs and libraries of the vendor.
//
// A file counts only if nobody but root and this process's user could have put it there or changed it: itself, its
// folder, and every folder above that.
#pragma once

#include <string>

#include "base/result.h"

namespace ringfence {

// An error, with what could be changed by whom, if others could have changed the file. Gives the path that was checked,
// without links: those on the way may be anybody's, and lead elsewhere a moment later.
Result<std::string> check_only_trusted_write(const std::string& path);

}  // namespace ringfence
