// The part of `ringfence top` about policies: which one decides in each worker, and what it did.
#pragma once

#include <chrono>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace ringfence::cli {

// Rates are of the time between two states; without an earlier one there are none. Empty: the built-in one decides
// everywhere.
std::string top_policy(const nlohmann::ordered_json& status, const nlohmann::ordered_json* before,
                       std::chrono::duration<double> between);

}  // namespace ringfence::cli
