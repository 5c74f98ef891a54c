#include "memory/sink_budget.h"

#include <vector>

#include <gtest/gtest.h>

#include "units.h"

namespace ringfence::memory {
namespace {

TEST(SinkBudget, GivesSmallerOnesAsTheSumComesNearToItsLimit) {
    SinkBudget budget(4096 * MiB);
    std::vector<std::shared_ptr<const SinkBudget::Share>> shares;
    std::uint64_t sum = 0;
    std::uint64_t before = SinkBudget::largest;
    while (auto share = budget.take()) {
        EXPECT_LE(share->bytes(), before);
        before = share->bytes();
        sum += sink_footprint(share->bytes());
        EXPECT_LE(sum, 4096 * MiB);
        shares.push_back(std::move(share));
    }
    EXPECT_EQ(shares.front()->bytes(), SinkBudget::largest);
    EXPECT_EQ(shares.back()->bytes(), SinkBudget::smallest);
    EXPECT_GT(shares.size(), 16U);
}

TEST(SinkBudget, TakesBackWhatIsGivenUp) {
    SinkBudget budget(40 * MiB);
    auto first = budget.take();
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->bytes(), SinkBudget::smallest);
    EXPECT_EQ(budget.take(), nullptr);
    first.reset();
    EXPECT_NE(budget.take(), nullptr);
}

}  // namespace
}  // namespace ringfence::memory
