// The table of `ringfence top`, made of what the daemon says of itself; 80 columns wide.
#pragma once

#include <chrono>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace ringfence::cli {

// `before`: the status a while earlier, for the rates; null: there is none, and no rates.
std::string top_table(const nlohmann::ordered_json& status, const nlohmann::ordered_json* before,
                      std::chrono::duration<double> between);

}  // namespace ringfence::cli
