// Device memory that can be mapped in several windows at once.
//
// It is charged once, to the session that made it, for as long as it exists: until the last window has released it and
// no session can attach it any more. See docs/shared-memory.md.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "backend/device.h"
#include "base/account.h"

namespace ringfence::memory {

struct Piece {
    Piece(Account::Holding its_charge, std::shared_ptr<backend::MemoryPiece> its_memory)
        : charge(std::move(its_charge)), memory(std::move(its_memory)) {}

    // In this order, so that the memory is freed before its charge is returned.
    Account::Holding charge;
    std::shared_ptr<backend::MemoryPiece> memory;

    std::uint64_t bytes() const { return memory->bytes(); }
};

// An allocation, and the adjacent pieces that it lies in.
struct SharedRange {
    std::vector<std::shared_ptr<Piece>> pieces;
    std::uint64_t offset = 0;  // of its first byte in the first piece
    std::uint64_t bytes = 0;
    // While this is held, the range's own window does not reuse its memory.
    std::shared_ptr<void> lease;

    std::uint64_t piece_bytes() const {
        std::uint64_t sum = 0;
        for (const auto& piece : pieces)
            sum += piece->bytes();
        return sum;
    }
};

}  // namespace ringfence::memory
