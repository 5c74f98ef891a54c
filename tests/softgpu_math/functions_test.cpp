#include "softgpu/math/functions.h"

#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "softgpu/math/format.h"
#include "support.h"

namespace ringfence::softgpu::math {
namespace {

template <typename Function>
Function* find(std::string_view name) {
    for (const RuntimeFunction& function : math_functions()) {
        if (name == function.name) return reinterpret_cast<Function*>(function.address);
    }
    ADD_FAILURE() << name << " is not in the table";
    return nullptr;
}

TEST(Functions, NamesAreUniqueAndHaveThePrefix) {
    std::set<std::string> names;
    for (const RuntimeFunction& function : math_functions()) {
        EXPECT_TRUE(std::string_view(function.name).starts_with("rf_")) << function.name;
        EXPECT_TRUE(names.insert(function.name).second) << function.name;
        EXPECT_NE(function.address, nullptr);
    }
}

TEST(Functions, AreCalledWithBitPatterns) {
    const std::uint32_t up = Mode{Rounding::Up}.bits();
    auto* add32 = find<std::uint32_t(std::uint32_t, std::uint32_t, std::uint32_t)>("rf_add_f32");
    EXPECT_EQ(add32(bits_of(1.0F), bits_of(0x1p-60F), up), bits_of(1.0F) + 1);
    auto* fma64 = find<std::uint64_t(std::uint64_t, std::uint64_t, std::uint64_t, std::uint32_t)>("rf_fma_f64");
    EXPECT_EQ(fma64(bits_of(2.0), bits_of(3.0), bits_of(0x1p-80), up), bits_of(6.0) + 1);
    auto* convert = find<std::uint64_t(std::uint64_t, std::uint32_t, std::uint32_t, std::uint32_t)>("rf_convert_float");
    EXPECT_EQ(convert(bits_of(1.0F), static_cast<std::uint32_t>(FormatId::F32),
                      static_cast<std::uint32_t>(FormatId::F16), up),
              0x3c00U);
    auto* to_integer =
        find<std::uint64_t(std::uint64_t, std::uint32_t, std::uint32_t, std::uint32_t)>("rf_float_to_integer");
    EXPECT_EQ(to_integer(bits_of(-1.5F), static_cast<std::uint32_t>(FormatId::F32), 8 | integer_signed, up), 0xffU);
}

TEST(Functions, ModesSurviveTheirEncoding) {
    for (std::uint32_t bits = 0; bits < 128; ++bits) {
        EXPECT_EQ(Mode::from_bits(bits).bits(), bits);
    }
}

}  // namespace
}  // namespace ringfence::softgpu::math
