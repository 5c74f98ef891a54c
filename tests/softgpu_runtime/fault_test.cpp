// Reports of what kernels do wrong, and that the device works on afterwards.
#include "softgpu/runtime/fault.h"

#include <chrono>

#include "base/cuda_status.h"
#include "kernels.h"

namespace ringfence::softgpu::test {
namespace {

using testing::HasSubstr;

struct Access {
    std::uint64_t address;
    std::uint32_t bytes;
    AccessKind kind;
    std::uint32_t thread;
    std::uint32_t block;
};

void access_once(ThreadState& thread) {
    const auto in = parameter<Access>(thread);
    if (thread.thread != in.thread || thread.block->ctaid[0] != in.block) return;
    Extent extent;
    rf_check(&thread, in.address, in.bytes, 127, in.kind, &extent);
    // Nothing was remembered, or something that code can check by and that the access lies in.
    const std::uint64_t offset = in.address - extent.begin;
    const bool holds = extent.begin % 32 == 0 && in.bytes <= extent.bytes && offset <= extent.bytes - in.bytes;
    if (extent.bytes != 0 && !holds) rf_trap(&thread, 1);
}

class FaultTest : public testing::Test {
protected:
    std::string report(std::uint64_t address, std::uint32_t bytes, AccessKind kind) {
        const Kernel kernel = make_kernel<access_once>(false, sizeof(Access));
        return report_of(device.run(kernel, {8, 1, 1}, {256, 1, 1}, Access{address, bytes, kind, 231, 3}));
    }
    const std::string place = "\n  at k.ptx:127 (k.cu:27), block (3,0,0), thread (231,0,0)\n";
    Device device;
};

TEST_F(FaultTest, OutsideAnyAllocation) {
    const std::uint64_t a = number(device.allocate<std::byte>(4000));
    EXPECT_EQ(report(a, 4, AccessKind::Write), "no error");
    EXPECT_EQ(report(a + 4000, 4, AccessKind::Write),
              "error: kernel 'k': store of 4 bytes outside any allocation" + place +
                  "  address ADDRESS: 0 bytes past the end of the 4000-byte allocation at ADDRESS");
    EXPECT_EQ(report(a - 16, 8, AccessKind::Read),
              "error: kernel 'k': load of 8 bytes outside any allocation" + place +
                  "  address ADDRESS: 16 bytes before the 4000-byte allocation at ADDRESS");
    const std::uint64_t odd = number(device.allocate<std::byte>(1002));
    EXPECT_EQ(report(odd + 1000, 4, AccessKind::Atomic),
              "error: kernel 'k': atomic operation of 4 bytes outside any allocation" + place +
                  "  address ADDRESS: 2 bytes before the end of the 1002-byte allocation at ADDRESS");
    EXPECT_EQ(report(0x1234'5678'9ab8, 8, AccessKind::Read),
              "error: kernel 'k': load of 8 bytes outside any allocation" + place +
                  "  address ADDRESS: not in the device's memory");
}

TEST_F(FaultTest, Misaligned) {
    const std::uint64_t a = number(device.allocate<std::byte>(4000));
    EXPECT_EQ(report(a + 2, 4, AccessKind::Read),
              "error: kernel 'k': load of 4 bytes at an address that is not a multiple of 4" + place +
                  "  address ADDRESS: 2 bytes into the 4000-byte allocation at ADDRESS");
}

TEST_F(FaultTest, Freed) {
    const std::uint64_t a = number(device.allocate<std::byte>(4000));
    ASSERT_TRUE(device.memory->release(a).ok());
    EXPECT_EQ(report(a + 100, 4, AccessKind::Read),
              "error: kernel 'k': load of 4 bytes in memory that was freed" + place +
                  "  address ADDRESS: 100 bytes into the 4000-byte allocation at ADDRESS that was freed");
}

TEST_F(FaultTest, Null) {
    EXPECT_EQ(report(0, 4, AccessKind::Write),
              "error: kernel 'k': store of 4 bytes through a null pointer" + place + "  address 0x0: a null pointer");
    EXPECT_EQ(report(16, 4, AccessKind::Write), "error: kernel 'k': store of 4 bytes through a null pointer" + place +
                                                    "  address 0x10: a null pointer plus 16 bytes");
}

TEST_F(FaultTest, Constants) {
    const std::uint64_t c = device.memory->allocate(64, 256, MemoryKind::Constant, "coefficients").take();
    EXPECT_EQ(report(c, 4, AccessKind::Read), "no error");
    EXPECT_EQ(report(c, 4, AccessKind::Write),
              "error: kernel 'k': store of 4 bytes in memory that kernels may only read" + place +
                  "  address ADDRESS: 0 bytes into the 64-byte constant 'coefficients' at ADDRESS");
}

// A place that was found for reads of constants must not let writes pass.
void extent_of_constant(ThreadState& thread) {
    Extent read;
    rf_check(&thread, parameter<std::uint64_t>(thread), 4, 1, AccessKind::Read, &read);
    Extent only;
    rf_check(&thread, parameter<std::uint64_t>(thread), 4, 1, AccessKind::ReadOnly, &only);
    if (read.begin != Extent().begin || only.begin != parameter<std::uint64_t>(thread)) rf_trap(&thread, 2);
}

TEST_F(FaultTest, ExtentsOfConstants) {
    const std::uint64_t c = device.memory->allocate(64, 256, MemoryKind::Constant, "c").take();
    EXPECT_TRUE(device.run(make_kernel<extent_of_constant>(false), {1, 1, 1}, {1, 1, 1}, c).ok());
}

struct Other {
    std::uint64_t mode;
    std::uint64_t value;
};

void do_wrong(ThreadState& thread) {
    const auto in = parameter<Other>(thread);
    if (thread.thread != 5) return;
    switch (in.mode) {
        case 0: rf_fault_shared(&thread, in.value, 4, 20, AccessKind::Write);
        case 1:
            thread.local_top += 64;
            rf_check_local(&thread, number(thread.local_begin) + in.value, 8, 21, AccessKind::Read);
            return;
        case 2: rf_fault_stack(&thread, 122);
        case 3: rf_trap(&thread, 23);
        case 4: rf_check_function(&thread, in.value, 0, 24); return;
        case 5: rf_fault_branch(&thread, in.value, 25);
        case 6: rf_free(&thread, in.value, 26); return;
        case 7: fault(&thread, 27, "something is wrong");
        case 8: rf_check(&thread, number(thread.block->shared) + in.value, 4, 28, AccessKind::Write, nullptr); return;
        case 9:
            rf_check(&thread, number(thread.block->parameters) + in.value, 4, 29, AccessKind::Write, nullptr);
            return;
        case 10: rf_check_range(&thread, in.value, 100, 16, 30, AccessKind::Read, 1); return;
        case 11:
            thread.local_top += 64;
            rf_check(&thread, number(thread.local_begin) + in.value, 4, 31, AccessKind::Read, nullptr);
            return;
        default: return;
    }
}

TEST_F(FaultTest, OtherKinds) {
    Kernel kernel = make_kernel<do_wrong>(true, sizeof(Other));
    kernel.static_shared = 128;
    kernel.shared = {{"tile", 0, 64}, {"rest", 64, 64}};
    const auto report = [&](std::uint64_t mode, std::uint64_t value) {
        return report_of(device.run(kernel, {1, 1, 1}, {4, 2, 1}, Other{mode, value}));
    };
    const auto at = [](int line) { return "\n  at k.ptx:" + std::to_string(line) + ", block (0,0,0), thread (1,1,0)"; };
    EXPECT_EQ(report(0, 128), "error: kernel 'k': store of 4 bytes outside the shared memory of the block" + at(20) +
                                  "\n  shared offset 128: 0 bytes past the end of 'rest'; the block has 128 bytes of "
                                  "shared memory");
    EXPECT_EQ(report(0, 18),
              "error: kernel 'k': store of 4 bytes at a shared address that is not a multiple of 4" + at(20) +
                  "\n  shared offset 18: 18 bytes into 'tile'; the block has 128 bytes of shared memory");
    EXPECT_EQ(report(1, 64), "error: kernel 'k': load of 8 bytes outside the local memory of the thread" + at(21) +
                                 "\n  address ADDRESS: 0 bytes past the end of the thread's 64 bytes of local memory");
    EXPECT_EQ(report(1, 56), "no error");
    EXPECT_EQ(report(2, 0),
              "error: kernel 'k': infinite or too deep recursion in 'f'\n"
              "  at k.ptx:122 (k.cu:22), block (0,0,0), thread (1,1,0)");
    EXPECT_EQ(report(3, 0), "error: kernel 'k': trap: the kernel ended itself" + at(23));
    EXPECT_EQ(report(4, 0x1234), "error: kernel 'k': call of 0x1234, which is no function" + at(24));
    EXPECT_EQ(report(5, 9), "error: kernel 'k': branch to entry 9 of a table that does not have it" + at(25));
    EXPECT_EQ(report(6, 0x1234'5678'9ab0),
              "error: kernel 'k': free of a pointer that the device's malloc did not give" + at(26) +
                  "\n  address ADDRESS: not in the device's memory");
    EXPECT_EQ(report(7, 0), "error: kernel 'k': something is wrong" + at(27));
    EXPECT_EQ(report(8, 124), "no error");
    EXPECT_EQ(report(8, 132),
              "error: kernel 'k': store of 4 bytes outside any allocation" + at(28) +
                  "\n  address ADDRESS, shared offset 132: 4 bytes past the end of 'rest'; the block has "
                  "128 bytes of shared memory");
    EXPECT_EQ(report(9, 4), "error: kernel 'k': store of 4 bytes in memory that kernels may only read" + at(29) +
                                "\n  address ADDRESS: 4 bytes into the kernel's 16 bytes of parameters");
    EXPECT_EQ(report(10, 32),
              "error: kernel 'k': load of 100 bytes outside the shared memory of the block" + at(30) +
                  "\n  shared offset 32: 32 bytes into 'tile'; the block has 128 bytes of shared memory");
    EXPECT_EQ(report(10, 16), "no error");
    EXPECT_EQ(report(11, 60), "no error");
    EXPECT_EQ(report(11, 64), "error: kernel 'k': load of 4 bytes outside any allocation" + at(31) +
                                  "\n  address ADDRESS: 0 bytes past the end of the thread's 64 bytes of local memory");
}

// The report is always about the first block's first thread, however many threads fail.
void all_wrong(ThreadState& thread) {
    if (thread.block->ctaid[0] < 40) return;
    rf_trap(&thread, 9);
}

TEST_F(FaultTest, TheFirstBlockIsReported) {
    for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(report_of(device.run(make_kernel<all_wrong>(i % 2 == 0), {2000, 1, 1}, {64, 1, 1}, std::uint64_t{0})),
                  "error: kernel 'k': trap: the kernel ended itself\n  at k.ptx:9, block (40,0,0), thread (0,0,0)");
    }
}

// Others compute for ever or wait for the one that fails.
void one_fails(ThreadState& thread) {
    if (thread.block->ctaid[0] == 7 && thread.thread == 33) rf_trap(&thread, 9);
    while (true) {
        if (parameter<std::uint64_t>(thread) == 0) {
            rf_poll(&thread, 1);
        } else {
            rf_yield(&thread, 1);
        }
    }
}

TEST_F(FaultTest, EndsAllOtherBlocks) {
    for (const std::uint64_t yields : {0U, 1U}) {
        LaunchRequest request;
        request.grid = {few_fibers ? 9U : 30U, 1, 1};
        request.block = {few_fibers ? 34U : 64U, 1, 1};
        EXPECT_EQ(report_of(device.run(make_kernel<one_fails>(true), request, yields)),
                  "error: kernel 'k': trap: the kernel ended itself\n  at k.ptx:9, block (7,0,0), thread (33,0,0)");
    }
}

// Threads wait at barriers, in collectives and in loops when one of them fails. Nothing may leak or be reused wrongly.
void fail_in_the_middle(ThreadState& thread) {
    if (thread.thread < 64) rf_barrier_sync(&thread, 0, 0, 0, 1);
    if (thread.thread < 90) rf_warp_sync(&thread, 0xffffffff, 2);
    if (thread.thread < 96) rf_active_mask(&thread, 3);
    if (thread.thread == 127) rf_trap(&thread, 4);
    for (int i = 0; i < 3; ++i)
        rf_yield(&thread, 5);
    if (thread.thread != 126) rf_barrier_sync(&thread, 1, 0, 0, 6);
    rf_trap(&thread, 7);
}

void add_up(ThreadState& thread) {
    rf_barrier_sync(&thread, 0, 0, 1, 1);
    const std::uint32_t sum = rf_reduce(&thread, ReduceOperation::AddU32, 1, 0xffffffff, 2);
    rf_barrier_sync(&thread, 1, 0, 1, 3);
    pointer<std::uint32_t>(parameter<std::uint64_t>(thread))[global_thread(thread)] += sum;
}

TEST_F(FaultTest, TheDeviceWorksOnAfterwards) {
    const Kernel bad = make_kernel<fail_in_the_middle>(true);
    const Kernel good = make_kernel<add_up>(true);
    auto* const out = device.allocate<std::uint32_t>(4 * 128);
    const std::uint32_t rounds = slow_build ? 10 : 100;
    for (std::uint32_t i = 0; i < rounds; ++i) {
        EXPECT_EQ(report_of(device.run(bad, {4, 1, 1}, {128, 1, 1}, std::uint64_t{0})),
                  "error: kernel 'k': trap: the kernel ended itself\n  at k.ptx:4, block (0,0,0), thread (127,0,0)");
        ASSERT_TRUE(device.run(good, {4, 1, 1}, {128, 1, 1}, number(out)).ok());
    }
    for (std::uint32_t i = 0; i < 4 * 128; ++i)
        ASSERT_EQ(out[i], 32 * rounds);
}

// Recursion as compiled code does it: the frame is compared with the limit.
[[gnu::noinline]] std::uint32_t recurse(ThreadState& thread, std::uint32_t depth) {
    volatile std::uint32_t frame[16] = {depth};
    if (reinterpret_cast<std::byte*>(__builtin_frame_address(0)) < thread.stack_limit) rf_fault_stack(&thread, 150);
    if (depth == 0) return 0;
    const std::uint32_t below = recurse(thread, depth - 1);
    return below + (frame[0] == depth ? 1 : 0);
}

void recurse_deeply(ThreadState& thread) {
    auto* const out = pointer<std::uint32_t>(parameter<std::uint64_t>(thread));
    out[thread.thread] = recurse(thread, thread.thread < 40 ? 100 : 1'000'000'000);
}

TEST_F(FaultTest, InfiniteRecursion) {
    auto* const out = device.allocate<std::uint32_t>(64);
    for (const bool may_wait : {false, true}) {
        EXPECT_EQ(report_of(device.run(make_kernel<recurse_deeply>(may_wait), {1, 1, 1}, {64, 1, 1}, number(out))),
                  "error: kernel 'k': infinite or too deep recursion in 'f'\n"
                  "  at k.ptx:150 (k.cu:50), block (0,0,0), thread (40,0,0)");
        EXPECT_EQ(out[39], 100U);
        ASSERT_TRUE(device.run(make_kernel<recurse_deeply>(may_wait), {1, 1, 1}, {40, 1, 1}, number(out)).ok());
    }
}

void check_lanes(ThreadState& thread) {
    Extent extent;
    rf_check_lanes(&thread, parameter<std::uint64_t>(thread) + 4 * thread.thread, 4, 4, 9, AccessKind::Read, 0,
                   &extent);
}

TEST_F(FaultTest, OfALane) {
    Kernel kernel = make_kernel<check_lanes>(false);
    kernel.vector = kernel.scalar;
    kernel.lanes = 8;
    const std::uint64_t a = number(device.allocate<std::uint32_t>(29));
    EXPECT_EQ(report_of(device.run(kernel, {1, 1, 1}, {32, 1, 1}, a)),
              "error: kernel 'k': load of 4 bytes outside any allocation\n"
              "  at k.ptx:9, block (0,0,0), thread (29,0,0)\n"
              "  address ADDRESS: 0 bytes past the end of the 116-byte allocation at ADDRESS");
}

void ask_spaces(ThreadState& thread) {
    auto* const out = pointer<std::uint64_t>(parameter<Other>(thread).mode);
    const std::uint64_t addresses[] = {number(out), number(thread.block->shared), number(thread.local_begin),
                                       parameter<Other>(thread).value, number(thread.block->parameters)};
    for (int i = 0; i < 5; ++i) {
        out[i] = rf_is_global(&thread, addresses[i]) | rf_is_shared(&thread, addresses[i]) << 1 |
                 rf_is_local(&thread, addresses[i]) << 2 | rf_is_const(&thread, addresses[i]) << 3 |
                 rf_is_param(&thread, addresses[i]) << 4;
    }
}

// H200: such a copy ends with 715.
TEST(FaultStatus, OfABoxThatIsNotAligned) {
    EXPECT_EQ(status_of({.kind = FaultKind::UnalignedBox}), cuda_status::illegal_instruction);
}

TEST_F(FaultTest, KnowsTheSpaces) {
    Kernel kernel = make_kernel<ask_spaces>(false, sizeof(Other));
    kernel.static_shared = 64;
    auto* const out = device.allocate<std::uint64_t>(5);
    const std::uint64_t c = device.memory->allocate(64, 256, MemoryKind::Constant, "c").take();
    ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {1, 1, 1}, Other{number(out), c}).ok());
    for (std::uint64_t i = 0; i < 5; ++i)
        EXPECT_EQ(out[i], 1U << i);
}

}  // namespace
}  // namespace ringfence::softgpu::test
