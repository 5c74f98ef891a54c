// Sessions that share a card: what waits for a client is not on it. The driver does at once what it is told, and fails
// where it would have to wait.
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "backend/cuda/cuda.h"
#include "base/cuda_status.h"
#include "channel/graph_records.h"
#include "kernel_time.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using Numbers = std::vector<std::uint32_t>;
constexpr std::uint32_t equal = 1;

struct SharedCard : testing::Test {
    std::unique_ptr<Worker> make_worker() const {
        WorkerOptions options;
        options.session = session_options_for("cuda", true);
        options.session.window.bytes = std::uint64_t{1} << 31;
        options.session.staging_bytes = 1 << 20;
        options.session.kernel_now = time.now();
        options.kernel_limit = 300ms;
        return Worker::create(backend::open_cuda_at(FAKE_DRIVER).take(), options).take();
    }
    static std::atomic_ref<std::uint32_t> word_at(Address address) {
        return std::atomic_ref(*reinterpret_cast<std::uint32_t*>(address));
    }
    bool has_sessions(std::size_t count) const {
        for (int i = 0; i < 12000 && worker->statistics().sessions != count; ++i)
            std::this_thread::sleep_for(5ms);
        return worker->statistics().sessions == count;
    }

    // Whoever looks at kernels does so several times in the meantime, on a machine that is not slow.
    void pass_longer_than_any_kernel_may_run() const {
        std::this_thread::sleep_for(100ms);
        time.pass(301ms);
        std::this_thread::sleep_for(100ms);
    }

    KernelTime time;
    std::unique_ptr<Worker> worker = make_worker();
    TestClient client{*worker};
    Address data = client.allocate(4096);
    Address word = client.allocate_host(4096);
};

TEST_F(SharedCard, AThousandStreamsWaitAndOthersDoNotNotice) {
    TestClient other(*worker);
    const Address others = other.allocate(4096);
    std::vector<std::uint64_t> streams;
    client.submit(wire::Fill{0, data, 0, 1024, 1, 0, 4});
    ASSERT_EQ(client.synchronize(), 0);
    for (std::uint32_t i = 0; i < 900; ++i) {
        streams.push_back(client.stream(false));
        client.submit(wire::WaitValue{streams.back(), word, 1, 4, equal});
        client.submit(wire::Fill{streams.back(), data + 4 * i, 0, 1, 1, i + 1, 4});
    }
    EXPECT_EQ(client.get<std::uint32_t>(data, 900), Numbers(900, 0));
    for (std::uint32_t i = 0; i < 100; ++i) {
        other.put(others, Numbers{i});
        EXPECT_EQ(other.get<std::uint32_t>(others, 1), Numbers{i});
        EXPECT_EQ(other.synchronize(), 0);
    }
    pass_longer_than_any_kernel_may_run();
    EXPECT_EQ(client.channel->peek_failure(), 0);
    word_at(word) = 1;
    EXPECT_EQ(client.synchronize(), 0);
    Numbers expected(900);
    for (std::uint32_t i = 0; i < 900; ++i)
        expected[i] = i + 1;
    EXPECT_EQ(client.get<std::uint32_t>(data, 900), expected);
    EXPECT_EQ(client.channel->peek_failure(), 0);
}

TEST_F(SharedCard, BlockingStreamsAndTheDefaultOneWaitForEachOther) {
    const std::uint64_t blocking = client.stream(true);
    const std::uint64_t event = client.event();
    const std::uint64_t third = client.stream(false);
    client.submit(wire::Fill{0, data, 0, 4, 1, 0, 4});
    client.submit(wire::WaitValue{blocking, word, 1, 4, equal});
    client.submit(wire::Fill{blocking, data, 0, 1, 1, 5, 4});
    client.submit(wire::Copy{0, data + 4, data, 4});
    client.submit(wire::RecordEvent{event, 0});
    client.submit(wire::WaitEvent{third, event});
    client.submit(wire::Copy{third, data + 8, data + 4, 4});
    wire::QueryStream::Reply reply;
    EXPECT_EQ(client.call(wire::QueryStream{third}, reply), 0);
    EXPECT_EQ(reply.is_idle, 0u);
    word_at(word) = 1;
    EXPECT_EQ(client.call(wire::SynchronizeStream{third}), 0);
    EXPECT_EQ(client.get<std::uint32_t>(data, 4), (Numbers{5, 5, 5, 0}));
}

