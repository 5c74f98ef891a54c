#include "ptx/analysis/uniformity.h"

#include <array>
#include <map>
#include <optional>

#include <gmock/gmock.h>

#include "../rounds.h"
#include "support.h"

namespace ringfence::ptx::uniformity_tests {
namespace {

using test::Kernel;
using test::reg;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct Analysed {
    explicit Analysed(const Function& function, std::vector<std::uint32_t> statements = {},
                      BlockShape shape = BlockShape::Any)
        : cfg(function),
          tree(dominators(cfg)),
          registers(function),
          voted(std::move(statements)),
          uniformity(cfg, tree, registers, voted, shape) {}

    ControlFlowGraph cfg;
    DominatorTree tree;
    DefUse registers;
    std::vector<std::uint32_t> voted;
    Uniformity uniformity;
};

constexpr const char* start = R"(
    ld.param.u32 %r0, [n];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    setp.lt.u32 %p0, %r2, %r0;
    setp.lt.u32 %p1, %r1, %r0;
)";

// True if all threads of a warp come together to the first statement that is for whole warps.
bool holds(const std::string& body, const std::string& before = {}) {
    const Kernel kernel(start + body, before);
    const Analysed analysed(*kernel.function);
    for (std::uint32_t i = 0; i < kernel.function->body.size(); ++i) {
        const Statement& statement = kernel.function->body[i];
        if (statement.is_instruction() && is_for_whole_warp(statement.instruction))
            return analysed.uniformity.execute_together(i);
    }
    ADD_FAILURE() << "no such instruction";
    return false;
}

TEST(Uniformity, OfValues) {
    const Kernel kernel(std::string(start) + R"(
    add.u32 %r3, %r0, %r2;
    add.u32 %r4, %r0, %r1;
    mov.u32 %r5, %laneid;
    @%p0 mov.u32 %r6, 1;
    mov.u32 %r7, 0;
    @%p0 mov.u32 %r7, 1;
    mov.u32 %r8, 0;
    @%p1 mov.u32 %r8, 1;
    ld.global.u32 %r9, [%rd1];
    add.cc.u32 %r10, %r0, %r0;
    addc.u32 %r11, %r0, %r0;
    add.u32 %r12, %r6, %r13;
    st.global.u32 [%rd1], %r12;
)");
    const Analysed analysed(*kernel.function);
    const auto is_uniform = [&](std::uint32_t number) {
        return analysed.uniformity.is_uniform(reg(*kernel.function, "%r", number));
    };
    for (const std::uint32_t number : {0U, 2U, 3U, 7U, 10U})
        EXPECT_TRUE(is_uniform(number)) << number;
    // A thread's own, computed from such, loaded, a carry; written perhaps, never, or not by all.
    for (const std::uint32_t number : {1U, 4U, 5U, 6U, 8U, 9U, 11U, 12U, 13U})
        EXPECT_FALSE(is_uniform(number)) << number;
    EXPECT_TRUE(analysed.uniformity.is_uniform(reg(*kernel.function, "%p", 0)));
    EXPECT_FALSE(analysed.uniformity.is_uniform(reg(*kernel.function, "%p", 1)));
}

TEST(Uniformity, OfBranches) {
    EXPECT_TRUE(holds("bar.sync 0;"));
    EXPECT_TRUE(holds("@%p0 bra L; bar.sync 0; L: ret;"));
    EXPECT_FALSE(holds("@%p1 bra L; bar.sync 0; L: ret;"));
    EXPECT_FALSE(holds("@%p1 bra L; ret; L: bar.sync 0;"));
    EXPECT_FALSE(holds("@%p1 exit; bar.sync 0;"));
    EXPECT_FALSE(holds("@%p1 bar.sync 0;"));
    EXPECT_TRUE(holds("@%p0 bar.sync 0;"));
    // The ways have met again; or what lies behind them differs by then.
    EXPECT_TRUE(holds("@%p1 bra L; mov.u32 %r3, 1; L: bar.sync 0;"));
    EXPECT_FALSE(holds("mov.u32 %r3, 0; @%p1 bra L; mov.u32 %r3, 1; L: setp.eq.u32 %p2, %r3, 0; @%p2 bar.sync 0;"));
    // One choice in another's way.
    EXPECT_FALSE(holds("@%p1 bra M; @%p0 bra L; bar.sync 0; L: ret; M: ret;"));
    EXPECT_TRUE(holds("@%p0 bra L; @%p1 bra M; mov.u32 %r3, 1; M: bar.sync 0; L: ret;"));
}

TEST(Uniformity, OfLoops) {
    const std::string loop = "mov.u32 %r3, 0; A: bar.sync 0; add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, ";
    EXPECT_TRUE(holds(loop + "%r0; @%p2 bra A; ret;"));
    EXPECT_FALSE(holds(loop + "%r1; @%p2 bra A; ret;"));
    // A loop that threads leave one by one: what it counted differs.
    const std::string uneven = "mov.u32 %r3, 0; A: add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, %r1; @%p2 bra A;";
    EXPECT_TRUE(holds(uneven + "bar.sync 0; ret;"));
    EXPECT_FALSE(holds(uneven + "setp.gt.u32 %p3, %r3, 7; @%p3 bra B; bar.sync 0; B: ret;"));
    // Without a way out nothing tells where ways meet.
    EXPECT_TRUE(holds("A: bar.sync 0; bra A;"));
    EXPECT_FALSE(holds("A: bar.sync 0; @%p1 bra B; mov.u32 %r3, 1; B: bra A;"));
}

TEST(Uniformity, OfTables) {
    const std::string tables = "T: .branchtargets A, B;\n";
    EXPECT_TRUE(holds(tables + "brx.idx %r0, T; A: bar.sync 0; B: ret;"));
    EXPECT_FALSE(holds(tables + "brx.idx %r1, T; A: bar.sync 0; B: ret;"));
    // One that two jumps share.
    EXPECT_TRUE(holds(tables + "@%p0 brx.idx %r0, T; brx.idx %r2, T; A: bar.sync 0; B: ret;"));
    EXPECT_FALSE(holds(tables + "@%p0 brx.idx %r0, T; brx.idx %r1, T; A: bar.sync 0; B: ret;"));
}

TEST(Uniformity, OfVotes) {
    const std::string vote = "vote.sync.any.pred %p2, %p1, -1;";
    EXPECT_TRUE(holds(vote + "@%p2 bra L; bar.sync 0; L: ret;"));
    EXPECT_FALSE(holds("vote.sync.any.pred %p2, %p1, 0xffff; @%p2 bra L; bar.sync 0; L: ret;"));
    EXPECT_FALSE(holds("vote.sync.any.pred %p2, %p1, %r0; @%p2 bra L; bar.sync 0; L: ret;"));
    EXPECT_FALSE(holds("mov.pred %p2, 0; @%p1 " + vote + "@%p2 bra L; bar.sync 0; L: ret;"));
    // By some of the threads only.
    EXPECT_FALSE(holds("setp.eq.u32 %p2, %r0, 1; @%p1 bra M;" + vote + "M: @%p2 bra L; bar.sync 0; L: ret;"));
}

// The value that each thread of a row computes from its number.
std::int64_t computed(std::string_view operation, std::int64_t thread, std::int64_t number) {
    const auto bits = static_cast<std::uint32_t>(number);
    const bool is_signed = operation.ends_with("s32");
    const std::int64_t other = is_signed ? number : bits;
    if (operation.starts_with("shr")) return bits < 32 ? thread >> bits : 0;
    if (operation.starts_with("and")) return thread & bits;
    if (operation.starts_with("add")) return thread + number;
    if (operation.starts_with("setp.lt")) return thread < other ? 1 : 0;
    if (operation.starts_with("setp.le")) return thread <= other ? 1 : 0;
    if (operation.starts_with("setp.gt")) return thread > other ? 1 : 0;
    if (operation.starts_with("setp.ge")) return thread >= other ? 1 : 0;
    return thread == other ? 1 : 0;
}

bool is_same_in_warps(std::string_view operation, std::int64_t number) {
    for (std::int64_t thread = 0; thread < 1024; ++thread) {
        if (computed(operation, thread, number) != computed(operation, thread & -32, number)) return false;
    }
    return true;
}

TEST(Uniformity, OfWarpsInRows) {
    int found = 0;
    for (const std::string operation :
         {"shr.u32", "shr.s32", "shr.b32", "and.b32", "add.u32", "setp.lt.u32", "setp.lt.s32", "setp.le.u32",
          "setp.le.s32", "setp.gt.u32", "setp.gt.s32", "setp.ge.u32", "setp.ge.s32", "setp.eq.u32"}) {
        for (int number = -70; number < 140; ++number) {
            if (number < 0 && operation.starts_with("shr")) continue;
            const bool compares = operation.starts_with("setp");
            const std::string to = compares ? "%p3" : "%r3";
            const Kernel kernel(start + operation + " " + to + ", %r1, " + std::to_string(number) + ";");
            const Analysed any(*kernel.function);
            const Analysed rows(*kernel.function, {}, BlockShape::WholeRows);
            const RegisterId id = reg(*kernel.function, compares ? "%p" : "%r", 3);
            EXPECT_FALSE(any.uniformity.is_uniform(id)) << operation << " " << number;
            if (!rows.uniformity.is_uniform(id)) continue;
            EXPECT_TRUE(is_same_in_warps(operation, number)) << operation << " " << number;
            ++found;
        }
    }
    EXPECT_GT(found, 100);
}

// A function's result is not a kernel's parameter.
TEST(Uniformity, OfResults) {
    const std::string function =
        ".func (.param .b32 r) f() { .reg .b32 %a; mov.u32 %a, %tid.x; st.param.b32 [r], %a; }";
    EXPECT_FALSE(
        holds("{ .param .b32 got; call (got), f; ld.param.b32 %r3, [got]; } setp.eq.u32 %p2, %r3, 1;"
              "@%p2 bra L; bar.sync 0; L: ret;",
              function));
}

TEST(DecidingBlocks, AreThoseOnWhoseEndsItDepends) {
    const Kernel kernel(std::string(start) + R"(
    @%p0 bra A;
    @%p1 bra B;
    mov.u32 %r3, 1;
B:  @%p1 bra C;
    bar.sync 0;
C:  ret;
A:  ret;
)");
    const ControlFlowGraph cfg(*kernel.function);
    std::vector<bool> wanted(cfg.size());
    for (std::uint32_t i = 0; i < kernel.function->body.size(); ++i) {
        const Statement& statement = kernel.function->body[i];
        if (statement.is_instruction() && is_for_whole_warp(statement.instruction)) wanted[cfg.block_of(i)] = true;
    }
    std::vector<BlockId> deciding;
    ASSERT_TRUE(find_deciding_blocks(cfg, wanted, deciding));
    // Not the one whose ways meet before.
    EXPECT_THAT(deciding, SizeIs(2));
    deciding.clear();
    ASSERT_TRUE(find_deciding_blocks(cfg, std::vector<bool>(cfg.size()), deciding));
    EXPECT_THAT(deciding, IsEmpty());
}

// ---------------------------------------------------------------------------------------------------------------------
// Threads that run one by one, and what they saw.

struct Visit {
    std::map<RegisterId, std::uint32_t> values;  // of what the thread has written so far
};

struct Thread {
    std::map<RegisterId, std::uint32_t> values;
    std::map<BlockId, std::vector<Visit>> visits;
};

class Runner {
public:
    Runner(const ControlFlowGraph& cfg, std::uint32_t number, std::mt19937& random) : cfg_(cfg), random_(random) {
        number_ = number;
    }

