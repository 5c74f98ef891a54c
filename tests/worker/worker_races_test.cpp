// Work that comes while something it uses is on its way out.
#include <unistd.h>

#include <thread>

#include "base/cuda_status.h"
#include "channel/graph_records.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using Numbers = std::vector<std::uint32_t>;

struct Races : WorkerTest {
    TestClient client{*worker};
    Address gate = client.allocate(256);
    std::uint64_t held = client.stream(false);
    std::uint64_t other = client.stream(false);
    std::uint64_t opener = client.stream(false);

    void wait_on(std::uint64_t stream, Address word) { client.submit(wire::WaitValue{stream, word, 1, 4, 1}); }
    void open(Address word) { client.submit(wire::WriteValue{opener, word, 1, 4, 0}); }
};

TEST_F(Races, HostMemoryStaysWhileWorkThatCameAfterItsReleaseUsesIt) {
    const Address host = client.allocate_host(4096);
    wait_on(held, gate);
    std::thread releaser([&] { EXPECT_EQ(client.call(wire::ReleaseHost{host}), channel::context_is_destroyed); });
    std::this_thread::sleep_for(50ms);
    wait_on(other, host);
    client.submit(wire::Fill{other, host, 0, 1024, 1, 7, 4});
    open(gate);
    EXPECT_EQ(client.call(wire::SynchronizeStream{held}), 0);
    std::this_thread::sleep_for(50ms);
    // Now it is on its way out: nothing more may use it, but what waits there already goes on until the session's end.
    EXPECT_EQ(client.call(wire::Read{0, host, 4}), cuda_status::invalid_value);
    client.end();
    EXPECT_TRUE(becomes_empty());
    releaser.join();
    EXPECT_EQ(TestClient(*worker).synchronize(), 0);
}

TEST_F(Races, MemoryIsNotGivenBackUnderPressureWhileAStreamWaitsInIt) {
    const Address large = client.allocate(std::uint64_t{100} << 20);
    wait_on(held, large);
    client.submit(wire::ReleaseAfter{other, large});
    EXPECT_EQ(client.call(wire::SynchronizeStream{other}), 0);
    // Waits for the stream, so until the session ends; whether the answer comes before that is told is a matter of
    // luck.
    std::thread allocator([&] { (void)client.call(wire::Allocate{std::uint64_t{200} << 20, 256}); });
    std::this_thread::sleep_for(50ms);
    client.end();
    EXPECT_TRUE(becomes_empty());
    allocator.join();
    EXPECT_EQ(TestClient(*worker).synchronize(), 0);
}

TEST_F(Races, LaunchesOfOneGraphComeOneAfterTheOther) {
    const Address data = client.allocate(256);
    const std::uint64_t graph = client.handle(HandleKind::GraphExec);
    channel::GraphWriter writer;
    writer.add(wire::CallHost{0, 55}, {});
    writer.add(wire::Write{0, data}, Numbers{0}, text_bytes("abcd"));
    ASSERT_EQ(client.call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes()), 0);
    wait_on(held, gate);
    client.submit(wire::LaunchGraph{graph, held});
    client.submit(wire::LaunchGraph{graph, other});
    EXPECT_EQ(client.channel->wait_for_host_call(100ms), std::nullopt);
    // Its words and data must last until the first launch is done, too.
    client.submit(wire::DestroyGraph{graph});
    open(gate);
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(client.channel->wait_for_host_call(60s), 55u);
        client.channel->answer_host_call(55);
    }
    EXPECT_EQ(client.synchronize(), 0);
    EXPECT_EQ(client.get<char>(data, 4), (std::vector<char>{'a', 'b', 'c', 'd'}));
}

