// Kernels that do not come to an end, beside other sessions.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>

#include "base/cuda_status.h"
#include "kernel_time.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

struct KernelLimits : WorkerTest {
    // `stops`: as the software GPU does, and no card.
    std::unique_ptr<Worker> make_watching(bool stops) {
        backend::SoftOptions soft;
        soft.memory_bytes = std::uint64_t{256} << 20;
        soft.workers = 2;
        soft.launch_limit_ms = 0;
        WorkerOptions options;
        options.session = session_options_for("soft", true);
        options.session.window.bytes = std::uint64_t{1} << 32;
        options.session.staging_bytes = 2 << 20;
        if (!stops) options.session.grace = 1h;
        options.kernel_limit = 300ms;
        options.kernel_grace = 300ms;
        options.session.kernel_now = time.now();
        options.on_event = [this](const SessionEvent& event) {
            const std::lock_guard lock(mutex);
            if (event.kind == EventKind::Overrun) overruns.emplace_back(event.text);
        };
        return Worker::create(backend::open_soft(soft).take(), options).take();
    }
    // Until end() is called with what this gives, or the kernel is stopped. The test runs in the worker's process,
    // which has the client's host memory.
    static Address launch_endless(TestClient& client) {
        const Address word = client.allocate_host(4096);
        client.launch(client.function(client.load(test_ptx), "spin"), 0, 1, word);
        EXPECT_EQ(client.call(wire::MemoryInfo{}), 0);
        return word;
    }
    static void end(Address word) { std::atomic_ref(*reinterpret_cast<std::uint32_t*>(word)).store(1); }
    template <typename Condition>
    static bool comes_true(const Condition& condition) {
        for (int i = 0; i < 12000 && !condition(); ++i)
            std::this_thread::sleep_for(5ms);
        return condition();
    }

    // Its kernel runs for longer than one may, beside another session.
    Address overrun(TestClient& client) {
        const Address word = launch_endless(client);
        EXPECT_EQ(time.pass_during(301ms, [&] { return client.synchronize(); }), cuda_status::launch_timeout);
        return word;
    }
    // Somebody waits for longer than one should for another one's kernel.
    void wait_for_it(TestClient& client) {
        EXPECT_EQ(time.pass_during(301ms, [&] { return client.synchronize(); }), channel::context_is_destroyed);
    }

    KernelTime time;
    std::mutex mutex;
    std::vector<std::string> overruns;
};

TEST_F(KernelLimits, AnEndlessKernelEndsItsOwnSessionAlone) {
    const auto shared = make_watching(true);
    TestClient honest(*shared);
    const std::uint64_t store = honest.function(honest.load(test_ptx), "store");
    const Address data = honest.allocate(256);
    TestClient endless(*shared);
    launch_endless(endless);
    EXPECT_TRUE(time.is_looked_at());
    time.pass(300ms);
    EXPECT_TRUE(time.is_looked_at());
    EXPECT_EQ(endless.channel->peek_failure(), 0);
    EXPECT_EQ(time.pass_during(1ms, [&] { return endless.synchronize(); }), cuda_status::launch_timeout);
    EXPECT_EQ(endless.synchronize(), cuda_status::launch_timeout) << "and from then on";
    EXPECT_THAT(endless.channel->closing_reason(), HasSubstr("a kernel ran for more than 0.3 s beside other programs"));
    EXPECT_TRUE(comes_true([&] { return shared->statistics().sessions == 1; }));
    for (std::uint32_t i = 0; i < 50; ++i) {
        honest.put(data, std::vector<std::uint32_t>{i});
        honest.launch(store, 0, 1, data);
        EXPECT_EQ(honest.get<std::uint32_t>(data, 1), std::vector<std::uint32_t>{42});
    }
    EXPECT_FALSE(shared->statistics().must_end);
    const std::lock_guard lock(mutex);
    EXPECT_EQ(overruns.size(), 1u);
}

TEST_F(KernelLimits, WhoIsAloneMayRunAsLongAsItLikes) {
    const auto shared = make_watching(true);
    TestClient endless(*shared);
    launch_endless(endless);
    EXPECT_TRUE(time.is_looked_at());
    time.pass(800ms);
    EXPECT_TRUE(time.is_looked_at());
    EXPECT_EQ(endless.channel->peek_failure(), 0);
    // The time counts from when somebody else is there.
    TestClient honest(*shared);
    time.pass(300ms);
    EXPECT_TRUE(time.is_looked_at());
    EXPECT_EQ(endless.channel->peek_failure(), 0);
    EXPECT_EQ(time.pass_during(1ms, [&] { return endless.synchronize(); }), cuda_status::launch_timeout);
    EXPECT_EQ(honest.synchronize(), 0);
}

