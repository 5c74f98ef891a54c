// The effect of each instruction on memory. This is the checker's list of instructions: any other is refused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ptx/described_tile.h"
#include "ptx/image_access.h"
#include "ptx/matrix_tile.h"
#include "ptx/model.h"

namespace ringfence::guard {

struct Access {
    const ptx::Operand* address = nullptr;
    ptx::Space space = ptx::Space::Generic;
    std::uint64_t bytes = 0;
    const ptx::Operand* size = nullptr;  // of a bulk copy: the operand that says how many, a multiple of 16
    std::uint32_t alignment = 1;
    bool is_write = false;
    bool is_plain = false;                     // a simple load or store, which local memory allows too
    bool only_shared = false;                  // even a generic address must be one of shared memory
    std::optional<ptx::MatrixTile> tile = {};  // of wmma, whose stride decides how many bytes there are
};

// A number that must lie in [low, high], with so many low zeros.
struct Bounded {
    const ptx::Operand* operand = nullptr;
    std::int64_t low = 0;
    std::int64_t high = 0;
    unsigned zeros = 0;
};

struct Effects {
    std::string refusal;  // why the instruction may not stand there; empty: it may, if what follows is proven
    std::vector<Access> accesses;
    std::vector<Bounded> bounds;
    std::vector<ptx::DescribedTile> descriptors;  // that must have been bounded
    std::optional<ptx::ImageAccess> image;        // its handle must come from the guard's table
};

// Branches, calls and returns are looked at elsewhere (function.cpp), and have no effects here.
Effects effects_of(const ptx::Instruction& instruction);

}  // namespace ringfence::guard