TEST_F(Races, NothingBeginsWhileTheSessionIsReset) {
    wait_on(held, gate);
    client.submit(wire::Fill{held, gate + 64, 0, 1, 1, 7, 4});
    ASSERT_EQ(client.call(wire::MemoryInfo{}), 0);
    client.submit(wire::CallHost{other, 9});
    ASSERT_EQ(client.channel->wait_for_host_call(60s), 9u);
    open(gate);
    ASSERT_EQ(client.call(wire::SynchronizeStream{held}), 0);
    std::thread resetter([&] { EXPECT_EQ(client.call(wire::ResetSession{}), 0); });
    std::this_thread::sleep_for(50ms);
    // Would wait for ever on a stream that the reset is about to take away.
    wait_on(held, gate + 128);
    EXPECT_EQ(client.call(wire::SynchronizeStream{held}), cuda_status::invalid_context);
    client.channel->answer_host_call(9);
    resetter.join();
    EXPECT_EQ(client.synchronize(), 0);
    EXPECT_EQ(client.call(wire::SynchronizeStream{held}), cuda_status::invalid_handle);
}

TEST_F(Races, DestroyedStreamsThatAreAtWorkHaveALimit) {
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t stream = client.stream(false);
        wait_on(stream, gate);
        client.submit(wire::DestroyStream{stream});
    }
    EXPECT_EQ(client.call(wire::CreateStream{client.handle(HandleKind::Stream), 1, 0}), cuda_status::out_of_memory);
    open(gate);
    EXPECT_EQ(client.synchronize(), 0);
    (void)client.channel->take_failure();
    (void)client.stream(false);
    EXPECT_EQ(client.synchronize(), 0);
    EXPECT_EQ(client.channel->take_failure().status, 0);
}

TEST_F(Races, StreamsThatWaitForOneWordToHaveDifferentValuesEndWithTheSession) {
    for (std::uint64_t value = 1; value <= 8; ++value)
        client.submit(wire::WaitValue{client.stream(false), gate, value, 4, 1});
    client.submit(wire::WaitValue{held, gate, std::uint64_t{77} << 32, 8, 1});
    client.submit(wire::WaitValue{other, gate + 4, 78, 4, 1});
    EXPECT_EQ(client.call(wire::MemoryInfo{}), 0);
    client.end();
    EXPECT_TRUE(becomes_empty());
}

// A call that waits behind a reset gets the session's end as its answer, too.
TEST_F(Races, ASessionMayEndInAResetThatSomethingCameAfter) {
    const Address words = client.allocate_host(4096);
    const Address released = client.allocate_host(4096);
    wait_on(held, words);
    std::thread releaser([&] { EXPECT_EQ(client.call(wire::ReleaseHost{released}), channel::context_is_destroyed); });
    std::this_thread::sleep_for(50ms);
    wait_on(other, words + 64);
    std::thread resetter([&] { EXPECT_EQ(client.call(wire::ResetSession{}), channel::context_is_destroyed); });
    std::this_thread::sleep_for(50ms);
    // The release has waited for its streams, and now waits for those that came after it.
    reinterpret_cast<std::atomic<std::uint32_t>*>(words)->store(1);
    std::this_thread::sleep_for(50ms);
    client.end();
    releaser.join();
    resetter.join();
    EXPECT_TRUE(becomes_empty());
}

// The supervisor may still hold the socket that it has handed on.
TEST_F(Races, ASocketThatAnotherProcessHoldsTooIsForgotten) {
    auto ends = socket_pair().take();
    const UniqueFd supervisors(::dup(ends.second.get()));
    ASSERT_TRUE(worker->accept(std::move(ends.second), channel::Hello{}, UniqueFd()).ok());
    auto welcome = channel::receive_welcome(ends.first.get(), 60s).take();
    auto memory = channel::map_shared_memory(welcome.channel.get()).take();
    channel::client_words_of(memory.bytes()).produced = 1;
    for (int i = 0; i < 12000 && worker->statistics().sessions != 1; ++i)
        std::this_thread::sleep_for(5ms);
    ASSERT_EQ(worker->statistics().sessions, 1u);
    ends.first.reset();
    EXPECT_EQ(client.synchronize(), 0);
    TestClient next(*worker);
    EXPECT_EQ(next.synchronize(), 0);
}

}  // namespace
}  // namespace ringfence::worker
