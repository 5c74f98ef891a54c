// The limits of nested policies, which tenants load for virtual GPUs that they manage (docs/policies.md).
// Their hooks run under the lock that all decisions need, so they get less than an administrator's
// policy.
#pragma once

#include "policy/program.h"
#include "policy/seat.h"

namespace ringfence::policy {

constexpr std::uint64_t most_nested_map_bytes = 4 << 20;
constexpr std::uint64_t most_nested_budget = 4 << 10;  // instructions of one run of a hook
// The instructions of all hooks together per second. The interpreter takes up to 18 ns for one (aarch64), so this is
// about 15 % of the lock's time there. The shipped policies take up to 150 instructions per job.
constexpr std::uint64_t most_nested_work = 8 << 20;

// Refuses a program that is too large, or that has hooks or maps concerning the whole card. It checks only
// declarations, so it can be called before anything else is done with the program (HostedPolicy::load).
[[nodiscard]] Result<void> check_nested(const Program& program);
// The settings, within the limits of nested policies.
[[nodiscard]] WatchSettings nested(WatchSettings settings);

}  // namespace ringfence::policy