TEST_F(KernelLimits, ManyKernelsThatTakeLongTogetherAreNoEndlessKernel) {
    const auto shared = make_watching(true);
    TestClient honest(*shared);
    TestClient other(*shared);
    const std::uint64_t stream = honest.stream(false);
    const std::uint64_t store = honest.function(honest.load(test_ptx), "store");
    const Address data = honest.allocate(256);
    // Waiting for a word that nobody writes for a while takes longer than any kernel may.
    honest.put(data, std::vector<std::uint32_t>(64, 0));
    ASSERT_EQ(honest.synchronize(), 0);
    honest.submit(wire::WaitValue{stream, data + 4, 1, 4, 1});
    honest.launch(store, stream, 1, data);
    EXPECT_EQ(honest.call(wire::MemoryInfo{}), 0);
    EXPECT_TRUE(time.is_looked_at());
    time.pass(900ms);
    EXPECT_TRUE(time.is_looked_at());
    EXPECT_EQ(honest.channel->peek_failure(), 0);
    honest.submit(wire::WriteValue{0, data + 4, 1, 4});
    EXPECT_EQ(honest.synchronize(), 0);
    EXPECT_EQ(honest.get<std::uint32_t>(data, 1), std::vector<std::uint32_t>{42});
}

TEST_F(KernelLimits, WhoWaitsForItsClientMayDoSo) {
    const auto shared = make_watching(true);
    TestClient honest(*shared);
    TestClient calling(*shared);
    TestClient waiting(*shared);
    const Address word = waiting.allocate(256);
    waiting.put(word, std::vector<std::uint32_t>(64, 0));
    const std::uint64_t stream = waiting.stream(false);
    waiting.submit(wire::WaitValue{stream, word, 1, 4, 1});
    ASSERT_EQ(waiting.call(wire::SynchronizeStream{0}), 0);
    calling.submit(wire::CallHost{0, 5});
    EXPECT_EQ(calling.channel->wait_for_host_call(60s), 5u);
    EXPECT_TRUE(time.is_looked_at());
    time.pass(1s);
    EXPECT_TRUE(time.is_looked_at());
    EXPECT_EQ(waiting.channel->peek_failure(), 0);
    EXPECT_EQ(calling.channel->peek_failure(), 0);
    calling.channel->answer_host_call(5);
    EXPECT_EQ(calling.synchronize(), 0);
    EXPECT_EQ(honest.synchronize(), 0);
    waiting.submit(wire::WriteValue{0, word, 1, 4});
    EXPECT_EQ(waiting.call(wire::SynchronizeStream{stream}), 0);
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(overruns.empty());
}

TEST_F(KernelLimits, WhatCannotBeStoppedEndsWithTheWorkerIfOthersWait) {
    const auto shared = make_watching(false);
    TestClient honest(*shared);
    const std::uint64_t store = honest.function(honest.load(test_ptx), "store");
    const Address data = honest.allocate(256);
    TestClient endless(*shared);
    const Address word = overrun(endless);
    EXPECT_TRUE(shared->statistics().has_overrun);
    // Who goes on undisturbed is left alone.
    for (int i = 0; i < 8; ++i) {
        honest.launch(store, 0, 1, data);
        ASSERT_EQ(honest.synchronize(), 0);
        time.pass(100ms);
        EXPECT_TRUE(time.is_looked_at());
    }
    EXPECT_FALSE(shared->statistics().must_end);
    const Address other_word = launch_endless(honest);
    wait_for_it(honest);
    EXPECT_THAT(honest.channel->closing_reason(), HasSubstr("another program's kernel did not come to an end"));
    EXPECT_TRUE(shared->statistics().must_end);
    end(word);
    end(other_word);
}

// A shell that reads it would wait for as long as the kernel runs.
TEST_F(KernelLimits, TheOutputOfAProgramThatWasEndedIsClosed) {
    const auto shared = make_watching(false);
    int ends[2] = {};
    ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    const UniqueFd reader(ends[0]);
    TestClient honest(*shared);
    TestClient endless(*shared, UniqueFd(ends[1]));
    const Address word = overrun(endless);
    pollfd closed{reader.get(), POLLIN, 0};
    EXPECT_EQ(::poll(&closed, 1, 60'000), 1);
    EXPECT_NE(closed.revents & POLLHUP, 0);
    EXPECT_EQ(shared->statistics().sessions, 2u) << "the kernel runs on";
    const Address other_word = launch_endless(honest);
    wait_for_it(honest);
    end(word);
    end(other_word);
}

TEST_F(KernelLimits, AWorkerThatNobodyElseUsesEndsWithTheKernel) {
    const auto shared = make_watching(false);
    TestClient endless(*shared);
    Address word = 0;
    {
        TestClient honest(*shared);
        word = overrun(endless);
        EXPECT_FALSE(shared->statistics().must_end);
    }
    time.pass(301ms);
    EXPECT_TRUE(comes_true([&] { return shared->statistics().must_end; }));
    end(word);
}

}  // namespace
}  // namespace ringfence::worker
