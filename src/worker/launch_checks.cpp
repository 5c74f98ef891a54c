#include "worker/launch_checks.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/cuda_status.h"

namespace ringfence::worker {

guard::LaunchFacts launch_facts(const FunctionObject& function, const wire::Launch& launch,
                                std::span<const std::byte> parameters, const guard::Window& window) {
    guard::LaunchFacts facts;
    facts.parameters = parameters;
    facts.block = {launch.block_x, launch.block_y, launch.block_z};
    facts.grid = {launch.grid_x, launch.grid_y, launch.grid_z};
    facts.static_shared = function.function->info().static_shared;
    facts.dynamic_shared = launch.dynamic_shared;
    facts.window = window;
    return facts;
}

Result<void> check_launch(const FunctionObject& function, const wire::Launch& launch, std::size_t parameter_bytes,
                          const backend::Properties& device) {
    const auto invalid = [&](std::string what) {
        return Error::bad_input(fmt::format("{}: {}", function.function->name(), what))
            .with_status(cuda_status::invalid_value);
    };
    const backend::FunctionInfo& info = function.function->info();
    if (parameter_bytes != function.parameter_bytes()) {
        return invalid(fmt::format("{} bytes of parameters, it takes {}", parameter_bytes, function.parameter_bytes()));
    }
    if ((launch.flags & ~(channel::cooperative_flag | channel::ClusterFlags::mask)) != 0)
        return invalid(fmt::format("launched with the flags {:#x}", launch.flags));
    if (launch.grid_x == 0 || launch.grid_y == 0 || launch.grid_z == 0 || launch.block_x == 0 || launch.block_y == 0 ||
        launch.block_z == 0) {
        return invalid("a grid or block without threads");
    }
    if (const auto cluster = channel::ClusterFlags::from(launch.flags); cluster.is_given()) {
        if (!cluster.is_possible() || launch.grid_x % cluster.x != 0 || launch.grid_y % cluster.y != 0 ||
            launch.grid_z % cluster.z != 0) {
            return invalid(fmt::format("clusters of ({}, {}, {}) blocks, which do not divide the grid", cluster.x,
                                       cluster.y, cluster.z));
        }
        // From a cluster's second block on, shared memory begins elsewhere, and the guard's bounds are wrong.
        if (cluster.count() > 1 && function.module && function.module->guarded) {
            return Error::bad_input(fmt::format("{}: a guarded kernel cannot run in clusters of several blocks",
                                                function.function->name()))
                .with_status(cuda_status::not_supported)
                .with_remedy("run this program in a worker of its own: ringfence run --isolation private");
        }
    }
    std::uint32_t local = info.local_bytes;
    const backend::Function* const second = function.guard.second();
    if (second != nullptr) local = std::max(local, second->info().local_bytes);
    if (local > function.most_local) {
        Error error =
            Error::bad_input(fmt::format("{}: each thread needs {} bytes of local memory; in a shared context it may "
                                         "have {}{}",
                                         function.function->name(), local, function.most_local,
                                         naming(Limit::LocalMemory)))
                .with_remedy(
                    "raise local_memory in the daemon's settings (ringfence.toml), or run this program in a domain "
                    "of its own (--isolation private)")
                .with_status(cuda_status::out_of_memory);
        if (function.account) function.account->note_reached(Limit::LocalMemory, error);
        return error;
    }
    const std::uint64_t threads = std::uint64_t{launch.block_x} * launch.block_y * launch.block_z;
    if (function.guard.needs_warpgroups && !guard::has_whole_warpgroups(threads)) {
        return invalid(
            fmt::format("it uses wgmma, which needs blocks of whole groups of 128 threads; these have {}", threads));
    }
    const std::uint64_t used = function.static_shared();
    const std::uint64_t without_asking = std::max(device.shared_per_block, used);
    const std::uint64_t most = std::max(without_asking - used, std::uint64_t{function.most_dynamic_shared});
    if (launch.dynamic_shared > most) {
        return invalid(fmt::format("{} bytes of dynamic shared memory, it may have {}", launch.dynamic_shared, most));
    }
    return {};
}

namespace {

// A partly fenced variant whose conditions this launch meets; null: there is none.
const backend::Function* fitted_for(const FunctionObject& function, guard::LaunchFacts facts) {
    for (const FittedVariant& one : function.guard.fitted->of(function.guard.number)) {
        if (one.function == nullptr || one.function->info().local_bytes > function.most_local) continue;
        facts.static_shared = one.function->info().static_shared;
        if (one.conditions.hold(facts)) return one.function;
    }
    return nullptr;
}

// The request for a partly fenced variant that suits this launch. Null: there are enough, or it was tried before.
std::shared_ptr<const LateRequest> fitted_request(const FunctionObject& function, const guard::LaunchFacts& facts) {
    const KernelGuard& guard = function.guard;
    if (!guard.fitted->has_room(guard.number)) return nullptr;
    LateRequest request{std::string(function.function->name()), {}};
    for (const guard::LaunchConditions::Unmet& one : guard.conditions->bounds(facts))
        if (!one.is_met) request.bounds.push_back(one.bound);
    if (guard.fitted->has_tried(guard.number, request.bounds)) return nullptr;
    return std::make_shared<const LateRequest>(std::move(request));
}

}  // namespace

Result<ChosenVariant> variant_for(const FunctionObject& function, const wire::Launch& launch,
                                  std::span<const std::byte> parameters, const guard::Window& window) {
    const guard::LaunchConditions* conditions = function.guard.conditions;
    if (conditions == nullptr) return ChosenVariant{function.function, Variant::Unguarded, 0};
    if (conditions->empty()) return ChosenVariant{function.function, Variant::Only, 0};
    const guard::LaunchFacts facts = launch_facts(function, launch, parameters, window);
    const std::uint32_t unmet = conditions->first_unmet(facts);
    if (unmet == guard::LaunchConditions::none_unmet) return ChosenVariant{function.function, Variant::Free, 0};
    if (function.guard.fitted != nullptr && conditions->is_bound(unmet)) {
        if (const backend::Function* const fitted = fitted_for(function, facts))
            return ChosenVariant{fitted, Variant::Partly, unmet};
        if (auto request = fitted_request(function, facts))
            return ChosenVariant{nullptr, Variant::Partly, unmet, std::move(request)};
    }
    if (function.guard.fenced != nullptr || function.guard.late != nullptr)
        return ChosenVariant{function.guard.second(), Variant::Fenced, unmet};
    return Error::internal(
        fmt::format("{} has no variant for a launch that does not meet its conditions", function.function->name()));
}

}  // namespace ringfence::worker
