// The cuda backend against a driver that needs no card (fake_cuda_driver.cpp).
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend/cuda/cuda.h"
#include "backend/cuda/driver.h"
#include "backend/parameters.h"
#include "base/unique_fd.h"
#include "source_dir.h"

namespace ringfence::backend {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class CudaDevice : public ::testing::Test {
protected:
    void SetUp() override {
        Result<std::unique_ptr<Device>> opened = open_cuda_at(FAKE_DRIVER);
        ASSERT_TRUE(opened.ok()) << opened.error().text();
        device_ = opened.take();
        stream_ = device_->create_stream().take();
    }
    void TearDown() override {
        stream_.reset();
        device_.reset();
    }

    template <typename T>
    std::vector<T> read(Address address, std::size_t count) {
        std::vector<T> values(count);
        device_->copy_to_host(*stream_, std::as_writable_bytes(std::span(values)), address).value();
        stream_->synchronize().value();
        return values;
    }

    std::unique_ptr<Device> device_;
    std::unique_ptr<Stream> stream_;
};

TEST(CudaDriver, ALibraryThatIsNotThereIsNoDriver) {
    const Result<std::unique_ptr<Device>> opened = open_cuda_at("/nowhere/libcuda.so.1");
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().message, "there is no CUDA driver: libcuda.so.1 was not found");
}

TEST(CudaDriver, OurOwnShimIsRefused) {
    const Result<std::unique_ptr<Device>> opened = open_cuda_at(FAKE_SHIM);
    ASSERT_FALSE(opened.ok());
    EXPECT_THAT(opened.error().message, HasSubstr("this is Ringfence's own library, not the driver"));
}

TEST(CudaDriver, LocalMemoryIsSetAsideOrThereIsNoDevice) {
    EXPECT_TRUE(open_cuda_at(FAKE_DRIVER, 0, {.local_bytes = 8192}).ok());
    const Result<std::unique_ptr<Device>> opened =
        open_cuda_at(FAKE_DRIVER, 0, {.local_bytes = std::uint64_t{1} << 30});
    ASSERT_FALSE(opened.ok());
    EXPECT_THAT(opened.error().message, HasSubstr("cannot set aside 1073741824 bytes of local memory for each thread"));
}

TEST(CudaDriver, AnOldDriverIsRefusedWithWhatItLacks) {
    const Result<std::unique_ptr<Device>> opened = open_cuda_at(FAKE_OLD_DRIVER);
    ASSERT_FALSE(opened.ok());
    EXPECT_THAT(opened.error().message, HasSubstr("has no cuFuncGetParamInfo"));
}

TEST(CudaDriver, AFileThatIsNoLibraryIsRefused) {
    const Result<std::unique_ptr<Device>> opened = open_cuda_at(RINGFENCE_SOURCE_DIR "/README.md");
    ASSERT_FALSE(opened.ok());
    EXPECT_THAT(opened.error().message, StartsWith("no CUDA driver can be used:"));
}

TEST(CudaDriver, TheFirstThatWorksIsTaken) {
    Result<std::unique_ptr<cuda::Driver>> driver =
        cuda::Driver::open({"/nowhere/libcuda.so.1", FAKE_SHIM, FAKE_DRIVER});
    ASSERT_TRUE(driver.ok()) << driver.error().text();
    EXPECT_EQ(driver.value()->path(), FAKE_DRIVER);
}

TEST(CudaDriver, CandidatesAreAbsolute) {
    const std::vector<std::string> candidates = cuda::driver_candidates();
    // Where Debian, Red Hat and WSL put it, whatever this machine has.
    for (const char* folder : {"/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib/wsl/lib"})
        EXPECT_THAT(candidates, testing::Contains(std::string(folder) + "/libcuda.so.1"));
    for (const std::string& path : candidates)
        EXPECT_THAT(path, StartsWith("/"));
}

TEST(CudaDriver, ACardThatIsNotThere) {
    const Result<std::unique_ptr<Device>> opened = open_cuda_at(FAKE_DRIVER, 3);
    ASSERT_FALSE(opened.ok());
    EXPECT_EQ(opened.error().message, "there is no CUDA device 3; the driver knows 1");
}

TEST_F(CudaDevice, HasTheCardsProperties) {
    const Properties& properties = device_->properties();
    EXPECT_EQ(properties.name, "Fake \\x1b card");
    EXPECT_EQ(properties.compute_major, 9U);
    EXPECT_EQ(properties.max_block, (Dim3{1024, 1024, 64}));
    EXPECT_EQ(properties.shared_per_block_optin, 232448U);
    EXPECT_EQ(properties.total_memory, 1U << 30);
}

