#include "cli/elf_file.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/file.h"

namespace ringfence::cli {
namespace {

constexpr std::size_t program_limit = std::size_t{4} << 30;
// So that a file that is made for it takes no more time or memory than its length.
constexpr std::size_t longest_name = 4096;
constexpr std::size_t most_libraries = 4096;

// Bytes that may be cut off anywhere.
class Bytes {
public:
    explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

    template <typename T>
    std::optional<T> at(std::uint64_t offset) const {
        if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return std::nullopt;
        T value;
        std::memcpy(&value, bytes_.data() + offset, sizeof value);
        return value;
    }
    std::string_view range(std::uint64_t offset, std::uint64_t size) const {
        if (offset > bytes_.size()) return {};
        return bytes_.substr(offset, size);
    }

private:
    std::string_view bytes_;
};

std::string_view text_at(std::string_view table, std::uint64_t offset) {
    if (offset >= table.size()) return {};
    const std::string_view rest = table.substr(offset, longest_name);
    const std::size_t length = rest.find('\0');
    return length == std::string_view::npos ? std::string_view() : rest.substr(0, length);
}

std::vector<Elf64_Shdr> sections_of(const Bytes& file, const Elf64_Ehdr& header) {
    std::vector<Elf64_Shdr> sections;
    for (unsigned i = 0; i < header.e_shnum; ++i) {
        const auto section = file.at<Elf64_Shdr>(header.e_shoff + std::uint64_t{i} * sizeof(Elf64_Shdr));
        if (!section) break;
        sections.push_back(*section);
    }
    return sections;
}

// A file has one of each type that we look at; what has more was made by hand.
const Elf64_Shdr* find_section(const std::vector<Elf64_Shdr>& sections, std::uint32_t type) {
    const auto found = std::find_if(sections.begin(), sections.end(),
                                    [type](const Elf64_Shdr& section) { return section.sh_type == type; });
    return found == sections.end() ? nullptr : &*found;
}

std::string_view strings_of(const Bytes& file, const std::vector<Elf64_Shdr>& sections, const Elf64_Shdr& of) {
    if (of.sh_link >= sections.size()) return {};
    return file.range(sections[of.sh_link].sh_offset, sections[of.sh_link].sh_size);
}

// A program that names no dynamic linker; libraries name none either.
bool is_static_program(const Bytes& file, const Elf64_Ehdr& header) {
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN) return false;
    bool loads = false;
    for (unsigned i = 0; i < header.e_phnum; ++i) {
        const auto segment = file.at<Elf64_Phdr>(header.e_phoff + std::uint64_t{i} * sizeof(Elf64_Phdr));
        if (!segment || segment->p_type == PT_INTERP) return false;
        loads |= segment->p_type == PT_LOAD;
    }
    return loads;
}

void read_dynamic(const Bytes& file, const std::vector<Elf64_Shdr>& sections, const Elf64_Shdr& section,
                  ElfSummary& summary) {
    const std::string_view strings = strings_of(file, sections, section);
    const std::string_view entries = file.range(section.sh_offset, section.sh_size);
    for (std::size_t at = 0; at + sizeof(Elf64_Dyn) <= entries.size(); at += sizeof(Elf64_Dyn)) {
        Elf64_Dyn entry;
        std::memcpy(&entry, entries.data() + at, sizeof entry);
        if (entry.d_tag != DT_NEEDED) continue;
        if (summary.needed.size() == most_libraries) return;
        summary.needed.emplace_back(text_at(strings, entry.d_un.d_val));
    }
}

void read_symbols(const Bytes& file, const std::vector<Elf64_Shdr>& sections, const Elf64_Shdr& section,
                  ElfSummary& summary) {
    using namespace std::string_view_literals;
    constexpr auto wanted = "__cudaRegisterFatBinary\0"sv;
    summary.has_symbols = true;
    const std::string_view strings = strings_of(file, sections, section);
    const std::string_view symbols = file.range(section.sh_offset, section.sh_size);
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= symbols.size(); at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol;
        std::memcpy(&symbol, symbols.data() + at, sizeof symbol);
        const bool is_name = symbol.st_name < strings.size();
        if (symbol.st_shndx != SHN_UNDEF && is_name && strings.substr(symbol.st_name).starts_with(wanted)) {
            summary.has_own_runtime = true;
            return;
        }
    }
}

}  // namespace

bool ElfSummary::needs(std::string_view prefix) const {
    for (const std::string& name : needed) {
        if (name.starts_with(prefix)) return true;
    }
    return false;
}

ElfSummary summarize_elf(std::string_view bytes) {
    ElfSummary summary;
    const Bytes file(bytes);
    const auto header = file.at<Elf64_Ehdr>(0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64)
        return summary;
    summary.is_elf = true;
    summary.is_static = is_static_program(file, *header);
    const std::vector<Elf64_Shdr> sections = sections_of(file, *header);
    std::string_view names;
    if (header->e_shstrndx < sections.size())
        names = file.range(sections[header->e_shstrndx].sh_offset, sections[header->e_shstrndx].sh_size);
    for (const Elf64_Shdr& section : sections) {
        if (text_at(names, section.sh_name) == ".nvFatBinSegment") summary.has_device_code = true;
    }
    if (const Elf64_Shdr* dynamic = find_section(sections, SHT_DYNAMIC)) {
        read_dynamic(file, sections, *dynamic, summary);
    }
    if (const Elf64_Shdr* symbols = find_section(sections, SHT_SYMTAB)) {
        read_symbols(file, sections, *symbols, summary);
    }
    return summary;
}

Result<ElfSummary> read_elf(const std::string& path) {
    RF_TRY(const std::string bytes, read_file(path, program_limit));
    return summarize_elf(bytes);
}

}  // namespace ringfence::cli
