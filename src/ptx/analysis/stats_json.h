// The statistics as JSON. The keys are part of the command line's interface: they stay.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "ptx/analysis/stats.h"

namespace ringfence::ptx {

// Classes, spaces and types that do not occur are left out; what is not known is null.
void to_json(nlohmann::json& json, const FunctionStats& stats);
void to_json(nlohmann::json& json, const ModuleStats& stats);

}  // namespace ringfence::ptx
