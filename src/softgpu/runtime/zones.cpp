#include "softgpu/runtime/zones.h"

#include <iterator>
#include <utility>

namespace ringfence::softgpu {
namespace {

// More than this many freed pieces of a zone are not kept on record: the oldest are forgotten.
constexpr std::size_t max_freed_in_zone = 1 << 16;

// True if a live piece was among them.
bool erase_between(PieceMap& pieces, std::uint64_t begin, std::uint64_t end) {
    auto at = pieces.upper_bound(begin);
    if (at != pieces.begin() && std::prev(at)->second.end() > begin) --at;
    bool was_live = false;
    while (at != pieces.end() && at->second.begin < end) {
        was_live |= !at->second.freed;
        at = pieces.erase(at);
    }
    return was_live;
}

template <typename Map>
auto* zone_at(Map& zones, std::uint64_t address) {
    const auto next = zones.upper_bound(address);
    auto* const zone = next == zones.begin() ? nullptr : &std::prev(next)->second;
    return zone != nullptr && address < zone->end ? zone : nullptr;
}

}  // namespace

const Zones::Zone* Zones::zone_of(std::uint64_t address) const {
    return zone_at(zones_, address);
}

Zones::Zone* Zones::zone_of(std::uint64_t address) {
    return zone_at(zones_, address);
}

void Zones::add(std::uint64_t begin, std::uint64_t bytes) {
    const WriterLock lock(mutex_);
    zones_[begin].end = begin + bytes;
}

void Zones::remove(std::uint64_t begin) {
    const WriterLock lock(mutex_);
    zones_.erase(begin);
}

bool Zones::announce(std::uint64_t begin, std::uint64_t bytes) {
    const WriterLock lock(mutex_);
    Zone* const zone = zone_of(begin);
    if (zone == nullptr || bytes == 0) return false;
    const bool was_live = erase_between(zone->pieces, begin, begin + bytes);
    Piece piece;
    piece.begin = begin;
    piece.bytes = bytes;
    zone->pieces.emplace(begin, std::move(piece));
    return was_live;
}

bool Zones::retract(std::uint64_t begin) {
    const WriterLock lock(mutex_);
    Zone* const zone = zone_of(begin);
    if (zone == nullptr) return false;
    const auto found = zone->pieces.find(begin);
    if (found == zone->pieces.end() || found->second.freed) return false;
    found->second.freed = true;
    zone->freed.push_back(begin);
    if (zone->freed.size() > max_freed_in_zone) {
        const auto oldest = zone->pieces.find(zone->freed.front());
        if (oldest != zone->pieces.end() && oldest->second.freed) zone->pieces.erase(oldest);
        zone->freed.pop_front();
    }
    return true;
}

std::optional<Piece> Zones::find(std::uint64_t address, std::uint64_t bytes) const {
    const ReaderLock lock(mutex_);
    const Zone* const zone = zone_of(address);
    if (zone == nullptr) return std::nullopt;
    const Piece* const piece = piece_at_or_before(zone->pieces, address);
    if (piece == nullptr || piece->freed || !piece->contains(address, bytes)) return std::nullopt;
    return *piece;
}

std::optional<Piece> Zones::nearest(std::uint64_t address) const {
    const ReaderLock lock(mutex_);
    const Zone* const zone = zone_of(address);
    const Piece* const piece = zone == nullptr ? nullptr : nearest_piece(zone->pieces, address);
    return piece == nullptr ? std::nullopt : std::optional(*piece);
}

}  // namespace ringfence::softgpu
