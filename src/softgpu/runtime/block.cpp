#include "softgpu/runtime/block.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "softgpu/runtime/worker.h"

namespace ringfence::softgpu {
namespace {

// After so many fibers in a row that were ready, one that spins has its turn.
constexpr std::uint32_t max_streak = 1024;
// How long a block may compute before the worker looks at its other blocks.
constexpr auto slice = std::chrono::milliseconds(10);
constexpr std::size_t shared_alignment = 1024;

// True if the code came to its end; otherwise the thread ended within a function that it called.
[[gnu::noinline]] bool call_until_exit(Fiber& fiber, KernelFunction code, std::uint32_t first, std::uint32_t end) {
    std::jmp_buf point;
    fiber.exit_point = &point;
    if (setjmp(point) != 0) return false;
    code(&fiber.thread, first, end);
    return true;
}

// Threads that part from their group, and where they go on.
struct Parted {
    ResumeFunction code;
    std::uint32_t place;
    const std::byte* registers;
    std::uint32_t stride;
};

// The threads from the `first` of them on; true if the code came to its end.
[[gnu::noinline]] bool resume_until_exit(Fiber& fiber, ThreadState& thread, const Parted& parted, std::uint32_t first,
                                         std::uint32_t count) {
    std::jmp_buf point;
    std::jmp_buf* const outer = fiber.exit_point;
    fiber.exit_point = &point;
    const bool to_the_end = setjmp(point) == 0;
    if (to_the_end) {
        const std::byte* const registers = parted.registers + std::size_t{first} * parted.stride;
        parted.code(&thread, parted.place, registers, parted.stride, count - first);
    }
    fiber.exit_point = outer;
    return to_the_end;
}

}  // namespace

// --- for the worker -------------------------------------------------------------------------------------------------

void Block::start(Launch& its_launch, std::uint64_t block_index, Cluster* its_cluster) {
    launch = &its_launch;
    index = block_index;
    if (its_cluster == nullptr) alone_.start(1, launch->thread_count);
    cluster = its_cluster == nullptr ? &alone_ : its_cluster;
    cluster_arrivals.clear();
    place_block();
    cluster->blocks[state.cluster_rank] = this;
    next_thread = 0;
    ended = 0;
    if (!launch->kernel.may_wait) return;
    for (std::uint32_t first = 0; first < launch->thread_count; first += warp_lanes) {
        const std::uint32_t lanes = std::min(warp_lanes, launch->thread_count - first);
        warps[first / warp_lanes] = {lanes == warp_lanes ? 0 : ~0U << lanes, nullptr};
    }
}

std::byte* Block::shared_memory() {
    if (cluster->memory) return cluster->memory->of(state.cluster_rank);
    if (launch->shared_bytes > shared_capacity_) {
        shared_storage_ = std::make_unique<std::byte[]>(launch->shared_bytes + shared_alignment);
        shared_capacity_ = launch->shared_bytes;
    }
    std::byte* const shared = shared_storage_.get();
    return shared + ((0 - reinterpret_cast<std::uintptr_t>(shared)) & (shared_alignment - 1));
}

std::byte* Block::stage_memory() {
    const std::size_t bytes = std::size_t{launch->kernel.stage_bytes} * (launch->thread_count / launch->kernel.lanes);
    if (stage_memory_.size() < bytes) stage_memory_.resize(bytes);
    return stage_memory_.data();
}

// The part of the state that all blocks of a launch have in common.
void Block::place_in_launch() {
    const LaunchRequest& request = launch->request;
    state.cluster_blocks = launch->cluster_blocks;
    state.is_explicit_cluster = launch->is_explicit_cluster ? 1 : 0;
    for (std::size_t i = 0; i < 3; ++i) {
        state.ntid[i] = request.block[i];
        state.nctaid[i] = request.grid[i];
        state.cluster_nctaid[i] = launch->cluster[i];
        state.nclusterid[i] = request.grid[i] / launch->cluster[i];
    }
    state.parameters = launch->parameters;
    state.shared_bytes = launch->shared_bytes;
    state.dynamic_shared = launch->request.dynamic_shared;
    state.thread_count = launch->thread_count;
    state.multiprocessors = launch->multiprocessors;
    state.grid_id = launch->grid_id;
    state.grid_workspace = launch->grid_workspace;
    state.extents = worker.extents.data();
    state.block = this;
}

void Block::place_in_grid() {
    // Divisions of small numbers are faster, and there is one for each block.
    const auto divide = [&](std::uint64_t& rest, std::uint32_t by) {
        const bool is_small = rest <= std::numeric_limits<std::uint32_t>::max();
        const std::uint64_t quotient = is_small ? static_cast<std::uint32_t>(rest) / by : rest / by;
        const auto remainder = static_cast<std::uint32_t>(rest - quotient * by);
        rest = quotient;
        return remainder;
    };
    std::uint64_t rest = index;
    state.cluster_rank = launch->cluster_blocks == 1 ? 0 : divide(rest, launch->cluster_blocks);
    std::uint64_t rank = state.cluster_rank;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t size = state.cluster_nctaid[i];
        state.cluster_ctaid[i] = size == 1 ? 0 : divide(rank, size);
        state.clusterid[i] = rest == 0 ? 0 : divide(rest, state.nclusterid[i]);
        state.ctaid[i] = state.clusterid[i] * size + state.cluster_ctaid[i];
    }
}

