// Memory files: anonymous memory behind a descriptor, to be shared between processes.
//
// A file from here is sealed: its size cannot change, so no process can make its mapping fault under another.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence {

// `name` is for /proc/PID/maps. The contents are zeros.
[[nodiscard]] Result<UniqueFd> create_memory_file(const char* name, std::uint64_t bytes);

// One that holds this.
[[nodiscard]] Result<UniqueFd> memory_file_of(const char* name, std::string_view text);
// All of one that came from another process: a copy, which that cannot change any more.
[[nodiscard]] Result<std::string> read_memory_file(int fd, std::uint64_t most_bytes);

// The size of a memory file that came from another process; refused unless it is sealed as above.
[[nodiscard]] Result<std::uint64_t> memory_file_bytes(int fd);

}  // namespace ringfence
