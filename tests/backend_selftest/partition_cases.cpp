// Streams whose kernels run on some of the multiprocessors only.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "backend/parameters.h"
#include "rig.h"

namespace ringfence::backend::selftest {
namespace {

constexpr std::uint32_t most_multiprocessors = 1024;

// seen[the block's multiprocessor] = 1
constexpr const char* where_kernel = R"(
.version 7.8
.target sm_80
.address_size 64
.visible .entry where(.param .u64 seen)
{
    .reg .b32 %sm;
    .reg .b64 %at;
    mov.u32 %sm, %smid;
    ld.param.u64 %at, [seen];
    mad.wide.u32 %at, %sm, 4, %at;
    st.global.u32 [%at], 1;
    ret;
}
)";

class PlaceProbe {
public:
    explicit PlaceProbe(Rig& rig) : rig_(rig) {
        module_ = rig.need(rig.device.load(where_kernel, {.file_name = "where.ptx"}), "load a kernel");
        if (!module_) return;
        kernel_ = rig.need(module_->function("where"), "find a kernel");
        seen_ = rig.need(rig.device.allocate(4 * most_multiprocessors), "allocate");
        ParameterBlock block(kernel_->info());
        rig.done(block.set(0, seen_), "set a parameter");
        const auto bytes = rig.need(block.bytes(), "parameters");
        node_ = {kernel_, {.grid = {65535, 1, 1}, .block = {128, 1, 1}}, {bytes.begin(), bytes.end()}};
    }
    [[nodiscard]] bool is_there() const { return kernel_ != nullptr && seen_ != 0; }
    [[nodiscard]] const LaunchNode& node() const { return node_; }
    // Which multiprocessors have run blocks, of what `put` puts on the stream.
    template <typename Put>
    std::vector<std::uint32_t> used(Stream& on, const Put& put) {
        rig_.done(rig_.device.fill(on, seen_, 0, 4, most_multiprocessors), "fill");
        rig_.done(put(), "launch");
        rig_.done(on.synchronize(), "wait for a stream");
        return rig_.get(seen_, most_multiprocessors);
    }
    std::vector<std::uint32_t> used(Stream& on) {
        return used(on, [&] { return rig_.device.launch(on, *kernel_, node_.launch, node_.parameters); });
    }

private:
    Rig& rig_;
    std::unique_ptr<Module> module_;
    const Function* kernel_ = nullptr;
    Address seen_ = 0;
    LaunchNode node_;
};

std::uint32_t count_used(const std::vector<std::uint32_t>& seen) {
    return static_cast<std::uint32_t>(std::count(seen.begin(), seen.end(), 1U));
}

bool overlap(const std::vector<std::uint32_t>& one, const std::vector<std::uint32_t>& other) {
    for (std::size_t i = 0; i < one.size(); ++i) {
        if (one[i] != 0 && other[i] != 0) return true;
    }
    return false;
}

}  // namespace

void test_partitions(Rig& rig) {
    PlaceProbe probe(rig);
    if (!probe.is_there()) return;
    const std::uint32_t all = rig.device.properties().multiprocessors;
    const std::uint32_t wanted = rig.is_soft() ? 1 : 20;
    if (all < 2 * wanted) return rig.report.skip("partitions", "there are too few multiprocessors");
    const auto group = rig.need(rig.device.create_stream_group({"one", wanted}), "some of the multiprocessors");
    const auto other = rig.need(rig.device.create_stream_group({"other", wanted}), "others of them");
    if (!group || !other) return;
    const std::uint32_t granted = group->multiprocessors();
    rig.report.note("multiprocessors for a bound of " + std::to_string(wanted), granted, "");
    rig.report.check(granted >= wanted && granted < all,
                     "a bound is rounded up to what the device can be divided into");
    const auto on_group = rig.need(rig.device.create_stream({.print = {}, .group = group}), "a stream");
    const auto on_other = rig.need(rig.device.create_stream({.print = {}, .group = other}), "a stream");
    const auto first = probe.used(*on_group);
    rig.report.check(count_used(first) != 0 && count_used(first) <= granted,
                     "a kernel stays on its group's multiprocessors", std::to_string(count_used(first)) + " used");
    rig.report.check(!overlap(first, probe.used(*on_other)), "two groups have different ones while there are enough");
    const std::uint32_t without = count_used(probe.used(*rig.stream));
    rig.report.check(rig.is_soft() || without > granted, "a stream without a group has more",
                     std::to_string(without) + " used");
    const std::vector<GraphNode> nodes = {{probe.node(), {}}};
    const auto graph = rig.need(rig.device.create_graph(nodes, group), "a graph");
    if (!graph) return;
    const auto in_graph = probe.used(*on_group, [&] { return rig.device.launch_graph(*on_group, *graph); });
    rig.report.check(count_used(in_graph) != 0 && count_used(in_graph) <= granted, "a graph's kernel does so too",
                     std::to_string(count_used(in_graph)) + " used");
    rig.report.check(!overlap(in_graph, probe.used(*on_other)), "a graph's kernel has the same as its group's streams");
    Launch cooperative = probe.node().launch;
    cooperative.cooperative = true;
    const std::uint32_t on_one =
        rig.need(rig.device.occupancy(*probe.node().function, 128, 0), "how many blocks a multiprocessor runs");
    cooperative.grid.x = on_one * granted;
    const auto launch = [&] {
        return rig.device.launch(*on_group, *probe.node().function, cooperative, probe.node().parameters);
    };
    probe.used(*on_group, launch);
    cooperative.grid.x += 1;
    rig.fails_with(launch(), 720, "a cooperative launch that does not fit the group's multiprocessors is refused");
    rig.done(on_group->synchronize(), "wait for a stream");
}

}  // namespace ringfence::backend::selftest
