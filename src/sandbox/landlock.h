// Which files a process can still open by their names (Landlock). It holds for the calling thread and for what it
// becomes or starts, and there is no way back. Files that are open already stay usable.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace ringfence::sandbox {

struct OpenFiles {
    std::vector<std::string> readable;    // files, and folders with all that is below them; missing ones are left out
    std::vector<std::string> executable;  // files, which are readable too
};

// The version of the kernel's interface; 0: it has none, or it is switched off.
int landlock_version();

// Nothing else can be opened, for nothing else than that, and nothing be made, renamed or removed. Needs
// PR_SET_NO_NEW_PRIVS.
[[nodiscard]] Result<void> allow_only(const OpenFiles& files);

}  // namespace ringfence::sandbox
