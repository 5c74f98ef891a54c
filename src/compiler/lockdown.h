// The sandbox that a compiler enters before it reads the first byte of a tenant's text: from then on it can compute,
// use memory up to a limit, and talk over the descriptors that it has. It cannot open anything, start anything, or
// reach any other process, nor can code that has taken it over.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "base/result.h"

namespace ringfence::compiler {

struct LockdownOptions {
    // On top of the memory that the process has by now. The compiler sees a refusal as "out of memory".
    std::uint64_t most_memory = std::uint64_t{4} << 30;
};

// To be called first of all: the process ends with its parent, dumps no memory, and goes before others when memory or
// processors are short.
void become_expendable();

// For all threads of the process. There is no way back.
Result<void> lock_down(const LockdownOptions& options);

struct ProgramLockdown {
    std::string program;
    std::uint64_t most_memory = 0;
    std::uint64_t most_output = 0;      // bytes of a file that it writes
    std::chrono::seconds most_time{0};  // of the processors
};

// For a process that is about to become `program`. A program has to open itself and its libraries, and can do so, but
// no other file. It has no threads: nobody could count them. The rest is as above.
Result<void> lock_down_before(const ProgramLockdown& options);

}  // namespace ringfence::compiler
