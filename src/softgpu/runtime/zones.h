// Zones: address ranges beside the reservation of DeviceMemory whose memory is someone else's.
//
// The owner of a zone announces which pieces of it are allocated; kernels may access those, and nothing else of it. A
// piece that was retracted stays on record, so that a late use of it is recognised, until another is announced there.
// All functions may be called by several threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "base/mutex.h"
#include "softgpu/runtime/ranges.h"

namespace ringfence::softgpu {

class Zones {
public:
    void add(std::uint64_t begin, std::uint64_t bytes);
    // Forgets its pieces too.
    void remove(std::uint64_t begin);

    // Replaces the pieces that lie there, freed or not. True if a live piece was replaced.
    bool announce(std::uint64_t begin, std::uint64_t bytes);
    // False if no live piece begins there.
    bool retract(std::uint64_t begin);

    // The live piece that holds all of [address, address + bytes).
    std::optional<Piece> find(std::uint64_t address, std::uint64_t bytes) const;
    // The piece, live or freed, of the same zone that is nearest to the address.
    std::optional<Piece> nearest(std::uint64_t address) const;

private:
    struct Zone {
        std::uint64_t end = 0;
        PieceMap pieces;
        std::deque<std::uint64_t> freed;  // where freed pieces begin, oldest first; some were replaced since
    };

    // The zone that the address lies in; null if it lies in none.
    const Zone* zone_of(std::uint64_t address) const RF_REQUIRES_SHARED(mutex_);
    Zone* zone_of(std::uint64_t address) RF_REQUIRES(mutex_);

    mutable SharedMutex mutex_;
    std::map<std::uint64_t, Zone> zones_ RF_GUARDED_BY(mutex_);  // by their begin
};

}  // namespace ringfence::softgpu
