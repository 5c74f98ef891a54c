// Address spaces on the card: the driver's reservation for device memory, ours for host memory.
#pragma once

#include <cstdint>
#include <memory>

#include "backend/address_space.h"
#include "backend/cuda/context.h"
#include "backend/reserved_addresses.h"

namespace ringfence::backend::cuda {

class CudaAddressSpace final : public CheckedAddressSpace {
public:
    static Result<std::unique_ptr<AddressSpace>> create(const Context& context, std::uint64_t bytes);
    ~CudaAddressSpace() override;
    CudaAddressSpace(const CudaAddressSpace&) = delete;
    CudaAddressSpace& operator=(const CudaAddressSpace&) = delete;

    void announce(Address, std::uint64_t) override {}
    void retract(Address) override {}

private:
    CudaAddressSpace(const Context& context, Address begin, std::uint64_t bytes, std::uint64_t granularity,
                     ReservedAddresses host)
        : CheckedAddressSpace(begin, bytes, granularity), context_(context), host_(std::move(host)) {
        context.host_halves().add(host_begin(), bytes / 2);
    }

    Result<std::uint64_t> put_memory(Address address, std::uint64_t bytes) override;
    Result<void> take_memory(const MappedRanges::Range& range) override;
    Result<void> put_file(Address address, int fd, std::uint64_t bytes) override;
    Result<void> take_file(const MappedRanges::Range& range) override;
    Result<void> register_host(Address address, std::uint64_t bytes) const;

    const Context& context_;
    ReservedAddresses host_;  // the upper half
};

}  // namespace ringfence::backend::cuda
