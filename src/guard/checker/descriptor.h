// Recognises the guard's sequence that keeps a descriptor of wgmma in the block's shared memory.
#pragma once

#include <cstdint>
#include <string>

#include "guard/checker/values.h"
#include "ptx/described_tile.h"

namespace ringfence::guard {

// Empty if the operand holds a descriptor that was bounded for this tile; otherwise the reason why not. `kept_shared`:
// the kernel surely has so many bytes of shared memory.
std::string prove_descriptor(Values& values, const ptx::Operand& operand, std::uint32_t statement,
                             const ptx::DescribedTile& tile, std::uint64_t kept_shared);

}  // namespace ringfence::guard
