#include <gmock/gmock.h>

#include "base/file.h"
#include "rewriter_support.h"
#include "source_dir.h"

namespace ringfence::guard {
namespace {

using test::in_kernel;
using test::in_module;
using test::rewritten;
using testing::HasSubstr;
using testing::Not;

const std::string indexed =
    in_module(in_kernel("mov.u32 %r2, %tid.x;\nmul.wide.s32 %rd3, %r2, 4;\nadd.s64 %rd4, %rd2, %rd3;\n"
                        "ld.global.u32 %r3, [%rd4];\nst.global.u32 [%rd2], %r3;"));

std::vector<Treatment> treatments_of(const Rewritten& result) {
    std::vector<Treatment> list;
    for (const Explanation& access : result.accesses)
        list.push_back(access.treatment);
    return list;
}

TEST(GuardRewriter, KernelsWithConditionsComeInTwoVariants) {
    const Rewritten result = rewritten(indexed);
    ASSERT_EQ(result.kernels.size(), 1U);
    EXPECT_EQ(result.kernels[0].name, "k");
    EXPECT_EQ(result.kernels[0].fenced, "__rf_fenced_k");
    EXPECT_THAT(treatments_of(result), testing::Each(Treatment::Conditional));
}

TEST(GuardRewriter, SitesAreFencedWhenAskedFor) {
    const Rewritten first = rewritten(indexed);
    ASSERT_EQ(first.accesses.size(), 2U);
    RewriteOptions options;
    options.fenced = {first.accesses[0].site};
    const Rewritten second = rewritten(indexed, options);
    EXPECT_EQ(treatments_of(second), (std::vector{Treatment::Fenced, Treatment::Conditional}));
}

TEST(GuardRewriter, PlacesLeadToSites) {
    const Rewritten result = rewritten(indexed);
    // Two accesses and the parameters, in two variants.
    ASSERT_GE(result.places.size(), 4U);
    EXPECT_TRUE(std::is_sorted(result.places.begin(), result.places.end(),
                               [](const auto& a, const auto& b) { return a.first < b.first; }));
    const Site load = result.accesses[0].site;
    for (const auto& [offset, site] : result.places) {
        if (site != load) continue;
        EXPECT_THAT(result.ptx.substr(offset, 400), HasSubstr("ld.global.u32"));
    }
}

TEST(GuardRewriter, AFunctionThatDoesNotReturnEndsTheThreadWhereItsTextEnds) {
    const std::string text =
        in_module(".func last() .noreturn\n{\ntrap;\n}\n.func ends() .noreturn\n{\ncall.uni last;\n}\n" +
                  in_kernel("setp.eq.u32 %p1, %r1, 7;\n@%p1 call ends;"));
    const Result<GuardedPtx> guarded = guard(text);
    EXPECT_TRUE(guarded.ok()) << guarded.error().text();
}

TEST(GuardRewriter, IndirectCallsGoThroughATable) {
    const std::string text = in_module(
        ".func (.param .b32 r) one(.param .b32 x)\n{\nret;\n}\n.func other(.param .b64 x)\n{\nret;\n}\n" +
        in_kernel(
            "mov.u64 %rd3, one;\nmov.u64 %rd4, other;\nld.global.u64 %rd5, [%rd2];\n{\n.param .b32 x;\n.param .b32 y;\n"
            "st.param.b32 [x], %r1;\nP: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
            "call (y), %rd5, (x), P;\n}"));
    const Rewritten result = rewritten(text);
    EXPECT_THAT(result.ptx, HasSubstr("__rf_calls_0[4] = {__rf_no_call_0, one, __rf_no_call_0, __rf_no_call_0};"));
    EXPECT_THAT(result.ptx, HasSubstr("mov.u64 %rd3, 1;"));
    EXPECT_THAT(result.ptx, HasSubstr("mov.u64 %rd4, 2;"));
    EXPECT_THAT(result.ptx, HasSubstr("min.u64 %__rf_d0, %rd5, 3;"));
    EXPECT_TRUE(guard(text).ok()) << guard(text).error().text();
}

TEST(GuardRewriter, CheckModeRecordsBeforeItFences) {
    RewriteOptions options;
    options.mode = Mode::Check;
    const Rewritten result = rewritten(
        in_module(in_kernel("ld.global.u64 %rd3, [%rd2];\nsetp.eq.u32 %p1, %r1, 0;\n@!%p1 st.global.u32 [%rd3], 1;")),
        options);
    EXPECT_THAT(result.ptx, HasSubstr("setp.ne.u32 %__rf_p0, %__rf_r4, %__rf_r1;"));
    EXPECT_THAT(result.ptx, HasSubstr("not.pred %__rf_p2, %p1;"));
    EXPECT_THAT(result.ptx, HasSubstr("call __rf_violation, ("));
    EXPECT_THAT(result.ptx, HasSubstr("@!%p1 st.global.u32 [%__rf_d0], 1;"));
}

// An access that the launch can prove to be in the window needs no check. A zone is not enough: nothing would report
// it.
TEST(GuardRewriter, CheckModeAsksTheLaunch) {
    GuardOptions options;
    options.mode = Mode::Check;
    const std::string text =
        in_module(in_kernel("mov.u32 %r2, %tid.x;\nmul.wide.u32 %rd3, %r2, 4;\nadd.s64 %rd4, %rd2, %rd3;\n"
                            "st.global.u32 [%rd4+16], 1;"));
    const Result<GuardedPtx> guarded = guard(text, options);
    ASSERT_TRUE(guarded.ok()) << guarded.error().text();
    ASSERT_EQ(guarded.value().kernels.size(), 1U);
    EXPECT_EQ(guarded.value().kernels[0].fenced, "__rf_fenced_k");
    constexpr std::uint64_t begin = std::uint64_t{1} << 40;
    constexpr std::uint64_t end = begin + (std::uint64_t{1} << 33);
    const auto holds_at = [&](std::uint64_t address) {
        std::array<std::uint64_t, 2> parameters = {address, 0};
        LaunchFacts facts;
        facts.parameters = std::as_bytes(std::span(parameters)).first(12);
        facts.block = {64, 1, 1};
        facts.window = {begin, 33};
        return guarded.value().kernels[0].conditions.hold(facts);
    };
    EXPECT_TRUE(holds_at(begin));
    EXPECT_TRUE(holds_at(end - 16 - 256));
    EXPECT_FALSE(holds_at(end - 16 - 252));
    EXPECT_FALSE(holds_at(begin - 16));
    GuardOptions fence;
    const Result<GuardedPtx> zones = guard(text, fence);
    EXPECT_TRUE(zones.ok());
}

TEST(GuardRewriter, CheckModeFencesWhatMayLeaveTheWindow) {
    GuardOptions options;
    options.mode = Mode::Check;
    const Result<GuardedPtx> guarded =
        guard(in_module(in_kernel("ld.global.u32 %r2, [%rd2];\nmul.wide.u32 %rd3, %r2, 4;\nadd.s64 %rd4, %rd2, %rd3;\n"
                                  "st.global.u32 [%rd4], 1;")),
              options);
    ASSERT_TRUE(guarded.ok()) << guarded.error().text();
    EXPECT_EQ(guarded.value().accesses[0].treatment, Treatment::Conditional);
    EXPECT_EQ(guarded.value().accesses[1].treatment, Treatment::Fenced);
}

TEST(GuardRewriter, CheckModeRecordsInEverySpace) {
    GuardOptions options;
    options.mode = Mode::Check;
    const Result<GuardedPtx> guarded =
        guard(in_module(in_kernel("ld.global.u32 %r2, [%rd2];\nmov.u32 %r3, tile;\nadd.s32 %r4, %r3, %r2;\n"
                                  "st.shared.u32 [%r4], 1;\nmov.u64 %rd3, own;\ncvt.u64.u32 %rd4, %r2;\n"
                                  "add.s64 %rd5, %rd3, %rd4;\nst.local.u32 [%rd5], 1;\n",
                                  ".shared .align 4 .b8 tile[64];\n.local .align 4 .b8 own[64];\n")),
              options);
    ASSERT_TRUE(guarded.ok()) << guarded.error().text();
    EXPECT_THAT(guarded.value().ptx, testing::ContainsRegex("setp.ne.u32 %__rf_p[0-9]+, %__rf_r[0-9]+, %r4;"));
    EXPECT_THAT(guarded.value().ptx, testing::ContainsRegex("setp.ne.u64 %__rf_p[0-9]+, %__rf_d"));
}

TEST(GuardRewriter, CheckModeTellsSharedFromOther) {
    const std::string text = in_module(
        in_kernel("mov.u64 %rd3, tile;\ncvta.shared.u64 %rd4, %rd3;\nst.u64 [%rd1], %rd4;\nld.u64 %rd5, [%rd1];\n"
                  "st.u32 [%rd5], 7;",
                  ".shared .align 4 .b8 tile[64];\n"));
    GuardOptions options;
    options.mode = Mode::Check;
    const Result<GuardedPtx> guarded = guard(text, options);
    ASSERT_TRUE(guarded.ok()) << guarded.error().text();
    EXPECT_THAT(guarded.value().ptx, HasSubstr("isspacep.shared"));
    EXPECT_THAT(guarded.value().ptx, testing::ContainsRegex("setp.ne.u64 %__rf_p[0-9]+, %__rf_d[0-9]+, %rd5;"));
}

TEST(GuardRewriter, OwnArgumentsHaveNamesThatNobodyElseHas) {
    const Rewritten result =
        rewritten(in_module(".global .u32 guard_argument_0_0;\n.global .u32 guard_argument_2_0;\n" +
                            in_kernel("setp.eq.u32 %p1, %r1, 0;\n@%p1 trap;")));
    EXPECT_THAT(result.ptx, HasSubstr("st.param.b32 [guard_argument_1_0]"));
}

TEST(GuardRewriter, ABodyDoesNotRunOverItsEnd) {
    const Rewritten result =
        rewritten(in_module(".func f()\n{\n.reg .b32 %r;\nmov.u32 %r, 1;\n}\n" + in_kernel("call f;")));
    EXPECT_THAT(result.ptx, HasSubstr("mov.u32 %r, 1;\n\tret;\n}"));
}

TEST(GuardRewriter, PromisesAreLeftOut) {
    const Rewritten result = rewritten(in_module(
        ".visible .entry k(.param .u64 .ptr .global .align 16 a)\n{\n.pragma \"enable_smem_spilling\";\nret;\n}\n"));
    EXPECT_THAT(result.ptx, Not(HasSubstr(".ptr")));
    EXPECT_THAT(result.ptx, Not(HasSubstr("pragma")));
}

TEST(GuardRewriter, AVoteWhetherAllAgreeIsNoPromise) {
    EXPECT_THAT(rewritten(in_module(in_kernel("vote.sync.uni.pred %p1, %p2, -1;"))).ptx,
                HasSubstr("vote.sync.uni.pred %p1, %p2, -1;"));
}

// Their result may end a thread, so it is not known whether all threads come to the barrier.
TEST(GuardRewriter, BarriersBehindFailuresPromiseNothing) {
    const std::string failure =
        ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, "
        ".param .b64 e);\n";
    const std::string call =
        "setp.eq.u32 %p1, %r2, 7; @%p1 bra L; { .param .b64 a; .param .b64 b; .param .b32 c; "
        ".param .b64 d; .param .b64 e; call __assertfail, (a, b, c, d, e); } L: bar.sync 0;";
    EXPECT_THAT(rewritten(in_module(failure + in_kernel(call))).ptx, HasSubstr("barrier.sync 0;"));
    EXPECT_THAT(rewritten(in_module(in_kernel("setp.eq.u32 %p1, %r2, 7; @%p1 brkpt; bar.sync 0;"))).ptx,
                HasSubstr("barrier.sync 0;"));
}

// Only a launch knows whether a warp's threads have the same upper bits of %tid.x.
TEST(GuardRewriter, BarriersInRowsPromiseInOneVariant) {
    const std::string body =
        "mov.u32 %r2, %tid.x; setp.gt.u32 %p1, %r2, 31; @%p1 bra L; vote.sync.any.pred %p2, %p3, -1; L: bar.sync 0;";
    const auto in_variants = [](const std::string& ptx) {
        const std::size_t other = ptx.find("__rf_fenced_k");
        return std::pair(ptx.substr(0, other), other == std::string::npos ? "" : ptx.substr(other));
    };
    const auto [some, all] = in_variants(rewritten(in_module(in_kernel(body))).ptx);
    EXPECT_THAT(some, HasSubstr("\tbar.sync 0;"));
    EXPECT_THAT(all, HasSubstr("\tbarrier.sync 0;"));
    // As a variant for launches without such rows: nothing is asked any more.
    const std::unique_ptr<ptx::Module> module = parsed(in_module(in_kernel(body)));
    std::uint32_t barrier = 0;
    for (const ptx::Statement& statement : module->items.back().function->body) {
        if (statement.is_instruction() && statement.instruction.opcode() == ptx::Opcode::Bar) break;
        ++barrier;
    }
    RewriteOptions options;
    options.seldom = {{0, barrier}};
    const std::string text = rewritten(in_module(in_kernel(body)), options).ptx;
    EXPECT_THAT(text, HasSubstr("\tbarrier.sync 0;"));
    EXPECT_THAT(text, Not(HasSubstr("__rf_fenced_k")));
}

// So that they end, and ptxas knows it.
TEST(GuardRewriter, LoopsBeforeMatricesAreCounted) {
    const std::string text = rewritten(in_module(in_kernel(R"(
        mov.u32 %r2, %tid.x;
    A:  add.u32 %r2, %r2, 2;
        setp.lt.u32 %p1, %r2, %r1;
        @!%p1 bra B;
        bra A;
    B:  movmatrix.sync.aligned.m8n8.trans.b16 %r3, %r2;)")))
                                 .ptx;
    EXPECT_THAT(text, HasSubstr("mov.u32 %__rf_r0, 0;"));
    EXPECT_THAT(text, HasSubstr("\tadd.u32 %__rf_r0, %__rf_r0, 1;\n\tsetp.ne.u32 %__rf_p0, %__rf_r0, 0;\n"
                                "\tand.pred %__rf_p1, %p1, %__rf_p0;\n\t@!%__rf_p1 bra B;\n"));
}

TEST(GuardRewriter, LoopsThatEndAnywayAreNotCounted) {
    const std::string text = rewritten(in_module(in_kernel(R"(
        mov.u32 %r2, %tid.x;
    A:  add.u32 %r2, %r2, 1;
        setp.lt.u32 %p1, %r2, 40;
        @%p1 bra A;
        movmatrix.sync.aligned.m8n8.trans.b16 %r3, %r2;)")))
                                 .ptx;
    EXPECT_THAT(text, HasSubstr("setp.lt.u32 %p1, %r2, 40;\n\t@%p1 bra A;\n"));
}

// What a barrier tells all is believed if the barrier promises that all come, in the variant that it stands in.
TEST(GuardRewriter, WhatBarriersTellIsTheSameWhereAllCome) {
    const auto kernel = [](const std::string& before) {
        return rewritten(in_module(in_kernel("mov.u32 %r2, %tid.x;\nsetp.eq.u32 %p1, %r2, 1;\n" + before +
                                             "bar.red.or.pred %p2, 1, %p1;\n@%p2 bra L;\nbar.sync 0;\nL:\nret;")))
            .ptx;
    };
    const std::string all = kernel("");
    EXPECT_THAT(all, HasSubstr("\tbar.red.or.pred %p2, 1, %p1;"));
    EXPECT_THAT(all, HasSubstr("\tbar.sync 0;"));
    const std::string none = kernel("A:\n@%p1 bra A;\n");
    EXPECT_THAT(none, HasSubstr("\tbarrier.red.or.pred %p2, 1, %p1;"));
    EXPECT_THAT(none, HasSubstr("\tbarrier.sync 0;"));
    // By rows of whole warps: in one variant both, in the other neither.
    const std::string two = kernel(
        "setp.gt.u32 %p3, %r2, 31;\n@%p3 bra M;\nvote.sync.any.pred %p4, %p1, -1;\nM:\nld.global.u32 %r3, [%rd2];\n");
    const std::size_t second = two.find("__rf_fenced_k");
    ASSERT_NE(second, std::string::npos);
    const std::string some = two.substr(0, second);
    const std::string fenced = two.substr(second);
    EXPECT_THAT(some, HasSubstr("\tbar.red.or.pred %p2, 1, %p1;"));
    EXPECT_THAT(some, HasSubstr("\tbar.sync 0;"));
    EXPECT_THAT(fenced, HasSubstr("\tbarrier.red.or.pred %p2, 1, %p1;"));
    EXPECT_THAT(fenced, HasSubstr("\tbarrier.sync 0;"));
}

// One after the other rests on what the one before told; a text of nothing else takes no time.
TEST(GuardRewriter, ManyBarriersThatRestOnEachOther) {
    std::string text = "mov.u32 %r2, %tid.x;\nsetp.eq.u32 %p1, %r2, 1;\nA:\n@%p1 bra A;\n";
    for (int i = 0; i < 300; ++i)
        text += "bar.red.or.pred %p2, 1, %p1;\n@%p2 bra L;\n";
    const std::string rewritten_text = rewritten(in_module(in_kernel(text + "L:\nret;"))).ptx;
    EXPECT_THAT(rewritten_text, Not(HasSubstr("\tbar.red")));
}

// Lanes that look back one by one keep together by votes whose answer is nothing but the next one's mask.
TEST(GuardRewriter, VotesThatTellNobodyAnythingAreLeftOut) {
    const auto kernel = [](const std::string& after) {
        return rewritten(in_module(in_kernel(R"(
        mov.u32 %r2, %tid.x;
        mov.u32 %r3, -1;
    A:  add.s32 %r2, %r2, -1;
        setp.gt.s32 %p1, %r2, 9;
        vote.sync.ballot.b32 %r3, %p1, %r3;
        setp.ne.s32 %p2, %r2, 0;
        @%p2 bra A;
        )" + after)))
            .ptx;
    };
    const std::string left_out = kernel("bar.sync 0;");
    EXPECT_THAT(left_out, Not(HasSubstr("vote.sync")));
    EXPECT_THAT(left_out, HasSubstr("\tbar.sync 0;"));
    // Somebody reads it; or no barrier is made better by that.
    const std::string is_read = kernel("bar.sync 0;\nst.global.u32 [%rd2], %r3;");
    EXPECT_THAT(is_read, HasSubstr("vote.sync.ballot.b32 %r3, %p1, "));
    EXPECT_THAT(is_read, HasSubstr("\tbarrier.sync 0;"));
    EXPECT_THAT(kernel("ret;"), HasSubstr("vote.sync.ballot.b32 %r3, %p1, "));
}

TEST(GuardRewriter, LanesAreInTheirMasks) {
    const Rewritten result = rewritten(in_module(in_kernel("bar.warp.sync %r1;\nbar.warp.sync -1;")));
    EXPECT_THAT(result.ptx, HasSubstr("mov.u32 %__rf_r0, %lanemask_eq;\n\tor.b32 %__rf_r1, %r1, %__rf_r0;"));
    EXPECT_THAT(result.ptx, HasSubstr("bar.warp.sync %__rf_r1;"));
    EXPECT_THAT(result.ptx, HasSubstr("bar.warp.sync -1;"));
}

TEST(GuardRewriter, ReductionsGetBarriersOfTheirOwn) {
    const Rewritten result =
        rewritten(in_module(in_kernel("bar.sync 0;\nbar.red.popc.u32 %r1, 0, %p1;\nbar.red.or.pred %p1, 0, "
                                      "%p1;\nbar.sync 15, 64;\nbar.red.popc.u32 %r1, 0, %p1;")));
    EXPECT_THAT(result.ptx, HasSubstr("bar.sync 0;"));
    EXPECT_THAT(result.ptx, HasSubstr("bar.red.popc.u32 %r1, 14, %p1;"));
    EXPECT_THAT(result.ptx, HasSubstr("bar.red.or.pred %p1, 13, %p1;"));
    EXPECT_THAT(result.ptx, Not(HasSubstr("bar.red.popc.u32 %r1, 0")));
    // One that is alone keeps its number.
    EXPECT_THAT(rewritten(in_module(in_kernel("bar.red.popc.u32 %r1, 0, %p1;"))).ptx,
                HasSubstr("bar.red.popc.u32 %r1, 0, %p1;"));
}

TEST(GuardRewriter, HintsAreLeftOut) {
    const Rewritten result = rewritten(in_module(in_kernel(
        "createpolicy.fractional.L2::evict_last.b64 %rd3, 1.0;\nld.global.L2::cache_hint.u32 %r1, [%rd2], %rd3;\n"
        "st.global.L2::cache_hint.u32 [%rd2], %r1, %rd3;")));
    EXPECT_THAT(result.ptx, Not(HasSubstr("cache_hint")));
    EXPECT_THAT(result.ptx, Not(HasSubstr("createpolicy")));
    EXPECT_THAT(result.ptx, HasSubstr("ld.global.u32 %r1, ["));
    EXPECT_THAT(result.ptx, HasSubstr("], %r1;"));
}

// The launch cannot know the value: it comes from memory.
TEST(GuardRewriter, ConditionsThatNoLaunchMeetsAreNotAskedFor) {
    const std::string text = in_module(
        in_kernel("ld.global.u32 %r2, [%rd2];\nmov.u32 %r3, 0;\nmov.u64 %rd3, %rd2;\nL:\nld.global.u32 %r4, [%rd3];\n"
                  "add.s64 %rd3, %rd3, 4096;\nadd.s32 %r3, %r3, 1;\nsetp.lt.s32 %p1, %r3, %r2;\n@%p1 bra L;"));
    const Result<GuardedPtx> guarded = guard(text);
    ASSERT_TRUE(guarded.ok()) << guarded.error().text();
    ASSERT_EQ(guarded.value().accesses.size(), 2U);
    EXPECT_EQ(guarded.value().accesses[0].treatment, Treatment::Conditional);
    EXPECT_EQ(guarded.value().accesses[1].treatment, Treatment::Fenced);
}

TEST(GuardRewriter, PointersAndNumbersMayBeLoadedByTheAddressOfTheirParameter) {
    const std::string text = in_module(
        ".visible .entry k(.param .align 8 .b8 s[32])\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<8>;\n"
        "mov.b64 %rd1, s;\nld.param.u64 %rd2, [%rd1+8];\nld.param.u64 %rd3, [%rd1+16];\n"
        "cvta.to.global.u64 %rd4, %rd2;\nshl.b64 %rd5, %rd3, 2;\nadd.s64 %rd6, %rd4, %rd5;\n"
        "ld.global.u32 %r1, [%rd4];\nld.global.u32 %r2, [%rd6];\nret;\n}\n");
    const Result<GuardedPtx> guarded = guard(text);
    ASSERT_TRUE(guarded.ok()) << guarded.error().text();
    ASSERT_EQ(guarded.value().accesses.size(), 4U);
    EXPECT_EQ(guarded.value().accesses[2].treatment, Treatment::Conditional);
    EXPECT_EQ(guarded.value().accesses[3].treatment, Treatment::Conditional);
}

TEST(GuardRewriter, AConstantPlaceInAnArrayOfTheLaunchIsAskedFor) {
    const std::string text = in_module(".extern .shared .align 16 .b8 room[];\n" +
                                       in_kernel("ld.shared.u32 %r2, [room+16];\nst.global.u32 [%rd2], %r2;"));
    const Result<GuardedPtx> guarded = guard(text);
    ASSERT_TRUE(guarded.ok()) << guarded.error().text();
    ASSERT_EQ(guarded.value().accesses.size(), 2U);
    EXPECT_EQ(guarded.value().accesses[0].treatment, Treatment::Conditional);
}

TEST(GuardRewriter, LongChainsAndDeepLoopsTakeNoTime) {
    std::string text;
    for (int i = 0; i < 3000; ++i)
        text +=
            "L" + std::to_string(i) + ":\nadd.s32 %r1, %r1, 1;\nadd.s64 %rd2, %rd2, 8;\nld.global.u32 %r2, [%rd2];\n";
    for (int i = 2999; i >= 0; --i)
        text += "setp.lt.s32 %p1, %r1, %r3;\n@%p1 bra L" + std::to_string(i) + ";\n";
    const Rewritten result = rewritten(in_module(in_kernel(text)));
    EXPECT_EQ(result.accesses.size(), 3000U);
}

// Whether a register is written once is known without a look at all its uses.
TEST(GuardRewriter, ManyAccessesThroughOneRegisterTakeNoTime) {
    std::string text;
    for (int i = 0; i < 20'000; ++i)
        text += "ld.u32 %r2, [%rd1];\n";
    EXPECT_EQ(rewritten(in_module(in_kernel(text))).accesses.size(), 20'000U);
}

// Triton puts swizzled matrices at the start of dynamic shared memory, which it declares with an alignment of 16.
TEST(GuardRewriter, SwizzledMatricesStayWhereTheirPatternBegins) {
    const auto kernel = [](const char* name) {
        return read_file(std::string(RINGFENCE_SOURCE_DIR) + "/tests/triton/kernels/" + name, 1 << 20).take();
    };
    EXPECT_THAT(rewritten(kernel("hopper.ptx")).ptx, HasSubstr(".b8 __rf_shared_keep[1024];"));
    // Others have no use for that much.
    EXPECT_THAT(rewritten(kernel("matmul.ptx")).ptx, HasSubstr(".b8 __rf_shared_keep[16];"));
}

// 48 KiB is all that a kernel may declare: where gaps between arrays would make it more, they stay as they are.
TEST(GuardRewriter, ArraysThatJustFitAreNotMovedApart) {
    const auto text = [](const std::string& one, const std::string& other) {
        const Result<GuardedPtx> guarded = guard(in_module(
            in_kernel("mov.u32 %r2, one;\nmov.u32 %r3, other;\nst.shared.u16 [%r2], %r3;",
                      ".shared .align 2 .b8 one[" + one + "];\n.shared .align 2 .b8 other[" + other + "];\n")));
        EXPECT_TRUE(guarded.ok());
        return guarded.ok() ? guarded.value().ptx : std::string();
    };
    EXPECT_THAT(text("24576", "24576"), HasSubstr(".shared .align 16 .b8 rf$one[24576]"));
    EXPECT_THAT(text("24574", "20002"), HasSubstr(".shared .align 16 .b8 rf$other[20002]"));
    EXPECT_THAT(text("24574", "24578"), HasSubstr(".shared .align 2 .b8 rf$one[24574]"));
    EXPECT_THAT(text("24574", "24578"), HasSubstr(".shared .align 2 .b8 rf$other[24578]"));
}

// ptxas begins each such array at its own alignment: where the guard's begins earlier, so does its end of shared
// memory.
TEST(GuardRewriter, SharedMemoryEndsBehindItsMostAlignedArray) {
    const std::string kernel =
        in_kernel("mov.u32 %r2, big;\nadd.s32 %r3, %r2, %r1;\nld.shared.u8 %r4, [%r3];\nst.global.u32 [%rd2], %r4;",
                  ".shared .align 4 .b8 small[20];\n");
    const auto text = [&](const std::string& alignment) {
        return rewritten(in_module(".extern .shared .align " + alignment + " .b8 big[];\n" + kernel)).ptx;
    };
    EXPECT_THAT(text("128"), HasSubstr(".extern .shared .align 128 .b8 __rf_shared[];"));
    EXPECT_THAT(text("4"), HasSubstr(".extern .shared .align 16 .b8 __rf_shared[];"));
}

// The assembler makes one instruction of a product and its sum, which rounds once, where nothing parts them.
TEST(GuardRewriter, CheckModeDoesNotPartAProductFromItsSum) {
    const std::string text =
        in_module(in_kernel("ld.global.u64 %rd3, [%rd2];\nld.global.f32 %f1, [%rd3];\nmul.f32 %f2, %f1, %f1;\n"
                            "ld.global.f32 %f3, [%rd3+4];\nsub.f32 %f4, %f3, %f2;\nst.global.f32 [%rd2], %f4;"));
    RewriteOptions options;
    options.mode = Mode::Check;
    const std::string both = "\tmul.f32 %f2, %f1, %f1;\n\tsub.f32 %f4, %f3, %f2;\n";
    EXPECT_THAT(rewritten(text, options).ptx, HasSubstr(both));
    EXPECT_THAT(rewritten(text).ptx, Not(HasSubstr(both)));
}

TEST(GuardRewriter, CheckModeRepeatsAProductForEachSum) {
    const std::string before =
        "ld.global.u64 %rd3, [%rd2];\nld.global.f32 %f1, [%rd3];\nmul.f32 %f2, %f1, %f1;\n"
        "add.f32 %f4, %f1, %f2;\nst.global.f32 [%rd3+4], %f4;\nsub.f32 %f5, %f1, %f2;\n";
    RewriteOptions options;
    options.mode = Mode::Check;
    const std::string again = "\tmul.f32 %f2, %f1, %f1;\n\tsub.f32 %f5, %f1, %f2;\n";
    const std::string first = "\tmul.f32 %f2, %f1, %f1;\n\tadd.f32 %f4, %f1, %f2;\n";
    const std::string sums = rewritten(in_module(in_kernel(before + "st.global.f32 [%rd2], %f5;")), options).ptx;
    EXPECT_THAT(sums, HasSubstr(first));
    EXPECT_THAT(sums, HasSubstr(again));
    // The assembler does not fuse a product into a sum if the product is used elsewhere, too.
    const std::string stored = rewritten(in_module(in_kernel(before + "st.global.f32 [%rd2], %f2;")), options).ptx;
    EXPECT_THAT(stored, HasSubstr(first));
    EXPECT_THAT(stored, Not(HasSubstr(again)));
}

TEST(GuardRewriter, CheckModeLeavesProductsWhereTheirFactorsChange) {
    RewriteOptions options;
    options.mode = Mode::Check;
    for (const std::string between :
         {"ld.global.f32 %f1, [%rd3+4];", "@%p1 ld.global.f32 %f1, [%rd3+4];", "st.global.f32 [%rd3], %f2;",
          "ld.global.f32 %f2, [%rd3];", "L: ld.global.f32 %f5, [%rd3];"}) {
        const std::string text =
            in_module(in_kernel("ld.global.u64 %rd3, [%rd2];\nld.global.f32 %f1, [%rd3];\nsetp.eq.u32 %p1, %r1, 0;\n"
                                "mul.f32 %f2, %f1, %f1;\n" +
                                between + "\nadd.f32 %f4, %f1, %f2;\nst.global.f32 [%rd2], %f4;"));
        EXPECT_THAT(rewritten(text, options).ptx, Not(HasSubstr("%f1;\n\tadd.f32"))) << between;
    }
}

}  // namespace
}  // namespace ringfence::guard
