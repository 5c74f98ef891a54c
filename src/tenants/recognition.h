// Which tenant a peer is.
#pragma once

#include <string>

#include "base/result.h"
#include "tenants/peer_facts.h"
#include "tenants/registry.h"

namespace ringfence::tenants {

// By its control group first, which says most; then by its user, then by its groups. An error if it is no tenant's, or
// two tenants could claim it; and if its control group would matter and is not known.
Result<const Tenant*> recognise(const Registry& registry, const PeerFacts& peer);

// True if a tenant is recognised by control groups.
bool has_cgroups(const Registry& registry);
// True if a tenant may have tokens.
bool has_tokens(const Registry& registry);

}  // namespace ringfence::tenants
