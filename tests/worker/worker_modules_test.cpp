#include "base/cuda_status.h"
#include "channel/placements.h"
#include "fatbin/join.h"
#include "fatbin/writer.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

struct ModuleOperations : WorkerTest {
    TestClient client{*worker};
    std::uint64_t module = client.load(test_ptx);
};

TEST_F(ModuleOperations, AKernelRuns) {
    const std::uint64_t add = client.function(module, "add");
    const Address data = client.allocate(32 * 4);
    client.put(data, std::vector<std::uint32_t>(32, 1));
    client.launch(add, 0, 32, data, std::uint32_t{41});
    EXPECT_EQ(client.get<std::uint32_t>(data, 32), std::vector<std::uint32_t>(32, 42));
}

TEST_F(ModuleOperations, FunctionsTellTheirParameters) {
    wire::FindFunction::Reply reply;
    std::vector<std::byte> payload;
    ASSERT_EQ(client.call(wire::FindFunction{module, client.handle(HandleKind::Function)}, reply, text_bytes("add"),
                          &payload),
              0);
    EXPECT_EQ(reply.parameter_bytes, 12u);
    std::vector<std::uint32_t> parameters(payload.size() / 4);
    std::memcpy(parameters.data(), payload.data(), payload.size());
    EXPECT_EQ(parameters, (std::vector<std::uint32_t>{0, 8, 8, 4}));
    EXPECT_EQ(client.call(wire::FindFunction{module, client.handle(HandleKind::Function)}, text_bytes("no_such")),
              cuda_status::not_found);
    wire::ListFunctions::Reply list;
    ASSERT_EQ(client.call(wire::ListFunctions{module}, list, {}, &payload), 0);
    EXPECT_EQ(list.count, 3u);
}

TEST_F(ModuleOperations, VariablesCanBeCopied) {
    wire::FindGlobal::Reply found;
    ASSERT_EQ(client.call(wire::FindGlobal{module}, found, text_bytes("counter")), 0);
    EXPECT_EQ(found.bytes, 4u);
    EXPECT_EQ(client.get<std::uint32_t>(found.address, 1), std::vector<std::uint32_t>{5});
    client.put(found.address, std::vector<std::uint32_t>{6});
    EXPECT_EQ(client.get<std::uint32_t>(found.address, 1), std::vector<std::uint32_t>{6});
    EXPECT_EQ(client.call(wire::Read{0, found.address, 5}), cuda_status::invalid_value);
    EXPECT_EQ(client.call(wire::FindGlobal{module}, text_bytes("none")), cuda_status::not_found);
    ASSERT_EQ(client.call(wire::UnloadModule{module}), 0);
    EXPECT_EQ(client.call(wire::Read{0, found.address, 4}), cuda_status::invalid_value);
}

TEST_F(ModuleOperations, WhatIsNoImageIsRefused) {
    std::int32_t status = 0;
    (void)client.load(".version 8.0\n.target sm_90\n.address_size 64\nnonsense", &status);
    EXPECT_NE(status, 0);
    EXPECT_NE(channel::ClientChannel::last_failure_text(), "");
    (void)client.load("\177ELF not really", &status);
    EXPECT_NE(status, 0);
    const std::uint64_t handle = client.handle(HandleKind::Module);
    EXPECT_EQ(client.call(wire::LoadModule{handle, client.staging(), 0}), cuda_status::invalid_value);
    EXPECT_EQ(client.call(wire::LoadModule{handle, client.staging(), ~std::uint64_t{0}}), cuda_status::invalid_value);
    EXPECT_EQ(client.call(wire::LoadModule{handle, client.staging(), (1 << 20) + 1}), cuda_status::invalid_value);
    EXPECT_EQ(client.call(wire::LoadModule{handle, client.allocate(100), 100}), cuda_status::invalid_value);
    EXPECT_EQ(client.call(wire::LoadModule{handle, 0, 100}), cuda_status::invalid_value);
    // A handle whose module could not be loaded is free again.
    std::memcpy(reinterpret_cast<void*>(client.staging()), test_ptx.data(), test_ptx.size());
    EXPECT_EQ(client.call(wire::LoadModule{handle, client.staging(), test_ptx.size()}), 0);
    EXPECT_EQ(client.call(wire::LoadModule{handle, client.staging(), test_ptx.size()}), cuda_status::invalid_handle);
}

