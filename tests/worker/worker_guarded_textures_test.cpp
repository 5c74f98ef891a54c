// Guarded kernels and their textures and surfaces: numbers of the session, whatever a kernel makes of them.
#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>

#include <gmock/gmock.h>

#include "base/array_shape.h"
#include "base/cuda_status.h"
#include "guard/conditions/texture_table.h"
#include "memory/texture_table.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using Numbers = std::vector<std::uint32_t>;
constexpr std::uint32_t width = 8;

// fetch(number, out): elements of a line; store(number, word), load(number, out): of a surface; wait(word): until it is
// not 0.
constexpr const char* kernels = R"(
.version 8.3
.target sm_90
.address_size 64
.visible .entry fetch(.param .u64 number, .param .u64 out)
{
    .reg .b32 %r<8>; .reg .b64 %t, %out, %at;
    ld.param.u64 %t, [number]; ld.param.u64 %out, [out];
    mov.u32 %r0, %tid.x; mul.wide.u32 %at, %r0, 4; add.s64 %at, %out, %at;
    tex.1d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [%t, {%r0}];
    st.global.u32 [%at], %r1;
    ret;
}
.visible .entry store(.param .u64 number, .param .u32 word)
{
    .reg .b32 %r<8>; .reg .b64 %s;
    ld.param.u64 %s, [number]; ld.param.u32 %r1, [word];
    mov.u32 %r0, %tid.x; shl.b32 %r2, %r0, 2;
    sust.b.1d.b32.trap [%s, {%r2}], {%r1};
    ret;
}
.visible .entry load(.param .u64 number, .param .u64 out)
{
    .reg .b32 %r<8>; .reg .b64 %s, %out, %at;
    ld.param.u64 %s, [number]; ld.param.u64 %out, [out];
    mov.u32 %r0, %tid.x; mul.wide.u32 %at, %r0, 4; add.s64 %at, %out, %at; shl.b32 %r2, %r0, 2;
    suld.b.1d.b32.trap {%r1}, [%s, {%r2}];
    st.global.u32 [%at], %r1;
    ret;
}
.visible .entry wait(.param .u64 word)
{
    .reg .b32 %r; .reg .b64 %w; .reg .pred %p;
    ld.param.u64 %w, [word];
AGAIN:
    ld.volatile.global.u32 %r, [%w];
    setp.eq.u32 %p, %r, 0;
    @%p bra AGAIN;
    ret;
}
)";

struct Tenant : TestClient {
    explicit Tenant(Worker& worker) : TestClient(worker) {
        module = load(kernels);
        out = allocate(4096);
        memory = allocate(4096);
    }

    std::uint64_t line(std::uint32_t first, std::uint32_t flags = 0) {
        const std::uint64_t array = handle(HandleKind::Array);
        EXPECT_EQ(call(wire::CreateArray{
                      .array = array, .width = width, .format = array_format::uint32, .channels = 1, .flags = flags}),
                  0);
        Numbers values(width);
        std::iota(values.begin(), values.end(), first);
        put(memory, values);
        wire::CopyArray copy;
        copy.to_array = array;
        copy.from = memory;
        copy.width = width * 4;
        copy.height = copy.depth = 1;
        submit(copy);
        return array;
    }
    std::uint64_t texture_of(std::uint64_t array) {
        wire::CreateTexture wanted;
        wanted.array = array;
        wanted.flags = 1;
        return texture(wanted);
    }
    std::uint64_t texture(const wire::CreateTexture& wanted) {
        wire::CreateTexture::Reply reply;
        EXPECT_EQ(call(wanted, reply), 0);
        return reply.texture;
    }
    std::uint64_t surface_of(std::uint64_t array) {
        wire::CreateSurface::Reply reply;
        EXPECT_EQ(call(wire::CreateSurface{array, 0}, reply), 0);
        return reply.surface;
    }
    Numbers run(const char* kernel, std::uint64_t number) {
        put(out, Numbers(width, 0xeeee));
        launch(function(module, kernel), 0, width, number, out);
        return get<std::uint32_t>(out, width);
    }
    Numbers fetch(std::uint64_t number) { return run("fetch", number); }

    std::uint64_t module = 0;
    Address out = 0;
    Address memory = 0;
};

Numbers counted(std::uint32_t first) {
    Numbers values(width);
    std::iota(values.begin(), values.end(), first);
    return values;
}
const Numbers zeros(width, 0);

// When the worker has long noticed that kernels have ended.
std::chrono::steady_clock::time_point in_a_minute() {
    return std::chrono::steady_clock::now() + std::chrono::minutes(1);
}

