// What the address spaces of all devices have in common: tables of mapped ranges, and the checks of requests.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "backend/device.h"
#include "backend/mapped_ranges.h"
#include "base/mutex.h"
#include "base/result.h"

namespace ringfence::backend {

// Address spaces lie in this range, at multiples of their size. Programs, libraries and heaps usually lie elsewhere, so
// that a client can reserve the same addresses.
constexpr Address first_address_space = 0x1000'0000'0000;
constexpr Address end_of_address_spaces = 0x5000'0000'0000;
constexpr std::uint64_t least_address_space = std::uint64_t{64} << 20;

constexpr std::uint64_t largest_zone = std::uint64_t{1} << 40;

// Fails if no address space can have these options.
Result<void> check_address_space(const AddressSpaceOptions& options);

class CheckedAddressSpace : public AddressSpace {
public:
    CheckedAddressSpace(Address begin, std::uint64_t bytes, std::uint64_t granularity, std::uint64_t host_granularity)
        : begin_(begin), bytes_(bytes), granularity_(granularity), host_granularity_(host_granularity) {}

    Address begin() const final { return begin_; }
    std::uint64_t bytes() const final { return bytes_; }
    std::uint64_t granularity() const final { return granularity_; }
    std::uint64_t host_granularity() const final { return host_granularity_; }

    Result<void> commit(Address address, std::uint64_t bytes) final;
    Result<void> decommit(Address address, std::uint64_t bytes) final;
    Result<PlacedPiece> share(Address address) final;
    Result<void> put_piece(Address address, std::shared_ptr<MemoryPiece> piece) final;
    Result<void> attach_host(Address address, int fd, std::uint64_t bytes) final;
    Result<void> detach_host(Address address, std::uint64_t bytes) final;

    // True if the whole range is committed, or the whole range is attached.
    bool holds(Address address, std::uint64_t bytes) const;

protected:
    // Unmaps everything. Derived destructors call it.
    void clear();

    // Returns the handle that take_memory() needs.
    virtual Result<std::uint64_t> put_memory(Address address, std::uint64_t bytes) = 0;
    virtual Result<void> take_memory(const MappedRanges::Range& range) = 0;
    // Makes a piece that owns the memory there, which stays mapped.
    virtual Result<std::shared_ptr<MemoryPiece>> make_piece(const MappedRanges::Range& range) = 0;
    virtual Result<void> map_piece(Address address, MemoryPiece& piece) = 0;
    virtual Result<void> unmap_piece(const MappedRanges::Range& range) = 0;
    virtual Result<void> put_file(Address address, int fd, std::uint64_t bytes) = 0;
    virtual Result<void> take_file(const MappedRanges::Range& range) = 0;

private:
    Result<void> check_device_range(Address address, std::uint64_t bytes, const char* doing) const;
    Result<void> check_host_range(Address address, std::uint64_t bytes, const char* doing) const;

    Result<void> take_device_range(const MappedRanges::Range& range) RF_REQUIRES(mutex_);

    const Address begin_;
    const std::uint64_t bytes_;
    const std::uint64_t granularity_;
    const std::uint64_t host_granularity_;
    mutable SharedMutex mutex_;
    MappedRanges device_ RF_GUARDED_BY(mutex_);
    std::map<Address, std::shared_ptr<MemoryPiece>> pieces_
        RF_GUARDED_BY(mutex_);  // of ranges that other spaces may share
    MappedRanges host_ RF_GUARDED_BY(mutex_);
};

}  // namespace ringfence::backend
