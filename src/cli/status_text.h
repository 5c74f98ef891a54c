// ringfence status: daemon, workers and sessions as text.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace ringfence::cli {

// `status` is the daemon's answer.
std::string status_text(const nlohmann::ordered_json& status);

}  // namespace ringfence::cli
