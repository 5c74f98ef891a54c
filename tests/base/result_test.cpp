#include "base/result.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence {
namespace {

static_assert(sizeof(Result<void>) == sizeof(void*));
static_assert(sizeof(Result<int>) == 2 * sizeof(void*));
static_assert(sizeof(Result<std::string>) <= sizeof(std::string) + sizeof(void*));

Result<int> half(int number) {
    if (number % 2 != 0) return Error::bad_input("not even").with_remedy("double it");
    return number / 2;
}

Result<int> quarter(int number) {
    RF_TRY(const int once, half(number));
    RF_TRY(auto twice, half(once));
    return twice;
}

Result<void> require_even(int number) {
    RF_RETURN_IF_ERROR(half(number));
    return {};
}

TEST(Result, HoldsAValue) {
    const Result<int> result = half(8);
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value(), 4);
}

TEST(Result, HoldsAnError) {
    const Result<int> result = half(7);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, Error::Kind::bad_input);
    EXPECT_EQ(result.error().message, "not even");
    EXPECT_EQ(result.error().remedy, "double it");
}

TEST(Result, TryPropagatesTheFirstError) {
    EXPECT_EQ(quarter(12).value(), 3);
    EXPECT_EQ(quarter(6).error().message, "not even");
    EXPECT_EQ(quarter(6).error().remedy, "double it");
}

TEST(Result, ReturnIfErrorPropagates) {
    EXPECT_TRUE(require_even(2).ok());
    EXPECT_EQ(require_even(3).error().message, "not even");
}

TEST(Result, CarriesMoveOnlyValues) {
    Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
    const std::unique_ptr<int> taken = result.take();
    EXPECT_EQ(*taken, 5);
}

TEST(Result, ConvertsToItsValueType) {
    const auto name = []() -> Result<std::string> { return "text"; };
    const auto list = []() -> Result<std::vector<int>> { return std::vector{1, 2}; };
    EXPECT_EQ(name().value(), "text");
    EXPECT_EQ(list().value().size(), 2U);
}

TEST(ResultDeathTest, MisuseEndsTheProcessWithTheReason) {
    EXPECT_DEATH((void)half(3).value(), "value of a failed Result was used: not even");
    EXPECT_DEATH((void)half(4).error(), "error of a successful Result was used");
    EXPECT_DEATH(require_even(3).value(), "not even");
}

TEST(Error, TextNamesPlaceAndRemedy) {
    EXPECT_EQ(Error::bad_input("wrong").text(), "wrong");
    EXPECT_EQ(Error::bad_input("wrong").at({"a.ptx", 3, 7}).text(), "a.ptx:3:7: wrong");
    EXPECT_EQ(Error::bad_input("wrong").at({"a.ptx", 3, 0}).text(), "a.ptx:3: wrong");
    EXPECT_EQ(Error::bad_input("wrong").at({"a.ptx", 0, 0}).with_remedy("fix it").text(),
              "a.ptx: wrong\n  remedy: fix it");
    EXPECT_EQ(Error::internal("oops").text(), "internal error: oops");
}

}  // namespace
}  // namespace ringfence
