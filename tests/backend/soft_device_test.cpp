// The software GPU through the device interface.
#include <atomic>
#include <cmath>
#include <cstdint>
#include <future>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/library_recorder.h"
#include "backend/parameters.h"
#include "backend/soft/soft.h"

namespace ringfence::backend {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kernels = R"(
.version 8.0
.target sm_90
.address_size 64

.visible .global .align 8 .b8 variable[12];

// values[i] = values[i] * factor + i, for all threads of the grid
.visible .entry scale(.param .u64 values, .param .u32 factor)
{
    .reg .b32 %i, %n, %t, %v, %f;
    .reg .b64 %at;
    mov.u32 %i, %ctaid.x;
    mov.u32 %n, %ntid.x;
    mov.u32 %t, %tid.x;
    mad.lo.u32 %i, %i, %n, %t;
    ld.param.u64 %at, [values];
    ld.param.u32 %f, [factor];
    mad.wide.u32 %at, %i, 4, %at;
    ld.global.u32 %v, [%at];
    mad.lo.u32 %v, %v, %f, %i;
    st.global.u32 [%at], %v;
    ret;
}

.visible .entry null_store()
{
    .reg .b64 %at;
    mov.u64 %at, 0;
    st.global.u32 [%at], 1;
    ret;
}

.extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 format[4] = {104, 105, 10, 0};
.visible .entry print()
{
    .reg .b64 %at;
    mov.u64 %at, format;
    cvta.global.u64 %at, %at;
    {
        .param .b64 a;
        .param .b64 b;
        .param .b32 c;
        st.param.b64 [a], %at;
        st.param.b64 [b], 0;
        call.uni (c), vprintf, (a, b);
    }
    ret;
}

.visible .entry structured(.param .u8 a, .param .u64 b, .param .align 4 .b8 c[12])
{
    .shared .align 4 .b8 own[256];
    st.shared.u32 [own], 1;
    ret;
}
)";

class SoftDevice : public ::testing::Test {
protected:
    void SetUp() override {
        SoftOptions options;
        options.memory_bytes = 64 << 20;
        options.workers = 2;
        options.use_cache = false;
        Result<std::unique_ptr<Device>> opened = open_soft(options);
        ASSERT_TRUE(opened.ok()) << opened.error().text();
        device_ = opened.take();
        stream_ = device_->create_stream().take();
        Result<std::unique_ptr<Module>> loaded = device_->load(kernels, {.file_name = "kernels.ptx"});
        ASSERT_TRUE(loaded.ok()) << loaded.error().text();
        module_ = loaded.take();
    }
    void TearDown() override {
        module_.reset();
        stream_.reset();
        device_.reset();
    }

    const Function& function(std::string_view name) {
        Result<const Function*> found = module_->function(name);
        EXPECT_TRUE(found.ok()) << found.error().text();
        return *found.value();
    }

    Result<void> scale(Stream& stream, Address values, std::uint32_t factor, std::uint32_t blocks = 2,
                       std::uint32_t threads = 8) {
        const Function& kernel = function("scale");
        ParameterBlock block(kernel.info());
        block.set(0, values).value();
        block.set(1, factor).value();
        return device_->launch(stream, kernel, {.grid = {blocks, 1, 1}, .block = {threads, 1, 1}},
                               block.bytes().take());
    }

    Result<void> fail(Stream& stream) { return device_->launch(stream, function("null_store"), {}, {}); }

    Address allocate_zeros(std::uint64_t bytes) {
        const Address address = device_->allocate(bytes).take();
        device_->fill(*stream_, address, 0, 1, bytes).value();
        stream_->synchronize().value();
        return address;
    }

    std::vector<std::uint32_t> read(Stream& stream, Address address, std::size_t count) {
        std::vector<std::uint32_t> values(count);
        device_->copy_to_host(stream, std::as_writable_bytes(std::span(values)), address).value();
        stream.synchronize().value();
        return values;
    }

    std::unique_ptr<Device> device_;
    std::unique_ptr<Stream> stream_;
    std::unique_ptr<Module> module_;
};

