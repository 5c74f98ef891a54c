// Guarded kernels whose blocks wait for all others of their grid.
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "base/cuda_status.h"
#include "channel/graph_records.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

// meet(u32* counts, u32* seen): every block adds 1 to counts[0], they wait for each other as cooperative groups do, and
// each tells in seen[block] what it finds in counts[0]. Where there is nothing to meet in, seen[0] becomes 999.
constexpr std::string_view grid_ptx = R"(
.version 8.0
.target sm_90
.address_size 64

.visible .entry meet(.param .u64 counts, .param .u64 seen)
{
    .reg .b64 %rd<8>;
    .reg .b32 %r<12>;
    .reg .pred %p<4>;
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
    red.global.add.u32 [%rd1], 1;
    mov.u32 %r3, %ctaid.x;
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
        guarded = Worker::create(backend::open_soft(soft).take(), options).take();
    }

    std::unique_ptr<Worker> guarded;
};

wire::Launch launch_on(std::uint64_t stream, std::uint64_t function, std::uint32_t flags = cooperative) {
    return {stream, function, blocks, 1, 1, 1, 1, 1, 0, flags};
}

std::vector<std::byte> arguments(Address counts, Address seen) {
    std::vector<std::byte> bytes;
    TestClient::append(bytes, counts);
    TestClient::append(bytes, seen);
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
