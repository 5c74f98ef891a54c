// Launches of CUDA before 4.0, in steps: the function keeps the block's shape and the parameters until it is launched.
#include <cstring>

#include "api/driver_functions.h"
#include "base/mutex.h"
#include "client/driver/loader.h"
#include "client/driver/state.h"

namespace ringfence::driver {
namespace {

// The largest parameter space of a kernel.
constexpr std::size_t most_parameter_bytes = 32764;

CUresult find_steps(CUfunction handle, Function*& function) {
    RF_CU(check_context());
    return resolve_function(handle, function);
}

CUresult keep_parameter(CUfunction handle, int offset, const void* value, std::size_t bytes) {
    Function* function = nullptr;
    RF_CU(find_steps(handle, function));
    if (offset < 0 || value == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const auto begin = static_cast<std::size_t>(offset);
    if (begin > most_parameter_bytes || bytes > most_parameter_bytes - begin) return CUDA_ERROR_INVALID_VALUE;
    const MutexLock lock(function->steps.mutex);
    auto& space = function->steps.values.parameters;
    if (space.size() < begin + bytes) space.resize(begin + bytes);
    std::memcpy(space.data() + begin, value, bytes);
    return CUDA_SUCCESS;
}

CUresult launch_steps(CUfunction handle, int width, int height, CUstream stream) {
    Function* function = nullptr;
    RF_CU(find_steps(handle, function));
    if (width <= 0 || height <= 0) return CUDA_ERROR_INVALID_VALUE;
    LaunchSteps::Values steps;
    {
        const MutexLock lock(function->steps.mutex);
        steps = function->steps.values;
    }
    steps.parameters.resize(steps.parameter_bytes);
    std::size_t bytes = steps.parameters.size();
    std::byte none{};
    void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, bytes == 0 ? &none : steps.parameters.data(),
                     CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
    return cuLaunchKernel(handle, static_cast<unsigned>(width), static_cast<unsigned>(height), 1, steps.block.x,
                          steps.block.y, steps.block.z, steps.dynamic_shared, stream, nullptr, extra);
}

}  // namespace

CUresult cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z) {
    Function* function = nullptr;
    RF_CU(find_steps(hfunc, function));
    if (x <= 0 || y <= 0 || z <= 0) return CUDA_ERROR_INVALID_VALUE;
    const MutexLock lock(function->steps.mutex);
    function->steps.values.block = {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
                                    static_cast<std::uint32_t>(z)};
    return CUDA_SUCCESS;
}

CUresult cuFuncSetSharedSize(CUfunction hfunc, unsigned int bytes) {
    Function* function = nullptr;
    RF_CU(find_steps(hfunc, function));
    const MutexLock lock(function->steps.mutex);
    function->steps.values.dynamic_shared = bytes;
    return CUDA_SUCCESS;
}

CUresult cuParamSetSize(CUfunction hfunc, unsigned int numbytes) {
    Function* function = nullptr;
    RF_CU(find_steps(hfunc, function));
    if (numbytes > most_parameter_bytes) return CUDA_ERROR_INVALID_VALUE;
    const MutexLock lock(function->steps.mutex);
    function->steps.values.parameter_bytes = numbytes;
    return CUDA_SUCCESS;
}

CUresult cuParamSeti(CUfunction hfunc, int offset, unsigned int value) {
    return keep_parameter(hfunc, offset, &value, sizeof value);
}

CUresult cuParamSetf(CUfunction hfunc, int offset, float value) {
    return keep_parameter(hfunc, offset, &value, sizeof value);
}

CUresult cuParamSetv(CUfunction hfunc, int offset, void* ptr, unsigned int numbytes) {
    return keep_parameter(hfunc, offset, ptr, numbytes);
}

CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream) {
    return launch_steps(f, grid_width, grid_height, hStream);
}

CUresult cuLaunchGrid(CUfunction f, int grid_width, int grid_height) {
    return launch_steps(f, grid_width, grid_height, nullptr);
}

CUresult cuLaunch(CUfunction f) {
    return launch_steps(f, 1, 1, nullptr);
}

}  // namespace ringfence::driver
