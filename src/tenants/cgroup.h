// Control groups: by these containers are told apart.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace ringfence::tenants {

// "/system.slice/docker-4f6d*": names from the root down; * stands for any characters of one name.
Result<void> check_cgroup_pattern(std::string_view pattern);

// True if the pattern names the group, or one that it lies in.
bool is_in_cgroup(std::string_view path, std::string_view pattern);

// The path in the unified hierarchy, of what /proc/PID/cgroup holds. An error if it is not in there, is outside of what
// this process can see, or the group has been removed.
Result<std::string> unified_cgroup(std::string_view proc_file);

}  // namespace ringfence::tenants
