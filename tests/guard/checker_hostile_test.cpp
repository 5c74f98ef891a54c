// Modules that are made to mislead the checker, or to make it slow.
#include <pthread.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <random>

#include <fmt/format.h>

#include "../rounds.h"
#include "checker_support.h"

namespace ringfence::guard::test {
namespace {

// Time of this process, so that a loaded machine changes nothing. They take two seconds at most without sanitizers; the
// limit is for a checker that looks at the whole chain, or at all loops, again for each of its parts.
void expect_checked_soon(const std::string& text, bool safe) {
    constexpr double limit = 60;
    const std::clock_t begin = std::clock();
    const Checked checked(text);
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, limit);
    EXPECT_EQ(checked.report.is_safe(), safe) << checked.findings().substr(0, 1000);
}

std::string repeated(int count, const std::string& text) {
    std::string all;
    for (int i = 0; i < count; ++i)
        all += text;
    return all;
}

TEST(CheckerHostile, LongChainsTakeNoStack) {
    const std::string chain = "ld.param.u64 %rd1, [p];\n" + repeated(200000, "add.s64 %rd1, %rd1, 4;\n");
    expect_checked_soon(module_head() + kernel(chain + "ld.global.u32 %r1, [%rd1];"), true);
}

TEST(CheckerHostile, ManyLoopsAndJoins) {
    std::string body = "ld.param.u64 %rd1, [p]; mov.u64 %rd2, %rd1; mov.u32 %r1, 0;\n";
    for (int i = 0; i < 20000; ++i) {
        const std::string n = std::to_string(i);
        body += "L" + n + ": ld.global.u32 %r3, [%rd1+4]; @%p1 add.s64 %rd2, %rd2, 4; add.s32 %r1, %r1, 1; @%p2 bra L" +
                n + "; setp.lt.s32 %p1, %r1, 100; @%p1 bra M" + n + "; mov.u64 %rd2, %rd1;\nM" + n + ":\n";
    }
    expect_checked_soon(module_head() + kernel(body + "ld.global.u32 %r1, [%rd2];"), false);
}

TEST(CheckerHostile, DeepNesting) {
    std::string body = "ld.param.u64 %rd1, [p]; mov.u32 %r1, 0; mov.u64 %rd2, %rd1;\n";
    constexpr int depth = 3000;
    for (int i = 0; i < depth; ++i)
        body += "L" + std::to_string(i) + ": add.s32 %r1, %r1, 1;\n";
    body += "add.s64 %rd2, %rd2, 4; ld.global.u32 %r3, [%rd2];\n";
    for (int i = depth; i-- > 0;)
        body += "setp.lt.s32 %p1, %r1, 100; @%p1 bra L" + std::to_string(i) + ";\n";
    expect_checked_soon(module_head() + kernel(body), false);
}

// Each of these loops ends; only so many within each other are looked at, and the innermost does not end.
TEST(CheckerHostile, LoopsWithinLoopsBeforeABarrier) {
    const auto judged = [](int depth, const std::string& innermost) {
        std::string text = ".reg .b32 %c<90>;\n.reg .pred %q<90>;\nmov.u32 %r1, %tid.x;\nsetp.eq.u32 %p1, %r1, 1;\n";
        for (int i = 0; i < depth; ++i)
            text += fmt::format("mov.u32 %c{0}, %tid.x;\nL{0}:\nadd.u32 %r2, %r1, 1;\n", i);
        text += innermost;
        for (int i = depth - 1; i >= 0; --i)
            text += fmt::format("add.s32 %c{0}, %c{0}, -1;\nsetp.ne.s32 %q{0}, %c{0}, 0;\n@%q{0} bra L{0};\n", i);
        return Checked(module_head() + kernel(text + "bar.sync 0;")).report.is_safe();
    };
    EXPECT_TRUE(judged(10, ""));
    EXPECT_FALSE(judged(10, "A: @%p1 bra A;\n"));
    EXPECT_FALSE(judged(80, "A: @%p1 bra A;\n"));
}

// Loops that share a counter and a limit.
TEST(CheckerHostile, ManyLoopsOfOneCounterBeforeABarrier) {
    std::string text = "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %r1;\n";
    for (int i = 0; i < 20000; ++i)
        text += fmt::format("L{0}:\nadd.s32 %r2, %r2, -1;\nsetp.ne.s32 %p1, %r2, %r1;\n@%p1 bra L{0};\n", i);
    EXPECT_FALSE(Checked(module_head() + kernel(text + "bar.sync 0;")).report.is_safe());
}

TEST(CheckerHostile, ManyWaysToOnePlace) {
    std::string body = "ld.param.u64 %rd1, [p];\n";
    for (int i = 0; i < 50000; ++i)
        body += "setp.lt.s32 %p1, %r1, " + std::to_string(i) + "; add.s64 %rd1, %rd1, 4; @%p1 bra E;\n";
    expect_checked_soon(module_head() + kernel(body + "E: ld.global.u32 %r1, [%rd1];"), false);
}

// The same text means the same only in the same surroundings.
TEST(CheckerHostile, AKernelThatWasSafeElsewhere) {
    const std::string use = kernel("mov.u64 %rd2, array; ld.shared.u32 %r1, [%rd2+12];");
    const std::string stray = kernel("ld.param.u64 %rd1, [w]; ld.global.u32 %r1, [%rd1];");
    const auto with = [](const std::string& bytes) {
        return module_head() + ".shared .align 16 .b8 array[" + bytes + "];\n";
    };
    SafeKernels safe;
    EXPECT_FALSE(Checked(with("8") + use, {}, &safe).report.is_safe());
    EXPECT_TRUE(Checked(with("16") + use, {}, &safe).report.is_safe());
    EXPECT_TRUE(Checked(with("16") + use, {}, &safe).report.is_safe());
    EXPECT_FALSE(Checked(with("8") + use, {}, &safe).report.is_safe());
    EXPECT_TRUE(Checked(with("16") + use, {}, &safe).report.is_safe());
    EXPECT_EQ(Checked(with("16") + stray, {}, &safe).report.is_safe(), Checked(with("16") + stray).report.is_safe());
    // Its conditions are kept with it.
    const std::string conditional = kernel("ld.param.u64 %rd1, [p]; ld.global.u32 %r1, [%rd1];");
    for (int i = 0; i < 2; ++i) {
        const Checked checked(with("16") + conditional, {}, &safe);
        ASSERT_EQ(checked.report.kernels.size(), 1u);
        EXPECT_FALSE(checked.report.kernels[0].conditions.empty());
    }
}

const std::string runtime =
    ".func __rf_violation(.param .b64 a, .param .b32 s)\n{\n.reg .b64 %rd<4>;\nld.param.b64 %rd1, [a];\n"
    "st.global.u64 [%rd1], %rd1;\nret;\n}\n";

TEST(CheckerHostile, TheGuardsFunctionsWordForWord) {
    const std::string use = kernel(
        "{ .param .b64 x; .param .b32 y; st.param.b64 [x], %rd1; st.param.b32 [y], 1; call __rf_violation, (x, y); }");
    EXPECT_TRUE(Checked(module_head() + runtime + use, runtime).report.is_safe());
    EXPECT_FALSE(Checked(module_head() + runtime + use).report.is_safe());
    std::string changed = runtime;
    changed.replace(changed.find("[%rd1]"), 6, "[%rd2]");
    EXPECT_FALSE(Checked(module_head() + changed + use, runtime).report.is_safe());
    const std::string table = ".const .align 8 .u64 __rf_calls_0[1] = { __rf_violation };\n";
    EXPECT_FALSE(Checked(module_head() + runtime + table + use, runtime).report.is_safe());
    std::string promise = ".func __rf_violation(.param .b64 a, .param .b32 s) .noreturn;\n";
    EXPECT_FALSE(Checked(module_head() + promise + runtime + use, runtime).report.is_safe());
}

TEST(CheckerHostile, BlocksAreNotClusters) {
    const std::string head = ".version 9.0\n.target sm_90\n.address_size 64\n";
    const std::string kernel = ".entry k() .reqntid 32, 1, 1 .reqnctapercluster 1, 1, 1";
    EXPECT_TRUE(Checked(head + kernel + " { ret; }\n").report.is_safe());
    const Checked checked(head + kernel + " .blocksareclusters { ret; }\n");
    EXPECT_EQ(checked.findings(), "[directives] directive .blocksareclusters is not known to the guard\n");
}

TEST(CheckerHostile, KernelsMayCallThroughTables) {
    const std::string text =
        ".func f() { ret; }\n.const .align 8 .u64 __rf_calls_0[1] = { f };\n"
        ".func g() { .reg .b64 %rd<9>; P: .callprototype _ (); ld.const.u64 %rd6, [__rf_calls_0]; call %rd6, P; ret; "
        "}\n"
        ".entry k() { call g; ret; }\n.entry l() { call f; ret; }\n";
    const Checked checked(module_head() + text);
    ASSERT_TRUE(checked.report.is_safe()) << checked.findings();
    EXPECT_EQ(checked.report.kernels.size(), 2U);
}

// Random programs of a few instructions on four registers, with loops and branches: whatever is accepted is run, and
// its accesses must stay within the variable.
class RandomProgram {
public:
    RandomProgram(std::mt19937& random, bool is_loop) : random_(random) {
        const std::size_t count = 4 + random() % 12;
        if (is_loop) {
            make_loop();
        } else {
            while (steps_.size() < count)
                steps_.push_back(random_step(count));
        }
    }

