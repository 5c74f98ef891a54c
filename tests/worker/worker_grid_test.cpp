// Guarded kernels whose blocks wait for all others of their grid.
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>

#include "base/cuda_status.h"
#include "channel/graph_bodies.h"
#include "channel/graph_records.h"
#include "forwarding_device.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

// meet(u32* count, u32* seen, u32* word): every block adds 1 to the count, they wait for each other as cooperative
// groups do, and each tells in seen[block] what it finds in the count. Where there is nothing to meet in, seen[0]
// becomes 999. If there is a word, the first block begins when it is not 0.
constexpr std::string_view grid_ptx = R"(
.version 8.0
.target sm_90
.address_size 64

.visible .entry meet(.param .u64 counts, .param .u64 seen, .param .u64 word)
{
    .reg .b64 %rd<8>;
    .reg .b32 %r<12>;
    .reg .pred %p<8>;
    ld.param.u64 %rd1, [counts];
    ld.param.u64 %rd2, [seen];
    mov.u32 %r1, %envreg2;
    cvt.u64.u32 %rd3, %r1;
    mov.u32 %r2, %envreg1;
    cvt.u64.u32 %rd4, %r2;
    shl.b64 %rd4, %rd4, 32;
    or.b64 %rd3, %rd3, %rd4;
    setp.eq.s64 %p1, %rd3, 0;
    @%p1 bra NOTHING;
    mov.u32 %r3, %ctaid.x;
    ld.param.u64 %rd7, [word];
    setp.eq.s64 %p4, %rd7, 0;
    setp.ne.or.u32 %p5, %r3, 0, %p4;
    @%p5 bra BEGIN;
HELD:
    ld.volatile.global.u32 %r11, [%rd7];
    setp.eq.u32 %p6, %r11, 0;
    @%p6 bra HELD;
BEGIN:
    red.global.add.u32 [%rd1], 1;
    mov.u32 %r4, %nctaid.x;
    mov.u32 %r5, 1;
    setp.eq.u32 %p2, %r3, 0;
    sub.u32 %r6, -2147483647, %r4;
    selp.b32 %r5, %r6, %r5, %p2;
    atom.add.release.gpu.u32 %r7, [%rd3+4], %r5;
AGAIN:
    ld.acquire.gpu.u32 %r8, [%rd3+4];
    xor.b32 %r9, %r7, %r8;
    setp.ge.s32 %p3, %r9, 0;
    @%p3 bra AGAIN;
    ld.volatile.global.u32 %r10, [%rd1];
    mul.wide.u32 %rd5, %r3, 4;
    add.s64 %rd6, %rd2, %rd5;
    st.global.u32 [%rd6], %r10;
    ret;
NOTHING:
    st.global.u32 [%rd2], 999;
    ret;
}
)";

constexpr std::uint32_t cooperative = 1;
constexpr std::uint32_t blocks = 3;
using Numbers = std::vector<std::uint32_t>;

// Keeps the dependencies of the last graph's nodes, without those of bodies.
class GraphReader final : public ForwardingDevice {
public:
    using Dependencies = std::vector<std::vector<std::uint32_t>>;

    GraphReader(std::unique_ptr<backend::Device> device, Dependencies& last)
        : ForwardingDevice(std::move(device)), last_(last) {}

    Result<std::unique_ptr<backend::Graph>> create_graph(std::span<const backend::GraphNode> nodes,
                                                         const std::shared_ptr<backend::StreamGroup>& group) override {
        last_.clear();
        for (const backend::GraphNode& node : nodes)
            last_.push_back(node.dependencies);
        return ForwardingDevice::create_graph(nodes, group);
    }

private:
    Dependencies& last_;
};

struct GridWorker : WorkerTest {
    GridWorker() {
        backend::SoftOptions soft;
        soft.memory_bytes = std::uint64_t{512} << 20;
        soft.workers = 2;
        soft.launch_limit_ms = 20'000;
        WorkerOptions options;
        options.session = session_options_for("soft", true, guard::Mode::Fence);
        options.session.window.bytes = std::uint64_t{1} << 32;
        options.session.window.has_sinks = true;
        options.session.window.heap.first_chunk = std::uint64_t{4} << 20;
        options.session.staging_bytes = 2 << 20;
        auto device = std::make_unique<GraphReader>(backend::open_soft(soft).take(), dependencies);
        guarded = Worker::create(std::move(device), options).take();
    }

    GraphReader::Dependencies dependencies;
    std::unique_ptr<Worker> guarded;
};

wire::Launch launch_on(std::uint64_t stream, std::uint64_t function, std::uint32_t flags = cooperative) {
    return {stream, function, blocks, 1, 1, 1, 1, 1, 0, flags};
}

std::vector<std::byte> arguments(Address count, Address seen, Address word = 0) {
    std::vector<std::byte> bytes;
    TestClient::append(bytes, count);
    TestClient::append(bytes, seen);
    TestClient::append(bytes, word);
    return bytes;
}

