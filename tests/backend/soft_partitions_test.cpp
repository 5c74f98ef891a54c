// Streams and graphs that run on some of the software GPU's multiprocessors.
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/job_gate.h"
#include "backend/parameters.h"
#include "backend/soft/soft.h"

namespace ringfence::backend {
namespace {

using ::testing::IsSubsetOf;

// seen[the block's multiprocessor] = 1
constexpr const char* where = R"(
.version 8.0
.target sm_90
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
constexpr unsigned multiprocessors = 6;

// A gate that is always open, and says where.
class OpenGate final : public JobGate {
public:
    explicit OpenGate(Multiprocessors place) : place_(place) {}
    void expect(std::size_t) override {}
    bool enter(const JobFacts&) override { return true; }
    void leave(std::optional<JobFacts>) override {}
    void forget() override {}
    void abandon() override {}
    [[nodiscard]] Multiprocessors multiprocessors() const override { return place_; }
    [[nodiscard]] bool is_needed() const override { return true; }
    [[nodiscard]] bool is_waiting() const override { return false; }

private:
    const Multiprocessors place_;
};

struct SoftParts : ::testing::Test {
    void SetUp() override {
        SoftOptions options;
        options.memory_bytes = 64 << 20;
        options.workers = multiprocessors;
        options.use_cache = false;
        device = open_soft(options).take();
        module = device->load(where, {.file_name = "where.ptx"}).take();
        kernel = module->function("where").take();
        seen = device->allocate(4 * multiprocessors).take();
        ParameterBlock block(kernel->info());
        block.set(0, seen).value();
        const std::span<const std::byte> bytes = block.bytes().take();
        parameters.assign(bytes.begin(), bytes.end());
    }
    std::shared_ptr<StreamGroup> group(const std::string& owner, std::uint32_t count) {
        return device->create_stream_group({owner, count}).take();
    }
    std::unique_ptr<Stream> stream(const std::shared_ptr<StreamGroup>& group, std::shared_ptr<JobGate> gate = {}) {
        return device->create_stream({.print = {}, .group = group, .gate = std::move(gate)}).take();
    }
    // So many blocks that helpers come, if they may.
    static Launch many() { return {.grid = {4096, 1, 1}, .block = {32, 1, 1}}; }
    std::set<unsigned> used(Stream& on) {
        std::vector<std::uint32_t> words(multiprocessors);
        device->copy_to_host(on, std::as_writable_bytes(std::span(words)), seen).value();
        on.synchronize().value();
        std::set<unsigned> numbers;
        for (unsigned i = 0; i < multiprocessors; ++i) {
            if (words[i] != 0) numbers.insert(i);
        }
        return numbers;
    }
    std::set<unsigned> used_by_launch(Stream& on) {
        device->fill(on, seen, 0, 4, multiprocessors).value();
        device->launch(on, *kernel, many(), parameters).value();
        return used(on);
    }

    std::unique_ptr<Device> device;
    std::unique_ptr<Module> module;
    const Function* kernel = nullptr;
    Address seen = 0;
    std::vector<std::byte> parameters;
};

TEST_F(SoftParts, KernelsRunOnTheirGroupsMultiprocessors) {
    const auto two = group("a", 2);
    EXPECT_EQ(two->multiprocessors(), 2U);
    const auto three = group("b", 3);
    const auto on_two = stream(two);
    const auto on_three = stream(three);
    for (int i = 0; i < 20; ++i) {
        EXPECT_THAT(used_by_launch(*on_two), IsSubsetOf({0U, 1U}));
        EXPECT_THAT(used_by_launch(*on_three), IsSubsetOf({2U, 3U, 4U}));
    }
}

TEST_F(SoftParts, GraphsRunThereToo) {
    const auto none = group("other", 2);
    const auto two = group("a", 2);
    const auto on_two = stream(two);
    const std::vector<GraphNode> nodes = {{LaunchNode{kernel, many(), parameters}, {}}};
    const auto graph = device->create_graph(nodes, two).take();
    device->fill(*on_two, seen, 0, 4, multiprocessors).value();
    for (int i = 0; i < 20; ++i)
        device->launch_graph(*on_two, *graph).value();
    EXPECT_THAT(used(*on_two), IsSubsetOf({2U, 3U}));
}

TEST_F(SoftParts, AWishOfAPolicyGoesBeforeTheGroups) {
    const auto two = group("a", 2);
    const auto wished = stream(two, std::make_shared<OpenGate>(Multiprocessors{5, 1}));
    EXPECT_THAT(used_by_launch(*wished), IsSubsetOf({5U}));
    const auto without = stream(two, std::make_shared<OpenGate>(Multiprocessors{}));
    EXPECT_THAT(used_by_launch(*without), IsSubsetOf({0U, 1U}));
}

TEST_F(SoftParts, ACooperativeLaunchMustFitTheGroupsMultiprocessors) {
    const auto two = group("a", 2);
    const auto on_two = stream(two);
    const auto on_all = stream(nullptr);
    const std::uint32_t on_one = device->occupancy(*kernel, 1024, 0).value();
    Launch launch = {.grid = {2 * on_one, 1, 1}, .block = {1024, 1, 1}, .cooperative = true};
    EXPECT_TRUE(device->launch(*on_two, *kernel, launch, parameters).ok());
    launch.grid.x += 1;
    EXPECT_EQ(device->launch(*on_two, *kernel, launch, parameters).error().status, 720);
    EXPECT_TRUE(device->launch(*on_all, *kernel, launch, parameters).ok());
    const std::vector<GraphNode> nodes = {{LaunchNode{kernel, launch, parameters}, {}}};
    EXPECT_EQ(device->create_graph(nodes, two).error().status, 720);
    EXPECT_TRUE(device->create_graph(nodes).ok());
    on_two->synchronize().value();
    on_all->synchronize().value();
}

TEST_F(SoftParts, AsManyAsThereAreIsNoBound) {
    EXPECT_EQ(group("a", multiprocessors), nullptr);
    EXPECT_EQ(group("a", 1000), nullptr);
    EXPECT_EQ(group("a", 0), nullptr);
}

}  // namespace
}  // namespace ringfence::backend