TEST_F(SoftDevice, LooksLikeADeviceOfComputeCapability9) {
    const Properties& properties = device_->properties();
    EXPECT_EQ(properties.name, "Ringfence software GPU");
    EXPECT_EQ(properties.compute_major, 9U);
    EXPECT_EQ(properties.compute_minor, 0U);
    EXPECT_EQ(properties.multiprocessors, 2U);
    EXPECT_EQ(properties.total_memory, 64U << 20);
    EXPECT_EQ(properties.warp_size, 32U);
}

TEST_F(SoftDevice, MemoryIsCounted) {
    const MemoryInfo before = device_->memory_info().take();
    EXPECT_EQ(before.total, 64U << 20);
    const Address address = device_->allocate(8 << 20).take();
    EXPECT_EQ(address % 256, 0U);
    EXPECT_LE(device_->memory_info().take().free, before.free - (8 << 20));
    EXPECT_TRUE(device_->release(address).ok());
    EXPECT_EQ(device_->memory_info().take().free, before.free);
    EXPECT_FALSE(device_->release(address).ok());
    EXPECT_FALSE(device_->release(12345).ok());
}

TEST_F(SoftDevice, MoreMemoryThanThereIs) {
    EXPECT_FALSE(device_->allocate(65 << 20).ok());
    EXPECT_FALSE(device_->allocate(UINT64_MAX).ok());
    EXPECT_FALSE(device_->allocate(0).ok());
    EXPECT_TRUE(device_->allocate(1 << 20).ok());
}

TEST_F(SoftDevice, CopiesAndFills) {
    const Address address = allocate_zeros(64);
    const std::vector<std::uint32_t> values = {1, 2, 3, 4};
    device_->copy_to_device(*stream_, address, std::as_bytes(std::span(values))).value();
    device_->copy_on_device(*stream_, address + 16, address, 16).value();
    device_->fill(*stream_, address + 4, 0xabcd1234, 2, 2).value();
    device_->fill(*stream_, address + 8, 0x1ff, 1, 4).value();
    device_->fill(*stream_, address + 12, 7, 4, 1).value();
    // Overlapping, in the direction that a plain copy gets wrong.
    device_->copy_on_device(*stream_, address + 20, address + 16, 12).value();
    EXPECT_THAT(read(*stream_, address, 8), ElementsAre(1, 0x12341234, 0xffffffff, 7, 1, 1, 2, 3));
}

TEST_F(SoftDevice, CopiesOutOfRangeAreRefused) {
    const Address address = allocate_zeros(64);
    std::vector<std::byte> bytes(65);
    const Result<void> copied = device_->copy_to_device(*stream_, address, bytes);
    ASSERT_FALSE(copied.ok());
    EXPECT_THAT(copied.error().message, StartsWith("cannot copy to the device 65 bytes: "));
    EXPECT_FALSE(device_->copy_to_host(*stream_, bytes, address).ok());
    EXPECT_FALSE(device_->copy_to_device(*stream_, address + 1, std::span(bytes).first(64)).ok());
    EXPECT_FALSE(device_->copy_to_device(*stream_, address - 1, std::span(bytes).first(1)).ok());
    EXPECT_FALSE(device_->copy_on_device(*stream_, address, address + 60, 5).ok());
    EXPECT_FALSE(device_->copy_on_device(*stream_, address + 60, address, 5).ok());
    EXPECT_FALSE(device_->fill(*stream_, address, 0, 4, 17).ok());
    EXPECT_FALSE(device_->fill(*stream_, address, 0, 4, UINT64_MAX / 2).ok());
    EXPECT_FALSE(device_->fill(*stream_, address, 0, 3, 1).ok());
    EXPECT_FALSE(device_->fill(*stream_, address + 2, 0, 4, 1).ok());
    EXPECT_FALSE(device_->copy_to_host(*stream_, std::span(bytes).first(1), 0).ok());
    EXPECT_TRUE(device_->copy_to_device(*stream_, address, std::span(bytes).first(64)).ok());
    EXPECT_TRUE(stream_->synchronize().ok());
    EXPECT_TRUE(device_->release(address).ok());
    EXPECT_FALSE(device_->copy_to_host(*stream_, std::span(bytes).first(1), address).ok());
}

