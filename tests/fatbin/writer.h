// Makes fatbins for tests, right or wrong ones.
#pragma once

#include <lz4.h>
#include <zstd.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "fatbin/fatbin.h"

namespace ringfence::fatbin {

struct Entry {
    EntryHeader header = {};
    std::string payload;
};

inline Entry entry(std::uint16_t kind, std::uint32_t sm, std::string payload, std::uint64_t flags = 0) {
    Entry made;
    made.header.kind = kind;
    made.header.version = 0x101;
    made.header.header_bytes = sizeof(EntryHeader);
    made.header.payload_bytes = payload.size();
    made.header.sm = sm;
    made.header.flags = flags | flag_64_bit | flag_linux;
    made.payload = std::move(payload);
    return made;
}

inline Entry compressed(std::uint16_t kind, std::uint32_t sm, std::string_view contents, std::uint64_t flag) {
    std::string packed(ZSTD_compressBound(contents.size()) + contents.size() + 64, '\0');
    std::size_t size = 0;
    if (flag == flag_zstd) {
        size = ZSTD_compress(packed.data(), packed.size(), contents.data(), contents.size(), 3);
    } else {
        size = static_cast<std::size_t>(LZ4_compress_default(
            contents.data(), packed.data(), static_cast<int>(contents.size()), static_cast<int>(packed.size())));
    }
    packed.resize((size + 7) / 8 * 8);
    Entry made = entry(kind, sm, packed, flag);
    made.header.compressed_bytes = static_cast<std::uint32_t>(size);
    made.header.expanded_bytes = contents.size();
    return made;
}

inline std::vector<std::byte> container(const std::vector<Entry>& entries) {
    std::string body;
    for (const Entry& each : entries) {
        body.append(reinterpret_cast<const char*>(&each.header), sizeof each.header);
        body += each.payload;
    }
    const ContainerHeader header = {container_magic, 1, sizeof(ContainerHeader), body.size()};
    std::vector<std::byte> bytes(sizeof header + body.size());
    std::memcpy(bytes.data(), &header, sizeof header);
    if (!body.empty()) std::memcpy(bytes.data() + sizeof header, body.data(), body.size());
    return bytes;
}

}  // namespace ringfence::fatbin
