// Functions that are made to hurt. None may recurse, take quadratic time, or fill memory; the sizes are such that any
// of these would show.
#include <gmock/gmock.h>

#include "ptx/analysis/callgraph.h"
#include "ptx/analysis/defuse.h"
#include "ptx/analysis/dominators.h"
#include "ptx/analysis/lint.h"
#include "ptx/analysis/liveness.h"
#include "ptx/analysis/loops.h"
#include "ptx/analysis/stats.h"
#include "ptx/analysis/svg.h"
#include "support.h"

namespace ringfence::ptx {
namespace {

using test::Kernel;

constexpr unsigned many = 100'000;

std::string label(unsigned number) {
    return "L" + std::to_string(number);
}

void run_everything(const Function& function) {
    const ControlFlowGraph cfg(function);
    const DominatorTree tree = dominators(cfg);
    EXPECT_GE(post_dominators(cfg).preorder().size(), cfg.size());
    const LoopForest loops(cfg, tree);
    const DefUse def_use(function);
    const Result<Liveness> liveness = Liveness::compute(cfg, def_use);
    if (liveness.ok()) max_pressure(cfg, def_use, liveness.value());
    EXPECT_LT(to_svg(cfg).size(), 8'000'000U);
}

TEST(Hostile, AChainOfBlocks) {
    std::string body;
    for (unsigned i = 0; i < many; ++i)
        body += "@%p1 bra " + label(i) + ";" + label(i) + ":\n";
    const Kernel kernel(body);
    const ControlFlowGraph cfg(*kernel.function);
    EXPECT_EQ(cfg.size(), many + 1);
    EXPECT_EQ(dominators(cfg).depth(many), many);
    run_everything(*kernel.function);
}

// Two rails with rungs: intersecting dominators node by node takes quadratic time here.
TEST(Hostile, ALadder) {
    std::string body = "@%p1 bra R0;\n";
    for (unsigned i = 0; i + 1 < many / 2; ++i)
        body += label(i) + ": @%p1 bra R" + std::to_string(i + 1) + ";\n";
    body += "ret;\n";
    for (unsigned i = 0; i + 1 < many / 2; ++i)
        body += "R" + std::to_string(i) + ": @%p2 bra " + label(i) + ";\n";
    body += "R" + std::to_string(many / 2 - 1) + ": ret;\n";
    run_everything(*Kernel(body).function);
}

TEST(Hostile, DeeplyNestedLoops) {
    std::string body;
    for (unsigned i = 0; i < many / 2; ++i)
        body += label(i) + ": mov.u32 %r1, 1;\n";
    for (unsigned i = many / 2; i-- > 0;)
        body += "@%p1 bra " + label(i) + ";\n";
    const Kernel kernel(body);
    const ControlFlowGraph cfg(*kernel.function);
    EXPECT_EQ(LoopForest(cfg, dominators(cfg)).max_depth(), many / 2);
    run_everything(*kernel.function);
}

// Every branch goes back to the start: dominators of the reversed graph, and one header with many back edges.
TEST(Hostile, AllBackToOne) {
    std::string body = "L: mov.u32 %r1, 1;\n";
    for (unsigned i = 0; i < many; ++i)
        body += "@%p1 bra L;\n";
    const Kernel kernel(body);
    const ControlFlowGraph cfg(*kernel.function);
    EXPECT_EQ(LoopForest(cfg, dominators(cfg)).size(), 1U);
    run_everything(*kernel.function);
}

TEST(Hostile, OneTableForManyBranches) {
    constexpr unsigned count = 20'000;
    std::string body = "T: .branchtargets L0";
    for (unsigned i = 1; i < count; ++i)
        body += ", " + label(i);
    body += ";\n";
    for (unsigned i = 0; i < count; ++i)
        body += label(i) + ": brx.idx %r1, T;\n";
    const Kernel kernel(body);
    EXPECT_LT(ControlFlowGraph(*kernel.function).edges().size(), 3 * count);
    run_everything(*kernel.function);
}

TEST(Hostile, ManyRegistersLiveInManyBlocks) {
    constexpr unsigned registers = 20'000;
    std::string body = ".reg .b32 %x<" + std::to_string(registers) + ">;\n";
    for (unsigned i = 0; i < registers; ++i)
        body += "mov.u32 %x" + std::to_string(i) + ", 1;\n";
    for (unsigned i = 0; i < 20'000; ++i)
        body += "@%p1 bra " + label(i) + ";" + label(i) + ":\n";
    for (unsigned i = 0; i < registers; ++i)
        body += "st.global.u32 [%rd1], %x" + std::to_string(i) + ";\n";
    const Kernel kernel(body);
    const ControlFlowGraph cfg(*kernel.function);
    const DefUse def_use(*kernel.function);
    EXPECT_FALSE(Liveness::compute(cfg, def_use).ok()) << "400 million entries";
    EXPECT_EQ(collect_stats(*kernel.module).rows[0].pressure, std::nullopt);
}

TEST(Hostile, ManyKernelsWithManyRegisters) {
    std::string text;
    for (unsigned i = 0; i < 2000; ++i)
        text += ".entry k" + std::to_string(i) + "() { .reg .b32 %r<4000000>; mov.u32 %r3999999, 1; ret; }\n";
    const auto module = test::parse_module(text);
    EXPECT_EQ(collect_stats(*module).rows.size(), 2000U);
    DiagnosticSink sink;
    lint(*module, sink);
    EXPECT_EQ(sink.warning_count(), 0U);
}

TEST(Hostile, ManyCallsOfManyTargets) {
    constexpr unsigned count = 5000;
    std::string text;
    std::string targets = "f0";
    for (unsigned i = 0; i < count; ++i) {
        text += ".func f" + std::to_string(i) + "() { ret; }\n";
        if (i != 0) targets += ", f" + std::to_string(i);
    }
    text += ".entry k() { .reg .b64 %x; T: .calltargets " + targets + ";\n";
    for (unsigned i = 0; i < count; ++i)
        text += "call %x, (), T;\n";
    const auto module = test::parse_module(text + "ret; }");
    const CallGraph calls(*module);
    EXPECT_EQ(calls.reachable_from(calls.find("k")).size(), count + 1);
}

TEST(Hostile, ManyKernelsThatCallTheSame) {
    constexpr unsigned count = 5000;
    std::string text = ".func f0() { ret; }\n";
    for (unsigned i = 1; i < count; ++i)
        text += ".func f" + std::to_string(i) + "() { call f" + std::to_string(i - 1) + "; ret; }\n";
    for (unsigned i = 0; i < count * 3; ++i)
        text += ".entry k" + std::to_string(i) + "() { call f" + std::to_string(count - 1) + "; ret; }\n";
    const auto module = test::parse_module(text);
    const ModuleStats stats = collect_stats(*module);
    EXPECT_EQ(stats.rows.back().shared_bytes_with_calls, std::nullopt);
    EXPECT_EQ(stats.total.direct_calls, count * 4 - 1);
}

TEST(Hostile, ALongCallChainIsNoRecursion) {
    std::string text = ".func f0() { ret; }\n";
    for (unsigned i = 1; i < 20'000; ++i)
        text += ".func f" + std::to_string(i) + "() { call f" + std::to_string(i - 1) + "; ret; }\n";
    const auto module = test::parse_module(text);
    EXPECT_TRUE(CallGraph(*module).recursions().empty());
}

}  // namespace
}  // namespace ringfence::ptx
