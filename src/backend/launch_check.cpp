#include "backend/launch_check.h"

#include <algorithm>

#include "base/cuda_status.h"
#include "base/escape.h"

namespace ringfence::backend {
namespace {

Error refusal(const Function& function, const std::string& reason,
              cuda_status::Status status = cuda_status::invalid_value) {
    return Error::bad_input("cannot launch '" + escape(function.name()) + "': " + reason).with_status(status);
}

// Does not use the product, which may overflow.
bool is_empty(const Dim3& size) {
    return size.x == 0 || size.y == 0 || size.z == 0;
}

bool is_within(const Dim3& size, const Dim3& limit) {
    return size.x <= limit.x && size.y <= limit.y && size.z <= limit.z;
}

Result<void> check_sizes(const Properties& device, const Function& function, const Launch& launch) {
    if (is_empty(launch.grid)) return refusal(function, "a grid of " + to_string(launch.grid) + " has no blocks");
    if (is_empty(launch.block)) return refusal(function, "a block of " + to_string(launch.block) + " has no threads");
    if (!is_within(launch.grid, device.max_grid)) {
        return refusal(function, "a grid of " + to_string(launch.grid) + " is larger than " +
                                     to_string(device.max_grid) + ", the most that the device takes");
    }
    if (!is_within(launch.block, device.max_block)) {
        return refusal(function, "a block of " + to_string(launch.block) + " is larger than " +
                                     to_string(device.max_block) + ", the most that the device takes");
    }
    const std::uint32_t most = std::min(device.max_threads_per_block, function.info().max_threads_per_block);
    if (launch.block.count() > most) {
        const bool is_for_kernel = launch.block.count() <= device.max_threads_per_block;
        return refusal(function,
                       "a block of " + to_string(launch.block) + " has " + std::to_string(launch.block.count()) +
                           " threads, and " + (most < device.max_threads_per_block ? "this kernel" : "the device") +
                           " takes at most " + std::to_string(most),
                       is_for_kernel ? cuda_status::launch_out_of_resources : cuda_status::invalid_value);
    }
    return {};
}

}  // namespace

std::string to_string(const Dim3& size) {
    return "(" + std::to_string(size.x) + ", " + std::to_string(size.y) + ", " + std::to_string(size.z) + ")";
}

Result<void> check_launch(const Properties& device, const Function& function, const Launch& launch,
                          std::size_t parameter_bytes) {
    RF_RETURN_IF_ERROR(check_sizes(device, function, launch));
    const FunctionInfo& info = function.info();
    const std::uint64_t shared = std::uint64_t{info.static_shared} + launch.dynamic_shared;
    if (shared > device.shared_per_block_optin) {
        return refusal(function, std::to_string(info.static_shared) + " bytes of its own shared memory and " +
                                     std::to_string(launch.dynamic_shared) + " dynamic ones are more than " +
                                     std::to_string(device.shared_per_block_optin) + ", the most that a block gets");
    }
    if (parameter_bytes != info.parameter_bytes) {
        return refusal(function, "its parameters take " + std::to_string(info.parameter_bytes) + " bytes, not " +
                                     std::to_string(parameter_bytes));
    }
    return {};
}

}  // namespace ringfence::backend
