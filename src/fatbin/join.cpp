#include "fatbin/join.h"

#include <cstring>

#include "fatbin/layout.h"

namespace ringfence::fatbin {
namespace {

template <typename T>
void append(std::vector<std::byte>& out, const T& value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    out.insert(out.end(), bytes.begin(), bytes.end());
}

std::span<const std::byte> entries_of(std::span<const std::byte> container) {
    ContainerHeader header = {};
    if (container.size() < sizeof header) return {};
    std::memcpy(&header, container.data(), sizeof header);
    if (header.header_bytes > container.size()) return {};
    return container.subspan(header.header_bytes);
}

}  // namespace

std::vector<std::byte> join(std::span<const std::byte> linked, std::span<const std::span<const std::byte>> parts) {
    const std::span<const std::byte> entries = entries_of(linked);
    std::uint64_t bytes = entries.size();
    for (const std::span<const std::byte> part : parts)
        bytes += sizeof(EntryHeader) + part.size();
    std::vector<std::byte> out;
    out.reserve(sizeof(ContainerHeader) + bytes);
    append(out, ContainerHeader{container_magic, 1, sizeof(ContainerHeader), bytes});
    out.insert(out.end(), entries.begin(), entries.end());
    for (const std::span<const std::byte> part : parts) {
        EntryHeader header = {};
        header.kind = entry_part;
        header.version = 0x101;
        header.header_bytes = sizeof header;
        header.payload_bytes = part.size();
        append(out, header);
        out.insert(out.end(), part.begin(), part.end());
    }
    return out;
}

}  // namespace ringfence::fatbin
