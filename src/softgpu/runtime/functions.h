// The functions that compiled code may call.
#pragma once

#include <span>

#include "softgpu/runtime/abi.h"

namespace ringfence::softgpu {

std::span<const RuntimeFunction> runtime_functions();

}  // namespace ringfence::softgpu