    std::string text() const {
        std::string out =
            ".shared .align 4 .b8 s[64]; mov.u32 %r9, s; ld.param.u32 %r1, [n]; ld.param.s32 %r2, [m]; mov.u32 %r3, 0; "
            "mov.u32 %r4, %tid.x;\n";
        for (std::size_t i = 0; i < steps_.size(); ++i)
            out += "L" + std::to_string(i) + ": " + text_of(steps_[i]) + "\n";
        return out + "L" + std::to_string(steps_.size()) + ":";
    }

    // True if all accesses stayed within; it takes at most so many steps.
    bool stays_within(std::uint32_t n, std::int32_t m, std::uint32_t tid) const {
        std::uint32_t r[5] = {0, n, static_cast<std::uint32_t>(m), 0, tid};
        bool p = false;
        std::size_t at = 0;
        for (int budget = 2000; budget > 0 && at < steps_.size(); --budget) {
            const Step& step = steps_[at++];
            if (step.guard != 0 && p != (step.guard == 1)) continue;
            const std::uint32_t a = r[step.a];
            const std::uint32_t b = step.b == 0 ? static_cast<std::uint32_t>(step.constant) : r[step.b];
            switch (step.kind) {
                case 0: r[step.to] = a + b; break;
                case 1: r[step.to] = a - b; break;
                case 2: r[step.to] = a * b; break;
                case 3: r[step.to] = a & b; break;
                case 4: r[step.to] = std::min(a, b); break;
                case 5:
                    r[step.to] = static_cast<std::uint32_t>(
                        std::max(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)));
                    break;
                case 6: r[step.to] = b > 31 ? 0 : a << b; break;
                case 7: r[step.to] = b > 31 ? 0 : a >> b; break;
                case 8: p = static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b); break;
                case 9: p = a >= b; break;
                case 10: p = a != b; break;
                case 11: at = step.target; break;
                default:
                    if (a > 60 || a % 4 != 0) return false;
                    break;
            }
        }
        return true;
    }

