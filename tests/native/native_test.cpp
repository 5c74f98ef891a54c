// The native API end to end: libringfence, a real daemon, session process and worker, on the software GPU.
#include <signal.h>
#include <unistd.h>

#include <future>
#include <numeric>
#include <ringfence/ringfence.hpp>
#include <thread>

#include <gtest/gtest.h>

#include "../under_test.h"
#include "harness.h"
#include "supervisor/daemon_client.h"

namespace ringfence::native_test {
namespace {

using namespace std::chrono_literals;
using gpu::Kind;
using gpu::Place;

class NativeTest : public testing::Test {
protected:
    static void SetUpTestSuite() { daemon_ = std::make_unique<Daemon>(); }
    static void TearDownTestSuite() { daemon_.reset(); }

    static gpu::Session adopt(SessionProcess& process, Kind kind) {
        return gpu::Session::adopt(process.take_client(), kind).value();
    }

    gpu::Client client = gpu::Client::open(daemon_->control_socket()).value();
    static std::unique_ptr<Daemon> daemon_;
};
std::unique_ptr<Daemon> NativeTest::daemon_;

// A kernel that runs until it is told to stop.
struct Spin {
    gpu::Segment word;
    gpu::Program program;
    gpu::Fence fence;
    volatile std::uint32_t* at;