    // Nothing if it takes too long.
    std::optional<Thread> run() {
        BlockId block = ControlFlowGraph::entry;
        for (int steps = 0; block != cfg_.exit(); ++steps) {
            if (steps > 300) return std::nullopt;
            if (cfg_.block(block).table == nullptr) thread_.visits[block].push_back({thread_.values});
            block = next(block);
        }
        return thread_;
    }

private:
    std::uint32_t value(const Operand& operand) {
        switch (operand.kind) {
            case OperandKind::Integer: return static_cast<std::uint32_t>(operand.bits);
            case OperandKind::Special:
                return static_cast<SpecialRegister>(operand.id) == SpecialRegister::Tid ? number_ : 1;
            case OperandKind::Register: return read(operand.id);
            default: return 2;  // the parameter
        }
    }
    std::uint32_t read(RegisterId reg) {
        const auto found = thread_.values.find(reg);
        return found == thread_.values.end() ? random_() % 4 : found->second;
    }

    BlockId next(BlockId block) {
        for (std::uint32_t i = cfg_.block(block).begin; i < cfg_.block(block).end; ++i) {
            const Statement& statement = cfg_.function().body[i];
            if (!statement.is_instruction()) continue;
            const Instruction& it = statement.instruction;
            const bool is_done = !it.guard || (read(it.guard.predicate) != 0) != it.guard.negated;
            if (!is_done) continue;
            switch (it.opcode()) {
                case Opcode::Add: write(it, value(it.operands[1]) + value(it.operands[2])); break;
                case Opcode::Mov:
                case Opcode::Ld: write(it, value(it.operands[1])); break;
                case Opcode::Setp: write(it, value(it.operands[1]) == value(it.operands[2]) ? 1 : 0); break;
                case Opcode::Bra: return way(block, EdgeKind::Taken, 0);
                case Opcode::BrxIdx: return way(block, EdgeKind::Table, value(it.operands[0]));
                case Opcode::Ret: return cfg_.exit();
                default: break;
            }
        }
        return way(block, EdgeKind::Fallthrough, 0);
    }
    void write(const Instruction& it, std::uint32_t result) { thread_.values[it.operands[0].id] = result % 4; }

