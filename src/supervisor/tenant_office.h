// Where an administrator's commands change tenants, virtual GPUs and tokens: through the daemon, if one runs, so that
// what changes holds at once; otherwise in its files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "tenants/registry.h"
#include "tenants/restriction.h"
#include "tenants/token.h"

namespace ringfence::supervisor {

// Nothing in it also if there is no file of tenants.
Result<tenants::Registry> list_tenants();
// Adds it, or takes the place of the one of its name.
Result<void> set_tenant(const tenants::Tenant& tenant);
// How many sessions ended with it.
Result<std::uint32_t> remove_tenant(const std::string& name);
// Adds it, or takes the place of the one of its name, for sessions that are there too.
Result<void> set_vgpu(const sched::VirtualGpu& vgpu);
Result<void> remove_vgpu(const std::string& name);
Result<tenants::Token> issue_token(const std::string& tenant, tenants::Restriction restriction);
// The same.
Result<std::uint32_t> revoke_token(const std::string& id);

}  // namespace ringfence::supervisor
