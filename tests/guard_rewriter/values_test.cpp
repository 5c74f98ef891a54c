#include "guard/rewriter/function_values.h"
#include "rewriter_support.h"

namespace ringfence::guard::rewriting {
namespace {

// The values in a kernel of these statements.
class KernelValues {
public:
    explicit KernelValues(const std::string& statements, const std::string& declarations = {})
        : module_(test::parsed(test::in_module(test::in_kernel(statements, declarations)))),
          function_(module_->find_function("k")),
          flow_(*function_),
          values_(*function_, flow_) {}

    const Value& of(const std::string& group, std::uint32_t number) const {
        for (const ptx::RegisterGroup& one : function_->register_groups) {
            if (one.name == group) return values_.of(one.first + number);
        }
        return values_.of(ptx::no_register);
    }

private:
    std::unique_ptr<ptx::Module> module_;
    const ptx::Function* function_;
    FunctionFlow flow_;
    FunctionValues values_;
};

TEST(GuardValues, ArithmeticKeepsRanges) {
    const KernelValues values(
        "mov.u32 %r2, %tid.x;\nshl.b32 %r3, %r2, 2;\nadd.s32 %r4, %r3, 8;\nand.b32 %r5, %r1, 15;\n"
        "mul.wide.s32 %rd3, %r1, 16;\nshr.u32 %r6, %r1, 28;\nmin.u32 %r7, %r1, 100;");
    EXPECT_EQ(values.of("%r", 4).sure, (Range{8, 1023 * 4 + 8}));
    EXPECT_EQ(values.of("%r", 4).zeros, 2);
    EXPECT_EQ(values.of("%r", 5).sure, (Range{0, 15}));
    EXPECT_EQ(values.of("%rd", 3).sure, (Range{-(std::int64_t{1} << 35), (std::int64_t{1} << 35) - 16}));
    EXPECT_EQ(values.of("%r", 6).sure, (Range{0, 15}));
    EXPECT_EQ(values.of("%r", 7).sure, (Range{0, 100}));
}

TEST(GuardValues, WhatWrapsIsAnyNumber) {
    const KernelValues values("add.s32 %r2, %r1, 1;\nmul.lo.s32 %r3, %r1, 3;");
    EXPECT_EQ(values.of("%r", 2).sure, Range::of_bits(32, true));
    EXPECT_EQ(values.of("%r", 3).sure, Range::of_bits(32, true));
}

TEST(GuardValues, PointersHaveTheirRoot) {
    const KernelValues values(
        "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd2, %rd3;\nld.global.u64 %rd5, [%rd2];\n"
        "mov.u64 %rd6, room;\ncvta.local.u64 %rd7, %rd6;\nadd.s64 %rd8, %rd7, 4;",
        ".local .align 8 .b8 room[16];\n");
    EXPECT_EQ(values.of("%rd", 4).root.kind, RootKind::Parameter);
    EXPECT_EQ(values.of("%rd", 4).zeros, 2);
    EXPECT_FALSE(values.of("%rd", 5).root.is_in_window());
    EXPECT_TRUE(values.of("%rd", 8).root.is_variable(ptx::Space::Local));
    EXPECT_TRUE(values.of("%rd", 8).root.is_generic);
    EXPECT_EQ(values.of("%rd", 8).sure, Range::of(4));
}

TEST(GuardValues, InductionsGoWithTheirCounter) {
    const KernelValues values(
        "mov.u32 %r2, 0;\nmov.u64 %rd3, %rd2;\nL:\nadd.s64 %rd3, %rd3, 4;\nadd.s32 %r2, %r2, 1;\n"
        "setp.lt.s32 %p1, %r2, 10;\n@%p1 bra L;");
    EXPECT_TRUE(values.of("%rd", 3).likely.within(0, 4 * 12));
    EXPECT_TRUE(values.of("%rd", 3).sure.is_full());
    EXPECT_EQ(values.of("%rd", 3).root.kind, RootKind::Parameter);
}

TEST(GuardValues, ALoopWithoutACounterBoundsNothing) {
    const KernelValues values(
        "mov.u64 %rd3, %rd2;\nL:\nadd.s64 %rd3, %rd3, 4;\nld.global.u32 %r2, [%rd3];\n"
        "setp.ne.s32 %p1, %r2, 0;\n@%p1 bra L;");
    EXPECT_TRUE(values.of("%rd", 3).likely.is_full());
}

TEST(GuardValues, OneOfTwoParametersIsInTheWindow) {
    const KernelValues values("setp.eq.u32 %p1, %r1, 0;\nmov.u64 %rd3, %rd2;\n@%p1 ld.param.u64 %rd3, [a];");
    EXPECT_TRUE(values.of("%rd", 3).root.is_in_window());
}

}  // namespace
}  // namespace ringfence::guard::rewriting
