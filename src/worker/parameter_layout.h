// Whether the driver has laid out a kernel's parameters as the checker took for granted: launch conditions read them by
// their places, and a kernel that reads another place was checked for nothing.
#pragma once

#include "backend/device.h"
#include "base/result.h"
#include "guard/guard.h"

namespace ringfence::worker {

// Of a kernel without conditions nothing is read, so nothing is asked.
Result<void> check_parameter_layout(const backend::Function& function, const guard::GuardedKernel& kernel);

}  // namespace ringfence::worker
