#include "ptx/parser.h"

#include <gtest/gtest.h>

#include "parse_helpers.h"
#include "ptx/printer.h"

namespace ringfence::ptx {
namespace {

using test::in_kernel;
using test::in_module;
using test::Parsed;

std::vector<const Instruction*> instructions(const Function& function) {
    std::vector<const Instruction*> found;
    for (const Statement& statement : function.body) {
        if (statement.is_instruction()) {
            found.push_back(&statement.instruction);
        }
    }
    return found;
}

TEST(Parser, ReadsTheHeader) {
    Parsed parsed(".version 8.0\n.target sm_90a, debug\n.address_size 64\n");
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    EXPECT_EQ(parsed.module->version(), 80U);
    EXPECT_EQ(parsed.module->target.sm, 90U);
    EXPECT_EQ(parsed.module->target.suffix, 'a');
    EXPECT_TRUE(parsed.module->target.debug);
    EXPECT_EQ(parsed.module->pointer_bits(), 64U);
}

TEST(Parser, ResolvesOperands) {
    Parsed parsed(in_kernel("ld.param.u64 %rd1, [p+0];\n@!%p3 st.global.v2.f32 [%rd1+-8], {%f1, 0f00000000};"));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    const Function& kernel = *parsed.module->find_function("k");
    auto code = instructions(kernel);
    const Operand& parameter = code[0]->operands[1];
    ASSERT_EQ(parameter.kind, OperandKind::Address);
    EXPECT_EQ(parameter.address_base().variable, kernel.signature.parameters[0]);
    EXPECT_EQ(code[0]->operation->space, Space::Param);
    const Instruction& store = *code[1];
    EXPECT_TRUE(store.guard.negated);
    EXPECT_EQ(register_name(kernel, store.guard.predicate), "%p3");
    EXPECT_EQ(store.operation->vector, 2U);
    EXPECT_EQ(store.operation->type, Type::F32);
    EXPECT_EQ(store.operands[0].offset, -8);
    EXPECT_EQ(store.operands[1].elements().size(), 2U);
}

TEST(Parser, ModifiersMayComeInAnyOrder) {
    Parsed parsed(in_kernel("add.ftz.rn.f32 %f1, %f2, %f3; add .s32 %r1, %r2, 1;"));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    auto code = instructions(*parsed.module->find_function("k"));
    EXPECT_TRUE(code[0]->operation->has(Modifier::Rn));
    EXPECT_EQ(code[1]->operation->text, "add.s32");
}

TEST(Parser, AnInnerNameHidesAnOuterOne) {
    Parsed parsed(in_kernel("{ .reg .f32 %r1; mov.f32 %r1, 0f00000000; }\nmov.b32 %r1, 1;"));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    auto code = instructions(*parsed.module->find_function("k"));
    EXPECT_NE(code[0]->operands[0].id, code[1]->operands[0].id);
}

// A label belongs to its block; a use binds to the innermost block that has one, wherever it stands in it.
TEST(Parser, LabelsAreScoped) {
    Parsed parsed(in_kernel("L: { @%p1 bra L; mov.b32 %r1, 1; L: mov.b32 %r2, 2; }\n{ bra L; L: }"));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    const Function& kernel = *parsed.module->find_function("k");
    auto code = instructions(kernel);
    EXPECT_EQ(code[0]->operands[0].label->number, 1U);
    EXPECT_EQ(code[3]->operands[0].label->number, 2U);
    EXPECT_EQ(kernel.body[code[0]->operands[0].label->statement].label, code[0]->operands[0].label);
}

TEST(Parser, ALabelOfAnInnerBlockIsNotVisibleOutside) {
    Parsed parsed(in_kernel("{ X: } bra X;"));
    EXPECT_EQ(parsed.module, nullptr);
}

TEST(Parser, RangesTakeLeadingZeros) {
    Parsed parsed(in_kernel("mov.b32 %r01, %r1;"));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    auto code = instructions(*parsed.module->find_function("k"));
    EXPECT_EQ(code[0]->operands[0].id, code[0]->operands[1].id);
}

TEST(Parser, ManyRangesAreStillFound) {
    std::string declarations;
    for (int i = 0; i < 40; ++i) {
        declarations += ".reg .b32 a" + std::string(1 + i / 26, static_cast<char>('a' + i % 26)) + "<3>;\n";
    }
    Parsed parsed(in_kernel(declarations + "mov.b32 ab2, ann2;"));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
}

TEST(Parser, ReadsCalls) {
    Parsed parsed(
        in_module(".extern .func (.param .b32 r) f(.param .b64 a, .param .b32 b);\n"
                  ".func g() { .reg .b64 %rd<3>; .reg .b32 %r<3>; .param .b64 x; .param .b32 y; .param .b32 z;\n"
                  "call.uni (z), f, (x, y);\ncall h;\n"
                  "proto: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b32 _);\n"
                  "call (z), %rd1, (x, 3), proto; ret; }\n"));
    EXPECT_EQ(parsed.module, nullptr) << "h is not declared";
    EXPECT_EQ(parsed.sink.error_count(), 1U) << parsed.messages();
}

TEST(Parser, ADeclarationKnowsItsDefinition) {
    Parsed parsed(
        in_module(".func f(.param .b32 a);\n.func g() { .param .b32 x; call f, (x); ret; }\n"
                  ".func f(.param .b32 a) { ret; }\n"));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    const Function& g = *parsed.module->find_function("g");
    const Function* callee = instructions(g)[0]->operands[1].function;
    EXPECT_FALSE(callee->has_body);
    EXPECT_EQ(callee->definition, parsed.module->find_function("f"));
}

TEST(Parser, KeepsInitialisersCompact) {
    Parsed parsed(
        in_module(".global .align 4 .b8 a[4] = {1, -2, 3};\n.global .u64 b[2] = {generic(a)+4, 0xff00(a)};\n"
                  ".global .f32 c[2][2] = {{0f3F800000, 1.5}, {}};\n"));
    ASSERT_NE(parsed.module, nullptr) << parsed.messages();
    const Variable& a = *parsed.module->items[0].variables->variables[0];
    EXPECT_EQ(std::vector<std::int64_t>(a.initializer->integers.begin(), a.initializer->integers.end()),
              (std::vector<std::int64_t>{1, -2, 3}));
    const Variable& b = *parsed.module->items[1].variables->variables[0];
    EXPECT_TRUE(b.initializer->values[0].generic);
    EXPECT_EQ(b.initializer->values[0].offset, 4);
    EXPECT_EQ(b.initializer->values[1].bits, 0xff00U);
    EXPECT_EQ(b.bytes(), 16U);
}

TEST(Parser, ReportsSeveralErrors) {
    Parsed parsed(in_kernel("addd.s32 %r1, %r2, %r3;\nadd.s32 %f1, %r2, %r3;\nbra nowhere;\nmov.b32 %q1, 1;"));
    EXPECT_EQ(parsed.module, nullptr);
    EXPECT_EQ(parsed.sink.error_count(), 4U) << parsed.messages();
}

TEST(Parser, AnErrorInOneFunctionDoesNotHideTheNext) {
    Parsed parsed(in_module(".func f() { add.s32 1; } }\n.func g() { oops; }\n"));
    EXPECT_GE(parsed.sink.error_count(), 2U);
    EXPECT_NE(parsed.messages().find("oops"), std::string::npos) << parsed.messages();
}

TEST(Parser, ChecksVersionsAndTargets) {
    EXPECT_EQ(
        Parsed(".version 6.0\n.target sm_90\n.address_size 64\n.entry k() { barrier.cluster.arrive; ret; }").module,
        nullptr);
    EXPECT_EQ(Parsed(in_module(".entry k() { setmaxnreg.inc.sync.aligned.u32 64; ret; }")).module, nullptr);
    Parsed right(in_module(".entry k() { setmaxnreg.inc.sync.aligned.u32 64; ret; }", "sm_90a"));
    EXPECT_NE(right.module, nullptr) << right.messages();
}

TEST(Parser, FamilyTargets) {
    const std::string code = ".entry k() { tcgen05.fence::before_thread_sync; ret; }";
    for (const char* target : {"sm_100a", "sm_100f", "sm_103a", "sm_103f"}) {
        Parsed parsed(in_module(code, target));
        EXPECT_NE(parsed.module, nullptr) << target << parsed.messages();
    }
    for (const char* target : {"sm_90a", "sm_100", "sm_120a"}) {
        EXPECT_EQ(Parsed(in_module(code, target)).module, nullptr) << target;
    }
}

TEST(Parser, LimitsAreExplicit) {
    ParseOptions options;
    options.limits.source_bytes = 10;
    EXPECT_EQ(Parsed(in_kernel(""), options).module, nullptr);
    options = {};
    options.limits.registers_per_function = 1000;
    EXPECT_EQ(Parsed(in_kernel(".reg .b32 %q<2000>;"), options).module, nullptr);
    EXPECT_NE(Parsed(in_kernel(".reg .b32 %q<200>;"), options).module, nullptr);
}

}  // namespace
}  // namespace ringfence::ptx