private:
    struct Step {
        unsigned kind = 0;
        unsigned to = 1, a = 1, b = 0;
        std::int32_t constant = 0;
        unsigned guard = 0;  // 1: @p, 2: @!p
        std::size_t target = 0;
    };

    Step random_step(std::size_t count) {
        Step step;
        const unsigned weights[] = {0, 0, 0, 1, 3, 3, 4, 4, 5, 6, 7, 8, 8, 8, 9, 9, 10, 10, 11, 11, 11, 12, 12, 12, 12};
        step.kind = weights[random_() % std::size(weights)];
        step.to = 1 + random_() % 4;
        step.a = 1 + random_() % 4;
        step.b = random_() % 3 == 0 ? 1 + random_() % 4 : 0;
        const std::int32_t constants[] = {0, 1, 2, 4, 8, 15, 16, 60, 64, -1, -4, 3, 12};
        step.constant = constants[random_() % std::size(constants)];
        if (random_() % 3 == 0 && step.kind < 11) step.guard = 1 + random_() % 2;
        if (step.kind == 11) step.guard = random_() % 8 == 0 ? 0 : 1 + random_() % 2;
        step.target = random_() % (count + 1);
        return step;
    }

    // First values, a test perhaps, accesses and steps in any order, a test, the way back; with an accident now and
    // then.
    void make_loop() {
        const auto pick = [&](std::initializer_list<std::int32_t> values) {
            return values.begin()[random_() % values.size()];
        };
        const auto compare = [&](unsigned reg) {
            Step step;
            step.kind = static_cast<unsigned>(8 + random_() % 3);
            step.a = reg;
            step.b = random_() % 3 == 0 ? 2 : 0;
            step.constant = pick({0, 1, 4, 12, 16, 60, 64, -4, 0x7ffffff0, -16});
            return step;
        };
        const auto branch = [&](std::size_t target) {
            Step step;
            step.kind = 11;
            step.guard = 1 + random_() % 2;
            step.target = target;
            return step;
        };
        const auto advance = [&](unsigned reg) {
            Step step;
            step.kind = random_() % 4 == 0 ? 1 : 0;
            step.to = step.a = reg;
            step.constant = pick({1, 2, 4, 4, 4, 8, -4, -1, 0x40000000});
            if (random_() % 6 == 0) {
                step.kind = 7;
                step.constant = pick({0, 1, 1, 2, 31, 40});
            }
            if (random_() % 8 == 0) step.b = 4;
            if (random_() % 12 == 0) step.guard = 1;
            return step;
        };
        Step first;
        first.kind = 3;  // a constant: and of itself
        first.to = 1;
        first.a = random_() % 2 == 0 ? 1 : 4;
        first.constant = pick({0, 4, 12, 60, -1, 63, -4});
        steps_ = {first};
        if (random_() % 2 == 0) steps_.insert(steps_.end(), {compare(1), branch(0)});
        const std::size_t head = steps_.size();
        const std::size_t top = random_() % 3;
        if (top == 0) steps_.insert(steps_.end(), {compare(1), branch(0)});
        std::vector<Step> body = {advance(1), advance(3), {12, 1, 3}, {12, 1, random_() % 2 == 0 ? 1U : 3U}};
        if (random_() % 8 == 0) body.push_back(random_step(6));
        std::shuffle(body.begin(), body.end(), random_);
        steps_.insert(steps_.end(), body.begin(), body.end());
        if (top != 0) steps_.push_back(compare(1));
        steps_.push_back(branch(head));
        if (top == 0) steps_.back().guard = 0;
        for (std::size_t i = 0; i + 1 < steps_.size(); ++i) {
            if (steps_[i].kind == 11 && steps_[i].target == 0) steps_[i].target = steps_.size();
        }
    }

    static std::string text_of(const Step& step) {
        const std::string guard = step.guard == 0 ? "" : step.guard == 1 ? "@%p1 " : "@!%p1 ";
        const std::string a = "%r" + std::to_string(step.a);
        const std::string b = step.b == 0 ? std::to_string(step.constant) : "%r" + std::to_string(step.b);
        const std::string to = "%r" + std::to_string(step.to);
        constexpr const char* names[] = {"add.s32", "sub.s32", "mul.lo.s32", "and.b32",
                                         "min.u32", "max.s32", "shl.b32",    "shr.u32"};
        if (step.kind < 8) return guard + names[step.kind] + " " + to + ", " + a + ", " + b + ";";
        constexpr const char* compares[] = {"setp.lt.s32", "setp.ge.u32", "setp.ne.s32"};
        if (step.kind < 11) return guard + compares[step.kind - 8] + " %p1, " + a + ", " + b + ";";
        if (step.kind == 11) return guard + "bra L" + std::to_string(step.target) + ";";
        return "add.s32 %r8, %r9, " + a + "; " + guard + "ld.shared.u32 %r7, [%r8];";
    }

    std::mt19937& random_;
    std::vector<Step> steps_;
};

