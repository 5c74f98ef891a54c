// Policies that tenants bring for virtual GPUs that they manage (docs/policies.md): what they may have, and when they
// are taken out. Their hooks run under the lock that everybody's decisions have, so they get less than an
// administrator's.
#pragma once

#include "policy/program.h"
#include "policy/seat.h"

namespace ringfence::policy {

constexpr std::uint64_t most_nested_map_bytes = 4 << 20;
constexpr std::uint64_t most_nested_budget = 4 << 10;  // instructions of one run of a hook
// The instructions of all hooks together in a second. The interpreter takes up to 18 ns for one (aarch64), so this is
// some 15 % of the lock's time there. The shipped policies take up to 150 instructions for a job.
constexpr std::uint64_t most_nested_work = 8 << 20;

// Refuses a program that relies on more than a virtual GPU's own affairs, or is too large. It looks at declarations
// only, so it can be asked before anything else is done with the program (HostedPolicy::load).
[[nodiscard]] Result<void> check_nested(const Program& program);
// These, within what is allowed.
[[nodiscard]] WatchSettings nested(WatchSettings settings);

}  // namespace ringfence::policy
