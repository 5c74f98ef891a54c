// The daemon's status in Prometheus' text format (version 0.0.4).
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace ringfence::supervisor {

// `status`: as `ringfence status --json` prints it. Values that are missing there are left out.
std::string metrics_text(const nlohmann::ordered_json& status);

}  // namespace ringfence::supervisor
