#include <thread>

#include "base/cuda_status.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;

struct StreamOperations : WorkerTest {
    TestClient client{*worker};
    Address word = client.allocate(256);  // the first word: a gate, closed while it is 0
    Address data = client.allocate(256);

    StreamOperations() {
        client.submit(wire::Fill{0, word, 0, 64, 1, 0, 4});
        client.submit(wire::Fill{0, data, 0, 64, 1, 0, 4});
        EXPECT_EQ(client.synchronize(), 0);
    }
    // The stream does nothing more until open() is called.
    void close(std::uint64_t stream) { client.submit(wire::WaitValue{stream, word, 1, 4, 1}); }
    void open() { client.submit(wire::WriteValue{client.stream(false), word, 1, 4, 0}); }
    bool is_idle(std::uint64_t stream) {
        wire::QueryStream::Reply reply;
        EXPECT_EQ(client.call(wire::QueryStream{stream}, reply), 0);
        return reply.is_idle != 0;
    }
    bool is_done(std::uint64_t event) {
        wire::QueryEvent::Reply reply;
        EXPECT_EQ(client.call(wire::QueryEvent{event}, reply), 0);
        return reply.is_done != 0;
    }
    std::uint32_t value(Address address) { return client.get<std::uint32_t>(address, 1)[0]; }
};

TEST_F(StreamOperations, WaitsDoNotHoldUpOthers) {
    const std::uint64_t stuck = client.stream(false);
    const std::uint64_t other = client.stream(false);
    close(stuck);
    std::atomic<bool> is_through = false;
    std::thread waiter([&] {
        EXPECT_EQ(client.call(wire::SynchronizeStream{stuck}), 0);
        is_through = true;
    });
    client.submit(wire::Fill{other, data, 0, 1, 1, 5, 4});
    EXPECT_EQ(client.call(wire::SynchronizeStream{other}), 0);
    EXPECT_FALSE(is_idle(stuck));
    EXPECT_TRUE(is_idle(other));
    EXPECT_FALSE(is_through);
    open();
    waiter.join();
    EXPECT_EQ(client.synchronize(), 0);
}

TEST_F(StreamOperations, ManyThreadsWaitForManyStreams) {
    std::vector<std::thread> threads;
    std::vector<std::uint64_t> streams;
    for (int i = 0; i < 16; ++i)
        streams.push_back(client.stream(false));
    for (const std::uint64_t stream : streams)
        close(stream);
    for (const std::uint64_t stream : streams) {
        threads.emplace_back([this, stream] { EXPECT_EQ(client.call(wire::SynchronizeStream{stream}), 0); });
    }
    std::this_thread::sleep_for(20ms);
    open();
    for (std::thread& thread : threads)
        thread.join();
}

TEST_F(StreamOperations, TheLegacyStreamWaitsForBlockingOnes) {
    const std::uint64_t blocking = client.stream(true);
    close(blocking);
    client.submit(wire::Fill{blocking, data, 0, 1, 1, 7, 4});
    client.submit(wire::Copy{0, data + 4, data, 4});
    EXPECT_FALSE(is_idle(0));
    open();
    EXPECT_EQ(value(data + 4), 7u);
}

TEST_F(StreamOperations, BlockingStreamsWaitForTheLegacyOne) {
    const std::uint64_t blocking = client.stream(true);
    const std::uint64_t free = client.stream(false);
    close(0);
    client.submit(wire::Fill{0, data, 0, 1, 1, 7, 4});
    client.submit(wire::Copy{blocking, data + 4, data, 4});
    client.submit(wire::Fill{free, data + 8, 0, 1, 1, 9, 4});
    EXPECT_EQ(client.call(wire::SynchronizeStream{free}), 0);
    EXPECT_FALSE(is_idle(blocking));
    open();
    EXPECT_EQ(client.call(wire::SynchronizeStream{blocking}), 0);
    EXPECT_EQ(value(data + 4), 7u);
}

TEST_F(StreamOperations, EventsOrderStreams) {
    const std::uint64_t a = client.stream(false);
    const std::uint64_t b = client.stream(false);
    const std::uint64_t event = client.event();
    EXPECT_TRUE(is_done(event));
    close(a);
    client.submit(wire::Fill{a, data, 0, 1, 1, 3, 4});
    client.submit(wire::RecordEvent{event, a});
    client.submit(wire::WaitEvent{b, event});
    client.submit(wire::Copy{b, data + 4, data, 4});
    EXPECT_FALSE(is_done(event));
    EXPECT_FALSE(is_idle(b));
    open();
    EXPECT_EQ(client.call(wire::SynchronizeEvent{event}), 0);
    EXPECT_EQ(client.call(wire::SynchronizeStream{b}), 0);
    EXPECT_EQ(value(data + 4), 3u);
}

TEST_F(StreamOperations, EventsTellTheTimeBetweenThem) {
    const std::uint64_t start = client.event();
    const std::uint64_t end = client.event();
    const std::uint64_t timeless = client.event(2);
    EXPECT_EQ(client.call(wire::Elapsed{start, end}), cuda_status::invalid_handle);
    client.submit(wire::RecordEvent{start, 0});
    close(0);
    client.submit(wire::RecordEvent{end, 0});
    client.submit(wire::RecordEvent{timeless, 0});
    EXPECT_EQ(client.call(wire::Elapsed{start, end}), cuda_status::not_ready);
    open();
    EXPECT_EQ(client.synchronize(), 0);
    wire::Elapsed::Reply reply;
    EXPECT_EQ(client.call(wire::Elapsed{start, end}, reply), 0);
    EXPECT_GT(reply.milliseconds, 0.0f);
    EXPECT_EQ(client.call(wire::Elapsed{start, timeless}), cuda_status::invalid_handle);
}

TEST_F(StreamOperations, AStreamThatIsDestroyedStillDoesItsWork) {
    const std::uint64_t stream = client.stream(true);
    close(stream);
    client.submit(wire::Fill{stream, data, 0, 1, 1, 9, 4});
    client.submit(wire::DestroyStream{stream});
    open();
    EXPECT_EQ(client.synchronize(), 0);
    EXPECT_EQ(value(data), 9u);
    EXPECT_EQ(client.outcome(wire::DestroyStream{stream}), cuda_status::invalid_handle);
}

TEST_F(StreamOperations, TheHostIsCalledInTurn) {
    const std::uint64_t stream = client.stream(false);
    client.submit(wire::CallHost{stream, 111});
    client.submit(wire::Fill{stream, data, 0, 1, 1, 4, 4});
    client.submit(wire::CallHost{stream, 222});
    EXPECT_EQ(client.channel->wait_for_host_call(60s), 111u);
    EXPECT_FALSE(is_idle(stream));
    EXPECT_EQ(client.channel->wait_for_host_call(20ms), std::nullopt);
    client.channel->answer_host_call(111);
    EXPECT_EQ(client.channel->wait_for_host_call(60s), 222u);
    client.channel->answer_host_call(222);
    EXPECT_EQ(client.call(wire::SynchronizeStream{stream}), 0);
    // An answer that nobody asked for changes nothing.
    client.channel->answer_host_call(222);
    EXPECT_EQ(client.synchronize(), 0);
}

}  // namespace
}  // namespace ringfence::worker
