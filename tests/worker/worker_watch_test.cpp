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

#include "backend/soft/stream.h"
#include "base/cuda_status.h"
#include "forwarding_device.h"
#include "kernel_time.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// Its kernels run until the test lets them begin to be compiled, and are compiled until it lets them end. Nothing stops
// them: so it is with code that is exchanged, or made for lanes that part, while a kernel runs.
class CompilingDevice : public ForwardingDevice {
public:
    struct Progress {
        std::atomic<bool> may_compile = false;
        std::atomic<bool> may_end = false;
        std::atomic<bool> compiles = false;
    };
    CompilingDevice(std::unique_ptr<Device> device, std::shared_ptr<Progress> progress)
        : ForwardingDevice(std::move(device)), progress_(std::move(progress)) {}

    Result<void> launch(backend::Stream& stream, const backend::Function&, const backend::Launch&,
                        std::span<const std::byte>) override {
        const auto run = [progress = progress_](const backend::soft::SoftStream& on) -> Result<void> {
            wait_for(progress->may_compile);
            const softgpu::Compiling compiling(&on.compiling());
            progress->compiles = true;
            wait_for(progress->may_end);
            return {};
        };
        return static_cast<backend::soft::SoftStream&>(stream).put({run, backend::JobKind::Compute});
    }

private:
    static void wait_for(const std::atomic<bool>& flag) {
        while (!flag)
            std::this_thread::sleep_for(1ms);
    }

    const std::shared_ptr<Progress> progress_;
};

struct KernelLimits : WorkerTest {
    // `stops`: as the software GPU does, and no card. `progress`: of kernels that are compiled meanwhile.
    std::unique_ptr<Worker> make_watching(bool stops, std::shared_ptr<CompilingDevice::Progress> progress = {}) {
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
        std::unique_ptr<backend::Device> device = backend::open_soft(soft).take();
        if (progress) device = std::make_unique<CompilingDevice>(std::move(device), std::move(progress));
        return Worker::create(std::move(device), options).take();
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

// Each of six kernels takes two thirds of the time that one may take. Behind each another one says that it has ended.
TEST_F(KernelLimits, ManyKernelsThatTakeLongTogetherAreNoEndlessKernel) {
    constexpr int kernels = 6;
    const auto shared = make_watching(true);
    TestClient honest(*shared);
    TestClient other(*shared);
    const std::uint64_t module = honest.load(test_ptx);
    const std::uint64_t spin = honest.function(module, "spin");
    const std::uint64_t store = honest.function(module, "store");
    const Address words = honest.allocate_host(4096);
    const auto word = [words](int i) { return words + static_cast<Address>(4 * i); };
    for (int i = 0; i < kernels; ++i) {
        honest.launch(spin, 0, 1, word(i));
        honest.launch(store, 0, 1, word(i));
    }
    EXPECT_EQ(honest.call(wire::MemoryInfo{}), 0);
    for (int i = 0; i < kernels; ++i) {
        EXPECT_TRUE(time.is_looked_at());
        time.pass(200ms);
        EXPECT_TRUE(time.is_looked_at());
        EXPECT_EQ(honest.channel->peek_failure(), 0) << i;
        end(word(i));
        const std::atomic_ref ended(*reinterpret_cast<std::uint32_t*>(word(i)));
        ASSERT_TRUE(comes_true([&] { return ended == 42; })) << i;
    }
    EXPECT_EQ(honest.synchronize(), 0);
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(overruns.empty());
}

TEST_F(KernelLimits, AKernelBehindAWaitHasNotBegun) {
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
    // A session that goes on undisturbed is left alone.
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

// It cannot be stopped, and takes as long as whoever wrote the kernel likes.
TEST_F(KernelLimits, TimeInWhichAKernelIsCompiledDoesNotCount) {
    const auto progress = std::make_shared<CompilingDevice::Progress>();
    const auto shared = make_watching(true, progress);
    TestClient honest(*shared);
    TestClient large(*shared);
    progress->may_compile = true;
    large.launch(large.function(large.load(test_ptx), "store"), 0, 1, large.allocate(256));
    EXPECT_EQ(large.call(wire::MemoryInfo{}), 0);
    EXPECT_TRUE(comes_true([&] { return progress->compiles.load(); }));
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(time.is_looked_at());
        time.pass(301ms);
    }
    EXPECT_TRUE(time.is_looked_at());
    EXPECT_EQ(large.channel->peek_failure(), 0);
    progress->may_end = true;
    EXPECT_EQ(large.synchronize(), 0);
    EXPECT_EQ(honest.synchronize(), 0);
    EXPECT_FALSE(shared->statistics().has_overrun);
}

TEST_F(KernelLimits, AKernelThatIsCompiledWhenItHasRunForTooLongDoesNotEndTheWorker) {
    const auto progress = std::make_shared<CompilingDevice::Progress>();
    const auto shared = make_watching(true, progress);
    TestClient honest(*shared);
    const std::uint64_t store = honest.function(honest.load(test_ptx), "store");
    const Address data = honest.allocate(256);
    TestClient large(*shared);
    large.launch(large.function(large.load(test_ptx), "store"), 0, 1, large.allocate(256));
    EXPECT_EQ(time.pass_during(301ms, [&] { return large.synchronize(); }), cuda_status::launch_timeout);
    progress->may_compile = true;
    EXPECT_TRUE(comes_true([&] { return progress->compiles.load(); }));
    // Somebody waits for longer than one may be kept from the device.
    std::atomic<bool> has_waited = false;
    honest.launch(store, 0, 1, data);
    std::thread waiting([&] {
        EXPECT_EQ(honest.synchronize(), 0);
        has_waited = true;
    });
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(time.is_looked_at());
        time.pass(301ms);
    }
    EXPECT_TRUE(time.is_looked_at());
    EXPECT_FALSE(shared->statistics().must_end);
    EXPECT_FALSE(has_waited);
    progress->may_end = true;
    waiting.join();
    EXPECT_TRUE(comes_true([&] { return shared->statistics().sessions == 1; }));
}

}  // namespace
}  // namespace ringfence::worker
