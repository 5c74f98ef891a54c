// The head of the audit log: a small file that knows the last record, sealed with a key that the daemon alone can read.
// Without it a log that was cut off at its end would look whole, and so would one with a forged chain.
//
// The file has two places that are written by turns, so that one is always complete.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "audit/record.h"
#include "base/secret_file.h"

namespace ringfence::audit {

struct Head {
    std::uint64_t turn = 0;   // one more with every change
    std::uint64_t first = 1;  // the oldest record that must still be there
    Link last;
};

constexpr std::size_t head_place_bytes = 512;
constexpr std::size_t head_file_bytes = 2 * head_place_bytes;

// A name for the log, made of its key: it tells whose a log or a head is, and does not tell the key.
std::string installation_of(const Secret& key);
// The hash before the first record of all.
Hash genesis_of(std::string_view installation);

// The bytes of its place, which is turn % 2.
std::string pack_head(const Head& head, const Secret& key);

struct HeadReading {
    std::optional<Head> head;  // the newest that is right
    std::string problem;       // why there is none
};
// From the whole file; only the key's owner can make one that is accepted.
HeadReading unpack_head(std::string_view file, const Secret& key);

}  // namespace ringfence::audit
