// Check mode: what is computed from the address of the module's variables stays in them.
#include <string>

#include <gtest/gtest.h>

#include "checker_support.h"

namespace ringfence::guard {
namespace {

bool is_accepted(const std::string& body, Reach reach) {
    DiagnosticSink sink;
    const auto module = ptx::parse(test::module_head() + test::kernel(body), sink);
    EXPECT_NE(module, nullptr) << body;
    return module != nullptr && check(*module, {}, reach).is_safe();
}

bool is_accepted_at(int offset, std::uint64_t variable_bytes) {
    return is_accepted("ld.const.b64 %rd1, [__rf_words+8]; ld.global.u32 %r1, [%rd1+" + std::to_string(offset) + "];",
                       Reach::window(variable_bytes));
}

TEST(ReachOfChecks, EndsWithTheVariables) {
    EXPECT_TRUE(is_accepted_at(0, 64));
    EXPECT_TRUE(is_accepted_at(60, 64));
    EXPECT_FALSE(is_accepted_at(64, 64));
    EXPECT_FALSE(is_accepted_at(-4, 64));
    EXPECT_TRUE(is_accepted_at(0, 4));
    EXPECT_FALSE(is_accepted_at(0, 0));
    EXPECT_FALSE(is_accepted_at(0, 2));
    // Otherwise a zone is as good.
    EXPECT_TRUE(is_accepted("ld.const.b64 %rd1, [__rf_words+8]; ld.global.u32 %r1, [%rd1+64];", Reach()));
}

TEST(ReachOfChecks, EndsWithThemIfTheyArePerhapsMeant) {
    const std::string one_of_two =
        "ld.const.b64 %rd1, [__rf_words+8]; ld.param.u64 %rd2, [p]; ld.param.u32 %r1, [n];"
        "setp.eq.u32 %p1, %r1, 1; selp.b64 %rd3, %rd1, %rd2, %p1;"
        "selp.b64 %rd4, %rd2, %rd1, %p1;";
    for (const std::string address : {"%rd3", "%rd4"}) {
        EXPECT_TRUE(is_accepted(one_of_two + "ld.global.u32 %r2, [" + address + "+60];", Reach::window(64)));
        EXPECT_FALSE(is_accepted(one_of_two + "ld.global.u32 %r2, [" + address + "+64];", Reach::window(64)));
    }
}

TEST(ReachOfChecks, EndsWithThemIfALoopBringsThem) {
    const auto looping = [](int offset) {
        return "ld.const.b32 %r1, [__rf_words]; ld.const.b32 %r2, [__rf_words+4]; ld.const.b64 %rd1, [__rf_words+8];"
               "mov.b64 {%r3, %r4}, %rd50; and.b32 %r5, %r3, -16; and.b32 %r6, %r4, %r1; or.b32 %r7, %r6, %r2;"
               "mov.b64 %rd2, {%r5, %r7};\n"
               "L: ld.global.u32 %r8, [%rd2+" +
               std::to_string(offset) + "]; selp.b64 %rd2, %rd2, %rd1, %p2; @%p1 bra L;";
    };
    EXPECT_TRUE(is_accepted(looping(60), Reach::window(64)));
    EXPECT_FALSE(is_accepted(looping(64), Reach::window(64)));
}

}  // namespace
}  // namespace ringfence::guard
