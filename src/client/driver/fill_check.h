// Checks a request to fill memory.
#pragma once

#include "client/driver/work.h"

namespace ringfence::driver {

CUresult check_fill(const FillWork& work);

}  // namespace ringfence::driver
