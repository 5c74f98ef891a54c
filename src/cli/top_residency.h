// The part of `ringfence top` about memory that is not on the card because the card is full.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace ringfence::cli {

// Empty if all memory is where it belongs.
std::string top_residency(const nlohmann::ordered_json& status);

}  // namespace ringfence::cli
