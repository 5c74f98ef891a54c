// Small files that several of the administrator's processes may change: under a lock, and atomically.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::tenants {

// Nothing if there is no such file. It must belong to this user or to root, and no one else may write it.
Result<std::optional<std::string>> read_state_file(const std::string& path, std::size_t limit);
// Creates the folder of the file, closed to others, if it does not exist.
Result<void> make_folder_of(const std::string& path);
// Replaces the file atomically. A new file, and its folder, are closed to others.
Result<void> write_state_file(const std::string& path, std::string_view contents);
// Takes the lock, which is held until the descriptor is closed.
Result<UniqueFd> lock_state_file(const std::string& path);

}  // namespace ringfence::tenants
