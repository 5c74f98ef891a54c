// Starts a program of ours.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::supervisor {

struct Child {
    pid_t pid = 0;
    UniqueFd process;  // becomes readable when it has ended
};

// `words`: the program and its arguments. `descriptors`: what it finds as descriptors 3, 4 …; it has nothing else of
// ours but standard output and error.
[[nodiscard]] Result<Child> spawn(std::vector<std::string> words, const std::vector<int>& descriptors);

}  // namespace ringfence::supervisor
