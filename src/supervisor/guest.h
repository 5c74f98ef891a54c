// A client's identity and rights: decided before a worker hears of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/isolation.h"
#include "base/limits.h"
#include "base/result.h"
#include "base/socket.h"
#include "base/unique_fd.h"
#include "tenants/mint.h"
#include "tenants/peer_facts.h"

namespace ringfence::supervisor {

// A peer that has connected.
struct Caller {
    PeerProcess peer;
    tenants::PeerFacts facts;
    std::string tenant;                         // that it is without a token; empty: none, or it is an administrator
    std::uint32_t whose = UniqueFd::somebodys;  // owner of the descriptors that it sends (base/closing.h)
};

// A peer that was recognised as a tenant.
struct Guest {
    std::string tenant;
    // Set by the administrator for the tenant; the guest can only tighten it.
    std::optional<Isolation> isolation;
    std::optional<Guard> guard;
    SessionLimits tenant_limits;  // of all its sessions together, or of each (base/limits.h)
    SessionLimits limits;         // of each of its own sessions
    tenants::SessionKind most = tenants::SessionKind::Compute;
    // How it was recognised: by a token, or by the kernel's facts about it.
    std::optional<tenants::Claims> token;
    tenants::PeerFacts facts;
};

// The time that tokens' times are compared with.
tenants::UnixTime unix_now();

// For a daemon that takes over: as text, and back. There is no secret in it.
std::string text_of(const Guest& guest);
Result<Guest> parse_guest(std::string_view text);

}  // namespace ringfence::supervisor
