#include "client/redirect/static_runtime.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

#include "base/unique_fd.h"

namespace ringfence::client {
namespace {

// No program that has the runtime inside is without this one.
constexpr std::string_view registration = "__cudaRegisterFatBinary";

template <typename T>
bool read(std::span<const std::byte> bytes, std::uint64_t offset, T& value) {
    if (offset > bytes.size() || bytes.size() - offset < sizeof value) return false;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return true;
}

std::span<const std::byte> part(std::span<const std::byte> bytes, const Elf64_Shdr& section) {
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

bool find_symbol_table(std::span<const std::byte> program, Elf64_Shdr& symbols, Elf64_Shdr& strings) {
    Elf64_Ehdr header;
    if (!read(program, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_shentsize != sizeof(Elf64_Shdr))
        return false;
    for (unsigned i = 0; i < header.e_shnum; ++i) {
        if (!read(program, header.e_shoff + std::uint64_t{i} * sizeof symbols, symbols)) return false;
        if (symbols.sh_type != SHT_SYMTAB) continue;
        return read(program, header.e_shoff + std::uint64_t{symbols.sh_link} * sizeof strings, strings);
    }
    return false;
}

bool is_runtime_function(const Elf64_Sym& symbol, std::string_view name) {
    if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF) return false;
    return name.starts_with("cuda") || name.starts_with("__cuda");
}

// A file that is mapped for reading.
class MappedFile {
public:
    explicit MappedFile(const char* path) {
        const UniqueFd file(::open(path, O_RDONLY | O_CLOEXEC));
        struct stat status = {};
        if (!file || ::fstat(file.get(), &status) != 0 || status.st_size <= 0) return;
        void* at = ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file.get(), 0);
        if (at == MAP_FAILED) return;
        bytes_ = {static_cast<const std::byte*>(at), static_cast<std::size_t>(status.st_size)};
    }
    ~MappedFile() {
        if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return bytes_; }

private:
    std::span<const std::byte> bytes_;
};

// Where the program itself lies: it is the first in the list.
struct LoadedProgram {
    std::uint64_t offset = 0;  // what addresses in its file are shifted by
    std::uint64_t end = 0;
};

LoadedProgram find_program() {
    LoadedProgram program;
    ::dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* data) {
            auto& found = *static_cast<LoadedProgram*>(data);
            found.offset = info->dlpi_addr;
            for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
                const ElfW(Phdr)& segment = info->dlpi_phdr[i];
                if (segment.p_type == PT_LOAD)
                    found.end = std::max<std::uint64_t>(found.end, info->dlpi_addr + segment.p_vaddr + segment.p_memsz);
            }
            return 1;
        },
        &program);
    return program;
}

// Long jumps that lie near the program, so that short ones reach them.
class Islands {
public:
    Islands(const LoadedProgram& program, std::size_t count) {
        constexpr std::uint64_t step = 64 << 10;
        constexpr std::uint64_t reach = 64 << 20;  // of the shorter kind of short jumps, with the program in between
        bytes_ = count * island_bytes;
        for (std::uint64_t at = (program.end + step) & ~(step - 1); at < program.end + reach; at += step) {
            void* got = ::mmap(reinterpret_cast<void*>(at), bytes_, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
            if (got == MAP_FAILED) continue;
            if (got != reinterpret_cast<void*>(at)) {  // not all systems know the flag; the address is then a wish
                ::munmap(got, bytes_);
                continue;
            }
            begin_ = static_cast<std::byte*>(got);
            return;
        }
    }

    // Where a long jump to `target` is now; 0 if there is no room.
    std::uint64_t add(const void* target) {
        if (begin_ == nullptr || used_ + island_bytes > bytes_) return 0;
        const std::vector<std::byte> code = long_jump(target);
        std::memcpy(begin_ + used_, code.data(), code.size());
        const auto address = reinterpret_cast<std::uint64_t>(begin_ + used_);
        used_ += island_bytes;
        return address;
    }

    bool seal() {
        if (begin_ == nullptr) return false;
        __builtin___clear_cache(reinterpret_cast<char*>(begin_), reinterpret_cast<char*>(begin_ + used_));
        return ::mprotect(begin_, bytes_, PROT_READ | PROT_EXEC) == 0;
    }

private:
    static constexpr std::size_t island_bytes = 16;

    std::byte* begin_ = nullptr;
    std::size_t bytes_ = 0;
    std::size_t used_ = 0;
};

bool overwrite_code(std::uint64_t address, std::span<const std::byte> code) {
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t begin = address & ~(page - 1);
    const std::uint64_t bytes = address + code.size() - begin;
    auto* at = reinterpret_cast<void*>(begin);
    // Nothing of the program runs yet, so nobody misses the right to execute meanwhile.
    if (::mprotect(at, bytes, PROT_READ | PROT_WRITE) != 0) return false;
    std::memcpy(reinterpret_cast<void*>(address), code.data(), code.size());
    const bool restored = ::mprotect(at, bytes, PROT_READ | PROT_EXEC) == 0;
    __builtin___clear_cache(reinterpret_cast<char*>(address), reinterpret_cast<char*>(address + code.size()));
    return restored;
}

}  // namespace

