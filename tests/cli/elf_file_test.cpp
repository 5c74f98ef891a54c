#include "cli/elf_file.h"

#include <elf.h>

#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence::cli {
namespace {

struct Section {
    std::string name;
    std::uint32_t type = SHT_PROGBITS;
    std::string bytes = {};
    std::uint32_t link = 0;
};

template <typename T>
std::string bytes_of(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

// A file of these sections; the first holds the names of all.
std::string make_elf(std::vector<Section> sections) {
    std::vector<Elf64_Shdr> headers(sections.size());
    for (std::size_t i = 0; i < sections.size(); ++i) {
        headers[i].sh_name = static_cast<std::uint32_t>(sections[0].bytes.size());
        sections[0].bytes += sections[i].name + '\0';
    }
    std::string body;
    for (std::size_t i = 0; i < sections.size(); ++i) {
        headers[i].sh_type = sections[i].type;
        headers[i].sh_link = sections[i].link;
        headers[i].sh_offset = sizeof(Elf64_Ehdr) + body.size();
        headers[i].sh_size = sections[i].bytes.size();
        body += sections[i].bytes;
    }
    Elf64_Ehdr header = {};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_shoff = sizeof header + body.size();
    header.e_shnum = static_cast<Elf64_Half>(sections.size());
    header.e_shstrndx = 0;
    std::string file = bytes_of(header) + body;
    for (const Elf64_Shdr& section : headers)
        file += bytes_of(section);
    return file;
}

const Section names = {.name = ".shstrtab", .type = SHT_STRTAB, .bytes = std::string(1, '\0')};
const Section device_code = {.name = ".nvFatBinSegment"};

Section strings(std::string text) {
    return {.name = ".strtab", .type = SHT_STRTAB, .bytes = std::string(1, '\0') + std::move(text) + '\0'};
}

// Names the text at the beginning of the string table in section 1.
Section needed_library() {
    Elf64_Dyn entry = {};
    entry.d_tag = DT_NEEDED;
    entry.d_un.d_val = 1;
    return {.name = ".dynamic", .type = SHT_DYNAMIC, .bytes = bytes_of(entry), .link = 1};
}

Section symbol(Elf64_Section defined_in) {
    Elf64_Sym symbol = {};
    symbol.st_name = 1;
    symbol.st_shndx = defined_in;
    return {.name = ".symtab", .type = SHT_SYMTAB, .bytes = bytes_of(symbol), .link = 1};
}

TEST(ElfFile, ThisProgram) {
    const auto elf = read_elf("/proc/self/exe");
    ASSERT_TRUE(elf.ok()) << elf.error().text();
    EXPECT_TRUE(elf.value().is_elf);
    EXPECT_TRUE(elf.value().needs("libc.so"));
    EXPECT_FALSE(elf.value().needs("libcudart.so"));
    EXPECT_TRUE(elf.value().has_symbols);
    EXPECT_FALSE(elf.value().has_device_code);
    EXPECT_FALSE(elf.value().has_own_runtime);
    EXPECT_FALSE(elf.value().is_static);
}

TEST(ElfFile, AProgramThatNamesNoDynamicLinkerIsStatic) {
    const auto program = [](std::initializer_list<std::uint32_t> segments) {
        Elf64_Ehdr header = {};
        std::memcpy(header.e_ident, ELFMAG, SELFMAG);
        header.e_ident[EI_CLASS] = ELFCLASS64;
        header.e_type = ET_DYN;
        header.e_phoff = sizeof header;
        header.e_phnum = static_cast<Elf64_Half>(segments.size());
        std::string file = bytes_of(header);
        for (const std::uint32_t type : segments) {
            Elf64_Phdr segment = {};
            segment.p_type = type;
            file += bytes_of(segment);
        }
        return file;
    };
    EXPECT_TRUE(summarize_elf(program({PT_LOAD, PT_DYNAMIC})).is_static);
    EXPECT_FALSE(summarize_elf(program({PT_LOAD, PT_INTERP})).is_static);
    EXPECT_FALSE(summarize_elf(program({PT_NOTE})).is_static) << "an object file";
    EXPECT_FALSE(summarize_elf(program({PT_LOAD, PT_LOAD}).substr(0, 150)).is_static) << "cut off";
}

TEST(ElfFile, AScriptIsNone) {
    EXPECT_FALSE(summarize_elf("#!/bin/sh\nexec ./app\n").is_elf);
    EXPECT_FALSE(summarize_elf("").is_elf);
    EXPECT_FALSE(summarize_elf("\x7f"
                               "ELF")
                     .is_elf);
}

TEST(ElfFile, AMissingFileIsAnError) {
    EXPECT_FALSE(read_elf("/nonexistent/program").ok());
}

TEST(ElfFile, NamesItsLibraries) {
    const ElfSummary elf = summarize_elf(make_elf({names, strings("libcudart.so.13"), needed_library(), device_code}));
    EXPECT_TRUE(elf.is_elf);
    EXPECT_TRUE(elf.has_device_code);
    EXPECT_FALSE(elf.has_symbols);
    EXPECT_EQ(elf.needed, std::vector<std::string>{"libcudart.so.13"});
    EXPECT_TRUE(elf.needs("libcudart.so"));
    EXPECT_FALSE(elf.needs("libcuda.so"));
}

TEST(ElfFile, HasTheRuntimeInside) {
    const ElfSummary elf = summarize_elf(make_elf({names, strings("__cudaRegisterFatBinary"), symbol(1)}));
    EXPECT_TRUE(elf.has_symbols);
    EXPECT_TRUE(elf.has_own_runtime);
}

TEST(ElfFile, OnlyMentionsTheRuntime) {
    const ElfSummary elf = summarize_elf(make_elf({names, strings("__cudaRegisterFatBinary"), symbol(SHN_UNDEF)}));
    EXPECT_TRUE(elf.has_symbols);
    EXPECT_FALSE(elf.has_own_runtime);
}

TEST(ElfFile, CutOffAnywhere) {
    const std::string file =
        make_elf({names, strings("__cudaRegisterFatBinary"), symbol(1), needed_library(), device_code});
    for (std::size_t size = 0; size < file.size(); ++size) {
        // In memory of exactly that size, so that a sanitizer sees a step too far.
        const std::vector<char> cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_EQ(summarize_elf({cut.data(), cut.size()}).is_elf, size >= sizeof(Elf64_Ehdr));
    }
}

// Every section of this file is as long as the file, and every name in it too.
TEST(ElfFile, TakesNoMoreTimeThanItsLength) {
    constexpr std::size_t count = 20'000;
    std::string file(count * sizeof(Elf64_Shdr), '\x01');
    Elf64_Shdr section = {};
    section.sh_offset = sizeof(Elf64_Ehdr);
    section.sh_size = file.size();
    for (std::size_t i = 0; i < count; ++i) {
        section.sh_type = i % 2 == 0 ? SHT_DYNAMIC : SHT_SYMTAB;
        std::memcpy(file.data() + i * sizeof section, &section, sizeof section);
    }
    Elf64_Ehdr header = {};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_shoff = sizeof header;
    header.e_shnum = count;
    const auto begin = std::chrono::steady_clock::now();
    const ElfSummary elf = summarize_elf(bytes_of(header) + file);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
    EXPECT_TRUE(elf.is_elf);
    EXPECT_LE(elf.needed.size(), 4096U);
}

TEST(ElfFile, EveryByteMayBeAnything) {
    const std::string file =
        make_elf({names, strings("__cudaRegisterFatBinary"), symbol(1), needed_library(), device_code});
    for (std::size_t at = SELFMAG + 1; at < file.size(); ++at) {
        for (const char value : {'\0', '\x7f', '\xff'}) {
            std::vector<char> changed(file.begin(), file.end());
            changed[at] = value;
            EXPECT_TRUE(summarize_elf({changed.data(), changed.size()}).is_elf) << at;
        }
    }
}

}  // namespace
}  // namespace ringfence::cli
