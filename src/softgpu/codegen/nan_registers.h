// Which registers may hold NaNs that are not the device's own.
//
// The device's arithmetic gives one NaN, the CPU's others. Replacing them after every instruction would cost more than
// the arithmetic. Nobody can tell the difference until the bits are looked at, so a register that holds nothing but
// results of arithmetic is corrected where it is read as bits. A register that also gets bits from elsewhere, whose
// NaNs must stay as they are, is corrected where arithmetic writes it.
#pragma once

#include <vector>

#include "ptx/model.h"

namespace ringfence::softgpu::codegen {

// For each register: whether it is to be corrected on reading.
std::vector<bool> find_lazy_nan_registers(const ptx::Function& function);

}  // namespace ringfence::softgpu::codegen