std::vector<ProgramSymbol> static_runtime_symbols(std::span<const std::byte> program) {
    Elf64_Shdr table;
    Elf64_Shdr names;
    if (!find_symbol_table(program, table, names)) return {};
    const std::span<const std::byte> symbols = part(program, table);
    const std::span<const std::byte> strings = part(program, names);
    std::vector<ProgramSymbol> found;
    bool has_registration = false;
    Elf64_Sym symbol;
    for (std::uint64_t at = 0; read(symbols, at, symbol); at += sizeof symbol) {
        const std::string_view name = text_at(strings, symbol.st_name);
        if (!is_runtime_function(symbol, name)) continue;
        found.push_back({name, symbol.st_value, symbol.st_size});
        has_registration |= name == registration;
    }
    if (!has_registration) found.clear();
    return found;
}

std::vector<std::byte> short_jump(std::uint64_t from, std::uint64_t to) {
#if defined(__x86_64__)
    // jmp rel32, counted from the next instruction
    const auto distance = static_cast<std::int64_t>(to - from) - 5;
    if (distance != static_cast<std::int32_t>(distance)) return {};
    std::vector<std::byte> bytes(5, std::byte{0xe9});
    const auto low = static_cast<std::int32_t>(distance);
    std::memcpy(bytes.data() + 1, &low, sizeof low);
#elif defined(__aarch64__)
    // b imm26, in instructions
    const auto distance = static_cast<std::int64_t>(to - from);
    constexpr std::int64_t reach = 128 << 20;
    if (distance < -reach || distance >= reach) return {};
    std::vector<std::byte> bytes(4);
    const std::uint32_t code = 0x14000000U | (static_cast<std::uint32_t>(distance >> 2) & 0x03ffffffU);
    std::memcpy(bytes.data(), &code, sizeof code);
#else
#    error "no jump is known for this processor"
#endif
    return bytes;
}

std::vector<std::byte> long_jump(const void* target) {
#if defined(__x86_64__)
    // jmp *0(%rip), then the address
    constexpr unsigned char code[] = {0xff, 0x25, 0, 0, 0, 0};
#else
    // ldr x16, .+8; br x16, then the address
    constexpr unsigned char code[] = {0x50, 0x00, 0x00, 0x58, 0x00, 0x02, 0x1f, 0xd6};
#endif
    std::vector<std::byte> bytes(sizeof code + sizeof target);
    std::memcpy(bytes.data(), code, sizeof code);
    std::memcpy(bytes.data() + sizeof code, &target, sizeof target);
    return bytes;
}

std::size_t redirect_static_runtime(void* (*find)(const char* name)) {
    const MappedFile file("/proc/self/exe");
    const std::vector<ProgramSymbol> symbols = static_runtime_symbols(file.bytes());
    if (symbols.empty()) return 0;
    const LoadedProgram program = find_program();
    Islands islands(program, symbols.size());
    std::size_t led = 0;
    for (const ProgramSymbol& symbol : symbols) {
        const std::string name(symbol.name);
        const void* target = find(name.c_str());
        if (target == nullptr) continue;
        const std::uint64_t from = program.offset + symbol.address;
        const std::uint64_t island = islands.add(target);
        const std::vector<std::byte> code = island == 0 ? std::vector<std::byte>() : short_jump(from, island);
        if (!code.empty() && symbol.bytes >= code.size() && overwrite_code(from, code)) {
            ++led;
        } else {
            std::fprintf(stderr,
                         "ringfence: cannot lead %s of this program to Ringfence; link it with -cudart shared\n",
                         name.c_str());
        }
    }
    if (!islands.seal())
        std::fprintf(stderr, "ringfence: cannot lead this program to Ringfence; link it with -cudart shared\n");
    return led;
}

}  // namespace ringfence::client
