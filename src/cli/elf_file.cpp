#include "cli/elf_file.h"

#include <elf.h>

#include <cstring>
#include <optional>

#include "base/file.h"

namespace ringfence::cli {
namespace {

constexpr std::size_t program_limit = std::size_t{4} << 30;

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
    const std::string_view rest = table.substr(offset);
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

std::string_view strings_of(const Bytes& file, const std::vector<Elf64_Shdr>& sections, const Elf64_Shdr& of) {
    if (of.sh_link >= sections.size()) return {};
    return file.range(sections[of.sh_link].sh_offset, sections[of.sh_link].sh_size);
}

void read_dynamic(const Bytes& file, const std::vector<Elf64_Shdr>& sections, const Elf64_Shdr& section,
                  ElfSummary& summary) {
    const std::string_view strings = strings_of(file, sections, section);
    const std::string_view entries = file.range(section.sh_offset, section.sh_size);
    for (std::size_t at = 0; at + sizeof(Elf64_Dyn) <= entries.size(); at += sizeof(Elf64_Dyn)) {
        Elf64_Dyn entry;
        std::memcpy(&entry, entries.data() + at, sizeof entry);
        if (entry.d_tag == DT_NEEDED) summary.needed.emplace_back(text_at(strings, entry.d_un.d_val));
    }
}

void read_symbols(const Bytes& file, const std::vector<Elf64_Shdr>& sections, const Elf64_Shdr& section,
                  ElfSummary& summary) {
    summary.has_symbols = true;
    const std::string_view strings = strings_of(file, sections, section);
    const std::string_view symbols = file.range(section.sh_offset, section.sh_size);
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= symbols.size(); at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol;
        std::memcpy(&symbol, symbols.data() + at, sizeof symbol);
        if (symbol.st_shndx != SHN_UNDEF && text_at(strings, symbol.st_name) == "__cudaRegisterFatBinary") {
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
    const std::vector<Elf64_Shdr> sections = sections_of(file, *header);
    std::string_view names;
    if (header->e_shstrndx < sections.size())
        names = file.range(sections[header->e_shstrndx].sh_offset, sections[header->e_shstrndx].sh_size);
    for (const Elf64_Shdr& section : sections) {
        if (text_at(names, section.sh_name) == ".nvFatBinSegment") summary.has_device_code = true;
        if (section.sh_type == SHT_DYNAMIC) read_dynamic(file, sections, section, summary);
        if (section.sh_type == SHT_SYMTAB) read_symbols(file, sections, section, summary);
    }
    return summary;
}

Result<ElfSummary> read_elf(const std::string& path) {
    RF_TRY(const std::string bytes, read_file(path, program_limit));
    return summarize_elf(bytes);
}

}  // namespace ringfence::cli
