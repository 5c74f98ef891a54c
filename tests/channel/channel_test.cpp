// The channel as client and worker use it, with the worker in a thread and in a process.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <future>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "transport.h"

namespace ringfence::channel {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

std::span<const std::byte> bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

class Channel : public testing::TestWithParam<Where> {
protected:
    wire::MemoryInfo::Reply info() {
        wire::MemoryInfo::Reply reply;
        EXPECT_EQ(channel().call(wire::MemoryInfo{}, {}, reply), success);
        return reply;
    }
    ClientChannel& channel() { return transport_.channel(); }

    Transport transport_{GetParam()};
};

TEST_P(Channel, CallsAreAnswered) {
    for (std::uint64_t i = 0; i < 2000; ++i) {
        wire::Allocate::Reply reply;
        ASSERT_EQ(channel().call(wire::Allocate{i, 256}, {}, reply), success);
        ASSERT_EQ(reply.address, i + 256);
    }
}

TEST_P(Channel, PayloadsTravelBothWays) {
    wire::FindFunction::Reply reply;
    std::vector<std::byte> back;
    const std::string name(1000, 'x');
    ASSERT_EQ(channel().call(wire::FindFunction{}, bytes(name), reply, &back), success);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(back.data()), back.size()), name);

    wire::Read::Reply read;
    ASSERT_EQ(channel().call(wire::Read{0, 0, 3072}, {}, read, &back), success);
    EXPECT_EQ(back, std::vector<std::byte>(3072, std::byte{0x5a}));
}

TEST_P(Channel, FailuresComeWithTheirText) {
    wire::FindFunction::Reply reply;
    EXPECT_EQ(channel().call(wire::FindFunction{}, bytes("fail"), reply), refused);
    EXPECT_EQ(ClientChannel::last_failure_text(), "no function of this name");
    EXPECT_EQ(channel().call(wire::FindFunction{}, bytes("f"), reply), success);
    EXPECT_EQ(ClientChannel::last_failure_text(), "");
}

TEST_P(Channel, RepliesLargerThanASlotAreFailures) {
    wire::Read::Reply reply;
    EXPECT_EQ(channel().call(wire::Read{0, 0, 4081}, {}, reply), unknown_failure);
    EXPECT_EQ(channel().call(wire::Read{0, 0, 4080}, {}, reply), success);
}

TEST_P(Channel, ADroppedCompletionIsAFailure) {
    wire::SynchronizeStream::Reply reply;
    EXPECT_EQ(channel().call(wire::SynchronizeStream{}, {}, reply), unknown_failure);
    EXPECT_EQ(ClientChannel::last_failure_text(), "the worker dropped this operation");
}

TEST_P(Channel, FailuresOfWhatGoesAreTakenOnceAndStickyOnesStay) {
    const auto fail_with = [&](std::uint64_t status) { channel().submit(wire::RecordEvent{status, 0}); };
    EXPECT_EQ(channel().take_failure().status, success);
    fail_with(1);
    fail_with(400);
    info();
    EXPECT_EQ(channel().peek_failure(), 1);
    const ClientChannel::Failure failure = channel().take_failure();
    EXPECT_EQ(failure.status, 1);
    EXPECT_EQ(failure.operation, static_cast<std::uint32_t>(wire::Operation::RecordEvent));
    EXPECT_EQ(channel().take_failure().status, success);
    fail_with(1);
    fail_with(700);
    info();
    EXPECT_EQ(channel().take_failure().status, 700);
    EXPECT_EQ(channel().take_failure().status, 700);
}

// Records of all sizes, several times around the ring, so that it wraps at many places and fills up.
TEST_P(Channel, TheRingWraps) {
    const std::vector<std::byte> payload(100'000, std::byte{1});
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < 400; ++i) {
        const std::size_t size = i * 2654435761U % payload.size();
        ASSERT_EQ(channel().submit(wire::Launch{}, std::span(payload).first(size)), success);
        sum += size;
    }
    const wire::MemoryInfo::Reply reply = info();
    EXPECT_EQ(reply.free, 400U);
    EXPECT_EQ(reply.total, sum);
}

TEST_P(Channel, TheLargestRecordFitsAndALargerOneIsRefused) {
    const std::vector<std::byte> payload(largest_record, std::byte{1});
    const std::size_t most = largest_record - sizeof(RecordHeader) - sizeof(wire::Launch);
    for (int i = 0; i < 10; ++i)
        ASSERT_EQ(channel().submit(wire::Launch{}, std::span(payload).first(most)), success);
    EXPECT_EQ(channel().submit(wire::Launch{}, std::span(payload).first(most + 1)), invalid_value);
    EXPECT_EQ(info().total, 10 * most);
}