TEST_F(CudaDevice, CopiesAndFills) {
    const Address address = device_->allocate(64).take();
    const std::vector<std::uint32_t> values = {1, 2, 3, 4};
    device_->copy_to_device(*stream_, address, std::as_bytes(std::span(values))).value();
    device_->copy_on_device(*stream_, address + 16, address, 16).value();
    device_->fill(*stream_, address + 4, 0xabcd1234, 2, 2).value();
    device_->fill(*stream_, address + 8, 0x1ff, 1, 4).value();
    device_->fill(*stream_, address + 12, 7, 4, 1).value();
    EXPECT_THAT(read<std::uint32_t>(address, 8), ElementsAre(1, 0x12341234, 0xffffffff, 7, 1, 2, 3, 4));
    EXPECT_FALSE(device_->fill(*stream_, address, 0, 3, 1).ok());
    EXPECT_TRUE(device_->release(address).ok());
}

TEST_F(CudaDevice, ErrorsSayWhatWasBeingDone) {
    const std::vector<std::byte> bytes(16);
    const Result<void> copied = device_->copy_to_device(*stream_, 0x1000, bytes);
    ASSERT_FALSE(copied.ok());
    EXPECT_EQ(copied.error().message,
              "cannot copy to the device: 16 bytes at 0x1000: CUDA_ERROR_OF_SOME_KIND (1): something went "
              "wrong");
    const Result<Address> allocated = device_->allocate(std::uint64_t{1} << 40);
    ASSERT_FALSE(allocated.ok());
    EXPECT_THAT(allocated.error().message, StartsWith("cannot allocate 1099511627776 bytes: "));
}

TEST_F(CudaDevice, ACompilersLogIsInTheError) {
    const Result<std::unique_ptr<Module>> module = device_->load("nonsense", {.file_name = "a.ptx"});
    ASSERT_FALSE(module.ok());
    EXPECT_EQ(module.error().text(),
              "a.ptx: cannot load the module: CUDA_ERROR_OF_SOME_KIND (218): something went wrong\n"
              "  ptxas application ptx input, line 1; error\\x1b\n"
              "  ptxas fatal");
}

// To unload would hold others up.
TEST_F(CudaDevice, BesideOthersCodeGoesWhenOtherCodeComes) {
    std::vector<std::byte> image;
    ASSERT_TRUE(device_->load("kernel store 8 4\nglobal table 24", {.image = &image}).ok());
    device_->hold_waits();
    std::unique_ptr<Module> module = device_->load_image(image).take();
    EXPECT_TRUE(module->function("store").ok());
    const Address table = module->global("table").take().address;
    module.reset();
    std::array<std::byte, 24> bytes{};
    EXPECT_TRUE(device_->copy_to_host(*stream_, bytes, table).ok());
    module = device_->load_image(image).take();
    EXPECT_FALSE(device_->copy_to_host(*stream_, bytes, table).ok());
}

TEST_F(CudaDevice, BesideOthersAnImageThatIsNoneIsRefusedWithWhatTheDriverSays) {
    device_->hold_waits();
    std::string text =
        "\x7f"
        "ELF\nnonsense";
    text.resize(100);
    const auto loaded = device_->load_image(std::as_bytes(std::span(text)), {.file_name = "a.ptx"});
    ASSERT_FALSE(loaded.ok());
    EXPECT_THAT(loaded.error().text(), HasSubstr("a.ptx: cannot load the module: "));
}

TEST_F(CudaDevice, AnImageIsLoadedWithoutCompiling) {
    std::vector<std::byte> image;
    LoadOptions options;
    options.image = &image;
    std::unique_ptr<Module> module = device_->load("kernel store 8 4", options).take();
    EXPECT_TRUE(module->function("store").ok());
    ASSERT_FALSE(image.empty());
    const auto again = device_->load_image(image);
    ASSERT_TRUE(again.ok()) << again.error().text();
    EXPECT_TRUE(again.value()->function("store").ok());
    EXPECT_THAT(device_->image_kind(), StartsWith("cuda "));
    const auto bad = device_->load("nonsense", options);
    ASSERT_FALSE(bad.ok());
    EXPECT_THAT(bad.error().text(), ::testing::HasSubstr("ptxas fatal"));
}

