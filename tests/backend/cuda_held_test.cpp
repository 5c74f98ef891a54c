// Streams that are held: what waits is not put on the card. Over a driver that needs no card.
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/cuda/cuda.h"
#include "backend/graph_stages.h"
#include "backend/parameters.h"
#include "base/unique_fd.h"

namespace ringfence::backend {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

bool comes_true(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!condition() && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(200us);
    return condition();
}

// The whole backend, over a driver that does at once what it is told, and refuses to wait.
struct HeldStreams : ::testing::Test {
    void SetUp() override {
        device = open_cuda_at(FAKE_DRIVER).take();
        device->hold_waits();
        group = device->create_stream_group().take();
        space = device->create_address_space({.bytes = 64 << 20}).take();
        file.reset(::memfd_create("host", MFD_CLOEXEC));
        ASSERT_EQ(::ftruncate(file.get(), 8192), 0);
        space->attach_host(space->host_begin(), file.get(), 8192).value();
        memory = device->allocate(4096).take();
        scratch = make_stream();
        device->fill(*scratch, memory, 0, 4, 1024).value();
        module = device->load("kernel store 8 4\nkernel fault").take();
    }
    void TearDown() override {
        module.reset();
        scratch.reset();
        space.reset();
        group.reset();
        device.reset();
    }

    std::unique_ptr<Stream> make_stream() { return device->create_stream({.print = {}, .group = group}).take(); }
    std::atomic_ref<std::uint32_t> word(int number = 0) {
        return std::atomic_ref(reinterpret_cast<std::uint32_t*>(space->host_begin())[number]);
    }
    Address word_address(int number = 0) { return space->host_begin() + 4 * static_cast<unsigned>(number); }
    void hold(Stream& stream, int number = 0) {
        stream.wait_word(word_address(number), 1, 4, WordCondition::Equal).value();
    }
    void store(Stream& stream, int at, std::uint32_t value) {
        const Function& kernel = *module->function("store").take();
        ParameterBlock block(kernel.info());
        block.set(0, memory + 4 * static_cast<unsigned>(at)).value();
        block.set(1, value).value();
        device->launch(stream, kernel, {}, block.bytes().take()).value();
    }
    std::uint32_t at(int number) { return std::atomic_ref(reinterpret_cast<std::uint32_t*>(memory)[number]).load(); }

