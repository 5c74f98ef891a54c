#include "fatbin/elf.h"

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "fatbin/fatbin.h"

namespace ringfence::fatbin {
namespace {

constexpr std::uint16_t machine_cuda = 190;

// Beside SHT_NOBITS these say how much memory is needed and have nothing in the file.
constexpr bool has_contents(std::uint32_t type) {
    constexpr std::uint32_t cuda_global = SHT_LOPROC + 0x7;
    constexpr std::uint32_t cuda_local = SHT_LOPROC + 0x9;
    constexpr std::uint32_t cuda_shared = SHT_LOPROC + 0xa;
    constexpr std::uint32_t cuda_shared_reserved = SHT_LOPROC + 0x15;
    switch (type) {
        case SHT_NOBITS:
        case cuda_global:
        case cuda_local:
        case cuda_shared:
        case cuda_shared_reserved: return false;
        default: return true;
    }
}

Error bad_elf(const std::string& message) {
    return Error::bad_input("the machine code (ELF) is damaged: " + message)
        .with_remedy("build the program again")
        .with_status(invalid_image);
}

class Checker {
public:
    explicit Checker(std::span<const std::byte> bytes) : bytes_(bytes) {}

    Result<void> check() {
        RF_RETURN_IF_ERROR(check_header());
        RF_RETURN_IF_ERROR(check_segments());
        for (std::uint64_t number = 0; number < sections_; ++number) {
            if (auto checked = check_section(section(number)); !checked) {
                Error error = checked.take_error();
                return bad_elf("section " + std::to_string(number) + ": " + error.message);
            }
        }
        return {};
    }

private:
    static Error wrong(const char* what) { return Error::bad_input(what); }

    bool fits(std::uint64_t offset, std::uint64_t bytes) const {
        return offset <= bytes_.size() && bytes <= bytes_.size() - offset;
    }
    // Where the caller knows that it fits.
    template <typename T>
    T read(std::uint64_t offset) const {
        T value;
        std::memcpy(&value, bytes_.data() + offset, sizeof value);
        return value;
    }
    Elf64_Shdr section(std::uint64_t number) const {
        return read<Elf64_Shdr>(header_.e_shoff + number * sizeof(Elf64_Shdr));
    }

    Result<void> check_header() {
        if (!fits(0, sizeof header_)) return bad_elf("it is shorter than its header");
        header_ = read<Elf64_Ehdr>(0);
        if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 || header_.e_ident[EI_CLASS] != ELFCLASS64 ||
            header_.e_ident[EI_DATA] != ELFDATA2LSB || header_.e_machine != machine_cuda) {
            return bad_elf("it is not for a GPU");
        }
        if (header_.e_ehsize != sizeof header_) return bad_elf("its header has another size");
        if (header_.e_shoff == 0 || header_.e_shentsize != sizeof(Elf64_Shdr) ||
            !fits(header_.e_shoff, sizeof(Elf64_Shdr))) {
            return bad_elf("there is no table of sections");
        }
        // Where there are too many for the header's fields, the first section has the numbers.
        const Elf64_Shdr first = section(0);
        sections_ = header_.e_shnum != 0 ? header_.e_shnum : first.sh_size;
        names_ = header_.e_shstrndx != SHN_XINDEX ? header_.e_shstrndx : first.sh_link;
        if (sections_ > bytes_.size() / sizeof(Elf64_Shdr) || !fits(header_.e_shoff, sections_ * sizeof(Elf64_Shdr))) {
            return bad_elf("the table of sections goes beyond its end");
        }
        if (names_ >= sections_ || !is_strings(section(names_))) return bad_elf("the sections have no names");
        return {};
    }

