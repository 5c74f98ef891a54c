// What `ringfence policy new` writes: a policy to start from, and the header that it needs.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace ringfence::policy {

// Checks a name: a letter, then letters, digits, - and _; at most 31 characters.
[[nodiscard]] Result<void> check_policy_name(std::string_view name);
// A policy that compiles, is accepted by the verifier, and treats all lanes alike.
[[nodiscard]] std::string skeleton_source(std::string_view name);
// The contents of include/ringfence/policy.h when this program was built.
[[nodiscard]] std::string_view policy_header();

}  // namespace ringfence::policy