// A kernel with n joins, each of which is reached by a way that a comparison with the join before decides.
std::string chain_of_joins(int n) {
    std::string body;
    const auto add = [&](const std::string& text, int number) {
        std::string line = text;
        for (const auto& [name, value] : {std::pair('#', number), std::pair('?', number - 1)}) {
            for (std::size_t at = line.find(name); at != std::string::npos; at = line.find(name))
                line.replace(at, 1, std::to_string(value));
        }
        body += line;
    };
    const std::string count = std::to_string(n + 1);
    body += ".reg .pred %a<" + count + ">, %b<" + count + ">; .reg .b32 %s<" + count + ">, %t<" + count + ">;\n" +
            "mov.u32 %t0, %tid.x; mov.u32 %r9, place; ld.param.u32 %s0, [n];\n";
    for (int i = 1; i <= n; ++i) {
        add("mov.u32 %s#, 2; setp.ge.u32 %b#, %t0, %s?; @%b# bra L#; add.u32 %t#, %t0, #; setp.lt.u32 %a#, %t#, 5;\n"
            "mov.u32 %s#, 0; @%a# bra L#; mov.u32 %s#, 1;\nL#:\n",
            i);
    }
    add("shl.b32 %r1, %s#, 2; add.s32 %r2, %r9, %r1; st.shared.u32 [%r2], 7;", n);
    return module_head() + ".shared .align 16 .b8 place[64];\n" + kernel(body);
}