std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string joined(std::initializer_list<std::string_view> texts) {
    std::vector<std::span<const std::byte>> parts;
    for (const std::string_view text : texts)
        parts.push_back(std::as_bytes(std::span(text)));
    return text_of(fatbin::join({}, parts));
}

constexpr std::string_view calls_another =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".extern .func (.param .b32 r) answer();\n"
    ".visible .entry ask(.param .u64 out)\n{\n.reg .b32 %r<2>;\n.reg .b64 %rd<2>;\nld.param.u64 %rd1, [out];\n"
    "{\n.param .b32 b;\ncall (b), answer, ();\nld.param.b32 %r1, [b];\n}\nst.global.u32 [%rd1], %r1;\nret;\n}\n";
constexpr std::string_view is_called =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .func (.param .b32 r) answer()\n{\nst.param.b32 [r], 42;\nret;\n}\n";

TEST_F(ModuleOperations, PartsAreLinked) {
    const std::uint64_t linked = client.load(joined({calls_another, is_called}));
    const Address data = client.allocate(4);
    client.launch(client.function(linked, "ask"), 0, 1, data);
    EXPECT_EQ(client.get<std::uint32_t>(data, 1), std::vector<std::uint32_t>{42});
}

TEST_F(ModuleOperations, PartsThatDoNotFitAreRefusedWithTheReason) {
    std::int32_t status = 0;
    (void)client.load(joined({calls_another, calls_another}), &status);
    EXPECT_EQ(status, cuda_status::invalid_ptx);
    EXPECT_NE(channel::ClientChannel::last_failure_text().find("`ask` is defined in"), std::string::npos);
    (void)client.load(joined({calls_another, "\177ELF not really"}), &status);
    EXPECT_EQ(status, cuda_status::invalid_ptx);
    EXPECT_NE(channel::ClientChannel::last_failure_text().find("no file defines `answer`"), std::string::npos);
    (void)client.load(joined({"\177ELF not really"}), &status);
    EXPECT_EQ(status, cuda_status::no_binary_for_gpu);
}

// As nvcc's -arch=all-major leaves it.
TEST_F(ModuleOperations, PtxForANewerArchitectureIsTakenIfItUsesNothingNew) {
    const auto newer = [](const std::string& body) {
        const std::string text =
            ".version 9.0\n.target sm_120\n.address_size 64\n.visible .entry k()\n{\n" + body + "ret;\n}\n";
        const fatbin::NewImage image = {
            .kind = fatbin::Kind::Ptx, .sm = 120, .flags = 0, .version = {9, 0}, .contents = text};
        return fatbin::make_fatbin(std::span(&image, 1));
    };
    (void)client.function(client.load(newer("")), "k");
    std::int32_t status = 0;
    (void)client.load(newer(".reg .b32 %r<4>;\nredux.sync.min.abs.NaN.f32 %r1, %r2, %r3;\n"), &status);
    EXPECT_NE(status, 0);
}

