// The payload of create_graph and update_graph, with a graph's nodes.
//
// Each node is a GraphNodeHeader, the numbers of the earlier nodes that it depends on, the record's fields, and its
// payload. Each part begins at a multiple of 8 bytes, with zeros as padding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/result.h"
#include "channel/wire_bytes.h"

namespace ringfence::channel {

struct GraphNodeHeader {
    std::uint32_t bytes = 0;      // of the whole node
    std::uint16_t operation = 0;  // wire::Operation, or `empty_node`
    std::uint16_t reserved = 0;
    std::uint32_t payload_bytes = 0;
    std::uint32_t dependencies = 0;
};
static_assert(sizeof(GraphNodeHeader) == 16);

// A node that only has dependencies.
constexpr std::uint16_t empty_node = 0xfffe;

// The operations allowed in a node. Streams in the records are unused, and 0.
constexpr bool may_be_node(std::uint16_t operation) {
    switch (static_cast<wire::Operation>(operation)) {
        case wire::Operation::Launch:
        case wire::Operation::Copy:
        case wire::Operation::CopyBox:
        case wire::Operation::Fill:
        case wire::Operation::Write:
        case wire::Operation::CallHost:
        case wire::Operation::RecordEvent:
        case wire::Operation::WaitEvent:
        case wire::Operation::WriteValue:
        case wire::Operation::ReplayLibrary:
        case wire::Operation::RunBodies:
        case wire::Operation::WaitValue: return true;
        default: return operation == empty_node;
    }
}

// Makes the payload, for the client. Nodes are numbered from 0 in the order in which they are added.
class GraphWriter {
public:
    template <typename Record>
    void add(const Record& record, std::span<const std::uint32_t> dependencies,
             std::span<const std::byte> payload = {}) {
        static_assert(may_be_node(static_cast<std::uint16_t>(Record::id)));
        add_bytes(static_cast<std::uint16_t>(Record::id), bytes_of(record), dependencies, payload);
    }
    void add_empty(std::span<const std::uint32_t> dependencies) { add_bytes(empty_node, {}, dependencies, {}); }

    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
    [[nodiscard]] std::uint32_t count() const { return count_; }

private:
    void add_bytes(std::uint16_t operation, std::span<const std::byte> fields,
                   std::span<const std::uint32_t> dependencies, std::span<const std::byte> payload);
    void append(std::span<const std::byte> bytes);

    std::vector<std::byte> bytes_;
    std::uint32_t count_ = 0;
};

struct GraphRecord {
    std::uint16_t operation = empty_node;
    std::vector<std::uint32_t> dependencies;  // each below the node's own number
    // Both are views of the decoded payload.
    std::span<const std::byte> fields;
    std::span<const std::byte> payload;
};

// Parses hostile bytes, which must be a private copy, since they must not change meanwhile. In the result sizes,
// operations and node numbers are valid; the handler must check the fields.
[[nodiscard]] Result<std::vector<GraphRecord>> decode_graph(std::span<const std::byte> payload, std::uint32_t nodes);

// Calls visit(const wire::X&, payload) for a decoded node, or visit_empty() for an empty node.
template <typename Visitor, typename EmptyVisitor>
decltype(auto) visit_graph_record(const GraphRecord& node, Visitor&& visit, EmptyVisitor&& visit_empty) {
    return wire::visit_operation(
        node.operation,
        [&](auto type) {
            using Record = typename decltype(type)::type;
            return visit(fields_from<Record>(node.fields), node.payload);
        },
        std::forward<EmptyVisitor>(visit_empty));
}

}  // namespace ringfence::channel
