#include "worker/kernel_counts.h"

#include <gmock/gmock.h>

namespace ringfence::worker {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr auto fenced = static_cast<std::size_t>(Variant::Fenced);
constexpr auto free_one = static_cast<std::size_t>(Variant::Free);

TEST(KernelCounts, AreByKernelAndModule) {
    KernelCounts counts;
    counts.row("k", "a").count(Variant::Free);
    counts.row("k", "b").count(Variant::Only, 3);
    counts.row("k", "a").count(Variant::Free);
    const auto all = counts.copy();
    ASSERT_THAT(all, SizeIs(2));
    EXPECT_EQ(all[0].launches[free_one], 2U);
    EXPECT_EQ(all[1].module, "b");
    EXPECT_EQ(all[1].launches[static_cast<std::size_t>(Variant::Only)], 3U);
}

TEST(KernelCounts, HaveReasonsForTheFenced) {
    KernelCounts counts;
    counts.row("often", "").count(Variant::Free, 100);
    KernelCounts::Row& row = counts.row("k", "");
    EXPECT_TRUE(row.lacks_text(7));
    row.explain(7, "line 3: too far");
    EXPECT_FALSE(row.lacks_text(7));
    row.explain(7, "another text");
    row.count_unmet(Variant::Fenced, 7);
    row.count_unmet(Variant::Fenced, 7, 2);
    // Nobody has said what that is.
    row.count_unmet(Variant::Fenced, 9);
    const auto all = counts.copy();
    ASSERT_EQ(all[0].name, "k") << "those with fenced launches come first";
    EXPECT_EQ(all[0].launches[fenced], 4U);
    ASSERT_THAT(all[0].reasons, SizeIs(1));
    EXPECT_EQ(all[0].reasons[0].text, "line 3: too far");
    EXPECT_EQ(all[0].reasons[0].launches, 3U);
}

TEST(KernelCounts, TakeNoMoreThanTheyMay) {
    KernelCounts counts;
    for (std::size_t i = 0; i < 10 * KernelCounts::most_rows; ++i) {
        KernelCounts::Row& row = counts.row("kernel" + std::to_string(i) + std::string(10'000, 'x'), "");
        for (std::uint32_t condition = 0; condition < 100; ++condition) {
            if (row.lacks_text(condition)) row.explain(condition, std::string(10'000, 'y'));
            row.count_unmet(Variant::Fenced, condition);
        }
    }
    const auto all = counts.copy();
    ASSERT_THAT(all, SizeIs(KernelCounts::most_rows + 1));
    for (const auto& kernel : all) {
        EXPECT_LE(kernel.name.size(), KernelCounts::longest_name + 3);
        EXPECT_LE(kernel.reasons.size(), KernelCounts::most_reasons);
        for (const auto& reason : kernel.reasons)
            EXPECT_EQ(reason.text.size(), KernelCounts::longest_reason);
    }
    EXPECT_EQ(all[0].launches[fenced], 100U);
    // The rest is one row: none is lost.
    EXPECT_EQ(all.back().name, "");
    EXPECT_EQ(all.back().launches[fenced], 100U * 9 * KernelCounts::most_rows);
    EXPECT_THAT(all.back().reasons, SizeIs(0));
}

TEST(KernelCounts, BecomeLinesThatNoNameBreaks) {
    KernelCounts counts;
    KernelCounts::Row& row = counts.row("a\tb\nkernel\t1", "12ab");
    row.explain(1, "why\nreason\t5");
    row.count_unmet(Variant::Fenced, 1, 2);
    row.count(Variant::Unguarded);
    EXPECT_EQ(lines_of(3, counts.copy()),
              "kernel\t3\ta\\x09b\\x0akernel\\x091\t12ab\t1\t0\t0\t0\t2\t0\n"
              "reason\t2\twhy\\x0areason\\x095\n");
}

}  // namespace
}  // namespace ringfence::worker
