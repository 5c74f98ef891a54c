#include <gmock/gmock.h>

#include "rewriter_support.h"

namespace ringfence::guard {
namespace {

using test::in_kernel;
using test::in_module;
using testing::HasSubstr;
using testing::Not;

const std::string ahead = ".visible .entry k(.param .u64 a, .param .u32 n);\n";
const std::string stored_by_index =
    in_kernel("mul.wide.s32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd2, %rd3;\nst.global.u32 [%rd4], %r1;");

Result<GuardedPtx> in_parts(const std::string& items) {
    GuardOptions options;
    options.is_split = true;
    return guard(in_module(items), options);
}

void expect_two_parts(const Result<GuardedPtx>& parts) {
    ASSERT_TRUE(parts.ok()) << parts.error().text();
    EXPECT_THAT(parts.value().ptx, HasSubstr(".entry k("));
    EXPECT_THAT(parts.value().ptx, Not(HasSubstr("__rf_fenced_k")));
    EXPECT_THAT(parts.value().late_ptx, HasSubstr(".entry __rf_fenced_k("));
    EXPECT_THAT(parts.value().late_ptx, Not(HasSubstr(".entry k(")));
}

TEST(GuardSplit, TheFencedVariantIsApart) {
    expect_two_parts(in_parts(stored_by_index));
}

TEST(GuardSplit, ADeclarationGoesWithItsKernel) {
    expect_two_parts(in_parts(ahead + stored_by_index));
}

// As nvcc writes a `__device__` variable that begins with the kernel's address.
TEST(GuardSplit, AVariableMayHoldTheAddressOfAKernel) {
    expect_two_parts(in_parts(ahead + ".visible .global .align 8 .u64 p = k;\n" + stored_by_index));
}

TEST(GuardSplit, CodeMayTakeTheAddressOfAKernel) {
    expect_two_parts(in_parts(ahead + in_kernel("mov.u64 %rd3, k;\nst.global.u64 [%rd2], %rd3;\n"
                                                "mul.wide.s32 %rd4, %r1, 4;\nadd.s64 %rd5, %rd2, %rd4;\n"
                                                "st.global.u32 [%rd5], %r1;")));
}

}  // namespace
}  // namespace ringfence::guard
