#include <cstring>

#include "rewriter_support.h"

namespace ringfence::guard {
namespace {

using test::in_kernel;
using test::in_module;
using test::rewritten;

const PlacedVariable* placed(const VariableBlock& block, const std::string& name) {
    for (const PlacedVariable& variable : block.variables) {
        if (variable.name == name) return &variable;
    }
    return nullptr;
}

std::uint32_t word_at(const VariableBlock& block, std::uint64_t offset) {
    std::uint32_t word = 0;
    std::memcpy(&word, &block.contents.at(offset), sizeof word);
    return word;
}

TEST(GuardLayout, InitialContentsAreKept) {
    const Rewritten result =
        rewritten(in_module(".global .b32 a[2][2] = {{1}, {3, 4}};\n.global .f32 f = 0f3F800000;\n"
                            ".global .s16 s[3] = {-1, 2, -3};\n" +
                            in_kernel("")));
    const PlacedVariable* a = placed(result.block, "a");
    ASSERT_NE(a, nullptr);
    EXPECT_EQ(a->bytes, 16U);
    EXPECT_EQ(word_at(result.block, a->offset), 1U);
    EXPECT_EQ(word_at(result.block, a->offset + 4), 0U);
    EXPECT_EQ(word_at(result.block, a->offset + 8), 3U);
    EXPECT_EQ(word_at(result.block, a->offset + 12), 4U);
    EXPECT_EQ(word_at(result.block, placed(result.block, "f")->offset), 0x3F800000U);
    EXPECT_EQ(word_at(result.block, placed(result.block, "s")->offset), 0x0002FFFFU);
}

TEST(GuardLayout, AddressesBecomePatches) {
    const Rewritten result = rewritten(
        in_module(".global .b32 a[4];\n.global .u64 p = a+8;\n.const .u64 c = generic(a)+4;\n" + in_kernel("")));
    ASSERT_EQ(result.block.patches.size(), 2U);
    const std::uint64_t a = placed(result.block, "a")->offset;
    for (const Patch& patch : result.block.patches)
        EXPECT_EQ(patch.addend, a + (patch.is_constant ? 4 : 8));
    EXPECT_NE(result.block.patches[0].is_constant, result.block.patches[1].is_constant);
}

TEST(GuardLayout, ZerosTakeNoMemory) {
    const Rewritten result =
        rewritten(in_module(".global .b8 large[17179869184];\n.global .b32 small = 7;\n" + in_kernel("")));
    EXPECT_LE(result.block.contents.size(), 64U);
    EXPECT_GE(result.block.bytes, std::uint64_t{1} << 34U);
    EXPECT_EQ(placed(result.block, "large")->bytes, std::uint64_t{1} << 34U);
}

TEST(GuardLayout, VariablesDoNotOverlapAndAreAligned) {
    const Rewritten result =
        rewritten(in_module(".global .align 64 .b8 a[3];\n.global .b8 b;\n.global .v4 .f32 c;\n.const .b8 x;\n"
                            ".const .align 16 .b8 y[2];\n.const .f64 z;\n" +
                            in_kernel("")));
    for (const PlacedVariable& one : result.block.variables) {
        for (const PlacedVariable& other : result.block.variables) {
            if (&one == &other || one.is_constant != other.is_constant) continue;
            EXPECT_TRUE(one.offset + one.bytes <= other.offset || other.offset + other.bytes <= one.offset)
                << one.name << " and " << other.name;
        }
    }
    EXPECT_EQ(placed(result.block, "a")->offset % 64, 0U);
    EXPECT_EQ(placed(result.block, "y")->offset % 16, 0U);
    EXPECT_EQ(placed(result.block, "z")->offset % 8, 0U);
    EXPECT_GE(result.block.alignment, 64U);
}

TEST(GuardLayout, HugeInitialContentsAreRefused) {
    const auto module = test::parsed(in_module(".global .b32 a[1000000000] = {1};\n" + in_kernel("")));
    ASSERT_NE(module, nullptr);
    const Result<Rewritten> result = rewrite(*module, {});
    ASSERT_FALSE(result.ok());
    EXPECT_NE(result.error().message.find("initial contents"), std::string::npos);
}

}  // namespace
}  // namespace ringfence::guard
