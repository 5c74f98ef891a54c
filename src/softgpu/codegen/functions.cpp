#include "softgpu/codegen/functions.h"

#include <cstring>
#include <span>

#include "softgpu/math/atomic.h"
#include "softgpu/math/bits.h"
#include "softgpu/math/functions.h"
#include "softgpu/runtime/async_ops.h"
#include "softgpu/runtime/functions.h"
#include "softgpu/runtime/matrix_ops.h"
#include "softgpu/runtime/matrix_wgmma.h"
#include "softgpu/runtime/surface_ops.h"
#include "softgpu/runtime/tensor_ops.h"
#include "softgpu/runtime/texture_ops.h"

namespace ringfence::softgpu::codegen {
namespace {

void append(std::vector<RuntimeFunction>& all, std::span<const RuntimeFunction> functions) {
    all.insert(all.end(), functions.begin(), functions.end());
}

// Functions that the code generator itself calls for plain operations.
template <typename Function>
void append(std::vector<RuntimeFunction>& all, const char* name, Function* function) {
    all.push_back({name, reinterpret_cast<void*>(function)});
}

}  // namespace

std::vector<RuntimeFunction> all_runtime_functions() {
    std::vector<RuntimeFunction> all;
    append(all, runtime_functions());
    append(all, async_functions());
    append(all, matrix_functions());
    append(all, warp_group_functions());
    append(all, tensor_functions());
    append(all, texture_functions());
    append(all, surface_functions());
    append(all, math::math_functions());
    append(all, math::atomic_functions());
    append(all, math::bits_functions());
    append(all, "memcpy", static_cast<void* (*)(void*, const void*, std::size_t)>(std::memcpy));
    append(all, "memmove", static_cast<void* (*)(void*, const void*, std::size_t)>(std::memmove));
    append(all, "memset", static_cast<void* (*)(void*, int, std::size_t)>(std::memset));
    return all;
}

}  // namespace ringfence::softgpu::codegen
