#include "ptx/analysis/lint.h"

#include <gmock/gmock.h>

#include "support.h"

namespace ringfence::ptx {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The complaints, each with the text that it points at: `message @ text`.
std::vector<std::string> complaints(const std::string& text) {
    const auto module = test::parse_module(text);
    DiagnosticSink sink;
    lint(*module, sink);
    EXPECT_EQ(sink.error_count(), 0U);
    std::vector<std::string> result;
    for (const Diagnostic& diagnostic : sink.diagnostics())
        result.push_back(diagnostic.message + " @ " +
                         module->source->substr(diagnostic.begin, diagnostic.end - diagnostic.begin));
    return result;
}

TEST(Lint, SaysNothingAboutGoodCode) {
    EXPECT_THAT(complaints(".entry k(.param .u32 n) { .reg .pred %p; .reg .b32 %r<3>; ld.param.u32 %r1, [n]; L: "
                           "setp.eq.s32 %p, %r1, 0; @%p bra L; ret; }"),
                IsEmpty());
}

TEST(Lint, CodeThatCannotBeReached) {
    EXPECT_THAT(
        complaints(".entry k() { .reg .b32 %r1; bra E; mov.u32 %r1, 1; bra E; mov.u32 %r1, 2; E: ret; brkpt; }"),
        ElementsAre("this code cannot be reached @ mov.u32 %r1, 1;", "this code cannot be reached @ brkpt;"));
}

TEST(Lint, RegistersThatAreNeverWritten) {
    EXPECT_THAT(complaints(".entry k() { .reg .b32 %r<3>; mov.u32 %r1, %r2; ret; }"),
                ElementsAre("`%r2` is read but never written @ mov.u32 %r1, %r2;"));
    EXPECT_THAT(complaints(".func (.reg .b32 r) f (.reg .b32 a) { mov.u32 r, a; ret; }"), IsEmpty());
}

TEST(Lint, RegistersThatAreNeverUsed) {
    EXPECT_THAT(complaints(".entry k() { .reg .b32 %a, %r<3>, %x<2>; mov.u32 %x1, 0; ret; }"),
                ElementsAre("`%a` is declared but never used @ .reg .b32 %a, %r<3>, %x<2>;",
                            "none of `%r<3>` is used @ .reg .b32 %a, %r<3>, %x<2>;"));
}

TEST(Lint, WhatCompilersDeclareMayStay) {
    EXPECT_THAT(complaints(".entry k() { .reg .b64 %SP, %SPL; .reg .b32 temp_param_reg; ret; }"), IsEmpty());
}

TEST(Lint, LabelsThatAreNeverUsed) {
    EXPECT_THAT(complaints(".entry k() { A: B: bra B; }"), ElementsAre("the label `A` is never used @ A"));
    EXPECT_THAT(complaints(".entry k() { T: .branchtargets A; A: bra A; }"),
                ElementsAre("the label `T` is never used @ T"));
    EXPECT_THAT(complaints(".entry k() { A: ret; B: }\n.section .debug_info { .b64 A\n .b32 B-A }"), IsEmpty());
}

TEST(Lint, DeprecatedInstructionsOnceEach) {
    const std::vector<std::string> found = complaints(
        ".entry k() { .reg .pred %p<2>; setp.eq.s32 %p1, 0, 1; membar.cta; vote.all.pred %p0, %p1; vote.all.pred %p0, "
        "%p1; ret; }");
    EXPECT_THAT(found, ::testing::Contains("`vote.all.pred` is deprecated @ vote.all.pred %p0, %p1;").Times(1));
}

TEST(Lint, KernelParametersThatAreNeverRead) {
    EXPECT_THAT(complaints(".func f(.param .u32 x) { ret; } .entry k(.param .u32 x, .param .u32 y) { .reg .b32 %r; "
                           "ld.param.u32 %r, [x]; ret; }"),
                ElementsAre("the kernel parameter `y` is never read @ y"));
}

TEST(Lint, IrreducibleControlFlow) {
    EXPECT_THAT(
        complaints(".entry k() { .reg .pred %p; .reg .b32 %r; setp.eq.s32 %p, 1, 1; @%p bra B; A: mov.u32 %r, 1; B: "
                   "@%p bra A; ret; }"),
        ElementsAre("this cycle of 2 blocks can be entered in 2 places @ A", "it can be entered here, too @ B"));
}

TEST(Lint, Recursion) {
    EXPECT_THAT(complaints(".func f() { call f; ret; }"), ElementsAre("`f` can call itself @ call f;"));
    EXPECT_THAT(complaints(".func g(); .func f() { call g; ret; } .func g() { call f; ret; }"),
                ElementsAre("2 functions, `g` among them, can call each other in a circle @ call f;"));
}

}  // namespace
}  // namespace ringfence::ptx
