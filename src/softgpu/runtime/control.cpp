// Functions that kernels call in loops and where control flow goes somewhere unusual.
#include <algorithm>
#include <csetjmp>
#include <thread>

#include "softgpu/runtime/block.h"

namespace ringfence::softgpu {
namespace {

// The clock is looked at in one of so many calls of rf_yield.
constexpr std::uint32_t yields_per_look = 64;

void look_at_clock(Block& block, ThreadState& thread, SiteId site, Clock::time_point now) {
    Launch& launch = *block.launch;
    if (launch.is_too_late(now)) raise_fault({.kind = FaultKind::Endless, .thread = &thread, .site = site});
    if (launch.grace_is_over(now)) block.leave(BlockOutcome::Stopped);
    if (!launch.help_asked.load(std::memory_order_relaxed) && launch.needs_help(now)) {
        block.call_on_worker([](Block& its_block, void*) { its_block.launch->ask_for_help(); }, nullptr);
    }
}

void yield(ThreadState& thread, SiteId site) {
    Block& block = *thread.block->block;
    if (block.launch->must_stop(block.index)) block.leave(BlockOutcome::Stopped);
    if (++block.clock_ticks % yields_per_look == 0) look_at_clock(block, thread, site, Clock::now());
    block.spin(site);
}

}  // namespace

void rf_poll(ThreadState* thread, SiteId site) {
    Block& block = *thread->block->block;
    if (block.launch->must_stop(block.index)) block.leave(BlockOutcome::Stopped);
    const Clock::time_point now = Clock::now();
    look_at_clock(block, *thread, site, now);
    if (now < block.slice_end) return;
    block.sliced = true;
    block.spin(site);
}

void rf_yield(ThreadState* thread, SiteId site) {
    yield(*thread, site);
}

void rf_nanosleep(ThreadState* thread, std::uint32_t nanoseconds, SiteId site) {
    // The ISA allows anything up to twice the time, and no more than a millisecond.
    const auto time = std::chrono::nanoseconds(std::min<std::uint32_t>(nanoseconds, 1'000'000));
    const Clock::time_point end = Clock::now() + time;
    do {
        yield(*thread, site);
    } while (Clock::now() < end);
}

void wait_until(ThreadState* thread, SiteId site, bool (*is_done)(const void* argument), const void* argument,
                const char* what) {
    if (is_done(argument)) return;
    Block& block = *thread->block->block;
    Fiber& fiber = *block.current;
    fiber.wait.kind = WaitKind::Condition;
    fiber.wait.site = site;
    fiber.wait.is_done = is_done;
    fiber.wait.argument = argument;
    fiber.wait.what = what;
    block.conditions.push(&fiber);
    block.wait();
}

void fault(ThreadState* thread, SiteId site, const char* message) {
    raise_fault({.kind = FaultKind::Message, .thread = thread, .site = site, .text = message});
}

void raise_fault(const FaultInfo& fault) {
    Block& block = *fault.thread->block->block;
    block.fault = fault;
    block.leave(BlockOutcome::Fault);
}

void* rf_check_function(ThreadState* thread, std::uint64_t address, std::uint64_t shape, SiteId site) {
    const auto& functions = thread->block->block->launch->kernel.module->indirect_functions;
    const auto found = std::lower_bound(functions.begin(), functions.end(), address,
                                        [](const auto& function, std::uint64_t at) { return function.address < at; });
    if (found == functions.end() || found->address != address) {
        raise_fault({.kind = FaultKind::BadFunction, .thread = thread, .site = site, .address = address});
    }
    if (found->shape != shape) fault(thread, site, "call of a function with other parameters or results than it has");
    return reinterpret_cast<void*>(address);
}

void rf_fault_branch(ThreadState* thread, std::uint64_t index, SiteId site) {
    raise_fault({.kind = FaultKind::BadBranch, .thread = thread, .site = site, .address = index});
}

void rf_fault_stack(ThreadState* thread, SiteId site) {
    raise_fault({.kind = FaultKind::Stack, .thread = thread, .site = site});
}

void rf_trap(ThreadState* thread, SiteId site) {
    raise_fault({.kind = FaultKind::Trap, .thread = thread, .site = site});
}

void rf_exit(ThreadState* thread) {
    std::longjmp(*thread->block->block->current->exit_point, 1);
}

void rf_diverge(ThreadState* thread, std::uint32_t place, const std::byte* registers, std::uint32_t stride) {
    thread->block->block->run_lanes(*thread, place, registers, stride);
}

std::uint64_t rf_clock() {
    return static_cast<std::uint64_t>(std::chrono::nanoseconds(Clock::now().time_since_epoch()).count());
}

std::uint64_t rf_global_timer() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::nanoseconds(now).count());
}

}  // namespace ringfence::softgpu
