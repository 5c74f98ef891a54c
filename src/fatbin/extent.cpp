#include "fatbin/extent.h"

#include <elf.h>

#include <algorithm>
#include <cstring>

namespace ringfence::fatbin {
namespace {

constexpr std::uint64_t largest_extent = std::uint64_t{1} << 40;  // sums of two of these do not overflow

std::uint32_t first_word(const void* at) {
    std::uint32_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return word;
}

bool is_elf(const void* at) {
    return std::memcmp(at, ELFMAG, SELFMAG) == 0;
}

}  // namespace

Result<std::uint64_t> container_bytes(std::span<const std::byte> header) {
    ContainerHeader fields = {};
    if (header.size() < sizeof fields) return Error::bad_input("a fatbin is shorter than its header");
    std::memcpy(&fields, header.data(), sizeof fields);
    if (fields.magic != container_magic) return Error::bad_input("this is no fatbin: its first bytes are others");
    if (fields.version != 1 || fields.header_bytes < sizeof fields) {
        return Error::bad_input("the fatbin is of a version that is not known: " + std::to_string(fields.version));
    }
    if (fields.bytes > largest_extent) return Error::bad_input("the fatbin's size is absurd");
    return fields.header_bytes + fields.bytes;
}

Result<std::uint64_t> elf_bytes(std::span<const std::byte> header) {
    Elf64_Ehdr fields = {};
    if (header.size() < sizeof fields) return Error::bad_input("a cubin is shorter than its header");
    std::memcpy(&fields, header.data(), sizeof fields);
    if (!is_elf(header.data()) || fields.e_ident[EI_CLASS] != ELFCLASS64) {
        return Error::bad_input("this is no cubin: its first bytes are others");
    }
    if (std::max(fields.e_shoff, fields.e_phoff) > largest_extent) {
        return Error::bad_input("the cubin's size is absurd");
    }
    const std::uint64_t sections = fields.e_shoff + std::uint64_t{fields.e_shentsize} * fields.e_shnum;
    const std::uint64_t segments = fields.e_phoff + std::uint64_t{fields.e_phentsize} * fields.e_phnum;
    return std::max<std::uint64_t>({sections, segments, sizeof fields});
}

Result<std::span<const std::byte>> image_at(const void* image) {
    // PTX may be as short as a byte and its zero, so one byte more is looked at only where the last was right.
    const auto* const bytes = static_cast<const std::byte*>(image);
    const auto begins_with = [&](std::uint32_t magic) {
        for (unsigned i = 0; i < 4; ++i) {
            if (bytes[i] != static_cast<std::byte>(magic >> (8 * i))) return false;
        }
        return true;
    };
    if (begins_with(wrapper_magic)) {
        Wrapper wrapper = {};
        std::memcpy(&wrapper, image, sizeof wrapper);
        if (wrapper.container == nullptr || first_word(wrapper.container) != container_magic) {
            return Error::bad_input("the fatbin's wrapper does not point at a fatbin");
        }
        return image_at(wrapper.container);
    }
    if (begins_with(container_magic)) {
        RF_TRY(const std::uint64_t size, container_bytes(std::span(bytes, sizeof(ContainerHeader))));
        return std::span(bytes, size);
    }
    constexpr std::uint32_t elf_magic = 0x464c457f;
    if (begins_with(elf_magic)) {
        RF_TRY(const std::uint64_t size, elf_bytes(std::span(bytes, sizeof(Elf64_Ehdr))));
        return std::span(bytes, size);
    }
    return std::span(bytes, std::strlen(static_cast<const char*>(image)));
}

}  // namespace ringfence::fatbin