TEST_F(SoftDevice, RunsAKernel) {
    const Address values = allocate_zeros(64);
    scale(*stream_, values, 5).value();
    std::vector<std::uint32_t> expected(16);
    std::iota(expected.begin(), expected.end(), 0U);
    EXPECT_EQ(read(*stream_, values, 16), expected);
}

TEST_F(SoftDevice, KernelsAndVariablesAreFoundByName) {
    const FunctionInfo& info = function("structured").info();
    ASSERT_EQ(info.parameters.size(), 3U);
    EXPECT_EQ(info.parameters[0].bytes, 1U);
    EXPECT_EQ(info.parameters[1].offset, 8U);
    EXPECT_EQ(info.parameters[2].offset, 16U);
    EXPECT_EQ(info.parameters[2].bytes, 12U);
    EXPECT_EQ(info.static_shared, 256U);
    EXPECT_GT(info.registers, 0U);  // programs divide by it
    EXPECT_EQ(&function("structured"), &function("structured"));
    EXPECT_EQ(module_->function("none").error().text(), "kernels.ptx: there is no kernel 'none'");
    EXPECT_EQ(module_->global("none").error().text(), "kernels.ptx: there is no variable 'none'");
    const GlobalInfo global = module_->global("variable").take();
    EXPECT_EQ(global.bytes, 12U);
    EXPECT_EQ(global.address % 8, 0U);
    EXPECT_THAT(read(*stream_, global.address, 3), Each(0U));
}

TEST_F(SoftDevice, BadPtxIsRefused) {
    const Result<std::unique_ptr<Module>> loaded = device_->load(".version 8.0\n.target sm_90\nnonsense\n", {});
    EXPECT_FALSE(loaded.ok());
}

TEST_F(SoftDevice, BadLaunchesAreRefusedAtOnce) {
    const Address values = allocate_zeros(64);
    EXPECT_FALSE(scale(*stream_, values, 5, 0).ok());
    EXPECT_FALSE(scale(*stream_, values, 5, 1, 1025).ok());
    const Function& kernel = function("scale");
    EXPECT_FALSE(device_->launch(*stream_, kernel, {}, {}).ok());
    const Result<void> cooperative = device_->launch(*stream_, function("null_store"),
                                                     {.grid = {1'000'000, 1, 1}, .block = {}, .cooperative = true}, {});
    ASSERT_FALSE(cooperative.ok());
    EXPECT_THAT(cooperative.error().message, HasSubstr("1000000 blocks cannot run at once"));
    EXPECT_TRUE(stream_->synchronize().ok());
}

TEST_F(SoftDevice, AStreamKeepsItsOrder) {
    const Address values = allocate_zeros(4);
    std::vector<int> calls;
    for (int i = 0; i < 50; ++i) {
        // v = v * 3, then v + 1 by way of the host.
        scale(*stream_, values, 3, 1, 1).value();
        stream_->call_host([&calls, i] { calls.push_back(i); }).value();
        device_->fill(*stream_, values, static_cast<std::uint32_t>(i), 4, 1).value();
    }
    scale(*stream_, values, 2, 1, 1).value();
    EXPECT_THAT(read(*stream_, values, 1), ElementsAre(98));
    ASSERT_EQ(calls.size(), 50U);
    for (int i = 0; i < 50; ++i)
        EXPECT_EQ(calls[static_cast<std::size_t>(i)], i);
}

TEST_F(SoftDevice, ParametersAreCopied) {
    const Address values = allocate_zeros(4);
    device_->fill(*stream_, values, 7, 4, 1).value();
    std::promise<void> go;
    std::shared_future<void> went = go.get_future().share();
    stream_->call_host([went] { went.wait(); }).value();
    scale(*stream_, values, 6, 1, 1).value();  // its bytes are gone when this returns
    go.set_value();
    EXPECT_THAT(read(*stream_, values, 1), ElementsAre(42));
}

TEST_F(SoftDevice, AFaultIsGivenOnceByTheNextWait) {
    const Address values = allocate_zeros(64);
    fail(*stream_).value();
    const Result<void> failed = stream_->synchronize();
    ASSERT_FALSE(failed.ok());
    EXPECT_THAT(failed.error().message, HasSubstr("null_store"));
    EXPECT_THAT(failed.error().message, HasSubstr("kernels.ptx:"));
    EXPECT_TRUE(stream_->synchronize().ok());
    // The next launch is fine.
    scale(*stream_, values, 1).value();
    EXPECT_EQ(read(*stream_, values, 16)[15], 15U);
}

