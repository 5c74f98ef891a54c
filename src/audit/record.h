// A record of the audit log: one JSON object in one line, with a number, the time, the event, the peer, and the hash of
// the previous line. So no line can be changed, added, moved or removed without breaking the chain.
//
//     {"seq":7,"time":"2026-11-16T10:12:13.456Z","event":"session_begins","uid":1000,"pid":4242,"tenant":"ann",
//      "worker":4300, ... ,"prev":"3f1c…"}
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/result.h"
#include "cache/digest.h"

namespace ringfence::audit {

using Hash = cache::Digest;

// Longer lines are neither written nor read.
constexpr std::size_t longest_line = 64 << 10;

// Who caused an event. If all fields are unknown, it was the daemon itself.
struct Peer {
    std::optional<std::uint32_t> uid;
    std::uint32_t pid = 0;
    std::string tenant;
};

// A link of the chain: a record's number and hash.
struct Link {
    std::uint64_t sequence = 0;
    Hash hash{};

    friend bool operator==(const Link&, const Link&) = default;
};

// Records that the log writes about itself.
namespace event {
constexpr std::string_view file_begins = "file_begins";  // the first of every file
constexpr std::string_view left_out = "left_out";        // records beyond a peer's quota
constexpr std::string_view gap = "audit_gap";            // records that could not be written
constexpr std::string_view repaired = "log_repaired";    // a daemon was killed while it wrote
constexpr std::string_view damaged = "log_damaged";      // the log does not match its head
}  // namespace event

// UTC, to the millisecond.
std::string time_text();

// Makes a line, without the newline. `details` is an object; it cannot override the record's own keys (seq, time,
// event, prev, and those of the peer).
std::string make_line(const Link& before, std::string_view time, std::string_view event, const Peer& peer,
                      const nlohmann::ordered_json& details);
Hash hash_of(std::string_view line);

std::string hex(const Hash& hash);
std::optional<Hash> parse_hash(std::string_view text);

// The parts of a line that the chain needs.
struct RecordHead {
    std::uint64_t sequence = 0;
    Hash before{};
    std::string event;
    std::string installation;  // of file_begins
    std::string text;          // if there is one
};
// An error says briefly what is wrong.
Result<RecordHead> parse_line(std::string_view line);

}  // namespace ringfence::audit
