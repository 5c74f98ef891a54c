// Local variables whose addresses get away: which are moved, where to, and what is written for them.
#include "guard/rewriter/moved_locals.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "rewriter_support.h"

namespace ringfence::guard {
namespace {

using rewriting::move_locals;
using rewriting::MovedLocals;
using test::in_kernel;
using test::in_module;
using test::parsed;
using testing::HasSubstr;
using testing::Not;

std::optional<MovedLocals> moved(const std::string& text) {
    const auto module = parsed(text);
    return module == nullptr ? std::nullopt : move_locals(*module);
}

// A function that goes where it is told, and one with a variable of its own that passes it there.
const std::string touches =
    ".func touches(.param .b64 p)\n{\n.reg .b64 %d;\nld.param.b64 %d, [p];\nst.u32 [%d], 1;\nret;\n}\n";

std::string call(const std::string& function, const std::string& argument) {
    return "{\n.param .b64 q;\nst.param.b64 [q], " + argument + ";\ncall.uni " + function + ", (q);\n}\n";
}

std::string holder(const std::string& name, int bytes, const std::string& callee, const std::string& more = {}) {
    return ".func " + name + "(.param .b64 p)\n{\n.local .align 8 .b8 depot[" + std::to_string(bytes) +
           "];\n.reg .b64 %d<3>;\nmov.u64 %d0, depot;\ncvta.local.u64 %d1, %d0;\n" + call(callee, "%d1") + more +
           "ret;\n}\n";
}

const std::string passes_own = "mov.u64 %rd3, depot;\ncvta.local.u64 %rd4, %rd3;\nst.local.u32 [%rd3+4], %r1;\n" +
                               call("touches", "%rd4") + "ld.local.u32 %r2, [depot+4];\nst.global.u32 [%rd2], %r2;";
const std::string own_depot = ".local .align 8 .b8 depot[24];\n";

TEST(MovedLocals, NothingIsMovedWhereNothingGetsAway) {
    EXPECT_FALSE(moved(in_module(in_kernel("st.local.u32 [depot], %r1;\nld.local.u32 %r2, [depot];", own_depot))));
    EXPECT_FALSE(moved(in_module(in_kernel("st.global.u32 [%rd2], %r1;"))));
}

TEST(MovedLocals, NothingIsMovedWhereNoAddressIsUnknown) {
    // It is stored, and nothing in the module could use it.
    const std::string text = in_module(
        in_kernel("mov.u64 %rd3, depot;\ncvta.local.u64 %rd4, %rd3;\nst.global.u64 [%rd2], %rd4;", own_depot));
    EXPECT_FALSE(moved(text));
    EXPECT_TRUE(guard(text).ok());
}

TEST(MovedLocals, APassedVariableLiesInTheSlotOfItsThread) {
    const std::string text = in_module(touches + in_kernel(passes_own, own_depot));
    const auto result = moved(text);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->kernels.at("k").slot_bytes, 32U);
    EXPECT_EQ(result->kernels.at("k").own_shared, 0U);
    EXPECT_THAT(result->ptx, HasSubstr("ld.param.u64 %guard_slot_0_d0, [guard_slot_0_base];"));
    EXPECT_THAT(result->ptx, HasSubstr("mul.wide.u32 %guard_slot_0_d1, %guard_slot_0_w16, 32;"));
    EXPECT_THAT(result->ptx, HasSubstr("mov.b64 %rd3, %guard_slot_0_d3;"));
    EXPECT_THAT(result->ptx, HasSubstr("mov.b64 %rd4, %rd3;"));
    EXPECT_THAT(result->ptx, HasSubstr("st.global.u32 [%rd3+4], %r1;"));
    EXPECT_THAT(result->ptx, HasSubstr("ld.global.u32 %r2, [%guard_slot_0_d3+4];"));
    EXPECT_THAT(result->ptx, Not(HasSubstr("local")));
    const auto guarded = guard(text);
    ASSERT_TRUE(guarded.ok()) << guarded.error().text();
    EXPECT_EQ(guarded.value().kernels[0].slot_bytes, 32U);
}

TEST(MovedLocals, LinesStayWhereTheyWere) {
    const std::string text =
        in_module(touches + holder("one", 24, "touches") + in_kernel(call("one", "%rd1") + passes_own, own_depot));
    const auto result = moved(text);
    ASSERT_TRUE(result);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), std::count(result->ptx.begin(), result->ptx.end(), '\n'));
    const auto line_of = [](const std::string& all, std::string_view what) {
        return LineMap(all).position(static_cast<std::uint32_t>(all.find(what))).line;
    };
    EXPECT_EQ(line_of(text, "st.global.u32 [%rd2]"), line_of(result->ptx, "st.global.u32 [%rd2]"));
    EXPECT_EQ(line_of(text, ".func one"), line_of(result->ptx, ".func one"));
}

