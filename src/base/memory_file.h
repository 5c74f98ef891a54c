// Memory files: anonymous memory behind a descriptor, to be shared between processes.
//
// A file from here is sealed: nobody can change its size, so nobody can make its mapping fault under another process.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence {

// `name` is for /proc/PID/maps. The contents are zeros.
[[nodiscard]] Result<UniqueFd> create_memory_file(const char* name, std::uint64_t bytes);

// The size of a memory file that came from another process; refused unless it is sealed as above.
[[nodiscard]] Result<std::uint64_t> memory_file_bytes(int fd);

}  // namespace ringfence
