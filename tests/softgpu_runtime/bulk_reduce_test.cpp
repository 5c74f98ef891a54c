#include "softgpu/runtime/bulk_reduce.h"

#include <array>
#include <bit>

#include <gtest/gtest.h>

namespace ringfence::softgpu {
namespace {

template <typename Value>
Value reduce(Value old, Value value, BulkOperation operation, BulkType type) {
    std::array<Value, 16 / sizeof(Value)> to{};
    std::array<Value, 16 / sizeof(Value)> from{};
    to.fill(old);
    from.fill(value);
    bulk_reduce(to.data(), from.data(), sizeof to, operation, type);
    for (const Value result : to)
        EXPECT_EQ(result, to.front());
    return to.front();
}

TEST(BulkReduce, Integers) {
    EXPECT_EQ(reduce<std::uint32_t>(0xffff'ffff, 2, BulkOperation::Add, BulkType::U32), 1U);
    EXPECT_EQ(reduce<std::uint32_t>(0xffff'ffff, 2, BulkOperation::Min, BulkType::U32), 2U);
    EXPECT_EQ(reduce<std::int32_t>(-1, 2, BulkOperation::Min, BulkType::S32), -1);
    EXPECT_EQ(reduce<std::int32_t>(-1, 2, BulkOperation::Max, BulkType::S32), 2);
    EXPECT_EQ(reduce<std::uint64_t>(1ULL << 63, 1ULL << 63, BulkOperation::Add, BulkType::U64), 0U);
    EXPECT_EQ(reduce<std::int64_t>(-5, 3, BulkOperation::Max, BulkType::S64), 3);
    EXPECT_EQ(reduce<std::uint32_t>(0b1100, 0b1010, BulkOperation::And, BulkType::U32), 0b1000U);
    EXPECT_EQ(reduce<std::uint32_t>(0b1100, 0b1010, BulkOperation::Or, BulkType::U32), 0b1110U);
    EXPECT_EQ(reduce<std::uint64_t>(0b1100, 0b1010, BulkOperation::Xor, BulkType::U64), 0b0110U);
}

TEST(BulkReduce, CountersWrap) {
    EXPECT_EQ(reduce<std::uint32_t>(3, 4, BulkOperation::Inc, BulkType::U32), 4U);
    EXPECT_EQ(reduce<std::uint32_t>(4, 4, BulkOperation::Inc, BulkType::U32), 0U);
    EXPECT_EQ(reduce<std::uint32_t>(3, 4, BulkOperation::Dec, BulkType::U32), 2U);
    EXPECT_EQ(reduce<std::uint32_t>(0, 4, BulkOperation::Dec, BulkType::U32), 4U);
    EXPECT_EQ(reduce<std::uint32_t>(5, 4, BulkOperation::Dec, BulkType::U32), 4U);
}

TEST(BulkReduce, Floats) {
    const auto add = [](float a, float b) {
        return std::bit_cast<float>(reduce(std::bit_cast<std::uint32_t>(a), std::bit_cast<std::uint32_t>(b),
                                           BulkOperation::Add, BulkType::F32));
    };
    EXPECT_EQ(add(1.5F, 2.25F), 3.75F);
    EXPECT_EQ(add(0x1p-149F, 0x1p-149F), 0.0F);  // subnormal numbers count as zero
    const std::uint64_t sum = reduce(std::bit_cast<std::uint64_t>(0x1p-1074), std::bit_cast<std::uint64_t>(0x1p-1074),
                                     BulkOperation::Add, BulkType::F64);
    EXPECT_EQ(sum, 2U);
}

TEST(BulkReduce, Halves) {
    EXPECT_EQ(reduce<std::uint16_t>(0x3c00, 0x3c00, BulkOperation::Add, BulkType::F16), 0x4000);
    EXPECT_EQ(reduce<std::uint16_t>(1, 1, BulkOperation::Add, BulkType::F16), 2);  // subnormal numbers are kept
    EXPECT_EQ(reduce<std::uint16_t>(0x3f80, 0x3f80, BulkOperation::Add, BulkType::BF16), 0x4000);
    EXPECT_EQ(reduce<std::uint16_t>(0x0000, 0x8000, BulkOperation::Min, BulkType::F16), 0x8000);
    EXPECT_EQ(reduce<std::uint16_t>(0x8000, 0x0000, BulkOperation::Max, BulkType::F16), 0x0000);
    EXPECT_EQ(reduce<std::uint16_t>(0x7e00, 0xbc00, BulkOperation::Min, BulkType::F16), 0xbc00);
    EXPECT_EQ(reduce<std::uint16_t>(0x7e00, 0x7e01, BulkOperation::Max, BulkType::F16), 0x7fff);
    EXPECT_EQ(reduce<std::uint16_t>(0xc000, 0xbf80, BulkOperation::Max, BulkType::BF16), 0xbf80);
}

}  // namespace
}  // namespace ringfence::softgpu
