// Guarded kernels whose local variables were moved into the window: the memory that their threads' slots take.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>

#include "base/cuda_status.h"
#include "channel/graph_records.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using ::testing::HasSubstr;
using Numbers = std::vector<std::uint32_t>;

// pass(u32* out, u32 number, u64* where): each thread has a local array with its index and the number, whose address it
// passes to a function that adds them; the sum goes to out[thread], the array's address to where[thread] if there is
// one. spin(u32* words): says in the second that it runs, until the first is not 0.
constexpr std::string_view slots_ptx = R"(
.version 8.0
.target sm_90
.address_size 64

.func (.param .b32 sum) add_up(.param .b64 from)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<4>;
    ld.param.b64 %rd1, [from];
    ld.u32 %r1, [%rd1];
    ld.u32 %r2, [%rd1+1020];
    add.u32 %r3, %r1, %r2;
    st.u32 [%rd1], 0;
    st.param.b32 [sum], %r3;
    ret;
}

.visible .entry pass(.param .u64 out, .param .u32 number, .param .u64 where)
{
    .local .align 8 .b8 own[1024];
    .reg .b64 %rd<12>;
    .reg .b32 %r<8>;
    .reg .pred %p<2>;
    mov.u64 %rd1, own;
    cvta.local.u64 %rd2, %rd1;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r4, %r1, %r2, %r3;
    ld.param.u32 %r5, [number];
    st.local.u32 [%rd1], %r4;
    st.local.u32 [%rd1+1020], %r5;
    {
        .param .b64 from;
        .param .b32 sum;
        st.param.b64 [from], %rd2;
        call.uni (sum), add_up, (from);
        ld.param.b32 %r6, [sum];
    }
    ld.local.u32 %r7, [%rd1];
    add.u32 %r6, %r6, %r7;
    ld.param.u64 %rd3, [out];
    mul.wide.u32 %rd4, %r4, 4;
    add.s64 %rd5, %rd3, %rd4;
    st.global.u32 [%rd5], %r6;
    ld.param.u64 %rd6, [where];
    setp.eq.u64 %p1, %rd6, 0;
    @%p1 ret;
    mul.wide.u32 %rd7, %r4, 8;
    add.s64 %rd8, %rd6, %rd7;
    st.global.u64 [%rd8], %rd2;
    ret;
}

.visible .entry spin(.param .u64 words)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<2>;
    .reg .pred %p<2>;
    ld.param.u64 %rd1, [words];
    st.volatile.global.u32 [%rd1+4], 1;
AGAIN:
    ld.volatile.global.u32 %r1, [%rd1];
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra AGAIN;
    ret;
}
)";
constexpr std::uint64_t slot_bytes = 1024;

struct SlotsWorker : WorkerTest {
    SlotsWorker() {
        backend::SoftOptions soft;
        soft.memory_bytes = std::uint64_t{512} << 20;
        soft.workers = 2;
        WorkerOptions options;
        options.session = session_options_for("soft", true, guard::Mode::Fence);
        options.session.window.bytes = std::uint64_t{1} << 32;
        // So that memory comes only while nothing runs, as on a card.
        options.session.window.has_sinks = true;
        options.session.window.heap.first_chunk = std::uint64_t{4} << 20;
        options.session.staging_bytes = 2 << 20;
        guarded = Worker::create(backend::open_soft(soft).take(), options).take();
    }

    std::unique_ptr<Worker> guarded;
};

wire::Launch launch_of(std::uint64_t function, std::uint64_t stream, std::uint32_t blocks, std::uint32_t threads = 64) {
    return {stream, function, blocks, 1, 1, threads, 1, 1, 0, 0};
}

std::vector<std::byte> arguments(Address out, std::uint32_t number, Address where = 0) {
    std::vector<std::byte> bytes;
    TestClient::append(bytes, out);
    TestClient::append(bytes, number);
    TestClient::append(bytes, where);
    return bytes;
}

Numbers sums(std::uint32_t threads, std::uint32_t number) {
    Numbers all(threads);
    for (std::uint32_t i = 0; i < threads; ++i)
        all[i] = i + number;
    return all;
}

