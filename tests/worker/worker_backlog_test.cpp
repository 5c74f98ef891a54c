// A client that puts more on its streams than they get done.
#include <thread>

#include "base/cuda_status.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;

constexpr int limit = 1000;

struct BacklogTest : WorkerTest {
    BacklogTest() {
        worker.reset();
        WorkerOptions options = worker_options();
        options.session.backlog.operations = limit;
        options.session.backlog.patience = 100ms;
        worker = make_worker(300'000, options);
        client = std::make_unique<TestClient>(*worker);
        data = client->allocate(4096);
        word = client->allocate_host(4096);
    }
    ~BacklogTest() override { client->end(); }

    // Fewer than the ring holds.
    void fill(std::uint64_t stream, int times) {
        for (int i = 0; i < times; ++i)
            client->submit(wire::Fill{stream, data, 0, 1, 1, 64, 1});
    }
    bool records_become(std::uint64_t count) {
        for (int i = 0; i < 12000 && worker->statistics().records < count; ++i)
            std::this_thread::sleep_for(5ms);
        return worker->statistics().records >= count;
    }
    // The test runs in the worker's process, which has the client's host memory.
    void set_word() { *reinterpret_cast<volatile std::uint32_t*>(word) = 1; }

    std::unique_ptr<TestClient> client;
    Address data = 0;
    Address word = 0;
};

TEST_F(BacklogTest, RecordsWaitUntilADrainingStreamHasRoom) {
    client->launch(client->function(client->load(test_ptx), "spin"), 0, 1, word);
    ASSERT_EQ(client->call(wire::MemoryInfo{}), 0);
    const std::uint64_t before = worker->statistics().records;
    fill(0, 20 * limit);
    EXPECT_TRUE(records_become(before + limit / 2));
    std::this_thread::sleep_for(300ms);
    EXPECT_LT(worker->statistics().records - before, std::uint64_t{2 * limit});
    TestClient other(*worker);
    EXPECT_EQ(other.synchronize(), 0);
    set_word();
    EXPECT_EQ(client->synchronize(), 0);
    EXPECT_EQ(client->channel->take_failure().status, 0);
    EXPECT_GT(worker->statistics().records, std::uint64_t{20 * limit});
}

TEST_F(BacklogTest, AnAnswerBehindTheWorkThatWaitsForItComes) {
    client->submit(wire::CallHost{0, 7});
    EXPECT_EQ(client->channel->wait_for_host_call(60s), 7u);
    fill(0, 3 * limit);
    client->channel->answer_host_call(7);
    EXPECT_EQ(client->synchronize(), 0);
    EXPECT_EQ(client->channel->take_failure().status, 0);
}

TEST_F(BacklogTest, AWordBehindTheWorkThatWaitsForItComes) {
    const std::uint64_t stream = client->stream(false);
    client->submit(wire::WaitValue{stream, word, 1, 4, 1});
    fill(stream, 3 * limit);
    client->submit(wire::WriteValue{client->stream(false), word, 1, 4});
    EXPECT_EQ(client->synchronize(), 0);
    EXPECT_EQ(client->channel->take_failure().status, 0);
}

TEST_F(BacklogTest, WhatNeverMovesIsRefusedMoreWork) {
    const std::uint64_t stream = client->stream(false);
    client->submit(wire::WaitValue{stream, word, 1, 4, 1});
    fill(stream, 20 * limit);
    wire::MemoryInfo::Reply info;
    EXPECT_EQ(client->call(wire::MemoryInfo{}, info), 0);
    EXPECT_EQ(client->channel->take_failure().status, cuda_status::out_of_memory);
    EXPECT_TRUE(was_logged("that does not come"));
    // Other streams go on, and so what is waited for can come.
    client->submit(wire::WriteValue{client->stream(false), word, 1, 4});
    EXPECT_EQ(client->synchronize(), 0);
    EXPECT_EQ(client->channel->take_failure().status, 0);
    EXPECT_EQ(client->outcome(wire::Fill{stream, data, 0, 1, 1, 64, 1}), 0);
}

TEST_F(BacklogTest, ManyIdleStreamsAreNoWork) {
    for (int i = 0; i < 100; ++i) {
        fill(client->stream(false), 100);
        EXPECT_EQ(client->channel->take_failure().status, 0);
    }
    EXPECT_EQ(client->synchronize(), 0);
    EXPECT_EQ(client->channel->take_failure().status, 0);
}

TEST_F(BacklogTest, AnEndIsNotHeldBack) {
    client->launch(client->function(client->load(test_ptx), "spin"), 0, 1, word);
    fill(0, 10 * limit);
    std::this_thread::sleep_for(50ms);
    client->end();
    EXPECT_TRUE(becomes_empty());
}

}  // namespace
}  // namespace ringfence::worker
