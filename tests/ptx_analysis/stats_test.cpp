#include "ptx/analysis/stats.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "ptx/analysis/stats_json.h"
#include "support.h"

namespace ringfence::ptx {
namespace {

using test::parse_module;
using ::testing::HasSubstr;

const char* const example = R"(
.global .align 4 .b8 data[100];
.shared .align 16 .b8 tile[64];
.shared .align 4 .b8 other[20];
.extern .shared .align 16 .b8 dynamic[];
.func helper() { .shared .align 8 .b8 scratch[24]; .reg .b32 %r<2>; ld.shared.u32 %r1, [other]; ret; }
.entry k(.param .u32 n, .param .u64 p)
{
    .local .align 8 .b8 stack[40];
    .local .b32 slots<3>;
    .reg .pred %p<3>;
    .reg .b32 %r<10>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [p];
    cvta.to.global.u64 %rd2, %rd1;
    mov.u32 %r1, 0;
L:
    ld.global.u32 %r2, [%rd2];
    st.shared.u32 [tile], %r2;
    atom.shared.add.u32 %r3, [tile+4], 1;
    red.global.add.u32 [%rd2], %r3;
    ld.u32 %r4, [%rd1];
    add.s32 %r1, %r1, 1;
    setp.lt.s32 %p1, %r1, 10;
    @%p1 bra L;
    st.shared.u32 [dynamic], %r4;
    call helper;
    ret;
}
)";

const MemoryCounts& in(const FunctionStats& stats, Space space) {
    return stats.by_space[static_cast<std::size_t>(space)];
}

TEST(Stats, CountsAKernel) {
    const auto module = parse_module(example);
    const ModuleStats stats = collect_stats(*module);
    ASSERT_EQ(stats.rows.size(), 2U);
    EXPECT_EQ(stats.kernels, 1U);
    EXPECT_EQ(stats.functions, 1U);
    const FunctionStats& k = stats.rows[1];
    EXPECT_EQ(k.name, "k");
    EXPECT_TRUE(k.is_entry);
    EXPECT_EQ(k.instructions, 14U);
    EXPECT_EQ(k.by_class[static_cast<std::size_t>(Class::Load)], 3U);
    EXPECT_EQ(in(k, Space::Param).reads, 1U);
    EXPECT_EQ(in(k, Space::Global).reads, 1U);
    EXPECT_EQ(in(k, Space::Global).atomics, 1U);
    EXPECT_EQ(in(k, Space::Shared).writes, 2U);
    EXPECT_EQ(in(k, Space::Shared).atomics, 1U);
    EXPECT_EQ(in(k, Space::Generic).reads, 1U);
    EXPECT_EQ(k.blocks, 3U);
    EXPECT_EQ(k.branches, 1U);
    EXPECT_EQ(k.guarded_branches, 1U);
    EXPECT_EQ(k.loops, 1U);
    EXPECT_EQ(k.max_loop_depth, 1U);
    EXPECT_EQ(k.direct_calls, 1U);
    EXPECT_EQ(k.indirect_calls, 0U);
}

TEST(Stats, CountsBytes) {
    const auto module = parse_module(example);
    const ModuleStats stats = collect_stats(*module);
    const FunctionStats& helper = stats.rows[0];
    const FunctionStats& k = stats.rows[1];
    EXPECT_EQ(k.parameter_bytes, 16U) << "the pointer is aligned";
    EXPECT_EQ(k.local_bytes, 52U);
    EXPECT_EQ(k.shared_bytes, 64U);
    EXPECT_TRUE(k.dynamic_shared);
    EXPECT_EQ(helper.shared_bytes, 44U);
    EXPECT_FALSE(helper.dynamic_shared);
    EXPECT_EQ(k.shared_bytes_with_calls, 24U + 20 + 4 + 64) << "scratch, other, a gap, tile";
    EXPECT_EQ(helper.shared_bytes_with_calls, std::nullopt);
    EXPECT_EQ(stats.variable_bytes[static_cast<std::size_t>(Space::Global)], 100U);
    EXPECT_EQ(stats.variable_bytes[static_cast<std::size_t>(Space::Shared)], 84U);
}

TEST(Stats, CountsRegisters) {
    const auto module = parse_module(example);
    const ModuleStats stats = collect_stats(*module);
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> found;
    for (const RegisterCounts& row : stats.rows[1].registers)
        found[type_name(row)] = {row.declared, row.used};
    EXPECT_EQ(found["pred"], std::pair(std::uint64_t{3}, std::uint64_t{1}));
    EXPECT_EQ(found["b32"], std::pair(std::uint64_t{10}, std::uint64_t{4}));
    EXPECT_EQ(found["b64"], std::pair(std::uint64_t{4}, std::uint64_t{2}));
    ASSERT_TRUE(stats.rows[1].pressure.has_value());
    EXPECT_EQ(stats.rows[1].pressure->bits64, 2U);
}

TEST(Stats, AddUp) {
    const auto module = parse_module(example);
    const ModuleStats stats = collect_stats(*module);
    EXPECT_EQ(stats.total.instructions, 16U);
    EXPECT_EQ(stats.total.blocks, 4U);
    EXPECT_EQ(stats.total.max_loop_depth, 1U);
}

TEST(Stats, RenderAlignsColumns) {
    const auto module = parse_module(example);
    const std::string text = render(collect_stats(*module));
    EXPECT_THAT(text, HasSubstr("PTX 8.0, sm_90, 1 kernel, 1 function, 100 bytes .global, 84 bytes .shared\n"));
    EXPECT_THAT(
        text,
        HasSubstr("          14       3         1      1      1      1     6    112+     52      16  .entry k\n"));
    EXPECT_THAT(text, HasSubstr("    memory        generic (1 read), global (1 read, 1 atomic), param (1 read), shared "
                                "(2 writes, 1 atomic)\n"));
    EXPECT_THAT(text, HasSubstr("    registers     4 of 10 b32, 2 of 4 b64, 1 of 3 pred\n"));
}

TEST(Stats, OfAModuleWithoutFunctions) {
    const auto module = parse_module(".global .b32 x;");
    const ModuleStats stats = collect_stats(*module);
    EXPECT_TRUE(stats.rows.empty());
    EXPECT_THAT(render(stats), HasSubstr("0 kernels, 0 functions"));
}

TEST(Stats, Json) {
    const auto module = parse_module(example);
    const nlohmann::json json = collect_stats(*module);
    EXPECT_EQ(json["kernels"], 1);
    EXPECT_EQ(json["target"], "sm_90");
    const nlohmann::json& k = json["functions"][1];
    EXPECT_EQ(k["name"], "k");
    EXPECT_EQ(k["kind"], "entry");
    EXPECT_EQ(k["classes"]["branch"], 1);
    EXPECT_EQ(k["memory"]["shared"]["writes"], 2);
    EXPECT_EQ(k["registers"]["b32"]["used"], 4);
    EXPECT_EQ(k["shared_bytes_with_calls"], 112);
    EXPECT_EQ(json["total"]["instructions"], 16);
    EXPECT_FALSE(json["total"].contains("shared_bytes"));
    EXPECT_FALSE(json["functions"][0].contains("shared_bytes_with_calls"));
}

}  // namespace
}  // namespace ringfence::ptx
