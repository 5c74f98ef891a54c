// Paths and patterns of control groups, by which containers are told apart.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace ringfence::tenants {

// Checks a pattern like "/system.slice/docker-4f6d*": names from the root down; * matches within a name.
Result<void> check_cgroup_pattern(std::string_view pattern);

// True if the pattern matches the group or one of its parents.
bool is_in_cgroup(std::string_view path, std::string_view pattern);

// The path in the unified hierarchy, from the contents of /proc/PID/cgroup. An error if it is missing, outside of what
// this process can see, or the group was removed.
Result<std::string> unified_cgroup(std::string_view proc_file);

}  // namespace ringfence::tenants
