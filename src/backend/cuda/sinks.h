// Maps scratch memory at unused addresses: an access there does no harm, and does not fault.
//
// The same physical memory is mapped many times. A mapping can only be removed as a whole, so there are pieces of
// several sizes: a large one for most addresses, small ones for the gaps around memory.
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
    // Unmaps everything.
    ~Sinks();
    Sinks(const Sinks&) = delete;
    Sinks& operator=(const Sinks&) = delete;

    // Maps scratch memory at all of these addresses, which must be reserved and unmapped.
    Result<void> cover(Address begin, std::uint64_t bytes);
    // Unmaps exactly these addresses. The status "launch failed" means that other addresses are left unmapped.
    Result<void> uncover(Address begin, std::uint64_t bytes);
    // Overwrites old data in it. `place`: reserved, unmapped addresses, enough for the largest piece.
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
