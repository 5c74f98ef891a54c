// Barriers in shared memory and asynchronous copies, as threads call them.
#include <numeric>

#include "kernels.h"
#include "softgpu/runtime/async_ops.h"

namespace ringfence::softgpu::test {
namespace {

using testing::HasSubstr;

std::uint64_t* barrier_of(ThreadState& thread) {
    return reinterpret_cast<std::uint64_t*>(thread.block->shared);
}

Kernel shared_kernel(Kernel kernel) {
    kernel.static_shared = 1024;
    return kernel;
}

// Threads hand numbers around through shared memory, one phase for writing and one for reading.
void hand_around(ThreadState& thread) {
    auto* const out = pointer<std::uint32_t>(parameter<std::uint64_t>(thread));
    std::uint64_t* const barrier = barrier_of(thread);
    auto* const slots = reinterpret_cast<std::uint32_t*>(thread.block->shared + 8);
    const std::uint32_t count = thread.block->thread_count;
    if (thread.thread == 0) rf_mbarrier_init(&thread, barrier, count, 1);
    rf_barrier_sync(&thread, 0, 0, 1, 2);
    std::uint32_t value = thread.thread;
    for (std::uint32_t round = 0; round < 20; ++round) {
        slots[thread.thread] = value;
        std::uint64_t state = rf_mbarrier_arrive(&thread, barrier, 1, 0, 0, 3);
        while (rf_mbarrier_try(&thread, barrier, state, 4) == 0) {
        }
        value = slots[(thread.thread + 1) % count] + 1;
        rf_mbarrier_arrive(&thread, barrier, 1, 0, 0, 5);
        while (rf_mbarrier_test_parity(&thread, barrier, 1, 6) == 0) {
        }
    }
    out[thread.thread] = value;
}

TEST(Async, ThreadsMeetAtAnMbarrier) {
    Device device;
    constexpr std::uint32_t count = 200;
    auto* const out = device.allocate<std::uint32_t>(count);
    const Kernel kernel = shared_kernel(make_kernel<hand_around>(true));
    ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {count, 1, 1}, number(out)).ok());
    for (std::uint32_t i = 0; i < count; ++i)
        ASSERT_EQ(out[i], (i + 20) % count + 20);
}

struct Copy {
    std::uint64_t from;
    std::uint64_t to;
    std::uint32_t bytes;
};

// The first thread fetches, all wait, and each takes one number; the last one brings all back.
void bulk(ThreadState& thread) {
    const auto in = parameter<Copy>(thread);
    std::uint64_t* const barrier = barrier_of(thread);
    std::byte* const place = thread.block->shared + 16;
    if (thread.thread == 0) {
        rf_mbarrier_init(&thread, barrier, 1, 1);
        rf_mbarrier_arrive(&thread, barrier, 1, in.bytes, 0, 2);
    }
    rf_barrier_sync(&thread, 0, 0, 1, 3);
    if (thread.thread == 1) rf_bulk_copy(&thread, place, pointer<void>(in.from), in.bytes, barrier, 4);
    while (rf_mbarrier_try_parity(&thread, barrier, 0, 5) == 0) {
    }
    reinterpret_cast<std::uint32_t*>(place)[thread.thread] += 1;
    rf_barrier_sync(&thread, 0, 0, 1, 6);
    if (thread.thread == 0) {
        rf_bulk_reduce(&thread, pointer<void>(in.to), place, in.bytes, static_cast<std::uint32_t>(BulkOperation::Add),
                       static_cast<std::uint32_t>(BulkType::U32), nullptr, 7);
    }
}

TEST(Async, BulkCopiesTellTheBarrier) {
    Device device;
    auto* const from = device.allocate<std::uint32_t>(64);
    auto* const to = device.allocate<std::uint32_t>(64);
    std::iota(from, from + 64, 100U);
    const Kernel kernel = shared_kernel(make_kernel<bulk>(true, sizeof(Copy)));
    ASSERT_TRUE(device.run(kernel, {5, 1, 1}, {64, 1, 1}, Copy{number(from), number(to), 256}).ok());
    for (std::uint32_t i = 0; i < 64; ++i)
        ASSERT_EQ(to[i], 5 * (101 + i));
    EXPECT_THAT(report_of(device.run(kernel, {1, 1, 1}, {64, 1, 1}, Copy{number(from), number(to), 100})),
                HasSubstr("the size of a bulk copy is not a multiple of 16"));
}

void pad(ThreadState& thread) {
    const auto in = parameter<Copy>(thread);
    rf_copy_padded(&thread, pointer<void>(in.to), pointer<void>(in.from), 16, in.bytes, 9);
}

TEST(Async, ShortCopiesAreFilledWithZeros) {
    Device device;
    auto* const from = device.allocate<std::uint8_t>(16);
    auto* const to = device.allocate<std::uint8_t>(16);
    std::fill_n(from, 16, std::uint8_t{7});
    const Kernel kernel = make_kernel<pad>(false, sizeof(Copy));
    for (const std::uint32_t bytes : {0U, 5U, 16U}) {
        std::fill_n(to, 16, std::uint8_t{9});
        ASSERT_TRUE(device.run(kernel, {1, 1, 1}, {1, 1, 1}, Copy{number(from), number(to), bytes}).ok());
        for (std::uint32_t i = 0; i < 16; ++i)
            EXPECT_EQ(to[i], i < bytes ? 7 : 0);
    }
    EXPECT_THAT(report_of(device.run(kernel, {1, 1, 1}, {1, 1, 1}, Copy{number(from), number(to), 17})),
                HasSubstr("cp.async is to read more bytes than it writes"));
}

// Which mistake a kernel makes.
void misuse(ThreadState& thread) {
    std::uint64_t* const barrier = barrier_of(thread);
    const auto which = parameter<std::uint64_t>(thread);
    if (which != 0) rf_mbarrier_init(&thread, barrier, 2, 1);
    switch (which) {
        case 0: rf_mbarrier_arrive(&thread, barrier, 1, 0, 0, 12); break;
        case 1: rf_mbarrier_arrive(&thread, barrier, 3, 0, 0, 13); break;
        case 2: rf_mbarrier_init(&thread, barrier, 0, 14); break;
        case 3: rf_mbarrier_arrive(&thread, barrier, 2, 0, ArrivalMode{false, true}.bits(), 15); break;
        case 4: rf_mbarrier_expect(&thread, barrier, 1U << 20, 16); break;
        default:
            rf_mbarrier_inval(&thread, barrier, 17);
            rf_mbarrier_test_parity(&thread, barrier, 0, 18);
            break;
    }
}

TEST(Async, MisusedBarriersAreReported) {
    Device device;
    const Kernel kernel = shared_kernel(make_kernel<misuse>(true));
    const char* const reports[] = {
        "the mbarrier is not initialised\n  at k.ptx:12",
        "more threads arrive at an mbarrier than its phase waits for\n  at k.ptx:13",
        "an mbarrier's count must be from 1 to 1048575\n  at k.ptx:14",
        "an arrival with .noComplete would complete the mbarrier's phase\n  at k.ptx:15",
        "an mbarrier's transaction count leaves its range of 1048575 bytes\n  at k.ptx:16",
        "the mbarrier is not initialised\n  at k.ptx:18",
    };
    for (std::uint64_t which = 0; which < std::size(reports); ++which) {
        EXPECT_THAT(report_of(device.run(kernel, {1, 1, 1}, {1, 1, 1}, which)), HasSubstr(reports[which]));
    }
}

}  // namespace
}  // namespace ringfence::softgpu::test
