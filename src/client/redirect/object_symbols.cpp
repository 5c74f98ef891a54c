#include "client/redirect/object_symbols.h"

#include <elf.h>

#include <algorithm>
#include <cstring>

namespace ringfence::client {
namespace {

// No program that has the runtime inside is without this one.
constexpr std::string_view registration = "__cudaRegisterFatBinary";
constexpr std::string_view device_code_section = ".nvFatBinSegment";

template <typename T>
bool read(std::span<const std::byte> bytes, std::uint64_t offset, T& value) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof value) return false;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return true;
}

std::span<const std::byte> part(std::span<const std::byte> bytes, const Elf64_Shdr& section) {
    if (section.sh_type == SHT_NOBITS) return {};
    if (section.sh_offset > bytes.size() || bytes.size() - section.sh_offset < section.sh_size) return {};
    return bytes.subspan(section.sh_offset, section.sh_size);
}

std::string_view text_at(std::span<const std::byte> strings, std::uint32_t offset) {
    if (offset >= strings.size()) return {};
    const char* begin = reinterpret_cast<const char*>(strings.data()) + offset;
    const std::size_t most = strings.size() - offset;
    const std::size_t length = ::strnlen(begin, most);
    return length == most ? std::string_view() : std::string_view(begin, length);
}

class Sections {
public:
    explicit Sections(std::span<const std::byte> file) : file_(file) {
        is_elf_ = read(file, 0, header_) && std::memcmp(header_.e_ident, ELFMAG, SELFMAG) == 0 &&
                  header_.e_ident[EI_CLASS] == ELFCLASS64 && header_.e_shentsize == sizeof(Elf64_Shdr);
    }

    bool get(std::uint64_t number, Elf64_Shdr& section) const {
        return is_elf_ && number < header_.e_shnum && read(file_, header_.e_shoff + number * sizeof section, section);
    }
    bool find(std::uint32_t type, Elf64_Shdr& section) const {
        for (std::uint64_t i = 0; get(i, section); ++i) {
            if (section.sh_type == type) return true;
        }
        return false;
    }
    bool has(std::string_view name) const {
        Elf64_Shdr names;
        if (!get(header_.e_shstrndx, names)) return false;
        Elf64_Shdr section;
        for (std::uint64_t i = 0; get(i, section); ++i) {
            if (text_at(part(file_, names), section.sh_name) == name) return true;
        }
        return false;
    }
    // Calls `use` with each symbol of a table and its name.
    template <typename Use>
    void each_symbol(const Elf64_Shdr& table, Use use) const {
        Elf64_Shdr names;
        if (!get(table.sh_link, names)) return;
        const std::span<const std::byte> symbols = part(file_, table);
        const std::span<const std::byte> strings = part(file_, names);
        Elf64_Sym symbol;
        for (std::uint64_t at = 0; read(symbols, at, symbol); at += sizeof symbol)
            use(symbol, text_at(strings, symbol.st_name));
    }

private:
    std::span<const std::byte> file_;
    Elf64_Ehdr header_ = {};
    bool is_elf_ = false;
};

bool is_function(const Elf64_Sym& symbol) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    return (type == STT_FUNC || type == STT_GNU_IFUNC) && symbol.st_shndx != SHN_UNDEF;
}

void measure_room(std::vector<ProgramSymbol>& symbols, std::vector<std::uint64_t>& begins) {
    std::sort(begins.begin(), begins.end());
    for (ProgramSymbol& symbol : symbols) {
        const auto next = std::upper_bound(begins.begin(), begins.end(), symbol.address);
        symbol.room = next == begins.end() ? symbol.bytes : *next - symbol.address;
    }
}

}  // namespace

std::vector<ProgramSymbol> static_runtime_symbols(std::span<const std::byte> program) {
    const Sections sections(program);
    Elf64_Shdr table;
    // An object that exports its static runtime keeps the names even when it is stripped.
    if (!sections.find(SHT_SYMTAB, table) && !sections.find(SHT_DYNSYM, table)) return {};
    std::vector<ProgramSymbol> found;
    std::vector<std::uint64_t> begins;
    bool has_registration = false;
    sections.each_symbol(table, [&](const Elf64_Sym& symbol, std::string_view name) {
        if (!is_function(symbol)) return;
        begins.push_back(symbol.st_value);
        if (!name.starts_with("cuda") && !name.starts_with("__cuda")) return;
        found.push_back({name, symbol.st_value, symbol.st_size, 0});
        has_registration |= name == registration;
    });
    if (!has_registration) return {};
    measure_room(found, begins);
    return found;
}

int cuda_version(std::span<const ProgramSymbol> runtime) {
    // CUDA 13 has given these the names without a suffix.
    constexpr std::string_view only_in_12 = "cudaGetDeviceProperties_v2";
    const bool is_12 = std::any_of(runtime.begin(), runtime.end(),
                                   [&](const ProgramSymbol& symbol) { return symbol.name == only_in_12; });
    return is_12 ? 12 : 13;
}

bool hides_static_runtime(std::span<const std::byte> program) {
    const Sections sections(program);
    Elf64_Shdr table;
    if (sections.find(SHT_SYMTAB, table) || !sections.has(device_code_section)) return false;
    bool is_named = false;
    if (sections.find(SHT_DYNSYM, table)) {
        sections.each_symbol(table, [&](const Elf64_Sym&, std::string_view name) { is_named |= name == registration; });
    }
    return !is_named;
}

}  // namespace ringfence::client
