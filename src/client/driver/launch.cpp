#include "client/driver/launch.h"

#include <algorithm>
#include <cstring>

#include "base/per_thread.h"
#include "client/driver/submit.h"

namespace ringfence::driver {
namespace {

// The thread's own buffer, so that a launch allocates nothing.
struct LaunchSpace {
    std::vector<std::byte> bytes;
};

bool fits(const Dimensions& asked, const std::uint32_t (&most)[3]) {
    return asked.x != 0 && asked.y != 0 && asked.z != 0 && asked.x <= most[0] && asked.y <= most[1] &&
           asked.z <= most[2];
}

CUresult find_extra(void** extra, const std::byte*& buffer, std::size_t& bytes) {
    buffer = nullptr;
    bytes = 0;
    for (std::size_t i = 0; extra[i] != CU_LAUNCH_PARAM_END; i += 2) {
        if (extra[i] == CU_LAUNCH_PARAM_BUFFER_POINTER) {
            buffer = static_cast<const std::byte*>(extra[i + 1]);
        } else if (extra[i] == CU_LAUNCH_PARAM_BUFFER_SIZE) {
            bytes = *static_cast<const std::size_t*>(extra[i + 1]);
        } else {
            return CUDA_ERROR_INVALID_VALUE;
        }
    }
    return buffer == nullptr && bytes != 0 ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult check_cluster(const Function& function, const LaunchShape& shape) {
    const auto cluster = channel::ClusterFlags::from(shape.flags);
    if (!cluster.is_given()) return CUDA_SUCCESS;
    if (cluster.count() > most_cluster_blocks(function)) return CUDA_ERROR_INVALID_CLUSTER_SIZE;
    // In the second block of a cluster shared memory begins elsewhere, where no bound of the guard's holds.
    if (cluster.count() > 1 && session().is_guarded()) return CUDA_ERROR_NOT_SUPPORTED;
    const bool is_whole =
        shape.grid.x % cluster.x == 0 && shape.grid.y % cluster.y == 0 && shape.grid.z % cluster.z == 0;
    return is_whole ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

}  // namespace

std::uint32_t most_cluster_blocks(const Function& function) {
    constexpr std::uint32_t on_every_card = 8;
    return function.large_clusters.load(std::memory_order_relaxed) != 0 ? channel::ClusterFlags::most : on_every_card;
}

CUresult check_launch(const Function& function, const LaunchShape& shape) {
    const auto& device = session().device();
    if (!fits(shape.grid, device.max_grid) || !fits(shape.block, device.max_block)) return CUDA_ERROR_INVALID_VALUE;
    const std::uint64_t threads = shape.block.count();
    if (threads > device.max_threads_per_block) return CUDA_ERROR_INVALID_VALUE;
    if (shape.dynamic_shared >
        static_cast<std::uint32_t>(function.max_dynamic_shared.load(std::memory_order_relaxed))) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (threads > function.info.max_threads_per_block) return CUDA_ERROR_INVALID_VALUE;
    return check_cluster(function, shape);
}

CUresult gather_parameters(const Function& function, void** parameters, void** extra, std::vector<std::byte>& space) {
    space.assign(function.info.parameter_bytes, std::byte{0});
    if (parameters != nullptr && extra != nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (extra != nullptr) {
        const std::byte* buffer = nullptr;
        std::size_t bytes = 0;
        RF_CU(find_extra(extra, buffer, bytes));
        if (buffer == nullptr && !space.empty()) return CUDA_ERROR_INVALID_VALUE;
        std::memcpy(space.data(), buffer, std::min(bytes, space.size()));
        return CUDA_SUCCESS;
    }
    if (function.parameters.empty()) return CUDA_SUCCESS;
    if (parameters == nullptr) return CUDA_ERROR_INVALID_VALUE;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const Parameter& parameter = function.parameters[i];
        if (parameters[i] == nullptr) return CUDA_ERROR_INVALID_VALUE;
        std::memcpy(space.data() + parameter.offset, parameters[i], parameter.bytes);
    }
    return CUDA_SUCCESS;
}

CUresult launch(Stream& stream, Function& function, std::uint64_t kernel, const LaunchShape& shape, void** parameters,
                void** extra) {
    RF_CU(check_launch(function, shape));
    KernelWork work;
    std::vector<std::byte>& space = PerThread<LaunchSpace>::get().bytes;
    work.parameters.swap(space);
    const CUresult gathered = gather_parameters(function, parameters, extra, work.parameters);
    if (gathered != CUDA_SUCCESS) return gathered;
    work.function = function.handle.bits;
    work.kernel = kernel;
    work.grid = shape.grid;
    work.block = shape.block;
    work.dynamic_shared = shape.dynamic_shared;
    work.flags = shape.flags;
    work.attributes = shape.attributes;
    return put_kernel(stream, work, space);
}

}  // namespace ringfence::driver
