// Checks of a launch before it is made.
#pragma once

#include <cstddef>
#include <string>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend {

// "(8, 1, 1)"
std::string to_string(const Dim3& size);

// Fails, and names the limit, if the device cannot run the launch: the grid or block is empty or too large, there is
// too much shared memory, or the parameters have another length than the kernel's.
Result<void> check_launch(const Properties& device, const Function& function, const Launch& launch,
                          std::size_t parameter_bytes);

}  // namespace ringfence::backend
