#include "backend/reserved_addresses.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "backend/text.h"
#include "base/cuda_status.h"

namespace ringfence::backend {
namespace {

constexpr int reserving = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
constexpr std::uint64_t huge_page = std::uint64_t{2} << 20;

void* pointer(Address address) {
    return reinterpret_cast<void*>(address);
}

Error system_error(const char* doing, Address address, std::uint64_t bytes) {
    const int code = errno;
    return Error::bad_input(std::string("cannot ") + doing + " " + bytes_at(bytes, address) + ": " +
                            std::generic_category().message(code))
        .with_status(code == ENOMEM ? cuda_status::out_of_memory : cuda_status::operating_system);
}

}  // namespace

std::uint64_t page_bytes() {
    return static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::string user_of(Address begin, std::uint64_t bytes) {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        Address first = 0;
        Address end = 0;
        if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64, &first, &end) != 2) continue;
        if (first < begin + bytes && begin < end) return line;
    }
    return {};
}

std::optional<ReservedAddresses> ReservedAddresses::at(Address begin, std::uint64_t bytes) {
    void* const place = ::mmap(pointer(begin), bytes, PROT_NONE, reserving | MAP_FIXED_NOREPLACE, -1, 0);
    if (place == MAP_FAILED) return std::nullopt;
    ReservedAddresses addresses(reinterpret_cast<Address>(place), bytes);
    // A kernel that does not know the flag treats the address as a hint.
    if (addresses.begin() != begin) return std::nullopt;
    return addresses;
}

std::optional<ReservedAddresses> ReservedAddresses::anywhere(std::uint64_t bytes, std::uint64_t alignment,
                                                             std::uint64_t offset) {
    const std::uint64_t room = bytes + alignment;
    void* const place = ::mmap(nullptr, room, PROT_NONE, reserving, -1, 0);
    if (place == MAP_FAILED) return std::nullopt;
    const auto first = reinterpret_cast<Address>(place);
    const Address begin = ((first + offset + alignment - 1) & ~(alignment - 1)) - offset;
    if (begin != first) ::munmap(place, begin - first);
    const std::uint64_t behind = first + room - (begin + bytes);
    if (behind != 0) ::munmap(pointer(begin + bytes), behind);
    return ReservedAddresses(begin, bytes);
}

ReservedAddresses::ReservedAddresses(ReservedAddresses&& other) noexcept
    : begin_(other.begin_), bytes_(std::exchange(other.bytes_, 0)) {}

ReservedAddresses::~ReservedAddresses() {
    if (bytes_ != 0) ::munmap(pointer(begin_), bytes_);
}

Result<void> ReservedAddresses::put_memory(Address address, std::uint64_t bytes) {
    if (::mprotect(pointer(address), bytes, PROT_READ | PROT_WRITE) != 0)
        return system_error("put memory at", address, bytes);
    // Huge pages mean fewer page faults. A failure does not matter.
    if (bytes >= 2 * huge_page) ::madvise(pointer(address), bytes, MADV_HUGEPAGE);
    return {};
}

Result<MappedMemory> ReservedAddresses::map_file(int fd, std::uint64_t bytes) {
    return MappedMemory::map(fd, bytes);
}

Result<void> ReservedAddresses::put(Address address, MappedMemory memory) {
    const std::uint64_t bytes = memory.size();
    void* const place = ::mremap(memory.bytes().data(), bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pointer(address));
    if (place == MAP_FAILED) return system_error("map a memory file to", address, bytes);
    static_cast<void>(memory.release());
    return {};
}

// Mapped elsewhere first: if mmap() of a file fails, Linux before 6.12 has already released the reserved addresses.
Result<void> ReservedAddresses::put_file(Address address, int fd, std::uint64_t bytes) {
    RF_TRY(MappedMemory memory, map_file(fd, bytes));
    return put(address, std::move(memory));
}

Result<void> ReservedAddresses::clear(Address address, std::uint64_t bytes) {
    void* const place = ::mmap(pointer(address), bytes, PROT_NONE, reserving | MAP_FIXED, -1, 0);
    if (place == MAP_FAILED) return system_error("give back", address, bytes);
    return {};
}

Result<void> ReservedAddresses::put_on_free(Address address, MappedMemory memory) {
    std::optional<ReservedAddresses> taken = at(address, memory.size());
    if (!taken) {
        errno = EEXIST;
        return system_error("map a memory file to", address, memory.size());
    }
    RF_RETURN_IF_ERROR(put(address, std::move(memory)));
    taken->bytes_ = 0;  // the caller unmaps what is there now
    return {};
}

Result<void> ReservedAddresses::make_free(Address address, std::uint64_t bytes) {
    if (::munmap(pointer(address), bytes) != 0) return system_error("give back", address, bytes);
    return {};
}

void ReservedAddresses::take_pages(Address address, std::uint64_t bytes) {
    static_cast<void>(::madvise(pointer(address), bytes, MADV_POPULATE_WRITE));
}

}  // namespace ringfence::backend
