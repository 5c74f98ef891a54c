#include "backend/parameters.h"

#include <cstdint>
#include <span>

#include <gtest/gtest.h>

namespace ringfence::backend {
namespace {

FunctionInfo three_parameters() {
    FunctionInfo info;
    info.parameters = {{0, 4}, {8, 8}, {16, 3}};
    info.parameter_bytes = 19;
    return info;
}

TEST(ParameterBlock, PutsValuesWhereTheyBelong) {
    ParameterBlock block(three_parameters());
    block.set(1, std::uint64_t{0x1122334455667788}).value();
    block.set(0, std::uint32_t{0xaabbccdd}).value();
    const std::byte bytes[] = {std::byte{1}, std::byte{2}, std::byte{3}};
    block.set_bytes(2, bytes).value();
    const std::span<const std::byte> all = block.bytes().take();
    ASSERT_EQ(all.size(), 19U);
    EXPECT_EQ(all[0], std::byte{0xdd});
    EXPECT_EQ(all[4], std::byte{0});
    EXPECT_EQ(all[8], std::byte{0x88});
    EXPECT_EQ(all[18], std::byte{3});
}

TEST(ParameterBlock, AWrongSizeIsRefused) {
    ParameterBlock block(three_parameters());
    EXPECT_EQ(block.set(1, std::uint32_t{1}).error().message, "parameter 1 takes 8 bytes, not 4");
}

TEST(ParameterBlock, AWrongNumberIsRefused) {
    ParameterBlock block(three_parameters());
    EXPECT_EQ(block.set(3, std::uint32_t{1}).error().message, "there is no parameter 3: the kernel has 3");
}

TEST(ParameterBlock, AllMustBeSet) {
    ParameterBlock block(three_parameters());
    block.set(0, 1).value();
    EXPECT_EQ(block.bytes().error().message, "parameter 1 was not set");
}

TEST(ParameterBlock, AKernelWithoutParameters) {
    EXPECT_TRUE(ParameterBlock(FunctionInfo{}).bytes().take().empty());
}

TEST(ParameterBlock, ALayoutThatLeavesItsBytesIsOurBug) {
    FunctionInfo info = three_parameters();
    info.parameter_bytes = 10;
    ParameterBlock block(info);
    EXPECT_EQ(block.set(1, std::uint64_t{1}).error().kind, Error::Kind::internal);
}

}  // namespace
}  // namespace ringfence::backend
