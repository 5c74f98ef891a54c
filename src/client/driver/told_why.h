// A status of the worker's. If it does not support what was asked for, the program's user is told why.
#pragma once

#include "client/driver/objects.h"

namespace ringfence::driver {

CUresult told_why(std::int32_t status);

}  // namespace ringfence::driver
