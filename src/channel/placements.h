// The payload of load_module: the addresses that a module's variables are to have.
//
// For each variable: its address, the bytes available there, the length of its name (three u64), then the name, padded
// with zeros to a multiple of 8. Places are sorted by address, and do not overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace ringfence::channel {

struct Placement {
    std::string name;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
};

[[nodiscard]] std::vector<std::byte> encode_placements(std::span<const Placement> placements);
// Parses hostile bytes. The caller must check the addresses.
[[nodiscard]] Result<std::vector<Placement>> decode_placements(std::span<const std::byte> payload);

}  // namespace ringfence::channel
