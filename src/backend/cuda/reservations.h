// Device addresses that are reserved with the driver, in pieces, and covered with scratch memory if there is any. To
// map host memory, a piece or a part of one is given up.
#pragma once

#include <cstdint>
#include <map>

#include "backend/cuda/context.h"
#include "backend/cuda/sinks.h"
#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

// The driver grants wanted addresses only if they begin at a multiple of this, and are at least as many.
constexpr std::uint64_t reservation_unit = std::uint64_t{32} << 20;

// Reserves exactly these addresses; fails if the driver does not grant them.
Result<void> reserve_addresses(const Context& context, Address begin, std::uint64_t bytes);

class CoveredReservations {
public:
    explicit CoveredReservations(const Context& context) : context_(context) {}
    ~CoveredReservations();
    CoveredReservations(const CoveredReservations&) = delete;
    CoveredReservations& operator=(const CoveredReservations&) = delete;

    // Reserves addresses in pieces that end at multiples of `unit`, or in one piece.
    Result<void> reserve(Address begin, std::uint64_t bytes, std::uint64_t unit = UINT64_MAX);
    // Covers all reserved addresses, present and later ones. Until then the addresses are not mapped.
    Result<void> cover_with(Sinks& sinks);
    // Gives up exactly these addresses, in one or several pieces. The status "launch failed" means that other addresses
    // are left unmapped.
    Result<void> give_up(Address begin, std::uint64_t bytes);

private:
    Result<void> reserve_piece(Address begin, std::uint64_t bytes);
    Result<void> free_piece(Address begin, std::uint64_t bytes);

    const Context& context_;
    Sinks* sinks_ = nullptr;
    std::map<Address, std::uint64_t> pieces_;  // begin to bytes
};

}  // namespace ringfence::backend::cuda
