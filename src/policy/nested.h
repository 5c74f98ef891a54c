// Policies that tenants bring for virtual GPUs that they manage (docs/policies.md): what they may have, and when they
// are taken out. Their hooks run under the lock that everybody's decisions have, so they get less than an
// administrator's.
#pragma once

#include "policy/program.h"
#include "policy/seat.h"

namespace ringfence::policy {

constexpr std::uint64_t most_nested_map_bytes = 4 << 20;
constexpr std::uint64_t most_nested_budget = 4 << 10;  // instructions of one run of a hook
constexpr std::uint64_t most_nested_work = 32 << 20;   // of all hooks together, within a second

// Whether it relies on nothing that is not a virtual GPU's own affair, and is small enough: by what it declares, so
// that this can be asked before anything else is done with it (HostedPolicy::load).
[[nodiscard]] Result<void> check_nested(const Program& program);
// These, within what is allowed.
[[nodiscard]] WatchSettings nested(WatchSettings settings);

}  // namespace ringfence::policy
