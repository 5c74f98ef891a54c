// The time and memory that the verifier may take, whatever the program.
#include "policy/verifier.h"

#include <gtest/gtest.h>

#include "assembler.h"

namespace ringfence::policy {
namespace {

// So many forks in a row, all of which lead somewhere else.
Program with_forks(int forks) {
    std::string text = "r6 = *(u64 *)(r1 + 0)\n";
    for (int i = 0; i < forks; ++i)
        text += "if r6 == " + std::to_string(i) + " goto out" + std::to_string(i) + "\n";
    text += "r0 = 0\nexit\n";
    for (int i = 0; i < forks; ++i)
        text += "out" + std::to_string(i) + ":\nr0 = 1\nexit\n";
    return assemble(text).take();
}

// A way that has yet to be followed takes as much memory as a state that is kept.
TEST(Verifier, WaysThatHaveYetToBeFollowedCount) {
    const Program program = with_forks(500);
    EXPECT_TRUE(verify(program, {.states = 600}).is_accepted());
    const Verdict verdict = verify(program, {.states = 400});
    ASSERT_FALSE(verdict.is_accepted());
    EXPECT_EQ(verdict.refusal->rule, "complexity");
}

// A loop of so many rounds, with so many slots of the stack in use: each round meets all before it.
Program with_rounds(int rounds) {
    std::string text = "r1 = 7\n";
    for (int i = 1; i <= 64; ++i)
        text += "*(u64 *)(r10 - " + std::to_string(8 * i) + ") = r1\n";
    text += "r6 = 0\nagain:\nr6 += 1\n*(u64 *)(r10 - 512) = r6\nif r6 < " + std::to_string(rounds) +
            " goto again\nr0 = 0\nexit\n";
    return assemble(text).take();
}

TEST(Verifier, ComparisonsOfStatesCount) {
    const Program program = with_rounds(1'000);
    EXPECT_TRUE(verify(program).is_accepted());
    const Verdict verdict = verify(program, {.comparisons = 100'000});
    ASSERT_FALSE(verdict.is_accepted());
    EXPECT_EQ(verdict.refusal->rule, "complexity");
}

TEST(Verifier, BytesOfStatesCount) {
    const Program program = with_rounds(1'000);
    const Verdict verdict = verify(program, {.bytes = 1 << 20});
    ASSERT_FALSE(verdict.is_accepted());
    EXPECT_EQ(verdict.refusal->rule, "complexity");
}

// So many functions of so many instructions each.
Program of_functions(std::uint32_t functions, std::uint32_t insns_of_each) {
    Program program;
    const Insn zero = assemble("r0 = 0\nexit\n").value().insns.front();
    const Insn exit = assemble("r0 = 0\nexit\n").value().insns.back();
    for (std::uint32_t i = 0; i < functions; ++i) {
        const auto begin = static_cast<std::uint32_t>(program.insns.size());
        program.insns.insert(program.insns.end(), insns_of_each - 1, zero);
        program.insns.push_back(exit);
        program.functions.push_back({"f" + std::to_string(i), begin, begin + insns_of_each});
    }
    program.hooks[static_cast<std::size_t>(Hook::Tick)] = 0;
    return program;
}

void expect_size_is_refused(const Program& program, std::string_view message) {
    const Verdict verdict = verify(program);
    ASSERT_FALSE(verdict.is_accepted());
    EXPECT_EQ(verdict.refusal->rule, "size");
    EXPECT_EQ(verdict.refusal->message, message);
}

TEST(Verifier, SoManyInstructionsAndNoMore) {
    EXPECT_TRUE(verify(of_functions(1, most_insns)).is_accepted());
    expect_size_is_refused(of_functions(1, most_insns + 1), "16385 instructions");
}

TEST(Verifier, SoManyFunctionsAndNoMore) {
    EXPECT_TRUE(verify(of_functions(most_functions, 2)).is_accepted());
    expect_size_is_refused(of_functions(most_functions + 1, 2), "257 functions");
    expect_size_is_refused(of_functions(0, 2), "there are no instructions");
}

// The verifier looks at functions only, so an instruction outside of all functions would not be verified.
TEST(Verifier, FunctionsLeaveNoGapsAndDoNotOverlap) {
    Program with_gap = of_functions(3, 4);
    with_gap.functions[1].begin += 1;
    expect_size_is_refused(with_gap, "functions overlap, are empty or leave gaps");
    Program overlapping = of_functions(3, 4);
    overlapping.functions[1].begin -= 1;
    expect_size_is_refused(overlapping, "functions overlap, are empty or leave gaps");
    Program with_empty = of_functions(3, 4);
    with_empty.functions[1].end = with_empty.functions[1].begin;
    expect_size_is_refused(with_empty, "functions overlap, are empty or leave gaps");
    Program with_tail = of_functions(3, 4);
    with_tail.functions.pop_back();
    expect_size_is_refused(with_tail, "instructions that belong to no function");
}

}  // namespace
}  // namespace ringfence::policy
