#include "client/driver/image.h"

#include <elf.h>

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence::driver {
namespace {

TEST(Image, TextEndsAtItsZero) {
    EXPECT_EQ(image_bytes(".version 8.0").size(), 12U);
    EXPECT_TRUE(image_bytes("").empty());
    EXPECT_TRUE(image_bytes(nullptr).empty());
}

TEST(Image, WhatIsNoImageIsKnownByItsBeginning) {
    const auto may_be = [](std::string_view text) { return may_be_image(std::as_bytes(std::span(text))); };
    EXPECT_TRUE(may_be(".version 8.0"));
    EXPECT_TRUE(may_be("\n// made by hand\n/* for\ntests */ .version 8.0\nnonsense"));
    EXPECT_TRUE(
        may_be("\x7f"
               "ELF"));
    EXPECT_FALSE(may_be(""));
    EXPECT_FALSE(may_be("no PTX at all"));
    EXPECT_FALSE(may_be("// nothing else"));
    EXPECT_FALSE(may_be("/*"));
}

// A container with these entries: their kind, how much follows their header, and what they are when expanded.
struct Entry {
    std::uint16_t kind;
    std::uint64_t payload;
    std::uint64_t expanded;
};

std::vector<std::byte> container_of(std::initializer_list<Entry> entries) {
    constexpr std::uint16_t container_header = 16;
    constexpr std::uint32_t entry_header = 64;
    const std::uint32_t magic = 0xBA55ED50;
    std::vector<std::byte> image(container_header);
    for (const Entry& entry : entries) {
        const std::size_t at = image.size();
        image.resize(at + entry_header + entry.payload);
        std::memcpy(&image[at], &entry.kind, 2);
        std::memcpy(&image[at + 4], &entry_header, 4);
        std::memcpy(&image[at + 8], &entry.payload, 8);
        std::memcpy(&image[at + 56], &entry.expanded, 8);
    }
    const std::uint64_t bytes = image.size() - container_header;
    std::memcpy(image.data(), &magic, 4);
    std::memcpy(image.data() + 6, &container_header, 2);
    std::memcpy(image.data() + 8, &bytes, 8);
    return image;
}

TEST(Image, HowMuchPtxThereIs) {
    constexpr std::uint16_t ptx = 1;
    constexpr std::uint16_t elf = 2;
    EXPECT_EQ(ptx_bytes(container_of({{elf, 500, 0}})), 0U);
    EXPECT_EQ(ptx_bytes(container_of({{elf, 500, 0}, {ptx, 100, 0}})), 100U);
    EXPECT_EQ(ptx_bytes(container_of({{ptx, 100, 900}, {elf, 500, 0}, {ptx, 300, 0}})), 900U);
    EXPECT_EQ(ptx_bytes(container_of({})), 0U);
    EXPECT_EQ(ptx_bytes(image_bytes(".version 8.0")), 12U);
    EXPECT_EQ(ptx_bytes({}), 0U);
    // A size that leads out of the container ends the walk.
    std::vector<std::byte> broken = container_of({{elf, 500, 0}, {ptx, 100, 0}});
    const std::uint64_t huge = ~std::uint64_t{0};
    std::memcpy(&broken[16 + 8], &huge, 8);
    EXPECT_EQ(ptx_bytes(broken), 0U);
}

TEST(Image, AContainerSaysItsSize) {
    std::vector<std::byte> image(16 + 100);
    const std::uint32_t magic = 0xBA55ED50;
    const std::uint16_t header = 16;
    const std::uint64_t bytes = 100;
    std::memcpy(image.data(), &magic, 4);
    std::memcpy(image.data() + 6, &header, 2);
    std::memcpy(image.data() + 8, &bytes, 8);
    EXPECT_EQ(image_bytes(image.data()).size(), image.size());

    struct {
        std::uint32_t magic = 0x466243B1;
        std::uint32_t version = 1;
        const void* data = nullptr;
        const void* extra = nullptr;
    } wrapper;
    wrapper.data = image.data();
    EXPECT_EQ(image_bytes(&wrapper).data(), image.data());
    EXPECT_EQ(image_bytes(&wrapper).size(), image.size());
}

TEST(Image, LinkedCodeComesWithItsParts) {
    constexpr std::uint16_t ptx = 1;
    constexpr std::uint16_t elf = 2;
    const std::vector<std::byte> linked = container_of({{elf, 500, 0}});
    const std::vector<std::byte> one = container_of({{elf, 300, 0}, {ptx, 100, 900}});
    const std::vector<std::byte> other = container_of({{ptx, 50, 0}});
    const std::vector<std::byte> without = container_of({{elf, 300, 0}});
    const void* const parts[] = {one.data(), other.data(), without.data(), nullptr};
    struct {
        std::uint32_t magic = 0x466243B1;
        std::uint32_t version = 2;
        const void* data = nullptr;
        const void* extra = nullptr;
    } wrapper;
    wrapper.data = linked.data();
    wrapper.extra = parts;
    const WholeImage whole(&wrapper);
    EXPECT_EQ(image_bytes(whole.bytes().data()).size(), whole.bytes().size()) << "one container, which says its size";
    EXPECT_EQ(whole.bytes().size(), linked.size() + one.size() + other.size() + without.size() + 3 * 64);
    EXPECT_EQ(ptx_bytes(whole.bytes()), 950U);
    wrapper.version = 1;
    EXPECT_EQ(WholeImage(&wrapper).bytes().data(), linked.data());
    EXPECT_TRUE(WholeImage(nullptr).bytes().empty());
}

TEST(Image, ACubinEndsWithItsLastSection) {
    std::vector<std::byte> image(sizeof(Elf64_Ehdr) + 2 * sizeof(Elf64_Shdr) + 50);
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_shoff = sizeof(Elf64_Ehdr);
    header.e_shnum = 2;
    header.e_shentsize = sizeof(Elf64_Shdr);
    std::memcpy(image.data(), &header, sizeof(header));
    Elf64_Shdr section{};
    section.sh_type = SHT_PROGBITS;
    section.sh_offset = sizeof(Elf64_Ehdr) + 2 * sizeof(Elf64_Shdr);
    section.sh_size = 50;
    std::memcpy(image.data() + sizeof(header) + sizeof(section), &section, sizeof(section));
    EXPECT_EQ(image_bytes(image.data()).size(), image.size());
}

}  // namespace
}  // namespace ringfence::driver
