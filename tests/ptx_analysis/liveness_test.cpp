#include "ptx/analysis/liveness.h"

#include <gmock/gmock.h>

#include "support.h"

namespace ringfence::ptx {
namespace {

using test::Kernel;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Analysed {
    explicit Analysed(const Function& function)
        : cfg(function), def_use(function), liveness(Liveness::compute(cfg, def_use).take()) {}

    Pressure pressure() const { return max_pressure(cfg, def_use, liveness); }

    ControlFlowGraph cfg;
    DefUse def_use;
    Liveness liveness;
};

TEST(Liveness, AcrossALoop) {
    const Kernel kernel(
        "mov.u32 %r1, 0; mov.u32 %r2, 9;\n"
        "L: add.s32 %r1, %r1, %r2; setp.lt.s32 %p1, %r1, 100; @%p1 bra L;\n"
        "st.global.u32 [%rd1], %r1; ret;");
    const Analysed a(*kernel.function);
    const RegisterId r1 = test::reg(*kernel.function, "%r", 1);
    const RegisterId r2 = test::reg(*kernel.function, "%r", 2);
    const RegisterId rd1 = test::reg(*kernel.function, "%rd", 1);
    EXPECT_THAT(a.liveness.live_in(1), ElementsAre(r1, r2, rd1));
    EXPECT_THAT(a.liveness.live_out(1), ElementsAre(r1, r2, rd1));
    EXPECT_THAT(a.liveness.live_in(2), ElementsAre(r1, rd1));
    EXPECT_THAT(a.liveness.live_out(2), IsEmpty());
    EXPECT_THAT(a.liveness.read_before_written(), ElementsAre(rd1));
    EXPECT_TRUE(a.liveness.is_live_in(1, r2));
    EXPECT_FALSE(a.liveness.is_live_in(2, r2));
}

TEST(Liveness, AGuardedWriteDoesNotKill) {
    const Kernel kernel("@%p1 mov.u32 %r1, 1; st.global.u32 [%rd1], %r1; ret;");
    const Analysed a(*kernel.function);
    EXPECT_TRUE(a.liveness.is_live_in(0, test::reg(*kernel.function, "%r", 1)));
}

TEST(Liveness, AReadAndWriteInOneInstructionIsARead) {
    const Kernel kernel("add.s32 %r1, %r1, 1; ret;");
    const Analysed a(*kernel.function);
    EXPECT_THAT(a.liveness.read_before_written(), ElementsAre(test::reg(*kernel.function, "%r", 1)));
}

TEST(Liveness, ResultsInRegistersAreReadAtTheExit) {
    const auto module = test::parse_module(
        ".func (.reg .b32 r) f (.reg .b32 a) { .reg .pred %p1; setp.eq.s32 %p1, a, 0; mov.u32 r, 1; @%p1 ret; "
        "mov.u32 r, 2; ret; }");
    const Function& function = *module->find_function("f");
    const Analysed a(function);
    EXPECT_THAT(a.liveness.live_out(0), ElementsAre(0));
    EXPECT_THAT(a.liveness.live_in(a.cfg.exit()), ElementsAre(0));
    EXPECT_THAT(a.liveness.live_in(1), IsEmpty());
    EXPECT_THAT(a.liveness.read_before_written(), IsEmpty());
}

TEST(Liveness, MoreThanTheLimitsAllowIsRefused) {
    const Kernel kernel("mov.u32 %r1, 0; L: @%p1 bra L; M: @%p1 bra M; st.global.u32 [%rd1], %r1; ret;");
    const ControlFlowGraph cfg(*kernel.function);
    const DefUse def_use(*kernel.function);
    EXPECT_TRUE(Liveness::compute(cfg, def_use).ok());
    EXPECT_FALSE(Liveness::compute(cfg, def_use, {4, 1000}).ok());
    EXPECT_FALSE(Liveness::compute(cfg, def_use, {1000, 4}).ok());
}

TEST(Pressure, CountsByWidth) {
    const Kernel kernel(
        "ld.global.u64 %rd2, [%rd1]; ld.global.u32 %r1, [%rd1+8]; ld.global.u16 %h1, [%rd1+12];\n"
        "setp.eq.s32 %p1, %r1, 0; @%p1 st.global.u16 [%rd2], %h1; st.global.u32 [%rd2+4], %r1; ret;");
    const Analysed a(*kernel.function);
    EXPECT_EQ(a.pressure(), (Pressure{1, 1, 1, 2, 0, 5}));
}

TEST(Pressure, AValueThatIsNeverReadCountsWhereItIsWritten) {
    const Kernel kernel("mov.u32 %r1, 1; mov.u32 %r2, 2; st.global.u32 [%rd1], %r1; ret;");
    EXPECT_EQ(Analysed(*kernel.function).pressure(), (Pressure{0, 0, 2, 1, 0, 4}));
}

TEST(Pressure, VectorRegistersCountForTheirElements) {
    const Kernel kernel(".reg .v4 .f32 %v; mov.f32 %f1, %v.x; ret;");
    EXPECT_EQ(Analysed(*kernel.function).pressure().bits32, 4U);
}

// Liveness instruction by instruction until nothing changes, and the pressure from that.
struct Naive {
    explicit Naive(const ControlFlowGraph& cfg) : function(cfg.function()) {
        live.resize(function.body.size() + 1);
        after.resize(function.body.size() + 1);
        std::vector<std::set<RegisterId>> block_in(cfg.size() + 1);
        for (bool changed = true; changed;) {
            changed = false;
            for (BlockId block = 0; block < cfg.size(); ++block) {
                std::set<RegisterId> now;
                for (const BlockId to : cfg.graph().successors(block))
                    now.insert(block_in[to].begin(), block_in[to].end());
                for (std::uint32_t i = cfg.block(block).end; i > cfg.block(block).begin; --i)
                    step(i - 1, now);
                if (now != block_in[block]) {
                    block_in[block] = now;
                    changed = true;
                }
            }
        }
        in = block_in;
    }

