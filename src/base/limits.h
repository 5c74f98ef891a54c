// How much a session may have of each thing, and a tenant of all its sessions together (docs/limits.md).
//
// One list of kinds serves all parts: settings, the messages between supervisor and worker, ledgers, counters, status.
// A value of 0 means that none is set: the worker's own limit holds, which a value can only tighten.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ringfence {

// The numbers go over sockets and lie in shared memory: append only.
enum class Limit : std::uint32_t {
    DeviceMemory,      // bytes that are committed; the program sees them as the device's memory
    SoftDeviceMemory,  // the same: beyond it memory is still given, counted and reported
    HostMemory,        // bytes that are pinned, mapped or managed, with the 32 MiB that every session copies through
    HostSegments,      // pieces of those
    LocalMemory,       // bytes of a thread
    SinkMemory,        // bytes of scratch memory behind a guarded window, on a card
    Streams,
    Events,
    Graphs,
    GraphNodes,  // of all graphs that are instantiated
    Modules,
    ModuleBytes,  // of their images
    Functions,    // kernels that were asked for
    Submissions,  // operations on streams that are not done
    Copies,       // of these, copies
    CompileTime,  // milliseconds, of one module
    KernelTime,   // milliseconds, of one kernel
    Sessions,     // of a tenant
    Connections,  // of a tenant
    HostBacking,  // bytes of device memory that lie in the host's, because the card is full
};
constexpr std::size_t limit_count = 20;

enum class LimitUnit : std::uint8_t { Bytes, Count, Milliseconds };
// The meaning of a tenant's limit for its sessions.
enum class LimitReach : std::uint8_t {
    Sum,          // they have so much together, in all workers
    EachSession,  // each of them has so much
    TenantOnly,   // it means nothing for a session
};

struct LimitFacts {
    std::string_view key;  // in settings, status and audit
    LimitUnit unit = LimitUnit::Count;
    LimitReach reach = LimitReach::Sum;
    std::uint64_t least = 1;  // below it nothing would work
    std::string_view name;    // in messages
};
const LimitFacts& facts_of(Limit limit);

struct SessionLimits {
    std::array<std::uint64_t, limit_count> values{};

    std::uint64_t& operator[](Limit limit) { return values[static_cast<std::size_t>(limit)]; }
    std::uint64_t operator[](Limit limit) const { return values[static_cast<std::size_t>(limit)]; }
    friend bool operator==(const SessionLimits&, const SessionLimits&) = default;
};

// Calls visit(Limit) for each.
template <typename Visitor>
void each_limit(Visitor&& visit) {
    for (std::size_t index = 0; index < limit_count; ++index)
        visit(static_cast<Limit>(index));
}

// The smaller of the two, where both are set: a request can only tighten a setting.
std::uint64_t tighten(std::uint64_t set, std::uint64_t asked);
SessionLimits tighten(const SessionLimits& set, const SessionLimits& asked);
// A tenant's limits for each of its sessions: those that cannot be summed up.
SessionLimits for_each_session(const SessionLimits& tenant);

// The owner of limits: a session's must not hold kinds that mean nothing for a session.
enum class LimitsFor : std::uint8_t { Session, Tenant };
// One limit as a user writes it: "512M" or "16G" for bytes, a number otherwise.
Result<void> set_limit(SessionLimits& limits, std::string_view key, std::string_view value, LimitsFor whom);
// "device_memory=512M,streams=16", as a client asks for them. Empty: none.
Result<SessionLimits> parse_limits_text(std::string_view text, LimitsFor whom = LimitsFor::Session);
// The same, of those that are set.
std::string text_of(const SessionLimits& limits);
// As a user writes it: "512M", "17".
std::string text_of(Limit limit, std::uint64_t value);

// Errors of limits name theirs at the end of their first line, in brackets: "... of 2 (streams)". So the limit can be
// recognised from the text alone.
std::string naming(Limit limit);  // " (streams)"
std::optional<Limit> limit_named_in(std::string_view text);

// "512M", "16G", "1048576".
Result<std::uint64_t> parse_size(std::string_view text);

}  // namespace ringfence
