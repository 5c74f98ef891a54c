#include "backend/cuda/sinks.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <string>
#include <utility>

#include "backend/cuda/memory_properties.h"
#include "backend/cuda/step_back.h"
#include "backend/text.h"

namespace ringfence::backend::cuda {
namespace {

// The ratio of a piece's size to the next smaller one's.
constexpr unsigned step_bits = 4;

// Launches wait while the driver grants access to mappings, so it gets no more than this at once.
constexpr std::uint64_t most_opened_at_once = std::uint64_t{1} << 30;

}  // namespace

Result<std::unique_ptr<Sinks>> Sinks::create(const Context& context, std::uint64_t bytes, std::uint64_t granularity) {
    std::unique_ptr<Sinks> sinks(new Sinks(context));
    const MemoryProperties properties = properties_of_memory(context);
    std::uint64_t size = std::bit_ceil(std::max(bytes, granularity));
    while (true) {
        Piece piece{size, 0};
        RF_RETURN_IF_ERROR(context.check(context.api().memory_create(&piece.memory, size, &properties, 0), [&] {
            return "get " + std::to_string(size) + " bytes of scratch memory for a tenant's stray accesses";
        }));
        sinks->pieces_.push_back(piece);
        if (size == granularity) return sinks;
        size = std::max(size >> step_bits, granularity);
    }
}

Sinks::~Sinks() {
    for (const auto& [begin, bytes] : tiles_) {
        static_cast<void>(unmap(begin, bytes));
        step_back_for_others();
    }
    for (const Piece& piece : pieces_)
        context_.api().memory_release(piece.memory);
}

// The largest piece that fits and whose size divides the address.
const Sinks::Piece& Sinks::piece_for(Address address, std::uint64_t bytes) const {
    const auto fits = [&](const Piece& piece) { return address % piece.bytes == 0 && piece.bytes <= bytes; };
    const auto found = std::find_if(pieces_.begin(), pieces_.end(), fits);
    return found == pieces_.end() ? pieces_.back() : *found;
}

Result<void> Sinks::map_tiles(Address begin, Address end) {
    for (Address at = begin; at != end;) {
        const Piece& piece = piece_for(at, end - at);
        RF_RETURN_IF_ERROR(context_.check(context_.api().memory_map(at, piece.bytes, 0, piece.memory, 0),
                                          [&] { return "put scratch memory at " + bytes_at(piece.bytes, at); }));
        tiles_.emplace(at, piece.bytes);
        at += piece.bytes;
        step_back_for_others();
    }
    return {};
}

Result<void> Sinks::open_tiles(Address begin, Address end) const {
    const MemoryAccess access = {properties_of_memory(context_).location, memory_access_read_write};
    for (Address at = begin; at != end;) {
        std::uint64_t bytes = 0;
        // Access is granted to whole tiles.
        for (auto tile = tiles_.find(at); at + bytes != end; ++tile) {
            if (bytes != 0 && bytes + tile->second > most_opened_at_once) break;
            bytes += tile->second;
        }
        RF_RETURN_IF_ERROR(context_.check(context_.api().memory_set_access(at, bytes, &access, 1),
                                          [&] { return "open scratch memory at " + bytes_at(bytes, at); }));
        at += bytes;
        step_back_for_others();
    }
    return {};
}

Result<void> Sinks::cover(Address begin, std::uint64_t bytes) {
    if (bytes == 0) return {};
    Result<void> covered = map_tiles(begin, begin + bytes);
    if (covered.ok()) covered = open_tiles(begin, begin + bytes);
    if (!covered.ok()) unmap_all_in(begin, begin + bytes);
    return covered;
}

Result<void> Sinks::unmap(Address tile, std::uint64_t bytes) const {
    return context_.check(context_.api().memory_unmap(tile, bytes),
                          [&] { return "take scratch memory from " + bytes_at(bytes, tile); });
}

void Sinks::unmap_all_in(Address begin, Address end) {
    for (auto tile = tiles_.lower_bound(begin); tile != tiles_.end() && tile->first < end;) {
        tile = unmap(tile->first, tile->second).ok() ? tiles_.erase(tile) : std::next(tile);
        step_back_for_others();
    }
}

Result<void> Sinks::uncover(Address begin, std::uint64_t bytes) {
    const Address end = begin + bytes;
    auto tile = tiles_.upper_bound(begin);
    if (tile != tiles_.begin() && std::prev(tile)->first + std::prev(tile)->second > begin) --tile;
    Address first = begin;
    Address last = end;
    while (tile != tiles_.end() && tile->first < end) {
        RF_RETURN_IF_ERROR(unmap(tile->first, tile->second));
        first = std::min(first, tile->first);
        last = std::max(last, tile->first + tile->second);
        tile = tiles_.erase(tile);
        step_back_for_others();
    }
    Result<void> before = cover(first, begin - first);
    Result<void> behind = cover(end, last - end);
    for (Result<void>* side : {&before, &behind}) {
        if (!side->ok()) return side->take_error().with_status(status::launch_failed);
    }
    return {};
}

Result<void> Sinks::clear_piece(const Piece& piece, Address place, StreamHandle stream) {
    const DriverApi& api = context_.api();
    const MemoryAccess access = {properties_of_memory(context_).location, memory_access_read_write};
    const char* const doing = "clear scratch memory";
    RF_RETURN_IF_ERROR(context_.check(api.memory_map(place, piece.bytes, 0, piece.memory, 0), doing));
    Result<void> cleared = context_.check(api.memory_set_access(place, piece.bytes, &access, 1), doing);
    if (cleared.ok()) cleared = context_.check(api.fill_32(place, 0, piece.bytes / 4, stream), doing);
    if (cleared.ok()) cleared = context_.check(api.stream_synchronize(stream), doing);
    Result<void> unmapped = unmap(place, piece.bytes);
    return cleared.ok() ? std::move(unmapped) : std::move(cleared);
}

Result<void> Sinks::clear(Address place) {
    StreamHandle stream = nullptr;
    const DriverApi& api = context_.api();
    RF_RETURN_IF_ERROR(context_.check(api.stream_create(&stream, stream_non_blocking, 0), "create a stream"));
    Result<void> cleared;
    for (const Piece& piece : pieces_)
        if (cleared.ok()) cleared = clear_piece(piece, place, stream);
    api.stream_destroy(stream);
    return cleared;
}

}  // namespace ringfence::backend::cuda
