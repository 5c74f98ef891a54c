// The restrictions of a token: one step of its way from the administrator to its holder.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/result.h"

namespace ringfence::tenants {

// The purposes of a session, from less to more (schema/ringfence.capnp): each kind includes those before it. A CUDA
// program's session is for computing.
enum class SessionKind : std::uint8_t { Copy, Program, Compute };
std::string_view name_of(SessionKind kind);
Result<SessionKind> parse_session_kind(std::string_view text);

using UnixTime = std::chrono::sys_seconds;

struct Restriction {
    std::optional<SessionKind> most;  // the most that a session may be for
    // Each session has at most so much. `sessions`: so many at once, of this token and all that were made of it.
    SessionLimits limits;
    std::optional<UnixTime> expires;
    // Tells apart tokens that may the same, so that each can be revoked by itself: 16 hexadecimal digits.
    std::string name;

    // "kind=copy/limits=streams=16,sessions=2/expires=1767225600/name=00f1...": as it stands in a token. parse() takes
    // exactly what text() gives.
    std::string text() const;
    static Result<Restriction> parse(std::string_view text);

    friend bool operator==(const Restriction&, const Restriction&) = default;
};

// Sets a limit that a token can have: those of a session, and `sessions`.
Result<void> set_token_limit(SessionLimits& limits, std::string_view key, std::string_view value);

// "90s", "15m", "1h", "30d".
Result<std::chrono::seconds> parse_duration(std::string_view text);

}  // namespace ringfence::tenants
