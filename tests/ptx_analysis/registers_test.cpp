#include <gmock/gmock.h>

#include "ptx/analysis/defuse.h"
#include "ptx/analysis/registers_of.h"
#include "ptx/printer.h"
#include "support.h"

namespace ringfence::ptx {
namespace {

using test::Kernel;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// `r %r1` for a read, `w %r1` for a write, `rw %r1` for both; a `*` marks a write that kills.
std::vector<std::string> mentions(const std::string& instruction, const std::string& before = {}) {
    const Kernel kernel(".reg .v4 .f32 %v; .param .b32 out; .param .b32 in;\n" + instruction, before);
    std::vector<std::string> result;
    for (const Statement& statement : kernel.function->body) {
        if (!statement.is_instruction()) continue;
        for_each_register_use(statement.instruction, [&](const RegisterUse& use) {
            std::string text = use.reads() ? "r" : "";
            text += use.writes() ? "w" : "";
            text += kills(statement.instruction, use) ? "*" : "";
            result.push_back(text + " " + register_name(*kernel.function, use.reg));
        });
    }
    return result;
}

TEST(RegistersOf, PlainOperands) {
    EXPECT_THAT(mentions("add.s32 %r1, %r2, 5;"), ElementsAre("w* %r1", "r %r2"));
    EXPECT_THAT(mentions("mov.u32 %r1, %tid.x;"), ElementsAre("w* %r1"));
    EXPECT_THAT(mentions("bar.sync 0;"), IsEmpty());
}

TEST(RegistersOf, AGuardIsReadAndKeepsAWriteFromKilling) {
    EXPECT_THAT(mentions("@!%p1 mov.u32 %r1, %r2;"), ElementsAre("r %p1", "w %r1", "r %r2"));
}

TEST(RegistersOf, Vectors) {
    EXPECT_THAT(mentions("ld.global.v2.u32 {%r1, %r2}, [%rd1+8];"), ElementsAre("w* %r1", "w* %r2", "r %rd1"));
    EXPECT_THAT(mentions("st.global.v2.u32 [%rd1], {%r1, %r2};"), ElementsAre("r %rd1", "r %r1", "r %r2"));
    EXPECT_THAT(mentions("mov.b64 %rd1, {%r1, %r2};"), ElementsAre("w* %rd1", "r %r1", "r %r2"));
    EXPECT_THAT(mentions("mov.b64 {%r1, _}, %rd1;"), ElementsAre("w* %r1", "r %rd1"));
}

TEST(RegistersOf, Pairs) {
    EXPECT_THAT(mentions("setp.lt.s32 %p1|%p2, %r1, %r2;"), ElementsAre("w* %p1", "w* %p2", "r %r1", "r %r2"));
    EXPECT_THAT(mentions("setp.lt.s32 %p1, %r1, %r2;"), ElementsAre("w* %p1", "r %r1", "r %r2"));
    EXPECT_THAT(mentions("setp.lt.and.s32 %p1, %r1, %r2, !%p3;"), ElementsAre("w* %p1", "r %r1", "r %r2", "r %p3"));
    EXPECT_THAT(mentions("shfl.sync.up.b32 %r1|%p1, %r2, %r3, 0, -1;"),
                ElementsAre("w* %r1", "w* %p1", "r %r2", "r %r3"));
}

TEST(RegistersOf, ComponentsOfAVectorRegisterDoNotKillIt) {
    EXPECT_THAT(mentions("mov.f32 %v.x, %f1;"), ElementsAre("w %v", "r %f1"));
    EXPECT_THAT(mentions("mov.f32 %f1, %v.y;"), ElementsAre("w* %f1", "r %v"));
}

TEST(RegistersOf, AVideoInstructionWritesAllOfItsRegister) {
    EXPECT_THAT(mentions("vadd.s32.s32.s32 %r1.b2, %r2.h1, %r3, %r4;"),
                ElementsAre("w* %r1", "r %r2", "r %r3", "r %r4"));
}

TEST(RegistersOf, Calls) {
    const std::string before =
        ".func (.param .b32 r) f (.param .b32 a) { ret; }\n.func (.reg .b32 r) g (.reg .b32 a) { ret; }\n";
    EXPECT_THAT(mentions("call (out), f, (in);", before), IsEmpty());
    EXPECT_THAT(mentions("@%p1 call (%r1), g, (%r2);", before), ElementsAre("r %p1", "w %r1", "r %r2"));
    EXPECT_THAT(mentions("P: .callprototype (.param .b32 _) _ (.param .b32 _); call (out), %rd1, (in), P;", before),
                ElementsAre("r %rd1"));
}

TEST(RegistersOf, Atomics) {
    EXPECT_THAT(mentions("atom.global.add.u32 %r1, [%rd1], %r2;"), ElementsAre("w* %r1", "r %rd1", "r %r2"));
    EXPECT_THAT(mentions("red.global.add.u32 [%rd1], %r2;"), ElementsAre("r %rd1", "r %r2"));
}

TEST(RegistersOf, TheShortFormTellsTheSame) {
    const Kernel kernel("@%p1 add.s32 %r1, %r2, %r3;");
    std::vector<isa::Access> accesses;
    for_each_register(kernel.function->body.back().instruction,
                      [&](RegisterId, isa::Access access) { accesses.push_back(access); });
    EXPECT_THAT(accesses, ElementsAre(isa::Access::Read, isa::Access::Write, isa::Access::Read, isa::Access::Read));
}

TEST(RegistersOf, ParametersInRegisters) {
    const auto module =
        test::parse_module(".func (.reg .b32 r, .param .b32 s) f (.reg .b32 a, .param .b32 x, .reg .b32 b) { ret; }");
    const ParameterRegisters passed = parameter_registers(*module->find_function("f"));
    EXPECT_EQ(passed.results, 1U);
    EXPECT_EQ(passed.parameters, 2U);
    EXPECT_TRUE(passed.is_result(0));
    EXPECT_TRUE(passed.is_parameter(2));
    EXPECT_FALSE(passed.is_parameter(3));
}

TEST(DefUse, ListsDefinitionsAndUses) {
    const Kernel kernel("mov.u32 %r1, 1; @%p1 mov.u32 %r1, 2; add.s32 %r1, %r1, %r1; ret;");
    const DefUse def_use(*kernel.function);
    const RegisterId r1 = test::reg(*kernel.function, "%r", 1);
    EXPECT_EQ(def_use.definitions(r1).size(), 3U);
    EXPECT_TRUE(def_use.definitions(r1)[0].kills);
    EXPECT_FALSE(def_use.definitions(r1)[1].kills);
    ASSERT_EQ(def_use.uses(r1).size(), 2U);
    EXPECT_EQ(def_use.uses(r1)[0].operand, 1U);
    EXPECT_EQ(def_use.uses(r1)[1].operand, 2U);
    const auto guard = def_use.uses(test::reg(*kernel.function, "%p", 1));
    ASSERT_EQ(guard.size(), 1U);
    EXPECT_EQ(guard[0].operand, guard_operand);
    EXPECT_EQ(def_use.registers().size(), 2U);
    EXPECT_TRUE(def_use.occurrences_of(test::reg(*kernel.function, "%r", 2)).empty());
}

TEST(DefUse, FindsRegistersInRanges) {
    const Kernel kernel("mov.u32 %r5, 1; ret;");
    const DefUse def_use(*kernel.function);
    const RegisterId r0 = test::reg(*kernel.function, "%r", 0);
    EXPECT_TRUE(def_use.any_of(r0, 6));
    EXPECT_FALSE(def_use.any_of(r0, 5));
    EXPECT_FALSE(def_use.any_of(r0 + 6, 44));
}

TEST(DefUse, ManyDeclaredRegistersCostNothing) {
    const auto module =
        test::parse_module(".entry k() { .reg .b32 %x<4000000>; mov.u32 %x3999999, %x7; mov.u32 %x7, 1; ret; }");
    const DefUse def_use(*module->find_function("k"));
    EXPECT_THAT(def_use.registers(), ElementsAre(7, 3999999));
    ASSERT_EQ(def_use.occurrences(0).size(), 2U);
    EXPECT_LT(def_use.occurrences(0)[0].statement, def_use.occurrences(0)[1].statement);
}

}  // namespace
}  // namespace ringfence::ptx
