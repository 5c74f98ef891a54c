#include "guard/conditions/launch_conditions.h"

#include <chrono>
#include <cstdio>
#include <cstring>

#include "checker_support.h"

namespace ringfence::guard::test {
namespace {

constexpr std::uint64_t base = std::uint64_t{7} << 36;

// The parameters of checker_support.h's kernel.
struct Parameters {
    std::uint64_t p = base + 4096;
    std::uint64_t q = base + 8192;
    std::uint32_t n = 1000;
    std::int32_t m = 10;
    std::uint64_t w = 1000;
};

bool holds(const LaunchConditions& conditions, const Parameters& parameters, std::uint32_t block = 128,
           std::uint32_t grid = 8, std::uint64_t dynamic_shared = 0, std::uint64_t static_shared = 0) {
    LaunchFacts facts;
    facts.parameters = std::as_bytes(std::span(&parameters, 1));
    facts.block = {block, 1, 1};
    facts.grid = {grid, 1, 1};
    facts.static_shared = static_shared;
    facts.dynamic_shared = dynamic_shared;
    facts.window = {base, 36};
    return conditions.hold(facts);
}

LaunchConditions conditions_of(const std::string& body) {
    Checked checked(module_head() + kernel(body));
    EXPECT_TRUE(checked.report.is_safe()) << checked.findings();
    return checked.report.kernels.empty() ? LaunchConditions() : checked.report.kernels[0].conditions;
}

const std::string grid_stride = R"(
 ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [w];
 mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mov.u32 %r6, %nctaid.x;
 mul.wide.u32 %rd8, %r2, %r3; cvt.u64.u32 %rd9, %r4; add.s64 %rd3, %rd8, %rd9; mul.wide.u32 %rd10, %r6, %r3;
 setp.ge.u64 %p1, %rd3, %rd2; @%p1 bra DONE;
 shl.b64 %rd11, %rd10, 2; shl.b64 %rd12, %rd3, 2; add.s64 %rd13, %rd1, %rd12;
LOOP:
 ld.global.f32 %f1, [%rd13]; add.s64 %rd13, %rd13, %rd11; add.s64 %rd3, %rd3, %rd10;
 setp.lt.u64 %p2, %rd3, %rd2; @%p2 bra LOOP;
DONE:)";

TEST(LaunchConditions, PointersMustBeInTheWindow) {
    const LaunchConditions conditions = conditions_of(
        "ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mul.wide.s32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; "
        "ld.global.f32 %f1, [%rd3];");
    EXPECT_TRUE(holds(conditions, {}));
    Parameters outside;
    outside.p = 0;
    EXPECT_FALSE(holds(conditions, outside));
    outside.p = base - 4;
    EXPECT_FALSE(holds(conditions, outside));
    outside.p = base + (std::uint64_t{1} << 36);
    EXPECT_FALSE(holds(conditions, outside));
    outside.p = base + 2;
    EXPECT_FALSE(holds(conditions, outside));
    Parameters other;
    other.q = 1;
    EXPECT_TRUE(holds(conditions, other));
    LaunchFacts nothing;
    nothing.window = {base, 36};
    EXPECT_FALSE(conditions.hold(nothing));
}

// An address that goes round in a loop may come from any of the parameters that the loop brings.
TEST(LaunchConditions, EachPointerThatALoopBringsMustBeInTheWindow) {
    const LaunchConditions conditions = conditions_of(
        "ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [q]; setp.eq.u32 %p2, %r9, 0;\n"
        "L: ld.global.f32 %f1, [%rd1]; selp.b64 %rd1, %rd1, %rd2, %p2; @%p1 bra L;");
    EXPECT_TRUE(holds(conditions, {}));
    Parameters outside;
    outside.q = base + (std::uint64_t{1} << 36);
    EXPECT_FALSE(holds(conditions, outside)) << conditions.text();
    outside = {};
    outside.p = base - 4;
    EXPECT_FALSE(holds(conditions, outside)) << conditions.text();
}

// A fence without a mask: the address is in the window, and as aligned as the pointer is that it comes from.
TEST(LaunchConditions, FencesWithoutAMaskNeedAlignedPointers) {
    const auto fenced = [](const std::string& multiple) {
        return conditions_of(
            "ld.const.b32 %r1, [__rf_words]; ld.const.b32 %r2, [__rf_words+4]; ld.param.u64 %rd1, [p]; shl.b64 %rd4, "
            "%rd50, " +
            multiple +
            "; add.s64 %rd5, %rd1, %rd4; mov.b64 {%r3, %r4}, %rd5; and.b32 %r6, %r4, %r1; or.b32 %r7, %r6, %r2;"
            "mov.b64 %rd8, {%r3, %r7}; ld.global.u64 %rd9, [%rd8];");
    };
    EXPECT_TRUE(holds(fenced("3"), {}));
    EXPECT_FALSE(holds(fenced("2"), {}));
    Parameters crooked;
    crooked.p = base + 4;
    EXPECT_FALSE(holds(fenced("3"), crooked));
    // It need not be in the window: the fence puts it there.
    Parameters outside;
    outside.p = 0;
    EXPECT_TRUE(holds(fenced("3"), outside));
}

TEST(LaunchConditions, SizesDecide) {
    const LaunchConditions conditions = conditions_of(grid_stride);
    EXPECT_TRUE(holds(conditions, {}));
    Parameters large;
    large.w = std::uint64_t{8} << 30;
    EXPECT_TRUE(holds(conditions, large)) << conditions.text();
    large.w = std::uint64_t{9} << 30;
    EXPECT_FALSE(holds(conditions, large));
    large.w = UINT64_MAX;
    EXPECT_FALSE(holds(conditions, large));
    Parameters none;
    none.w = 0;
    EXPECT_TRUE(holds(conditions, none));
}

TEST(LaunchConditions, SharedMemoryOfTheLaunch) {
    const LaunchConditions conditions = conditions_of(
        ".extern .shared .align 16 .b8 d[]; mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, d; add.s32 %r4, "
        "%r3, %r2; "
        "ld.shared.f32 %f1, [%r4];");
    EXPECT_TRUE(holds(conditions, {}, 128, 1, 512));
    EXPECT_FALSE(holds(conditions, {}, 128, 1, 511));
    EXPECT_FALSE(holds(conditions, {}, 129, 1, 512));
    const LaunchConditions fixed = conditions_of(".extern .shared .align 16 .b8 d[]; st.shared.u32 [d+8], 0;");
    EXPECT_TRUE(holds(fixed, {}, 1, 1, 12));
    EXPECT_FALSE(holds(fixed, {}, 1, 1, 11));
    // Behind variables of the kernel's own, which the device has told the size of: perhaps with the gap that the
    // array's alignment makes.
    EXPECT_TRUE(holds(fixed, {}, 1, 1, 12, 32));
    EXPECT_FALSE(holds(fixed, {}, 1, 1, 11, 32));
    EXPECT_TRUE(holds(fixed, {}, 1, 1, 24, 20));
    EXPECT_FALSE(holds(fixed, {}, 1, 1, 23, 20));
    EXPECT_FALSE(holds(fixed, {}, 1, 1, 12, UINT64_MAX)) << "nothing is known of them";
    EXPECT_FALSE(holds(fixed, {}, 1, 1, UINT64_MAX, 0));
    // All arrays begin where the one with the largest alignment can.
    const LaunchConditions aligned = conditions_of(
        ".extern .shared .align 16 .b8 d[]; .extern .shared .align 128 .b8 e[]; mov.u32 %r1, e; "
        "st.shared.u32 [d+8], 0;");
    EXPECT_TRUE(holds(aligned, {}, 1, 1, 12 + 108, 20));
    EXPECT_FALSE(holds(aligned, {}, 1, 1, 11 + 108, 20));
}

TEST(LaunchConditions, OtherKernelsSharedMemoryDoesNotCount) {
    const Checked checked(module_head() + kernel(".extern .shared .align 16 .b8 d[]; st.shared.u32 [d+8], 0;") +
                          ".visible .entry other() { .shared .align 16 .b8 s[4096]; st.shared.u32 [s], 0; ret; }\n");
    ASSERT_TRUE(checked.report.is_safe()) << checked.findings();
    EXPECT_TRUE(holds(checked.report.kernels[0].conditions, {}, 1, 1, 12));
}

TEST(LaunchConditions, WhatIsComparedLaterNeedsNoLaunch) {
    // As compilers write a reduction: the address first, then who takes part.
    const LaunchConditions conditions = conditions_of(R"(
 .shared .align 4 .b8 s[1024]; mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, s; add.s32 %r4, %r3, %r2;
 st.shared.u32 [%r4], 0; setp.gt.u32 %p1, %r1, 127; @%p1 bra E; ld.shared.u32 %r5, [%r4+512];
E: setp.eq.s32 %p2, %r1, 0; @%p2 bra F; ld.shared.u32 %r6, [%r4+-4];
F:)");
    EXPECT_TRUE(holds(conditions, {}, 256));
    EXPECT_FALSE(holds(conditions, {}, 257));
}

TEST(LaunchConditions, LoopsOfEqualSteps) {
    // The number of turns comes from a parameter, rounded down to a multiple of four.
    const LaunchConditions conditions = conditions_of(R"(
 ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [n]; setp.lt.s32 %p2, %r1, 4; @%p2 bra E; and.b32 %r2, %r1, -4;
L: ld.global.f32 %f1, [%rd1]; add.s64 %rd1, %rd1, 4096; add.s32 %r2, %r2, -4; setp.ne.s32 %p1, %r2, 0; @%p1 bra L;
E:)");
    Parameters parameters;
    EXPECT_TRUE(holds(conditions, parameters)) << conditions.text();
    parameters.n = 3;
    EXPECT_TRUE(holds(conditions, parameters)) << conditions.text();
    parameters.n = 0x7fffffff;
    EXPECT_FALSE(holds(conditions, parameters));
    parameters.n = 0xffffffff;
    EXPECT_TRUE(holds(conditions, parameters));
}

TEST(LaunchConditions, UnrolledLoopsOf64Bits) {
    // As nvcc writes `for (k = 0; k < w; ++k)`: four at a time, then the rest.
    const LaunchConditions conditions = conditions_of(R"(
 ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [w]; setp.lt.s64 %p9, %rd2, 1; @%p9 bra E; and.b64 %rd3, %rd2, 3;
 add.s64 %rd8, %rd2, -1; setp.lt.u64 %p3, %rd8, 3; mov.u64 %rd5, 0; mov.u64 %rd9, %rd1; @%p3 bra R; sub.s64 %rd4, %rd3, %rd2;
L: ld.global.f32 %f1, [%rd9]; add.s64 %rd9, %rd9, 4096; add.s64 %rd5, %rd5, 4; add.s64 %rd6, %rd4, %rd5; setp.ne.s64 %p1, %rd6, 0;
 @%p1 bra L;
R: setp.eq.s64 %p5, %rd3, 0; @%p5 bra E; neg.s64 %rd10, %rd3;
S: ld.global.f32 %f1, [%rd9]; add.s64 %rd9, %rd9, 1024; add.s64 %rd10, %rd10, 1; setp.ne.s64 %p6, %rd10, 0; @%p6 bra S;
E:)");
    Parameters parameters;
    for (const std::uint64_t w : {4, 5, 1000, 1001, 1 << 20}) {
        parameters.w = w;
        EXPECT_TRUE(holds(conditions, parameters)) << w << "\n" << conditions.text();
    }
    parameters.w = std::uint64_t{1} << 40;
    EXPECT_FALSE(holds(conditions, parameters));
}

TEST(LaunchConditions, WaysThatNoThreadTakes) {
    // A row of s for each block: too far, unless no thread has so large a number.
    const LaunchConditions conditions = conditions_of(R"(
 .shared .align 4 .b8 s[256]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ntid.x; mov.u32 %r9, %nctaid.x; and.b32 %r3, %r1, 31;
 shr.u32 %r4, %r1, 5; setp.eq.u32 %p1, %r4, 0; @%p1 bra J; add.s32 %r3, %r9, %r3;
J: shl.b32 %r5, %r3, 2; mov.u32 %r6, s; add.s32 %r7, %r6, %r5; ld.shared.u32 %r8, [%r7];)");
    EXPECT_TRUE(holds(conditions, {}, 32, 1000)) << conditions.text();
    EXPECT_TRUE(holds(conditions, {}, 64, 32)) << "32 + 31";
    EXPECT_FALSE(holds(conditions, {}, 64, 33));
    EXPECT_FALSE(holds(conditions, {}, 33, 1000)) << "the last thread goes there";
}

TEST(LaunchConditions, UnrolledLoopsOfThreads) {
    // As nvcc writes `for (i = tid / 32; i < 64; i += 8) s[i]`: what is left of four first, then four at a time.
    const LaunchConditions conditions = conditions_of(R"(
 .shared .align 4 .b8 s[256]; mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; mov.u32 %r3, 63; sub.s32 %r4, %r3, %r2; shr.u32 %r5, %r4, 3;
 add.s32 %r6, %r5, 1; and.b32 %r7, %r6, 3; mov.u32 %r15, %r2; setp.eq.s32 %p1, %r7, 0; @%p1 bra M; add.s32 %r15, %r2, 8;
 setp.eq.s32 %p2, %r7, 1; @%p2 bra M; add.s32 %r15, %r2, 16;
M: setp.lt.u32 %p3, %r4, 24; @%p3 bra E; shl.b32 %r8, %r15, 2; mov.u32 %r9, s; add.s32 %r16, %r9, %r8;
L: ld.shared.u32 %r10, [%r16]; ld.shared.u32 %r11, [%r16+32]; ld.shared.u32 %r12, [%r16+64]; ld.shared.u32 %r13, [%r16+96];
 add.s32 %r16, %r16, 128; add.s32 %r15, %r15, 32; setp.lt.u32 %p4, %r15, 64; @%p4 bra L;
E:)");
    EXPECT_TRUE(holds(conditions, {}, 256)) << conditions.text();
    EXPECT_FALSE(holds(conditions, {}, 512)) << "sixteen warps, of which some have something left over";
}

TEST(LaunchConditions, CountersThatDouble) {
    // A sorting network's sizes, up to the block's.
    const LaunchConditions conditions = conditions_of(R"(
 .shared .align 4 .b8 s[1024]; mov.u32 %r1, %ntid.x; mov.u32 %r2, 2; mov.u32 %r9, s;
L: shl.b32 %r3, %r2, 2; add.s32 %r4, %r9, %r3; ld.shared.u32 %r5, [%r4+-4]; shl.b32 %r2, %r2, 1; setp.le.u32 %p3, %r2, %r1; @%p3 bra L;)");
    for (const std::uint32_t block : {1U, 32U, 100U, 256U})
        EXPECT_TRUE(holds(conditions, {}, block)) << block << "\n" << conditions.text();
    EXPECT_FALSE(holds(conditions, {}, 512));
}

TEST(LaunchConditions, HalvesOfSignedNumbers) {
    // `for (int i = ntid / 2; i != 0; i /= 2) if (tid < i) s[tid] += s[tid + i];`
    const std::string loop = R"(
 .shared .align 4 .b8 s[1024]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ntid.x; shr.u32 %r3, %r2, 1; mov.u32 %r9, s; shl.b32 %r4, %r1, 2;
 add.s32 %r4, %r9, %r4; mov.u32 %r13, 0;
L: setp.ge.s32 %p1, %r1, %r3; @%p1 bra N; shl.b32 %r5, %r3, 2; add.s32 %r6, %r4, %r5; ld.shared.u32 %r7, [%r6];
N: shr.u32 %r10, $X, 31; add.s32 %r11, %r3, %r10; shr.s32 %r3, %r11, 1; setp.ne.s32 %p2, %r3, 0; @%p2 bra L;)";
    const auto with = [&](const std::string& number) {
        std::string text = loop;
        return text.replace(text.find("$X"), 2, number);
    };
    const LaunchConditions conditions = conditions_of(with("%r3"));
    EXPECT_TRUE(holds(conditions, {}, 256)) << conditions.text();
    EXPECT_FALSE(holds(conditions, {}, 512));
    // The sign of another number may be 1 in every turn.
    Checked checked(module_head() + kernel(with("%r14")));
    const bool is_known = checked.report.is_safe() && holds(checked.report.kernels[0].conditions, {}, 256);
    EXPECT_FALSE(is_known);
}

TEST(LaunchConditions, AreFast) {
    const LaunchConditions conditions = conditions_of(grid_stride);
    Parameters parameters;
    constexpr int rounds = 100000;
    int held = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < rounds; ++i) {
        parameters.w = 1000 + static_cast<std::uint64_t>(i);
        held += holds(conditions, parameters) ? 1 : 0;
    }
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(held, rounds);
    std::printf("hold() of a grid-stride loop: %.0f ns\n", taken.count() / rounds);
}

}  // namespace
}  // namespace ringfence::guard::test
