// Barriers in shared memory become words that ordinary instructions change. What they then compute is tested by
// programs (tests/e2e) and against the software GPU's own barriers (attack_runner --random).
#include "guard/rewriter/software_barriers.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/sanitizers.h"
#include "guard/guard.h"
#include "ptx/parser.h"

namespace ringfence::guard {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string kernel(const std::string& body) {
    return ".version 8.6\n.target sm_90\n.address_size 64\n.shared .align 8 .b64 barrier;\n"
           ".shared .align 16 .b8 words[256];\n.visible .entry k(.param .u64 out)\n{\n"
           ".reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %d<8>;\n"
           "ld.param.u64 %d7, [out];\nmov.u32 %r7, barrier;\n" +
           body + "\nret;\n}\n";
}

// The module with software barriers, parsed again; the same text if nothing was changed.
std::string changed(const std::string& text) {
    DiagnosticSink sink;
    const auto module = ptx::parse(std::make_shared<const std::string>(text), sink);
    EXPECT_NE(module, nullptr);
    if (module == nullptr) return {};
    std::string now = rewriting::make_barriers_software(*module).value_or(text);
    DiagnosticSink again;
    EXPECT_NE(ptx::parse(std::make_shared<const std::string>(now), again), nullptr)
        << now << (again.diagnostics().empty() ? "" : again.diagnostics().front().message);
    return now;
}

class Barriers : public ::testing::TestWithParam<const char*> {};

TEST_P(Barriers, BecomeWords) {
    const std::string text = kernel(GetParam());
    const std::string now = changed(text);
    EXPECT_THAT(now, Not(HasSubstr("mbarrier")));
    EXPECT_EQ(std::count(now.begin(), now.end(), '\n'), std::count(text.begin(), text.end(), '\n'));
    for (const Mode mode : {Mode::Fence, Mode::Check}) {
        GuardOptions options;
        options.mode = mode;
        const auto guarded = guard(text, options);
        EXPECT_TRUE(guarded.ok()) << guarded.error().text();
    }
}

INSTANTIATE_TEST_SUITE_P(
    All, Barriers,
    ::testing::Values(
        "mbarrier.init.shared.b64 [barrier], 4294967295;", "@%p0 mbarrier.init.shared::cta.b64 [%r7], %r0;",
        "mbarrier.inval.shared.b64 [barrier];", "mbarrier.arrive.shared.b64 %d0, [barrier];",
        "mbarrier.arrive.shared.b64 _, [%r7+-8];", "@!%p1 mbarrier.arrive.shared.b64 %d7, [%d7];",
        "mbarrier.arrive.b64 %d7, [%d7+8];", "mbarrier.arrive.release.cta.shared::cta.b64 %d0, [barrier], %r0;",
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r7], 3;",
        "mbarrier.arrive.noComplete.shared.b64 %d0, [barrier], 2;",
        "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %d0, [barrier], %r1;",
        "mbarrier.arrive_drop.shared.b64 _, [barrier];",
        "mbarrier.arrive_drop.expect_tx.relaxed.cluster.shared::cta.b64 %d0, [barrier], 16;",
        "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [barrier], 16;",
        "@%p0 mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [barrier], %r0;",
        "@%p0 mbarrier.test_wait.shared.b64 %p0, [barrier], %d0;",
        "mbarrier.test_wait.parity.acquire.cta.shared::cta.b64 %p0, [barrier], %r0;",
        "mbarrier.try_wait.shared.b64 %p0, [barrier], %d0, 1000;",
        "mbarrier.try_wait.parity.relaxed.cluster.shared::cta.b64 %p0, [%r7], 1, %r0;",
        "mbarrier.pending_count.b64 %r0, %d0;", "cp.async.mbarrier.arrive.shared.b64 [barrier];",
        "@!%p2 cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r7+8];",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [words], [%d7], 64, [barrier];",
        "@%p0 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r0+16], [%d7+32], %r1, [%r7];",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%d0], [%d7], %r1, [%d1], "
        "%d2;",
        // Lines and words of its own may stand in an instruction.
        "mbarrier.arrive.shared.b64 // why\n  %d0,\n  [barrier];"));

TEST(SoftwareBarriers, LeaveOtherModulesAlone) {
    const std::string text = kernel("bar.sync 0;\ncp.async.wait_all;");
    EXPECT_EQ(changed(text), text);
}

class Refused : public ::testing::TestWithParam<const char*> {};

TEST_P(Refused, WhatIsNotUnderstood) {
    const auto guarded = guard(kernel(GetParam()), {});
    ASSERT_FALSE(guarded.ok());
}

INSTANTIATE_TEST_SUITE_P(
    All, Refused,
    ::testing::Values(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [words], [%d7], 64, "
        "[barrier], 1;",
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [words], [%r0], 64, [barrier];",
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [words], %r0, [barrier];",
        "mapa.shared::cluster.u32 %r1, %r7, 1;"));

// A program may store by a bulk copy what a bulk copy has loaded, with nothing but the barrier between the two.
TEST(SoftwareBarriers, LetBulkCopiesSeeWhatWasCopied) {
    const std::string now = changed(
        kernel("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [words], [%d7], 64, [barrier];"));
    const std::size_t fence = now.find("fence.proxy.async.shared::cta");
    ASSERT_NE(fence, std::string::npos);
    EXPECT_LT(now.rfind("cp.async"), fence);
    EXPECT_LT(fence, now.find("atom."));
}

