#include "cli/ptx_run_guard.h"

#include <utility>

#include "worker/launch_checks.h"
#include "worker/private_memory.h"

namespace ringfence::cli {
namespace {

wire::Launch record_of(const backend::Launch& launch) {
    wire::Launch record;
    record.grid_x = launch.grid.x;
    record.grid_y = launch.grid.y;
    record.grid_z = launch.grid.z;
    record.block_x = launch.block.x;
    record.block_y = launch.block.y;
    record.block_z = launch.block.z;
    record.dynamic_shared = launch.dynamic_shared;
    return record;
}

}  // namespace

Result<std::unique_ptr<GuardedRun>> GuardedRun::create(backend::Device& device, guard::Mode mode) {
    std::unique_ptr<GuardedRun> run(new GuardedRun(device, mode));
    memory::WindowOptions options;
    options.zone_bytes = guard::zone_bytes;
    // As the software GPU's own allocations: what is just behind one is nobody's.
    options.heap.gap_bytes = 512;
    RF_TRY(run->window_, memory::Window::create(device, options));
    RF_TRY(const auto share, worker::PrivateMemory(device).share({}));
    RF_TRY(auto records, share->allocate(worker::GuardResources::records_bytes));
    RF_TRY(auto ring, share->allocate(worker::GuardResources::ring_bytes));
    RF_TRY(run->guard_, worker::GuardResources::create(device, *run->window_, std::move(records), std::move(ring)));
    return run;
}

Result<std::shared_ptr<worker::GuardedModule>> GuardedRun::load(std::string ptx, const std::string& file_name) {
    worker::PtxLines lines(ptx);
    RF_TRY(guard::GuardedPtx guarded, guard::guard(std::move(ptx), {.mode = mode_, .file_name = file_name}));
    const worker::GuardedModule::Uses uses(guarded.ptx);
    RF_TRY(auto module, device_.load(std::move(guarded.ptx), {.file_name = file_name, .may_print = false}));
    module_ = std::make_shared<worker::GuardedModule>(std::move(module), std::move(guarded), uses, std::move(lines));
    worker::GuardedModule::Places places;
    RF_RETURN_IF_ERROR(guard_->allocate_for(*module_, places));
    RF_TRY(const std::shared_ptr<backend::Event> placed, guard_->place(module_, places));
    RF_RETURN_IF_ERROR(placed->synchronize());
    return module_;
}

Result<worker::FunctionObject> GuardedRun::find(const std::string& kernel) {
    worker::FunctionObject function;
    RF_TRY(function.function, module_->function(kernel));
    RF_TRY(function.guard, module_->guard_of(kernel));
    return function;
}

Result<std::optional<backend::Address>> GuardedRun::slots(const std::string& kernel, const backend::Launch& launch) {
    RF_TRY(const worker::FunctionObject function, find(kernel));
    if (function.guard.slot_bytes == 0) return std::optional<backend::Address>();
    RF_TRY(slots_, guard_->slots().allocate(function, record_of(launch)));
    return std::optional(slots_->address);
}

Result<const backend::Function*> GuardedRun::variant(const std::string& kernel, const backend::Launch& launch,
                                                     std::span<const std::byte> parameters) {
    RF_TRY(const worker::FunctionObject function, find(kernel));
    RF_TRY(const worker::ChosenVariant chosen,
           worker::variant_for(function, record_of(launch), parameters, window_->geometry()));
    return chosen.function;
}

std::optional<Error> GuardedRun::take_fault() {
    auto fault = guard_->take_fault();
    if (!fault) return std::nullopt;
    return std::move(fault->error);
}

}  // namespace ringfence::cli
