// Checks that the driver has laid out a kernel's parameters as the checker assumed: launch conditions read them by
// their offsets, and for a kernel that reads other offsets the check would mean nothing.
#pragma once

#include "backend/device.h"
#include "base/result.h"
#include "guard/guard.h"

namespace ringfence::worker {

// A kernel without conditions has no parameters read, so nothing is checked.
Result<void> check_parameter_layout(const backend::Function& function, const guard::GuardedKernel& kernel);

}  // namespace ringfence::worker
