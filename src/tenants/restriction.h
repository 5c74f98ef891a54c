// The restrictions that one step adds to a token on its way from the administrator to the holder.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/result.h"

namespace ringfence::tenants {

// The kinds of sessions, from fewer to more rights (schema/ringfence.capnp): each includes those before it. A CUDA
// program's session is Compute.
enum class SessionKind : std::uint8_t { Copy, Program, Compute };
std::string_view name_of(SessionKind kind);
Result<SessionKind> parse_session_kind(std::string_view text);

using UnixTime = std::chrono::sys_seconds;

struct Restriction {
    std::optional<SessionKind> most;  // the highest kind of session allowed
    // Limits of each session. `sessions`: how many at once, for this token and all that are derived from it together.
    SessionLimits limits;
    std::optional<UnixTime> expires;
    // 16 hexadecimal digits that distinguish tokens with equal rights, so that each can be revoked separately.
    std::string name;

    // The format in a token: "kind=copy/limits=streams=16,sessions=2/expires=1767225600/name=00f1...". parse() accepts
    // exactly what text() produces.
    std::string text() const;
    static Result<Restriction> parse(std::string_view text);

    friend bool operator==(const Restriction&, const Restriction&) = default;
};

// Sets a limit in a token: one of a session's limits, or `sessions`.
Result<void> set_token_limit(SessionLimits& limits, std::string_view key, std::string_view value);

// "90s", "15m", "1h", "30d".
Result<std::chrono::seconds> parse_duration(std::string_view text);

}  // namespace ringfence::tenants
