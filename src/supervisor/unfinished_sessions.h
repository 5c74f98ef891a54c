// Sessions of which the audit log tells the beginning and not the end, because the daemon was killed.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace ringfence::supervisor {

// Their `session_begins`, in order. A daemon that starts has written the ends that were missing, so nothing before the
// last `daemon_starts` is looked at.
std::vector<nlohmann::ordered_json> unfinished_sessions(const std::string& audit_path);

}  // namespace ringfence::supervisor
