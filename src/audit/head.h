// The head of the audit log: a small file with the number and hash of the last record, sealed with a key that only the
// daemon can read. Without it a log that was truncated, or whose chain was forged, would look complete.
//
// The file has two places that are written alternately, so that one is always complete.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "audit/record.h"
#include "base/secret_file.h"

namespace ringfence::audit {

struct Head {
    std::uint64_t turn = 0;   // grows by one with every change
    std::uint64_t first = 1;  // the oldest record that must still exist
    Link last;
};

constexpr std::size_t head_place_bytes = 512;
constexpr std::size_t head_file_bytes = 2 * head_place_bytes;

// A name for the log, derived from its key: it identifies the owner of a log or head, without revealing the key.
std::string installation_of(const Secret& key);
// The hash that stands before the very first record.
Hash genesis_of(std::string_view installation);

// The bytes to write at place turn % 2.
std::string pack_head(const Head& head, const Secret& key);

struct HeadReading {
    std::optional<Head> head;  // the newest valid one
    std::string problem;       // why there is none
};
// Reads the whole file. Only the owner of the key can make a head that is accepted.
HeadReading unpack_head(std::string_view file, const Secret& key);

}  // namespace ringfence::audit
