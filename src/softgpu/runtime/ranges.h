// RangeMap: hands out pieces of an address range and remembers what became of them.
//
// A piece that is freed stays on record and its addresses are not handed out again while others are left, so that a
// late use of it can be told from one that was never right. Behind every piece a gap is kept, so that the first byte
// past the end of one is never the first byte of another. Not synchronised.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

namespace ringfence::softgpu {

enum class MemoryKind : std::uint8_t {
    Allocation,      // the user's
    ModuleVariable,  // .global
    Constant,        // .const: kernels may not write it
    DeviceHeap,      // what the device's malloc takes from
    Parameters,      // of a kernel: it may not write them
    HeapPiece,       // what the device's malloc gave
};

struct Piece {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;     // exactly as asked for
    std::uint64_t reserved = 0;  // with what lies before and behind it
    std::uint64_t reserved_begin = 0;
    MemoryKind kind = MemoryKind::Allocation;
    bool freed = false;
    std::string name;  // of a variable; may be empty

    std::uint64_t end() const { return begin + bytes; }
    bool contains(std::uint64_t address, std::uint64_t size) const {
        return address >= begin && size <= bytes && address - begin <= bytes - size;
    }
};

using PieceMap = std::map<std::uint64_t, Piece>;  // by their begin
// The piece that begins last at or before the address; the one that begins first after it; the one nearest to it. Null
// if there is none.
const Piece* piece_at_or_before(const PieceMap& pieces, std::uint64_t address);
const Piece* piece_after(const PieceMap& pieces, std::uint64_t address);
const Piece* nearest_piece(const PieceMap& pieces, std::uint64_t address);

class RangeMap {
public:
    RangeMap() = default;
    RangeMap(std::uint64_t begin, std::uint64_t end);

    // Null if no room is left, not even that of freed pieces. `alignment` is a power of two.
    const Piece* take(std::uint64_t bytes, std::uint64_t alignment, std::uint64_t gap, MemoryKind kind,
                      const std::string& name);
    // `piece` is live and of this map.
    void free(const Piece& piece);

    // The piece, live or freed, that begins last at or before the address; null if there is none.
    const Piece* at_or_before(std::uint64_t address) const { return piece_at_or_before(pieces_, address); }
    const Piece* after(std::uint64_t address) const { return piece_after(pieces_, address); }
    // The piece, live or freed, nearest to the address.
    const Piece* nearest(std::uint64_t address) const { return nearest_piece(pieces_, address); }
    bool empty() const { return pieces_.empty(); }

private:
    const Piece* take_from_free(std::uint64_t bytes, std::uint64_t alignment, std::uint64_t gap, MemoryKind kind,
                                const std::string& name);
    void forget(std::uint64_t begin);
    void add_free(std::uint64_t begin, std::uint64_t end);

    PieceMap pieces_;
    std::map<std::uint64_t, std::uint64_t> free_;  // begin to end
    std::deque<std::uint64_t> freed_;              // begins of the freed pieces, oldest first
};

}  // namespace ringfence::softgpu