void Block::place_block() {
    if (placed_in_ != launch->grid_id) place_in_launch();
    placed_in_ = launch->grid_id;
    place_in_grid();
    state.shared = shared_memory();
    state.multiprocessor = worker.multiprocessor;
}

BlockOutcome Block::run() {
    spins_left_ = spinning.size();
    streak_ = 0;
    // Small blocks that wait for nothing need not look at the clock each time.
    if (launch->kernel.may_wait || sliced || visits_++ % visits_per_look == 0) {
        visit_time = Clock::now();
        slice_end = visit_time + slice;
    }
    sliced = false;
    Fiber* next = next_fiber();
    while (next != nullptr) {
        current = next;
        switch_context(worker.context, next->context);
        if (outcome_ != BlockOutcome::Call) break;
        call_(*this, call_argument_);
        next = current;
    }
    return outcome_;
}

void Block::abandon() {
    for (Fiber* fiber : fibers_) {
        forget_context(fiber->context);
        fiber->wait = {};
        worker.fibers.put(fiber);
    }
    fibers_.clear();
    for (FiberQueue* queue : {&ready, &spinning, &conditions, &here, &cluster_waiting})
        queue->clear();
    for (Barrier& barrier : barriers)
        barrier = {};
    barriers_used = 0;
    free_collectives = nullptr;
    for (const auto& collective : collectives_) {
        collective->next = free_collectives;
        free_collectives = collective.get();
    }
}

// --- which fiber is next --------------------------------------------------------------------------------------------

Fiber* Block::next_fiber() {
    if (!ready.empty()) {
        if (++streak_ <= max_streak) return ready.pop();
        return next_in_turn();
    }
    streak_ = 0;
    if (!here.empty() && answer_active_masks()) return ready.pop();
    if (next_thread < launch->thread_count) return start_next_thread();
    if (!conditions.empty() && check_conditions()) return ready.pop();
    if (!spinning.empty()) {
        if (spins_left_ > 0) {
            --spins_left_;
            return spinning.pop();
        }
        outcome_ = BlockOutcome::Yielded;
        return nullptr;
    }
    outcome_ = ended == launch->thread_count ? BlockOutcome::Finished : BlockOutcome::Stuck;
    return nullptr;
}

// There are always fibers that are ready, as they wake each other: the others have their turn all the same.
Fiber* Block::next_in_turn() {
    streak_ = 0;
    if (!conditions.empty()) check_conditions();
    if (!here.empty()) answer_active_masks();
    if (next_thread < launch->thread_count) return start_next_thread();
    return spinning.empty() ? ready.pop() : spinning.pop();
}

Fiber* Block::take_fiber() {
    Fiber* const fiber = worker.fibers.take({launch->local_bytes, launch->kernel.stack_bytes});
    if (fiber == nullptr) return nullptr;
    fiber->block = this;
    fiber->slot = static_cast<std::uint32_t>(fibers_.size());
    fibers_.push_back(fiber);
    fiber->thread.block = &state;
    fiber->reset_local();
    fiber->task = {};
    fiber->parted = false;
    if (fiber->context.place == nullptr) {
        fiber->context.owner = fiber;
        start_context(fiber->context, fiber_main, fiber->color());
    }
    return fiber;
}

void Block::release_fiber(Fiber& fiber) {
    fibers_[fiber.slot] = fibers_.back();
    fibers_[fiber.slot]->slot = fiber.slot;
    fibers_.pop_back();
    worker.fibers.put(&fiber);
}

