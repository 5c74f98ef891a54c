// Parts of a device's multiprocessors: who gets which.
#include "backend/partitions.h"

#include <gtest/gtest.h>

namespace ringfence::backend {
namespace {

using Place = Partitions::Place;

TEST(Partitions, ABoundIsRoundedUpToWholeUnits) {
    Partitions card(16, 8);
    EXPECT_EQ(card.take("a", 1)->units, 1U);
    EXPECT_EQ(card.take("b", 8)->units, 1U);
    EXPECT_EQ(card.take("c", 9)->units, 2U);
    EXPECT_EQ(card.take("d", 120)->units, 15U);
}

TEST(Partitions, AsMuchAsThereIsMeansTheWholeDevice) {
    Partitions card(16, 8);
    EXPECT_EQ(card.take("a", 0), nullptr);
    EXPECT_EQ(card.take("a", 121), nullptr);
    EXPECT_EQ(card.take("a", 132), nullptr);
    EXPECT_EQ(card.take("a", UINT32_MAX), nullptr);
}

TEST(Partitions, OwnersHaveUnitsOfTheirOwnWhileThereAreEnoughAndShareBeyondThat) {
    Partitions card(4, 1);
    const auto one = card.take("one", 2);
    const auto two = card.take("two", 1);
    const auto three = card.take("three", 1);
    EXPECT_EQ(*one, (Place{0, 2}));
    EXPECT_EQ(*two, (Place{2, 1}));
    EXPECT_EQ(*three, (Place{3, 1}));
    const auto four = card.take("four", 3);
    EXPECT_EQ(*four, (Place{0, 3})) << "all units have one owner: the first ones";
    EXPECT_EQ(*card.take("five", 1), (Place{3, 1})) << "this unit has one owner, the others two";
}

TEST(Partitions, SessionsOfOneOwnerHaveTheSameUntilItsBoundChanges) {
    Partitions card(8, 1);
    const auto first = card.take("a", 2);
    EXPECT_EQ(card.take("a", 2), first);
    const auto changed = card.take("a", 3);
    EXPECT_EQ(*changed, (Place{2, 3})) << "the first is in use";
    EXPECT_EQ(card.take("a", 2), first);
}

TEST(Partitions, UnitsOfOneThatIsGoneAreFree) {
    Partitions card(4, 1);
    auto one = card.take("one", 2);
    const auto two = card.take("two", 2);
    one.reset();
    EXPECT_EQ(*card.take("three", 2), (Place{0, 2}));
}

}  // namespace
}  // namespace ringfence::backend
