// Changes tenants, virtual GPUs and tokens for an administrator's commands: through the running daemon, so that changes
// take effect at once; or in its files if no daemon runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "tenants/registry.h"
#include "tenants/restriction.h"
#include "tenants/token.h"

namespace ringfence::supervisor {

// Empty if there is no file of tenants.
Result<tenants::Registry> list_tenants();
// Adds the tenant, or replaces the one of its name.
Result<void> set_tenant(const tenants::Tenant& tenant);
// Returns how many sessions ended with the tenant.
Result<std::uint32_t> remove_tenant(const std::string& name);
// Adds the virtual GPU, or replaces the one of its name, also for present sessions.
Result<void> set_vgpu(const sched::VirtualGpu& vgpu);
Result<void> remove_vgpu(const std::string& name);
Result<tenants::Token> issue_token(const std::string& tenant, tenants::Restriction restriction);
// Returns how many sessions ended with the token.
Result<std::uint32_t> revoke_token(const std::string& id);

}  // namespace ringfence::supervisor
