// Compiles a text with ptxas, where that is at hand, and reads the resources that the cubin names.
#pragma once

#include <elf.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "base/file.h"

namespace ringfence::test {

inline std::optional<std::string> find_tool(const std::string& name) {
    for (const std::string& place : {name, "/usr/local/cuda/bin/" + name}) {
        if (std::system((place + " --version > /dev/null 2>&1").c_str()) == 0) return place;
    }
    return std::nullopt;
}
inline std::optional<std::string> find_ptxas() {
    return find_tool("ptxas");
}

// Nothing: ptxas does not take it. `linker`: as a part that this one completes, which is how the driver's linker does
// it.
inline std::optional<std::string> assemble(const std::string& text, const std::string& target,
                                           const std::string& linker = {}) {
    const std::string name = testing::TempDir() + "assembled-" + std::to_string(::getpid());
    std::ofstream(name + ".ptx") << text;
    const std::string part = linker.empty() ? name + ".cubin" : name + ".o";
    std::string command =
        *find_ptxas() + (linker.empty() ? "" : " -c") + " -arch=" + target + " -o " + part + " " + name + ".ptx";
    if (!linker.empty()) command += " && " + linker + " -arch=" + target + " -o " + name + ".cubin " + part;
    std::optional<std::string> cubin;
    if (std::system(command.c_str()) == 0) cubin = read_file(name + ".cubin", 64U << 20U).take();
    for (const char* ending : {".ptx", ".o", ".cubin"})
        std::filesystem::remove(name + ending);
    return cubin;
}

template <typename T>
T read_at(const std::string& bytes, std::uint64_t at) {
    T value = {};
    EXPECT_LE(at + sizeof value, bytes.size());
    if (at + sizeof value <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

inline Elf64_Shdr section_at(const std::string& cubin, std::uint64_t number) {
    return read_at<Elf64_Shdr>(cubin, read_at<Elf64_Ehdr>(cubin, 0).e_shoff + number * sizeof(Elf64_Shdr));
}

// The bytes of a section; 0 if there is none.
inline std::uint64_t section_bytes(const std::string& cubin, const std::string& wanted) {
    const auto header = read_at<Elf64_Ehdr>(cubin, 0);
    const std::uint64_t names = section_at(cubin, header.e_shstrndx).sh_offset;
    for (unsigned number = 0; number < header.e_shnum; ++number) {
        const Elf64_Shdr section = section_at(cubin, number);
        if (wanted == cubin.c_str() + names + section.sh_name) return section.sh_size;
    }
    return 0;
}

// Calls `use(kernel, attribute, offset in the cubin)`; the kernel's name is empty for what is about all of them. In the
// sections `.nv.info` and `.nv.info.KERNEL` stand attributes {u8 format; u8 attribute; u16 bytes or number}.
template <typename Use>
void for_each_attribute(const std::string& cubin, Use use) {
    constexpr std::uint8_t with_bytes = 4;
    const auto header = read_at<Elf64_Ehdr>(cubin, 0);
    const std::uint64_t names = section_at(cubin, header.e_shstrndx).sh_offset;
    for (unsigned number = 0; number < header.e_shnum; ++number) {
        const Elf64_Shdr section = section_at(cubin, number);
        std::string name = cubin.c_str() + names + section.sh_name;
        const std::string prefix = ".nv.info";
        if (!name.starts_with(prefix)) continue;
        name = name.size() > prefix.size() ? name.substr(prefix.size() + 1) : "";
        for (std::uint64_t at = section.sh_offset; at < section.sh_offset + section.sh_size;) {
            const auto format = read_at<std::uint8_t>(cubin, at);
            const auto attribute = read_at<std::uint8_t>(cubin, at + 1);
            const auto bytes = read_at<std::uint16_t>(cubin, at + 2);
            at += 4;
            if (format != with_bytes) continue;
            use(name, attribute, at);
            at += bytes;
        }
    }
}

// The name of a symbol.
inline std::string symbol_name(const std::string& cubin, std::uint32_t symbol) {
    const auto header = read_at<Elf64_Ehdr>(cubin, 0);
    for (unsigned number = 0; number < header.e_shnum; ++number) {
        const Elf64_Shdr section = section_at(cubin, number);
        if (section.sh_type != SHT_SYMTAB) continue;
        const auto entry = read_at<Elf64_Sym>(cubin, section.sh_offset + symbol * sizeof(Elf64_Sym));
        return cubin.c_str() + section_at(cubin, section.sh_link).sh_offset + entry.st_name;
    }
    return {};
}

}  // namespace ringfence::test
