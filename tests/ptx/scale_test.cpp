// Inputs made to hurt: time and memory must stay in proportion to the text.
#include <string>

#include <gtest/gtest.h>

#include "parse_helpers.h"
#include "ptx/printer.h"

namespace ringfence::ptx {
namespace {

using test::in_kernel;
using test::in_module;
using test::Parsed;

std::string repeat(const std::string& piece, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += piece;
    }
    return text;
}

std::string numbered(const std::string& before, const std::string& after, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += before + std::to_string(i) + after;
    }
    return text;
}

TEST(Scale, ManySingleRegisters) {
    Parsed parsed(in_kernel(numbered(".reg .b32 q", "x;\n", 100000) + numbered("mov.b32 q", "x, 1;\n", 100000)));
    EXPECT_NE(parsed.module, nullptr) << parsed.messages();
}

TEST(Scale, ManyRanges) {
    Parsed parsed(in_kernel(numbered(".reg .b32 q", "x<2>;\n", 100000) + numbered("mov.b32 q", "x1, 1;\n", 100000)));
    EXPECT_NE(parsed.module, nullptr) << parsed.messages();
}

TEST(Scale, ManyLabelsAndForwardBranches) {
    Parsed parsed(in_kernel(numbered("bra L", ";\n", 100000) + numbered("L", ":\n", 100000)));
    EXPECT_NE(parsed.module, nullptr) << parsed.messages();
}

TEST(Scale, ManyScopes) {
    Parsed parsed(in_kernel(repeat("{ .reg .pred q; L: @q bra L; bra M; }\n", 50000) + "M:"));
    EXPECT_NE(parsed.module, nullptr) << parsed.messages();
}

TEST(Scale, ManyFunctionsAndVariables) {
    Parsed parsed(in_module(numbered(".global .b32 v", ";\n", 50000) + numbered(".func f", "() { ret; }\n", 50000)));
    EXPECT_NE(parsed.module, nullptr) << parsed.messages();
}

TEST(Scale, ManyErrorsStopAtTheLimit) {
    Parsed parsed(in_kernel(repeat("wrong %r1;\n", 100000)));
    EXPECT_EQ(parsed.module, nullptr);
    EXPECT_LE(parsed.sink.diagnostics().size(), DiagnosticSink::default_limit + 1);
}

TEST(Scale, DeepNestingIsRefused) {
    for (const std::string& text :
         {in_kernel(repeat("{", 100000)), in_kernel("mov.b32 %r1, " + repeat("(", 100000)),
          in_kernel("mov.b32 %r1, " + repeat("-", 100000) + "1;"), in_kernel("mov.b32 " + repeat("{", 100000)),
          in_kernel("mov.b32 " + repeat("[", 100000)), in_module(".global .b32 a[1] = " + repeat("{", 100000)),
          in_kernel("mov.b32 %r1, " + repeat("1?", 100000) + "1;")}) {
        Parsed parsed(text);
        EXPECT_EQ(parsed.module, nullptr);
        EXPECT_NE(parsed.messages().find("nested more than"), std::string::npos) << parsed.messages().substr(0, 400);
    }
}

TEST(Scale, OneHugeVectorOperandIsRefused) {
    Parsed parsed(in_kernel("st.global.v4.b32 [%rd1], {" + repeat("%r1, ", 100000) + "%r1};"));
    EXPECT_EQ(parsed.module, nullptr);
}

TEST(Scale, AnOpcodeWithManyModifiersIsRefused) {
    Parsed parsed(in_kernel("add" + repeat(".ftz", 20000) + ".f32 %f1, %f2, %f3;"));
    EXPECT_EQ(parsed.module, nullptr);
}

// Each of these lines names a thousand things without writing them.
TEST(Scale, RangesDoNotAmplify) {
    Parsed variables(in_kernel(repeat("{ .param .b32 x<1000>; }\n", 2000)));
    EXPECT_EQ(variables.module, nullptr);
    EXPECT_LT(variables.sink.error_count(), 2100U);
    Parsed registers(in_module(numbered(".func f", "() { .reg .b32 %r<4000000>; ret; }\n", 2000)));
    ASSERT_NE(registers.module, nullptr) << registers.messages();
    EXPECT_LT(registers.module->arena.bytes_used(), registers.text->size() * 30);
}

TEST(Scale, MemoryStaysInProportion) {
    const std::string text =
        in_kernel(repeat("fma.rn.f32 %f1, %f2, %f3, %f4;\nld.global.f32 %f5, [%rd1+64];\n", 50000));
    Parsed parsed(text);
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    EXPECT_LT(parsed.module->arena.bytes_used(), text.size() * 8);
}

}  // namespace
}  // namespace ringfence::ptx
