// The judge of what is promised of warps: right modules keep their promises, wrong ones are found.
#include "block_judge.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>

#include <gmock/gmock.h>

#include "base/diagnostics.h"
#include "ptx/parser.h"
#include "source_dir.h"

namespace ringfence::soundness {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr unsigned runs = 30;
constexpr Axes two_warps = {64, 1, 1};

constexpr const char* start = R"(
    .reg .pred %p<10>;
    .reg .b32 %r<30>;
    .reg .f32 %f<4>;
    ld.param.u32 %r0, [n];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %laneid;
    mov.u32 %r3, %ctaid.x;
    setp.lt.u32 %p0, %r3, %r0;
    setp.lt.u32 %p1, %r2, 16;
    setp.lt.u32 %p2, %r1, 32;
)";

struct Judged {
    std::string wrong;
    Gathered gathered;
};

Judged judge_module(const std::string& text, const char* name, const Axes& block) {
    DiagnosticSink sink;
    const auto module = ptx::parse(text, sink);
    Judged result;
    if (module == nullptr) {
        ADD_FAILURE() << sink.diagnostics().front().message << "\n" << text;
        return result;
    }
    // Accesses are others' business.
    Exempt accesses;
    for (const ptx::Item& item : module->items) {
        if (item.kind != ptx::ItemKind::Function) continue;
        for (std::uint32_t i = 0; i < item.function->body.size(); ++i)
            accesses.emplace(item.function, i);
    }
    Limits limits;
    limits.exempt = &accesses;
    Tally tally;
    Machine machine(*module, limits, tally);
    const Promises promises(*module, [](const ptx::Function&, std::uint32_t) { return true; });
    const ptx::Function& kernel = *module->find_function(name);
    for (unsigned seed = 0; seed < runs && result.wrong.empty(); ++seed) {
        Choices choices(std::uint64_t{seed} * 1000);
        Launch launch = choose_launch(kernel, 0, choices);
        launch.block = block;
        launch.static_shared = machine.enter(kernel, choices);
        result.wrong = BlockJudge(machine, promises, result.gathered).run(launch, {}, choices).value_or("");
    }
    return result;
}

Judged judge(const std::string& body, const Axes& block = two_warps, const std::string& before = {}) {
    return judge_module(
        ".version 8.5\n.target sm_90\n.address_size 64\n.shared .align 4 .b8 s[64];\n"
        ".const .align 4 .b8 c[64];\n" +
            before + ".visible .entry k(.param .u32 n, .param .u32 m)\n{" + start + body + "\n}\n",
        "k", block);
}

void keeps(const std::string& body, const Axes& block = two_warps, const std::string& before = {}) {
    const Judged judged = judge(body, block, before);
    EXPECT_THAT(judged.wrong, IsEmpty()) << body;
    EXPECT_NE(judged.gathered.promises, 0U) << body;
    EXPECT_EQ(judged.gathered.unsure, 0U) << body;
}

void breaks(const std::string& body, const std::string& why = {}, const Axes& block = two_warps,
            const std::string& before = {}) {
    const Judged judged = judge(body, block, before);
    EXPECT_THAT(judged.wrong, HasSubstr("a promise is broken")) << body;
    EXPECT_THAT(judged.wrong, HasSubstr(why)) << body;
}

// A register is that number in all threads: otherwise some go past a barrier.
void gives(const std::string& body, const std::string& reg, unsigned expected, const Axes& block = two_warps) {
    const auto expecting = [&](unsigned number) {
        return body + "setp.ne.u32 %p9, " + reg + ", " + std::to_string(number) +
               "; @!%p9 bra FINE; setp.eq.u32 %p8, %r2, 0; @%p8 bra FINE; bar.sync 0; bra END; FINE: bar.sync 1; END: "
               "ret;";
    };
    keeps(expecting(expected), block);
    breaks(expecting(expected + 1), {}, block);
}

constexpr const char* movmatrix = "movmatrix.sync.aligned.m8n8.trans.b16 %r4, %r1;";

