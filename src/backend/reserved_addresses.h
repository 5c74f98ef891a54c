// Addresses of this process that are kept free, until memory is put there.
#pragma once

#include <cstdint>
#include <optional>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend {

class ReservedAddresses {
public:
    // Nothing if something lies there.
    static std::optional<ReservedAddresses> at(Address begin, std::uint64_t bytes);
    // Wherever there is room, at a multiple of `alignment`, a power of two.
    static std::optional<ReservedAddresses> anywhere(std::uint64_t bytes, std::uint64_t alignment);

    ReservedAddresses(ReservedAddresses&& other) noexcept;
    ReservedAddresses& operator=(ReservedAddresses&&) = delete;
    ~ReservedAddresses();

    Address begin() const { return begin_; }

    // Memory of this process's own; pages are taken when they are touched.
    static Result<void> put_memory(Address address, std::uint64_t bytes);
    // The first bytes of a file, shared.
    static Result<void> put_file(Address address, int fd, std::uint64_t bytes);
    // What lies there goes back to the system; the addresses stay reserved.
    static Result<void> clear(Address address, std::uint64_t bytes);

private:
    ReservedAddresses(Address begin, std::uint64_t bytes) : begin_(begin), bytes_(bytes) {}

    Address begin_;
    std::uint64_t bytes_;
};

}  // namespace ringfence::backend
