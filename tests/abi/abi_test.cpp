// Our declarations of CUDA's types and functions against the toolkit's headers.
#include <gtest/gtest.h>

#include "facts.h"

TEST(Abi, AgreesWithTheToolkit) {
    const std::span<const Fact> ours = our_facts();
    const std::span<const Fact> theirs = toolkit_facts();
    if (theirs.empty()) GTEST_SKIP() << "there is no CUDA 13 toolkit to compare with";
    ASSERT_EQ(ours.size(), theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i)
        EXPECT_EQ(ours[i].value, theirs[i].value) << ours[i].what;
}

TEST(Abi, ListsFacts) {
    EXPECT_GT(our_facts().size(), 2000U);
}