// So many loops within loops leave the checker no steps to find names with; the guard's own bounds are known all the
// same.
TEST(SoftwareBarriers, AreBoundedInLoopsWithinLoops) {
    const auto guarded = guard(R"(.version 8.3
.target sm_90
.address_size 64
.shared .align 16 .b8 barriers[6144];
.visible .entry k(.param .u64 out)
{
    .reg .pred %p<4>;
    .reg .b32 %thread, %a, %b, %c;
    .reg .b64 %d, %mine;
    mov.u32 %thread, %tid.x;
    mov.u32 %a, barriers;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%a+16], [%mine+32768], 80, [%a];
OUTER:
    mov.u32 %c, 0;
INNER:
    mov.u32 %b, barriers;
    mad.lo.u32 %b, %thread, 192, %b;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%b+16], [%mine+32768], 16, [%b];
    mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%b], 16;
    mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%b], 32;
    mbarrier.arrive_drop.release.cta.shared::cta.b64 %d, [%b], 1;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%b+16], [%mine+32768], 16, [%b];
    mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%b], 16;
    mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%b], 16;
    @%p1 bra INNER;
    @%p0 bra OUTER;
    ret;
}
)",
                               {});
    EXPECT_TRUE(guarded.ok()) << guarded.error().text();
}

// A dense text becomes a hundred times as long: it is refused before that takes the worker's memory.
class Dense : public ::testing::TestWithParam<const char*> {};

TEST_P(Dense, TextsAreRefusedInTime) {
    std::string body;
    for (int i = 0; i < 200; ++i)
        body += GetParam();
    GuardOptions options;
    options.most_text_bytes = 40000;
    ASSERT_LT(kernel(body).size(), options.most_text_bytes);
    const auto guarded = guard(kernel(body), options);
    ASSERT_FALSE(guarded.ok());
    EXPECT_THAT(guarded.error().text(), HasSubstr("and 40000 are the most"));
    EXPECT_TRUE(guard(kernel(body), {}).ok());
}

INSTANTIATE_TEST_SUITE_P(
    All, Dense,
    ::testing::Values("mbarrier.arrive.shared.b64 _, [%r7];\n", "ld.u64 %d0, [%d0];\n",
                      "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r0], [%d0], %r1, [%r7];\n"));

// Kilobytes that a process of its own has at most, beyond those of the test.
long memory_taken(const std::function<void()>& work) {
    int ends[2] = {};
    EXPECT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const auto most = [] {
            rusage usage = {};
            ::getrusage(RUSAGE_SELF, &usage);
            return usage.ru_maxrss;
        };
        const long before = most();
        work();
        const long taken = most() - before;
        ::_exit(::write(ends[1], &taken, sizeof taken) == sizeof taken ? 0 : 1);
    }
    ::close(ends[1]);
    long taken = -1;
    EXPECT_EQ(::read(ends[0], &taken, sizeof taken), static_cast<ssize_t>(sizeof taken));
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
    return taken;
}

// The bound on the text is one on the worker's memory because of this.
TEST(GuardMemory, IsInProportionToTheRewrittenText) {
    if (RINGFENCE_ASAN != 0 || RINGFENCE_TSAN != 0) GTEST_SKIP() << "sanitizers take memory of their own";
    std::string body;
    for (int i = 0; i < 4000; ++i)
        body += "ld.u64 %d0, [%d0];\n";
    constexpr std::size_t times = 40;
    constexpr std::size_t beside = std::size_t{32} << 20U;
    // First: memory that was freed would not be counted.
    const long taken = memory_taken([&] { EXPECT_TRUE(guard(kernel(body), {}).ok()); });
    EXPECT_GT(taken, 0);
    const auto guarded = guard(kernel(body), {});
    ASSERT_TRUE(guarded.ok()) << guarded.error().text();
    EXPECT_LT(static_cast<std::size_t>(taken) << 10U, times * guarded.value().ptx.size() + beside);
    EXPECT_LE(most_text_bytes * times, std::uint64_t{5} << 29U);
}

TEST(SoftwareBarriers, StopWhereThereIsNoRoom) {
    std::string body;
    for (int i = 0; i < 200; ++i)
        body += "mbarrier.arrive.shared.b64 _, [%r7];\n";
    DiagnosticSink sink;
    const auto module = ptx::parse(std::make_shared<const std::string>(kernel(body)), sink);
    ASSERT_NE(module, nullptr);
    EXPECT_LT(rewriting::make_barriers_software(*module, 10000)->size(), 30000);
    EXPECT_GT(rewriting::make_barriers_software(*module)->size(), 100000);
}

// Names that the module has are not used, so that nothing of the tenant's is mistaken for what was added.
TEST(SoftwareBarriers, HaveNamesOfTheirOwn) {
    const std::string now = changed(
        kernel("guard_barrier_0_again: mbarrier.arrive.shared.b64 %d0, [barrier];\n@%p0 bra guard_barrier_0_again;"));
    EXPECT_THAT(now, HasSubstr("guard_barrier_1_again:"));
}

}  // namespace
}  // namespace ringfence::guard
