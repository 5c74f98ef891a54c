// Modules that weakened rules would accept (tests/guard_mutants) and that do not fit into a case of a few lines.
#include <string>

#include <gtest/gtest.h>

#include "checker_support.h"

namespace ringfence::guard::test {
namespace {

constexpr const char* print_function =
    ".func (.param .b32 result) __rf_vprintf(.param .b64 format, .param .b64 arguments, .param .b32 bytes)\n{\n"
    "ret;\n}\n";

// A kernel that prints so many bytes of an array of 16 in local memory.
std::string printing(unsigned bytes, bool converted = true) {
    const std::string from = converted ? "cvta.local.u64 %rd2, %rd1;\n" : "mov.u64 %rd2, %rd1;\n";
    return module_head() + print_function +
           ".visible .entry k()\n{\n.reg .b64 %rd<4>;\n.reg .b32 %r<2>;\n.local .align 8 .b8 l[16];\n"
           "mov.u64 %rd1, l;\n" +
           from +
           "{\n.param .b64 a;\n.param .b64 b;\n.param .b32 c;\n.param .b32 d;\n"
           "st.param.b64 [a], %rd3;\nst.param.b64 [b], %rd2;\nst.param.b32 [c], " +
           std::to_string(bytes) + ";\ncall (d), __rf_vprintf, (a, b, c);\n}\nret;\n}\n";
}

TEST(Weakened, WhatIsPrintedLiesInALocalVariable) {
    const std::string runtime = print_function;
    EXPECT_TRUE(Checked(printing(16), runtime).report.is_safe()) << Checked(printing(16), runtime).findings();
    EXPECT_TRUE(Checked(printing(0), runtime).report.is_safe());
    EXPECT_FALSE(Checked(printing(17), runtime).report.is_safe());
    EXPECT_FALSE(Checked(printing(8, false), runtime).report.is_safe());
}

TEST(Weakened, WordsHaveTheirSize) {
    const std::string head = ".version 8.6\n.target sm_90\n.address_size 64\n.const .align 16 .b32 __rf_words[";
    const std::string kernel = "];\n.visible .entry k()\n{\nret;\n}\n";
    EXPECT_TRUE(Checked(head + "16" + kernel).report.is_safe());
    EXPECT_FALSE(Checked(head + "8" + kernel).report.is_safe());
    EXPECT_FALSE(Checked(head + "32" + kernel).report.is_safe());
}

TEST(Weakened, TablesHoldFunctionsWithABody) {
    const Checked checked(module_head() +
                          ".extern .func f();\n.const .align 8 .u64 __rf_calls_0[1] = {f};\n"
                          ".visible .entry k()\n{\nret;\n}\n");
    EXPECT_NE(checked.findings().find("[tables]"), std::string::npos) << checked.findings();
}

TEST(Weakened, AddressesHave64Bits) {
    const Checked checked(".version 8.6\n.target sm_90\n.address_size 32\n.visible .entry k()\n{\nret;\n}\n");
    EXPECT_FALSE(checked.report.is_safe());
}

}  // namespace
}  // namespace ringfence::guard::test
