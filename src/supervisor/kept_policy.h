// The card's policy on the disk, so that a daemon that is started anew has the one that was loaded last. It lies beside
// the file of tenants, and is the administrator's as that is. Policies of virtual GPUs are not kept: the right by which
// a tenant loaded one may be gone by then.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "supervisor/policy_shelf.h"
#include "supervisor/settings.h"

namespace ringfence::supervisor {

std::string kept_policy_path(const Settings& settings);

// Null: none is kept from now on.
Result<void> keep_policy(const std::string& path, const ShelvedPolicy* policy);
// Nothing: none was kept. An error: what lies there is not what keep_policy() writes.
Result<std::optional<ShelvedPolicy>> read_kept_policy(const std::string& path);

}  // namespace ringfence::supervisor
