// Modules of which only a part can be guarded.
#include "guard/left_out.h"

#include <ctime>

#include <gmock/gmock.h>

#include "guard/kept_module.h"
#include "rewriter_support.h"

namespace ringfence::guard {
namespace {

using test::in_module;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string good =
    ".visible .entry good(.param .u64 a)\n{\n.reg .b64 %rd<2>;\nld.param.u64 %rd1, [a];\nst.global.u32 [%rd1], 1;\n"
    "ret;\n}\n";
// A register of a device.
const std::string bad_instruction = "ld.mmio.relaxed.sys.global.u32 %r1, [%rd1];";

std::string kernel(const std::string& name, const std::string& statements, const std::string& linkage = ".visible") {
    return linkage + " .entry " + name + "(.param .u64 a)\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n" +
           "ld.param.u64 %rd1, [a];\n" + statements + "\nret;\n}\n";
}

std::string function(const std::string& name, const std::string& statements, const std::string& linkage = "") {
    return linkage + " .func " + name + "()\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nmov.u64 %rd1, 0;\n" + statements +
           "\nret;\n}\n";
}

const std::string bad = kernel("bad", bad_instruction);

Result<GuardedPtx> guarded(const std::string& items, Mode mode = Mode::Fence) {
    return guard(in_module(items), {.mode = mode, .file_name = "m.ptx", .leaves_out = true});
}

std::vector<std::string> kernels_of(const GuardedPtx& module) {
    std::vector<std::string> names;
    for (const GuardedKernel& one : module.kernels)
        names.push_back(one.name);
    return names;
}

std::vector<std::string> refused_by(const GuardedPtx& module) {
    std::vector<std::string> names;
    for (const RefusedKernel& one : module.refused)
        names.push_back(one.name);
    return names;
}

// What is left has these kernels, and its text has no trace of the others.
void expect_parts(const std::string& items, const std::vector<std::string>& kept,
                  const std::vector<std::string>& refused, const std::vector<std::string>& gone) {
    const Result<GuardedPtx> result = guarded(items);
    ASSERT_TRUE(result.ok()) << items << result.error().text();
    EXPECT_EQ(kernels_of(result.value()), kept) << items;
    EXPECT_EQ(refused_by(result.value()), refused) << items;
    for (const std::string& name : gone)
        EXPECT_THAT(result.value().ptx, Not(HasSubstr(name))) << items;
}

// Also without kernels that must be refused: the module is, for the same reason.
void expect_refused(const std::string& items, const std::string& why) {
    const Result<GuardedPtx> result = guarded(items);
    ASSERT_FALSE(result.ok()) << items;
    EXPECT_THAT(result.error().text(), HasSubstr(why)) << items;
    EXPECT_EQ(result.error().text(), guard(in_module(items), {.file_name = "m.ptx"}).error().text()) << items;
}

TEST(LeftOut, AKernelThatMustBeRefusedIsNotThere) {
    const std::string text = good + bad;
    EXPECT_FALSE(guard(in_module(text)).ok()) << "nobody asked for a part of it";
    for (const Mode mode : {Mode::Fence, Mode::Check}) {
        const Result<GuardedPtx> result = guarded(text, mode);
        ASSERT_TRUE(result.ok()) << result.error().text();
        EXPECT_THAT(kernels_of(result.value()), ElementsAre("good"));
        EXPECT_THAT(result.value().ptx, Not(HasSubstr("bad")));
        EXPECT_THAT(result.value().left_out, ElementsAre("bad"));
        ASSERT_EQ(result.value().refused.size(), 1U);
        const RefusedKernel& refused = result.value().refused[0];
        EXPECT_EQ(refused.name, "bad");
        EXPECT_EQ(refused.line, 16U);
        EXPECT_THAT(refused.reason, HasSubstr("device registers (.mmio)"));
        EXPECT_EQ(refused.why("m.ptx").text(), guard(in_module(text), {.file_name = "m.ptx"}).error().text());
    }
}

TEST(LeftOut, WhatIsLeftIsGuardedAsIfItWereAlone) {
    const Result<GuardedPtx> part = guarded(bad + good);
    const Result<GuardedPtx> alone = guarded(good);
    ASSERT_TRUE(part.ok() && alone.ok());
    EXPECT_EQ(part.value().ptx, alone.value().ptx);
    EXPECT_THAT(alone.value().refused, IsEmpty());
}

TEST(LeftOut, AllOfThemAreFound) {
    std::string many = good;
    std::vector<std::string> names;
    for (int i = 0; i < 40; ++i) {
        names.push_back("bad_" + std::to_string(i));
        many += kernel(names.back(), bad_instruction);
    }
    expect_parts(many, {"good"}, names, {"bad_"});
    // Each is found at another time.
    const std::string clustered = ".visible .entry clustered() .reqnctapercluster 2, 1, 1\n{\nret;\n}\n";
    const std::string barrier = kernel("barrier", "bar.sync %r1;");
    expect_parts(bad + clustered + good + barrier, {"good"}, {"clustered", "barrier", "bad"}, {"clustered", "barrier"});
}

TEST(LeftOut, AModuleWithoutAnyOtherKernelIsRefusedAsBefore) {
    expect_refused(bad, "device registers");
    expect_refused(bad + kernel("worse", "bar.sync %r1;"), "known at run time only");
    expect_refused(function("f", bad_instruction), "device registers");
}

TEST(LeftOut, WhatBelongsToTheModuleRefusesIt) {
    expect_refused(good + bad + ".global .texref t;\n", "textures");
    expect_refused(good + bad + ".visible .global .u32 __rf_word;\n", "belongs to the guard");
    expect_refused(good + kernel("__rf_fenced_good", bad_instruction), "belongs to the guard");
    expect_refused(good + "nonsense\n", "expected");
    // A variable holds the address.
    expect_refused(function("f", bad_instruction) + ".global .u64 pointer = f;\n" + good, "device registers");
}

// A kernel that is kept must not get to one that is refused, on whatever way.
TEST(LeftOut, WhoNamesWhatIsRefusedIsRefused) {
    const std::string f = function("f", bad_instruction);
    expect_parts(f + good + kernel("calls", "call f;"), {"good"}, {"calls"}, {"call rf$f", "calls"});
    expect_parts(f + function("g", "call f;") + good + kernel("through", "call g;"), {"good"}, {"through"},
                 {"call rf$g"});
    expect_parts(f + good + kernel("takes", "mov.u64 %rd2, f;\nst.global.u64 [%rd1], %rd2;"), {"good"}, {"takes"},
                 {"takes"});
    // As a launch by a device would name it.
    expect_parts(bad + good + kernel("launches", "mov.u64 %rd2, bad;\nst.global.u64 [%rd1], %rd2;"), {"good"},
                 {"bad", "launches"}, {"bad", "launches"});
    expect_parts(f + good + kernel("lists", "ld.global.u64 %rd2, [%rd1];\nT: .calltargets f;\ncall %rd2, T;"), {"good"},
                 {"lists"}, {"lists"});
    expect_parts(".visible .func other();\n" + function("f", bad_instruction, ".visible") + ".alias other, f;\n" +
                     good + kernel("by_alias", "call other;"),
                 {"good"}, {"by_alias"}, {"other", "by_alias"});
    expect_parts(function("f", bad_instruction, ".weak") + good + kernel("weakly", "call f;", ".weak"), {"good"},
                 {"weakly"}, {"weakly"});
    expect_parts(".extern .func elsewhere();\n" + good + kernel("needs", "call elsewhere;"), {"good"}, {"needs"},
                 {"elsewhere"});
    expect_parts(function("again", "call again;") + good + kernel("recursive", "call again;"), {"good"}, {"recursive"},
                 {"again"});
}

// The pointer of another kernel's may be stored where this one finds it; it leads to a function that is there, or none.
TEST(LeftOut, AnIndirectCallCannotGetToIt) {
    const std::string fine = function("fine", "");
    const std::string table = "call %rd2, P;";
    const Result<GuardedPtx> result =
        guarded(function("f", bad_instruction) + fine + good +
                kernel("stores", "mov.u64 %rd2, f;\nst.global.u64 [%rd1], %rd2;") +
                kernel("calls", "mov.u64 %rd3, fine;\nld.global.u64 %rd2, [%rd1];\nP: .callprototype _ ();\n" + table));
    ASSERT_TRUE(result.ok()) << result.error().text();
    EXPECT_THAT(kernels_of(result.value()), ElementsAre("good", "calls"));
    EXPECT_THAT(result.value().ptx, HasSubstr("__rf_calls_0[3] = {__rf_no_call_0, rf$fine, __rf_no_call_0}"));
}

TEST(LeftOut, WhatOnlyTheRefusedNeedGoesWithThem) {
    expect_parts(function("shared", "") + function("private", "") + kernel("good", "call shared;") +
                     kernel("bad", "call shared;\ncall private;\n" + bad_instruction),
                 {"good"}, {"bad"}, {"private"});
    expect_parts(function("unused", "", ".visible") + good + bad, {"good"}, {"bad"}, {});
    // It is no kernel's.
    expect_parts(function("unused", bad_instruction) + good, {"good"}, {}, {"unused"});
}

TEST(LeftOut, VariablesStayWhereTheyAre) {
    const Result<GuardedPtx> result = guarded(".visible .global .u32 counter = 7;\n" + good +
                                              kernel("bad", "mov.u64 %rd2, counter;\n" + bad_instruction));
    ASSERT_TRUE(result.ok()) << result.error().text();
    ASSERT_EQ(result.value().block.variables.size(), 1U);
    EXPECT_EQ(result.value().block.variables[0].name, "counter");
}

// Of debug information, what describes a kernel names its labels.
TEST(LeftOut, DebugInformationNeedsNoKernel) {
    expect_parts(good + kernel("bad", "here:\n" + bad_instruction) +
                     ".section .debug_info\n{\n.b64 here\n}\n.section .debug_str\n{\nname:\n.b8 65\n}\n",
                 {"good"}, {"bad"}, {"here"});
}

TEST(LeftOut, LinesStayWhereTheyAre) {
    const Result<GuardedPtx> result = guarded(bad + good);
    ASSERT_TRUE(result.ok()) << result.error().text();
    ASSERT_FALSE(result.value().accesses.empty());
    EXPECT_EQ(result.value().accesses.back().line, 16U);
}

TEST(LeftOut, TooManyAreNotLeftOut) {
    std::string many = good + function("f", bad_instruction);
    for (std::size_t i = 0; i < most_left_out; ++i)
        many += ".entry k" + std::to_string(i) + "() { call f; ret; }\n";
    EXPECT_TRUE(guarded(many).ok());
    expect_refused(many + ".entry last() { call f; ret; }\n", "device registers");
}

TEST(LeftOut, TheListIsKept) {
    const GuardedPtx module = guarded(good + bad).take();
    const std::optional<GuardedPtx> back = unkept(kept(module));
    ASSERT_TRUE(back.has_value());
    ASSERT_EQ(back->refused.size(), 1U);
    EXPECT_EQ(back->refused[0].why("m.ptx").text(), module.refused[0].why("m.ptx").text());
    const auto is_usable = [&](const auto& change) {
        GuardedPtx damaged = module;
        change(damaged);
        return unkept(kept(damaged)).has_value();
    };
    EXPECT_FALSE(is_usable([](GuardedPtx& one) { one.refused[0].name = "good"; })) << "it is there as well";
    EXPECT_FALSE(is_usable([](GuardedPtx& one) { one.refused[0].name = ""; }));
    EXPECT_FALSE(is_usable([](GuardedPtx& one) { one.refused[0].reason = ""; }));
    EXPECT_FALSE(is_usable([](GuardedPtx& one) { one.refused[0].status = 700; })) << "as if the session had failed";
    EXPECT_FALSE(is_usable([](GuardedPtx& one) { one.refused.push_back(one.refused[0]); }));
    EXPECT_TRUE(is_usable([](GuardedPtx& one) { one.refused.clear(); }));
}

// In time of this process, so that a loaded machine changes nothing.
double seconds_to_guard(unsigned kernels) {
    std::string items = bad;
    for (unsigned i = 0; i < kernels; ++i)
        items += kernel("k" + std::to_string(i), "st.global.u32 [%rd1], 1;");
    const std::clock_t begin = std::clock();
    const Result<GuardedPtx> result = guarded(items);
    const std::clock_t end = std::clock();
    EXPECT_TRUE(result.ok() && result.value().kernels.size() == kernels && result.value().refused.size() == 1);
    return static_cast<double>(end - begin) / CLOCKS_PER_SEC;
}

// 270 times as long, when each kernel was looked for among all of them.
TEST(LeftOut, TakesTimeInProportionToTheKernels) {
    EXPECT_LT(seconds_to_guard(32'000), 100 * seconds_to_guard(1'000));
}

}  // namespace
}  // namespace ringfence::guard