    static Spin start(gpu::Session& session) {
        gpu::Segment word = session.create_segment(4096).value();
        gpu::Program program = session.load_program(programs()).value();
        auto* const at = static_cast<std::uint32_t*>(word.map().value());
        gpu::Fence fence = session.launch(program, "spin", {}, {}, {word}).value();
        return {std::move(word), std::move(program), std::move(fence), at};
    }
    void stop() const { *at = 1; }
};

TEST_F(NativeTest, FromListingDevicesToDroppingTheSession) {
    const std::vector<rf_device> devices = client.devices().value();
    ASSERT_EQ(devices.size(), 1u);
    EXPECT_EQ(devices[0].backend, backend_under_test());

    gpu::Session session = client.open(Kind::Compute, {.name = "scenario"}).value();
    const rf_session_info info = session.info().value();
    EXPECT_NE(info.id, 0u);
    EXPECT_EQ(info.kind, RF_COMPUTE);
    EXPECT_GT(info.device.memory_bytes, 0u);

    constexpr std::uint32_t count = 1000;
    gpu::Buffer x = session.create_buffer(count * 4).value();
    gpu::Buffer y = session.create_buffer(count * 4).value();
    EXPECT_EQ(x.size().value(), count * 4u);
    {
        gpu::Mapping mapping = x.map(0, count * 4).value();
        EXPECT_EQ(mapping.as<float>()[7], 0.0F) << "fresh memory is clear";
        std::iota(mapping.as<float>(), mapping.as<float>() + count, 0.0F);
        EXPECT_EQ(x.map(0, 4).code(), RF_INVALID_ARGUMENT) << "it is mapped already";
        ASSERT_TRUE(mapping.unmap());
    }
    ASSERT_TRUE(session.fill(y, count * 4, 0));
    gpu::Program program = session.load_program(programs()).value();
    gpu::Fence fence = session.launch(program, "saxpy", {4}, {256}, {x, y, 3.0F, count}).value();
    ASSERT_EQ(fence.wait(60s).code(), RF_OK);
    EXPECT_TRUE(fence.poll().value());
    std::vector<float> result(count);
    ASSERT_TRUE(y.read(0, result.data(), count * 4));
    for (std::uint32_t i = 0; i < count; ++i)
        ASSERT_EQ(result[i], 3.0F * static_cast<float>(i));
    const rf_usage usage = session.usage().value();
    EXPECT_EQ(usage.buffers, 2u);
    EXPECT_EQ(usage.device_bytes, count * 8u);
    EXPECT_EQ(usage.host_bytes, 0u);
    EXPECT_EQ(usage.launches, 1u);
    std::string launched;
    for (const pid_t worker : daemon_->workers()) {
        const Result<std::string> lines = supervisor::worker_kernels(static_cast<std::uint32_t>(worker));
        ASSERT_TRUE(lines.ok()) << lines.error().text();
        launched += lines.value();
    }
    EXPECT_NE(launched.find("\tsaxpy\t"), std::string::npos) << launched;

    ASSERT_TRUE(session.close());
    EXPECT_EQ(x.size().code(), RF_CLOSED);
    EXPECT_EQ(y.read(0, result.data(), 4).code(), RF_CLOSED);
    EXPECT_EQ(fence.poll().code(), RF_CLOSED);
    EXPECT_EQ(fence.wait(1s).code(), RF_CLOSED);
    EXPECT_EQ(session.create_buffer(4).code(), RF_CLOSED);
    EXPECT_EQ(session.launch(program, "saxpy", {4}, {256}, {x, y, 3.0F, count}).code(), RF_CLOSED);
}

TEST_F(NativeTest, WhatMakesNoSenseIsATypedError) {
    gpu::Session session = client.open(Kind::Compute).value();
    gpu::Buffer buffer = session.create_buffer(100).value();
    gpu::Program program = session.load_program(programs()).value();
    std::byte byte{};
    EXPECT_EQ(session.create_buffer(0).code(), RF_INVALID_ARGUMENT);
    EXPECT_EQ(session.create_buffer(~std::uint64_t{0}).code(), RF_OUT_OF_MEMORY);
    EXPECT_EQ(session.create_buffer(std::uint64_t{1} << 40).code(), RF_OUT_OF_MEMORY);
    EXPECT_EQ(buffer.read(100, &byte, 1).code(), RF_INVALID_ARGUMENT);
    EXPECT_EQ(buffer.read(~std::uint64_t{0}, &byte, 1).code(), RF_INVALID_ARGUMENT);
    EXPECT_EQ(buffer.write(99, "ab", 2).code(), RF_INVALID_ARGUMENT);
    EXPECT_EQ(buffer.map(1, 100).code(), RF_INVALID_ARGUMENT);
    EXPECT_EQ(buffer.map(0, 0).code(), RF_INVALID_ARGUMENT);
    EXPECT_EQ(session.copy(buffer, Place(buffer, 1), 100).code(), RF_INVALID_ARGUMENT);
    EXPECT_EQ(session.fill(Place(buffer, 101), 0, 0).code(), RF_INVALID_ARGUMENT);
    EXPECT_EQ(session.load_program("not PTX at all").code(), RF_MODULE_REFUSED);
    EXPECT_EQ(
        session.load_program(".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry f() { nonsense; }").code(),
        RF_MODULE_REFUSED);
    EXPECT_EQ(session.launch(program, "no_such", {}, {}, {}).code(), RF_NOT_FOUND);
    EXPECT_EQ(session.launch(program, "", {}, {}, {}).code(), RF_INVALID_ARGUMENT);
    EXPECT_EQ(session.launch(program, "saxpy", {}, {}, {buffer, buffer, 1.0F}).code(), RF_INVALID_ARGUMENT);
    EXPECT_EQ(session.launch(program, "saxpy", {}, {}, {buffer, buffer, 1.0, 1u}).code(), RF_INVALID_ARGUMENT);
    EXPECT_EQ(session.launch(program, "saxpy", {}, {1025}, {buffer, buffer, 1.0F, 1u}).code(), RF_INVALID_ARGUMENT);
    EXPECT_EQ(session.launch(program, "saxpy", {}, {}, {buffer, Place(buffer, 101), 1.0F, 1u}).code(),
              RF_INVALID_ARGUMENT);
    EXPECT_EQ(session.launch(program, "saxpy", {}, {}, {buffer, buffer, 1.0F, 1u}, 1 << 30).code(),
              RF_INVALID_ARGUMENT);
    EXPECT_EQ(session.granted_program(0).code(), RF_NOT_FOUND);
    // None of it has done any harm.
    EXPECT_EQ(session.fill(buffer, 100, 1).value().wait(60s).code(), RF_OK);
}

TEST_F(NativeTest, WhatAKindDoesNotHaveIsNotThere) {
    gpu::Session compute = client.open(Kind::Compute).value();
    gpu::Program program = compute.load_program(programs()).value();
    gpu::Session copies = client.open(Kind::Copy).value();
    EXPECT_EQ(copies.load_program(programs()).code(), RF_DENIED);
    EXPECT_EQ(copies.granted_program(0).code(), RF_DENIED);
    gpu::Session runs = client.open(Kind::Program).value();
    EXPECT_EQ(runs.load_program(programs()).code(), RF_DENIED);
    EXPECT_EQ(runs.granted_program(0).code(), RF_NOT_FOUND);
    gpu::Buffer buffer = copies.create_buffer(16).value();
    EXPECT_EQ(copies.fill(buffer, 16, 5).value().wait(60s).code(), RF_OK);
}

TEST_F(NativeTest, AKernelThatFaultsFailsItsSession) {
    gpu::Session session = client.open(Kind::Compute).value();
    gpu::Session other = client.open(Kind::Copy).value();
    gpu::Program program = session.load_program(programs()).value();
    auto fence = session.launch(program, "fault", {}, {}, {});
    const auto waited = fence.ok() ? fence.value().wait(60s) : gpu::Status(fence.error());
    EXPECT_EQ(waited.code(), RF_LAUNCH_FAILED);
    EXPECT_NE(waited.error().cuda_status, 0);
    EXPECT_FALSE(waited.error().message.empty());
    gpu::Buffer buffer = other.create_buffer(16).value();
    EXPECT_EQ(other.fill(buffer, 16, 5).value().wait(60s).code(), RF_OK);
}

TEST_F(NativeTest, KernelsPrintWhereTheSessionWasToldTo) {
    int ends[2] = {-1, -1};
    ASSERT_EQ(::pipe(ends), 0);
    const UniqueFd reading(ends[0]);
    UniqueFd writing(ends[1]);
    gpu::Session session = client.open(Kind::Compute, {.output = writing.get()}).value();
    writing.reset();
    gpu::Program program = session.load_program(programs()).value();
    ASSERT_EQ(session.launch(program, "greet", {}, {}, {}).value().wait(60s).code(), RF_OK);
    char text[16] = {};
    EXPECT_EQ(::read(reading.get(), text, sizeof text), 6);
    EXPECT_STREQ(text, "hello\n");
}

TEST_F(NativeTest, AGrantedProgramRunsWhereNoOthersCanBeLoaded) {
    gpu::Session compute = client.open(Kind::Compute).value();
    const gpu::Bytes grant = compute.load_program(programs()).value().grant().value();
    gpu::Session session = client.open(Kind::Program, {.programs = {grant}}).value();
    gpu::Program program = session.granted_program(0).value();
    gpu::Buffer x = session.create_buffer(40).value();
    gpu::Buffer y = session.create_buffer(40).value();
    std::vector<float> numbers(10, 2.0F);
    ASSERT_TRUE(x.write(0, numbers.data(), 40));
    ASSERT_TRUE(y.write(0, numbers.data(), 40));
    ASSERT_EQ(session.launch(program, "saxpy", {}, {10}, {x, y, 5.0F, 10u}).value().wait(60s).code(), RF_OK);
    ASSERT_TRUE(y.read(0, numbers.data(), 40));
    EXPECT_EQ(numbers, std::vector<float>(10, 12.0F));
    EXPECT_EQ(session.load_program(programs()).code(), RF_DENIED);
    const gpu::Bytes forged(grant.size(), std::byte{1});
    EXPECT_EQ(client.open(Kind::Program, {.programs = {forged}}).code(), RF_NOT_FOUND);
}

TEST_F(NativeTest, TwoSessionsAndTheirKernelsShareASegment) {
    gpu::Session one = client.open(Kind::Compute).value();
    gpu::Segment here = one.create_segment(1000).value();
    // Whole pages; on a card, where a session's addresses are never without memory, in larger units.
    EXPECT_EQ(here.size().value(), backend_under_test() == "soft" ? 4096u : 32u << 20);
    gpu::Session two = client.open(Kind::Compute, {.segments = {here.grant().value()}}).value();
    gpu::Segment there = two.granted_segment(0).value();
    auto* const mine = static_cast<float*>(here.map().value());
    const auto* const same = static_cast<float*>(there.map().value());
    mine[0] = 21.0F;
    EXPECT_EQ(same[0], 21.0F);
    gpu::Program program = two.load_program(programs()).value();
    ASSERT_EQ(two.launch(program, "saxpy", {}, {}, {there, Place(there, 4), 2.0F, 1u}).value().wait(60s).code(), RF_OK);
    EXPECT_EQ(mine[1], 42.0F);
    // Whoever made it may go.
    ASSERT_TRUE(one.close());
    ASSERT_EQ(two.fill(there, 4, 0).value().wait(60s).code(), RF_OK);
    EXPECT_EQ(same[0], 0.0F);
}

TEST_F(NativeTest, ASlowFenceHoldsUpNobodyElse) {
    gpu::Session session = client.open(Kind::Compute).value();
    gpu::Buffer buffer = session.create_buffer(64).value();
    Spin spin = Spin::start(session);
    EXPECT_EQ(spin.fence.wait(20ms).code(), RF_TIMED_OUT);
    EXPECT_FALSE(spin.fence.poll().value());
    auto waiting = std::async(std::launch::async, [&] { return spin.fence.wait(60s).code(); });
    // Behind the kernel, in order.
    gpu::Fence behind = session.fill(buffer, 64, 9).value();
    std::uint8_t first = 0;
    auto reading = std::async(std::launch::async, [&] { return buffer.read(0, &first, 1).code(); });
    EXPECT_TRUE(session.info());
    EXPECT_TRUE(session.create_buffer(100));
    // On a card new code waits for kernels of its own session.
    if (backend_under_test() == "soft") {
        EXPECT_TRUE(session.load_program(programs()));
    }
    EXPECT_FALSE(behind.poll().value());
    EXPECT_EQ(reading.wait_for(50ms), std::future_status::timeout);
    spin.stop();
    EXPECT_EQ(waiting.get(), RF_OK);
    EXPECT_EQ(behind.wait(60s).code(), RF_OK);
    EXPECT_EQ(reading.get(), RF_OK);
    EXPECT_EQ(first, 9);
}

TEST_F(NativeTest, WhoeverWaitsIsToldThatTheFenceIsCancelled) {
    gpu::Session session = client.open(Kind::Compute).value();
    Spin spin = Spin::start(session);
    auto waiting = std::async(std::launch::async, [&] { return spin.fence.wait(60s).code(); });
    std::this_thread::sleep_for(20ms);
    EXPECT_TRUE(spin.fence.cancel());
    EXPECT_EQ(waiting.get(), RF_CANCELLED);
    EXPECT_EQ(spin.fence.wait(60s).code(), RF_CANCELLED);
    spin.stop();
}

TEST_F(NativeTest, ThousandsOfFencesAreNotThousandsOfThreads) {
    SessionProcess process(*daemon_, schema::SessionKind::COMPUTE);
    gpu::Session session = adopt(process, Kind::Compute);
    gpu::Buffer buffer = session.create_buffer(64).value();
    Spin spin = Spin::start(session);
    // A card's queue takes about a thousand; who puts more behind a kernel that does not end waits, natively too.
    const int count = backend_under_test() == "cuda" ? 500 : 3000;
    std::vector<gpu::Fence> fences;
    for (int i = 0; i < count; ++i)
        fences.push_back(session.fill(buffer, 64, 1).value());
    EXPECT_LE(process.threads(), 12u);
    EXPECT_FALSE(fences.front().poll().value());
    spin.stop();
    for (gpu::Fence& fence : fences)
        ASSERT_EQ(fence.wait(60s).code(), RF_OK);
}

TEST_F(NativeTest, ObjectsOfEachKindAreBounded) {
    SessionProcess process(*daemon_, schema::SessionKind::COMPUTE);
    gpu::Session session = adopt(process, Kind::Compute);
    std::vector<gpu::Segment> segments;
    for (int i = 0; i < 64; ++i)
        segments.push_back(session.create_segment(1).value());
    const auto beyond = session.create_segment(1);
    ASSERT_EQ(beyond.code(), RF_LIMIT_REACHED);
    EXPECT_EQ(beyond.error().limit, "segments");
    segments.pop_back();
    EXPECT_TRUE(session.create_segment(1));
    std::vector<gpu::Buffer> buffers;
    for (int i = 0; i < 4096; ++i)
        buffers.push_back(session.create_buffer(1).value());
    EXPECT_EQ(session.create_buffer(1).error().limit, "buffers");
}

TEST_F(NativeTest, ARevokedSessionTellsEverybodyAtOnce) {
    gpu::Session session = client.open(Kind::Compute).value();
    gpu::Session neighbour = client.open(Kind::Copy).value();
    gpu::Buffer buffer = session.create_buffer(64).value();
    Spin spin = Spin::start(session);
    std::uint8_t byte = 0;
    auto waiting = std::async(std::launch::async, [&] { return spin.fence.wait(60s).code(); });
    auto reading = std::async(std::launch::async, [&] { return buffer.read(0, &byte, 1).code(); });
    std::this_thread::sleep_for(20ms);
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_TRUE(supervisor::revoke_session(session.info().value().id, "a test").ok());
    EXPECT_EQ(waiting.get(), RF_REVOKED);
    EXPECT_EQ(reading.get(), RF_REVOKED);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 50s) << "it is not the end of anybody's patience";
    EXPECT_EQ(buffer.size().code(), RF_REVOKED);
    EXPECT_EQ(session.info().code(), RF_REVOKED);
    EXPECT_EQ(session.info().error().message, "a test");
    gpu::Buffer other = neighbour.create_buffer(16).value();
    EXPECT_EQ(neighbour.fill(other, 16, 5).value().wait(60s).code(), RF_OK);
}

TEST_F(NativeTest, AProcessEndsWithItsClientsConnection) {
    SessionProcess process(*daemon_, schema::SessionKind::COMPUTE);
    {
        gpu::Session session = adopt(process, Kind::Compute);
        const Spin spin = Spin::start(session);
        EXPECT_FALSE(const_cast<gpu::Fence&>(spin.fence).poll().value());
    }
    EXPECT_TRUE(process.ends_well());
}

TEST_F(NativeTest, ALostWorkerIsToldToWhoeverWaits) {
    gpu::Session session = client.open(Kind::Compute, {.isolation = "private"}).value();
    const Spin spin = Spin::start(session);
    auto waiting = std::async(std::launch::async, [&] { return const_cast<gpu::Fence&>(spin.fence).wait(60s).code(); });
    std::this_thread::sleep_for(20ms);
    for (const pid_t worker : daemon_->workers())
        ::kill(worker, SIGKILL);
    EXPECT_EQ(waiting.get(), RF_DEVICE_LOST);
    EXPECT_EQ(session.create_buffer(1).code(), RF_DEVICE_LOST);
}

TEST_F(NativeTest, MisuseOfTheLibraryIsAnError) {
    rf_error error = {};
    EXPECT_EQ(rf_buffer_create(nullptr, 4, nullptr, &error), RF_INVALID_ARGUMENT);
    EXPECT_STRNE(error.message, "");
    EXPECT_EQ(rf_fence_wait(nullptr, 1, nullptr), RF_INVALID_ARGUMENT);
    rf_client* none = nullptr;
    EXPECT_EQ(rf_client_open("/nowhere/at/all", {}, &none, &error), RF_DEVICE_LOST);
    EXPECT_EQ(none, nullptr);
    rf_client_close(nullptr);
    rf_session_close(nullptr);
    EXPECT_STREQ(rf_code_name(RF_REVOKED), "revoked");
}

}  // namespace
}  // namespace ringfence::native_test