Fiber* Block::start_next_thread() {
    Fiber* const fiber = take_fiber();
    if (fiber == nullptr) {
        outcome_ = BlockOutcome::NoMemory;
        return nullptr;
    }
    ++progress;
    const Kernel& kernel = launch->current_code();
    Task& task = fiber->task;
    const bool vector = next_thread < launch->vector_end;
    task.code = vector ? kernel.vector : kernel.scalar;
    task.lanes = vector ? kernel.lanes : 1;
    task.first = next_thread;
    if (kernel.may_wait && kernel.stage_bytes != 0 && launch->vector_end == launch->thread_count) {
        task.end = launch->thread_count;
        task.stage_memory = stage_memory();
    } else if (kernel.may_wait) {
        task.end = next_thread + task.lanes;
    } else {
        task.end = vector ? launch->vector_end : launch->thread_count;
        task.rest_code = kernel.scalar;
        task.rest_end = launch->thread_count;
    }
    next_thread = std::max(task.end, task.rest_end);
    return fiber;
}

bool Block::check_conditions() {
    bool any = false;
    for (std::uint32_t count = conditions.size(); count > 0; --count) {
        Fiber* const fiber = conditions.pop();
        if (fiber->wait.is_done(fiber->wait.argument)) {
            make_ready(fiber);
            any = true;
        } else {
            conditions.push(fiber);
        }
    }
    return any;
}

// Everybody waits, has ended or spins: those that are here are the ones that ask. Threads of a warp that ask at
// different places are not together.
bool Block::answer_active_masks() {
    std::array<std::uint32_t, max_warps> masks{};
    std::array<SiteId, max_warps> sites{};
    for (const Fiber* fiber = here.first(); fiber != nullptr; fiber = fiber->next) {
        const std::uint32_t warp = fiber->thread.thread / warp_lanes;
        if (next_thread < std::min((warp + 1) * warp_lanes, launch->thread_count)) continue;
        if (masks[warp] == 0) sites[warp] = fiber->wait.site;
        if (sites[warp] == fiber->wait.site) masks[warp] |= mask_of(fiber->thread);
    }
    bool any = false;
    for (std::uint32_t count = here.size(); count > 0; --count) {
        Fiber* const fiber = here.pop();
        const std::uint32_t warp = fiber->thread.thread / warp_lanes;
        if (masks[warp] != 0 && sites[warp] == fiber->wait.site) {
            fiber->value = masks[warp];
            make_ready(fiber);
            any = true;
        } else {
            here.push(fiber);
        }
    }
    return any;
}

// --- on a fiber -----------------------------------------------------------------------------------------------------

void Block::fiber_main(Context& context) {
    Fiber& fiber = *static_cast<Fiber*>(context.owner);
    while (true) {
        fiber.block->run_task(fiber);
        fiber.block->go_on_without(fiber);
    }
}

void Block::run_task(Fiber& fiber) {
    const Task& task = fiber.task;
    if (task.group != nullptr) {
        run_lane(fiber);
        return;
    }
    fiber.thread.stage = task.stage;
    fiber.thread.stage_memory = task.stage_memory;
    run_range(fiber, task.code, task.lanes, task.first, task.end);
    if (task.rest_code != nullptr) run_range(fiber, task.rest_code, 1, task.end, task.rest_end);
    if (!launch->kernel.may_wait) {
        ended = launch->thread_count;
    } else if (!fiber.parted) {
        for (std::uint32_t first = task.first; first < task.end; first += task.lanes)
            threads_ended(first, task.lanes);
    }
}

void Block::run_range(Fiber& fiber, KernelFunction code, std::uint32_t lanes, std::uint32_t first, std::uint32_t end) {
    ThreadState& thread = fiber.thread;
    while (first < end) {
        locate(thread, first);
        thread.lanes = lanes;
        thread.local_top = thread.local_begin;
        if (call_until_exit(fiber, code, first, end)) return;
        first = thread.thread + lanes;
    }
}

void Block::locate(ThreadState& thread, std::uint32_t number) const {
    thread.thread = number;
    thread.tid[0] = number % state.ntid[0];
    thread.tid[1] = number / state.ntid[0] % state.ntid[1];
    thread.tid[2] = number / state.ntid[0] / state.ntid[1];
}

// The fiber has nothing more to do: it runs the next one in its place. When it returns there is a new task.
void Block::go_on_without(Fiber& fiber) {
    release_fiber(fiber);
    switch_from(fiber);
}

void Block::switch_from(Fiber& from) {
    Fiber* const next = next_fiber();
    if (next == &from) return;
    if (next != nullptr) current = next;
    switch_context(from.context, next == nullptr ? worker.context : next->context);
}

