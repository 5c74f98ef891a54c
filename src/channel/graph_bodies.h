// The graphs of a conditional node, as the payload of run_bodies: per body how many nodes it has, how many bytes they
// take (two u32), and the nodes (graph_records.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "channel/graph_records.h"

namespace ringfence::channel {

// The bodies of one node: CUDA's switch has no limit of its own.
constexpr std::uint32_t most_bodies = 256;
// Bodies within bodies.
constexpr unsigned deepest_body = 8;

struct GraphBody {
    std::uint32_t nodes = 0;
    std::span<const std::byte> list;  // lies in the payload that was decoded
};

void append_body(std::vector<std::byte>& payload, const GraphWriter& body);

// Parses hostile bytes, which must be a private copy. The lists themselves are still to be decoded.
[[nodiscard]] Result<std::vector<GraphBody>> decode_bodies(std::span<const std::byte> payload, std::uint32_t bodies);

// Operations that a node of a body may have: a device can do them by itself.
constexpr bool may_be_in_body(std::uint16_t operation) {
    switch (static_cast<wire::Operation>(operation)) {
        case wire::Operation::Launch:
        case wire::Operation::Copy:
        case wire::Operation::CopyBox:
        case wire::Operation::Fill:
        case wire::Operation::RunBodies: return true;
        default: return operation == empty_node;
    }
}

}  // namespace ringfence::channel