TEST_F(SharedCard, TheHostIsCalledInTurn) {
    const std::uint64_t stream = client.stream(false);
    for (const std::uint32_t token : {11u, 12u, 13u}) {
        client.submit(wire::CallHost{stream, token});
        client.submit(wire::Fill{stream, data, 0, 1, 1, token, 4});
    }
    for (const std::uint32_t token : {11u, 12u, 13u}) {
        EXPECT_EQ(client.channel->wait_for_host_call(60s), token);
        client.channel->answer_host_call(token);
    }
    EXPECT_EQ(client.call(wire::SynchronizeStream{stream}), 0);
    EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{13});
}

TEST_F(SharedCard, GraphsThatCallTheHostGoOnWhenItAnswers) {
    const std::uint64_t graph = client.handle(HandleKind::GraphExec);
    channel::GraphWriter writer;
    writer.add(wire::Fill{0, data, 0, 1, 1, 1, 4}, {});
    writer.add(wire::CallHost{0, 55}, Numbers{0});
    writer.add(wire::Copy{0, data + 4, data, 4}, Numbers{1});
    writer.add(wire::WaitValue{0, word, 1, 4, equal}, Numbers{2});
    writer.add(wire::Fill{0, data, 0, 1, 1, 2, 4}, Numbers{3});
    ASSERT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes()), 0);
    for (int i = 0; i < 3; ++i) {
        word_at(word) = 0;
        client.submit(wire::LaunchGraph{graph, 0});
        EXPECT_EQ(client.channel->wait_for_host_call(60s), 55u);
        client.channel->answer_host_call(55);
        pass_longer_than_any_kernel_may_run();
        EXPECT_EQ(client.channel->peek_failure(), 0);
        word_at(word) = 1;
        EXPECT_EQ(client.get<std::uint32_t>(data, 2), (Numbers{2, 1}));
    }
    client.submit(wire::DestroyGraph{graph});
    EXPECT_EQ(client.synchronize(), 0);
}

TEST_F(SharedCard, AClientThatGoesLeavesNothingThatWaits) {
    const std::uint64_t graph = client.handle(HandleKind::GraphExec);
    channel::GraphWriter writer;
    writer.add(wire::CallHost{0, 5}, {});
    writer.add(wire::Fill{0, data, 0, 1, 1, 2, 4}, Numbers{0});
    ASSERT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes()), 0);
    for (std::uint32_t i = 0; i < 100; ++i) {
        const std::uint64_t stream = client.stream(false);
        if (i % 3 == 0) client.submit(wire::WaitValue{stream, word, 1, 4, equal});
        if (i % 3 == 1) client.submit(wire::CallHost{stream, 100 + i});
        if (i % 3 == 2) client.submit(wire::LaunchGraph{graph, stream});
        for (int k = 0; k < 20; ++k)
            client.submit(wire::Fill{stream, data + 4 * i, 0, 1, 1, i, 4});
        if (i % 10 == 0) client.submit(wire::DestroyStream{stream});
    }
    TestClient other(*worker);
    EXPECT_EQ(other.synchronize(), 0);
    client.end();
    EXPECT_TRUE(has_sessions(1));
    EXPECT_EQ(other.synchronize(), 0);
}

// Two sessions of a tenant's, without the guard and with its scratch pages.
struct CardSharing : testing::TestWithParam<bool> {
    static std::unique_ptr<Worker> make_worker() {
        WorkerOptions options;
        options.session = session_options_for("cuda", true);
        options.session.window.bytes = std::uint64_t{1} << 31;
        options.session.window.has_sinks = GetParam();
        options.session.window.sink_bytes = std::uint64_t{64} << 20;
        options.session.staging_bytes = 1 << 20;
        return Worker::create(backend::open_cuda_at(FAKE_DRIVER).take(), options).take();
    }
    std::unique_ptr<TestClient> session(const std::string& tenant = "one") {
        auto ends = socket_pair().take();
        EXPECT_TRUE(
            worker->accept(std::move(ends.second), {}, UniqueFd(), std::nullopt, 0, Grant{tenant, {}, {}}).ok());
        return std::make_unique<TestClient>(std::move(ends.first));
    }

    std::unique_ptr<Worker> worker = make_worker();
    std::unique_ptr<TestClient> first = session();
    std::unique_ptr<TestClient> second = session();
    std::vector<std::byte> token;
    wire::ImportMemory::Reply opened;
};

