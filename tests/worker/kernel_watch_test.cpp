// The watch over kernels, with streams that are as far as the test says.
#include "worker/kernel_watch.h"

#include <memory>

#include <gtest/gtest.h>

#include "worker/objects.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;

class HandStream final : public backend::Stream {
public:
    Result<void> synchronize() override { return {}; }
    Result<bool> is_idle() override { return passed == marks; }
    Result<std::uint64_t> mark() override { return ++marks; }
    Result<bool> is_reached(std::uint64_t mark) override { return has_passed(mark); }
    bool has_passed(std::uint64_t mark) override { return passed >= mark; }
    bool is_waiting() override { return waits; }
    Result<void> record(backend::Event&) override { return {}; }
    Result<void> wait_for(backend::Event&) override { return {}; }
    Result<void> call_host(std::function<void()>) override { return {}; }
    Result<void> write_word(backend::Address, std::uint64_t, unsigned) override { return {}; }
    Result<void> wait_word(backend::Address, std::uint64_t, unsigned, backend::WordCondition) override { return {}; }

    std::uint64_t marks = 0;
    std::uint64_t passed = 0;
    bool waits = false;
};

struct KernelWatchTest : testing::Test {
    struct Stream {
        std::shared_ptr<StreamObject> object;
        HandStream* real = nullptr;
    };
    Stream make_stream() {
        auto real = std::make_unique<HandStream>();
        HandStream* pointer = real.get();
        return {std::make_shared<StreamObject>(std::move(real), StreamOrder::Kind::NonBlocking), pointer};
    }
    void launch(Stream& stream, unsigned times = 1) {
        for (unsigned i = 0; i < times; ++i) {
            stream.object->order.last_work = ++work;
            watch.launched(*stream.object);
        }
    }
    // How long something has been running, as seen at `time` from now.
    std::chrono::nanoseconds age(std::chrono::nanoseconds time) {
        const auto now = begin + time;
        const auto running = watch.look(now);
        return running ? now - running->since : std::chrono::nanoseconds(0);
    }

    int calls = 0;
    KernelWatch watch{[this] { ++calls; }};
    KernelWatch::Clock::time_point begin = KernelWatch::Clock::now();
    std::uint64_t work = 0;
};

TEST_F(KernelWatchTest, OneMarkForManyLaunches) {
    Stream stream = make_stream();
    launch(stream, 15);
    EXPECT_EQ(stream.real->marks, 0u);
    EXPECT_EQ(calls, 0);
    launch(stream);
    EXPECT_EQ(stream.real->marks, 1u);
    EXPECT_EQ(calls, 1);
    launch(stream);
    EXPECT_TRUE(watch.has_unmarked());
    watch.mark_all();
    EXPECT_FALSE(watch.has_unmarked());
    EXPECT_EQ(stream.real->marks, 2u);
    EXPECT_EQ(watch.look(begin + 10s)->launches, 16u);
    stream.real->passed = 1;
    EXPECT_EQ(watch.look(begin + 10s)->launches, 1u);
    stream.real->passed = 2;
    EXPECT_FALSE(watch.look(begin + 10s));
}

TEST_F(KernelWatchTest, TimeCountsFromWhenTheStreamCameThere) {
    Stream stream = make_stream();
    launch(stream, 32);
    EXPECT_GT(age(10s), 9s);
    stream.real->passed = 1;
    EXPECT_EQ(age(20s), 0s);
    EXPECT_EQ(age(25s), 5s);
    watch.restart(begin + 26s);
    EXPECT_EQ(age(27s), 1s);
}

TEST_F(KernelWatchTest, SlowKernelsGetMarksOfTheirOwn) {
    Stream stream = make_stream();
    launch(stream, 16);
    (void)age(10s);
    launch(stream, 16);
    const std::uint64_t marks = stream.real->marks;
    launch(stream, 4);
    EXPECT_EQ(stream.real->marks, marks + 4);
}

