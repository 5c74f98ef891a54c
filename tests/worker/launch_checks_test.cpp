// Launches that a device would take, and other tenants suffer from.
#include "worker/launch_checks.h"

#include <gtest/gtest.h>

#include "base/cuda_status.h"

namespace ringfence::worker {
namespace {

class FakeFunction final : public backend::Function {
public:
    explicit FakeFunction(std::uint32_t local_bytes) { info_.local_bytes = local_bytes; }
    std::string_view name() const override { return "kernel"; }
    const backend::FunctionInfo& info() const override { return info_; }

private:
    backend::FunctionInfo info_;
};

wire::Launch launch_with_block(std::uint32_t x, std::uint32_t y = 1) {
    wire::Launch launch;
    launch.grid_x = launch.grid_y = launch.grid_z = launch.block_z = 1;
    launch.block_x = x;
    launch.block_y = y;
    return launch;
}

std::int32_t status_of(const FunctionObject& function, const wire::Launch& launch) {
    const Result<void> checked = check_launch(function, launch, 0, backend::Properties());
    return checked.ok() ? 0 : static_cast<std::int32_t>(checked.error().status);
}

TEST(LaunchChecks, WarpgroupsMustBeWhole) {
    const FakeFunction kernel(0);
    FunctionObject function;
    function.function = &kernel;
    for (const std::uint32_t threads : {1U, 32U, 96U, 128U, 160U})
        EXPECT_EQ(status_of(function, launch_with_block(threads)), 0) << threads;
    function.guard.needs_warpgroups = true;
    // As measured on an H200: what counts are warps, of which the last may be incomplete.
    for (const std::uint32_t threads : {120U, 127U, 128U, 250U, 256U, 1024U})
        EXPECT_EQ(status_of(function, launch_with_block(threads)), 0) << threads;
    EXPECT_EQ(status_of(function, launch_with_block(32, 4)), 0);
    for (const std::uint32_t threads : {1U, 32U, 64U, 96U, 129U, 160U, 288U})
        EXPECT_EQ(status_of(function, launch_with_block(threads)), cuda_status::invalid_value) << threads;
    EXPECT_EQ(status_of(function, launch_with_block(100, 3)), cuda_status::invalid_value);
}

TEST(LaunchChecks, GridsAreMadeOfWholeClusters) {
    const FakeFunction kernel(0);
    FunctionObject function;
    function.function = &kernel;
    wire::Launch launch = launch_with_block(32);
    launch.grid_x = 8;
    const auto status_with = [&](const channel::ClusterFlags& cluster) {
        launch.flags = cluster.put_into(channel::cooperative_flag);
        return status_of(function, launch);
    };
    EXPECT_EQ(status_with({0, 0, 0}), 0);
    EXPECT_EQ(status_with({1, 1, 1}), 0);
    EXPECT_EQ(status_with({8, 1, 1}), 0);
    EXPECT_EQ(status_with({3, 1, 1}), cuda_status::invalid_value);
    EXPECT_EQ(status_with({16, 1, 1}), cuda_status::invalid_value);
    EXPECT_EQ(status_with({2, 2, 1}), cuda_status::invalid_value);
    EXPECT_EQ(status_with({2, 0, 1}), cuda_status::invalid_value);
    EXPECT_EQ(status_with({31, 31, 31}), cuda_status::invalid_value);
    launch.flags = 1U << 23;
    EXPECT_EQ(status_of(function, launch), cuda_status::invalid_value);
}

TEST(LaunchChecks, LocalMemoryIsLimited) {
    const FakeFunction large(128 << 10);
    const FakeFunction small(8 << 10);
    FunctionObject function;
    function.function = &large;
    EXPECT_EQ(status_of(function, launch_with_block(32)), 0);  // in a context of its own
    function.most_local = 8 << 10;
    EXPECT_EQ(status_of(function, launch_with_block(32)), cuda_status::out_of_memory);
    function.function = &small;
    EXPECT_EQ(status_of(function, launch_with_block(32)), 0);
    // Whichever variant the launch takes.
    function.guard.fenced = &large;
    EXPECT_EQ(status_of(function, launch_with_block(32)), cuda_status::out_of_memory);
}

}  // namespace
}  // namespace ringfence::worker
