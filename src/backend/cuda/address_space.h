// Address spaces on the card: the driver's reservation for device memory, ours for host memory.
//
// With sinks, all addresses are the driver's and lead to scratch memory; host memory is put where a reservation is
// given up for as long as it lies there.
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

    // True if all of its addresses are free here and on the device: then they are reserved.
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
    // In place of scratch memory, where there is such.
    Result<void> map_uncovered(Address address, std::uint64_t bytes, MemoryHandle memory);
    Result<void> register_host(Address address, std::uint64_t bytes) const;
    Result<void> open_host(Address address, std::uint64_t bytes);
    Result<void> close_host(Address address, std::uint64_t bytes);
    Result<void> reserve_host(Address address, std::uint64_t bytes);
    // Puts scratch memory back where memory was not put, or was taken away.
    Result<void> cover_again(Address address, std::uint64_t bytes);

    const Context& context_;
    // Declared so that scratch memory goes before the addresses do, and they before others may have them.
    const Claims::Claim claim_;
    std::optional<ReservedAddresses> host_;  // the upper half, without sinks
    CoveredReservations reservations_;
    std::unique_ptr<Sinks> sinks_;
    bool is_ending_ = false;
};

}  // namespace ringfence::backend::cuda
