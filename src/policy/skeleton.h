// The output of `ringfence policy new`: a policy to begin with, and the header that it needs.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace ringfence::policy {

// Letters, digits, - and _; a letter first; 31 characters at most.
[[nodiscard]] Result<void> check_policy_name(std::string_view name);
// A policy that compiles, is accepted, and treats all alike.
[[nodiscard]] std::string skeleton_source(std::string_view name);
// include/ringfence/policy.h, as it was when this program was built.
[[nodiscard]] std::string_view policy_header();

}  // namespace ringfence::policy