TEST(MovedLocals, FunctionsComeBehindAllThatMayCallThem) {
    // k (24 bytes) calls outer (40) and inner (8); outer calls inner.
    const auto result =
        moved(in_module(touches + holder("inner", 8, "touches") + holder("outer", 40, "touches", call("inner", "%d0")) +
                        in_kernel(call("outer", "%rd1") + call("inner", "%rd1") + passes_own, own_depot)));
    ASSERT_TRUE(result);
    // 0: k, 32: outer, 80: inner.
    EXPECT_EQ(result->kernels.at("k").slot_bytes, 96U);
    EXPECT_EQ(result->kernels.at("k").own_shared, 8U);
    EXPECT_THAT(result->ptx, HasSubstr("st.shared.u64 [guard_slot_0_lent], %guard_slot_0_d0;"));
    EXPECT_THAT(result->ptx, HasSubstr("ld.shared.u64 %guard_slot_0_d0, [guard_slot_0_lent];"));
    const auto at = [&](std::string_view function) {
        const std::string text = result->ptx.substr(result->ptx.find(function));
        const std::string_view start = "add.s64 %guard_slot_0_d3, %guard_slot_0_d2, ";
        return std::stoi(text.substr(text.find(start) + start.size()));
    };
    EXPECT_EQ(at(".func inner"), 80);
    EXPECT_EQ(at(".func outer"), 32);
    EXPECT_EQ(at(".entry k"), 0);
}

TEST(MovedLocals, FunctionsThatAreCalledByRegisterComeBehindWhoeverCallsSo) {
    const std::string by_register =
        "mov.u64 %rd5, taken;\n{\n.param .b64 q;\nst.param.b64 [q], %rd4;\n"
        "P: .callprototype _ (.param .b64 _);\ncall %rd5, (q), P;\n}\n";
    const std::string text =
        in_module(touches + holder("taken", 16, "touches") +
                  in_kernel("mov.u64 %rd3, depot;\ncvta.local.u64 %rd4, %rd3;\n" + by_register, own_depot));
    const auto result = moved(text);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->kernels.at("k").slot_bytes, 48U);
    const auto guarded = guard(text);
    EXPECT_TRUE(guarded.ok()) << guarded.error().text();
}

TEST(MovedLocals, FunctionsOfATableComeBehindWhoeverCallsThroughIt) {
    const std::string by_table =
        "T: .calltargets one, touches;\n{\n.param .b64 q;\nst.param.b64 [q], %rd4;\ncall %rd5, (q), T;\n}\n";
    const auto result = moved(in_module(touches + holder("one", 16, "touches") +
                                        in_kernel("mov.u64 %rd3, depot;\ncvta.local.u64 %rd4, %rd3;\n"
                                                  "mov.u64 %rd5, one;\n" +
                                                      by_table,
                                                  own_depot)));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->kernels.at("k").slot_bytes, 48U);
}

