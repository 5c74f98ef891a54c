#include "ptx/analysis/cfg.h"

#include <gmock/gmock.h>

#include "support.h"

namespace ringfence::ptx {
namespace {

using test::Kernel;
using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

std::vector<FlowEdge> edges_of(const ControlFlowGraph& cfg) {
    return {cfg.edges().begin(), cfg.edges().end()};
}

constexpr EdgeKind fall = EdgeKind::Fallthrough;
constexpr EdgeKind taken = EdgeKind::Taken;
constexpr EdgeKind table = EdgeKind::Table;
constexpr EdgeKind leave = EdgeKind::Leave;

TEST(ControlFlowGraph, OfStraightCodeIsOneBlock) {
    const Kernel kernel("mov.u32 %r1, 1; add.s32 %r1, %r1, %r1; ret;");
    const ControlFlowGraph cfg(*kernel.function);
    ASSERT_EQ(cfg.size(), 1U);
    EXPECT_EQ(cfg.block(0).begin, 0U);
    EXPECT_EQ(cfg.block(0).end, kernel.function->body.size());
    EXPECT_EQ(cfg.block(0).instruction_count, 3U);
    EXPECT_THAT(edges_of(cfg), ElementsAre(FlowEdge{0, 1, leave}));
}

TEST(ControlFlowGraph, OfAnEmptyBodyFallsThroughToTheExit) {
    const auto module = test::parse_module(".entry k() { }");
    const ControlFlowGraph cfg(*module->find_function("k"));
    ASSERT_EQ(cfg.size(), 1U);
    EXPECT_EQ(cfg.block(0).begin, cfg.block(0).end);
    EXPECT_THAT(edges_of(cfg), ElementsAre(FlowEdge{0, 1, fall}));
    EXPECT_EQ(cfg.last_instruction(0), nullptr);
}

TEST(ControlFlowGraph, AGuardedBranchHasTwoSuccessors) {
    const Kernel kernel("@%p1 bra A; mov.u32 %r1, 1; bra B; A: mov.u32 %r1, 2; B: ret;");
    const ControlFlowGraph cfg(*kernel.function);
    ASSERT_EQ(cfg.size(), 4U);
    EXPECT_EQ(cfg.block(2).label->name, "A");
    EXPECT_THAT(edges_of(cfg), ElementsAre(FlowEdge{0, 2, taken}, FlowEdge{0, 1, fall}, FlowEdge{1, 3, taken},
                                           FlowEdge{2, 3, fall}, FlowEdge{3, 4, leave}));
}

TEST(ControlFlowGraph, ABranchToTheNextBlockGivesTwoEdges) {
    const Kernel kernel("@%p1 bra A; A: ret;");
    const ControlFlowGraph cfg(*kernel.function);
    EXPECT_THAT(edges_of(cfg), ElementsAre(FlowEdge{0, 1, taken}, FlowEdge{0, 1, fall}, FlowEdge{1, 2, leave}));
}

TEST(ControlFlowGraph, NothingJumpsToTheEntry) {
    const auto module = test::parse_module(".entry k() { A: bra A; }");
    const ControlFlowGraph cfg(*module->find_function("k"));
    ASSERT_EQ(cfg.size(), 2U);
    EXPECT_EQ(cfg.block(0).begin, cfg.block(0).end);
    EXPECT_EQ(cfg.block_of(0), 1U);
    EXPECT_THAT(edges_of(cfg), ElementsAre(FlowEdge{0, 1, fall}, FlowEdge{1, 1, taken}));
}

TEST(ControlFlowGraph, LabelsInARowShareABlock) {
    const Kernel kernel("bra A; B: A: bra B;");
    const ControlFlowGraph cfg(*kernel.function);
    ASSERT_EQ(cfg.size(), 2U);
    EXPECT_EQ(cfg.block(1).label->name, "B");
    EXPECT_THAT(edges_of(cfg), ElementsAre(FlowEdge{0, 1, taken}, FlowEdge{1, 1, taken}));
}

TEST(ControlFlowGraph, LabelsThatNobodyBranchesToDoNotCut) {
    const Kernel kernel("mov.u32 %r1, 1; A: mov.u32 %r1, 2; ret;");
    EXPECT_EQ(ControlFlowGraph(*kernel.function).size(), 1U);
}

TEST(ControlFlowGraph, CodeBehindATerminatorIsABlockThatCannotBeReached) {
    const Kernel kernel("bra A; mov.u32 %r1, 1; A: ret;");
    const ControlFlowGraph cfg(*kernel.function);
    ASSERT_EQ(cfg.size(), 3U);
    EXPECT_FALSE(cfg.is_reachable(1));
    EXPECT_TRUE(cfg.is_reachable(2));
    EXPECT_TRUE(cfg.is_reachable(cfg.exit()));
}

TEST(ControlFlowGraph, BlocksCoverTheBody) {
    const Kernel kernel("{ .reg .b32 %x; mov.u32 %x, 1; @%p1 bra A; } .loc 1 2 3\n A: { @%p1 ret; } .reg .b32 %y;",
                        ".file 1 \"a.cu\"\n");
    const ControlFlowGraph cfg(*kernel.function);
    std::uint32_t next = 0;
    for (BlockId block = 0; block < cfg.code_block_count(); ++block) {
        EXPECT_EQ(cfg.block(block).begin, next);
        for (; next < cfg.block(block).end; ++next)
            EXPECT_EQ(cfg.block_of(next), block);
    }
    EXPECT_EQ(next, kernel.function->body.size());
    // The text after the last instruction belongs to its block.
    EXPECT_EQ(cfg.size(), 2U);
    EXPECT_THAT(edges_of(cfg),
                ElementsAre(FlowEdge{0, 1, taken}, FlowEdge{0, 1, fall}, FlowEdge{1, 2, leave}, FlowEdge{1, 2, fall}));
}

TEST(ControlFlowGraph, ALabelAtTheEndIsABlock) {
    const Kernel kernel("@%p1 bra A; mov.u32 %r1, 1; A:");
    const ControlFlowGraph cfg(*kernel.function);
    ASSERT_EQ(cfg.size(), 3U);
    EXPECT_EQ(cfg.block(2).instruction_count, 0U);
    EXPECT_THAT(cfg.successors(2), ElementsAre(FlowEdge{2, 3, fall}));
}

TEST(ControlFlowGraph, ExitTrapAndReturnLeave) {
    for (const char* instruction : {"ret;", "exit;", "trap;"}) {
        const Kernel plain(std::string(instruction) + " mov.u32 %r1, 1;");
        EXPECT_THAT(edges_of(ControlFlowGraph(*plain.function)),
                    ElementsAre(FlowEdge{0, 2, leave}, FlowEdge{1, 2, fall}));
        const Kernel guarded("@!%p1 " + std::string(instruction) + " mov.u32 %r1, 1;");
        EXPECT_THAT(edges_of(ControlFlowGraph(*guarded.function)),
                    ElementsAre(FlowEdge{0, 2, leave}, FlowEdge{0, 1, fall}, FlowEdge{1, 2, fall}));
    }
    const Kernel breakpoint("brkpt; ret;");
    EXPECT_EQ(ControlFlowGraph(*breakpoint.function).size(), 1U);
}

TEST(ControlFlowGraph, CallsEndABlockOnlyIfTheyDoNotReturn) {
    const Kernel kernel("call f; call g; ret;", ".func f() { ret; }\n.func g() .noreturn;\n");
    const ControlFlowGraph cfg(*kernel.function);
    ASSERT_EQ(cfg.size(), 2U);
    EXPECT_EQ(cfg.block(0).instruction_count, 2U);
    EXPECT_THAT(edges_of(cfg), ElementsAre(FlowEdge{0, 2, leave}, FlowEdge{1, 2, leave}));
    EXPECT_FALSE(cfg.is_reachable(1));
}

TEST(ControlFlowGraph, APrototypeMaySayThatACallDoesNotReturn) {
    const Kernel kernel(
        "P: .callprototype _ () .noreturn; Q: .callprototype _ (); call %rd1, (), Q; call %rd1, (), P; ret;");
    const ControlFlowGraph cfg(*kernel.function);
    ASSERT_EQ(cfg.size(), 2U);
    EXPECT_EQ(cfg.block(0).instruction_count, 2U);
    EXPECT_FALSE(cfg.is_reachable(1));
}

TEST(ControlFlowGraph, BrxLeadsToEachTargetOnce) {
    const Kernel kernel("T: .branchtargets A, B, A, A; brx.idx %r1, T; A: ret; B: ret;");
    const ControlFlowGraph cfg(*kernel.function);
    ASSERT_EQ(cfg.size(), 3U);
    EXPECT_THAT(edges_of(cfg), ElementsAre(FlowEdge{0, 1, table}, FlowEdge{0, 2, table}, FlowEdge{1, 3, leave},
                                           FlowEdge{2, 3, leave}));
}

TEST(ControlFlowGraph, ATableOfSeveralBranchesIsABlock) {
    const Kernel kernel("T: .branchtargets A, B; @%p1 brx.idx %r1, T; brx.idx %r2, T; A: ret; B: ret;");
    const ControlFlowGraph cfg(*kernel.function);
    ASSERT_EQ(cfg.size(), 5U);
    EXPECT_EQ(cfg.code_block_count(), 4U);
    ASSERT_NE(cfg.block(4).table, nullptr);
    EXPECT_EQ(cfg.block(4).begin, cfg.block(4).end);
    EXPECT_THAT(edges_of(cfg), UnorderedElementsAre(FlowEdge{0, 4, table}, FlowEdge{0, 1, fall}, FlowEdge{1, 4, table},
                                                    FlowEdge{4, 2, table}, FlowEdge{4, 3, table}, FlowEdge{2, 5, leave},
                                                    FlowEdge{3, 5, leave}));
}

// Where control can go after each instruction, found statement by statement.
std::set<std::pair<std::uint32_t, std::uint32_t>> steps(const Function& function) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> result;
    const auto end = static_cast<std::uint32_t>(function.body.size());
    const auto next_instruction = [&](std::uint32_t i) {
        while (i < end && !function.body[i].is_instruction())
            ++i;
        return i;
    };
    for (std::uint32_t i = next_instruction(0); i < end; i = next_instruction(i + 1)) {
        const Instruction& instruction = function.body[i].instruction;
        const std::string_view name = isa::info(instruction.opcode()).name;
        if (name == "bra") result.emplace(i, next_instruction(instruction.operands[0].label->statement));
        if (name == "brx.idx") {
            for (const Label* label : function.body[instruction.operands[1].label->statement].targets->labels)
                result.emplace(i, next_instruction(label->statement));
        }
        if (name == "ret") result.emplace(i, end);
        const bool goes_elsewhere = name == "bra" || name == "brx.idx" || name == "ret";
        if (!goes_elsewhere || instruction.guard) result.emplace(i, next_instruction(i + 1));
    }
    return result;
}

// The same, from the graph: through blocks without instructions as well.
std::set<std::pair<std::uint32_t, std::uint32_t>> steps(const ControlFlowGraph& cfg) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> result;
    const auto end = static_cast<std::uint32_t>(cfg.function().body.size());
    const auto first_in = [&](BlockId block) {
        std::uint32_t i = cfg.block(block).begin;
        while (i < cfg.block(block).end && !cfg.function().body[i].is_instruction())
            ++i;
        return i;
    };
    for (BlockId block = 0; block < cfg.size(); ++block) {
        std::uint32_t before = end;
        for (std::uint32_t i = cfg.block(block).begin; i < cfg.block(block).end; ++i) {
            if (!cfg.function().body[i].is_instruction()) continue;
            if (before != end) result.emplace(before, i);
            before = i;
        }
        if (before == end) continue;
        std::vector<BlockId> open(cfg.graph().successors(block).begin(), cfg.graph().successors(block).end());
        std::set<BlockId> seen;
        while (!open.empty()) {
            const BlockId to = open.back();
            open.pop_back();
            if (!seen.insert(to).second) continue;
            if (to == cfg.exit()) {
                result.emplace(before, end);
            } else if (cfg.block(to).instruction_count != 0) {
                result.emplace(before, first_in(to));
            } else {
                open.insert(open.end(), cfg.graph().successors(to).begin(), cfg.graph().successors(to).end());
            }
        }
    }
    return result;
}

TEST(ControlFlowGraph, HasExactlyTheStepsOfTheInstructions) {
    std::mt19937 random(2);
    for (int round = 0; round < 200; ++round) {
        const Kernel kernel(test::random_body(random, 1 + round % 20));
        ASSERT_NE(kernel.module, nullptr);
        ASSERT_EQ(steps(ControlFlowGraph(*kernel.function)), steps(*kernel.function)) << *kernel.module->source;
    }
}

}  // namespace
}  // namespace ringfence::ptx