TEST_P(CardSharing, MemoryIsMappedASecondTime) {
    const Address memory = first->allocate(4096);
    first->put(memory, Numbers{1, 2});
    wire::ExportMemory::Reply exported;
    ASSERT_EQ(first->call(wire::ExportMemory{memory}, exported, {}, &token), 0);
    ASSERT_EQ(session("two")->call(wire::ImportMemory{}, opened, token), cuda_status::invalid_handle);
    ASSERT_EQ(second->call(wire::ImportMemory{}, opened, token), 0) << channel::ClientChannel::last_failure_text();
    EXPECT_EQ(opened.bytes, 4096u);
    EXPECT_EQ(second->get<std::uint32_t>(opened.address, 2), (Numbers{1, 2}));
    second->put(opened.address + 4, Numbers{5});
    ASSERT_EQ(second->synchronize(), 0);
    EXPECT_EQ(first->get<std::uint32_t>(memory, 2), (Numbers{1, 5}));
    EXPECT_EQ(second->outcome(wire::Fill{0, opened.address + 4096, 0, 1, 1, 1, 4}), cuda_status::invalid_value);
    first->end();
    for (int i = 0; i < 12000 && worker->statistics().sessions != 1; ++i)
        std::this_thread::sleep_for(5ms);
    EXPECT_EQ(second->get<std::uint32_t>(opened.address, 2), (Numbers{1, 5}));
    EXPECT_EQ(second->call(wire::CloseMemory{opened.address}), 0);
    EXPECT_EQ(second->outcome(wire::Fill{0, opened.address, 0, 1, 1, 1, 4}), cuda_status::invalid_value);
}

TEST_P(CardSharing, SegmentsHoldZeros) {
    wire::GetSegment::Reply made;
    ASSERT_EQ(first->call(wire::GetSegment{4096, 5, 0}, made), 0) << channel::ClientChannel::last_failure_text();
    wire::AttachSegment::Reply here;
    wire::AttachSegment::Reply there;
    ASSERT_EQ(first->call(wire::AttachSegment{made.segment, 0}, here), 0);
    ASSERT_EQ(second->call(wire::AttachSegment{made.segment, 0}, there), 0);
    EXPECT_EQ(second->get<std::uint32_t>(there.address, 2), (Numbers{0, 0}));
    first->put(here.address, Numbers{8});
    ASSERT_EQ(first->synchronize(), 0);
    EXPECT_EQ(second->get<std::uint32_t>(there.address, 1), Numbers{8});
}

// One session's work is held until its client writes a word. The other session waits for it in the worker's memory.
TEST_P(CardSharing, AStreamWaitsForWhatAnotherSessionHolds) {
    const std::uint64_t event = first->event(2 | 4);
    wire::ExportEvent::Reply exported;
    ASSERT_EQ(first->call(wire::ExportEvent{event}, exported, {}, &token), 0);
    const std::uint64_t theirs = second->handle(HandleKind::Event);
    ASSERT_EQ(second->call(wire::ImportEvent{theirs}, token), 0);
    const Address word = first->allocate_host(4096);
    const std::uint64_t stream = first->stream(false);
    first->submit(wire::WaitValue{stream, word, 1, 4, equal});
    first->submit(wire::RecordEvent{event, stream});
    ASSERT_EQ(first->call(wire::MemoryInfo{}), 0);
    const Address data = second->allocate(4096);
    const std::uint64_t waiting = second->stream(false);
    second->submit(wire::WaitEvent{waiting, theirs});
    second->submit(wire::Fill{waiting, data, 0, 1, 1, 7, 4});
    wire::QueryStream::Reply reply;
    ASSERT_EQ(second->call(wire::QueryStream{waiting}, reply), 0);
    EXPECT_EQ(reply.is_idle, 0u);
    std::atomic_ref(*reinterpret_cast<std::uint32_t*>(word)) = 1;
    EXPECT_EQ(second->call(wire::SynchronizeStream{waiting}), 0);
    EXPECT_EQ(second->get<std::uint32_t>(data, 1), Numbers{7});
}

INSTANTIATE_TEST_SUITE_P(WithoutAndWithSinks, CardSharing, testing::Bool());

}  // namespace
}  // namespace ringfence::worker
