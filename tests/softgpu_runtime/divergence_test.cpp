// Groups of lanes that part, and threads that end within a function.
#include "kernels.h"

namespace ringfence::softgpu::test {
namespace {

struct Registers {
    std::uint32_t value;
    std::uint32_t lane;
};

// Runs the threads one after the other, as compiled code does.
template <void (*one)(ThreadState* thread, std::uint32_t place, const std::byte* registers)>
void resume_each(ThreadState* thread, std::uint32_t place, const std::byte* registers, std::uint32_t stride,
                 std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
        if (i > 0) {
            ++thread->thread;
            ++thread->tid[0];
        }
        one(thread, place, registers + std::size_t{i} * stride);
    }
}

void part(ThreadState& thread) {
    auto* const out = pointer<std::uint32_t>(parameter<std::uint64_t>(thread));
    if (thread.lanes == 1) {
        out[global_thread(thread)] = 7;
        return;
    }
    const std::uint32_t first = global_thread(thread);
    // Groups with an odd number part; the others go on together.
    if (thread.thread / thread.lanes % 2 == 1) {
        Registers registers[8];
        for (std::uint32_t i = 0; i < thread.lanes; ++i)
            registers[i] = {first + i, i};
        rf_diverge(&thread, 3, reinterpret_cast<const std::byte*>(registers), sizeof(Registers));
        return;
    }
    for (std::uint32_t i = 0; i < thread.lanes; ++i)
        out[first + i] = 1;
}

void resume(ThreadState* thread, std::uint32_t place, const std::byte* bytes) {
    Registers registers;
    std::memcpy(&registers, bytes, sizeof(registers));
    auto* const out = pointer<std::uint32_t>(parameter<std::uint64_t>(*thread));
    out[global_thread(*thread)] =
        place * 1000 + registers.lane * 10 + (registers.value == global_thread(*thread) ? 1 : 0);
    if (registers.lane == 2) rf_exit(thread);
    if (registers.lane == 5) rf_exit(thread);
    out[global_thread(*thread)] += 5;
}

ResumeFunction get_resume(const Kernel& /*kernel*/) {
    return resume_each<resume>;
}

TEST(Divergence, EachLaneGoesOnAlone) {
    Device device(1);
    Kernel kernel = make_kernel<part>(false);
    kernel.vector = kernel.scalar;
    kernel.lanes = 8;
    kernel.resume = get_resume;
    auto* const out = device.allocate<std::uint32_t>(36 * 2);
    ASSERT_TRUE(device.run(kernel, {2, 1, 1}, {36, 1, 1}, number(out)).ok());
    for (std::uint32_t i = 0; i < 72; ++i) {
        const std::uint32_t thread = i % 36;
        const std::uint32_t lane = thread % 8;
        const std::uint32_t parted = 3001 + lane * 10 + (lane == 2 || lane == 5 ? 0 : 5);
        ASSERT_EQ(out[i], thread >= 32 ? 7 : thread / 8 % 2 == 0 ? 1 : parted) << i;
    }
}

TEST(Divergence, WithoutCodeToGoOnIsAFault) {
    Device device(1);
    Kernel kernel = make_kernel<part>(false);
    kernel.vector = kernel.scalar;
    kernel.lanes = 8;
    auto* const out = device.allocate<std::uint32_t>(36);
    EXPECT_THAT(report_of(device.run(kernel, {1, 1, 1}, {36, 1, 1}, number(out))),
                testing::HasSubstr("the code for threads that part from their group could not be made"));
}

// A kernel that waits: all lanes meet again at a barrier, while other groups wait there as a whole.
void part_and_meet(ThreadState& thread) {
    if (thread.lanes > 1 && thread.thread >= 16) {
        std::uint32_t registers[8];
        for (std::uint32_t i = 0; i < thread.lanes; ++i)
            registers[i] = thread.thread + i;
        rf_diverge(&thread, 1, reinterpret_cast<const std::byte*>(registers), 4);
        return;
    }
    reinterpret_cast<std::uint32_t*>(thread.block->shared)[thread.thread] = 1;
    rf_barrier_sync(&thread, 0, 0, 0, 1);
    auto* const out = pointer<std::uint32_t>(parameter<std::uint64_t>(thread));
    for (std::uint32_t i = 0; i < thread.lanes; ++i)
        out[thread.thread + i] = 100;
}

void resume_and_meet(ThreadState* thread, std::uint32_t /*place*/, const std::byte* bytes) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes, sizeof(value));
    // Every lane has local memory of its own.
    auto* const local = reinterpret_cast<std::uint32_t*>(thread->local_top);
    thread->local_top += 256;
    if (thread->local_top > thread->local_end) rf_fault_stack(thread, 9);
    *local = value;
    if (value % 8 == 1) rf_exit(thread);
    const std::uint32_t sum =
        rf_reduce(thread, ReduceOperation::AddU32, value, value < 32 ? 0xffff0000 : 0xffffffff, 3);
    rf_barrier_sync(thread, 0, 0, 0, 2);
    if (*local != value) rf_trap(thread, 5);
    pointer<std::uint32_t>(parameter<std::uint64_t>(*thread))[thread->thread] = sum;
}

ResumeFunction get_resume_and_meet(const Kernel& /*kernel*/) {
    return resume_each<resume_and_meet>;
}

TEST(Divergence, LanesThatPartedCanWait) {
    Device device(1);
    Kernel kernel = make_kernel<part_and_meet>(true);
    kernel.vector = kernel.scalar;
    kernel.lanes = 8;
    kernel.resume = get_resume_and_meet;
    kernel.static_shared = 64 * 4;
    auto* const out = device.allocate<std::uint32_t>(64);
    const Result<void> result = device.run(kernel, {1, 1, 1}, {64, 1, 1}, number(out));
    ASSERT_TRUE(result.ok()) << result.error().text();
    std::uint32_t first_sum = 0;
    std::uint32_t second_sum = 0;
    for (std::uint32_t i = 16; i < 64; ++i)
        (i < 32 ? first_sum : second_sum) += i % 8 == 1 ? 0 : i;
    for (std::uint32_t i = 0; i < 64; ++i)
        ASSERT_EQ(out[i], i < 16 ? 100 : i % 8 == 1 ? 0 : i < 32 ? first_sum : second_sum) << i;
}

void exit_within(ThreadState& thread) {
    auto* const out = pointer<std::uint32_t>(parameter<std::uint64_t>(thread));
    for (std::uint32_t i = 0; i < thread.lanes; ++i)
        ++out[thread.thread + i];
    thread.local_top += 128;
    if (thread.thread / thread.lanes % 3 == 0) rf_exit(&thread);
    for (std::uint32_t i = 0; i < thread.lanes; ++i)
        out[thread.thread + i] += 10;
}

TEST(Exit, EndsTheThreadOnly) {
    for (const bool may_wait : {false, true}) {
        for (const std::uint32_t lanes : {1U, 4U}) {
            Device device(1);
            Kernel kernel = make_kernel<exit_within>(may_wait);
            if (lanes > 1) kernel.vector = kernel.scalar;
            kernel.lanes = lanes;
            auto* const out = device.allocate<std::uint32_t>(100);
            ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {100, 1, 1}, number(out)).ok());
            for (std::uint32_t i = 0; i < 100; ++i)
                ASSERT_EQ(out[i], i / lanes % 3 == 0 ? 1U : 11U) << i;
        }
    }
}

}  // namespace
}  // namespace ringfence::softgpu::test
