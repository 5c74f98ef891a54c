// Device addresses that are reserved with the driver, in pieces, each of them covered by scratch memory if there is
// any. Host memory is put where a piece, or a part of it, is given up.
#pragma once

#include <cstdint>
#include <map>

#include "backend/cuda/context.h"
#include "backend/cuda/sinks.h"
#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

// The driver gives the addresses that it is asked for only if they begin at multiples of this, and are not fewer.
constexpr std::uint64_t reservation_unit = std::uint64_t{32} << 20;

// Exactly these addresses; false if the driver does not give them.
Result<void> reserve_addresses(const Context& context, Address begin, std::uint64_t bytes);

class CoveredReservations {
public:
    explicit CoveredReservations(const Context& context) : context_(context) {}
    ~CoveredReservations();
    CoveredReservations(const CoveredReservations&) = delete;
    CoveredReservations& operator=(const CoveredReservations&) = delete;

    // In pieces that end at multiples of `unit`, or in one.
    Result<void> reserve(Address begin, std::uint64_t bytes, std::uint64_t unit = UINT64_MAX);
    // All that is reserved, now and later. Until then the addresses hold nothing.
    Result<void> cover_with(Sinks& sinks);
    // Gives up exactly these addresses, which lie in one or several pieces. An error of status "launch failed" says
    // that others are left without a page.
    Result<void> give_up(Address begin, std::uint64_t bytes);

private:
    Result<void> reserve_piece(Address begin, std::uint64_t bytes);
    Result<void> free_piece(Address begin, std::uint64_t bytes);

    const Context& context_;
    Sinks* sinks_ = nullptr;
    std::map<Address, std::uint64_t> pieces_;  // begin to bytes
};

}  // namespace ringfence::backend::cuda
