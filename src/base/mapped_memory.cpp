#include "base/mapped_memory.h"

#include <sys/mman.h>

#include <cerrno>
#include <charconv>
#include <string>
#include <system_error>

#include "base/cuda_status.h"

namespace ringfence {
namespace {

std::string hex(std::uint64_t value) {
    char digits[16];
    return "0x" + std::string(digits, std::to_chars(digits, digits + sizeof digits, value, 16).ptr);
}

Error cannot_map(std::uint64_t address, std::size_t bytes, int number) {
    std::string message = "cannot map " + std::to_string(bytes) + " bytes";
    if (address != 0) message += " at " + hex(address);
    return Error::bad_input(message + ": " + std::generic_category().message(number))
        .with_status(number == ENOMEM ? cuda_status::out_of_memory : cuda_status::operating_system);
}

Error out_of_range(std::uint64_t address, std::size_t bytes) {
    return Error::internal(std::to_string(bytes) + " bytes at " + hex(address) + " are not within the mapping");
}

}  // namespace

Result<MappedMemory> MappedMemory::map_with(std::uint64_t address, int fd, std::size_t bytes, int protection,
                                            int flags) {
    void* const wanted = reinterpret_cast<void*>(address);
    void* const got = ::mmap(wanted, bytes, protection, flags, fd, 0);
    if (got == MAP_FAILED) return cannot_map(address, bytes, errno);
    MappedMemory memory(std::span(static_cast<std::byte*>(got), bytes));
    // A kernel before 4.17 takes MAP_FIXED_NOREPLACE for a mere wish.
    if (address != 0 && got != wanted) return cannot_map(address, bytes, EEXIST);
    return memory;
}

Result<MappedMemory> MappedMemory::map(int fd, std::size_t bytes) {
    return map_with(0, fd, bytes, PROT_READ | PROT_WRITE, MAP_SHARED);
}

Result<MappedMemory> MappedMemory::map_at(std::uint64_t address, int fd, std::size_t bytes) {
    return map_with(address, fd, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE);
}

Result<MappedMemory> MappedMemory::map_own(std::size_t bytes, std::size_t alignment) {
    RF_TRY(MappedMemory all,
           map_with(0, -1, bytes + alignment, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE));
    const std::span<std::byte> room = all.release();
    const std::size_t before = (alignment - reinterpret_cast<std::uintptr_t>(room.data()) % alignment) % alignment;
    if (before != 0) ::munmap(room.data(), before);
    if (before != alignment) ::munmap(room.data() + before + bytes, alignment - before);
    return MappedMemory(room.subspan(before, bytes));
}

Result<MappedMemory> MappedMemory::reserve_at(std::uint64_t address, std::size_t bytes) {
    return map_with(address, -1, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE);
}

bool MappedMemory::contains(std::uint64_t address_asked, std::size_t bytes_asked) const {
    return address_asked >= address() && bytes_asked <= size() && address_asked - address() <= size() - bytes_asked;
}

Result<void> MappedMemory::overlay(std::uint64_t where, int fd, std::size_t bytes) const {
    if (!contains(where, bytes)) return out_of_range(where, bytes);
    void* const got =
        ::mmap(reinterpret_cast<void*>(where), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
    if (got == MAP_FAILED) return cannot_map(where, bytes, errno);
    return {};
}

Result<void> MappedMemory::retire(std::uint64_t where, std::size_t bytes) const {
    if (!contains(where, bytes)) return out_of_range(where, bytes);
    void* const got = ::mmap(reinterpret_cast<void*>(where), bytes, PROT_NONE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if (got == MAP_FAILED) return cannot_map(where, bytes, errno);
    return {};
}

void MappedMemory::unmap() {
    if (!memory_.empty()) ::munmap(memory_.data(), memory_.size());
    memory_ = {};
}

}  // namespace ringfence
