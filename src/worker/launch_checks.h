// What a launch says, checked as far as the device does not check it.
#pragma once

#include <cstddef>
#include <span>

#include "backend/device.h"
#include "base/result.h"
#include "channel/launch_flags.h"
#include "wire/operations.h"
#include "worker/objects.h"

namespace ringfence::worker {

inline backend::Launch launch_of(const wire::Launch& launch) {
    const auto cluster = channel::ClusterFlags::from(launch.flags);
    return {{launch.grid_x, launch.grid_y, launch.grid_z},
            {launch.block_x, launch.block_y, launch.block_z},
            launch.dynamic_shared,
            (launch.flags & channel::cooperative_flag) != 0,
            {cluster.x, cluster.y, cluster.z}};
}

// Whether it must not run beside other such launches of the session: see Session::take_grid_turn.
inline bool is_in_turn(const FunctionObject& function, const wire::Launch& launch) {
    return (launch.flags & 1) != 0 && function.module && function.module->guarded;
}

// The variant of a guarded kernel that this launch, which has been checked, may take.
Result<const backend::Function*> variant_for(const FunctionObject& function, const wire::Launch& launch,
                                             std::span<const std::byte> parameters, const guard::Window& window);

Result<void> check_launch(const FunctionObject& function, const wire::Launch& launch, std::size_t parameter_bytes,
                          const backend::Properties& device);

}  // namespace ringfence::worker