TEST(BlockJudge, KeepsWhatIsRight) {
    keeps("bar.sync 0; ret;");
    keeps("bar.sync 0; ret;", {20, 3, 1});
    keeps(std::string(movmatrix) + "ret;", {7, 1, 1});
    keeps("@%p0 bra L; bar.sync 0; L: bar.sync 1; ret;");
    keeps("@%p0 bar.sync 0; ret;");
    keeps("@%p1 bra L; mov.u32 %r4, 1; L: bar.sync 0; ret;");
    keeps("@%p1 bra L; barrier.sync 0; bra M; L: barrier.sync 0; M: bar.sync 1; ret;");
    // A loop that all leave at once, one that they leave one by one, and one that has a counter for the others.
    keeps(
        "mov.u32 %r4, 0; and.b32 %r5, %r0, 3; A: bar.sync 0; add.u32 %r4, %r4, 1; setp.lt.u32 %p3, %r4, %r5;"
        "@%p3 bra A; ret;");
    keeps(
        "mov.u32 %r4, 0; and.b32 %r5, %r1, 3; A: add.u32 %r4, %r4, 1; setp.lt.u32 %p3, %r4, %r5;"
        "@%p3 bra A; bar.sync 0; ret;");
    // Constants, and what is computed from the same, whether the judge knows it or not.
    keeps("ld.const.u32 %r4, [c+8]; setp.gt.u32 %p3, %r4, 7; @%p3 bra L; bar.sync 0; L: bar.sync 1; ret;");
    keeps(
        "cvt.rn.f32.u32 %f0, %r0; sqrt.rn.f32 %f1, %f0; setp.gt.f32 %p3, %f1, 0f40000000; @%p3 bra L; bar.sync 0;"
        "L: bar.sync 1; div.u32 %r4, %r0, %r3; setp.gt.u32 %p4, %r4, 3; @%p4 bar.sync 0; ret;");
    // What all lanes, or all threads, agree on.
    keeps(
        "ld.shared.u32 %r4, [s]; setp.eq.u32 %p3, %r4, 0; vote.sync.any.pred %p4, %p3, -1; @%p4 bra L; bar.sync 5, 32;"
        "L: bar.sync 0; ret;");
    keeps(
        "mov.u32 %r5, 0; A: ld.shared.u32 %r4, [s]; setp.lt.u32 %p3, %r4, 40; bar.red.or.pred %p4, 0, %p3;"
        "add.u32 %r5, %r5, 1; setp.lt.u32 %p5, %r5, 5; and.pred %p4, %p4, %p5; @%p4 bra A; ret;");
    // Whole warps by %tid.x, and threads that only arrive.
    keeps("@%p2 bra L; bar.sync 0, 64; ret; L: bar.arrive 0, 64; ret;");
    keeps("@%p2 bra L; bar.sync 5, 32; L: bar.sync 0; ret;", {32, 2, 1});
}

TEST(BlockJudge, FindsThreadsThatDoNotCome) {
    breaks("@%p1 bar.sync 0; ret;", "has ended");
    breaks("@%p1 bra L; bar.sync 0; L: ret;", "has ended");
    breaks("@%p1 exit; bar.sync 0; ret;", "has ended");
    breaks("@%p1 ret; barrier.sync.aligned 0; ret;", "has ended");
    breaks("@%p1 bra L; bar.sync 0; bra M; L: bar.sync 0; M: ret;", "has come to `bar.sync 0`");
    breaks("ld.shared.u32 %r4, [s]; setp.gt.u32 %p3, %r4, 9; @%p3 bra L; bar.sync 0; L: ret;");
    breaks("activemask.b32 %r4; setp.gt.u32 %p3, %r4, 9; @%p3 bra L; bar.sync 0; L: ret;");
    breaks("setp.gt.u32 %p3, %r29, 9; @%p3 bra L; bar.sync 0; L: ret;");
    breaks(std::string("@%p1 bra L; ") + movmatrix + " L: ret;", "has ended");
    breaks("@%p1 bra L; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [s]; L: ret;", "has ended");
    breaks("T: .branchtargets A, B; and.b32 %r4, %r2, 1; brx.idx %r4, T; A: bar.sync 0; B: ret;", "has ended");
    breaks("@%p1 bra.uni L; bar.sync 0; L: ret;");
    breaks(
        "add.cc.u32 %r4, %r0, %r0; addc.u32 %r5, %r0, %r0; and.b32 %r5, %r5, 1; setp.eq.u32 %p3, %r5, 0; @%p3 bra L;"
        "bar.sync 0; L: ret;");
}

TEST(BlockJudge, FindsWarpsThatAreNotWhole) {
    breaks("setp.lt.u32 %p3, %r1, 33; @%p3 bra L; bar.sync 0; L: ret;", "has ended");
    breaks("setp.lt.s32 %p3, %r1, 47; @%p3 bra L; bar.sync 0; L: ret;", "has ended");
    breaks("@%p2 bra L; bar.sync 0; L: ret;", "has ended", {48, 2, 1});
    breaks("mov.u32 %r4, %tid.y; setp.eq.u32 %p3, %r4, 0; @%p3 bra L; bar.sync 0; L: ret;", "has ended", {16, 4, 1});
    breaks("mov.u32 %r4, %tid.z; setp.eq.u32 %p3, %r4, 0; @%p3 bra L; bar.sync 0; L: ret;", "has ended", {4, 4, 4});
    breaks("shr.u32 %r4, %r1, 4; setp.eq.u32 %p3, %r4, 0; @%p3 bra L; bar.sync 0; L: ret;", "has ended");
    keeps("mov.u32 %r4, %tid.y; setp.eq.u32 %p3, %r4, 0; @%p3 bra L; bar.sync 0; L: ret;", {32, 4, 1});
}

