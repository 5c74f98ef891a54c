#include "wild_records.h"

#include <cstring>
#include <type_traits>

#include "base/handle.h"
#include "base/tensor_map.h"
#include "channel/graph_records.h"
#include "channel/wire_bytes.h"
#include "connection.h"

namespace ringfence::hostile {
namespace {

using channel::field_bytes;

std::uint64_t wild_number(Random& random) {
    switch (below(random, 6)) {
        case 0: return below(random, 4);
        case 1: return below(random, 300);
        case 2: return (std::uint64_t{1} << below(random, 64)) - below(random, 3) + 1;
        case 3: return ~below(random, 3);
        case 4: return 0x7fff'ffff + below(random, 3);
        default: return random();
    }
}

std::uint64_t wild_handle(Random& random, HandleKind kind) {
    if (one_in(random, 20)) return wild_number(random);
    if (one_in(random, 20)) kind = static_cast<HandleKind>(below(random, 17));
    const auto generation = static_cast<std::uint32_t>(one_in(random, 20) ? random() : 1);
    const auto index = static_cast<std::uint32_t>(one_in(random, 40) ? random() : below(random, 6));
    return Handle::make(kind, generation, index).bits;
}

std::uint64_t wild_address(Random& random, const Belongings& belongings) {
    if (one_in(random, 12)) return wild_number(random);
    if (one_in(random, 12)) return belongings.window_begin + below(random, belongings.window_bytes);
    const std::uint64_t base = belongings.addresses[below(random, belongings.addresses.size())];
    constexpr std::uint64_t texture_alignment = 512;
    if (one_in(random, 4)) return base / texture_alignment * texture_alignment;
    return one_in(random, 3) ? base + below(random, 5000) - 8 : base + below(random, 64) * 8;
}

std::uint64_t wild_size(Random& random) {
    constexpr std::uint64_t usual[] = {1, 4, 8, 256, 1024, 4096, 65536, 1 << 20};
    if (one_in(random, 8)) return wild_number(random);
    return usual[below(random, std::size(usual))] - (one_in(random, 5) ? 1 : 0);
}

std::uint64_t wild_field(Random& random, const Belongings& belongings, std::string_view name) {
    if (name == "stream") return one_in(random, 3) ? 0 : wild_handle(random, HandleKind::Stream);
    if (name == "event" || name == "start" || name == "end") return wild_handle(random, HandleKind::Event);
    if (name == "module") return wild_handle(random, HandleKind::Module);
    if (name == "function") return wild_handle(random, HandleKind::Function);
    if (name == "array") return wild_handle(random, HandleKind::Array);
    if (name.ends_with("_array")) return one_in(random, 2) ? 0 : wild_handle(random, HandleKind::Array);
    // As the software GPU numbers them, or the table of a session whose kernels are guarded.
    if (name == "texture" || name == "surface")
        return one_in(random, 2) ? 1 + below(random, 8) : (1 + below(random, 8)) << 20 | (1 + below(random, 4));
    if (name == "format" && !one_in(random, 6)) return below(random, 2) == 0 ? 3 : 32;
    if (name == "graph") return wild_handle(random, HandleKind::GraphExec);
    if (name == "address" || name == "to" || name == "from" || name == "image") return wild_address(random, belongings);
    if (name == "bytes" || name == "count" || name.ends_with("pitch") || name.ends_with("slice"))
        return wild_size(random);
    if (name == "alignment") return one_in(random, 4) ? wild_number(random) : 256;
    if (name.starts_with("grid")) return one_in(random, 50) ? wild_number(random) : 1 + below(random, 3);
    if (name.starts_with("block")) return one_in(random, 20) ? wild_number(random) : 1 + below(random, 8);
    if (name == "token") return below(random, 16);
    if (name == "nodes" || name == "memory" || name == "segment" || name == "key" || name == "width" ||
        name == "height" || name == "depth" || name == "kind" || name == "channels" || name.ends_with("level") ||
        name == "levels" || name.ends_with("_layer") || name.ends_with("_x") || name.ends_with("_y") ||
        name.ends_with("_z") || name.ends_with("filter") || name.starts_with("view_") || name == "has_view" ||
        name == "anisotropy" || name == "flags" || name == "condition" || name == "dynamic_shared")
        return one_in(random, 10) ? wild_number(random) : below(random, 5);
    return wild_number(random);
}

template <typename Record>
Record wild_fields(Random& random, const Belongings& belongings) {
    Record record;
    record.visit_fields([&](std::string_view name, const auto& field) {
        using Field = std::remove_cvref_t<decltype(field)>;
        const_cast<Field&>(field) = static_cast<Field>(wild_field(random, belongings, name));
    });
    return record;
}

std::vector<std::byte> wild_bytes(Random& random, std::size_t count) {
    std::vector<std::byte> bytes(count);
    for (std::byte& byte : bytes)
        byte = static_cast<std::byte>(random());
    return bytes;
}

std::vector<std::byte> launch_parameters(Random& random, const Belongings& belongings) {
    std::vector<std::byte> bytes(one_in(random, 20) ? below(random, 64) : 12);
    const std::uint64_t address = wild_address(random, belongings);
    std::memcpy(bytes.data(), &address, std::min<std::size_t>(bytes.size(), 8));
    return bytes;
}

// Adds a node of each kind in turn; dependencies on nodes before it.
std::vector<std::byte> wild_graph(Random& random, const Belongings& belongings, std::uint32_t& nodes) {
    channel::GraphWriter writer;
    const std::uint64_t count = 1 + below(random, 8);
    for (std::uint32_t node = 0; node < count; ++node) {
        std::vector<std::uint32_t> after;
        if (node > 0 && one_in(random, 2)) after.push_back(static_cast<std::uint32_t>(below(random, node)));
        switch (below(random, 8)) {
            case 0: writer.add(wild_fields<wire::Copy>(random, belongings), after); break;
            case 1: writer.add(wild_fields<wire::Fill>(random, belongings), after); break;
            case 2: writer.add(wild_fields<wire::Write>(random, belongings), after, wild_bytes(random, 40)); break;
            case 3: writer.add(wild_fields<wire::CallHost>(random, belongings), after); break;
            case 4: writer.add(wild_fields<wire::WriteValue>(random, belongings), after); break;
            case 5: writer.add(wild_fields<wire::RecordEvent>(random, belongings), after); break;
            case 6: writer.add_empty(after); break;
            default:
                writer.add(wild_fields<wire::Launch>(random, belongings), after, launch_parameters(random, belongings));
        }
    }
    nodes = one_in(random, 20) ? static_cast<std::uint32_t>(wild_number(random)) : writer.count();
    std::vector<std::byte> bytes(writer.bytes().begin(), writer.bytes().end());
    if (one_in(random, 5)) bytes[below(random, bytes.size())] ^= static_cast<std::byte>(1 << below(random, 8));
    return bytes;
}

// Mostly one that would be accepted but for a field or two.
std::vector<std::byte> wild_tensor_map(Random& random, const Belongings& belongings) {
    TensorMapDescription map;
    map.address = wild_address(random, belongings);
    map.kind = static_cast<std::uint32_t>(below(random, 2));
    map.type = static_cast<std::uint32_t>(below(random, 13));
    map.rank = static_cast<std::uint32_t>(3 + below(random, 3));
    map.dimensions.fill(1 + below(random, 8));
    map.strides.fill(16 * below(random, 8));
    map.box.fill(16);
    map.steps.fill(1);
    map.channels = map.pixels = 16;
    std::vector<std::byte> bytes(sizeof(map));
    std::memcpy(bytes.data(), &map, sizeof(map));
    for (std::uint64_t changes = below(random, 3); changes != 0; --changes)
        bytes[below(random, bytes.size())] = static_cast<std::byte>(random());
    if (one_in(random, 20)) bytes.resize(below(random, 300));
    return bytes;
}

template <typename Record>
std::vector<std::byte> wild_payload(Random& random, const Belongings& belongings, Record& record) {
    if constexpr (requires { record.nodes; }) {
        return wild_graph(random, belongings, record.nodes);
    } else if constexpr (std::is_same_v<Record, wire::Launch>) {
        return launch_parameters(random, belongings);
    } else if constexpr (std::is_same_v<Record, wire::FindFunction> || std::is_same_v<Record, wire::FindGlobal>) {
        constexpr std::string_view names[] = {"add", "store", "counter", "", "nobody"};
        const auto name = text_bytes(names[below(random, std::size(names))]);
        return {name.begin(), name.end()};
    } else if constexpr (std::is_same_v<Record, wire::ImportMemory> || std::is_same_v<Record, wire::ImportEvent>) {
        constexpr std::size_t handle_bytes = 64;
        return wild_bytes(random, one_in(random, 4) ? below(random, 2 * handle_bytes) : handle_bytes);
    } else if constexpr (std::is_same_v<Record, wire::EncodeTensorMap>) {
        return wild_tensor_map(random, belongings);
    } else if constexpr (std::is_same_v<Record, wire::MoveTensorMap>) {
        return wild_bytes(random, one_in(random, 4) ? below(random, 300) : sizeof(TensorMapBytes));
    } else if constexpr (Record::has_payload) {
        return wild_bytes(random, one_in(random, 20) ? below(random, 100'000) : below(random, 300));
    } else {
        return {};
    }
}

}  // namespace

bool has_reply(std::uint16_t operation) {
    return wire::visit_operation(
        operation, [](auto type) { return decltype(type)::type::waits; }, [] { return false; });
}

WildRecord wild_record(Random& random, const Belongings& belongings, std::uint32_t slot) {
    WildRecord wild;
    wild.header.operation = static_cast<std::uint16_t>(below(random, wire::operation_count));
    // A session that is reset has little left to be wild about.
    constexpr auto reset = static_cast<std::uint16_t>(wire::Operation::ResetSession);
    if (wild.header.operation == reset && !one_in(random, 50)) wild.header.operation = 0;
    wire::visit_operation(
        wild.header.operation,
        [&](auto type) {
            using Record = typename decltype(type)::type;
            auto record = wild_fields<Record>(random, belongings);
            const std::vector<std::byte> payload = wild_payload(random, belongings, record);
            const auto fields = channel::bytes_of(record);
            const std::size_t used = sizeof wild.header + fields.size() + payload.size();
            wild.bytes.resize((used + channel::record_alignment - 1) / channel::record_alignment *
                              channel::record_alignment);
            wild.header.bytes = static_cast<std::uint32_t>(wild.bytes.size());
            wild.header.payload_bytes = static_cast<std::uint32_t>(payload.size());
            wild.header.slot = Record::waits ? slot : 0;
            std::memcpy(wild.bytes.data(), &wild.header, sizeof wild.header);
            if (!fields.empty()) std::memcpy(wild.bytes.data() + sizeof wild.header, fields.data(), fields.size());
            if (!payload.empty())
                std::memcpy(wild.bytes.data() + sizeof wild.header + fields.size(), payload.data(), payload.size());
        },
        [] {});
    return wild;
}

void break_header(Random& random, WildRecord& record) {
    channel::RecordHeader& header = record.header;
    switch (below(random, 6)) {
        case 0: header.bytes = static_cast<std::uint32_t>(wild_number(random)); break;
        case 1: header.operation = static_cast<std::uint16_t>(wild_number(random)); break;
        case 2: header.reserved = static_cast<std::uint16_t>(wild_number(random)); break;
        case 3: header.payload_bytes = static_cast<std::uint32_t>(wild_number(random)); break;
        case 4: header.slot = static_cast<std::uint32_t>(wild_number(random)); break;
        default: {
            const auto noise = wild_bytes(random, sizeof header);
            std::memcpy(&header, noise.data(), sizeof header);
        }
    }
    std::memcpy(record.bytes.data(), &header, sizeof header);
}

}  // namespace ringfence::hostile
