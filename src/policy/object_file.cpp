#include "policy/object_file.h"

#include <elf.h>

#include <algorithm>

#include <fmt/format.h>

namespace ringfence::policy {
namespace {

constexpr std::size_t most_sections = 512;
constexpr std::size_t most_symbols = 16 << 10;
constexpr std::size_t most_relocations = 64 << 10;
constexpr std::size_t longest_string = 4096;

Error bad_object(std::string what) {
    return Error::bad_input("no eBPF object: " + std::move(what))
        .with_remedy("compile it again: clang -O2 -g -target bpf -mcpu=v3 -c policy.c");
}

Result<Elf64_Ehdr> read_header(ConstBytes bytes) {
    if (bytes.size() > largest_object) return bad_object(fmt::format("more than {} MiB", largest_object >> 20U));
    const auto header = value_at<Elf64_Ehdr>(bytes, 0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return bad_object("no ELF file");
    if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB)
        return bad_object("not 64-bit, little endian");
    if (header->e_machine != EM_BPF) return bad_object("it is for another machine");
    if (header->e_type != ET_REL) return bad_object("it has been linked");
    if (header->e_shentsize != sizeof(Elf64_Shdr) || header->e_shnum == 0 || header->e_shnum > most_sections)
        return bad_object("a table of sections that cannot be");
    return *header;
}

Result<ConstBytes> bytes_of_section(ConstBytes file, const Elf64_Shdr& header) {
    if (header.sh_type == SHT_NOBITS || header.sh_type == SHT_NULL) return ConstBytes();
    if (header.sh_offset > file.size() || header.sh_size > file.size() - header.sh_offset)
        return bad_object("a section reaches beyond the end of the file");
    return file.subspan(header.sh_offset, header.sh_size);
}

Result<std::vector<ObjectSection>> read_sections(ConstBytes file, const Elf64_Ehdr& header) {
    std::vector<ObjectSection> sections;
    std::vector<std::uint32_t> names;
    for (std::uint32_t i = 0; i < header.e_shnum; ++i) {
        const auto section = value_at<Elf64_Shdr>(file, header.e_shoff + std::uint64_t{i} * sizeof(Elf64_Shdr));
        if (!section || header.e_shoff > file.size()) return bad_object("the table of sections is cut off");
        RF_TRY(const ConstBytes bytes, bytes_of_section(file, *section));
        sections.push_back(
            {{}, bytes, section->sh_size, section->sh_type, section->sh_flags, section->sh_link, section->sh_info});
        names.push_back(section->sh_name);
    }
    if (header.e_shstrndx >= sections.size()) return bad_object("its sections have no names");
    const ConstBytes strings = sections[header.e_shstrndx].bytes;
    for (std::size_t i = 1; i < sections.size(); ++i) {
        const auto name = string_at(strings, names[i]);
        if (!name) return bad_object("a section without a name");
        sections[i].name = *name;
    }
    return sections;
}

Result<std::vector<ObjectSymbol>> read_symbols(const std::vector<ObjectSection>& sections) {
    std::vector<ObjectSymbol> symbols;
    const auto table = std::find_if(sections.begin(), sections.end(),
                                    [](const ObjectSection& section) { return section.type == SHT_SYMTAB; });
    if (table == sections.end()) return symbols;
    if (table->link >= sections.size()) return bad_object("its symbols have no names");
    const std::size_t count = table->bytes.size() / sizeof(Elf64_Sym);
    if (count > most_symbols) return bad_object(fmt::format("more than {} symbols", most_symbols));
    for (std::size_t i = 0; i < count; ++i) {
        const auto symbol = value_at<Elf64_Sym>(table->bytes, i * sizeof(Elf64_Sym));
        if (!symbol) break;
        const auto name = string_at(sections[table->link].bytes, symbol->st_name);
        if (!name) return bad_object("a symbol without a name");
        const unsigned type = ELF64_ST_TYPE(symbol->st_info);
        // A section's own symbol has no name, so messages use the section's.
        const bool is_section = type == STT_SECTION && symbol->st_shndx < sections.size();
        symbols.push_back({is_section ? sections[symbol->st_shndx].name : *name, symbol->st_value, symbol->st_size,
                           symbol->st_shndx, type == STT_FUNC});
    }
    return symbols;
}

}  // namespace

bool ObjectSection::is_code() const {
    return type == SHT_PROGBITS && (flags & SHF_EXECINSTR) != 0 && size != 0;
}

bool ObjectSection::is_data() const {
    return (type == SHT_PROGBITS || type == SHT_NOBITS) && (flags & SHF_ALLOC) != 0 && (flags & SHF_EXECINSTR) == 0 &&
           size != 0;
}

std::optional<std::string_view> string_at(ConstBytes table, std::uint64_t offset) {
    if (offset >= table.size()) return std::nullopt;
    const ConstBytes rest = table.subspan(offset);
    const std::string_view text(reinterpret_cast<const char*>(rest.data()), std::min(rest.size(), longest_string));
    const std::size_t length = text.find('\0');
    if (length == std::string_view::npos) return std::nullopt;
    return text.substr(0, length);
}

Result<ObjectFile> ObjectFile::parse(ConstBytes bytes) {
    RF_TRY(const Elf64_Ehdr header, read_header(bytes));
    ObjectFile file;
    RF_TRY(file.sections_, read_sections(bytes, header));
    RF_TRY(file.symbols_, read_symbols(file.sections_));
    return file;
}

const ObjectSection* ObjectFile::find(std::string_view name) const {
    const auto found = std::find_if(sections_.begin(), sections_.end(),
                                    [name](const ObjectSection& section) { return section.name == name; });
    return found == sections_.end() ? nullptr : &*found;
}

Result<std::vector<ObjectRelocation>> ObjectFile::relocations(std::size_t section) const {
    std::vector<ObjectRelocation> found;
    for (const ObjectSection& table : sections_) {
        if ((table.type != SHT_REL && table.type != SHT_RELA) || table.info != section) continue;
        if (table.type == SHT_RELA) return bad_object("relocations of a kind that clang does not make");
        const std::size_t count = table.bytes.size() / sizeof(Elf64_Rel);
        if (found.size() + count > most_relocations) return bad_object("too many relocations");
        for (std::size_t i = 0; i < count; ++i) {
            const auto entry = value_at<Elf64_Rel>(table.bytes, i * sizeof(Elf64_Rel));
            const std::uint64_t symbol = entry ? ELF64_R_SYM(entry->r_info) : symbols_.size();
            if (symbol >= symbols_.size()) return bad_object("a relocation to no symbol");
            found.push_back(
                {entry->r_offset, static_cast<std::uint32_t>(ELF64_R_TYPE(entry->r_info)), symbols_[symbol]});
        }
    }
    return found;
}

}  // namespace ringfence::policy
