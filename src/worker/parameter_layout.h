// Checks that the driver lays out a kernel's parameters as the checker assumed. Launch conditions read parameters by
// offset, so they would check the wrong bytes if the kernel used other offsets.
#pragma once

#include "backend/device.h"
#include "base/result.h"
#include "guard/guard.h"

namespace ringfence::worker {

// Checks nothing for a kernel without launch conditions, since none of its parameters is read.
Result<void> check_parameter_layout(const backend::Function& function, const guard::GuardedKernel& kernel);

}  // namespace ringfence::worker