    void step(std::uint32_t i, std::set<RegisterId>& now) {
        after[i] = now;
        if (function.body[i].is_instruction()) {
            const Instruction& instruction = function.body[i].instruction;
            for_each_register_use(instruction, [&](const RegisterUse& use) {
                if (use.writes()) after[i].insert(use.reg);
                if (kills(instruction, use)) now.erase(use.reg);
            });
            for_each_register_use(instruction, [&](const RegisterUse& use) {
                if (use.reads()) now.insert(use.reg);
            });
        }
        live[i] = now;
    }

    std::uint32_t most_words(const ControlFlowGraph& cfg) const {
        std::uint32_t most = 0;
        for (std::uint32_t i = 0; i < function.body.size(); ++i) {
            if (!cfg.is_reachable(cfg.block_of(i))) continue;
            most = std::max({most, words(live[i]), words(after[i])});
        }
        return most;
    }

    std::uint32_t words(const std::set<RegisterId>& set) const {
        std::uint32_t sum = 0;
        for (const RegisterId reg : set) {
            const unsigned bits = isa::info(function.group_of(reg).type).bits;
            sum += bits == 1 ? 0 : (bits + 31) / 32;
        }
        return sum;
    }

    const Function& function;
    std::vector<std::set<RegisterId>> live;   // before each statement
    std::vector<std::set<RegisterId>> after;  // behind it, with what it writes
    std::vector<std::set<RegisterId>> in;     // by block
};

TEST(Liveness, AgreesWithIteration) {
    std::mt19937 random(6);
    for (int round = 0; round < 300; ++round) {
        const Kernel kernel(test::random_body(random, 1 + round % 25));
        const Analysed a(*kernel.function);
        const Naive naive(a.cfg);
        for (BlockId block = 0; block < a.cfg.size(); ++block) {
            const auto live = a.liveness.live_in(block);
            ASSERT_EQ(std::vector<RegisterId>(naive.in[block].begin(), naive.in[block].end()),
                      std::vector<RegisterId>(live.begin(), live.end()))
                << "block " << block << "\n"
                << *kernel.module->source;
        }
        ASSERT_EQ(a.pressure().words, naive.most_words(a.cfg)) << *kernel.module->source;
    }
}

}  // namespace
}  // namespace ringfence::ptx