TEST_F(ModuleOperations, AVariableLiesWhereItIsPlaced) {
    constexpr std::string_view ptx =
        ".version 8.0\n.target sm_70\n.address_size 64\n"
        ".visible .global .attribute(.managed) .align 4 .u32 numbers[2] = {5, 6};\n"
        ".visible .entry touch() { .reg .u32 %x; ld.global.u32 %x, [numbers+4]; st.global.u32 [numbers], %x; ret; }\n";
    const Address place = client.allocate_host(4096);
    const auto load = [&](Address address, std::uint64_t bytes) {
        const std::uint64_t handle = client.handle(HandleKind::Module);
        std::memcpy(reinterpret_cast<void*>(client.staging()), ptx.data(), ptx.size());
        const std::vector<channel::Placement> placements = {{"numbers", address, bytes}};
        const std::int32_t status =
            client.call(wire::LoadModule{handle, client.staging(), ptx.size()}, channel::encode_placements(placements));
        return std::pair(handle, status);
    };
    const auto [loaded, status] = load(place + 256, 8);
    ASSERT_EQ(status, 0) << channel::ClientChannel::last_failure_text();
    EXPECT_EQ(std::memcmp(reinterpret_cast<const void*>(place + 256), "\5\0\0\0\6\0\0\0", 8), 0);
    wire::FindGlobal::Reply found;
    ASSERT_EQ(client.call(wire::FindGlobal{loaded}, found, text_bytes("numbers")), 0);
    EXPECT_EQ(found.address, place + 256);
    EXPECT_NE(load(place, 4).second, 0) << "too small";
    EXPECT_NE(load(place + 2, 8).second, 0) << "not aligned";
    EXPECT_EQ(load(place + 4090, 8).second, cuda_status::invalid_value) << "beyond the end";
    EXPECT_EQ(load(client.allocate(256), 8).second, cuda_status::invalid_value) << "device memory";
    const std::vector<channel::Placement> overlapping = {{"numbers", place, 8}, {"others", place + 4, 8}};
    EXPECT_EQ(client.call(wire::LoadModule{client.handle(HandleKind::Module), client.staging(), ptx.size()},
                          channel::encode_placements(overlapping)),
              cuda_status::invalid_value);
    const std::uint64_t touch = client.function(loaded, "touch");
    EXPECT_EQ(client.outcome(wire::Launch{0, touch, 1, 1, 1, 1, 1, 1, 0, 0}), 0);
    EXPECT_EQ(std::memcmp(reinterpret_cast<const void*>(place + 256), "\6\0\0\0\6\0\0\0", 8), 0);
    // One whose place is gone cannot be found any more, and a kernel that uses it faults, as with any memory.
    ASSERT_EQ(client.call(wire::ReleaseHost{place}), 0);
    EXPECT_EQ(client.call(wire::FindGlobal{loaded}, found, text_bytes("numbers")), cuda_status::invalid_value);
    EXPECT_EQ(client.outcome(wire::Launch{0, touch, 1, 1, 1, 1, 1, 1, 0, 0}), cuda_status::illegal_address);
}

TEST_F(ModuleOperations, OnlyManagedVariablesArePlaced) {
    const Address place = client.allocate_host(4096);
    const std::vector<channel::Placement> placements = {{"counter", place, 8}};
    const std::uint64_t handle = client.handle(HandleKind::Module);
    std::memcpy(reinterpret_cast<void*>(client.staging()), test_ptx.data(), test_ptx.size());
    ASSERT_EQ(client.call(wire::LoadModule{handle, client.staging(), test_ptx.size()},
                          channel::encode_placements(placements)),
              0);
    wire::FindGlobal::Reply found;
    ASSERT_EQ(client.call(wire::FindGlobal{handle}, found, text_bytes("counter")), 0);
    EXPECT_NE(found.address, place);
}

TEST_F(ModuleOperations, OnACardNothingIsPlaced) {
    const std::unique_ptr<Worker> card = make_worker(5000, worker_options("cuda"));
    TestClient other(*card);
    const std::vector<channel::Placement> placements = {{"counter", other.allocate_host(4096), 8}};
    std::memcpy(reinterpret_cast<void*>(other.staging()), test_ptx.data(), test_ptx.size());
    const wire::LoadModule load{other.handle(HandleKind::Module), other.staging(), test_ptx.size()};
    EXPECT_EQ(other.call(load, channel::encode_placements(placements)), cuda_status::not_supported);
    const std::string why = channel::ClientChannel::last_failure_text();
    EXPECT_NE(why.find("the managed variable counter"), std::string::npos) << why;
    EXPECT_NE(why.find("use cudaMallocManaged"), std::string::npos) << why;
    EXPECT_EQ(other.call(load), 0) << "without placements it can be loaded";
}

TEST_F(ModuleOperations, UnloadingTakesTheFunctionsAway) {
    const std::uint64_t add = client.function(module, "add");
    ASSERT_EQ(client.call(wire::UnloadModule{module}), 0);
    EXPECT_EQ(client.call(wire::UnloadModule{module}), cuda_status::invalid_handle);
    client.launch(add, 0, 1, std::uint64_t{0}, 1u);
    (void)client.synchronize();
    EXPECT_EQ(client.channel->take_failure().status, cuda_status::invalid_handle);
}

