// Addresses of this process that are kept free, until memory is put there.
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

// The user of one of these addresses in this process, for messages; empty if there is none.
std::string user_of(Address begin, std::uint64_t bytes);

class ReservedAddresses {
public:
    // Nothing if something lies there.
    static std::optional<ReservedAddresses> at(Address begin, std::uint64_t bytes);
    // Wherever there is room, so that the address `offset` bytes behind the first one is a multiple of `alignment`, a
    // power of two; `offset` is one of whole pages.
    static std::optional<ReservedAddresses> anywhere(std::uint64_t bytes, std::uint64_t alignment,
                                                     std::uint64_t offset = 0);

    ReservedAddresses(ReservedAddresses&& other) noexcept;
    ReservedAddresses& operator=(ReservedAddresses&&) = delete;
    ~ReservedAddresses();

    Address begin() const { return begin_; }

    // Memory of this process's own; pages are taken when they are touched.
    static Result<void> put_memory(Address address, std::uint64_t bytes);
    // The first bytes of a file, shared, on their way to a place. A file may refuse (its maker can seal it against
    // writing), and that shows here, before addresses are given up for it.
    static Result<MappedMemory> map_file(int fd, std::uint64_t bytes);
    static Result<void> put(Address address, MappedMemory memory);
    static Result<void> put_file(Address address, int fd, std::uint64_t bytes);
    // The memory there goes back to the system; the addresses stay reserved.
    static Result<void> clear(Address address, std::uint64_t bytes);

    // Without a reservation: where nothing must lie yet; and back to nothing.
    static Result<void> put_on_free(Address address, MappedMemory memory);
    static Result<void> make_free(Address address, std::uint64_t bytes);
    // Takes the pages of a new mapping now, not when they are touched. It may fail, and does no harm then.
    static void take_pages(Address address, std::uint64_t bytes);

private:
    ReservedAddresses(Address begin, std::uint64_t bytes) : begin_(begin), bytes_(bytes) {}

    Address begin_;
    std::uint64_t bytes_;
};

}  // namespace ringfence::backend