// A reply does not hold all of them.
Numbers get_all(TestClient& client, Address from, std::uint32_t count) {
    constexpr std::uint32_t most = 256;
    Numbers all;
    for (std::uint32_t i = 0; i < count; i += most) {
        const Numbers some = client.get<std::uint32_t>(from + i * 4, std::min(most, count - i));
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

TEST_F(SlotsWorker, AClientKnowsNothingOfTheirParameter) {
    TestClient client(*guarded);
    const std::uint64_t module = client.load(slots_ptx);
    wire::FindFunction::Reply reply;
    std::vector<std::byte> parameters;
    const std::uint64_t function = client.handle(HandleKind::Function);
    ASSERT_EQ(client.call(wire::FindFunction{module, function}, reply, text_bytes("pass"), &parameters), 0);
    EXPECT_EQ(reply.parameter_bytes, 24u);
    EXPECT_EQ(parameters.size(), 3 * 8u);
    std::vector<std::byte> with_one_more = arguments(0, 1);
    TestClient::append(with_one_more, std::uint64_t{0});
    EXPECT_EQ(client.outcome(launch_of(function, 0, 1), with_one_more), cuda_status::invalid_value);
}

TEST_F(SlotsWorker, GridsThatGrowOnTwoStreams) {
    TestClient client(*guarded);
    const std::uint64_t pass = client.function(client.load(slots_ptx), "pass");
    const std::uint64_t streams[] = {client.stream(false), client.stream(false)};
    constexpr std::uint32_t most = 16 * 64;
    const Address out = client.allocate(2 * most * 4);
    for (std::uint32_t blocks = 1; blocks <= 16; blocks *= 2)
        for (std::uint32_t i = 0; i < 2; ++i)
            client.submit(launch_of(pass, streams[i], blocks), arguments(out + i * most * 4, blocks + i));
    ASSERT_EQ(client.synchronize(), 0);
    for (std::uint32_t i = 0; i < 2; ++i)
        EXPECT_EQ(get_all(client, out + i * most * 4, most), sums(most, 16 + i));
}

TEST_F(SlotsWorker, MemoryIsWaitedForWhileAnotherKernelRuns) {
    TestClient client(*guarded);
    const std::uint64_t module = client.load(slots_ptx);
    const std::uint64_t pass = client.function(module, "pass");
    const std::uint64_t spin = client.function(module, "spin");
    const Address words = client.allocate_host(4096);
    const auto word = [&](int i) { return std::atomic_ref(reinterpret_cast<std::uint32_t*>(words)[i]); };
    constexpr std::uint32_t threads = 200 * 64;
    const Address out = client.allocate(threads * 4);
    ASSERT_EQ(client.synchronize(), 0);
    client.launch(spin, client.stream(false), 1, words);
    while (word(1).load() == 0)
        std::this_thread::yield();
    client.submit(launch_of(pass, client.stream(false), 200), arguments(out, 3));
    word(0).store(1);
    ASSERT_EQ(client.synchronize(), 0);
    EXPECT_EQ(get_all(client, out, threads), sums(threads, 3));
}

// The kernel ends at all moments: also between the session's two looks, the one that refuses the memory and the one
// that asks what to wait for.
TEST_F(SlotsWorker, MemoryComesThoughTheKernelThatWasInTheWayHasJustEnded) {
    for (int i = 0; i < 150; ++i) {
        TestClient client(*guarded);
        const std::uint64_t spin = client.function(client.load(slots_ptx), "spin");
        const Address words = client.allocate_host(4096);
        const auto word = [&](int at) { return std::atomic_ref(reinterpret_cast<std::uint32_t*>(words)[at]); };
        client.launch(spin, client.stream(false), 1, words);
        while (word(1).load() == 0)
            std::this_thread::yield();
        std::thread ends([&] {
            const auto when = std::chrono::steady_clock::now() + std::chrono::microseconds(i % 50);
            while (std::chrono::steady_clock::now() < when)
                continue;
            word(0).store(1);
        });
        wire::Allocate::Reply reply;
        EXPECT_EQ(client.call(wire::Allocate{std::uint64_t{16} << 20, 256}, reply), 0) << "turn " << i;
        ends.join();
    }
}

// Then the kernel is in a circle of the call graph.
TEST_F(SlotsWorker, KernelsThatTheirOwnCallsMayLeadToLendThem) {
    constexpr std::string_view text = R"(
.version 8.0
.target sm_90
.address_size 64
.func add_one(.param .b64 to)
{
    .reg .b64 %d;
    .reg .b32 %r;
    ld.param.b64 %d, [to];
    ld.u32 %r, [%d];
    add.u32 %r, %r, 1;
    st.u32 [%d], %r;
    ret;
}
.func (.param .b32 sum) one_more(.param .b32 number)
{
    .local .align 8 .b8 own[16];
    .reg .b64 %d<2>;
    .reg .b32 %r;
    ld.param.b32 %r, [number];
    mov.u64 %d0, own;
    cvta.local.u64 %d1, %d0;
    st.local.u32 [%d0], %r;
    bar.sync 0;
    { .param .b64 to; st.param.b64 [to], %d1; call.uni add_one, (to); }
    bar.sync 0;
    ld.local.u32 %r, [%d0];
    st.param.b32 [sum], %r;
    ret;
}
.visible .entry k(.param .u64 out)
{
    .reg .b64 %d<4>;
    .reg .b32 %r<3>;
    ld.param.u64 %d0, [out];
    mov.u64 %d1, k;
    mov.u64 %d1, one_more;
    mov.u32 %r0, %tid.x;
    {
        .param .b32 number;
        .param .b32 sum;
        st.param.b32 [number], %r0;
        P: .callprototype (.param .b32 _) _ (.param .b32 _);
        call (sum), %d1, (number), P;
        ld.param.b32 %r1, [sum];
    }
    mul.wide.u32 %d2, %r0, 4;
    add.s64 %d3, %d0, %d2;
    st.global.u32 [%d3], %r1;
    ret;
}
)";
    TestClient client(*guarded);
    const Address out = client.allocate(64 * 4);
    std::vector<std::byte> parameters;
    TestClient::append(parameters, out);
    ASSERT_EQ(client.outcome(launch_of(client.function(client.load(text), "k"), 0, 1), parameters), 0);
    EXPECT_EQ(get_all(client, out, 64), sums(64, 1));
}

TEST_F(SlotsWorker, NodesOfAGraphHaveTheirOwn) {
    TestClient client(*guarded);
    const std::uint64_t pass = client.function(client.load(slots_ptx), "pass");
    constexpr std::uint32_t threads = 128;
    const Address out = client.allocate(2 * threads * 4);
    const Address where = client.allocate(2 * threads * 8);
    const auto nodes = [&](std::uint32_t number) {
        channel::GraphWriter writer;
        for (std::uint32_t i = 0; i < 2; ++i)
            writer.add(launch_of(pass, 0, 2), {},
                       arguments(out + i * threads * 4, number + i, where + i * threads * 8));
        return writer;
    };
    const std::uint64_t graph = client.handle(HandleKind::GraphExec);
    const channel::GraphWriter first = nodes(10);
    ASSERT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = first.count()}, first.bytes()), 0);
    client.submit(wire::LaunchGraph{graph, 0});
    client.submit(wire::LaunchGraph{graph, client.stream(false)});
    ASSERT_EQ(client.synchronize(), 0);
    for (std::uint32_t i = 0; i < 2; ++i)
        EXPECT_EQ(client.get<std::uint32_t>(out + i * threads * 4, threads), sums(threads, 10 + i));
    const auto places = client.get<std::uint64_t>(where, 2 * threads);
    EXPECT_EQ(std::set(places.begin(), places.end()).size(), places.size());

    wire::UpdateGraph::Reply reply;
    const channel::GraphWriter second = nodes(20);
    ASSERT_EQ(client.call(wire::UpdateGraph{.graph = graph, .nodes = second.count()}, reply, second.bytes()), 0);
    EXPECT_EQ(reply.first_difference, 2u);
    client.submit(wire::LaunchGraph{graph, 0});
    EXPECT_EQ(client.get<std::uint32_t>(out + threads * 4, threads), sums(threads, 21));
    client.submit(wire::DestroyGraph{graph});
    ASSERT_EQ(client.synchronize(), 0);
}

