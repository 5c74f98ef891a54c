#include <thread>

#include "base/cuda_status.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

constexpr std::int32_t bad_handle = cuda_status::invalid_handle;

// Records as no client of ours would write them.
struct NoSuch {
    static constexpr auto id = static_cast<wire::Operation>(999);
    static constexpr bool waits = false;
    std::uint64_t field = 0;
};

struct ShortLaunch {
    static constexpr auto id = wire::Operation::Launch;
    static constexpr bool waits = false;
    std::uint64_t field = 0;
};

struct Hostile : WorkerTest {
    TestClient client{*worker};
};

TEST_F(Hostile, HandlesThatAreNotThere) {
    const std::uint64_t stream = client.stream();
    const std::uint64_t event = client.event();
    ASSERT_EQ(client.synchronize(), 0);
    const std::uint64_t stale = Handle::make(HandleKind::Stream, 2, Handle{stream}.index()).bits;
    for (const std::uint64_t bad : {stale, event, std::uint64_t{1}, std::uint64_t{2}, ~std::uint64_t{0},
                                    Handle::make(HandleKind::Stream, 1, 0xffff'fff0).bits}) {
        EXPECT_EQ(client.call(wire::SynchronizeStream{bad}), bad_handle);
        EXPECT_EQ(client.call(wire::QueryStream{bad}), bad_handle);
        EXPECT_EQ(client.outcome(wire::DestroyStream{bad}), bad_handle);
        EXPECT_EQ(client.outcome(wire::RecordEvent{event, bad}), bad_handle);
        EXPECT_EQ(client.outcome(wire::CallHost{bad, 1}), bad_handle);
        EXPECT_EQ(client.outcome(wire::LaunchGraph{bad, 0}), bad_handle);
        EXPECT_EQ(client.outcome(wire::DestroyGraph{bad}), bad_handle);
        EXPECT_EQ(client.call(wire::UnloadModule{bad}), bad_handle);
        EXPECT_EQ(client.call(wire::ListFunctions{bad}), bad_handle);
        EXPECT_EQ(client.call(wire::FindGlobal{bad}, text_bytes("x")), bad_handle);
        EXPECT_EQ(client.call(wire::FindFunction{bad, bad}, text_bytes("x")), bad_handle);
        EXPECT_EQ(client.call(wire::SetFunctionAttribute{bad, 8, 0}), bad_handle);
        EXPECT_EQ(client.call(wire::Occupancy{bad, 1, 0}), bad_handle);
        EXPECT_EQ(client.call(wire::UpdateGraph{.graph = bad, .nodes = 0}), bad_handle);
        EXPECT_EQ(client.outcome(wire::Launch{0, bad, 1, 1, 1, 1, 1, 1, 0, 0}), bad_handle);
    }
    for (const std::uint64_t bad : {stream, std::uint64_t{0}, ~std::uint64_t{0}}) {
        EXPECT_EQ(client.outcome(wire::WaitEvent{0, bad}), bad_handle);
        EXPECT_EQ(client.outcome(wire::RecordEvent{bad, 0}), bad_handle);
        EXPECT_EQ(client.outcome(wire::DestroyEvent{bad}), bad_handle);
        EXPECT_EQ(client.call(wire::SynchronizeEvent{bad}), bad_handle);
        EXPECT_EQ(client.call(wire::QueryEvent{bad}), bad_handle);
        EXPECT_EQ(client.call(wire::Elapsed{bad, event}), bad_handle);
        EXPECT_EQ(client.call(wire::Elapsed{event, bad}), bad_handle);
        EXPECT_EQ(client.call(wire::CreateStream{bad, 0, 0}), bad_handle);
    }
    EXPECT_EQ(client.call(wire::CreateStream{client.handle(HandleKind::Stream), 2, 0}), cuda_status::invalid_value);
    EXPECT_EQ(client.outcome(wire::CreateEvent{client.handle(HandleKind::Event), 0xff, 0}), cuda_status::invalid_value);
    EXPECT_EQ(client.synchronize(), 0);
}

TEST_F(Hostile, StreamsHaveALimit) {
    for (int i = 0; i < 1000; ++i)
        (void)client.stream();
    EXPECT_EQ(client.call(wire::CreateStream{client.handle(HandleKind::Stream), 0, 0}), cuda_status::out_of_memory);
    EXPECT_EQ(client.synchronize(), 0);
}

TEST_F(Hostile, ARecordThatIsNoneEndsTheSession) {
    TestClient other(*worker);
    (void)client.channel->submit(NoSuch{});
    EXPECT_EQ(client.synchronize(), channel::context_is_destroyed);
    EXPECT_NE(client.channel->closing_reason(), "");
    for (int i = 0; i < 12000 && worker->statistics().sessions != 1; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_EQ(worker->statistics().sessions, 1u);
    EXPECT_EQ(worker->statistics().sessions_refused, 1u);
    EXPECT_TRUE(was_logged("broke the channel's rules"));
    EXPECT_EQ(other.synchronize(), 0);
}

TEST_F(Hostile, AnotherOperationsFieldsEndTheSession) {
    (void)client.channel->submit(ShortLaunch{});
    EXPECT_EQ(client.synchronize(), channel::context_is_destroyed);
}

TEST_F(Hostile, AMessageOverTheSocketEndsTheSession) {
    ASSERT_TRUE(send_message(client.socket.get(), text_bytes("hello?")).ok());
    EXPECT_TRUE(becomes_empty());
    EXPECT_EQ(client.synchronize(), channel::context_is_destroyed);
}

TEST_F(Hostile, ScribblingOverAllSharedMemoryHurtsNobodyElse) {
    TestClient other(*worker);
    const Address data = other.allocate(64);
    std::memset(client.memory.bytes().data(), 0xff, client.memory.size());
    client.socket.reset();
    other.put(data, std::vector<std::uint32_t>{9});
    EXPECT_EQ(other.get<std::uint32_t>(data, 1), std::vector<std::uint32_t>{9});
    for (int i = 0; i < 12000 && worker->statistics().sessions != 1; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_EQ(worker->statistics().sessions, 1u);
}

}  // namespace
}  // namespace ringfence::worker
