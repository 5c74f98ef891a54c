#include "sched/kernel_times.h"

#include <gtest/gtest.h>

namespace ringfence::sched {
namespace {

TEST(TimesOfKernels, AreKnownByVirtualGpuAndForgottenWithIt) {
    KernelTimes times;
    EXPECT_EQ(times.of(3, 7).runs, 0U);
    times.note(3, 7, 800);
    times.note(3, 7, 1600);
    EXPECT_EQ(times.of(3, 7).mean, 900);
    EXPECT_EQ(times.of(3, 7).runs, 2U);
    EXPECT_EQ(times.of(2, 7).runs, 0U);
    EXPECT_EQ(times.of(4, 7).runs, 0U);
    times.forget(3);
    EXPECT_EQ(times.of(3, 7).runs, 0U);
}

// Otherwise a tenant could tell, by what its policy is told of its own kernels, which kernels others run.
TEST(TimesOfKernels, OneVirtualGpuDoesNotMakeAnotherForget) {
    KernelTimes times;
    for (std::uint64_t kernel = 1; kernel <= 8; ++kernel)
        times.note(0, kernel, 1000);
    for (std::uint64_t kernel = 1; kernel <= 100'000; ++kernel)
        times.note(1, kernel * 0x9e37'79b9, 5);
    for (std::uint64_t kernel = 1; kernel <= 8; ++kernel)
        EXPECT_EQ(times.of(0, kernel).runs, 1U) << kernel;
}

}  // namespace
}  // namespace ringfence::sched
