// Finds sessions whose beginning is in the audit log and whose end is missing, because the daemon was killed.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"

namespace ringfence::supervisor {

// Their `session_begins` records, in order. A starting daemon writes the missing ends, so only records after the last
// `daemon_starts` matter.
std::vector<nlohmann::ordered_json> unfinished_sessions(const std::string& audit_path);

}  // namespace ringfence::supervisor
