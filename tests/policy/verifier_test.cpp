// What verifying may take, whatever the program.
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

}  // namespace
}  // namespace ringfence::policy
