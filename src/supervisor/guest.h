// A client's identity and rights, which are decided before a worker gets the client.
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
    std::string tenant;                         // by the facts, without a token; empty: none, or an administrator
    std::uint32_t whose = UniqueFd::somebodys;  // owner of the descriptors that it sends (base/closing.h)
};

// A peer that was recognised as a tenant.
struct Guest {
    std::string tenant;
    // The administrator's settings for the tenant. A guest can only choose stricter ones.
    std::optional<Isolation> isolation;
    std::optional<Guard> guard;
    SessionLimits tenant_limits;  // of all sessions of the tenant together, or of each (base/limits.h)
    SessionLimits limits;         // of each session of this guest
    tenants::SessionKind most = tenants::SessionKind::Compute;
    // How it was recognised: by a token, or by the kernel's facts about it.
    std::optional<tenants::Claims> token;
    tenants::PeerFacts facts;
};

// The present time, which decides whether tokens are valid.
tenants::UnixTime unix_now();

// A guest as text, for a daemon that takes over, and back. The text contains no secret.
std::string text_of(const Guest& guest);
Result<Guest> parse_guest(std::string_view text);

}  // namespace ringfence::supervisor