TEST(BlockJudge, FindsLoopsThatThreadsLeaveOneByOne) {
    breaks(
        "mov.u32 %r4, 0; and.b32 %r5, %r1, 3; A: bar.sync 0; add.u32 %r4, %r4, 1; setp.lt.u32 %p3, %r4, %r5;"
        "@%p3 bra A; ret;");
    // The counter behind it.
    breaks(
        "mov.u32 %r4, 0; and.b32 %r5, %r1, 3; A: add.u32 %r4, %r4, 1; setp.lt.u32 %p3, %r4, %r5;"
        "@%p3 bra A; setp.eq.u32 %p4, %r4, 2; @%p4 bra L; bar.sync 0; L: ret;");
    breaks("setp.eq.u32 %p3, %r0, %r0; @%p1 bra L; A: @%p3 bra A; L: bar.sync 0; ret;", "goes round for ever");
    // Each thread comes to it three times, in other turns.
    breaks(
        "mov.u32 %r4, 0; selp.u32 %r5, 1, 2, %p1; OUTER: mov.u32 %r6, 0; INNER: bar.sync 0; add.u32 %r6, %r6, 1;"
        "setp.lt.u32 %p3, %r6, %r5; @%p3 bra INNER; sub.u32 %r5, 3, %r5; add.u32 %r4, %r4, 1;"
        "setp.lt.u32 %p4, %r4, 2; @%p4 bra OUTER; ret;",
        "by other choices");
}

TEST(BlockJudge, FindsThreadsThatWaitElsewhere) {
    breaks(std::string("@%p1 bra L; bar.warp.sync -1; L: ") + movmatrix + " ret;", "waits at `bar.warp.sync");
    breaks("@%p1 bra L; barrier.sync 1; L: bar.sync 0; ret;", "waits at `barrier.sync 1");
    breaks(
        "ld.shared.u32 %r4, [s]; setp.gt.u32 %p3, %r4, 99; or.pred %p3, %p3, %p1; @%p3 bra L;"
        "shfl.sync.idx.b32 %r5, %r4, 0, 31, -1; L: bar.sync 0; ret;",
        "waits at `shfl");
}

TEST(BlockJudge, FindsVotesOfSome) {
    const std::string branch = "@%p4 bra L; bar.sync 0; L: bar.sync 1; ret;";
    const std::string halves = "selp.u32 %r4, 0xffff, 0xffff0000, %p1; setp.lt.u32 %p3, %r2, 3;";
    breaks(halves + "vote.sync.any.pred %p4, %p3, %r4;" + branch);
    breaks("setp.ne.u32 %p4, %r0, %r0; setp.lt.u32 %p3, %r2, 3; @%p1 vote.sync.any.pred %p4, %p3, 0xffff;" + branch);
    keeps("setp.lt.u32 %p3, %r2, 3; vote.sync.any.pred %p4, %p3, -1;" + branch);
}

TEST(BlockJudge, FindsPromisesInFunctions) {
    const std::string function = ".func f()\n{\n bar.sync 0;\n ret;\n}\n";
    breaks("@%p1 bra L; call f; L: ret;", "has ended", two_warps, function);
    keeps("@%p0 bra L; call f; L: ret;", two_warps, function);
    const std::string ends =
        ".func f()\n{\n .reg .pred %p;\n .reg .b32 %r;\n mov.u32 %r, %laneid;\n"
        " setp.lt.u32 %p, %r, 5;\n @%p exit;\n ret;\n}\n";
    breaks("call f; bar.sync 0; ret;", "has ended", two_warps, ends);
}

TEST(BlockJudge, ReducesOverTheBlock) {
    const std::string some = "setp.lt.u32 %p3, %r1, 40;";
    gives(some + "bar.red.popc.u32 %r4, 2, %p3;", "%r4", 40);
    gives(some + "bar.red.popc.u32 %r4, 2, !%p3;", "%r4", 24);
    gives(some + "barrier.red.popc.u32 %r4, 2, %p3;", "%r4", 7, {7, 1, 1});
    gives(some + "bar.red.and.pred %p4, 2, %p3; selp.u32 %r4, 1, 0, %p4;", "%r4", 0);
    gives(some + "bar.red.or.pred %p4, 2, %p3; selp.u32 %r4, 1, 0, %p4;", "%r4", 1);
    gives(some + "bar.red.and.pred %p4, 2, %p3; selp.u32 %r4, 1, 0, %p4;", "%r4", 1, {40, 1, 1});
    // Of the threads that take part: the second warp alone.
    gives("mov.u32 %r4, 3; @%p2 bra L; setp.lt.u32 %p3, %r2, 3; bar.red.popc.u32 %r4, 2, 32, %p3; L:", "%r4", 3);
}

