#include "client/driver/image.h"

#include <elf.h>

#include <algorithm>
#include <cstring>

#include "fatbin/join.h"
#include "fatbin/layout.h"

namespace ringfence::driver {
namespace {

constexpr std::uint32_t wrapper_magic = 0x466243B1;
constexpr std::uint32_t container_magic = 0xBA55ED50;
constexpr std::string_view elf_magic =
    "\x7f"
    "ELF";

struct Wrapper {
    std::uint32_t magic = 0;
    std::uint32_t version = 0;
    const void* data = nullptr;
    const void* extra = nullptr;
};

struct ContainerHeader {
    std::uint32_t magic = 0;
    std::uint16_t version = 0;
    std::uint16_t header_bytes = 0;
    std::uint64_t bytes = 0;  // after the header
};

constexpr std::uint16_t entry_is_ptx = 1;

// The wrapper version of linked code: `extra` is a null-terminated list of containers.
constexpr std::uint32_t version_with_parts = 2;
constexpr std::size_t most_parts = 4096;

// The header of an entry in a container. The next entry follows header and payload.
struct EntryHeader {
    std::uint16_t kind = 0;
    std::uint16_t version = 0;
    std::uint32_t header_bytes = 0;
    std::uint64_t payload_bytes = 0;
    std::uint32_t compressed_bytes = 0;
    std::uint32_t unused[9] = {};
    std::uint64_t expanded_bytes = 0;  // if it is compressed
};
static_assert(sizeof(EntryHeader) == 64);

template <typename T>
T read(const void* from) {
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}

std::uint64_t elf_bytes(const std::byte* image) {
    const auto header = read<Elf64_Ehdr>(image);
    std::uint64_t end = std::max(header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize,
                                 header.e_phoff + std::uint64_t{header.e_phnum} * header.e_phentsize);
    for (unsigned i = 0; i < header.e_shnum; ++i) {
        const auto section = read<Elf64_Shdr>(image + header.e_shoff + std::size_t{i} * header.e_shentsize);
        if (section.sh_type != SHT_NOBITS) end = std::max(end, section.sh_offset + section.sh_size);
    }
    return end;
}

// From the first word on that is none.
std::string_view without_comments(std::string_view text) {
    constexpr std::string_view spaces = " \t\r\n";
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
        const std::string_view end = text.starts_with("//") ? "\n" : "*/";
        if (!text.starts_with("//") && !text.starts_with("/*")) return text;
        const std::size_t length = text.find(end, 2);
        if (length == std::string_view::npos) return {};
        text.remove_prefix(length + end.size());
    }
}

}  // namespace

std::span<const std::byte> image_bytes(const void* image) {
    if (image == nullptr) return {};
    const auto* bytes = static_cast<const std::byte*>(image);
    // The shortest of them, an empty text, is one byte long: nothing is read beyond what the magic numbers promise.
    if (std::strncmp(static_cast<const char*>(image), elf_magic.data(), elf_magic.size()) == 0)
        return {bytes, elf_bytes(bytes)};
    if (read<unsigned char>(image) == (wrapper_magic & 0xff) && read<std::uint32_t>(image) == wrapper_magic) {
        return image_bytes(read<Wrapper>(image).data);
    }
    if (read<unsigned char>(image) == (container_magic & 0xff) && read<std::uint32_t>(image) == container_magic) {
        const auto header = read<ContainerHeader>(image);
        return {bytes, header.header_bytes + header.bytes};
    }
    const std::size_t length = std::strlen(static_cast<const char*>(image));
    if (length == 0) return {};
    return {bytes, length};
}

WholeImage::WholeImage(const void* image) : bytes_(image_bytes(image)) {
    const bool is_wrapper = image != nullptr && read<unsigned char>(image) == (wrapper_magic & 0xff) &&
                            read<std::uint32_t>(image) == wrapper_magic;
    if (!is_wrapper) return;
    const auto wrapper = read<Wrapper>(image);
    if (wrapper.version < version_with_parts || wrapper.extra == nullptr) return;
    const auto* const list = static_cast<const void* const*>(wrapper.extra);
    std::vector<std::span<const std::byte>> parts;
    for (std::size_t i = 0; list[i] != nullptr && i < most_parts; ++i)
        parts.push_back(image_bytes(list[i]));
    if (parts.empty()) return;
    joined_ = fatbin::join(bytes_, parts);
    bytes_ = joined_;
}

std::uint64_t ptx_bytes(std::span<const std::byte> image) {
    const bool is_container =
        image.size() >= sizeof(ContainerHeader) && read<std::uint32_t>(image.data()) == container_magic;
    if (!is_container) return may_be_image(image) && image[0] != std::byte{0x7f} ? image.size() : 0;
    std::uint64_t most = 0;
    std::uint64_t in_parts = 0;
    std::uint64_t at = read<ContainerHeader>(image.data()).header_bytes;
    while (at < image.size() && image.size() - at >= sizeof(EntryHeader)) {
        const auto entry = read<EntryHeader>(&image[at]);
        const bool is_ptx = entry.kind == entry_is_ptx;
        if (is_ptx) most = std::max(most, std::max(entry.payload_bytes, entry.expanded_bytes));
        const std::uint64_t rest = image.size() - at;
        if (entry.header_bytes < sizeof(EntryHeader) || entry.header_bytes > rest) break;
        if (entry.payload_bytes > rest - entry.header_bytes) break;
        if (entry.kind == fatbin::entry_part)
            in_parts += ptx_bytes(image.subspan(at + entry.header_bytes, entry.payload_bytes));
        at += entry.header_bytes + entry.payload_bytes;
    }
    return std::max(most, in_parts);
}

bool may_be_image(std::span<const std::byte> image) {
    const std::string_view text(reinterpret_cast<const char*>(image.data()), image.size());
    if (text.starts_with(elf_magic)) return true;
    if (image.size() >= sizeof(container_magic) && read<std::uint32_t>(image.data()) == container_magic) return true;
    return without_comments(text).starts_with(".version");
}

}  // namespace ringfence::driver