// Then it and what it calls are in a circle of the call graph; only the functions have variables.
TEST(MovedLocals, AKernelThatMayBeATargetOfItsOwnCallsLendsItsSlots) {
    const std::string declared = ".visible .entry k(.param .u64 a, .param .u32 n);\n";
    const std::string one = "mov.u64 %rd5, one;\n{\n.param .b64 q;\nst.param.b64 [q], %rd1;\n";
    const std::string by_prototype = one + "P: .callprototype _ (.param .b64 _);\ncall %rd5, (q), P;\n}\n";
    const std::string by_table = one + "T: .calltargets one, k;\ncall %rd5, (q), T;\n}\n";
    for (const std::string& text :
         {declared + ".global .u64 keep[1] = {k};\n" + touches + holder("one", 16, "touches") + in_kernel(by_prototype),
          declared + touches + holder("one", 16, "touches") + in_kernel(by_table)}) {
        const auto result = moved(in_module(text));
        ASSERT_TRUE(result) << text;
        EXPECT_EQ(result->kernels.at("k").slot_bytes, 16U) << text;
        EXPECT_EQ(result->kernels.at("k").own_shared, 8U) << text;
    }
}

TEST(MovedLocals, NoneWhereAFunctionWithVariablesMayCallItself) {
    const std::string itself = holder("one", 16, "touches", call("one", "%d1"));
    EXPECT_FALSE(moved(in_module(touches + itself + in_kernel(passes_own, own_depot))));
    // By way of others, too, that have none.
    const std::string back = ".func back(.param .b64 p);\n" + holder("one", 16, "touches", call("back", "%d1")) +
                             ".func back(.param .b64 p)\n{\n.reg .b64 %d;\nld.param.b64 %d, [p];\n" +
                             call("one", "%d") + "ret;\n}\n";
    EXPECT_FALSE(moved(in_module(touches + back + in_kernel(passes_own, own_depot))));
}

// In time that grows with the text.
TEST(MovedLocals, ManyCallsThroughOneTableOfMany) {
    constexpr int count = 20000;
    std::string functions = touches;
    std::string table = "T: .calltargets touches";
    std::string calls;
    for (int i = 0; i < count; ++i) {
        functions += ".func f" + std::to_string(i) + "(.param .b64 p)\n{\nret;\n}\n";
        table += ", f" + std::to_string(i);
        calls += "{\n.param .b64 q;\nst.param.b64 [q], %rd4;\ncall %rd5, (q), T;\n}\n";
    }
    const std::string text =
        in_module(functions + in_kernel(table + ";\n" + passes_own + "mov.u64 %rd5, touches;\n" + calls, own_depot));
    const auto result = moved(text);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->kernels.at("k").slot_bytes, 32U);
    const auto guarded = guard(text);
    ASSERT_FALSE(guarded.ok());
    EXPECT_THAT(guarded.error().message, HasSubstr("more than 2048 entries"));
}

TEST(MovedLocals, ManyKernelsBeforeALongChain) {
    constexpr int count = 20000;
    std::string functions = touches + holder("f0", 8, "touches");
    for (int i = 1; i < count; ++i) {
        functions += ".func f" + std::to_string(i) + "(.param .b64 p)\n{\n.reg .b64 %d;\nld.param.b64 %d, [p];\n" +
                     call("f" + std::to_string(i - 1), "%d") + "ret;\n}\n";
    }
    const std::string last = call("f" + std::to_string(count - 1), "%d");
    for (int i = 0; i < count; ++i) {
        functions += ".visible .entry e" + std::to_string(i) +
                     "(.param .u64 a)\n{\n.reg .b64 %d;\nld.param.u64 %d, [a];\n" + last + "ret;\n}\n";
    }
    const auto result = moved(in_module(functions + in_kernel(passes_own, own_depot)));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->kernels.at("e0").slot_bytes, 16U);
    EXPECT_EQ(result->kernels.at("k").slot_bytes, 32U);
}

TEST(MovedLocals, KernelsThatLendNoneHaveTheirOwnSize) {
    std::string other = in_kernel(passes_own, own_depot);
    other.replace(other.find(" k("), 3, " small(");
    const auto result =
        moved(in_module(touches + holder("one", 400, "touches") + in_kernel(call("one", "%rd1")) + other));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->kernels.at("k").slot_bytes, 400U);
    EXPECT_EQ(result->kernels.at("small").slot_bytes, 32U);
}