TEST_F(GridWorker, LaunchesOnManyStreamsDoNotMeetEachOther) {
    TestClient client(*guarded);
    const std::uint64_t meet = client.function(client.load(grid_ptx), "meet");
    constexpr std::size_t launches = 24;
    const Address counts = client.allocate(launches * 4);
    const Address seen = client.allocate(launches * blocks * 4);
    client.put(counts, Numbers(launches, 0));
    ASSERT_EQ(client.synchronize(), 0);
    std::vector<std::uint64_t> streams;
    for (int i = 0; i < 4; ++i)
        streams.push_back(client.stream(false));
    for (std::size_t i = 0; i < launches; ++i) {
        client.submit(launch_on(streams[i % streams.size()], meet), arguments(counts + 4 * i, seen + 4 * blocks * i));
    }
    ASSERT_EQ(client.synchronize(), 0);
    EXPECT_EQ(client.get<std::uint32_t>(seen, launches * blocks), Numbers(launches * blocks, blocks));
}

TEST_F(GridWorker, ALaunchWaitsForTheOneBefore) {
    TestClient client(*guarded);
    const std::uint64_t meet = client.function(client.load(grid_ptx), "meet");
    const Address word = client.allocate_host(4096);
    const Address counts = client.allocate(8);
    const Address seen = client.allocate(2 * blocks * 4);
    client.put(counts, Numbers{0, 0});
    ASSERT_EQ(client.synchronize(), 0);
    const std::uint64_t first = client.stream(false);
    const std::uint64_t second = client.stream(false);
    client.submit(launch_on(first, meet), arguments(counts, seen, word));
    client.submit(launch_on(second, meet), arguments(counts + 4, seen + 4 * blocks));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    wire::QueryStream::Reply query;
    ASSERT_EQ(client.call(wire::QueryStream{second}, query), 0);
    EXPECT_EQ(query.is_idle, 0u);
    std::atomic_ref(*reinterpret_cast<std::uint32_t*>(word)).store(1);
    ASSERT_EQ(client.synchronize(), 0);
    EXPECT_EQ(client.get<std::uint32_t>(seen, 2 * blocks), Numbers(2 * blocks, blocks));
}

TEST_F(GridWorker, NodesOfAGraphDoNotMeetEachOther) {
    TestClient client(*guarded);
    const std::uint64_t meet = client.function(client.load(grid_ptx), "meet");
    constexpr std::size_t nodes = 5;
    const Address counts = client.allocate(nodes * 4);
    const Address seen = client.allocate(nodes * blocks * 4);
    channel::GraphWriter writer;
    for (std::size_t i = 0; i < nodes; ++i)
        writer.add(launch_on(0, meet), {}, arguments(counts + 4 * i, seen + 4 * blocks * i));
    const std::uint64_t graph = client.handle(HandleKind::GraphExec);
    ASSERT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes()), 0);
    for (int round = 1; round <= 3; ++round) {
        client.put(counts, Numbers(nodes, 0));
        client.submit(wire::LaunchGraph{graph, 0});
        EXPECT_EQ(client.get<std::uint32_t>(seen, nodes * blocks), Numbers(nodes * blocks, blocks)) << round;
    }
    wire::UpdateGraph::Reply reply;
    EXPECT_EQ(client.call(wire::UpdateGraph{.graph = graph, .nodes = writer.count()}, reply, writer.bytes()), 0);
    EXPECT_EQ(reply.first_difference, nodes);
}

TEST_F(GridWorker, NodesOfBodiesDoNotMeetThoseBesideThem) {
    TestClient client(*guarded);
    const std::uint64_t meet = client.function(client.load(grid_ptx), "meet");
    constexpr std::size_t nodes = 4;
    const Address counts = client.allocate(nodes * 4);
    const Address seen = client.allocate(nodes * blocks * 4);
    const Address word = client.allocate(4);
    const auto arguments_of = [&](std::size_t node) { return arguments(counts + 4 * node, seen + 4 * blocks * node); };
    const auto condition_of = [&](std::size_t node, std::uint32_t flags) {
        channel::GraphWriter body;
        body.add(launch_on(0, meet, flags), {}, arguments_of(node));
        std::vector<std::byte> payload;
        channel::append_body(payload, body);
        return payload;
    };
    channel::GraphWriter writer;
    writer.add(launch_on(0, meet), {}, arguments_of(0));
    writer.add(wire::RunBodies{0, word, 0, 1}, {}, condition_of(1, cooperative));
    writer.add(wire::RunBodies{0, word, 0, 1}, {}, condition_of(2, 0));
    writer.add(launch_on(0, meet), {}, arguments_of(3));
    const std::uint64_t graph = client.handle(HandleKind::GraphExec);
    ASSERT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes()), 0)
        << channel::ClientChannel::last_failure_text();
    EXPECT_EQ(dependencies, (GraphReader::Dependencies{{}, {0}, {}, {1}}));
    client.put(counts, Numbers(nodes, 0));
    client.put(word, Numbers{1});
    client.submit(wire::LaunchGraph{graph, 0});
    const Numbers found = client.get<std::uint32_t>(seen, nodes * blocks);
    for (const std::size_t node : {0, 1, 3})
        EXPECT_EQ(Numbers(found.begin() + node * blocks, found.begin() + (node + 1) * blocks), Numbers(blocks, blocks));
}

TEST_F(GridWorker, AnOrdinaryLaunchHasNothingToMeetIn) {
    TestClient client(*guarded);
    const std::uint64_t meet = client.function(client.load(grid_ptx), "meet");
    const Address counts = client.allocate(4);
    const Address seen = client.allocate(blocks * 4);
    client.submit(launch_on(0, meet, 0), arguments(counts, seen));
    EXPECT_EQ(client.get<std::uint32_t>(seen, 1), Numbers{999});
}

}  // namespace
}  // namespace ringfence::worker
