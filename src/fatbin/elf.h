// A cubin (ELF, 64 bits) before a driver reads it: the places and sizes in its headers must be true.
//
// The driver's own reader was written for NVIDIA's tools. A tenant may send anything, so every table, section, name,
// symbol and relocation must lie within its bounds. The meaning of sections to the driver is not checked.
#pragma once

#include <cstddef>
#include <span>

#include "base/result.h"

namespace ringfence::fatbin {

[[nodiscard]] Result<void> check_elf(std::span<const std::byte> bytes);

}  // namespace ringfence::fatbin