TEST_F(SoftDevice, WorkBehindAFaultIsDropped) {
    const Address values = allocate_zeros(64);
    fail(*stream_).value();
    scale(*stream_, values, 1).value();
    bool called = false;
    stream_->call_host([&called] { called = true; }).value();
    std::unique_ptr<Event> event = device_->create_event().take();
    stream_->record(*event).value();
    EXPECT_FALSE(event->synchronize().ok());
    EXPECT_TRUE(event->is_done().take());
    EXPECT_TRUE(stream_->synchronize().ok()) << "the event's wait has given the failure";
    EXPECT_FALSE(called);
    EXPECT_THAT(read(*stream_, values, 16), Each(0U));
}

TEST_F(SoftDevice, AFaultOfOneStreamIsNotAnothers) {
    const Address values = allocate_zeros(64);
    std::unique_ptr<Stream> other = device_->create_stream().take();
    fail(*stream_).value();
    scale(*other, values, 1).value();
    EXPECT_TRUE(other->synchronize().ok());
    EXPECT_EQ(read(*other, values, 16)[15], 15U);
    EXPECT_FALSE(stream_->synchronize().ok());
}

TEST_F(SoftDevice, WaitingForAllGivesTheFirstFailureThatIsLeft) {
    std::unique_ptr<Stream> second = device_->create_stream().take();
    std::unique_ptr<Stream> third = device_->create_stream().take();
    std::unique_ptr<Event> event = device_->create_event().take();
    fail(*second).value();
    second->record(*event).value();
    third->wait_for(*event).value();
    third->synchronize().value();
    fail(*stream_).value();
    EXPECT_FALSE(device_->synchronize().ok());
    EXPECT_TRUE(second->synchronize().ok()) << "the device's wait has given it";
    EXPECT_FALSE(stream_->synchronize().ok());
    EXPECT_TRUE(device_->synchronize().ok());
}

TEST_F(SoftDevice, AskingGivesAFailureOnceTheWorkIsDone) {
    const auto ask_until_done = [](auto&& ask) {
        Result<bool> answer = ask();
        while (answer.ok() && !answer.value())
            answer = ask();
        return answer.ok();
    };
    std::unique_ptr<Event> event = device_->create_event().take();
    fail(*stream_).value();
    stream_->record(*event).value();
    EXPECT_FALSE(ask_until_done([&] { return event->is_done(); }));
    EXPECT_TRUE(stream_->synchronize().ok());
    fail(*stream_).value();
    EXPECT_FALSE(ask_until_done([&] { return stream_->is_idle(); }));
    EXPECT_TRUE(stream_->synchronize().ok());
}

TEST_F(SoftDevice, AMarkIsReachedWhenTheWorkBeforeItIs) {
    std::atomic<bool> may_go = false;
    const std::uint64_t before = stream_->mark().take();
    stream_->call_host([&] { may_go.wait(false); }).value();
    const std::uint64_t after = stream_->mark().take();
    EXPECT_TRUE(stream_->is_reached(before).take());
    EXPECT_FALSE(stream_->is_reached(after).take());
    may_go = true;
    may_go.notify_all();
    stream_->synchronize().value();
    EXPECT_TRUE(stream_->is_reached(after).take());
}

TEST_F(SoftDevice, AFailureOutlivesItsStream) {
    std::unique_ptr<Stream> other = device_->create_stream().take();
    fail(*other).value();
    other.reset();
    EXPECT_FALSE(device_->synchronize().ok());
    EXPECT_TRUE(device_->synchronize().ok());
}

TEST_F(SoftDevice, AnEventThatWasNeverRecordedIsDone) {
    std::unique_ptr<Event> event = device_->create_event().take();
    EXPECT_TRUE(event->is_done().take());
    EXPECT_TRUE(event->synchronize().ok());
    EXPECT_TRUE(stream_->wait_for(*event).ok());
    EXPECT_TRUE(stream_->synchronize().ok());
    EXPECT_FALSE(event->milliseconds_since(*event).ok());
}