struct GuardedTextures : WorkerTest {
    std::unique_ptr<Worker> make_guarded(guard::Mode mode) {
        WorkerOptions options = worker_options();
        options.session = session_options_for("soft", true, mode);
        options.session.window.bytes = std::uint64_t{1} << 32;
        options.session.staging_bytes = 2 << 20;
        return make_worker(60'000, options);
    }
    std::unique_ptr<Worker> guarded = make_guarded(guard::Mode::Fence);
    Tenant client{*guarded};
};

TEST_F(GuardedTextures, TexturesAndSurfacesAreThere) {
    const std::uint64_t array = client.line(100, array_flag::surface);
    const std::uint64_t texture = client.texture_of(array);
    EXPECT_EQ(client.fetch(texture), counted(100));
    const std::uint64_t surface = client.surface_of(array);
    EXPECT_EQ(client.run("load", surface), counted(100));
    client.launch(client.function(client.module, "store"), 0, width, surface, 7u);
    EXPECT_EQ(client.fetch(texture), Numbers(width, 7));
    // More threads than elements: natively a trap, here nothing.
    client.launch(client.function(client.module, "store"), 0, 4 * width, surface, 9u);
    EXPECT_EQ(client.fetch(texture), Numbers(width, 9));
    const std::unique_ptr<Worker> checking = make_guarded(guard::Mode::Check);
    Tenant other(*checking);
    EXPECT_EQ(other.fetch(other.texture_of(other.line(40))), counted(40));
}

TEST_F(GuardedTextures, NumbersMeanTheSessionsOwnOrNothing) {
    Tenant neighbour(*guarded);
    const std::uint64_t theirs = neighbour.texture_of(neighbour.line(500, array_flag::surface));
    const std::uint64_t their_surface = neighbour.surface_of(neighbour.line(600, array_flag::surface));
    for (const std::uint64_t number :
         {std::uint64_t{0}, theirs, their_surface, std::uint64_t{1} << 55 | theirs, std::uint64_t{1} << 32 | theirs,
          guard::texture_entries, ~std::uint64_t{0}, std::uint64_t{1} << 63}) {
        EXPECT_EQ(client.fetch(number), zeros) << number;
        client.launch(client.function(client.module, "store"), 0, width, number, 1u);
        EXPECT_EQ(client.fetch(number), zeros) << "what is stored nowhere is seen nowhere";
    }
    EXPECT_EQ(neighbour.fetch(theirs), counted(500));
    EXPECT_EQ(neighbour.run("load", their_surface), counted(600));
}

TEST_F(GuardedTextures, ATextureIsNoSurfaceAndTheOtherWayRound) {
    const std::uint64_t texture = client.texture_of(client.line(100, array_flag::surface));
    const std::uint64_t surface = client.surface_of(client.line(200, array_flag::surface));
    EXPECT_NE(texture, surface);
    EXPECT_EQ(client.fetch(surface), zeros);
    client.launch(client.function(client.module, "store"), 0, width, texture, 1u);
    EXPECT_EQ(client.fetch(texture), counted(100));
    EXPECT_EQ(client.outcome(wire::DestroyTexture{surface}), cuda_status::invalid_value);
    EXPECT_EQ(client.run("load", surface), counted(200));
}

TEST_F(GuardedTextures, ADestroyedOneStaysForTheKernelsBeforeAndIsNothingToThoseAfter) {
    const Address word = client.allocate_host(4096);
    const std::uint64_t texture = client.texture_of(client.line(100));
    const std::uint64_t stream = client.stream(false);
    client.put(client.out, Numbers(width, 0xeeee));
    EXPECT_EQ(client.synchronize(), 0);
    client.launch(client.function(client.module, "wait"), stream, 1, word);
    client.launch(client.function(client.module, "fetch"), stream, width, texture, client.out);
    client.submit(wire::DestroyTexture{texture});
    // Another one meanwhile has another number.
    const std::uint64_t next = client.texture_of(client.line(300));
    EXPECT_NE(next, texture);
    std::atomic_ref(*reinterpret_cast<std::uint32_t*>(word)).store(1);
    EXPECT_EQ(client.synchronize(), 0);
    EXPECT_EQ(client.get<std::uint32_t>(client.out, width), counted(100));
    // Its number is cleared when the worker has noticed that the kernels have ended; until then it is what it was.
    const auto patience = in_a_minute();
    Numbers seen = client.fetch(texture);
    while (seen == counted(100) && std::chrono::steady_clock::now() < patience)
        seen = client.fetch(texture);
    EXPECT_EQ(seen, zeros);
    EXPECT_EQ(client.fetch(next), counted(300));
}

TEST_F(GuardedTextures, MemoryThatIsFreedUnderATextureIsNobodyElses) {
    Tenant neighbour(*guarded);
    const Address memory = client.allocate(8 << 20);
    client.put(memory, counted(100));
    wire::CreateTexture wanted;
    wanted.kind = 2;
    wanted.address = memory;
    wanted.width = width;
    wanted.format = array_format::uint32;
    wanted.channels = 1;
    wanted.flags = 1;
    const std::uint64_t texture = client.texture(wanted);
    EXPECT_EQ(client.fetch(texture), counted(100));
    ASSERT_EQ(client.call(wire::Release{memory}), 0);
    const Address theirs = neighbour.allocate(8 << 20);
    neighbour.put(theirs, counted(0x5ec0));
    EXPECT_EQ(neighbour.synchronize(), 0);
    // Its own window is all that it can see there: on a card scratch memory, on the software GPU a fault of its own.
    client.put(client.out, Numbers(width, 0));
    client.launch(client.function(client.module, "fetch"), 0, width, texture, client.out);
    (void)client.synchronize();
    EXPECT_EQ(neighbour.get<std::uint32_t>(theirs, width), counted(0x5ec0));
    EXPECT_EQ(neighbour.fetch(neighbour.texture_of(neighbour.line(7))), counted(7));
}

// Constant memory lies outside of the window. When its module is unloaded, another session's may come there, or
// nothing.
TEST_F(GuardedTextures, ConstantMemoryIsNotForTextures) {
    const std::uint64_t module = client.load(R"(
.version 8.3
.target sm_90
.address_size 64
.const .align 16 .b8 table[4096];
.global .align 16 .b8 plain[4096];
.visible .entry read(.param .u64 out)
{
    .reg .b32 %r<2>; .reg .b64 %out;
    ld.param.u64 %out, [out];
    ld.const.u32 %r0, [table];
    ld.global.u32 %r1, [plain];
    add.u32 %r0, %r0, %r1;
    st.global.u32 [%out], %r0;
    ret;
}
)");
    ASSERT_NE(module, 0u);
    const auto texture_of_variable = [&](std::string_view name) {
        wire::FindGlobal::Reply variable;
        EXPECT_EQ(client.call(wire::FindGlobal{module}, variable, std::as_bytes(std::span(name))), 0);
        EXPECT_GE(variable.bytes, 4096u);
        wire::CreateTexture wanted;
        wanted.kind = 2;
        wanted.address = (variable.address + 511) / 512 * 512;
        wanted.width = width;
        wanted.format = array_format::uint32;
        wanted.channels = 1;
        wanted.flags = 1;
        return client.call(wanted);
    };
    EXPECT_EQ(texture_of_variable("plain"), 0) << "it lies in the window";
    EXPECT_EQ(texture_of_variable("table"), cuda_status::invalid_value);
}

// Nobody knows what a card does with a width or a pitch of 0, so no kernel gets to it.
TEST_F(GuardedTextures, NobodyLooksAtMemoryWithoutElements) {
    using backend::LinearResource;
    using backend::PitchedResource;
    const auto columns = [](const backend::TextureResource& resource) {
        return memory::TextureTable::columns_of(resource);
    };
    EXPECT_EQ(columns(LinearResource{512, array_format::uint32, 1, 0}), 0u);
    EXPECT_EQ(columns(PitchedResource{512, array_format::uint32, 1, 0, 8, ~std::uint64_t{0}}), 0u);
    EXPECT_EQ(columns(PitchedResource{512, array_format::uint32, 1, 8, 0, 512}), 0u);
    EXPECT_EQ(columns(PitchedResource{512, array_format::uint32, 1, 8, 8, 0}), 0u);
    EXPECT_NE(columns(LinearResource{512, array_format::uint32, 1, 1}), 0u);
    EXPECT_NE(columns(PitchedResource{512, array_format::uint32, 1, 1, 1, 32}), 0u);
}

TEST_F(GuardedTextures, NumbersAreGivenAgainAndEndSomewhere) {
    const std::uint64_t array = client.line(100);
    std::vector<std::uint64_t> numbers;
    wire::CreateTexture wanted;
    wanted.array = array;
    wanted.flags = 1;
    wire::CreateTexture::Reply reply;
    while (client.call(wanted, reply) == 0 && numbers.size() < guard::texture_entries)
        numbers.push_back(reply.texture);
    EXPECT_EQ(numbers.size(), guard::texture_entries - 2) << "but for the first and the last";
    EXPECT_THAT(std::string(channel::ClientChannel::last_failure_text()), testing::HasSubstr("--isolation private"));
    EXPECT_EQ(client.fetch(guard::last_texture_entry), zeros);
    EXPECT_EQ(client.outcome(wire::DestroyTexture{numbers[5]}), 0);
    EXPECT_EQ(client.synchronize(), 0);
    const auto patience = in_a_minute();
    while (client.call(wanted, reply) != 0 && std::chrono::steady_clock::now() < patience) {
    }
    EXPECT_EQ(reply.texture, numbers[5]);
}

// The longer something has waited, the later the worker looks: a reset may be over before a texture that was destroyed
// long before is seen to be free. Whatever is still on its way out then belongs to the old table.
TEST_F(GuardedTextures, WhatLeavesDuringAResetTakesNoNumbersOfTheNewTable) {
    WorkerOptions options = worker_options();
    options.session = session_options_for("soft", true, guard::Mode::Fence);
    options.session.window.bytes = std::uint64_t{1} << 32;
    options.session.staging_bytes = 2 << 20;
    options.session.longest_nap = std::chrono::hours(1);
    const std::unique_ptr<Worker> patient = make_worker(60'000, options);
    Tenant tenant(*patient);
    const Address word = tenant.allocate_host(4096);
    const std::uint64_t stream = tenant.stream(false);
    const std::uint64_t first = tenant.texture_of(tenant.line(100));
    const std::uint64_t second = tenant.texture_of(tenant.line(200));
    EXPECT_EQ(tenant.synchronize(), 0);
    tenant.launch(tenant.function(tenant.module, "wait"), stream, 1, word);
    tenant.submit(wire::DestroyTexture{first});
    tenant.submit(wire::DestroyTexture{second});
    // Some calls, so that time passes for the first.
    wire::MemoryInfo::Reply info;
    for (int i = 0; i < 4000; ++i)
        ASSERT_EQ(tenant.call(wire::MemoryInfo{}, info), 0);
    std::thread releasing([&] {
        for (int i = 0; i < 100; ++i)
            std::this_thread::yield();
        std::atomic_ref(*reinterpret_cast<std::uint32_t*>(word)).store(1);
    });
    ASSERT_EQ(tenant.call(wire::ResetSession{}), 0);
    releasing.join();
    tenant.memory = tenant.allocate(4096);
    std::vector<std::uint64_t> numbers;
    for (std::uint32_t i = 0; i < 3; ++i)
        numbers.push_back(tenant.texture_of(tenant.line(1000 * (i + 1))));
    tenant.module = tenant.load(kernels);
    tenant.out = tenant.allocate(4096);
    for (std::uint32_t i = 0; i < 3; ++i)
        EXPECT_EQ(tenant.fetch(numbers[i]), counted(1000 * (i + 1))) << "the number " << numbers[i];
    const std::uint64_t another = tenant.texture_of(tenant.line(7));
    EXPECT_THAT(numbers, testing::Not(testing::Contains(another)));
}

TEST_F(GuardedTextures, ASessionEndsWhileTexturesLeave) {
    worker = make_guarded(guard::Mode::Fence);
    Tenant tenant(*worker);
    const Address word = tenant.allocate_host(4096);
    const std::uint64_t first = tenant.texture_of(tenant.line(100));
    const std::uint64_t second = tenant.texture_of(tenant.line(200));
    tenant.launch(tenant.function(tenant.module, "wait"), tenant.stream(false), 1, word);
    tenant.launch(tenant.function(tenant.module, "fetch"), 0, width, second, tenant.out);
    tenant.submit(wire::DestroyTexture{first});
    tenant.submit(wire::DestroyTexture{second});
    wire::MemoryInfo::Reply info;
    ASSERT_EQ(tenant.call(wire::MemoryInfo{}, info), 0);
    tenant.end();
    std::atomic_ref(*reinterpret_cast<std::uint32_t*>(word)).store(1);
    EXPECT_TRUE(becomes_empty());
    EXPECT_FALSE(was_logged("does not balance"));
}

TEST_F(GuardedTextures, AResetBeginsAnew) {
    const std::uint64_t texture = client.texture_of(client.line(100));
    ASSERT_EQ(client.call(wire::ResetSession{}), 0);
    client.module = client.load(kernels);
    client.out = client.allocate(4096);
    client.memory = client.allocate(4096);
    EXPECT_EQ(client.fetch(texture), zeros);
    EXPECT_EQ(client.fetch(client.texture_of(client.line(200))), counted(200));
}

}  // namespace
}  // namespace ringfence::worker
