// Where parameters lie: our layout against what ptxas writes into its cubins.
#include "ptx/parameter_layout.h"

#include <cstring>
#include <map>
#include <random>
#include <vector>

#include "checker_support.h"
#include "cubin.h"

namespace ringfence::ptx {
namespace {

// By kernel: the offset and size of each parameter. Attribute 0x17 is {u32 index; u16 ordinal; u16 offset; u32 size <<
// 18 |
// ...}.
using Parameters = std::map<unsigned, std::pair<std::uint32_t, std::uint32_t>>;
std::map<std::string, Parameters> parameters_of(const std::string& cubin) {
    constexpr std::uint8_t parameter_info = 0x17;
    std::map<std::string, Parameters> result;
    test::for_each_attribute(cubin, [&](const std::string& kernel, std::uint8_t attribute, std::uint64_t at) {
        if (attribute != parameter_info) return;
        result[kernel][test::read_at<std::uint16_t>(cubin, at + 4)] = {
            test::read_at<std::uint16_t>(cubin, at + 6), test::read_at<std::uint32_t>(cubin, at + 8) >> 18U};
    });
    return result;
}

std::string random_parameter(std::mt19937& random) {
    constexpr const char* types[] = {"b8",  "u8",  "s8",  "b16", "u16", "s16", "b32", "u32",
                                     "s32", "b64", "u64", "s64", "f16", "f32", "f64", "b128"};
    std::string text = ".param ";
    if (random() % 2 == 0) text += ".align " + std::to_string(1U << random() % 8) + " ";
    const char* const type = types[random() % std::size(types)];
    const bool is_array = random() % 2 == 0;
    const bool is_vector = is_array && std::strcmp(type, "b128") != 0 && random() % 4 == 0;
    if (is_vector) text += ".v2 ";
    text += std::string(".") + type + " ";
    return text + (is_array ? "%[" + std::to_string(1 + random() % 7) + "]" : "%");
}

std::string random_kernels(unsigned count, const std::string& target, std::mt19937& random) {
    std::string text = ".version 8.6\n.target " + target + "\n.address_size 64\n";
    for (unsigned kernel = 0; kernel < count; ++kernel) {
        text += ".visible .entry k" + std::to_string(kernel) + "(";
        const std::size_t parameters = 1 + random() % 9;
        for (std::size_t i = 0; i < parameters; ++i) {
            std::string one = random_parameter(random);
            one.replace(one.find('%'), 1, "p" + std::to_string(i));
            text += (i == 0 ? "" : ", ") + one;
        }
        text += ")\n{\nret;\n}\n";
    }
    return text;
}

TEST(ParameterLayout, IsPtxass) {
    if (!test::find_ptxas()) GTEST_SKIP() << "there is no ptxas";
    // Where the parameters of a card begin in its constant memory.
    constexpr std::pair<const char*, std::uint64_t> targets[] = {{"sm_80", 0x160}, {"sm_90", 0x210}, {"sm_100", 0x380}};
    std::mt19937 random(12);
    unsigned compared = 0;
    for (const auto& [target, begin] : targets) {
        const std::string text = random_kernels(300, target, random);
        const auto cubin = test::assemble(text, target);
        ASSERT_TRUE(cubin.has_value());
        const auto theirs = parameters_of(*cubin);
        DiagnosticSink sink;
        const auto module = parse(std::make_shared<const std::string>(text), sink);
        ASSERT_NE(module, nullptr);
        for (const Item& item : module->items) {
            ASSERT_TRUE(item.function != nullptr);
            const auto parameters = item.function->signature.parameters;
            const ParameterPlaces layout = place_parameters(parameters, begin);
            const ParameterPlaces anywhere = place_parameters(parameters);
            const auto& listed = theirs.at(std::string(item.function->name));
            ASSERT_EQ(listed.size(), parameters.size());
            for (unsigned i = 0; i < parameters.size(); ++i) {
                const auto [offset, bytes] = listed.at(i);
                EXPECT_EQ(layout.offsets[i], offset) << target << " " << item.function->name << " parameter " << i;
                EXPECT_EQ(parameters[i]->bytes(), bytes);
                if (i < anywhere.portable) {
                    EXPECT_EQ(anywhere.offsets[i], offset) << target;
                }
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 3000U);
}

TEST(ParameterLayout, IsTheSameOnAllCardsUpTo16Bytes) {
    const guard::test::Checked checked(guard::test::module_head() +
                                       ".visible .entry k(.param .u32 a, .param .align 4 .u64 b, .param .u32 c, "
                                       ".param .u64 d, .param .align 32 .b8 e[4], .param .u64 f)\n{\nret;\n}\n");
    ASSERT_NE(checked.module, nullptr);
    const ParameterPlaces layout = place_parameters(checked.module->find_function("k")->signature.parameters);
    EXPECT_EQ(layout.portable, 4U);
    EXPECT_EQ(layout.offsets, (std::vector<std::uint64_t>{0, 8, 16, 24, 32, 40}));
}

}  // namespace
}  // namespace ringfence::ptx