// As libraries have them.
TEST(MovedLocals, AFunctionThatNoKernelCalls) {
    const std::string text =
        in_module(touches + holder("one", 24, "touches") + in_kernel("st.global.u32 [%rd2], %r1;"));
    const auto result = moved(text);
    ASSERT_TRUE(result);
    EXPECT_THAT(result->ptx, HasSubstr(".shared .align 8 .b64 guard_slot_0_lent;"));
    const auto guarded = guard(text);
    ASSERT_TRUE(guarded.ok()) << guarded.error().text();
    EXPECT_EQ(guarded.value().kernels[0].slot_bytes, 0U);
}

TEST(MovedLocals, AFunctionThatTakesAPointerForALocalOne) {
    // As nvcc writes it, where all callers pass such.
    const std::string takes =
        ".func touches(.param .b64 p)\n{\n.reg .b64 %d<2>;\nld.param.b64 %d0, [p];\n"
        "cvta.to.local.u64 %d1, %d0;\nst.local.u32 [%d1], 1;\nret;\n}\n";
    const std::string text = in_module(takes + in_kernel(passes_own, own_depot));
    const auto result = moved(text);
    ASSERT_TRUE(result);
    EXPECT_THAT(result->ptx, HasSubstr("mov.b64 %d1, %d0;"));
    EXPECT_THAT(result->ptx, HasSubstr("st.global.u32 [%d1], 1;"));
    EXPECT_TRUE(guard(text).ok());
}

// 43 bytes of text each, for which 29 KB are written.
TEST(MovedLocals, ManyPrintsOfALongArrayAreRefusedBeforeTheyAreWritten) {
    std::string prints;
    for (int i = 0; i < 30'000; ++i)
        prints += "st.param.b64[q],%rd4;call(r),vprintf,(p,q);\n";
    const std::string text = in_module(
        ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n" + touches +
        in_kernel(passes_own + prints, ".local .align 8 .b8 depot[1024];\n.param .b64 p, q;\n.param .b32 r;\n"));
    const Result<GuardedPtx> result = guard(text);
    ASSERT_FALSE(result.ok());
    EXPECT_THAT(result.error().text(), HasSubstr("rewritten, the text has"));
}

TEST(MovedLocals, APrintGetsItsArgumentsFromLocalMemory) {
    const std::string declared =
        ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n.global .align 1 .b8 text[4];\n";
    const std::string prints =
        "mov.u64 %rd8, text;\ncvta.global.u64 %rd9, %rd8;\nst.local.u32 [%rd3+16], %r1;\nadd.u64 %rd10, %rd4, 16;\n"
        "{\n.param .b64 f;\nst.param.b64 [f], %rd9;\n.param .b64 a;\nst.param.b64 [a], %rd10;\n.param .b32 r;\n"
        "call.uni (r), vprintf, (f, a);\n}\n";
    const std::string text = in_module(declared + touches + in_kernel(passes_own + "\n" + prints, own_depot));
    const auto result = moved(text);
    ASSERT_TRUE(result);
    EXPECT_THAT(result->ptx, testing::ContainsRegex("[.]local [.]align 8 [.]b8 guard_slot_0_print[0-9]+[[]8[]];"));
    const auto guarded = guard(text);
    EXPECT_TRUE(guarded.ok()) << guarded.error().text();
}

TEST(MovedLocals, WhatCannotBeMovedIsRefused) {
    // Addresses of 32 bits; an alignment beyond any slot's.
    for (const std::string& text :
         {in_module(touches + in_kernel("mov.u32 %r5, depot;\nst.local.u32 [%r5], 1;\n" + passes_own, own_depot)),
          in_module(touches + in_kernel(passes_own, ".local .align 512 .b8 depot[24];\n"))}) {
        EXPECT_FALSE(moved(text));
        const auto guarded = guard(text);
        ASSERT_FALSE(guarded.ok());
        EXPECT_THAT(guarded.error().text(), HasSubstr("local"));
    }
}

TEST(MovedLocals, NamesAreNotThoseOfTheModule) {
    const auto result = moved(in_module("// guard_slot_0_base\n" + touches + in_kernel(passes_own, own_depot)));
    ASSERT_TRUE(result);
    EXPECT_THAT(result->ptx, HasSubstr("[guard_slot_1_base]"));
}

}  // namespace
}  // namespace ringfence::guard
