// Managed variables of guarded modules.
#include <cstring>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "base/cuda_status.h"
#include "channel/placements.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

// step(): counter *= 2, table[i] = i + plain, and *pointer (which is counter) += 1.
constexpr std::string_view managed_ptx = R"(
.version 8.0
.target sm_90
.address_size 64

.visible .global .align 4 .u32 plain = 100;
.visible .global .attribute(.managed) .align 4 .u32 counter = 5;
.visible .global .attribute(.managed) .align 8 .u64 pointers[2] = {generic(counter), generic(plain)};
.visible .global .attribute(.managed) .align 4 .b8 table[32];
.visible .global .align 8 .u64 pointer = generic(counter);

.visible .entry step()
{
    .reg .b64 %rd<8>;
    .reg .b32 %r<8>;
    ld.global.u32 %r1, [counter];
    shl.b32 %r1, %r1, 1;
    st.global.u32 [counter], %r1;
    ld.global.u64 %rd1, [pointer];
    ld.u32 %r2, [%rd1];
    add.u32 %r2, %r2, 1;
    st.u32 [%rd1], %r2;
    ld.global.u64 %rd2, [pointers+8];
    ld.u32 %r3, [%rd2];
    mov.u64 %rd3, table;
    st.global.u32 [%rd3+28], %r3;
    ret;
}
)";

using Numbers = std::vector<std::uint32_t>;

struct ManagedWorker : WorkerTest, testing::WithParamInterface<const char*> {
    ManagedWorker() {
        backend::SoftOptions soft;
        soft.memory_bytes = std::uint64_t{512} << 20;
        soft.workers = 2;
        soft.launch_limit_ms = 10'000;
        WorkerOptions options;
        // The options that the worker would choose for this device.
        options.session = session_options_for(GetParam(), true, guard::Mode::Fence);
        options.session.window.bytes = std::uint64_t{1} << 32;
        options.session.window.has_sinks = true;
        options.session.window.heap.first_chunk = std::uint64_t{4} << 20;
        options.session.staging_bytes = 2 << 20;
        guarded = Worker::create(backend::open_soft(soft).take(), options).take();
    }

    std::int32_t load(TestClient& client, std::uint64_t handle, const std::vector<channel::Placement>& placements) {
        std::memcpy(reinterpret_cast<void*>(client.staging()), managed_ptx.data(), managed_ptx.size());
        return client.call(wire::LoadModule{handle, client.staging(), managed_ptx.size()},
                           channel::encode_placements(placements));
    }

    std::unique_ptr<Worker> guarded;
};

TEST_P(ManagedWorker, HostAndKernelUseTheSameMemory) {
    TestClient client(*guarded);
    const Address place = client.allocate_host(4096);
    const std::uint64_t module = client.handle(HandleKind::Module);
    ASSERT_EQ(load(client, module, {{"counter", place, 4}, {"pointers", place + 256, 16}, {"table", place + 512, 32}}),
              0)
        << channel::ClientChannel::last_failure_text();
    auto* const counter = reinterpret_cast<std::uint32_t*>(place);
    EXPECT_EQ(*counter, 5u);
    EXPECT_EQ(*reinterpret_cast<const Address*>(place + 256), place) << "addresses in their contents are right too";
    *counter += 1;
    client.submit(wire::Launch{0, client.function(module, "step"), 1, 1, 1, 1, 1, 1, 0, 0});
    ASSERT_EQ(client.synchronize(), 0);
    EXPECT_EQ(*counter, 13u);
    EXPECT_EQ(*reinterpret_cast<const std::uint32_t*>(place + 512 + 28), 100u);
    wire::FindGlobal::Reply found;
    ASSERT_EQ(client.call(wire::FindGlobal{module}, found, text_bytes("table")), 0);
    EXPECT_EQ(found.address, place + 512);
    EXPECT_EQ(found.bytes, 32u);
}

TEST_P(ManagedWorker, WithoutAWishTheyLieInDeviceMemory) {
    TestClient client(*guarded);
    const std::uint64_t module = client.handle(HandleKind::Module);
    ASSERT_EQ(load(client, module, {}), 0) << channel::ClientChannel::last_failure_text();
    client.submit(wire::Launch{0, client.function(module, "step"), 1, 1, 1, 1, 1, 1, 0, 0});
    wire::FindGlobal::Reply counter, table;
    ASSERT_EQ(client.call(wire::FindGlobal{module}, counter, text_bytes("counter")), 0);
    ASSERT_EQ(client.call(wire::FindGlobal{module}, table, text_bytes("table")), 0);
    EXPECT_EQ(client.get<std::uint32_t>(counter.address, 1), Numbers{11});
    EXPECT_EQ(client.get<std::uint32_t>(table.address, 8), (Numbers{0, 0, 0, 0, 0, 0, 0, 100}));
}

TEST_P(ManagedWorker, PlacesMustFit) {
    TestClient client(*guarded);
    const Address place = client.allocate_host(4096);
    EXPECT_EQ(load(client, client.handle(HandleKind::Module), {{"table", place, 31}}), cuda_status::invalid_value);
    EXPECT_EQ(load(client, client.handle(HandleKind::Module), {{"table", place + 2, 32}}), cuda_status::invalid_value);
    EXPECT_EQ(load(client, client.handle(HandleKind::Module), {{"table", client.allocate(256), 32}}),
              cuda_status::invalid_value)
        << "device memory";
    EXPECT_EQ(load(client, client.handle(HandleKind::Module), {{"others", place, 32}}), 0) << "nobody has this name";
}

INSTANTIATE_TEST_SUITE_P(Backends, ManagedWorker, testing::Values("soft", "cuda"));

}  // namespace
}  // namespace ringfence::worker
