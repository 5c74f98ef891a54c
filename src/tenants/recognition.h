// Decides which tenant a peer is.
#pragma once

#include <string>

#include "base/result.h"
#include "tenants/peer_facts.h"
#include "tenants/registry.h"

namespace ringfence::tenants {

// First by its control group, which is most specific; then by its user, then by its groups. An error if no tenant or
// two tenants match, or if the control group would decide and is unknown.
Result<const Tenant*> recognise(const Registry& registry, const PeerFacts& peer);

// True if some tenant is recognised by control groups.
bool has_cgroups(const Registry& registry);
// True if some tenant may have tokens.
bool has_tokens(const Registry& registry);

}  // namespace ringfence::tenants
