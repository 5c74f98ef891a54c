// The part of `ringfence top` about virtual GPUs: what each is to have of the device, and what it has got.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace ringfence::cli {

// Shows the time between two states; without an earlier one, all time so far. Empty if no virtual GPUs are named.
std::string top_vgpus(const nlohmann::ordered_json& status, const nlohmann::ordered_json* before);

}  // namespace ringfence::cli
