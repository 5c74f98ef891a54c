// Addresses of this process that are reserved, so that nothing else is mapped there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "backend/device.h"
#include "base/mapped_memory.h"
#include "base/result.h"

namespace ringfence::backend {

// The operating system's.
std::uint64_t page_bytes();

// What is mapped at one of these addresses in this process, for messages; empty if nothing is.
std::string user_of(Address begin, std::uint64_t bytes);

class ReservedAddresses {
public:
    // Reserves these addresses; nothing if one of them is in use.
    static std::optional<ReservedAddresses> at(Address begin, std::uint64_t bytes);
    // Reserves addresses wherever there is room, so that the address `offset` bytes behind the first is a multiple of
    // `alignment`, a power of two. `offset` must be whole pages.
    static std::optional<ReservedAddresses> anywhere(std::uint64_t bytes, std::uint64_t alignment,
                                                     std::uint64_t offset = 0);

    ReservedAddresses(ReservedAddresses&& other) noexcept;
    ReservedAddresses& operator=(ReservedAddresses&&) = delete;
    ~ReservedAddresses();

    Address begin() const { return begin_; }

    // Maps private memory; pages are allocated when they are touched.
    static Result<void> put_memory(Address address, std::uint64_t bytes);
    // Maps the first bytes of a file, shared, at a temporary address. That fails if the file was sealed against
    // writing: so the failure comes before the final addresses are released.
    static Result<MappedMemory> map_file(int fd, std::uint64_t bytes);
    static Result<void> put(Address address, MappedMemory memory);
    static Result<void> put_file(Address address, int fd, std::uint64_t bytes);
    // Frees the memory there; the addresses stay reserved.
    static Result<void> clear(Address address, std::uint64_t bytes);

    // The same without a reservation: map memory where nothing may be mapped yet, and unmap it.
    static Result<void> put_on_free(Address address, MappedMemory memory);
    static Result<void> make_free(Address address, std::uint64_t bytes);
    // Allocates the pages of a new mapping now instead of when they are touched. Failure is harmless.
    static void take_pages(Address address, std::uint64_t bytes);

private:
    ReservedAddresses(Address begin, std::uint64_t bytes) : begin_(begin), bytes_(bytes) {}

    Address begin_;
    std::uint64_t bytes_;
};

}  // namespace ringfence::backend