TEST_F(SoftDevice, EventsTakeTheTime) {
    std::unique_ptr<Event> start = device_->create_event().take();
    std::unique_ptr<Event> end = device_->create_event().take();
    stream_->record(*start).value();
    stream_->call_host([] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }).value();
    stream_->record(*end).value();
    end->synchronize().value();
    EXPECT_GE(end->milliseconds_since(*start).take(), 19.0);
    EXPECT_LE(start->milliseconds_since(*end).take(), -19.0);
}

TEST_F(SoftDevice, AStreamWaitsForAnothersEvent) {
    const Address values = allocate_zeros(4);
    std::unique_ptr<Stream> other = device_->create_stream().take();
    std::unique_ptr<Event> event = device_->create_event().take();
    std::promise<void> go;
    std::shared_future<void> went = go.get_future().share();
    stream_->call_host([went] { went.wait(); }).value();
    device_->fill(*stream_, values, 20, 4, 1).value();
    stream_->record(*event).value();
    other->wait_for(*event).value();
    scale(*other, values, 2, 1, 1).value();
    EXPECT_FALSE(event->is_done().take());
    EXPECT_FALSE(other->is_idle().take());
    // Recorded anew, it is another place: the other stream waits for the first.
    go.set_value();
    stream_->record(*event).value();
    EXPECT_THAT(read(*other, values, 1), ElementsAre(40));
}