TEST_F(CudaDevice, FindsKernelsAndVariables) {
    std::unique_ptr<Module> module = device_->load("kernel store 8 4\nkernel mixed 1 8 2\nglobal table 24").take();
    const Function& kernel = *module->function("mixed").take();
    EXPECT_EQ(kernel.name(), "mixed");
    const FunctionInfo& info = kernel.info();
    ASSERT_EQ(info.parameters.size(), 3U);
    EXPECT_EQ(info.parameters[1].offset, 8U);
    EXPECT_EQ(info.parameters[2].offset, 16U);
    EXPECT_EQ(info.parameter_bytes, 18U);
    EXPECT_EQ(info.max_threads_per_block, 512U);
    EXPECT_EQ(info.registers, 24U);
    EXPECT_EQ(module->function("mixed").take(), &kernel);
    EXPECT_EQ(module->global("table").take().bytes, 24U);
    EXPECT_EQ(module->function("none").error().message, "there is no kernel 'none'");
    EXPECT_EQ(module->global("none").error().message, "there is no variable 'none'");
}

TEST_F(CudaDevice, LaunchesWithItsParameters) {
    std::unique_ptr<Module> module = device_->load("kernel store 8 4").take();
    const Function& kernel = *module->function("store").take();
    const Address address = device_->allocate(4).take();
    ParameterBlock block(kernel.info());
    block.set(0, address).value();
    block.set(1, std::uint32_t{1234}).value();
    device_->launch(*stream_, kernel, {}, block.bytes().take()).value();
    EXPECT_THAT(read<std::uint32_t>(address, 1), ElementsAre(1234));
}

