#include "client/redirect/jump.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace ringfence::client {
namespace {

// How far away an island may be, with the object in between: less than short jumps reach.
#if defined(__x86_64__)
constexpr std::uint64_t reach = std::uint64_t{1} << 30;
#else
constexpr std::uint64_t reach = 64 << 20;
#endif

bool is_x86_padding(std::span<const std::byte> bytes) {
    // int3, and what the many forms of nop are made of.
    constexpr std::array<unsigned char, 11> fill = {0xcc, 0x90, 0x66, 0x0f, 0x1f, 0x00, 0x2e, 0x84, 0x40, 0x44, 0x80};
    return std::all_of(bytes.begin(), bytes.end(), [&](std::byte byte) {
        return std::find(fill.begin(), fill.end(), static_cast<unsigned char>(byte)) != fill.end();
    });
}

// Whole instructions: a nop, or zeros.
bool is_arm_padding(std::span<const std::byte> bytes) {
    constexpr std::uint32_t nop = 0xd503201f;
    if (bytes.size() % sizeof nop != 0) return false;
    for (std::size_t at = 0; at < bytes.size(); at += sizeof nop) {
        std::uint32_t word = 0;
        std::memcpy(&word, &bytes[at], sizeof word);
        if (word != nop && word != 0) return false;
    }
    return true;
}

}  // namespace

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

bool is_padding(std::span<const std::byte> bytes, Processor processor) {
    return processor == Processor::X86_64 ? is_x86_padding(bytes) : is_arm_padding(bytes);
}

bool returns_at_once(std::span<const std::byte> bytes, Processor processor) {
    using namespace std::string_view_literals;
    // A mark for jumps that may come here, which not all systems have, then the return.
    const std::string_view mark = processor == Processor::X86_64 ? "\xf3\x0f\x1e\xfa"sv : "\x5f\x24\x03\xd5"sv;
    const std::string_view back = processor == Processor::X86_64 ? "\xc3"sv : "\xc0\x03\x5f\xd6"sv;
    std::string_view left(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (left.starts_with(mark)) left.remove_prefix(mark.size());
    if (left.empty()) return true;  // only the mark is overwritten, and nobody comes behind it any more
    if (!left.starts_with(back)) return false;
    left.remove_prefix(back.size());
    return is_padding(std::as_bytes(std::span(left)), processor);
}

Islands::Islands(Extent object, std::size_t count) : bytes_(count * island_bytes) {
    constexpr std::uint64_t step = 64 << 10;
    const std::uint64_t above = (object.end + step - 1) & ~(step - 1);
    for (std::uint64_t at = above; at < object.end + reach; at += step) {
        if (take(at)) return;
    }
    // Libraries lie one below the other, so there is often none above.
    const std::uint64_t below = object.begin & ~(step - 1);
    const std::uint64_t size = (bytes_ + step - 1) & ~(step - 1);
    for (std::uint64_t back = size; back < std::min(reach, below); back += step) {
        if (take(below - back)) return;
    }
}

bool Islands::take(std::uint64_t at) {
    void* const got = ::mmap(reinterpret_cast<void*>(at), bytes_, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == MAP_FAILED) return false;
    if (got != reinterpret_cast<void*>(at)) {  // not all systems know the flag; the address is then a wish
        ::munmap(got, bytes_);
        return false;
    }
    begin_ = static_cast<std::byte*>(got);
    return true;
}

std::uint64_t Islands::add(const void* target) {
    if (begin_ == nullptr || used_ + island_bytes > bytes_) return 0;
    const std::vector<std::byte> code = long_jump(target);
    std::memcpy(begin_ + used_, code.data(), code.size());
    const auto address = reinterpret_cast<std::uint64_t>(begin_ + used_);
    used_ += island_bytes;
    return address;
}

bool Islands::seal() {
    if (begin_ == nullptr) return false;
    __builtin___clear_cache(reinterpret_cast<char*>(begin_), reinterpret_cast<char*>(begin_ + used_));
    return ::mprotect(begin_, bytes_, PROT_READ | PROT_EXEC) == 0;
}

bool overwrite_code(std::uint64_t address, std::span<const std::byte> code) {
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t begin = address & ~(page - 1);
    const std::uint64_t bytes = address + code.size() - begin;
    auto* at = reinterpret_cast<void*>(begin);
    // The right to execute stays where the system lets it, since the page may be the dynamic linker's. Otherwise
    // nothing of a program runs yet, so nobody misses it.
    if (::mprotect(at, bytes, PROT_READ | PROT_WRITE | PROT_EXEC) != 0 &&
        ::mprotect(at, bytes, PROT_READ | PROT_WRITE) != 0)
        return false;
    std::memcpy(reinterpret_cast<void*>(address), code.data(), code.size());
    const bool restored = ::mprotect(at, bytes, PROT_READ | PROT_EXEC) == 0;
    __builtin___clear_cache(reinterpret_cast<char*>(address), reinterpret_cast<char*>(address + code.size()));
    return restored;
}

}  // namespace ringfence::client
