// Where a tenant's memory lies, as far as the guard must know.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ringfence::guard {

// Addresses this far below and above a window are its tenant's too: accesses that are proven so near need no fence.
constexpr std::uint64_t zone_bytes = (std::uint64_t{1} << 35) + (std::uint64_t{1} << 20);

// A fence works on an address's upper half.
constexpr unsigned least_window_bits = 32;

struct Window {
    std::uint64_t base = 0;
    unsigned bits = least_window_bits;

    std::uint64_t bytes() const { return std::uint64_t{1} << bits; }
    bool contains(std::uint64_t address) const { return address - base < bytes(); }
    // The effect of the fence in a kernel.
    std::uint64_t fence(std::uint64_t address) const { return (address & (bytes() - 1)) | base; }
};

// The guard's words in a rewritten module's constant memory: `.const .align 16 .b32 __rf_words[16]`.
enum class Word : std::uint8_t {
    Mask = 0,         // of an address's upper half
    Base = 1,         // the window's, upper half
    Variables = 2,    // address of the module's variables, two words
    FaultRecord = 4,  // two words each
    PrintRing = 6,
    Heap = 8,
    GridWorkspace = 10,  // where the blocks of a cooperative launch meet
    Textures = 12,       // address of the session's table of textures (texture_table.h)
};
constexpr std::size_t word_count = 16;

// CUDA's cooperative groups find this at the address in %envreg1 and %envreg2: a size, and a barrier that is in its
// first state again, but for one bit, when all blocks have come.
constexpr std::size_t grid_workspace_bytes = 256;

}  // namespace ringfence::guard
