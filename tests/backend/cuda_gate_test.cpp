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
#include "backend/job_gate.h"
#include "backend/parameters.h"

namespace ringfence::backend {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

bool happens(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!condition() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(200us);
    return condition();
}

// Lets through as many as it is told, and notes what is asked of it.
class CountingGate final : public JobGate {
public:
    void expect(std::size_t jobs) override { note("expect " + std::to_string(jobs)); }
    bool enter(JobKind) override { return false; }
    bool try_enter(JobKind kind) override {
        if (left == 0) return false;
        --left;
        note("enter " + std::to_string(static_cast<int>(kind)));
        return true;
    }
    void leave(std::optional<JobKind> next) override {
        note(next ? "leave for " + std::to_string(static_cast<int>(*next)) : "leave");
    }
    void forget() override { note("forget"); }
    void abandon() override { note("abandon"); }
    [[nodiscard]] bool is_needed() const override { return needed; }
    [[nodiscard]] bool is_waiting() const override { return left == 0; }

    std::vector<std::string> take_notes() {
        const std::lock_guard lock(mutex_);
        return std::exchange(notes_, {});
    }
    std::size_t count() {
        const std::lock_guard lock(mutex_);
        return notes_.size();
    }
    std::atomic<bool> needed = true;
    std::atomic<int> left = 0;

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
        group = device->create_stream_group();
        memory = device->allocate(4096).take();
        plain = device->create_stream({.print = {}, .group = group}).take();
        device->fill(*plain, memory, 0, 4, 1024).value();
        module = device->load("kernel store 8 4").take();
        gate = std::make_shared<CountingGate>();
        stream = device->create_stream({.print = {}, .group = group, .gate = gate}).take();
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
    std::shared_ptr<CountingGate> gate;
    std::unique_ptr<Stream> stream;
};

TEST_F(GatedStreams, WhileNobodyElseWantsTheCardNothingIsAsked) {
    gate->needed = false;
    store(0, 1);
    EXPECT_EQ(at(0), 1U);
    EXPECT_TRUE(stream->is_idle().take());
    EXPECT_THAT(gate->take_notes(), IsEmpty());
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
    EXPECT_TRUE(stream->is_waiting());
    EXPECT_EQ(at(0), 0U);
    gate->left = 1;
    EXPECT_TRUE(happens([&] { return gate->count() == 5; }));
    EXPECT_EQ(at(0), 1U);
    EXPECT_EQ(at(1), 0U);
    EXPECT_FALSE(event->is_done().take());
    EXPECT_FALSE(stream->has_passed(mark));
    EXPECT_THAT(gate->take_notes(), ElementsAre("expect 1", "expect 1", "expect 1", "enter 0", "leave for 0"));
    gate->left = 2;
    stream->synchronize().value();
    plain->synchronize().value();
    EXPECT_EQ(read, 1U);
    EXPECT_EQ(at(2), 1U);
    EXPECT_TRUE(stream->has_passed(mark));
    EXPECT_THAT(gate->take_notes(), ElementsAre("enter 0", "leave for 2", "enter 2", "leave"));
}

TEST_F(GatedStreams, WhatComesAfterAWaitDoesNotStandAtTheGate) {
    std::atomic<int> calls = 0;
    gate->left = 2;
    store(0, 1);
    stream->call_host([&] { ++calls; }).value();
    store(1, 2);
    stream->synchronize().value();
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(at(1), 2U);
    const std::vector<std::string> notes = gate->take_notes();
    EXPECT_EQ(std::count(notes.begin(), notes.end(), "leave for 0"), 0);
    EXPECT_EQ(std::count(notes.begin(), notes.end(), "leave"), 2);
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
    EXPECT_TRUE(stream->is_waiting());
    EXPECT_EQ(at(0), 0U);
    gate->left = 2;
    stream->synchronize().value();
    EXPECT_EQ(at(0), 3U);
    EXPECT_EQ(at(1), 8U);
}

TEST_F(GatedStreams, WhatNobodyWantsIsForgotten) {
    store(0, 1);
    store(1, 1);
    stream->abandon();
    EXPECT_TRUE(happens([&] { return stream->is_idle().take(); }));
    EXPECT_EQ(at(0) + at(1), 0U);
    const std::vector<std::string> notes = gate->take_notes();
    EXPECT_EQ(std::count(notes.begin(), notes.end(), "forget"), 2);
    EXPECT_EQ(std::count(notes.begin(), notes.end(), "abandon"), 1);
}

TEST_F(GatedStreams, WhenOthersHaveGoneWorkGoesOnWithoutAsking) {
    store(0, 1);
    gate->needed = false;
    store(1, 2);
    EXPECT_EQ(at(1), 0U);
    gate->left = 1;
    stream->synchronize().value();
    EXPECT_EQ(at(1), 2U);
    EXPECT_THAT(gate->take_notes(), ElementsAre("expect 1", "enter 0", "leave"));
}

}  // namespace
}  // namespace ringfence::backend
