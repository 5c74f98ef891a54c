// Checks what the device does not check of a launch.
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

// A kernel's number for policies: FNV-1a of its name in the program, the same for all variants. Never 0.
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

// True for guarded cooperative launches: the session runs only one at a time (see Session::take_grid_turn).
inline bool is_in_turn(const FunctionObject& function, const wire::Launch& launch) {
    return (launch.flags & channel::cooperative_flag) != 0 && function.module && function.module->guarded;
}

struct ChosenVariant {
    const backend::Function* function = nullptr;  // null: it is not compiled yet (Session::await_variants)
    Variant variant = Variant::Unguarded;
    std::uint32_t condition = 0;  // of Partly and Fenced: the first unmet condition
    // If it is not compiled yet: the conditions that its launches do not meet; null: it must suit any launch.
    std::shared_ptr<const LateRequest> request = nullptr;

    Lacking lacking(const std::shared_ptr<ModuleObject>& module) const {
        return {module, request ? *request : LateRequest()};
    }
};

// The fastest variant of a guarded kernel that is safe for this launch. check_launch() must have succeeded.
Result<ChosenVariant> variant_for(const FunctionObject& function, const wire::Launch& launch,
                                  std::span<const std::byte> parameters, const guard::Window& window);

// The facts that launch conditions are evaluated on.
guard::LaunchFacts launch_facts(const FunctionObject& function, const wire::Launch& launch,
                                std::span<const std::byte> parameters, const guard::Window& window);

Result<void> check_launch(const FunctionObject& function, const wire::Launch& launch, std::size_t parameter_bytes,
                          const backend::Properties& device);

}  // namespace ringfence::worker
