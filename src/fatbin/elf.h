// A cubin (ELF, 64 bits) before a driver reads it: that what its headers say about places and sizes is true.
//
// The driver's own reader was written for what NVIDIA's tools make. What a tenant sends may be anything, so here every
// table, section, name, symbol and relocation must lie where it can. What sections mean to the driver is not looked at.
#pragma once

#include <cstddef>
#include <span>

#include "base/result.h"

namespace ringfence::fatbin {

[[nodiscard]] Result<void> check_elf(std::span<const std::byte> bytes);

}  // namespace ringfence::fatbin
