// Reading and writing whole files, with limits and without half-written results.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ringfence {

// The contents of the file `path`, or of standard input for "-". A file of more than `limit` bytes is refused, whatever
// size it claims to have, and no more than that is held in memory.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t limit);

// Replaces the file `path`: a reader sees the old contents or the new, never a mixture, and after a failure the old.
// The file keeps its permissions; a symbolic link keeps its target. A path that is no regular file (a pipe,
// /dev/stdout) is written in place.
[[nodiscard]] Result<void> write_file_atomically(const std::string& path, std::string_view contents);

}  // namespace ringfence
