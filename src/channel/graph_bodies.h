// The payload of run_bodies, with the graphs of a conditional node. For each body: its number of nodes and of their
// bytes (two u32), then the nodes (graph_records.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "channel/graph_records.h"

namespace ringfence::channel {

// The most bodies of one node: a limit, since CUDA's switch has none.
constexpr std::uint32_t most_bodies = 256;
// The deepest nesting of bodies.
constexpr unsigned deepest_body = 8;

struct GraphBody {
    std::uint32_t nodes = 0;
    std::span<const std::byte> list;  // a view of the payload
};

void append_body(std::vector<std::byte>& payload, const GraphWriter& body);

// Parses hostile bytes, which must be a private copy. The lists of nodes must be decoded next.
[[nodiscard]] Result<std::vector<GraphBody>> decode_bodies(std::span<const std::byte> payload, std::uint32_t bodies);

// The operations allowed in a body: those that a device can do by itself.
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
