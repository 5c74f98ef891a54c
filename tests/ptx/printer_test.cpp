#include "ptx/printer.h"

#include <gtest/gtest.h>

#include "parse_helpers.h"

namespace ringfence::ptx {
namespace {

using test::in_kernel;
using test::in_module;
using test::Parsed;

TEST(Printer, PrintingIsStable) {
    Parsed parsed(in_kernel("{ .reg .b32 x; L: add .s32 x, 0x10, (3<<2); @%p1 bra L; }\n.pragma \"nounroll\";"));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    std::string once = print(*parsed.module);
    EXPECT_NE(once.find("\t\tadd.s32 x, 16, 12;\n"), std::string::npos) << once;
    Parsed again(once);
    ASSERT_NE(again.module, nullptr) << again.messages();
    EXPECT_EQ(print(*again.module), once);
}

TEST(Printer, SourceLayoutKeepsEveryByteOfAnUnchangedModule) {
    const std::string text = in_module(
        "// a comment\n.global\t.align 4 .b8   x[ 3 ] = { 1,2 , 0x3 };  /* more */\n\n"
        ".visible .entry k ( .param .u64 p )\n.maxntid 32 , 1, 1 { // body\n\tld.param.u64 \t%rd1, [ p + 0 ] ;\n"
        "\t.reg .b64 %rd<2>;\n} // end\n\n");
    // The register is declared after its use: refused.
    EXPECT_EQ(Parsed(text).module, nullptr);
    std::string fixed = text;
    fixed.replace(fixed.find("\tld.param"), 0, "\t.reg .b64 %rd<2>;\n");
    fixed.erase(fixed.rfind("\t.reg .b64 %rd<2>;\n"), 19);
    Parsed parsed(fixed);
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    EXPECT_EQ(print(*parsed.module, Layout::Source), fixed);
}

TEST(Printer, SourceLayoutKeepsNumbersAsWritten) {
    const std::string text = in_kernel(
        "mov.b32 %r1,  0x10; // hex\nmov.b32 %r2, (1 << 4) + WARP_SZ;\nmov.f64 %fd1, -2.5e+10;\nmov.f64 %fd1, .5;\n"
        "ld.global.b32 %r3, [%rd1 + 4 - 8];\nmov.b64 %rd2, -9223372036854775808;\n");
    Parsed parsed(text);
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    EXPECT_EQ(print(*parsed.module, Layout::Source), text);
}

// The values of a section are separated by nothing but white space.
TEST(Printer, SourceLayoutOfASection) {
    const std::string text =
        in_module(".section .extra { .b8 1,2 first: .b32 first .b16 0x1 second: .b32 second-first }\n");
    Parsed parsed(text);
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    EXPECT_EQ(print(*parsed.module, Layout::Source), text);
}

TEST(Printer, SourceLayoutRewritesOnlyWhatDiffers) {
    const std::string before = "mov.b32 %r1, 1;   // one\n";
    const std::string zeros = "mov.b32 %r002,   2;\n";
    const std::string after = "mov.b32 %r3,   3;";
    Parsed parsed(in_kernel(before + zeros + after));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    std::string printed = print(*parsed.module, Layout::Source);
    EXPECT_NE(printed.find(before + "mov.b32 %r2, 2;\n" + after), std::string::npos) << printed;
}

// A rewriter works like this: one statement removed, one added.
TEST(Printer, SourceLayoutOfAChangedModule) {
    Parsed parsed(in_kernel("mov.b32 %r1, 1; // first\nmov.b32 %r2, 2; // second\nmov.b32 %r3, 3; // third\n"));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    auto& function = const_cast<Function&>(*parsed.module->find_function("k"));
    std::vector<Statement> body(function.body.begin(), function.body.end());
    auto second = body.end() - 3;
    ASSERT_TRUE(second->is_instruction());
    Statement added = *second;
    added.where = {};
    body.erase(second);
    body.insert(body.end() - 1, added);
    function.body = body;
    std::string printed = print(*parsed.module, Layout::Source);
    EXPECT_NE(printed.find("mov.b32 %r1, 1; // first\n   // second\nmov.b32 %r3, 3;\nmov.b32 %r2, 2; // third\n"),
              std::string::npos)
        << printed;
}

TEST(Printer, OneInstruction) {
    Parsed parsed(in_kernel("@!%p1 ld.global.v2.f32 {%f1, _}, [%rd1+16];"));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    const Function& kernel = *parsed.module->find_function("k");
    EXPECT_EQ(print(kernel, kernel.body[5].instruction), "@!%p1 ld.global.v2.f32 {%f1, _}, [%rd1+16]");
}

}  // namespace
}  // namespace ringfence::ptx