TEST_F(CudaDevice, ALaunchHasItsSizes) {
    std::unique_ptr<Module> module = device_->load("kernel config 8").take();
    const Function& kernel = *module->function("config").take();
    const Address address = device_->allocate(32).take();
    ParameterBlock block(kernel.info());
    block.set(0, address).value();
    // More shared memory than a kernel gets without asking.
    const Launch launch = {.grid = {2, 3, 4}, .block = {5, 6, 7}, .dynamic_shared = 100'000, .cooperative = true};
    const Result<void> launched = device_->launch(*stream_, kernel, launch, block.bytes().take());
    ASSERT_TRUE(launched.ok()) << launched.error().text();
    EXPECT_THAT(read<std::uint32_t>(address, 8), ElementsAre(2, 3, 4, 5, 6, 7, 100'000, 1));
}

TEST_F(CudaDevice, LargeClustersAreAskedForFirst) {
    std::unique_ptr<Module> module = device_->load("kernel store 8 4").take();
    const Function& kernel = *module->function("store").take();
    const Address address = device_->allocate(4).take();
    ParameterBlock block(kernel.info());
    block.set(0, address).value();
    block.set(1, std::uint32_t{77}).value();
    const Launch launch = {.grid = {16, 1, 1}, .block = {32, 1, 1}, .cluster = {8, 2, 1}};
    const Result<void> launched = device_->launch(*stream_, kernel, launch, block.bytes().take());
    ASSERT_TRUE(launched.ok()) << launched.error().text();
    EXPECT_THAT(read<std::uint32_t>(address, 1), ElementsAre(77));
}

TEST_F(CudaDevice, ABadLaunchIsRefused) {
    std::unique_ptr<Module> module = device_->load("kernel fault").take();
    const Function& kernel = *module->function("fault").take();
    const Result<void> launched = device_->launch(*stream_, kernel, {.grid = {}, .block = {1024, 1, 1}}, {});
    ASSERT_FALSE(launched.ok());
    EXPECT_EQ(launched.error().message,
              "cannot launch 'fault': a block of (1024, 1, 1) has 1024 threads, and this kernel takes at most 512");
}

TEST_F(CudaDevice, AfterAFaultTheContextIsDeadAndTheErrorSaysSo) {
    std::unique_ptr<Module> module = device_->load("kernel fault").take();
    device_->launch(*stream_, *module->function("fault").take(), {}, {}).value();
    const Result<void> waited = stream_->synchronize();
    ASSERT_FALSE(waited.ok());
    EXPECT_EQ(waited.error().message,
              "cannot finish the work on a stream: CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was "
              "encountered; the context is dead: nothing works on this device until it is opened again");
    EXPECT_FALSE(device_->allocate(4).ok());
    module.reset();
    TearDown();
    SetUp();
    EXPECT_TRUE(device_->allocate(4).ok());
}

TEST_F(CudaDevice, EventsAndHostCalls) {
    std::unique_ptr<Event> start = device_->create_event().take();
    std::unique_ptr<Event> end = device_->create_event().take();
    EXPECT_FALSE(end->milliseconds_since(*start).ok());
    stream_->record(*start).value();
    int calls = 0;
    stream_->call_host([&calls] { ++calls; }).value();
    stream_->wait_for(*start).value();
    stream_->record(*end).value();
    end->synchronize().value();
    EXPECT_TRUE(end->is_done().take());
    EXPECT_TRUE(stream_->is_idle().take());
    EXPECT_EQ(calls, 1);
    EXPECT_GE(end->milliseconds_since(*start).take(), 0.0);
}

// The driver's lock is everybody's.
TEST_F(CudaDevice, AStreamThatIsKnownToBeIdleIsNotAskedAbout) {
    void* const driver = ::dlopen(FAKE_DRIVER, RTLD_NOW | RTLD_NOLOAD);
    ASSERT_NE(driver, nullptr) << ::dlerror();
    auto* const queries = static_cast<unsigned*>(::dlsym(driver, "fake_stream_queries"));
    ASSERT_NE(queries, nullptr);
    const auto asked = [&] {
        const unsigned before = *queries;
        EXPECT_TRUE(stream_->is_idle().take());
        return *queries - before;
    };
    EXPECT_EQ(asked(), 0u) << "nothing was ever put on it";
    stream_->call_host([] {}).value();
    EXPECT_EQ(asked(), 1u);
    EXPECT_EQ(asked(), 0u);
    EXPECT_TRUE(stream_->mark().ok());
    EXPECT_EQ(asked(), 1u);
    EXPECT_NE(stream_->native(), nullptr);  // a library may put something there
    EXPECT_EQ(asked(), 1u);
    EXPECT_EQ(asked(), 0u);
}

TEST_F(CudaDevice, AnAddressSpaceHoldsDeviceAndHostMemory) {
    constexpr std::uint64_t chunk = 2 << 20;
    std::unique_ptr<AddressSpace> space = device_->create_address_space({.bytes = 64 << 20}).take();
    EXPECT_EQ(space->begin() % (64 << 20), 0U);
    EXPECT_EQ(space->granularity(), chunk);
    space->commit(space->begin(), chunk).value();
    space->commit(space->begin() + chunk, chunk).value();
    EXPECT_EQ(space->commit(space->begin(), chunk).error().status, 1);
    EXPECT_FALSE(space->commit(space->begin() + 4096, chunk).ok());
    EXPECT_FALSE(space->commit(space->host_begin(), chunk).ok());

    const UniqueFd file(::memfd_create("host", MFD_CLOEXEC));
    ASSERT_EQ(::ftruncate(file.get(), 8192), 0);
    EXPECT_FALSE(space->attach_host(space->host_begin(), file.get(), 12288).ok()) << "the file is smaller";
    space->attach_host(space->host_begin(), file.get(), 8192).value();
    *reinterpret_cast<std::uint32_t*>(space->host_begin() + 4096) = 77;
    device_->copy_on_device(*stream_, space->begin() + 8, space->host_begin() + 4096, 4).value();
    EXPECT_THAT(read<std::uint32_t>(space->begin() + 8, 1), ElementsAre(77));

    space->detach_host(space->host_begin(), 8192).value();
    EXPECT_FALSE(space->decommit(space->begin(), chunk / 2).ok());
    space->decommit(space->begin(), 2 * chunk).value();
    EXPECT_FALSE(space->decommit(space->begin(), chunk).ok());
    EXPECT_EQ(device_->create_address_space({.bytes = 3 << 20}).error().status, 1);
}

TEST_F(CudaDevice, BoxesAndRows) {
    const Address from = device_->allocate(64).take();
    const Address to = device_->allocate(64).take();
    device_->fill(*stream_, to, 0, 4, 16).value();
    device_->fill(*stream_, from, 0, 4, 16).value();
    device_->fill_rows(*stream_, from, 16, 9, 4, 2, 4).value();
    device_->copy_box(*stream_, {to, 8, 24}, {from, 16, 32}, {8, 2, 2}).value();
    EXPECT_THAT(read<std::uint32_t>(to, 10), ElementsAre(9, 9, 9, 9, 0, 0, 9, 9, 9, 9));
    EXPECT_FALSE(device_->copy_box(*stream_, {to, 4, 0}, {from, 16, 0}, {8, 2, 1}).ok());
    EXPECT_FALSE(device_->copy_box(*stream_, {to, 8, 20}, {from, 16, 32}, {8, 2, 2}).ok()) << "no whole rows";
    const std::uint32_t value = 5;
    device_->write(*stream_, to, std::as_bytes(std::span(&value, 1))).value();
    EXPECT_THAT(read<std::uint32_t>(to, 1), ElementsAre(5));
}

TEST_F(CudaDevice, WordsAndGraphs) {
    std::unique_ptr<Module> module = device_->load("kernel store 8 4").take();
    const Function& kernel = *module->function("store").take();
    const Address memory = device_->allocate(64).take();
    device_->fill(*stream_, memory, 0, 4, 16).value();
    stream_->write_word(memory, 0x1'0000'0003, 8).value();
    stream_->wait_word(memory, 2, 4, WordCondition::GreaterOrEqual).value();
    EXPECT_FALSE(stream_->write_word(memory + 4, 0, 8).ok()) << "not aligned";

    ParameterBlock block(kernel.info());
    block.set(0, memory + 16).value();
    block.set(1, std::uint32_t{21}).value();
    const std::span<const std::byte> bytes = block.bytes().take();
    std::unique_ptr<Event> event = device_->create_event({.timing = false}).take();
    std::vector<GraphNode> nodes;
    nodes.push_back({LaunchNode{&kernel, {}, {bytes.begin(), bytes.end()}}, {}});
    nodes.push_back({CopyNode{{memory + 20, 0, 0}, {memory + 16, 0, 0}, {4, 1, 1}}, {0}});
    nodes.push_back({FillNode{memory + 24, 0, 8, 4, 1, 1}, {}});
    nodes.push_back({WriteWordNode{memory + 28, 4, 4}, {1, 2}});
    nodes.push_back({RecordNode{event.get()}, {3}});
    nodes.push_back({EmptyNode{}, {4}});
    std::unique_ptr<Graph> graph = device_->create_graph(nodes).take();
    device_->launch_graph(*stream_, *graph).value();
    EXPECT_THAT(read<std::uint32_t>(memory + 16, 4), ElementsAre(21, 21, 8, 4));

    std::get<FillNode>(nodes[2].work).value = 9;
    device_->update_graph(*graph, nodes).value();
    device_->launch_graph(*stream_, *graph).value();
    EXPECT_THAT(read<std::uint32_t>(memory + 16, 4), ElementsAre(21, 21, 9, 4));

    std::get<FillNode>(nodes[2].work).value = 10;
    void* const driver = ::dlopen(FAKE_DRIVER, RTLD_NOW | RTLD_NOLOAD);
    auto* const refuses = static_cast<bool*>(::dlsym(driver, "fake_refuses_updates"));
    ASSERT_NE(refuses, nullptr);
    *refuses = true;
    const Result<void> made_anew = device_->update_graph(*graph, nodes);
    *refuses = false;
    ::dlclose(driver);
    ASSERT_TRUE(made_anew.ok()) << "the driver does not, but the graph has its shape";
    device_->launch_graph(*stream_, *graph).value();
    EXPECT_THAT(read<std::uint32_t>(memory + 16, 4), ElementsAre(21, 21, 10, 4));

    nodes[2].dependencies = {0};
    EXPECT_EQ(device_->update_graph(*graph, nodes).error().status, 910);
    nodes[2].dependencies = {2};
    EXPECT_EQ(device_->create_graph(nodes).error().status, 1);
}

TEST_F(CudaDevice, NamesAndOccupancy) {
    std::unique_ptr<Module> module = device_->load("kernel a 8\nkernel b").take();
    EXPECT_THAT(module->function_names().take(), ElementsAre("a", "b"));
    EXPECT_EQ(device_->occupancy(*module->function("a").take(), 128, 100'000).take(), 16U);
    EXPECT_EQ(device_->load_binary({}).error().status, 200);
    EXPECT_TRUE(device_->create_stream({.priority = -2, .print = {}}).ok());
}

TEST_F(CudaDevice, AMarkIsReachedWhenTheWorkBeforeItIs) {
    const std::uint64_t first = stream_->mark().take();
    const std::uint64_t second = stream_->mark().take();
    EXPECT_LT(first, second);
    stream_->synchronize().value();
    EXPECT_TRUE(stream_->is_reached(first).take());
    EXPECT_TRUE(stream_->is_reached(second).take());
}

TEST_F(CudaDevice, WorksFromAnotherThread) {
    const std::uint64_t before = device_->memory_info().take().free;
    Result<Address> address = Error::internal("the thread did not run");
    std::thread([&] { address = device_->allocate(16); }).join();
    ASSERT_TRUE(address.ok()) << address.error().text();
    EXPECT_EQ(device_->memory_info().take().free, before - 16);
}

}  // namespace
}  // namespace ringfence::backend
