// For people: what a launch does not meet of a kernel's conditions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guard/conditions/launch_conditions.h"

namespace ringfence::guard {

// `parameter`: what the reader calls the parameter at unmet.place.
std::string describe(const LaunchConditions::Unmet& unmet, std::string_view parameter);

// `param_2+8`: as nvcc numbers them, from 0, with the offset in one that is larger than what is meant.
std::string parameter_name(const std::vector<ParameterSpan>& parameters, std::uint32_t place);

}  // namespace ringfence::guard
