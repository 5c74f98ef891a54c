#include "softgpu/runtime/ranges.h"

#include <iterator>
#include <utility>

namespace ringfence::softgpu {
namespace {

// More than this many freed pieces are not kept on record: the oldest are forgotten.
constexpr std::size_t max_freed = 1 << 16;

}  // namespace

RangeMap::RangeMap(std::uint64_t begin, std::uint64_t end) {
    free_.emplace(begin, end);
}

const Piece* RangeMap::take(std::uint64_t bytes, std::uint64_t alignment, std::uint64_t gap, MemoryKind kind,
                            const std::string& name) {
    const Piece* piece = take_from_free(bytes, alignment, gap, kind, name);
    while (piece == nullptr && !freed_.empty()) {
        // Half of the old ones at a time: those freed last are the likeliest to be used by mistake.
        for (std::size_t count = (freed_.size() + 1) / 2; count > 0; --count)
            forget(freed_.front());
        piece = take_from_free(bytes, alignment, gap, kind, name);
    }
    return piece;
}

const Piece* RangeMap::take_from_free(std::uint64_t bytes, std::uint64_t alignment, std::uint64_t gap, MemoryKind kind,
                                      const std::string& name) {
    for (auto hole = free_.begin(); hole != free_.end(); ++hole) {
        const auto [hole_begin, hole_end] = *hole;
        const std::uint64_t padding = (0 - hole_begin) & (alignment - 1);
        const std::uint64_t room = hole_end - hole_begin;
        if (padding > room || bytes > room - padding || gap > room - padding - bytes) continue;
        const std::uint64_t begin = hole_begin + padding;
        const std::uint64_t end = begin + bytes + gap;
        free_.erase(hole);
        if (end < hole_end) free_.emplace(end, hole_end);
        Piece piece{begin, bytes, end - hole_begin, hole_begin, kind, false, name};
        return &pieces_.insert_or_assign(begin, std::move(piece)).first->second;
    }
    return nullptr;
}

void RangeMap::free(const Piece& piece) {
    pieces_.at(piece.begin).freed = true;
    freed_.push_back(piece.begin);
    if (freed_.size() > max_freed) forget(freed_.front());
}

void RangeMap::forget(std::uint64_t begin) {
    const auto found = pieces_.find(begin);
    add_free(found->second.reserved_begin, found->second.reserved_begin + found->second.reserved);
    pieces_.erase(found);
    freed_.pop_front();
}

void RangeMap::add_free(std::uint64_t begin, std::uint64_t end) {
    auto next = free_.lower_bound(begin);
    if (next != free_.end() && next->first == end) {
        end = next->second;
        next = free_.erase(next);
    }
    if (next != free_.begin() && std::prev(next)->second == begin) {
        std::prev(next)->second = end;
    } else {
        free_.emplace(begin, end);
    }
}

const Piece* piece_at_or_before(const PieceMap& pieces, std::uint64_t address) {
    const auto next = pieces.upper_bound(address);
    return next == pieces.begin() ? nullptr : &std::prev(next)->second;
}

const Piece* piece_after(const PieceMap& pieces, std::uint64_t address) {
    const auto next = pieces.upper_bound(address);
    return next == pieces.end() ? nullptr : &next->second;
}

const Piece* nearest_piece(const PieceMap& pieces, std::uint64_t address) {
    const Piece* before = piece_at_or_before(pieces, address);
    const Piece* behind = piece_after(pieces, address);
    if (before == nullptr || behind == nullptr) return before == nullptr ? behind : before;
    const bool inside = address < before->end();
    return inside || address - before->end() < behind->begin - address ? before : behind;
}

}  // namespace ringfence::softgpu
