#include "backend/cuda/library_cache.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace ringfence::backend::cuda {
namespace {

// The format since glibc 2.2: this header, `count` entries, strings. An older header may stand in front of it.
constexpr std::string_view magic = "glibc-ld.so.cache1.1";

struct Header {
    char magic[20];
    std::uint32_t count;
    std::uint32_t string_bytes;
    std::uint32_t unused[5];
};
static_assert(sizeof(Header) == 48);

struct Entry {
    std::int32_t flags;
    std::uint32_t name;  // offsets from the header
    std::uint32_t path;
    std::uint32_t os_version;
    std::uint64_t hardware;
};
static_assert(sizeof(Entry) == 24);

// The string that begins at `offset`, without its zero; empty if there is none.
std::string_view string_at(std::string_view cache, std::uint32_t offset) {
    if (offset >= cache.size()) return {};
    const std::string_view rest = cache.substr(offset);
    const std::size_t length = rest.find('\0');
    return length == std::string_view::npos ? std::string_view() : rest.substr(0, length);
}

}  // namespace

std::vector<std::string> cached_libraries(std::string_view cache, std::string_view name) {
    const std::size_t begin = cache.find(magic);
    if (begin == std::string_view::npos) return {};
    cache.remove_prefix(begin);
    Header header;
    if (cache.size() < sizeof header) return {};
    std::memcpy(&header, cache.data(), sizeof header);

    std::vector<std::string> paths;
    const std::size_t count = std::min<std::size_t>(header.count, (cache.size() - sizeof header) / sizeof(Entry));
    for (std::size_t i = 0; i < count; ++i) {
        Entry entry;
        std::memcpy(&entry, cache.data() + sizeof header + i * sizeof entry, sizeof entry);
        if (string_at(cache, entry.name) != name) continue;
        const std::string_view path = string_at(cache, entry.path);
        if (path.starts_with('/')) paths.emplace_back(path);
    }
    return paths;
}

}  // namespace ringfence::backend::cuda