TEST_P(Channel, AFullRingWaitsForTheWorker) {
    wire::Fill stall;
    stall.value = 30;  // milliseconds
    channel().submit(stall);
    const std::vector<std::byte> payload(60'000, std::byte{1});
    for (int i = 0; i < 200; ++i)
        ASSERT_EQ(channel().submit(wire::Launch{}, payload), success);
    EXPECT_EQ(info().free, 200U);
}

// Several threads: each one's operations stay in its order, and none is lost.
TEST_P(Channel, ThreadsKeepTheirOrder) {
    constexpr std::uint64_t threads = 4;
    constexpr std::uint64_t each = 20'000;
    std::vector<std::thread> all;
    for (std::uint64_t thread = 0; thread < threads; ++thread) {
        all.emplace_back([&, thread] {
            for (std::uint64_t i = 0; i < each; ++i) {
                channel().submit(wire::WriteValue{thread, 0, i, 8});
                if (i % 1000 == 0) info();
            }
        });
    }
    for (std::thread& thread : all)
        thread.join();
    EXPECT_EQ(info().free, threads * each);
    EXPECT_EQ(channel().take_failure().status, success);
}

// Threads take turns: a record that one submits after another's submission comes after it.
TEST_P(Channel, OrderHoldsAcrossThreads) {
    std::atomic<std::uint64_t> turn = 0;
    std::vector<std::thread> all;
    for (std::uint64_t thread = 0; thread < 2; ++thread) {
        all.emplace_back([&, thread] {
            for (std::uint64_t i = thread; i < 500; i += 2) {
                while (turn.load(std::memory_order_acquire) != i)
                    std::this_thread::yield();
                channel().submit(wire::WriteValue{7, 0, i, 8});
                turn = i + 1;
                turn.notify_all();
            }
        });
    }
    for (std::thread& thread : all)
        thread.join();
    EXPECT_EQ(info().free, 500U);
    EXPECT_EQ(channel().take_failure().status, success);
}

TEST_P(Channel, RepliesMayComeInAnyOrder) {
    constexpr std::uint64_t callers = 16;
    std::vector<std::thread> all;
    for (std::uint64_t i = 0; i < callers; ++i) {
        all.emplace_back([&, i] {
            wire::Elapsed::Reply reply;
            EXPECT_EQ(channel().call(wire::Elapsed{callers, i}, {}, reply), success);
            EXPECT_EQ(reply.milliseconds, static_cast<float>(i));
        });
    }
    for (std::thread& thread : all)
        thread.join();
}

TEST_P(Channel, MoreCallersThanSlots) {
    std::vector<std::thread> all;
    std::atomic<int> answered = 0;
    for (std::uint64_t i = 0; i < slot_count + 32; ++i) {
        all.emplace_back([&] {
            for (std::uint64_t n = 0; n < 20; ++n) {
                wire::Allocate::Reply reply;
                if (channel().call(wire::Allocate{n, 1}, {}, reply) == success && reply.address == n + 1) ++answered;
            }
        });
    }
    for (std::thread& thread : all)
        thread.join();
    EXPECT_EQ(answered, (slot_count + 32) * 20);
}

TEST_P(Channel, BothSidesSleepAndAreWoken) {
    int slow = 0;
    for (int i = 0; i < 20; ++i) {
        std::this_thread::sleep_for(3ms);  // the worker falls asleep
        channel().set_spins_for_replies(i % 2 == 0);
        wire::Fill stall;
        stall.value = 2;
        channel().submit(stall);
        const auto start = Clock::now();
        info();  // and so does the client
        if (Clock::now() - start > 500ms) ++slow;
    }
    EXPECT_LT(slow, 10);
}

TEST_P(Channel, CallsOfTheHostComeInOrder) {
    constexpr std::uint64_t calls = 3 * mailbox_count;  // more than the mailbox holds
    for (std::uint64_t token = 0; token < calls; ++token)
        channel().submit(wire::CallHost{0, token});
    for (std::uint64_t token = 0; token < calls; ++token) {
        ASSERT_EQ(channel().wait_for_host_call(60s), token);
        channel().answer_host_call(token);
    }
    EXPECT_EQ(channel().wait_for_host_call(1ms), std::nullopt);
    // Answers do not come with the records.
    const auto end = Clock::now() + 60s;
    while (info().free != calls && Clock::now() < end)
        std::this_thread::sleep_for(1ms);
    EXPECT_EQ(info().free, calls);
}

TEST_P(Channel, TheThreadForCallsOfTheHostCanBeWoken) {
    std::thread waiter([&] { EXPECT_EQ(channel().wait_for_host_call(60s), std::nullopt); });
    channel().wake_host_call_thread();
    waiter.join();
    channel().submit(wire::CallHost{0, 5});
    EXPECT_EQ(channel().wait_for_host_call(60s), 5U);
}

// A thread that waits for a reply, for room, for a slot or for a call notices within a second.
TEST_P(Channel, AWorkerThatDiesIsNoticedByAllWhoWait) {
    std::vector<std::thread> all;
    for (std::uint32_t i = 0; i < slot_count + 4; ++i) {
        all.emplace_back([&] {
            wire::SynchronizeEvent::Reply reply;
            EXPECT_EQ(channel().call(wire::SynchronizeEvent{}, {}, reply), context_is_destroyed);
        });
    }
    all.emplace_back([&] { EXPECT_EQ(channel().wait_for_host_call(60s), std::nullopt); });
    std::this_thread::sleep_for(20ms);
    EXPECT_TRUE(channel().is_open());
    EXPECT_EQ(channel().closing_reason(), "");
    const auto start = Clock::now();
    channel().submit(wire::DestroyGraph{});
    const std::vector<std::byte> payload(100'000);
    while (channel().submit(wire::Launch{}, payload) == success && Clock::now() - start < 60s)
        continue;
    for (std::thread& thread : all)
        thread.join();
    EXPECT_LT(Clock::now() - start, 20s);
    EXPECT_FALSE(channel().is_open());
    EXPECT_EQ(channel().closing_reason(), "the worker process is gone");
    wire::MemoryInfo::Reply reply;
    EXPECT_EQ(channel().call(wire::MemoryInfo{}, {}, reply), context_is_destroyed);
}

TEST_P(Channel, SubmissionsAloneNoticeADeadWorker) {
    channel().submit(wire::DestroyGraph{});
    const auto start = Clock::now();
    while (channel().submit(wire::Launch{}) == success && Clock::now() - start < 60s)
        std::this_thread::sleep_for(10us);
    EXPECT_FALSE(channel().is_open());
    EXPECT_LT(Clock::now() - start, 20s);
    // Whoever looks for failures alone gets to know, too.
    EXPECT_EQ(channel().take_failure().status, context_is_destroyed);
    EXPECT_EQ(channel().peek_failure(), context_is_destroyed);
}

// As a hostile client does it, beside a worker that reads. The thread sanitizer does not look at it.
__attribute__((no_sanitize("thread"))) void overwrite(std::byte* record, const RecordHeader& header) {
    const auto* from = reinterpret_cast<const volatile std::byte*>(&header);
    auto* to = static_cast<volatile std::byte*>(record);
    for (std::size_t i = 0; i < sizeof header; ++i)
        to[i] = from[i];
}

TEST_P(Channel, TheReasonForAnEndIsTold) {
    info();  // the ring is empty
    wire::Fill stall;
    stall.value = 3000;  // longer than this thread has to wait for its turn on a busy machine
    channel().submit(stall);
    const std::uint64_t at = client_words_of(transport_.memory()).produced.load();
    channel().submit(wire::DestroyEvent{});
    // While the worker is busy the record gets a payload that its operation does not have.
    const RecordHeader bad = {32, static_cast<std::uint16_t>(wire::Operation::DestroyEvent), 0, 8, 0};
    overwrite(ring_of(transport_.memory()).data() + at, bad);
    wire::MemoryInfo::Reply reply;
    EXPECT_EQ(channel().call(wire::MemoryInfo{}, {}, reply), context_is_destroyed);
    EXPECT_EQ(channel().take_failure().status, context_is_destroyed);
    EXPECT_FALSE(channel().is_open());
    EXPECT_NE(channel().closing_reason().find("(destroy_event): it has no payload"), std::string::npos);
}

// The end may come at any step of a call, also just before it sleeps. Callers here look after the worker once an hour:
// one that misses the end does not return.
TEST(ClosedChannel, ReturnsWhoeverCallsOrIsAboutToWait) {
    for (int i = 0; i < 300; ++i) {
        const SharedMemory shared = create_shared_memory(Header{}).take();
        WorkerChannel worker(shared.memory.bytes());
        ClientChannel client(
            shared.memory.bytes(), [] { return true; }, 1h);
        std::promise<std::int32_t> promise;
        std::future<std::int32_t> returned = promise.get_future();
        std::thread caller([&] {
            wire::MemoryInfo::Reply reply;
            promise.set_value(client.call(wire::MemoryInfo{}, {}, reply));
        });
        const auto moment = Clock::now() + std::chrono::microseconds(i % 2 == 0 ? i : 200 + i % 20);
        while (Clock::now() < moment)
            continue;
        worker.close("it is taken back", 702);
        if (returned.wait_for(2min) != std::future_status::ready) {
            std::fputs("a caller sleeps on in a closed channel\n", stderr);
            std::abort();  // nobody can wake its thread
        }
        caller.join();
        EXPECT_EQ(returned.get(), 702);
    }
}

INSTANTIATE_TEST_SUITE_P(In, Channel, testing::Values(Where::Thread, Where::Mapping, Where::Process),
                         [](const auto& where) { return name_of(where.param); });

}  // namespace
}  // namespace ringfence::channel
