// A card's streams at a gate: work waits for its turn while others want the card. Over a driver that needs no card.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/cuda/cuda.h"
#include "backend/job_queue.h"
#include "backend/parameters.h"

namespace ringfence::backend {
namespace {

using namespace std::chrono_literals;
using ::testing::IsEmpty;

bool happens(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!condition() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(200us);
    return condition();
}

// Lets as many begin as it is told, and notes what is asked of it.
class CountingQueue final : public JobQueue {
public:
    [[nodiscard]] bool is_needed() const override { return needed; }
    Entry enter(const JobFacts& job) override {
        note("enter " + std::to_string(static_cast<int>(job.kind)));
        return {++entered, expected};
    }
    bool may_begin(std::uint64_t number) override { return number <= open; }
    void finish(std::uint64_t through) override { note("finish " + std::to_string(through)); }
    void drop(std::uint64_t after) override { note("drop " + std::to_string(after)); }
    std::shared_ptr<void> inherit(const JobQueue& waiting) override {
        waits_for_it = &waiting;
        return {this, [](CountingQueue* self) { self->waits_for_it = nullptr; }};
    }

    std::vector<std::string> take_notes() {
        const std::lock_guard lock(mutex_);
        return std::exchange(notes_, {});
    }
    bool has(const std::string& text) {
        const std::lock_guard lock(mutex_);
        return std::find(notes_.begin(), notes_.end(), text) != notes_.end();
    }
    std::atomic<bool> needed = true;
    std::atomic<std::uint64_t> open = 0;  // all up to this number may begin
    std::atomic<std::uint64_t> entered = 0;
    std::chrono::nanoseconds expected = 1ms;
    std::atomic<const JobQueue*> waits_for_it = nullptr;

private:
    void note(std::string text) {
        const std::lock_guard lock(mutex_);
        notes_.push_back(std::move(text));
    }
    std::mutex mutex_;
    std::vector<std::string> notes_;
};

struct GatedStreams : ::testing::Test {
    void SetUp() override {
        device = open_cuda_at(FAKE_DRIVER).take();
        device->hold_waits();
        group = device->create_stream_group().take();
        memory = device->allocate(4096).take();
        plain = device->create_stream({.print = {}, .group = group}).take();
        device->fill(*plain, memory, 0, 4, 1024).value();
        module = device->load("kernel store 8 4").take();
        turns = std::make_shared<CountingQueue>();
        stream = device->create_stream({.print = {}, .group = group, .queue = turns}).take();
    }
    void TearDown() override {
        stream.reset();
        plain.reset();
        module.reset();
        group.reset();
        device.reset();
    }
    void store(int at, std::uint32_t value) {
        const Function& kernel = *module->function("store").take();
        ParameterBlock block(kernel.info());
        block.set(0, memory + 4 * static_cast<unsigned>(at)).value();
        block.set(1, value).value();
        device->launch(*stream, kernel, {}, block.bytes().take()).value();
    }
    std::uint32_t at(int number) { return std::atomic_ref(reinterpret_cast<std::uint32_t*>(memory)[number]).load(); }

