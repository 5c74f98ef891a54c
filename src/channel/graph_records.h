// A graph's nodes as the payload of create_graph and update_graph.
//
// Per node: a GraphNodeHeader, the numbers of the nodes that it depends on (all before it in the list), the record's
// fields, its payload. Each of these begins at a multiple of 8 bytes; the padding is zeros.
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
    std::uint32_t bytes = 0;      // of all of the node
    std::uint16_t operation = 0;  // wire::Operation, or `empty_node`
    std::uint16_t reserved = 0;
    std::uint32_t payload_bytes = 0;
    std::uint32_t dependencies = 0;
};
static_assert(sizeof(GraphNodeHeader) == 16);

// A node that does nothing but depend.
constexpr std::uint16_t empty_node = 0xfffe;

// Operations that a node may have. Streams in the records mean nothing and are 0.
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

// Makes the payload, for the client. The nodes' numbers count from 0 in the order in which they are added.
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
    // Both lie in the payload that was decoded, and go with it.
    std::span<const std::byte> fields;
    std::span<const std::byte> payload;
};

// Parses hostile bytes. They must not change meanwhile: decode a copy of your own. Sizes, operations and the numbers of
// nodes are valid in the result; the handler checks the fields.
[[nodiscard]] Result<std::vector<GraphRecord>> decode_graph(std::span<const std::byte> payload, std::uint32_t nodes);

// Calls visit(const wire::X&, payload) for a decoded node, or visit_empty() for one that does nothing.
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