TEST_F(SoftDevice, ManyStreamsRunBesideEachOther) {
    constexpr std::size_t count = 16;
    std::vector<std::unique_ptr<Stream>> streams;
    std::vector<Address> buffers;
    for (std::size_t i = 0; i < count; ++i) {
        streams.push_back(device_->create_stream().take());
        buffers.push_back(allocate_zeros(4096));
    }
    for (std::uint32_t round = 0; round < 5; ++round)
        for (std::size_t i = 0; i < count; ++i)
            scale(*streams[i], buffers[i], 2, 16, 64).value();
    EXPECT_TRUE(device_->synchronize().ok());
    // v = 2v + i, five times from 0: 31 i.
    for (std::size_t i = 0; i < count; ++i)
        EXPECT_EQ(read(*stream_, buffers[i], 1024)[1000], 31'000U);
}

TEST_F(SoftDevice, FreeingDoesNotWaitAndALateUseIsAFault) {
    const Address values = allocate_zeros(64);
    std::promise<void> go;
    std::shared_future<void> went = go.get_future().share();
    stream_->call_host([went] { went.wait(); }).value();
    scale(*stream_, values, 1).value();
    EXPECT_TRUE(device_->release(values).ok());
    go.set_value();
    const Result<void> failed = stream_->synchronize();
    ASSERT_FALSE(failed.ok());
    EXPECT_EQ(failed.error().status, 700);
    EXPECT_THAT(failed.error().message, HasSubstr("in memory that was freed"));
}

TEST_F(SoftDevice, AModuleLivesAsLongAsItsLaunches) {
    const Address values = allocate_zeros(64);
    std::promise<void> go;
    std::shared_future<void> went = go.get_future().share();
    stream_->call_host([went] { went.wait(); }).value();
    scale(*stream_, values, 1).value();
    module_.reset();
    go.set_value();
    EXPECT_EQ(read(*stream_, values, 16)[15], 15U);
}

TEST_F(SoftDevice, ErrorsHaveCudasNumbers) {
    const Address values = allocate_zeros(64);
    EXPECT_EQ(device_->allocate(65 << 20).error().status, 2);
    EXPECT_EQ(device_->allocate(0).error().status, 1);
    EXPECT_EQ(device_->release(values + 4).error().status, 1);
    EXPECT_EQ(device_->load("nonsense").error().status, 218);
    EXPECT_EQ(device_->load_binary({}).error().status, 209);
    EXPECT_EQ(module_->function("none").error().status, 500);
    EXPECT_EQ(module_->global("none").error().status, 500);
    EXPECT_EQ(scale(*stream_, values, 5, 0).error().status, 1);
    EXPECT_EQ(scale(*stream_, values, 5, 1, 1025).error().status, 1);
    const Launch large = {.grid = {1'000'000, 1, 1}, .block = {}, .cooperative = true};
    EXPECT_EQ(device_->launch(*stream_, function("null_store"), large, {}).error().status, 720);
    EXPECT_EQ(device_->fill(*stream_, values, 0, 3, 1).error().status, 1);
    fail(*stream_).value();
    EXPECT_EQ(stream_->synchronize().error().status, 700);
    scale(*stream_, values + 2, 1).value();
    EXPECT_EQ(stream_->synchronize().error().status, 716);
}

TEST_F(SoftDevice, AccessesInAnAddressSpaceAreCheckedByWhatIsAnnounced) {
    std::unique_ptr<AddressSpace> space = device_->create_address_space({.bytes = 64 << 20}).take();
    const Address values = space->begin() + 256;
    space->commit(space->begin(), 2 << 20).value();
    space->announce(values, 60);
    device_->fill(*stream_, values, 0, 4, 15).value();
    scale(*stream_, values, 1).value();
    const Result<void> past_the_end = stream_->synchronize();
    ASSERT_FALSE(past_the_end.ok());
    EXPECT_EQ(past_the_end.error().status, 700);
    EXPECT_THAT(past_the_end.error().message, HasSubstr("0 bytes past the end of the 60-byte allocation at 0x"));
    space->announce(values, 64);
    scale(*stream_, values, 1).value();
    EXPECT_TRUE(stream_->synchronize().ok());
    space->retract(values);
    scale(*stream_, values, 1).value();
    EXPECT_THAT(stream_->synchronize().error().message, HasSubstr("in memory that was freed"));
    // Copies go wherever there is memory: whoever asks for them has checked what is allocated.
    EXPECT_TRUE(device_->fill(*stream_, values, 0, 4, 100).ok());
    EXPECT_EQ(device_->fill(*stream_, space->begin() + (2 << 20) - 4, 0, 4, 2).error().status, 1);
    EXPECT_TRUE(stream_->synchronize().ok());
}

TEST_F(SoftDevice, AStreamMayPrintForItself) {
    std::string printed;
    std::unique_ptr<Stream> own =
        device_->create_stream({.priority = -1, .print = [&printed](std::string_view text) { printed += text; }})
            .take();
    device_->launch(*own, function("print"), {}, {}).value();
    own->synchronize().value();
    EXPECT_EQ(printed, "hi\n");
}

TEST_F(SoftDevice, AStreamThatWaitsForAWordCanBeDestroyed) {
    const Address word = allocate_zeros(4);
    std::unique_ptr<Stream> own = device_->create_stream().take();
    own->wait_word(word, 1, 4, WordCondition::Equal).value();
    EXPECT_FALSE(own->is_idle().take());
    own.reset();
    EXPECT_EQ(device_->synchronize().error().message, "a stream was destroyed while it waited for a word in memory");
}

TEST_F(SoftDevice, AStreamThatGoesFinishesItsWork) {
    const Address values = allocate_zeros(64);
    std::unique_ptr<Stream> other = device_->create_stream().take();
    other->call_host([] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }).value();
    scale(*other, values, 1).value();
    other.reset();
    EXPECT_EQ(read(*stream_, values, 16)[15], 15U);
}

TEST_F(SoftDevice, SeveralThreadsMayUseIt) {
    std::vector<std::thread> threads;
    std::atomic<int> good = 0;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            std::unique_ptr<Stream> own = device_->create_stream().take();
            for (int round = 0; round < 5; ++round) {
                const Address values = device_->allocate(64).take();
                device_->fill(*own, values, 1, 4, 16).value();
                scale(*own, values, 10).value();
                if (read(*own, values, 16)[3] == 13) ++good;
                if (!device_->release(values).ok()) return;
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(good, 20);
}

// It has a thousand values of 64 bits that are all alive at once: for eight threads they are more than a frame may
// hold.
constexpr int value_count = 1000;

std::string kernel_with_many_values() {
    std::string text;
    for (int i = 1; i < value_count; ++i)
        text += fmt::format("fma.rn.f64 %v{}, %v{}, 0d3fe0000000000000, %v0;\n", i, i - 1);
    for (int i = value_count - 1; i > 0; --i)
        text += fmt::format("fma.rn.f64 %v0, %v0, 0d3fe0000000000000, %v{};\n", i);
    return fmt::format(R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry fold(.param .u64 results)
{{
    .reg .b32 %t;
    .reg .b64 %at;
    .reg .f64 %v<{}>;
    mov.u32 %t, %tid.x;
    cvt.rn.f64.u32 %v0, %t;
    {}
    ld.param.u64 %at, [results];
    mad.wide.u32 %at, %t, 8, %at;
    st.global.f64 [%at], %v0;
    ret;
}}
)",
                       value_count, text);
}

