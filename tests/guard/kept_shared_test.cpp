// The variable that a bound in shared memory rests on (docs/guard.md, "Other spaces") is there: neither ptxas nor a
// linker leaves it out, also where only a function that is called through a table uses it.
#include "checker_support.h"
#include "cubin.h"

namespace ringfence::guard::test {
namespace {

const std::string function =
    ".shared .align 16 .b8 __rf_shared_keep[4096];\n.extern .shared .align 16 .b8 __rf_shared[];\n"
    ".func (.param .b32 o) f(.param .b32 a)\n{\n.reg .b32 %r<9>; .reg .b32 %end; mov.u32 %r2, __rf_shared; mov.u32 "
    "%r3, "
    "%dynamic_smem_size; add.u32 %end, %r2, %r3; mov.u32 %r1, __rf_shared_keep; max.u32 %end, %end, %r1;\n"
    "ld.param.b32 %r6, [a]; sub.u32 %r4, %end, 4096; min.u32 %r5, %r6, %r4; and.b32 %r7, %r5, -4; ld.shared.u32 %r8, "
    "[%r7]; st.param.b32 [o], %r8; ret;\n}\n";

const std::string kernels =
    ".const .align 8 .u64 __rf_calls_0[1] = { f };\n"
    ".visible .entry directly(.param .u64 p, .param .u32 n)\n{\n.reg .b32 %r<4>; .reg .b64 %d<4>; .param .b32 x; "
    ".param .b32 y; ld.param.u32 %r1, [n]; "
    "st.param.b32 [x], %r1; call (y), f, (x); ld.param.b32 %r2, [y]; ld.param.u64 %d2, [p]; st.global.u32 [%d2], %r2; "
    "ret;\n}\n"
    ".visible .entry by_table(.param .u64 p, .param .u32 n)\n{\n.reg .b32 %r<4>; .reg .b64 %d<4>; .param .b32 x; "
    ".param .b32 y; "
    "ld.param.u32 %r1, [n]; ld.const.u64 %d1, [__rf_calls_0]; st.param.b32 [x], %r1;\nP: .callprototype (.param .b32 "
    "_) _ "
    "(.param .b32 _);\ncall (y), %d1, (x), P; ld.param.b32 %r2, [y]; ld.param.u64 %d2, [p]; st.global.u32 [%d2], %r2; "
    "ret;\n}\n";

TEST(KeptShared, IsNotLeftOut) {
    if (!ringfence::test::find_ptxas()) GTEST_SKIP() << "there is no ptxas";
    const Checked checked(module_head() + function + kernels);
    ASSERT_TRUE(checked.report.is_safe()) << checked.findings();
    for (const std::string& linker : {std::string(), ringfence::test::find_tool("nvlink").value_or("")}) {
        const auto cubin = ringfence::test::assemble(module_head() + function + kernels, "sm_90", linker);
        ASSERT_TRUE(cubin.has_value());
        for (const char* kernel : {"directly", "by_table"})
            EXPECT_GE(ringfence::test::section_bytes(*cubin, std::string(".nv.shared.") + kernel), 4096U)
                << kernel << " " << linker;
    }
}

// The checker's demand is needed: the linker leaves out a variable that is only named.
TEST(KeptShared, IsToBeUsed) {
    std::string named = function;
    named.erase(named.find("max.u32 %end, %end, %r1;"), 24);
    EXPECT_FALSE(Checked(module_head() + named + kernels).report.is_safe());
}

}  // namespace
}  // namespace ringfence::guard::test
