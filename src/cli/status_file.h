// A status of the daemon's that somebody has kept (ringfence status --json). Nothing in it is sure to be there.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace ringfence::cli {

Result<nlohmann::ordered_json> status_in_file(const std::string& path);

// The value that an object has by a key, if it is of that kind; otherwise nothing, 0, or an empty text.
const nlohmann::ordered_json& list_in(const nlohmann::ordered_json& object, const char* key);
std::uint64_t count_in(const nlohmann::ordered_json& object, const char* key);
// Fit to print.
std::string word_in(const nlohmann::ordered_json& object, const char* key);

}  // namespace ringfence::cli
