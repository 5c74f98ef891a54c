// Small files that several processes of the administrator's may change: under a lock, and never half.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::tenants {

// Nothing if there is no such file. It must belong to this user or to root, and no one else may write it.
Result<std::optional<std::string>> read_state_file(const std::string& path, std::size_t limit);
// If it is not there: closed to others.
Result<void> make_folder_of(const std::string& path);
// Closed to others, if it is a new one; with its folder.
Result<void> write_state_file(const std::string& path, std::string_view contents);
// Held until the descriptor is closed.
Result<UniqueFd> lock_state_file(const std::string& path);

}  // namespace ringfence::tenants