TEST_F(KernelWatchTest, WaitingForAnotherStreamDoesNotCount) {
    Stream slow = make_stream();
    Stream waiter = make_stream();
    launch(slow);
    const std::uint64_t awaited = work;
    watch.waits_for(*waiter.object, *slow.object, awaited);
    launch(waiter);
    watch.mark_all();
    ASSERT_EQ(slow.real->marks, 1u) << "or nobody could tell when the wait is over";
    (void)age(5s);
    slow.real->passed = 1;
    EXPECT_EQ(age(6s), 1s) << "of the waiter, since it was last seen waiting";
    (void)age(9s);
    EXPECT_EQ(age(10s), 5s);
}

// Each waits for what the other has done long ago, and then both run.
TEST_F(KernelWatchTest, StreamsThatHaveWaitedForEachOtherCount) {
    Stream a = make_stream();
    Stream b = make_stream();
    a.object->order.last_work = ++work;
    watch.waits_for(*b.object, *a.object, work);
    b.object->order.last_work = ++work;
    watch.waits_for(*a.object, *b.object, work);
    launch(a);
    launch(b);
    watch.mark_all();
    // Up to the waits, and not to what was launched behind them.
    a.real->passed = 1;
    b.real->passed = 1;
    (void)age(1s);
    EXPECT_EQ(age(10s), 9s);
}

TEST_F(KernelWatchTest, AKernelBeforeAWaitCounts) {
    Stream other = make_stream();
    Stream stream = make_stream();
    launch(other);
    launch(stream);
    watch.waits_for(*stream.object, *other.object, work - 1);
    launch(stream);
    watch.mark_all();
    watch.before_client_wait(*other.object);
    watch.after_client_wait(*other.object);
    EXPECT_GT(age(10s), 9s);
    stream.real->passed = 1;
    other.real->passed = 1;
    EXPECT_EQ(age(11s), 0s);
}

TEST_F(KernelWatchTest, WaitingForTheClientDoesNotCount) {
    Stream stream = make_stream();
    launch(stream);
    watch.before_client_wait(*stream.object);
    watch.after_client_wait(*stream.object);
    launch(stream);
    watch.mark_all();
    ASSERT_EQ(stream.real->marks, 3u);
    EXPECT_GT(age(10s), 9s);
    stream.real->passed = 1;
    EXPECT_EQ(age(20s), 0s);
    EXPECT_EQ(age(30s), 0s);
    stream.real->passed = 2;
    EXPECT_EQ(age(31s), 0s);
    EXPECT_EQ(age(33s), 2s);
}

// In the middle of a graph, where no mark is.
TEST_F(KernelWatchTest, WhatIsNotOnTheDeviceDoesNotCount) {
    Stream stream = make_stream();
    launch(stream);
    watch.mark_all();
    EXPECT_GT(age(5s), 4s);
    stream.real->waits = true;
    EXPECT_EQ(age(1000s), 0s);
    stream.real->waits = false;
    EXPECT_EQ(age(1003s), 3s);
}

TEST_F(KernelWatchTest, AStreamThatGoesIsForgotten) {
    Stream stream = make_stream();
    {
        Stream gone = make_stream();
        launch(gone, 3);
        launch(stream);
        watch.waits_for(*stream.object, *gone.object, work);
        watch.mark_all();
        launch(gone);
        watch.forget(*gone.object);
    }
    EXPECT_FALSE(watch.has_unmarked());
    launch(stream);
    watch.mark_all();
    (void)age(1s);
    EXPECT_GT(age(10s), 8s) << "and nobody waits for it any more";
}

TEST_F(KernelWatchTest, WhereNobodyLooksNothingIsMarked) {
    KernelWatch off(nullptr);
    Stream stream = make_stream();
    for (int i = 0; i < 100; ++i)
        off.launched(*stream.object);
    off.after_client_wait(*stream.object);
    EXPECT_EQ(stream.real->marks, 0u);
    EXPECT_FALSE(off.has_unmarked());
}

}  // namespace
}  // namespace ringfence::worker
