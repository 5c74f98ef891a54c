#include "fatbin/writer.h"

#include <elf.h>

#include <cstddef>

namespace ringfence::fatbin {
namespace {

constexpr std::uint16_t entry_version = 0x101;
constexpr std::size_t alignment = 8;

// Behind the header of PTX: where the options stand that it is to be compiled with, and they, which are none.
struct NoOptions {
    std::uint32_t text_offset;
    std::uint32_t zero;
    char text[8];
};
static_assert(sizeof(NoOptions) == 16);

template <typename T>
void append(std::string& to, const T& what) {
    to.append(reinterpret_cast<const char*>(&what), sizeof what);
}

std::string entry_of(const NewImage& image) {
    const bool is_ptx = image.kind == Kind::Ptx;
    // A text ends with a zero.
    const std::size_t bytes = image.contents.size() + (is_ptx ? 1 : 0);
    EntryHeader header = {};
    header.kind = is_ptx ? entry_ptx : entry_elf;
    header.version = entry_version;
    header.header_bytes = sizeof header + (is_ptx ? sizeof(NoOptions) : 0);
    header.payload_bytes = (bytes + alignment - 1) / alignment * alignment;
    header.options_offset = is_ptx ? sizeof header : 0;
    header.major = image.version.major;
    header.minor = image.version.minor;
    header.sm = image.sm;
    header.flags = image.flags | flag_64_bit | flag_linux;
    std::string entry;
    append(entry, header);
    if (is_ptx) append(entry, NoOptions{sizeof header + offsetof(NoOptions, text), 0, {}});
    entry += image.contents;
    entry.resize(header.header_bytes + header.payload_bytes);
    return entry;
}

}  // namespace

ImageVersion elf_version(std::string_view cubin) {
    ImageVersion version = {1, 0};
    if (cubin.size() > EI_ABIVERSION) version.minor = static_cast<unsigned char>(cubin[EI_ABIVERSION]);
    return version;
}

std::string make_fatbin(std::span<const NewImage> images) {
    std::string entries;
    for (const NewImage& image : images)
        entries += entry_of(image);
    std::string container;
    append(container, ContainerHeader{container_magic, 1, sizeof(ContainerHeader), entries.size()});
    return container + entries;
}

}  // namespace ringfence::fatbin
