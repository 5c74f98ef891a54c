// The values of special registers under every kind of launch.
#include <string>

#include "backend/facts/bench.h"
#include "backend/facts/probes.h"
#include "backend/facts/texts.h"

namespace ringfence::backend {
namespace {

constexpr std::uint32_t none = UINT32_MAX;

// The order in which kernels write the least and the greatest value that any thread has seen.
namespace place {
enum : std::size_t { Tid = 0, Ntid = 3, Ctaid = 6, Nctaid = 9, Laneid = 12, Envreg1, Envreg2, Dynamic, Count };
}
namespace cluster_place {
enum : std::size_t { Ctaid = 0, Nctaid = 3, Rank = 6, Size, Count };
}

struct Seen {
    std::uint32_t least = none;
    std::uint32_t greatest = 0;
};

const Launch usual_launch = {.grid = {3, 2, 2}, .block = {40, 2, 2}, .dynamic_shared = 0};

Result<std::vector<Seen>> registers(FactBench& bench, std::string_view text, std::string_view kernel, std::size_t count,
                                    LaunchWay way, const Launch& how = usual_launch) {
    Words before;
    for (std::size_t i = 0; i < count; ++i)
        before.insert(before.end(), {none, 0});
    RF_TRY(const Words words, bench.run({text, kernel, how, before, way}, 2 * count));
    std::vector<Seen> seen;
    for (std::size_t i = 0; i < count; ++i)
        seen.push_back({words[2 * i], words[2 * i + 1]});
    return seen;
}

Result<void> expect_all_below(const std::string& what, const Seen& seen, std::uint32_t limit) {
    RF_RETURN_IF_ERROR(expect_equal("the least " + what, seen.least, 0));
    return expect_equal("the greatest " + what, seen.greatest, limit - 1);
}

Result<void> expect_always(const std::string& what, const Seen& seen, std::uint32_t value) {
    RF_RETURN_IF_ERROR(expect_equal("the least " + what, seen.least, value));
    return expect_equal("the greatest " + what, seen.greatest, value);
}

Result<void> expect_usual(FactBench& bench, LaunchWay way) {
    RF_TRY(const std::vector<Seen> seen, registers(bench, quick_text(), "fact_registers", place::Count, way));
    const std::uint32_t block[] = {usual_launch.block.x, usual_launch.block.y, usual_launch.block.z};
    const std::uint32_t grid[] = {usual_launch.grid.x, usual_launch.grid.y, usual_launch.grid.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string end = std::string(".") + "xyz"[axis];
        RF_RETURN_IF_ERROR(expect_all_below("%tid" + end, seen[place::Tid + axis], block[axis]));
        RF_RETURN_IF_ERROR(expect_always("%ntid" + end, seen[place::Ntid + axis], block[axis]));
        RF_RETURN_IF_ERROR(expect_all_below("%ctaid" + end, seen[place::Ctaid + axis], grid[axis]));
        RF_RETURN_IF_ERROR(expect_always("%nctaid" + end, seen[place::Nctaid + axis], grid[axis]));
    }
    return expect_all_below("%laneid", seen[place::Laneid], 32);
}

}  // namespace

Result<void> measure_registers_plain(FactBench& bench) {
    return expect_usual(bench, LaunchWay::Plain);
}

Result<void> measure_registers_cooperative(FactBench& bench) {
    return expect_usual(bench, LaunchWay::Cooperative);
}

Result<void> measure_registers_graph(FactBench& bench) {
    return expect_usual(bench, LaunchWay::Graph);
}

Result<void> measure_registers_updated_graph(FactBench& bench) {
    return expect_usual(bench, LaunchWay::UpdatedGraph);
}

Result<void> measure_registers_no_cluster(FactBench& bench) {
    for (const LaunchWay way : {LaunchWay::Plain, LaunchWay::Cooperative, LaunchWay::Graph, LaunchWay::UpdatedGraph}) {
        RF_TRY(const std::vector<Seen> seen,
               registers(bench, quick_text_90(), "fact_cluster_registers", cluster_place::Count, way));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            RF_RETURN_IF_ERROR(expect_always("%cluster_ctaid", seen[cluster_place::Ctaid + axis], 0));
            RF_RETURN_IF_ERROR(expect_always("%cluster_nctaid", seen[cluster_place::Nctaid + axis], 1));
        }
        RF_RETURN_IF_ERROR(expect_always("%cluster_ctarank", seen[cluster_place::Rank], 0));
        RF_RETURN_IF_ERROR(expect_always("%cluster_nctarank", seen[cluster_place::Size], 1));
    }
    return {};
}

Result<void> measure_limits_of_launches(FactBench& bench) {
    const Properties& device = bench.device().properties();
    const auto at_most = [](const char* what, const Dim3& is, const Dim3& limit) {
        return expect(is.x <= limit.x && is.y <= limit.y && is.z <= limit.z, std::string(what) + " may be larger");
    };
    RF_RETURN_IF_ERROR(at_most("a block", device.max_block, {1024, 1024, 64}));
    RF_RETURN_IF_ERROR(at_most("a grid", device.max_grid, {INT32_MAX, 65535, 65535}));
    RF_RETURN_IF_ERROR(expect_within("the most threads of a block", device.max_threads_per_block, 1, 1024));
    return expect_equal("the threads of a warp", device.warp_size, 32);
}

Result<void> measure_environment_cooperative(FactBench& bench) {
    RF_TRY(const std::vector<Seen> seen,
           registers(bench, quick_text(), "fact_registers", place::Count, LaunchWay::Cooperative));
    const bool is_one = seen[place::Envreg1].least == seen[place::Envreg1].greatest &&
                        seen[place::Envreg2].least == seen[place::Envreg2].greatest;
    RF_RETURN_IF_ERROR(expect(is_one, "%envreg1 and %envreg2 differ among the threads of a grid"));
    return expect((seen[place::Envreg1].least | seen[place::Envreg2].least) != 0,
                  "%envreg1 and %envreg2 are both zero");
}