TEST(CheckerHostile, ChainsOfJoinsTakeLittleStack) {
    // A thread with less than one frame for each of the joins.
    pthread_attr_t small;
    ASSERT_EQ(pthread_attr_init(&small), 0);
    ASSERT_EQ(pthread_attr_setstacksize(&small, 768U << 10U), 0);
    pthread_t thread{};
    const auto work = [](void*) -> void* {
        const Checked checked(chain_of_joins(1000));
        EXPECT_TRUE(checked.report.is_safe()) << checked.findings();
        return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &small, work, nullptr), 0);
    EXPECT_EQ(pthread_join(thread, nullptr), 0);
    pthread_attr_destroy(&small);
}

TEST(CheckerHostile, WhatIsAcceptedStaysWithin) {
    std::mt19937 random(11);
    int accepted[2] = {0, 0};
    int launched[2] = {0, 0};
    for (int round = 0; round < rounds(40000); ++round) {
        const int is_loop = round % 2;
        const RandomProgram program(random, is_loop != 0);
        const std::string text = program.text();
        if (text.find("ld.shared") == std::string::npos) continue;
        const Checked checked(module_head() + kernel(text));
        ASSERT_NE(checked.module, nullptr);
        if (!checked.report.is_safe()) continue;
        ++accepted[is_loop];
        for (int launch = 0; launch < 8; ++launch) {
            const std::uint32_t numbers[] = {
                0, 1, 4, 16, 60, 64, 0x7fffffff, 0x80000000, 0xfffffff0, static_cast<std::uint32_t>(random())};
            struct {
                std::uint64_t p = 0, q = 0;
                std::uint32_t n = 0;
                std::int32_t m = 0;
                std::uint64_t w = 0;
            } parameters;
            parameters.n = numbers[random() % std::size(numbers)];
            parameters.m = static_cast<std::int32_t>(numbers[random() % std::size(numbers)]);
            LaunchFacts facts;
            facts.parameters = std::as_bytes(std::span(&parameters, 1));
            facts.block = {1 + static_cast<std::uint32_t>(random() % 32), 1, 1};
            facts.static_shared = 64;
            if (!checked.report.kernels[0].conditions.hold(facts)) continue;
            ++launched[is_loop];
            for (std::uint32_t tid = 0; tid < facts.block[0]; ++tid)
                ASSERT_TRUE(program.stays_within(parameters.n, parameters.m, tid))
                    << text << "n " << parameters.n << " m " << parameters.m;
        }
    }
    EXPECT_GT(accepted[0], rounds(200));
    EXPECT_GT(accepted[1], rounds(200));
    std::printf("random programs: %d accepted, %d launches; loops: %d accepted, %d launches\n", accepted[0],
                launched[0], accepted[1], launched[1]);
}

}  // namespace
}  // namespace ringfence::guard::test
