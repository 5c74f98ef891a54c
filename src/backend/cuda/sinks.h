// Scratch memory behind addresses that hold nothing: an access there does no harm, and does not fault.
//
// One piece of physical memory is mapped again and again. A mapping can only be taken away as a whole, so there are
// pieces of several sizes: a large one for most of the addresses, small ones for the gaps around memory.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "backend/cuda/context.h"
#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend::cuda {

class Sinks {
public:
    // The largest piece has `bytes`, which is rounded up to a power of two of at least `granularity`.
    static Result<std::unique_ptr<Sinks>> create(const Context& context, std::uint64_t bytes,
                                                 std::uint64_t granularity);
    // Takes everything away.
    ~Sinks();
    Sinks(const Sinks&) = delete;
    Sinks& operator=(const Sinks&) = delete;

    // Puts scratch memory at all of these addresses, which are reserved and hold nothing.
    Result<void> cover(Address begin, std::uint64_t bytes);
    // Takes it away from exactly these addresses. An error of status "launch failed" says that others are left without.
    Result<void> uncover(Address begin, std::uint64_t bytes);
    // Overwrites data of others in it. `place`: reserved addresses that hold nothing, enough for the largest piece.
    Result<void> clear(Address place);

    std::uint64_t mappings() const { return tiles_.size(); }

private:
    struct Piece {
        std::uint64_t bytes = 0;
        MemoryHandle memory = 0;
    };

    explicit Sinks(const Context& context) : context_(context) {}
    const Piece& piece_for(Address address, std::uint64_t bytes) const;
    Result<void> map_tiles(Address begin, Address end);
    Result<void> open_tiles(Address begin, Address end) const;
    Result<void> unmap(Address tile, std::uint64_t bytes) const;
    void unmap_all_in(Address begin, Address end);
    Result<void> clear_piece(const Piece& piece, Address place, StreamHandle stream);

    const Context& context_;
    std::vector<Piece> pieces_;               // the largest first
    std::map<Address, std::uint64_t> tiles_;  // begin to bytes
};

}  // namespace ringfence::backend::cuda