    Result<void> check_segments() const {
        if (header_.e_phnum == 0) return {};
        if (header_.e_phentsize != sizeof(Elf64_Phdr) ||
            !fits(header_.e_phoff, std::uint64_t{header_.e_phnum} * sizeof(Elf64_Phdr))) {
            return bad_elf("the table of segments goes beyond its end");
        }
        for (std::uint64_t number = 0; number < header_.e_phnum; ++number) {
            const auto segment = read<Elf64_Phdr>(header_.e_phoff + number * sizeof(Elf64_Phdr));
            if (!fits(segment.p_offset, segment.p_filesz) || segment.p_filesz > segment.p_memsz) {
                return bad_elf("segment " + std::to_string(number) + " goes beyond its end");
            }
        }
        return {};
    }

    // A table of texts, each ended by a zero.
    bool is_strings(const Elf64_Shdr& table) const {
        return table.sh_type == SHT_STRTAB && table.sh_size > 0 && fits(table.sh_offset, table.sh_size) &&
               bytes_[table.sh_offset + table.sh_size - 1] == std::byte{0};
    }

    Result<void> check_section(const Elf64_Shdr& checked) const {
        if (checked.sh_type == SHT_NULL) return {};
        if (checked.sh_name >= section(names_).sh_size) return wrong("its name goes beyond the names' end");
        if (has_contents(checked.sh_type) && !fits(checked.sh_offset, checked.sh_size)) {
            return wrong("it goes beyond the end");
        }
        if (checked.sh_link >= sections_) return wrong("it is linked to a section that is not there");
        switch (checked.sh_type) {
            case SHT_STRTAB:
                if (checked.sh_size > 0 && !is_strings(checked)) return wrong("its last text has no end");
                return {};
            case SHT_SYMTAB: return check_symbols(checked);
            case SHT_REL: return check_relocations<Elf64_Rel>(checked);
            case SHT_RELA: return check_relocations<Elf64_Rela>(checked);
            default: return {};
        }
    }

    template <typename Entry>
    static bool is_table_of(const Elf64_Shdr& table) {
        return table.sh_entsize == sizeof(Entry) && table.sh_size % sizeof(Entry) == 0;
    }

    Result<void> check_symbols(const Elf64_Shdr& table) const {
        if (!is_table_of<Elf64_Sym>(table)) return wrong("its symbols have another size");
        const Elf64_Shdr names = section(table.sh_link);
        if (!is_strings(names)) return wrong("its symbols have no names");
        for (std::uint64_t at = 0; at < table.sh_size; at += sizeof(Elf64_Sym)) {
            const auto symbol = read<Elf64_Sym>(table.sh_offset + at);
            if (symbol.st_name >= names.sh_size) return wrong("a symbol's name goes beyond the names' end");
            if (symbol.st_shndx < SHN_LORESERVE && symbol.st_shndx >= sections_) {
                return wrong("a symbol is in a section that is not there");
            }
        }
        return {};
    }

    template <typename Entry>
    Result<void> check_relocations(const Elf64_Shdr& table) const {
        if (!is_table_of<Entry>(table)) return wrong("its relocations have another size");
        if (table.sh_size == 0) return {};
        const Elf64_Shdr symbols = section(table.sh_link);
        if (symbols.sh_type != SHT_SYMTAB) return wrong("its relocations have no symbols");
        if (table.sh_info >= sections_) return wrong("its relocations are of a section that is not there");
        const std::uint64_t places = section(table.sh_info).sh_size;
        for (std::uint64_t at = 0; at < table.sh_size; at += sizeof(Entry)) {
            const auto relocation = read<Entry>(table.sh_offset + at);
            if (ELF64_R_SYM(relocation.r_info) >= symbols.sh_size / sizeof(Elf64_Sym)) {
                return wrong("a relocation is by a symbol that is not there");
            }
            if (relocation.r_offset >= places) return wrong("a relocation is beyond its section's end");
        }
        return {};
    }

    std::span<const std::byte> bytes_;
    Elf64_Ehdr header_ = {};
    std::uint64_t sections_ = 0;
    std::uint64_t names_ = 0;
};

}  // namespace

Result<void> check_elf(std::span<const std::byte> bytes) {
    return Checker(bytes).check();
}

}  // namespace ringfence::fatbin