TEST(BlockJudge, ExchangesBetweenLanes) {
    gives("shfl.sync.idx.b32 %r4, %r2, 5, 31, -1;", "%r4", 5);
    gives("shfl.sync.bfly.b32 %r4, %r2, 3, 31, -1; xor.b32 %r4, %r4, %r2;", "%r4", 3);
    gives(
        "shfl.sync.down.b32 %r4, %r2, 1, 31, -1; sub.u32 %r4, %r4, %r2; setp.eq.u32 %p3, %r2, 31;"
        "selp.u32 %r4, 1, %r4, %p3;",
        "%r4", 1);
    gives("shfl.sync.up.b32 %r4|%p3, %r2, 4, 0, -1; vote.sync.ballot.b32 %r4, %p3, -1; popc.b32 %r4, %r4;", "%r4", 28);
    gives("vote.sync.ballot.b32 %r4, %p1, -1;", "%r4", 65535);
    gives("vote.sync.uni.pred %p3, %p1, -1; selp.u32 %r4, 1, 0, %p3;", "%r4", 0);
    gives("redux.sync.add.u32 %r4, %r2, -1;", "%r4", 496);
    gives("neg.s32 %r5, %r2; redux.sync.min.s32 %r4, %r5, -1; neg.s32 %r4, %r4;", "%r4", 31);
    gives("and.b32 %r5, %r2, 1; match.any.sync.b32 %r4, %r5, -1; popc.b32 %r4, %r4;", "%r4", 16);
    gives("match.all.sync.b32 %r4|%p3, %r0, -1; popc.b32 %r4, %r4;", "%r4", 32);
    gives("elect.sync _|%p3, -1; vote.sync.ballot.b32 %r4, %p3, -1; popc.b32 %r4, %r4;", "%r4", 1);
}

// Kernels that were made to get out by such promises.
// From an attack's header: `// launch: grid 1 block 48 rows 2`.
Axes block_of(const std::string& text) {
    const auto number_after = [&](const std::string& word) {
        const std::size_t launch = text.find("// launch:");
        const std::size_t at = text.find(word, launch);
        const bool is_there = at < text.find('\n', launch);
        return is_there ? static_cast<std::uint32_t>(std::stoul(text.substr(at + word.size()))) : 1;
    };
    return {number_after(" block "), number_after(" rows "), 1};
}

TEST(BlockJudge, FindsTheAttacks) {
    // Threads that come to a barrier apart, each half a warp at a time, are not modelled; and those that wait for
    // memory all come to theirs: the attack is that a card might take them for a warp.
    const std::set<std::string> others = {"uniform-reduction-in-parts.ptx", "uniform-waits-for-memory-bar.ptx"};
    unsigned count = 0;
    for (const auto& file : std::filesystem::directory_iterator(RINGFENCE_SOURCE_DIR "/tests/attacks/ptx")) {
        const std::string name = file.path().filename().string();
        // Of `uniform-aligned-…` all threads come: these try what a card makes of one that is late.
        if (!name.starts_with("uniform-") || name.starts_with("uniform-aligned-") || others.contains(name)) continue;
        std::ifstream in(file.path());
        const std::string text(std::istreambuf_iterator<char>(in), {});
        EXPECT_THAT(judge_module(text, "attack", block_of(text)).wrong, HasSubstr("a promise is broken")) << name;
        ++count;
    }
    EXPECT_GE(count, 10U);
}

TEST(BlockJudge, FindsNothingWhereThreadsWaitForEachOther) {
    EXPECT_THAT(judge("@%p2 bra L; barrier.sync 1; ret; L: barrier.sync 2; ret;").wrong, IsEmpty());
    EXPECT_THAT(judge("@%p2 bra L; bar.sync 1, 96; L: ret;").wrong, IsEmpty());
}

TEST(BlockJudge, GivesLongLoopsUp) {
    const Judged judged = judge(
        "mov.u32 %r4, 0; @%p1 bra L; A: add.u32 %r4, %r4, 1; setp.ne.u32 %p3, %r4, 0; @%p3 bra A;"
        "L: bar.sync 0; ret;");
    EXPECT_THAT(judged.wrong, IsEmpty());
    EXPECT_NE(judged.gathered.unsure, 0U);
}

}  // namespace
}  // namespace ringfence::soundness
