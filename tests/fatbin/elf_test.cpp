#include "fatbin/elf.h"

#include <elf.h>

#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/file.h"
#include "fatbin/fatbin.h"
#include "source_dir.h"

namespace ringfence::fatbin {
namespace {

using Bytes = std::vector<std::byte>;

struct ElfTest : testing::Test {
    ElfTest() {
        for (const char* name : {"zstd.fatbin", "lz4.fatbin", "two-architectures.fatbin"}) {
            const std::string file =
                read_file(std::string(RINGFENCE_SOURCE_DIR) + "/tests/fatbin/samples/" + name, 1 << 20).take();
            for (const Image& image : parse(std::as_bytes(std::span(file))).take()) {
                if (image.kind == Kind::Elf) cubins.push_back(contents(image).take());
            }
        }
    }

    static std::string complaint(const Bytes& bytes) {
        const auto checked = check_elf(bytes);
        if (checked.ok()) return "";
        EXPECT_EQ(checked.error().status, invalid_image);
        return checked.error().message;
    }
    // About the first cubin when something of it was changed.
    std::string complaint_about_header(const std::function<void(Elf64_Ehdr&)>& change) const {
        return complaint_about<Elf64_Ehdr>(0, change);
    }
    std::string complaint_about_section(std::uint32_t type, const std::function<void(Elf64_Shdr&)>& change) const {
        Elf64_Ehdr header;
        std::memcpy(&header, cubins[0].data(), sizeof header);
        for (std::uint64_t number = 0; number < header.e_shnum; ++number) {
            const std::uint64_t at = header.e_shoff + number * sizeof(Elf64_Shdr);
            Elf64_Shdr section;
            std::memcpy(&section, cubins[0].data() + at, sizeof section);
            if (section.sh_type == type) return complaint_about<Elf64_Shdr>(at, change);
        }
        return "there is none";
    }
    template <typename T>
    std::string complaint_about(std::uint64_t at, const std::function<void(T&)>& change) const {
        Bytes bytes = cubins[0];
        T part;
        std::memcpy(&part, bytes.data() + at, sizeof part);
        change(part);
        std::memcpy(bytes.data() + at, &part, sizeof part);
        return complaint(bytes);
    }

    std::vector<Bytes> cubins;
};

TEST_F(ElfTest, WhatNvccMakesIsFine) {
    ASSERT_GE(cubins.size(), 3u);
    for (const Bytes& cubin : cubins)
        EXPECT_EQ(complaint(cubin), "");
}

TEST_F(ElfTest, WhatIsCutIsNot) {
    for (std::size_t size = 0; size < cubins[0].size(); size += 7)
        EXPECT_NE(complaint(Bytes(cubins[0].begin(), cubins[0].begin() + static_cast<std::ptrdiff_t>(size))), "");
}

TEST_F(ElfTest, HeadersThatLie) {
    using Header = Elf64_Ehdr;
    EXPECT_NE(complaint_about_header([](Header& header) { header.e_machine = EM_X86_64; }), "");
    EXPECT_NE(complaint_about_header([](Header& header) { header.e_ident[EI_CLASS] = ELFCLASS32; }), "");
    EXPECT_NE(complaint_about_header([](Header& header) { header.e_ehsize = 1; }), "");
    EXPECT_NE(complaint_about_header([](Header& header) { header.e_shoff = ~std::uint64_t{0} - 8; }), "");
    EXPECT_NE(complaint_about_header([](Header& header) { header.e_shoff = 0; }), "");
    EXPECT_NE(complaint_about_header([](Header& header) { header.e_shnum = 60000; }), "");
    EXPECT_NE(complaint_about_header([](Header& header) { header.e_shentsize = 8; }), "");
    EXPECT_NE(complaint_about_header([](Header& header) { header.e_shstrndx = 0; }), "");
    EXPECT_NE(complaint_about_header([](Header& header) { header.e_shstrndx = 60000; }), "");
    EXPECT_NE(complaint_about_header([](Header& header) {
                  header.e_phnum = 1;
                  header.e_phentsize = sizeof(Elf64_Phdr);
                  header.e_phoff = ~std::uint64_t{0} - 8;
              }),
              "");
}

TEST_F(ElfTest, SectionsThatLie) {
    using Section = Elf64_Shdr;
    EXPECT_NE(complaint_about_section(SHT_PROGBITS, [](Section& section) { section.sh_size = ~std::uint64_t{0}; }), "");
    EXPECT_NE(complaint_about_section(SHT_PROGBITS, [](Section& section) { section.sh_offset = ~std::uint64_t{0}; }),
              "");
    EXPECT_NE(complaint_about_section(SHT_PROGBITS, [](Section& section) { section.sh_name = ~std::uint32_t{0}; }), "");
    EXPECT_NE(complaint_about_section(SHT_PROGBITS, [](Section& section) { section.sh_link = 60000; }), "");
    EXPECT_NE(complaint_about_section(SHT_STRTAB, [](Section& section) { section.sh_size -= 1; }), "");
    EXPECT_NE(complaint_about_section(SHT_SYMTAB, [](Section& section) { section.sh_entsize = 0; }), "");
    EXPECT_NE(complaint_about_section(SHT_SYMTAB, [](Section& section) { section.sh_link = 0; }), "");
    EXPECT_NE(complaint_about_section(SHT_SYMTAB, [](Section& section) { section.sh_offset += 3; }), "");
}

// Whatever is damaged, checking reads nothing outside (the sanitizers' presets see that) and comes to an end.
TEST_F(ElfTest, RandomDamage) {
    std::mt19937 random(1);
    int refused = 0;
    constexpr int rounds = 2000;
    for (int round = 0; round < rounds; ++round) {
        Bytes bytes = cubins[round % cubins.size()];
        for (int i = 0; i < 8; ++i)
            bytes[random() % bytes.size()] = static_cast<std::byte>(random());
        const auto checked = check_elf(bytes);
        if (checked.ok()) continue;
        ++refused;
        EXPECT_EQ(checked.error().status, invalid_image);
    }
    // Code and names may be anything; what a loader follows may not.
    EXPECT_GT(refused, rounds / 20);
    EXPECT_LT(refused, rounds);
}

}  // namespace
}  // namespace ringfence::fatbin