    std::unique_ptr<Device> device;
    std::shared_ptr<StreamGroup> group;
    std::unique_ptr<AddressSpace> space;
    UniqueFd file;
    Address memory = 0;
    std::unique_ptr<Module> module;
    std::unique_ptr<Stream> scratch;
};

TEST_F(HeldStreams, AllKindsOfWorkAreDoneInOrderWhenTheWordIsThere) {
    const auto stream = make_stream();
    hold(*stream);
    store(*stream, 0, 1);
    device->copy_on_device(*stream, memory + 4, memory, 4).value();
    device->fill(*stream, memory + 8, 7, 4, 2).value();
    stream->write_word(memory + 16, 5, 4).value();
    {
        const std::vector<std::uint32_t> gone = {9, 9};
        device->write(*stream, memory + 20, std::as_bytes(std::span(gone))).value();
        device->write(*stream, word_address(8), std::as_bytes(std::span(gone))).value();
    }
    std::uint32_t read = 0;
    device->copy_to_host(*stream, std::as_writable_bytes(std::span(&read, 1)), memory).value();
    std::vector<int> calls;
    stream->call_host([&] { calls.push_back(static_cast<int>(at(4))); }).value();
    store(*stream, 4, 6);
    stream->call_host([&] { calls.push_back(static_cast<int>(at(4))); }).value();
    const std::uint64_t mark = stream->mark().take();
    EXPECT_FALSE(stream->is_idle().take());
    EXPECT_FALSE(stream->is_reached(mark).take());
    EXPECT_FALSE(stream->has_passed(mark));
    EXPECT_EQ(at(0) + at(1) + at(2) + at(4) + at(5), 0U);
    word() = 1;
    stream->synchronize().value();
    EXPECT_TRUE(stream->is_idle().take());
    EXPECT_TRUE(stream->is_reached(mark).take());
    EXPECT_TRUE(stream->has_passed(mark));
    EXPECT_EQ(at(0), 1U);
    EXPECT_EQ(at(1), 1U);
    EXPECT_EQ(at(3), 7U);
    EXPECT_EQ(at(4), 6U);
    EXPECT_EQ(at(6), 9U);
    EXPECT_EQ(word(9), 9U);
    EXPECT_EQ(read, 1U);
    EXPECT_THAT(calls, ElementsAre(5, 6));
}

TEST_F(HeldStreams, AWordOfTheCardsIsNoticed) {
    const auto stream = make_stream();
    stream->wait_word(memory + 8, 3, 8, WordCondition::GreaterOrEqual).value();
    store(*stream, 0, 1);
    EXPECT_TRUE(comes_true([&] { return stream->is_waiting(); }));
    scratch->write_word(memory + 8, 4, 8).value();
    stream->synchronize().value();
    EXPECT_EQ(at(0), 1U);
}

TEST_F(HeldStreams, WhoWaitsForAnEventOfAHeldStreamIsHeldToo) {
    const auto first = make_stream();
    const auto second = make_stream();
    const auto third = make_stream();
    const auto event = device->create_event().take();
    const auto end = device->create_event().take();
    EXPECT_TRUE(event->is_done().take());
    hold(*first);
    store(*first, 0, 1);
    first->record(*event).value();
    EXPECT_FALSE(event->is_done().take());
    second->wait_for(*event).value();
    device->copy_on_device(*second, memory + 4, memory, 4).value();
    second->record(*end).value();
    third->wait_for(*end).value();
    device->copy_on_device(*third, memory + 8, memory + 4, 4).value();
    EXPECT_EQ(end->milliseconds_since(*event).error().status, 600);
    EXPECT_FALSE(second->is_idle().take());
    EXPECT_FALSE(third->is_idle().take());
    word() = 1;
    third->synchronize().value();
    EXPECT_EQ(at(2), 1U);
    EXPECT_TRUE(event->is_done().take());
    end->synchronize().value();
    EXPECT_TRUE(end->milliseconds_since(*event).ok());
}

TEST_F(HeldStreams, AWaitIsForTheRecordBeforeIt) {
    const auto first = make_stream();
    const auto second = make_stream();
    const auto third = make_stream();
    const auto event = device->create_event({.timing = false}).take();
    hold(*first, 0);
    first->record(*event).value();
    second->wait_for(*event).value();
    store(*second, 0, 1);
    // Recorded anew, where nothing is held; and again where the word never comes.
    scratch->record(*event).value();
    EXPECT_TRUE(event->is_done().take());
    third->wait_for(*event).value();
    EXPECT_TRUE(third->is_idle().take()) << "it does not wait for the record before";
    const auto fourth = make_stream();
    hold(*fourth, 1);
    fourth->record(*event).value();
    EXPECT_FALSE(event->is_done().take());
    word(0) = 1;
    second->synchronize().value();
    EXPECT_EQ(at(0), 1U);
    EXPECT_FALSE(event->is_done().take());
}

TEST_F(HeldStreams, OneThatIsDestroyedLetsGo) {
    auto stream = make_stream();
    const auto other = make_stream();
    const auto event = device->create_event({.timing = false}).take();
    hold(*stream);
    store(*stream, 0, 1);
    stream->record(*event).value();
    other->wait_for(*event).value();
    store(*other, 1, 2);
    stream.reset();
    other->synchronize().value();
    EXPECT_TRUE(event->is_done().take());
    EXPECT_EQ(at(0), 0U);
    EXPECT_EQ(at(1), 2U);
}

TEST_F(HeldStreams, AnAbandonedOneIsIdle) {
    const auto stream = make_stream();
    hold(*stream);
    store(*stream, 0, 1);
    stream->abandon();
    EXPECT_TRUE(comes_true([&] { return stream->is_idle().take(); }));
    EXPECT_EQ(at(0), 0U);
}

TEST_F(HeldStreams, WhatTheCardRefusesLaterIsToldByWhoWaits) {
    const auto stream = make_stream();
    hold(*stream);
    device->copy_on_device(*stream, memory, 0x1000, 4).value();
    store(*stream, 1, 1);
    word() = 1;
    const auto waited = stream->synchronize();
    ASSERT_FALSE(waited.ok());
    EXPECT_THAT(waited.error().message, HasSubstr("copy on the device: 4 bytes at 0x1000"));
    EXPECT_TRUE(stream->synchronize().ok());
    EXPECT_EQ(at(1), 1U);
}

TEST_F(HeldStreams, AfterAFaultNothingIsHeld) {
    const auto stream = make_stream();
    const auto other = make_stream();
    hold(*stream, 0);
    store(*stream, 0, 1);
    device->launch(*other, *module->function("fault").take(), {}, {}).value();
    EXPECT_FALSE(other->synchronize().ok());
    word() = 1;
    EXPECT_TRUE(comes_true([&] { return !stream->is_idle().ok(); }));
    EXPECT_EQ(stream->is_idle().error().status, 700);
}

TEST_F(HeldStreams, AThousandWaitAndOthersGoOn) {
    std::vector<std::unique_ptr<Stream>> waiting;
    for (int i = 0; i < 1000; ++i) {
        waiting.push_back(make_stream());
        hold(*waiting.back());
        store(*waiting.back(), i % 1000, 1);
    }
    store(*scratch, 1000, 5);
    scratch->synchronize().value();
    EXPECT_EQ(at(1000), 5U);
    EXPECT_EQ(at(999), 0U);
    word() = 1;
    group->look();
    for (const auto& stream : waiting)
        stream->synchronize().value();
    for (int i = 0; i < 1000; ++i)
        EXPECT_EQ(at(i), 1U);
}

struct HeldGraphs : HeldStreams {
    // Stores 1 if nothing waits, waits for the word, stores 2, waits for the second word, copies that.
    std::vector<GraphNode> nodes(std::uint32_t value = 2) {
        const auto store_node = [&](int number, std::uint32_t stored) {
            const Function& kernel = *module->function("store").take();
            ParameterBlock block(kernel.info());
            block.set(0, memory + 4 * static_cast<unsigned>(number)).value();
            block.set(1, stored).value();
            const auto bytes = block.bytes().take();
            return LaunchNode{&kernel, {}, {bytes.begin(), bytes.end()}};
        };
        std::vector<GraphNode> list;
        list.push_back({WaitWordNode{word_address(0), 1, 4, WordCondition::Equal}, {}});
        list.push_back({store_node(0, 1), {}});
        list.push_back({store_node(1, value), {0}});
        list.push_back({RecordNode{event.get()}, {2}});
        list.push_back({WaitWordNode{word_address(1), 1, 4, WordCondition::Equal}, {3}});
        list.push_back({CopyNode{{memory + 8, 0, 0}, {memory + 4, 0, 0}, {4, 1, 1}}, {4}});
        return list;
    }
    void SetUp() override {
        HeldStreams::SetUp();
        event = device->create_event({.timing = false}).take();
    }
    void TearDown() override {
        event.reset();
        HeldStreams::TearDown();
    }
    std::unique_ptr<Event> event;
};

TEST_F(HeldGraphs, WaitsAreWhereAGraphIsCut) {
    const std::vector<GraphNode> list = nodes();
    const std::vector<GraphStage> stages = stages_of(list);
    ASSERT_EQ(stages.size(), 3U);
    EXPECT_THAT(stages[0].nodes, ElementsAre(1));
    EXPECT_THAT(stages[0].waits, ElementsAre(0));
    EXPECT_THAT(stages[1].nodes, ElementsAre(2, 3));
    EXPECT_THAT(stages[1].waits, ElementsAre(4));
    EXPECT_THAT(stages[2].nodes, ElementsAre(5));
    EXPECT_EQ(stages_of({}).size(), 1U);
}

TEST_F(HeldGraphs, GoOnWhenTheWordIsThere) {
    const auto stream = make_stream();
    const auto graph = device->create_graph(nodes()).take();
    for (int launch = 0; launch < 2; ++launch) {
        device->fill(*scratch, memory, 0, 4, 4).value();
        device->launch_graph(*stream, *graph).value();
        EXPECT_EQ(at(0), 1U) << "this waits for nothing";
        EXPECT_EQ(at(1), 0U);
        EXPECT_FALSE(event->is_done().take());
        word(0) = 1;
        EXPECT_TRUE(comes_true([&] { return event->is_done().take(); }));
        EXPECT_EQ(at(1), 2U);
        EXPECT_EQ(at(2), 0U);
        EXPECT_FALSE(stream->is_idle().take());
        word(1) = 1;
        stream->synchronize().value();
        EXPECT_EQ(at(2), 2U);
        word(0) = 0;
        word(1) = 0;
    }
}

TEST_F(HeldGraphs, AnUpdateDoesNotChangeALaunchThatIsKept) {
    const auto stream = make_stream();
    const auto graph = device->create_graph(nodes(2)).take();
    device->launch_graph(*stream, *graph).value();
    device->update_graph(*graph, nodes(3)).value();
    word(0) = 1;
    word(1) = 1;
    stream->synchronize().value();
    EXPECT_EQ(at(2), 2U);
    device->launch_graph(*stream, *graph).value();
    stream->synchronize().value();
    EXPECT_EQ(at(2), 3U);

    // The same for one without waits, on a stream that is held.
    std::vector<GraphNode> fills = {{FillNode{memory + 16, 0, 8, 4, 1, 1}, {}}};
    const auto plain = device->create_graph(fills).take();
    hold(*stream, 2);
    device->launch_graph(*stream, *plain).value();
    std::get<FillNode>(fills[0].work).value = 9;
    device->update_graph(*plain, fills).value();
    word(2) = 1;
    stream->synchronize().value();
    EXPECT_EQ(at(4), 8U);
    device->launch_graph(*stream, *plain).value();
    EXPECT_EQ(at(4), 9U);
}

TEST_F(HeldGraphs, WaitForEventsOfHeldStreams) {
    const auto stream = make_stream();
    const auto first = make_stream();
    const auto graph =
        device
            ->create_graph(std::vector<GraphNode>{{WaitNode{event.get()}, {}}, {FillNode{memory, 0, 4, 4, 1, 1}, {0}}})
            .take();
    hold(*first);
    first->record(*event).value();
    device->launch_graph(*stream, *graph).value();
    std::this_thread::sleep_for(2ms);
    EXPECT_EQ(at(0), 0U);
    word(0) = 1;
    stream->synchronize().value();
    EXPECT_EQ(at(0), 4U);
}

// Where nobody shares the card its own waits are used.
TEST(WaitsOnTheCard, AreLeftToIt) {
    const auto device = open_cuda_at(FAKE_DRIVER).take();
    const auto stream = device->create_stream().take();
    const Address memory = device->allocate(64).take();
    device->fill(*stream, memory, 0, 4, 16).value();
    stream->wait_word(memory, 0, 4, WordCondition::Equal).value();
    EXPECT_TRUE(stream->is_idle().take());
    EXPECT_EQ(stream->wait_word(memory, 1, 4, WordCondition::Equal).error().status, 702);
    EXPECT_TRUE(stream->is_idle().take());
}

}  // namespace
}  // namespace ringfence::backend
