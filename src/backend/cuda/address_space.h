// Address spaces on the card. The driver reserves the addresses for device memory, this process those for host memory.
//
// With sinks the driver reserves all addresses and maps unused ones to scratch memory. To map host memory, the driver's
// reservation of its addresses is released for as long as the memory is there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "backend/address_space.h"
#include "backend/cuda/context.h"
#include "backend/cuda/reservations.h"
#include "backend/cuda/sinks.h"
#include "backend/reserved_addresses.h"

namespace ringfence::backend::cuda {

class CudaAddressSpace final : public CheckedAddressSpace {
public:
    static Result<std::unique_ptr<AddressSpace>> create(const Context& context, const AddressSpaceOptions& options);
    ~CudaAddressSpace() override;
    CudaAddressSpace(const CudaAddressSpace&) = delete;
    CudaAddressSpace& operator=(const CudaAddressSpace&) = delete;

    bool has_sinks() const override { return sinks_ != nullptr; }
    bool needs_quiet() const override { return has_sinks(); }
    void announce(Address, std::uint64_t) override {}
    void retract(Address) override {}

private:
    CudaAddressSpace(const Context& context, Claims::Claim claim, Address begin, const AddressSpaceOptions& options,
                     std::uint64_t granularity);

    // Reserves all addresses. False if some are in use, in this process or on the device.
    bool reserve(std::uint64_t zone, bool has_sinks);
    Result<void> add_sinks(std::uint64_t sink_bytes);

    Result<std::uint64_t> put_memory(Address address, std::uint64_t bytes) override;
    Result<void> take_memory(const MappedRanges::Range& range) override;
    Result<std::shared_ptr<MemoryPiece>> make_piece(const MappedRanges::Range& range) override;
    Result<void> map_piece(Address address, MemoryPiece& piece) override;
    Result<void> unmap_piece(const MappedRanges::Range& range) override;
    Result<void> put_file(Address address, int fd, std::uint64_t bytes) override;
    Result<void> take_file(const MappedRanges::Range& range) override;
    Result<void> map_memory(Address address, std::uint64_t bytes, MemoryHandle memory) const;
    // Maps memory after removing the scratch memory, if there are sinks.
    Result<void> map_uncovered(Address address, std::uint64_t bytes, MemoryHandle memory);
    Result<void> register_host(Address address, std::uint64_t bytes) const;
    Result<void> open_host(Address address, std::uint64_t bytes);
    Result<void> close_host(Address address, std::uint64_t bytes);
    Result<void> reserve_host(Address address, std::uint64_t bytes);
    // Maps scratch memory again, after memory was unmapped or mapping it has failed.
    Result<void> cover_again(Address address, std::uint64_t bytes);

    const Context& context_;
    // In this order, so that scratch memory is unmapped before addresses are released, and these before the claim ends.
    const Claims::Claim claim_;
    std::optional<ReservedAddresses> host_;  // the upper half, without sinks
    CoveredReservations reservations_;
    std::unique_ptr<Sinks> sinks_;
    bool is_ending_ = false;
};

}  // namespace ringfence::backend::cuda
