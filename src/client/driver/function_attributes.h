// The attributes of a kernel, to read and to set.
#pragma once

#include "client/driver/state.h"

namespace ringfence::driver {

CUresult get_attribute(const Function& function, CUfunction_attribute attribute, int* value);
CUresult set_attribute(Function& function, CUfunction_attribute attribute, int value);
CUresult get_parameter(const Function& function, std::size_t index, std::size_t* offset, std::size_t* bytes);

}  // namespace ringfence::driver
