// Who a client is, and what it may: decided before a worker hears of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/isolation.h"
#include "base/limits.h"
#include "tenants/mint.h"
#include "tenants/peer_facts.h"

namespace ringfence::supervisor {

struct Guest {
    std::string tenant;
    // What the administrator has set for the tenant; the guest can only tighten it.
    std::optional<Isolation> isolation;
    std::optional<Guard> guard;
    SessionLimits tenant_limits;  // of all its sessions together, or of each (base/limits.h)
    SessionLimits limits;         // of its own session
    tenants::SessionKind most = tenants::SessionKind::Compute;
    // How it was recognised: by a token, or by what the kernel knows of it.
    std::optional<tenants::Claims> token;
    tenants::PeerFacts peer;
    std::string cgroup;
    bool was_told_to_go = false;  // its session ends
};

// For the status.
nlohmann::ordered_json describe(const Guest& guest);

}  // namespace ringfence::supervisor