double fold(double first) {
    std::vector<double> values = {first};
    while (values.size() < value_count)
        values.push_back(std::fma(values.back(), 0.5, first));
    for (std::size_t i = value_count - 1; i > 0; --i)
        first = std::fma(first, 0.5, values[i]);
    return first;
}

TEST_F(SoftDevice, WhereVectorCodeHasTooLargeAFrameScalarCodeDoes) {
    std::unique_ptr<Module> module = device_->load(kernel_with_many_values(), {}).take();
    const Function& kernel = *module->function("fold").value();
    std::vector<double> results(8);
    const Address at = device_->allocate(results.size() * sizeof(double)).take();
    ParameterBlock block(kernel.info());
    block.set(0, at).value();
    const Result<void> launched =
        device_->launch(*stream_, kernel, {.grid = {1, 1, 1}, .block = {8, 1, 1}}, block.bytes().take());
    ASSERT_TRUE(launched.ok()) << launched.error().text();
    device_->copy_to_host(*stream_, std::as_writable_bytes(std::span(results)), at).value();
    stream_->synchronize().value();
    for (int i = 0; i < 8; ++i)
        EXPECT_EQ(results[static_cast<std::size_t>(i)], fold(i));
}

TEST_F(SoftDevice, WhatALibraryDoesIsANodeOfGraphs) {
    int calls = 0;
    const std::shared_ptr<LibraryRecorder> recorder = device_->record_library().take();
    recorder->call_host([&calls] { ++calls; }).value();
    recorder->call_host([&calls] { calls *= 2; }).value();
    const std::shared_ptr<const RecordedLibrary> recorded = recorder->end().take();
    EXPECT_EQ(recorded->pieces(), 2U);
    std::vector<GraphNode> nodes;
    nodes.push_back({LibraryNode{recorded}, {}});
    const std::unique_ptr<Graph> graph = device_->create_graph(nodes).take();
    EXPECT_EQ(calls, 0);
    device_->launch_graph(*stream_, *graph).value();
    device_->launch_graph(*stream_, *graph).value();
    stream_->synchronize().value();
    EXPECT_EQ(calls, 6);
}

// Work that takes long asks now and then whether anybody still wants it: whoever launched the graph.
TEST_F(SoftDevice, RecordedWorkKnowsThatItsStreamIsGivenUp) {
    const std::shared_ptr<LibraryRecorder> recorder = device_->record_library().take();
    const Stream* its = recorder.get();
    EXPECT_FALSE(its->is_abandoned());
    std::promise<void> begun;
    recorder
        ->call_host([&begun, its] {
            begun.set_value();
            while (!its->is_abandoned())
                std::this_thread::yield();
        })
        .value();
    std::vector<GraphNode> nodes;
    nodes.push_back({LibraryNode{recorder->end().take()}, {}});
    const std::unique_ptr<Graph> graph = device_->create_graph(nodes).take();
    device_->launch_graph(*stream_, *graph).value();
    begun.get_future().wait();
    stream_->abandon();
    (void)stream_->synchronize();
    EXPECT_FALSE(its->is_abandoned());
}

TEST(SoftDevicePrint, GoesWhereTheOptionsSay) {
    std::string printed;
    SoftOptions options;
    options.memory_bytes = 64 << 20;
    options.use_cache = false;
    options.print = [&printed](std::string_view text) { printed += text; };
    std::unique_ptr<Device> device = open_soft(options).take();
    std::unique_ptr<Module> module = device->load(kernels).take();
    std::unique_ptr<Stream> stream = device->create_stream().take();
    for (int i = 0; i < 3; ++i)
        device->launch(*stream, *module->function("print").take(), {}, {}).value();
    stream->synchronize().value();
    EXPECT_EQ(printed, "hi\nhi\nhi\n");
}

}  // namespace
}  // namespace ringfence::backend
