// Where variables of a module are to lie, as the payload of load_module.
//
// Per variable: its address, the bytes that there are for it, the bytes of its name (three u64), then the name, filled
// with zeros up to a multiple of 8. Places come in the order of their addresses, and do not overlap.
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
// Takes hostile bytes apart. Addresses are the caller's to check.
[[nodiscard]] Result<std::vector<Placement>> decode_placements(std::span<const std::byte> payload);

}  // namespace ringfence::channel
