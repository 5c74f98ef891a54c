// Converts the worker's status. If the request is not supported, tells the program's user why.
#pragma once

#include "client/driver/objects.h"

namespace ringfence::driver {

CUresult told_why(std::int32_t status);

}  // namespace ringfence::driver