void Block::wait() {
    if (!launch->kernel.may_wait) {
        raise_fault({.kind = FaultKind::Message,
                     .thread = &current->thread,
                     .site = current->wait.site,
                     .text = "a thread waits in a kernel that was compiled as one where none does"});
    }
    switch_from(*current);
}

void Block::spin(SiteId site) {
    Fiber& fiber = *current;
    fiber.wait.kind = WaitKind::Spin;
    fiber.wait.site = site;
    spinning.push(&fiber);
    switch_from(fiber);
    fiber.wait.kind = WaitKind::None;
}

void Block::call_on_worker(void (*function)(Block& block, void* argument), void* argument) {
    call_ = function;
    call_argument_ = argument;
    outcome_ = BlockOutcome::Call;
    switch_context(current->context, worker.context);
}

void Block::leave(BlockOutcome with) {
    outcome_ = with;
    switch_context(current->context, worker.context);
    std::abort();  // whoever leaves is not called back
}

void Block::wake_for_cluster() {
    for (std::uint32_t count = cluster_waiting.size(); count > 0; --count)
        make_ready(cluster_waiting.pop());
}

void Block::threads_ended(std::uint32_t thread, std::uint32_t lanes) {
    ++progress;
    ended += lanes;
    Warp& warp = warps[thread / warp_lanes];
    const auto mask = static_cast<std::uint32_t>(((std::uint64_t{1} << lanes) - 1) << thread % warp_lanes);
    warp.ended |= mask;
    std::uint32_t had_arrived = 0;
    if (!cluster_arrivals.empty()) {
        const auto first = cluster_arrivals.begin() + thread;
        had_arrived = static_cast<std::uint32_t>(std::count(first, first + lanes, cluster->phase));
    }
    cluster->ended(lanes, had_arrived);
    if (barriers_used != 0) barriers_after_end(thread / warp_lanes, mask);
    if (warp.pending != nullptr) collectives_after_end(warp);
}

// --- lanes that part ------------------------------------------------------------------------------------------------

void Block::run_lanes(ThreadState& group, std::uint32_t place, const std::byte* registers, std::uint32_t stride) {
    if (launch->resume.load(std::memory_order_acquire) == nullptr) {
        // It may have to be compiled, which a fiber's stack is too small for.
        call_on_worker(
            [](Block& block, void*) {
                const Kernel& kernel = block.launch->kernel;
                const Compiling compiling(block.launch->request.compiling);
                const ResumeFunction code = kernel.resume == nullptr ? nullptr : kernel.resume(kernel);
                block.launch->resume.store(code, std::memory_order_release);
            },
            nullptr);
    }
    const ResumeFunction code = launch->resume.load(std::memory_order_acquire);
    if (code == nullptr) {
        raise_fault({.kind = FaultKind::Message,
                     .thread = &group,
                     .text = "the code for threads that part from their group could not be made"});
    }
    Fiber& fiber = *current;
    if (!launch->kernel.may_wait) {
        ThreadState lane = group;
        lane.lanes = 1;
        std::uint32_t first = 0;
        while (first < group.lanes &&
               !resume_until_exit(fiber, lane, {code, place, registers, stride}, first, group.lanes)) {
            first = lane.thread - group.thread + 1;
            locate(lane, group.thread + first);
        }
        return;
    }
    // Each lane's part of what is left of the local memory. The group's fiber waits until all have ended, so what they
    // point to stays.
    const auto room = static_cast<std::size_t>(group.local_end - group.local_top) / group.lanes & ~std::size_t{255};
    fiber.parted = true;
    fiber.lanes_left = group.lanes;
    for (std::uint32_t i = 0; i < group.lanes; ++i) {
        Fiber* const lane = take_fiber();
        if (lane == nullptr) leave(BlockOutcome::NoMemory);
        lane->thread.lanes = 1;
        locate(lane->thread, group.thread + i);
        lane->thread.local_begin = group.local_begin;
        lane->thread.local_top = group.local_top + i * room;
        lane->thread.local_end = lane->thread.local_top + room;
        lane->task.group = &fiber;
        lane->task.resume = code;
        lane->task.place = place;
        lane->task.registers = registers + std::size_t{i} * stride;
        ready.push(lane);
    }
    fiber.wait.kind = WaitKind::Lanes;
    wait();
}

void Block::run_lane(Fiber& fiber) {
    Fiber* const group = fiber.task.group;
    resume_until_exit(fiber, fiber.thread, {fiber.task.resume, fiber.task.place, fiber.task.registers, 0}, 0, 1);
    threads_ended(fiber.thread.thread, 1);
    if (--group->lanes_left == 0) make_ready(group);
}

}  // namespace ringfence::softgpu