TEST_F(SlotsWorker, AGridThatIsFarTooLargeFailsAlone) {
    TestClient client(*guarded);
    const std::uint64_t pass = client.function(client.load(slots_ptx), "pass");
    const Address out = client.allocate(64 * 4);
    ASSERT_EQ(client.synchronize(), 0);
    std::string text;
    const auto failure_of = [&](const wire::Launch& launch) {
        client.submit(launch, arguments(out, 1));
        (void)client.synchronize();
        text = client.channel->untaken_failure_text();
        return client.channel->take_failure().status;
    };
    EXPECT_EQ(failure_of(launch_of(pass, 0, 1 << 20, 1024)), cuda_status::out_of_memory);
    EXPECT_THAT(text, HasSubstr("pass: its threads' local variables do not fit"));
    EXPECT_THAT(text, HasSubstr("1024 bytes for each thread of a grid of (1048576, 1, 1) blocks"));
    // More threads than can be numbered, with products that do not fit into 64 bits.
    EXPECT_EQ(failure_of({0, pass, 0x7fff'ffff, 0xffff, 0xffff, 1024, 1, 1, 0, 0}), cuda_status::out_of_memory);
    client.submit(launch_of(pass, 0, 1), arguments(out, 1));
    EXPECT_EQ(client.get<std::uint32_t>(out, 64), sums(64, 1));
}

TEST_F(SlotsWorker, TheyAreNotTheClientsToFree) {
    TestClient client(*guarded);
    const std::uint64_t pass = client.function(client.load(slots_ptx), "pass");
    const Address out = client.allocate(64 * 4);
    const Address where = client.allocate(64 * 8);
    client.submit(launch_of(pass, 0, 1), arguments(out, 1, where));
    const auto places = client.get<std::uint64_t>(where, 64);
    for (std::size_t i = 1; i < places.size(); ++i)
        EXPECT_EQ(places[i] - places[i - 1], slot_bytes);
    EXPECT_EQ(client.call(wire::Release{places[0]}), cuda_status::invalid_value);
    EXPECT_EQ(client.outcome(wire::ReleaseAfter{0, places[0]}), cuda_status::invalid_value);
    client.submit(launch_of(pass, 0, 1), arguments(out, 7));
    EXPECT_EQ(client.get<std::uint32_t>(out, 64), sums(64, 7));
}

TEST_F(SlotsWorker, EachSessionHasItsOwnInItsWindow) {
    TestClient one(*guarded);
    TestClient other(*guarded);
    std::vector<std::uint64_t> places;
    for (TestClient* client : {&one, &other}) {
        const std::uint64_t pass = client->function(client->load(slots_ptx), "pass");
        const Address out = client->allocate(64 * 4);
        const Address where = client->allocate(64 * 8);
        client->submit(launch_of(pass, 0, 1), arguments(out, 1, where));
        places.push_back(client->get<std::uint64_t>(where, 1)[0]);
        EXPECT_EQ(places.back() >> 32U, out >> 32U);
    }
    EXPECT_NE(places[0] >> 32U, places[1] >> 32U);
}

TEST_F(SlotsWorker, TheyGoWithStreamsAndAreMadeAnewAfterAReset) {
    TestClient client(*guarded);
    for (int round = 0; round < 3; ++round) {
        const std::uint64_t pass = client.function(client.load(slots_ptx), "pass");
        const Address out = client.allocate(64 * 4);
        const std::uint64_t stream = client.stream(false);
        for (const std::uint64_t on : {stream, std::uint64_t{0}})
            client.submit(launch_of(pass, on, 1), arguments(out, 1));
        client.submit(wire::DestroyStream{stream});
        EXPECT_EQ(client.get<std::uint32_t>(out, 64), sums(64, 1));
        ASSERT_EQ(client.call(wire::ResetSession{}), 0);
    }
}

}  // namespace
}  // namespace ringfence::worker