    BlockId way(BlockId block, EdgeKind kind, std::uint32_t number) {
        std::vector<BlockId> ways;
        for (const FlowEdge& edge : cfg_.successors(block)) {
            if (edge.kind == kind) ways.push_back(edge.to);
        }
        const BlockId to = ways[number % ways.size()];
        const bool is_table = to != cfg_.exit() && cfg_.block(to).table != nullptr;
        return is_table ? way(to, EdgeKind::Table, number) : to;
    }

    const ControlFlowGraph& cfg_;
    std::mt19937& random_;
    std::uint32_t number_ = 0;
    Thread thread_;
};

TEST(Uniformity, IsWhatThreadsSee) {
    std::mt19937 random(7);
    const std::string first =
        "ld.param.u32 %r0, [n]; mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mov.u32 %r3, 0;"
        "mov.u32 %r4, 1; setp.eq.s32 %p0, %r0, %r1; setp.eq.s32 %p1, %r2, 1;\n";
    int compared = 0;
    for (int round = 0; round < rounds(3000); ++round) {
        const Kernel kernel(first + test::random_body(random, 2 + random() % 8));
        const Analysed analysed(*kernel.function);
        std::vector<Thread> threads;
        for (std::uint32_t number = 0; number < 4; ++number) {
            if (auto thread = Runner(analysed.cfg, number, random).run()) threads.push_back(*std::move(thread));
        }
        if (threads.size() < 4) continue;
        for (BlockId block = 0; block < analysed.cfg.code_block_count(); ++block) {
            if (!analysed.uniformity.come_together(block)) continue;
            const auto& some = threads[0].visits[block];
            for (Thread& thread : threads) {
                const auto& others = thread.visits[block];
                ASSERT_EQ(others.size(), some.size()) << "block " << block << "\n" << *kernel.module->source;
                for (std::size_t i = 0; i < some.size(); ++i) {
                    for (const auto& [id, seen] : some[i].values) {
                        if (!analysed.uniformity.is_uniform(id) || !others[i].values.contains(id)) continue;
                        ASSERT_EQ(others[i].values.at(id), seen) << id << "\n" << *kernel.module->source;
                        ++compared;
                    }
                }
            }
        }
    }
    EXPECT_GT(compared, rounds(10'000));
}

}  // namespace
}  // namespace ringfence::ptx::uniformity_tests
