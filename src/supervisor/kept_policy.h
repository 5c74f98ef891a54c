// Saves the card's policy to disk, so that a restarted daemon can load it again. The file is beside the file of
// tenants, and only an administrator may write either. Policies of virtual GPUs are not saved, since their tenants may
// have lost the right to load them by then.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "supervisor/policy_shelf.h"
#include "supervisor/settings.h"

namespace ringfence::supervisor {

std::string kept_policy_path(const Settings& settings);

// Null: removes the file.
Result<void> keep_policy(const std::string& path, const ShelvedPolicy* policy);
// Nothing if there is no file; an error if the file was not written by keep_policy().
Result<std::optional<ShelvedPolicy>> read_kept_policy(const std::string& path);

}  // namespace ringfence::supervisor