TEST_F(ModuleOperations, LaunchesAreChecked) {
    const std::uint64_t add = client.function(module, "add");
    const Address data = client.allocate(4096);
    std::vector<std::byte> parameters;
    TestClient::append(parameters, data);
    TestClient::append(parameters, 1u);
    wire::Launch good{0, add, 1, 1, 1, 32, 1, 1, 0, 0};
    EXPECT_EQ(client.outcome(good, parameters), 0);
    EXPECT_EQ(client.outcome(good, std::span(parameters).first(8)), cuda_status::invalid_value);
    parameters.resize(16);
    EXPECT_EQ(client.outcome(good, parameters), cuda_status::invalid_value);
    parameters.resize(12);
    const auto with = [&](auto change) {
        wire::Launch launch = good;
        change(launch);
        return client.outcome(launch, parameters);
    };
    EXPECT_EQ(with([](auto& l) { l.grid_y = 0; }), cuda_status::invalid_value);
    EXPECT_EQ(with([](auto& l) { l.block_z = 0; }), cuda_status::invalid_value);
    EXPECT_EQ(with([](auto& l) { l.flags = 2; }), cuda_status::invalid_value);
    EXPECT_EQ(with([](auto& l) { l.dynamic_shared = (48 << 10) + 1; }), cuda_status::invalid_value);
    EXPECT_NE(with([](auto& l) { l.block_x = 1025; }), 0);
    EXPECT_NE(with([](auto& l) { l.grid_z = 65536; }), 0);
    EXPECT_EQ(with([](auto& l) { l.function += 1; }), cuda_status::invalid_handle);
    EXPECT_EQ(with([](auto& l) { l.stream = 77; }), cuda_status::invalid_handle);
    EXPECT_EQ(client.call(wire::SetFunctionAttribute{add, 8, 64 << 10}), 0);
    EXPECT_EQ(with([](auto& l) { l.dynamic_shared = 64 << 10; }), 0);
    EXPECT_EQ(client.call(wire::SetFunctionAttribute{add, 8, 1 << 20}), cuda_status::invalid_value);
    EXPECT_EQ(client.call(wire::SetFunctionAttribute{add, 8, -1}), cuda_status::invalid_value);
    EXPECT_EQ(client.call(wire::SetFunctionAttribute{add, 99, 1}), cuda_status::invalid_value);
    wire::Occupancy::Reply occupancy;
    EXPECT_EQ(client.call(wire::Occupancy{add, 128, 0}, occupancy), 0);
    EXPECT_GT(occupancy.blocks, 0u);
}

TEST_F(ModuleOperations, AFaultIsStickyUntilTheReset) {
    const std::uint64_t store = client.function(module, "store");
    const Address data = client.allocate(1000);
    client.launch(store, 0, 1, data + 1000);
    EXPECT_EQ(client.synchronize(), cuda_status::illegal_address);
    EXPECT_NE(channel::ClientChannel::last_failure_text(), "");
    EXPECT_TRUE(was_logged("a kernel failed (700)"));
    EXPECT_EQ(client.synchronize(), cuda_status::illegal_address);
    EXPECT_EQ(channel::ClientChannel::last_failure_text(), "");
    EXPECT_EQ(client.call(wire::Allocate{100, 256}), cuda_status::illegal_address);
    EXPECT_EQ(client.channel->take_failure().status, cuda_status::illegal_address);

    ASSERT_EQ(client.call(wire::ResetSession{}), 0);
    EXPECT_EQ(client.synchronize(), 0);
    EXPECT_EQ(client.channel->peek_failure(), 0);
    module = client.load(test_ptx);
    const Address again = client.allocate(4);
    client.launch(client.function(module, "store"), 0, 1, again);
    EXPECT_EQ(client.get<std::uint32_t>(again, 1), std::vector<std::uint32_t>{42});
}

TEST_F(ModuleOperations, UseAfterFreeIsRecognised) {
    const Address data = client.allocate(1000);
    ASSERT_EQ(client.call(wire::Release{data}), 0);
    (void)client.allocate(1000);
    client.launch(client.function(module, "store"), 0, 1, data);
    EXPECT_EQ(client.synchronize(), cuda_status::illegal_address);
}

TEST_F(ModuleOperations, AFaultIsSeenByQueriesAndEventsToo) {
    const std::uint64_t event = client.event();
    const std::uint64_t stream = client.stream(false);
    client.launch(client.function(module, "store"), stream, 1, std::uint64_t{16});
    client.submit(wire::RecordEvent{event, stream});
    EXPECT_EQ(client.call(wire::SynchronizeEvent{event}), cuda_status::illegal_address);
}

}  // namespace
}  // namespace ringfence::worker
