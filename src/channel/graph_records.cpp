#include "channel/graph_records.h"

#include <cstring>
#include <string>

namespace ringfence::channel {
namespace {

constexpr std::size_t node_alignment = 8;

std::uint64_t padded_in_node(std::uint64_t bytes) {
    return (bytes + node_alignment - 1) / node_alignment * node_alignment;
}

Error bad_node(std::size_t number, const char* what) {
    return Error::bad_input("node " + std::to_string(number) + " of the graph: " + what);
}

// The bytes of an operation's fields; 0 for an empty node.
std::size_t field_bytes_of(std::uint16_t operation) {
    return wire::visit_operation(
        operation, [](auto type) { return field_bytes<typename decltype(type)::type>; }, [] { return std::size_t{0}; });
}

bool has_payload(std::uint16_t operation) {
    return wire::visit_operation(
        operation, [](auto type) { return decltype(type)::type::has_payload; }, [] { return false; });
}

const char* check_node(const GraphNodeHeader& header, std::size_t available, std::size_t number) {
    if (!may_be_node(header.operation)) return "an operation that cannot be part of one";
    if (header.reserved != 0) return "its reserved field is used";
    if (header.dependencies > number) return "it has more dependencies than there are nodes before it";
    if (header.payload_bytes != 0 && !has_payload(header.operation)) return "it has a payload";
    const std::uint64_t needed = sizeof header + padded_in_node(std::uint64_t{header.dependencies} * 4) +
                                 field_bytes_of(header.operation) + padded_in_node(header.payload_bytes);
    if (header.bytes != needed) return "its size is not that of its parts";
    if (header.bytes > available) return "it goes beyond the end";
    return nullptr;
}

const char* read_dependencies(GraphRecord& node, const GraphNodeHeader& header, std::span<const std::byte> bytes,
                              std::size_t number) {
    node.dependencies.resize(header.dependencies);
    if (header.dependencies == 0) return nullptr;
    std::memcpy(node.dependencies.data(), bytes.data(), std::size_t{header.dependencies} * 4);
    for (const std::uint32_t dependency : node.dependencies) {
        if (dependency >= number) return "it depends on a node that does not come before it";
    }
    return nullptr;
}

}  // namespace

void GraphWriter::append(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    bytes_.resize(padded_in_node(bytes_.size()));
}

void GraphWriter::add_bytes(std::uint16_t operation, std::span<const std::byte> fields,
                            std::span<const std::uint32_t> dependencies, std::span<const std::byte> payload) {
    GraphNodeHeader header;
    header.bytes = static_cast<std::uint32_t>(sizeof header + padded_in_node(dependencies.size_bytes()) +
                                              fields.size() + padded_in_node(payload.size()));
    header.operation = operation;
    header.payload_bytes = static_cast<std::uint32_t>(payload.size());
    header.dependencies = static_cast<std::uint32_t>(dependencies.size());
    append(std::as_bytes(std::span(&header, 1)));
    append(std::as_bytes(dependencies));
    append(fields);
    append(payload);
    ++count_;
}

Result<std::vector<GraphRecord>> decode_graph(std::span<const std::byte> payload, std::uint32_t nodes) {
    // Every node has a header, so this limits the reserved memory by the received bytes.
    if (nodes > payload.size() / sizeof(GraphNodeHeader)) {
        return Error::bad_input("the graph has fewer nodes than it says (" + std::to_string(nodes) + ")");
    }
    std::vector<GraphRecord> records(nodes);
    for (std::size_t number = 0; number < nodes; ++number) {
        GraphNodeHeader header;
        if (payload.size() < sizeof header) return bad_node(number, "it is not there");
        std::memcpy(&header, payload.data(), sizeof header);
        if (const char* const wrong = check_node(header, payload.size(), number)) return bad_node(number, wrong);
        const auto body = payload.subspan(sizeof header, header.bytes - sizeof header);
        GraphRecord& node = records[number];
        node.operation = header.operation;
        if (const char* const wrong = read_dependencies(node, header, body, number)) return bad_node(number, wrong);
        const auto fields = body.subspan(padded_in_node(std::uint64_t{header.dependencies} * 4));
        node.fields = fields.first(field_bytes_of(header.operation));
        node.payload = fields.subspan(node.fields.size(), header.payload_bytes);
        payload = payload.subspan(header.bytes);
    }
    if (!payload.empty()) return Error::bad_input("the graph has bytes after its last node");
    return records;
}

}  // namespace ringfence::channel
