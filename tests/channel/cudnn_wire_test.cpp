// How much of a reply a program gets, and how far tensors reach: never more than there is room for.
#include "channel/cudnn_wire.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace ringfence::channel::cudnn {
namespace {

TEST(CudnnReplies, AreTakenPartByPart) {
    EXPECT_EQ(bytes_for_program(1000, 1000, 8, 0, 3072), 3072U);
    EXPECT_EQ(bytes_for_program(1000, 1000, 8, 6144, 3072), 8000U - 6144U);
    EXPECT_EQ(bytes_for_program(1000, 1000, 8, 8000, 3072), 0U);
}

TEST(CudnnReplies, NeverExceedTheRoom) {
    EXPECT_EQ(bytes_for_program(1000, 10, 8, 0, 3072), 80U);
    EXPECT_EQ(bytes_for_program(10, 1000, 8, 0, 3072), 80U);
    EXPECT_EQ(bytes_for_program(1000, 0, 8, 0, 3072), 0U);
    EXPECT_EQ(bytes_for_program(1000, -1, 8, 0, 3072), 0U);
    EXPECT_EQ(bytes_for_program(-1, 1000, 8, 0, 3072), 0U);
}

// The difference of what is there and what came already is no large number then.
TEST(CudnnReplies, MayCountFewerThanThoseBefore) {
    EXPECT_EQ(bytes_for_program(100, 1000, 8, 3072, 3072), 0U);
    EXPECT_EQ(bytes_for_program(0, 1000, 8, 3072, 3072), 0U);
    EXPECT_EQ(bytes_for_program(-5, 1000, 8, 3072, 3072), 0U);
}

TEST(CudnnReplies, DoNotWrapAround) {
    EXPECT_EQ(bytes_for_program(INT64_MAX, INT64_MAX, 8, 0, 3072), 0U);
    EXPECT_EQ(bytes_for_program(INT64_MAX, 4, 8, 0, 3072), 32U);
}

std::uint64_t reach(std::int64_t type, std::vector<std::int64_t> sizes, std::vector<std::int64_t> strides) {
    return reach_of(type, sizes, strides);
}

TEST(CudnnReach, IsThatOfTheLastElement) {
    EXPECT_EQ(reach(0, {2, 3, 4, 5}, {60, 20, 5, 1}), 480U);
    EXPECT_EQ(reach(0, {2, 3, 4, 5}, {60, 1, 15, 3}), 480U);
    EXPECT_EQ(reach(1, {2, 3}, {10, 1}), 104U);
    EXPECT_EQ(reach(2, {7, 9}, {0, 0}), 2U);
}

TEST(CudnnReach, IsNotKnownOfNonsense) {
    EXPECT_EQ(reach(99, {2}, {1}), UINT64_MAX);
    EXPECT_EQ(reach(0, {}, {}), UINT64_MAX);
    EXPECT_EQ(reach(0, {2, 3}, {1}), UINT64_MAX);
    EXPECT_EQ(reach(0, {0}, {1}), UINT64_MAX);
    EXPECT_EQ(reach(0, {2}, {-1}), UINT64_MAX);
    EXPECT_EQ(reach(0, {INT64_MAX}, {2}), UINT64_MAX);
    EXPECT_EQ(reach(0, {INT64_MAX, INT64_MAX}, {1, 1}), UINT64_MAX);
    EXPECT_EQ(reach(1, {INT64_MAX}, {1}), UINT64_MAX);
}

TEST(CudnnReach, CountsElementsWhateverTheirStridesAre) {
    const auto elements = [](std::vector<std::int64_t> sizes) { return elements_of(sizes); };
    EXPECT_EQ(elements({2, 3, 4}), 24U);
    EXPECT_EQ(elements({2, -3}), UINT64_MAX);
    EXPECT_EQ(elements({INT64_MAX, 3}), UINT64_MAX);
}

// The last attribute of a name counts, as in the library.
TEST(CudnnReach, OfAGraphsTensor) {
    const std::vector<std::int64_t> number{7};
    const std::vector<std::int32_t> type{1};
    const std::vector<std::int64_t> sizes{2, 3};
    const std::vector<std::int64_t> strides{10, 1};
    const std::vector<std::int64_t> wider{20, 1};
    const auto bytes_of = [](const auto& values) { return std::as_bytes(std::span(values)); };
    std::vector<Attribute> attributes = {{906, 3, 1, bytes_of(number)},
                                         {901, 1, 1, bytes_of(type)},
                                         {902, 3, 2, bytes_of(sizes)},
                                         {903, 3, 2, bytes_of(strides)}};
    EXPECT_EQ(reach_of(attributes), (std::pair<std::int64_t, TensorReach>{7, {104, 6}}));
    attributes.push_back({903, 3, 2, bytes_of(wider)});
    EXPECT_EQ(reach_of(attributes), (std::pair<std::int64_t, TensorReach>{7, {184, 6}}));
    attributes.push_back({901, 3, 1, bytes_of(number)});  // of another type
    EXPECT_EQ(reach_of(attributes), (std::pair<std::int64_t, TensorReach>{7, {UINT64_MAX, 6}}));
    const std::vector<std::byte> yes{std::byte{1}};
    attributes.push_back({908, 2, 1, yes});
    EXPECT_FALSE(reach_of(attributes).has_value());
}

}  // namespace
}  // namespace ringfence::channel::cudnn
