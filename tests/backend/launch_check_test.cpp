#include "backend/launch_check.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace ringfence::backend {
namespace {

class SomeKernel final : public Function {
public:
    std::string_view name() const override { return "k"; }
    const FunctionInfo& info() const override { return info_; }

    FunctionInfo info_;
};

std::string refusal(const Launch& launch, std::size_t parameter_bytes = 0, const SomeKernel& kernel = {}) {
    const Result<void> checked = check_launch(Properties{}, kernel, launch, parameter_bytes);
    return checked.ok() ? "" : checked.error().message;
}

TEST(CheckLaunch, TakesWhatFits) {
    EXPECT_EQ(refusal({.grid = {2147483647, 65535, 65535}, .block = {16, 8, 8}, .dynamic_shared = 227 << 10}), "");
}

TEST(CheckLaunch, RefusesEmptySizes) {
    EXPECT_EQ(refusal({.grid = {0, 1, 1}, .block = {}}), "cannot launch 'k': a grid of (0, 1, 1) has no blocks");
    EXPECT_EQ(refusal({.grid = {}, .block = {1, 1, 0}}), "cannot launch 'k': a block of (1, 1, 0) has no threads");
}

TEST(CheckLaunch, RefusesSizesWhoseProductOverflows) {
    EXPECT_EQ(
        refusal({.grid = {}, .block = {1U << 31, 1U << 31, 4}}),
        "cannot launch 'k': a block of (2147483648, 2147483648, 4) is larger than (1024, 1024, 64), the most that "
        "the device takes");
    EXPECT_EQ(refusal({.grid = {1, 65536, 1}, .block = {}}),
              "cannot launch 'k': a grid of (1, 65536, 1) is larger than (2147483647, 65535, 65535), the most that the "
              "device takes");
}

TEST(CheckLaunch, RefusesTooManyThreads) {
    EXPECT_EQ(refusal({.grid = {}, .block = {1024, 2, 1}}),
              "cannot launch 'k': a block of (1024, 2, 1) has 2048 threads, and the device takes at most 1024");
    SomeKernel small;
    small.info_.max_threads_per_block = 128;
    EXPECT_EQ(refusal({.grid = {}, .block = {129, 1, 1}}, 0, small),
              "cannot launch 'k': a block of (129, 1, 1) has 129 threads, and this kernel takes at most 128");
}

TEST(CheckLaunch, RefusesTooMuchSharedMemory) {
    SomeKernel kernel;
    kernel.info_.static_shared = 1;
    EXPECT_EQ(refusal({.grid = {}, .block = {}, .dynamic_shared = 227 << 10}, 0, kernel),
              "cannot launch 'k': 1 bytes of its own shared memory and 232448 dynamic ones are more than 232448, the "
              "most that a block gets");
}

TEST(CheckLaunch, RefusesParametersOfAnotherSize) {
    EXPECT_EQ(refusal({}, 4), "cannot launch 'k': its parameters take 0 bytes, not 4");
}

}  // namespace
}  // namespace ringfence::backend