Result<void> measure_dynamic_shared_size(FactBench& bench) {
    for (const std::uint32_t bytes : {0U, 1U, 100U, 4096U, 40'000U}) {
        Launch how = usual_launch;
        how.dynamic_shared = bytes;
        RF_TRY(const std::vector<Seen> seen,
               registers(bench, quick_text(), "fact_registers", place::Count, LaunchWay::Plain, how));
        RF_RETURN_IF_ERROR(expect_within("%dynamic_smem_size", seen[place::Dynamic].greatest, bytes, bytes));
        RF_RETURN_IF_ERROR(expect_equal("the least %dynamic_smem_size", seen[place::Dynamic].least, bytes));
    }
    return {};
}

Result<void> measure_dependent_launch(FactBench& bench) {
    for (const LaunchWay way : {LaunchWay::Plain, LaunchWay::Graph}) {
        RF_TRY(const Words words, bench.run({quick_text_90(), "fact_dependents", {}, {}, way}, 1));
        RF_RETURN_IF_ERROR(expect_equal("what a kernel with griddepcontrol leaves", words[0], 7));
    }
    return {};
}

const char* const launch_kernels = R"(
.visible .entry fact_registers(.param .u64 out)
{
    .reg .b32 %r;
    .reg .b64 %at;
    ld.param.u64 %at, [out];
    mov.u32 %r, %tid.x;
    red.global.min.u32 [%at], %r;
    red.global.max.u32 [%at+4], %r;
    mov.u32 %r, %tid.y;
    red.global.min.u32 [%at+8], %r;
    red.global.max.u32 [%at+12], %r;
    mov.u32 %r, %tid.z;
    red.global.min.u32 [%at+16], %r;
    red.global.max.u32 [%at+20], %r;
    mov.u32 %r, %ntid.x;
    red.global.min.u32 [%at+24], %r;
    red.global.max.u32 [%at+28], %r;
    mov.u32 %r, %ntid.y;
    red.global.min.u32 [%at+32], %r;
    red.global.max.u32 [%at+36], %r;
    mov.u32 %r, %ntid.z;
    red.global.min.u32 [%at+40], %r;
    red.global.max.u32 [%at+44], %r;
    mov.u32 %r, %ctaid.x;
    red.global.min.u32 [%at+48], %r;
    red.global.max.u32 [%at+52], %r;
    mov.u32 %r, %ctaid.y;
    red.global.min.u32 [%at+56], %r;
    red.global.max.u32 [%at+60], %r;
    mov.u32 %r, %ctaid.z;
    red.global.min.u32 [%at+64], %r;
    red.global.max.u32 [%at+68], %r;
    mov.u32 %r, %nctaid.x;
    red.global.min.u32 [%at+72], %r;
    red.global.max.u32 [%at+76], %r;
    mov.u32 %r, %nctaid.y;
    red.global.min.u32 [%at+80], %r;
    red.global.max.u32 [%at+84], %r;
    mov.u32 %r, %nctaid.z;
    red.global.min.u32 [%at+88], %r;
    red.global.max.u32 [%at+92], %r;
    mov.u32 %r, %laneid;
    red.global.min.u32 [%at+96], %r;
    red.global.max.u32 [%at+100], %r;
    mov.u32 %r, %envreg1;
    red.global.min.u32 [%at+104], %r;
    red.global.max.u32 [%at+108], %r;
    mov.u32 %r, %envreg2;
    red.global.min.u32 [%at+112], %r;
    red.global.max.u32 [%at+116], %r;
    mov.u32 %r, %dynamic_smem_size;
    red.global.min.u32 [%at+120], %r;
    red.global.max.u32 [%at+124], %r;
    ret;
}
)";

const char* const launch_kernels_90 = R"(
.visible .entry fact_cluster_registers(.param .u64 out)
{
    .reg .b32 %r;
    .reg .b64 %at;
    ld.param.u64 %at, [out];
    mov.u32 %r, %cluster_ctaid.x;
    red.global.min.u32 [%at], %r;
    red.global.max.u32 [%at+4], %r;
    mov.u32 %r, %cluster_ctaid.y;
    red.global.min.u32 [%at+8], %r;
    red.global.max.u32 [%at+12], %r;
    mov.u32 %r, %cluster_ctaid.z;
    red.global.min.u32 [%at+16], %r;
    red.global.max.u32 [%at+20], %r;
    mov.u32 %r, %cluster_nctaid.x;
    red.global.min.u32 [%at+24], %r;
    red.global.max.u32 [%at+28], %r;
    mov.u32 %r, %cluster_nctaid.y;
    red.global.min.u32 [%at+32], %r;
    red.global.max.u32 [%at+36], %r;
    mov.u32 %r, %cluster_nctaid.z;
    red.global.min.u32 [%at+40], %r;
    red.global.max.u32 [%at+44], %r;
    mov.u32 %r, %cluster_ctarank;
    red.global.min.u32 [%at+48], %r;
    red.global.max.u32 [%at+52], %r;
    mov.u32 %r, %cluster_nctarank;
    red.global.min.u32 [%at+56], %r;
    red.global.max.u32 [%at+60], %r;
    ret;
}

.visible .entry fact_dependents(.param .u64 out)
{
    .reg .b64 %at;
    ld.param.u64 %at, [out];
    griddepcontrol.wait;
    st.global.u32 [%at], 7;
    griddepcontrol.launch_dependents;
    griddepcontrol.wait;
    ret;
}
)";

}  // namespace ringfence::backend
