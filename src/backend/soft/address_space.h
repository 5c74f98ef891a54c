// Address spaces of the software GPU: reserved addresses of this process, with memory where it was committed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "backend/address_space.h"
#include "backend/reserved_addresses.h"
#include "base/mutex.h"
#include "softgpu/runtime/memory.h"

namespace ringfence::backend::soft {

class SoftAddressSpace;

// The address spaces of a device, by their addresses.
class SpaceTable {
public:
    void add(const SoftAddressSpace& space);
    void remove(const SoftAddressSpace& space);
    // True if one space has memory at all of these addresses.
    bool holds(Address address, std::uint64_t bytes) const;
    // True if the address is in the upper half of a space, which is for host memory.
    bool is_host(Address address) const;

private:
    mutable SharedMutex mutex_;
    std::map<Address, const SoftAddressSpace*> spaces_ RF_GUARDED_BY(mutex_);
};

class SoftAddressSpace final : public CheckedAddressSpace {
public:
    static Result<std::unique_ptr<AddressSpace>> create(const AddressSpaceOptions& options,
                                                        softgpu::DeviceMemory& memory, SpaceTable& table);
    ~SoftAddressSpace() override;
    SoftAddressSpace(const SoftAddressSpace&) = delete;
    SoftAddressSpace& operator=(const SoftAddressSpace&) = delete;

    bool has_sinks() const override { return false; }
    bool needs_quiet() const override { return needs_quiet_; }
    bool moves_to_share() const override { return true; }
    void announce(Address address, std::uint64_t bytes) override { memory_.announce(address, bytes); }
    void retract(Address address) override { memory_.retract(address); }

private:
    SoftAddressSpace(ReservedAddresses addresses, const AddressSpaceOptions& options, std::uint64_t zone,
                     softgpu::DeviceMemory& memory, SpaceTable& table);

    Result<std::uint64_t> put_memory(Address address, std::uint64_t bytes) override;
    Result<void> take_memory(const MappedRanges::Range& range) override;
    Result<std::shared_ptr<MemoryPiece>> make_piece(const MappedRanges::Range& range) override;
    Result<void> map_piece(Address address, MemoryPiece& piece) override;
    Result<void> unmap_piece(const MappedRanges::Range& range) override;
    Result<void> put_file(Address address, int fd, std::uint64_t bytes) override;
    Result<void> take_file(const MappedRanges::Range& range) override;

    ReservedAddresses addresses_;
    softgpu::DeviceMemory& memory_;
    SpaceTable& table_;
    const bool needs_quiet_;
};

}  // namespace ringfence::backend::soft
