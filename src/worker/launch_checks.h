// Checks a launch as far as the device does not check it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "backend/device.h"
#include "base/result.h"
#include "channel/launch_flags.h"
#include "wire/operations.h"
#include "worker/objects.h"

namespace ringfence::worker {

// A kernel's number for policies: FNV-1a of the name that its program knows, whatever the guard makes of it. Never 0.
inline std::uint64_t kernel_number(std::string_view name) {
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
    for (const char letter : name)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100'0000'01b3;
    return hash == 0 ? 1 : hash;
}

inline backend::Launch launch_of(const FunctionObject& function, const wire::Launch& launch) {
    const auto cluster = channel::ClusterFlags::from(launch.flags);
    return {{launch.grid_x, launch.grid_y, launch.grid_z},
            {launch.block_x, launch.block_y, launch.block_z},
            launch.dynamic_shared,
            (launch.flags & channel::cooperative_flag) != 0,
            {cluster.x, cluster.y, cluster.z},
            function.kernel};
}

// True if it must not run beside other such launches of the session: see Session::take_grid_turn.
inline bool is_in_turn(const FunctionObject& function, const wire::Launch& launch) {
    return (launch.flags & channel::cooperative_flag) != 0 && function.module && function.module->guarded;
}

struct ChosenVariant {
    const backend::Function* function = nullptr;  // null: one that is not compiled yet (Session::await_variants)
    Variant variant = Variant::Unguarded;
    std::uint32_t condition = 0;  // of Partly and Fenced: the first that the launch does not meet
    // If it is not compiled: the launches that it is to be made for; null: any launch.
    std::shared_ptr<const LateRequest> request = nullptr;

    Lacking lacking(const std::shared_ptr<ModuleObject>& module) const {
        return {module, request ? *request : LateRequest()};
    }
};

// The variant of a guarded kernel that this launch, which has been checked, may take.
Result<ChosenVariant> variant_for(const FunctionObject& function, const wire::Launch& launch,
                                  std::span<const std::byte> parameters, const guard::Window& window);

// The facts that its conditions are about.
guard::LaunchFacts launch_facts(const FunctionObject& function, const wire::Launch& launch,
                                std::span<const std::byte> parameters, const guard::Window& window);

Result<void> check_launch(const FunctionObject& function, const wire::Launch& launch, std::size_t parameter_bytes,
                          const backend::Properties& device);

}  // namespace ringfence::worker