    std::unique_ptr<Device> device;
    std::shared_ptr<StreamGroup> group;
    Address memory = 0;
    std::unique_ptr<Module> module;
    std::unique_ptr<Stream> plain;
    std::shared_ptr<CountingQueue> turns;
    std::unique_ptr<Stream> stream;
};

TEST_F(GatedStreams, WhileNobodyElseWantsTheCardNothingIsAsked) {
    turns->needed = false;
    store(0, 1);
    EXPECT_EQ(at(0), 1U);
    EXPECT_TRUE(stream->is_idle().take());
    EXPECT_THAT(turns->take_notes(), IsEmpty());
}

TEST_F(GatedStreams, WorkGoesWhenItIsItsTurnAndInOrder) {
    store(0, 1);
    device->copy_on_device(*stream, memory + 4, memory, 4).value();
    std::uint32_t read = 0;
    device->copy_to_host(*stream, std::as_writable_bytes(std::span(&read, 1)), memory + 4).value();
    const std::uint64_t mark = stream->mark().take();
    const auto event = device->create_event().take();
    stream->record(*event).value();
    plain->wait_for(*event).value();
    device->copy_on_device(*plain, memory + 8, memory + 4, 4).value();
    EXPECT_FALSE(stream->is_idle().take());
    EXPECT_TRUE(happens([&] { return stream->is_waiting(); }));
    EXPECT_EQ(at(0), 0U);
    // All three have entered: only their turns keep them from the card.
    EXPECT_TRUE(happens([&] { return turns->entered == 3; }));
    turns->open = 1;
    EXPECT_TRUE(happens([&] { return turns->has("finish 1"); }));
    EXPECT_EQ(at(0), 1U);
    EXPECT_EQ(at(1), 0U);
    EXPECT_FALSE(event->is_done().take());
    EXPECT_FALSE(stream->has_passed(mark));
    turns->open = 3;
    stream->synchronize().value();
    plain->synchronize().value();
    EXPECT_EQ(read, 1U);
    EXPECT_EQ(at(2), 1U);
    EXPECT_TRUE(stream->has_passed(mark));
    EXPECT_TRUE(happens([&] { return turns->has("finish 3"); }));
}

TEST_F(GatedStreams, WhatAnotherStreamWaitsForInheritsItsPriorityUntilItIsOnTheCard) {
    // As another session has them, for instance.
    const auto high_group = device->create_stream_group().take();
    const auto high_turns = std::make_shared<CountingQueue>();
    high_turns->open = 10;
    const auto high = device->create_stream({.print = {}, .group = high_group, .queue = high_turns}).take();
    const auto event = device->create_event().take();
    store(0, 1);
    stream->record(*event).value();
    high->wait_for(*event).value();
    device->copy_on_device(*high, memory + 4, memory, 4).value();
    EXPECT_EQ(turns->waits_for_it, high_turns.get());
    EXPECT_EQ(high_turns->waits_for_it, nullptr);
    turns->open = 1;
    high->synchronize().value();
    EXPECT_EQ(at(1), 1U);
    EXPECT_EQ(turns->waits_for_it, nullptr);
    stream->synchronize().value();
}

TEST_F(GatedStreams, ALoanIsOverWithTheRecordEvenIfWhoeverWaitsHasNotComeToItsWait) {
    const auto high_group = device->create_stream_group().take();
    const auto high_turns = std::make_shared<CountingQueue>();
    const auto high = device->create_stream({.print = {}, .group = high_group, .queue = high_turns}).take();
    const auto event = device->create_event().take();
    std::atomic<bool> may_return = false;
    high->call_host([&] { may_return.wait(false); }).value();
    store(0, 1);
    stream->record(*event).value();
    high->wait_for(*event).value();
    EXPECT_EQ(turns->waits_for_it, high_turns.get());
    turns->open = 1;
    stream->synchronize().value();
    EXPECT_EQ(turns->waits_for_it, nullptr);
    may_return = true;
    may_return.notify_all();
    high->synchronize().value();
}

TEST_F(GatedStreams, WhatHasItsTurnAtOnceIsPutOnTheCardByWhoeverComes) {
    turns->open = 10;
    store(0, 1);
    EXPECT_FALSE(stream->is_waiting());
    stream->synchronize().value();
    EXPECT_EQ(at(0), 1U);
    EXPECT_TRUE(happens([&] { return turns->has("finish 1"); }));
}

TEST_F(GatedStreams, EndsOfShortJobsAreToldTogether) {
    turns->open = 1000;
    turns->expected = 1us;
    constexpr int count = 200;
    for (int i = 0; i < count; ++i)
        store(i % 100, static_cast<std::uint32_t>(i));
    stream->synchronize().value();
    EXPECT_TRUE(happens([&] { return turns->has("finish " + std::to_string(count)); }));
    EXPECT_EQ(at(99), 199U);
}

TEST_F(GatedStreams, WhatComesAfterAWaitDoesNotEnterBeforeItIsOver) {
    std::atomic<int> calls = 0;
    std::atomic<bool> may_return = false;
    turns->open = 100;
    store(0, 1);
    stream
        ->call_host([&] {
            ++calls;
            while (!may_return)
                std::this_thread::sleep_for(1ms);
        })
        .value();
    store(1, 2);
    EXPECT_TRUE(happens([&] { return calls == 1; }));
    EXPECT_EQ(turns->entered, 1U);
    may_return = true;
    stream->synchronize().value();
    EXPECT_EQ(turns->entered, 2U);
    EXPECT_EQ(at(1), 2U);
}

TEST_F(GatedStreams, GraphsAndSmallWritesWaitTheirTurnToo) {
    const Function& kernel = *module->function("store").take();
    ParameterBlock block(kernel.info());
    block.set(0, memory).value();
    block.set(1, std::uint32_t{3}).value();
    const auto bytes = block.bytes().take();
    const std::vector<GraphNode> nodes = {{LaunchNode{&kernel, {}, {bytes.begin(), bytes.end()}}, {}}};
    const auto graph = device->create_graph(nodes).take();
    device->launch_graph(*stream, *graph).value();
    {
        const std::uint32_t gone = 8;
        device->write(*stream, memory + 4, std::as_bytes(std::span(&gone, 1))).value();
    }
    EXPECT_TRUE(happens([&] { return stream->is_waiting(); }));
    EXPECT_EQ(at(0), 0U);
    turns->open = 2;
    stream->synchronize().value();
    EXPECT_EQ(at(0), 3U);
    EXPECT_EQ(at(1), 8U);
}

TEST_F(GatedStreams, WhatNobodyWantsIsDropped) {
    store(0, 1);
    store(1, 1);
    stream->abandon();
    EXPECT_TRUE(happens([&] { return stream->is_idle().take(); }));
    EXPECT_EQ(at(0) + at(1), 0U);
    EXPECT_TRUE(turns->has("drop 0"));
}

TEST_F(GatedStreams, WhenOthersHaveGoneWorkGoesOnWithoutAsking) {
    store(0, 1);
    turns->needed = false;
    store(1, 2);
    EXPECT_EQ(at(1), 0U);
    turns->open = 1;
    stream->synchronize().value();
    EXPECT_EQ(at(1), 2U);
    EXPECT_EQ(turns->entered, 1U);
}

}  // namespace
}  // namespace ringfence::backend
