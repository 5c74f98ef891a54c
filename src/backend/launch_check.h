// Checks of a launch before it is made.
#pragma once

#include <cstddef>
#include <string>

#include "backend/device.h"
#include "base/result.h"

namespace ringfence::backend {

// "(8, 1, 1)"
std::string to_string(const Dim3& size);

// Fails, with the limit that is broken, if the device cannot run the kernel so: an empty or too large grid or block,
// too much shared memory, parameters that are not as long as the kernel's.
Result<void> check_launch(const Properties& device, const Function& function, const Launch& launch,
                          std::size_t parameter_bytes);

}  // namespace ringfence::backend
