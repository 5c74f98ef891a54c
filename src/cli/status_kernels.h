// ringfence status --kernels: what sessions have launched, in which variant, and why.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace ringfence::cli {

// Asks each worker of a status, and puts into its sessions what they have launched ("kernels").
void add_kernels(nlohmann::ordered_json& status);
// Adds one worker's answer, which need not make sense: `lines` (worker/kernel_counts.h), or why there are none.
void note_kernels(nlohmann::ordered_json& worker, const Result<std::string>& lines);
// A table, by tenant, session and kernel.
std::string kernels_text(const nlohmann::ordered_json& status);

}  // namespace ringfence::cli
