// Records that a client could send, with fields that it should not: handles that are there or nearly, addresses at the
// edges of what it has, sizes of all sizes.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "channel/layout.h"
#include "wire/operations.h"

namespace ringfence::hostile {

using Random = std::mt19937_64;

// Up to `limit`, and not including it.
inline std::uint64_t below(Random& random, std::uint64_t limit) {
    return random() % limit;
}
inline bool one_in(Random& random, unsigned times) {
    return below(random, times) == 0;
}

// The session's objects, so that guesses are good ones.
struct Belongings {
    std::vector<std::uint64_t> addresses;  // of allocations, staging, the window, others' memory
    std::uint64_t window_begin = 0;
    std::uint64_t window_bytes = 0;
};

struct WildRecord {
    channel::RecordHeader header;
    std::vector<std::byte> bytes;  // all of the record, the header too
};

// Well-formed: sizes, operation and the need for a slot are right. `slot` is used if there is to be a reply.
WildRecord wild_record(Random& random, const Belongings& belongings, std::uint32_t slot);

// True if the operation has a reply.
bool has_reply(std::uint16_t operation);

// Breaks the header's rules in one way or another.
void break_header(Random& random, WildRecord& record);

}  // namespace ringfence::hostile
