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

// Each of these means one thing after it as before it, and parsed again the module is the same.
TEST(Printer, NamesForTheAssembler) {
    const Parsed parsed(
        in_module(".shared .b32 s[4];\n.shared .b32 rf$s[4];\n.extern .shared .b32 __rf_shared[];\n"
                  ".func f(.param .b32 __p) {\n$__l: ret;\n}\n.func rf$f();\n.alias rf$f, f;\n"
                  ".entry k(.param .u32 rf$p, .param .u32 p)\n{\n.reg .b32 %r<4>, __x<2>, %__y, rf$z, %__rf_r;\n"
                  ".local .b32 l;\n.shared .b32 __rf_keep;\n"
                  "mov.u32 %r1, s;\nmov.u32 %r2, rf$s+4;\nmov.u32 __x1, __rf_shared;\nadd.u32 %__y, rf$z, %__rf_r;\n"
                  "ld.param.u32 %r1, [rf$p];\nld.param.u32 %r1, [p];\nst.local.u32 [l], %r1;\n"
                  "{ .param .b32 a; st.param.b32 [a], 1; call f, (a); }\nbra __l2;\n__l2:\nrf$l: ret;\n}\n"));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    const std::string text = print_for_assembler(*parsed.module);
    for (const char* wanted : {".shared .b32 rf$s[4];",
                               ".shared .b32 rf$rf$s[4];",
                               "__rf_shared[];",
                               ".func rf$f(\n\t.param .b32 rf$__p",
                               "rf$$__l:",
                               ".alias rf$rf$f, rf$f;",
                               ".entry k(",
                               ".param .u32 rf$rf$p",
                               ".param .u32 p",
                               "%r<4>, rf$__x<2>, %rf$__y, rf$rf$z, %__rf_r;",
                               ".local .b32 rf$l;",
                               ".shared .b32 __rf_keep;",
                               "mov.u32 %r1, rf$s;",
                               "mov.u32 %r2, rf$rf$s+4;",
                               "mov.u32 rf$__x1, __rf_shared;",
                               "add.u32 %rf$__y, rf$rf$z, %__rf_r;",
                               "[rf$rf$p]",
                               "[p]",
                               "st.local.u32 [rf$l]",
                               "call rf$f, (a);",
                               "bra rf$__l2;",
                               "rf$__l2:",
                               "rf$rf$l:"})
        EXPECT_NE(text.find(wanted), std::string::npos) << wanted << "\n" << text;
    const Parsed again(text);
    ASSERT_NE(again.module, nullptr) << again.messages();
    EXPECT_EQ(print(*again.module), text);
}

// Debug data tells of the same things as before.
TEST(Printer, NamesForTheAssemblerInDebugData) {
    const Parsed parsed(
        in_module(".shared .b32 s[4];\n.func f() {\n$L: ret;\n}\n.entry k() {\n.local .b32 __depot;\n"
                  ".loc 1 2 3, function_name $__string, inlined_at 1 4 5\n$__l: ret;\n}\n.file 1 \"a.cu\"\n"
                  ".section .debug_info {\n.b32 .debug_abbrev\n.b64 s\n.b64 f\n.b64 k\n.b64 __depot\n"
                  ".b64 $__l-$L+4\n}\n.section .debug_str {\n$__string:\n.b8 0\n}\n"));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    const std::string text = print_for_assembler(*parsed.module);
    for (const char* wanted :
         {".b32 .debug_abbrev\n", ".b64 rf$s\n", ".b64 rf$f\n", ".b64 k\n", ".b64 rf$__depot\n", ".b64 rf$$__l-$L+4\n",
          "function_name rf$$__string,", "\nrf$$__string:\n", ".local .b32 rf$__depot;", "rf$$__l:"})
        EXPECT_NE(text.find(wanted), std::string::npos) << wanted << "\n" << text;
}

TEST(Printer, OneInstruction) {
    Parsed parsed(in_kernel("@!%p1 ld.global.v2.f32 {%f1, _}, [%rd1+16];"));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    const Function& kernel = *parsed.module->find_function("k");
    EXPECT_EQ(print(kernel, kernel.body[5].instruction), "@!%p1 ld.global.v2.f32 {%f1, _}, [%rd1+16]");
}

}  // namespace
}  // namespace ringfence::ptx
