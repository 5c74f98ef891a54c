// Groups of vector code that run stage by stage on one fiber, until they go different ways.
#include "softgpu/runtime/block.h"

namespace ringfence::softgpu {

Fiber& Block::fiber_of_group(const StagedGroups& groups, std::uint32_t first, std::uint32_t stage) {
    Fiber* const fiber = take_fiber();
    if (fiber == nullptr) leave(BlockOutcome::NoMemory);
    const Kernel& kernel = launch->current_code();
    locate(fiber->thread, first);
    fiber->thread.lanes = kernel.lanes;
    Task& task = fiber->task;
    task.code = kernel.vector;
    task.lanes = kernel.lanes;
    task.first = first;
    task.end = first + kernel.lanes;
    task.stage = stage;
    task.stage_memory = current->task.stage_memory + std::size_t{(first - groups.first) / kernel.lanes} * groups.bytes;
    return *fiber;
}

void Block::leave_stages(const StagedGroups& groups) {
    const std::uint32_t lanes = launch->kernel.lanes;
    // The fiber that runs all of them goes on with the current one.
    current->task.first = groups.current;
    current->task.end = groups.current + lanes;
    for (std::uint32_t first = groups.first; first < groups.current; first += lanes) {
        if (groups.reached == no_stage) {
            threads_ended(first, lanes);
        } else {
            wait_at_barrier(fiber_of_group(groups, first, groups.reached), groups);
        }
    }
    for (std::uint32_t first = groups.current + lanes; first < groups.end; first += lanes)
        ready.push(&fiber_of_group(groups, first, groups.stage));
}

void rf_leave_stages(ThreadState* thread, const StagedGroups* groups) {
    thread->block->block->leave_stages(*groups);
}

}  // namespace ringfence::softgpu
