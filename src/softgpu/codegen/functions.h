// All functions that compiled code may call.
#pragma once

#include <vector>

#include "softgpu/runtime/abi.h"

namespace ringfence::softgpu::codegen {

std::vector<RuntimeFunction> all_runtime_functions();

}  // namespace ringfence::softgpu::codegen
