// Libraries' work that is recorded for graphs. Over a driver that needs no card: the test calls it as a library would.
#include <dlfcn.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/cuda/cuda.h"
#include "backend/cuda/driver_api.h"
#include "backend/library_recorder.h"

namespace ringfence::backend {
namespace {

using ::testing::HasSubstr;

struct LibraryRecorders : ::testing::Test {
    void SetUp() override {
        device = open_cuda_at(FAKE_DRIVER).take();
        stream = device->create_stream().take();
        memory = device->allocate(4096).take();
        device->fill(*stream, memory, 0, 4, 1024).value();
        driver = ::dlopen(FAKE_DRIVER, RTLD_NOW | RTLD_NOLOAD);
        ASSERT_NE(driver, nullptr);
    }
    void TearDown() override {
        stream.reset();
        device.reset();
        ::dlclose(driver);
    }
    template <typename Function>
    Function* driver_function(const char* name) {
        return reinterpret_cast<Function*>(::dlsym(driver, name));
    }
    // As a library does it.
    void fill(LibraryRecorder& recorder, int at, unsigned value) {
        auto* function = driver_function<int(std::uint64_t, unsigned, std::size_t, void*)>("cuMemsetD32Async");
        EXPECT_EQ(function(memory + 4 * static_cast<unsigned>(at), value, 1, recorder.native()), 0);
    }
    std::uint32_t at(int number) { return reinterpret_cast<std::uint32_t*>(memory)[number]; }

    std::unique_ptr<Device> device;
    std::unique_ptr<Stream> stream;
    Address memory = 0;
    void* driver = nullptr;
};

TEST_F(LibraryRecorders, WhatALibraryDoesIsANodeOfGraphs) {
    const auto recorder = device->record_library().take();
    fill(*recorder, 0, 7);
    fill(*recorder, 1, 8);
    const std::shared_ptr<const RecordedLibrary> recorded = recorder->end().take();
    EXPECT_EQ(recorded->pieces(), 2U);
    EXPECT_EQ(at(0), 0U) << "nothing is done before a launch";

    std::vector<GraphNode> nodes;
    nodes.push_back({LibraryNode{recorded}, {}});
    nodes.push_back({CopyNode{{memory + 8, 4, 4}, {memory, 4, 4}, {4, 1, 1}}, {0}});
    nodes.push_back({LibraryNode{recorded}, {1}});
    const std::unique_ptr<Graph> graph = device->create_graph(nodes).take();
    for (int i = 0; i < 3; ++i) {
        device->fill(*stream, memory, 0, 4, 4).value();
        device->launch_graph(*stream, *graph).value();
        stream->synchronize().value();
        EXPECT_EQ(at(0), 7U);
        EXPECT_EQ(at(1), 8U);
        EXPECT_EQ(at(2), 7U);
    }
}

TEST_F(LibraryRecorders, ACallThatPutsNothingOnItsStreamIsNothing) {
    EXPECT_EQ(device->record_library().take()->end().take()->pieces(), 0U);
}

TEST_F(LibraryRecorders, AStreamIsUsedAgainAfterWhatWasGivenUp) {
    void* native = nullptr;
    {
        const auto recorder = device->record_library().take();
        fill(*recorder, 0, 7);
        native = recorder->native();
    }
    const auto recorder = device->record_library().take();
    EXPECT_EQ(recorder->native(), native) << "a library may still have it";
    EXPECT_EQ(recorder->end().take()->pieces(), 0U);
}

// A library looks at the stream that it was given last whenever it likes. What it did there while another tenant's call
// is recorded would be a part of that.
TEST_F(LibraryRecorders, ATenantsStreamIsNoOtherTenantsWhileItHasObjects) {
    auto one = device->create_stream_group().take();
    auto other = device->create_stream_group().take();
    void* const its = device->record_library(one).take()->native();
    for (int i = 0; i < 3; ++i) {
        EXPECT_NE(device->record_library(other).take()->native(), its);
        EXPECT_NE(device->record_library().take()->native(), its);
        EXPECT_EQ(device->record_library(one).take()->native(), its);
    }
    one.reset();
    const auto first = device->record_library(other).take();
    const auto second = device->record_library(other).take();
    EXPECT_EQ(second->native(), its) << "it is left to others";
}

// The result would be written to memory of the worker's that is gone when the graph is launched.
TEST_F(LibraryRecorders, ResultsInHostMemoryAreRefused) {
    const auto recorder = device->record_library().take();
    std::uint32_t result = 0;
    auto* copy = driver_function<int(void*, std::uint64_t, std::size_t, void*)>("cuMemcpyDtoHAsync_v2");
    EXPECT_EQ(copy(&result, memory, sizeof result, recorder->native()), 0);
    const auto ended = recorder->end();
    ASSERT_FALSE(ended.ok());
    EXPECT_EQ(ended.error().status, 900);
    EXPECT_THAT(ended.error().message, HasSubstr("writes to host memory"));
}

// The same of a stream that is held back. Elsewhere such a copy is made before the library's call returns.
TEST_F(LibraryRecorders, WhatAHeldStreamWouldReadOfTheCallsOwnMemoryIsRefused) {
    auto* copy = driver_function<int(std::uint64_t, const void*, std::size_t, void*)>("cuMemcpyHtoDAsync_v2");
    device->hold_waits();
    const auto held = device->create_stream().take();
    constexpr int word = 100;
    held->wait_word(memory + 4 * word, 1, 4, WordCondition::Equal).value();
    held->begin_library().value();
    EXPECT_TRUE(held->is_recording());
    const std::uint32_t gone = 7;
    EXPECT_EQ(copy(memory, &gone, sizeof gone, held->native()), 0);
    const auto ended = held->end_library();
    ASSERT_FALSE(ended.ok());
    EXPECT_THAT(ended.error().message, HasSubstr("reads host memory"));
    // Memory of the card is still there then.
    held->begin_library().value();
    auto* fill = driver_function<int(std::uint64_t, unsigned, std::size_t, void*)>("cuMemsetD32Async");
    EXPECT_EQ(fill(memory + 4, 9, 1, held->native()), 0);
    held->end_library().value();
    EXPECT_EQ(at(1), 0U);
    std::atomic_ref(reinterpret_cast<std::uint32_t*>(memory)[word]) = 1;
    held->synchronize().value();
    EXPECT_EQ(at(0), 0U);
    EXPECT_EQ(at(1), 9U);
}

TEST_F(LibraryRecorders, CallsOfTheHostAreRefused) {
    const auto recorder = device->record_library().take();
    auto* call = driver_function<int(void*, void (*)(void*), void*)>("cuLaunchHostFunc");
    EXPECT_EQ(call(
                  recorder->native(), [](void*) {}, nullptr),
              0);
    const auto ended = recorder->end();
    ASSERT_FALSE(ended.ok());
    EXPECT_THAT(ended.error().message, HasSubstr("calls the host"));
}

TEST_F(LibraryRecorders, NothingElseCanBeAskedOfOne) {
    const auto recorder = device->record_library().take();
    EXPECT_EQ(recorder->synchronize().error().status, 900);
    EXPECT_EQ(recorder->call_host([] {}).error().status, 900);
}

}  // namespace
}  // namespace ringfence::backend
