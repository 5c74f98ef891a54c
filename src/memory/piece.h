// Device memory that several windows may have at once.
//
// It is charged once, to the session that made it, for as long as it exists: until the last window has released it and
// no session could get it any more. See docs/shared-memory.md.
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

    // In this order: the memory must be free before its charge is given back.
    Account::Holding charge;
    std::shared_ptr<backend::MemoryPiece> memory;

    std::uint64_t bytes() const { return memory->bytes(); }
};

// An allocation, and the pieces that it lies in, side by side.
struct SharedRange {
    std::vector<std::shared_ptr<Piece>> pieces;
    std::uint64_t offset = 0;  // of its first byte in the first piece
    std::uint64_t bytes = 0;
    // As long as this is held, the window that the range came from does not use its memory for anything else.
    std::shared_ptr<void> lease;

    std::uint64_t piece_bytes() const {
        std::uint64_t sum = 0;
        for (const auto& piece : pieces)
            sum += piece->bytes();
        return sum;
    }
};

}  // namespace ringfence::memory
