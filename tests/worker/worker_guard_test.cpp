// Sessions whose kernels are rewritten, on one device.
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <string>
#include <thread>

#include <gmock/gmock.h>

#include "../basic_kernels.h"
#include "base/cuda_status.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;

const std::string guarded_ptx = R"(
.version 8.0
.target sm_90
.address_size 64

.visible .global .align 4 .u32 first = 5;
.visible .global .align 8 .u64 pointer = generic(first);
.visible .global .align 16 .b8 room[4096];
.visible .const .align 4 .u32 constant = 7;

.visible .entry store(.param .u64 address, .param .u32 value)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [address];
    ld.param.u32 %r1, [value];
    st.global.u32 [%rd1], %r1;
    ret;
}

.visible .entry follow(.param .u64 result)
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<4>;
    ld.param.u64 %rd1, [result];
    ld.global.u64 %rd2, [pointer];
    ld.global.u32 %r1, [%rd2];
    ld.const.u32 %r2, [constant];
    add.u32 %r1, %r1, %r2;
    st.global.u32 [%rd1], %r1;
    ret;
}

.visible .entry ends_itself()
{
    trap;
    ret;
}
)" + std::string(spin_kernel);

constexpr std::uint64_t window_bytes = std::uint64_t{1} << 32;
using Numbers = std::vector<std::uint32_t>;

struct GuardedWorker : WorkerTest {
    void limit_local(std::uint32_t bytes) {
        fencing.reset();
        fencing = make_guarded(guard::Mode::Fence, bytes);
    }

    std::unique_ptr<Worker> make_guarded(guard::Mode mode, std::uint32_t most_local = UINT32_MAX,
                                         std::chrono::seconds quiet_patience = std::chrono::minutes(5)) {
        backend::SoftOptions soft;
        soft.memory_bytes = std::uint64_t{512} << 20;
        soft.workers = 2;
        soft.launch_limit_ms = 300'000;
        WorkerOptions options;
        options.session = session_options_for("soft", true, mode);
        options.session.window.bytes = window_bytes;
        options.session.window.has_sinks = has_sinks;
        options.session.window.heap.first_chunk = std::uint64_t{4} << 20;
        options.session.staging_bytes = 2 << 20;
        options.session.most_local_bytes = most_local;
        options.session.quiet_patience = quiet_patience;
        options.log = [this](std::string_view line) {
            const std::lock_guard lock(log_mutex);
            log.emplace_back(line);
        };
        options.on_event = [this](const SessionEvent& event) {
            const std::lock_guard lock(log_mutex);
            events.push_back(event);
        };
        return Worker::create(backend::open_soft(soft).take(), options).take();
    }

    std::vector<SessionEvent> events;
    bool has_sinks = true;
    std::unique_ptr<Worker> fencing = make_guarded(guard::Mode::Fence);
};

TEST_F(GuardedWorker, LocalMemoryHasALimit) {
    constexpr const char* text = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry small(.param .u64 at) { .local .align 16 .b8 v[1024]; .reg .b64 %a; .reg .b32 %x; ld.param.u64 %a, [at];
  st.local.u32 [v+512], 7; ld.local.u32 %x, [v+512]; st.global.u32 [%a], %x; ret; }
.visible .entry large(.param .u64 at) { .local .align 16 .b8 v[131072]; .reg .b64 %a; .reg .b32 %x; ld.param.u64 %a, [at];
  st.local.u32 [v+512], 9; ld.local.u32 %x, [v+512]; st.global.u32 [%a], %x; ret; }
)";
    limit_local(8192);
    TestClient client(*fencing);
    TestClient neighbour(*fencing);
    const std::uint64_t module = client.load(text);
    const Address data = client.allocate(256);
    client.launch(client.function(module, "small"), 0, 1, data);
    EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{7});
    std::vector<std::byte> parameters;
    TestClient::append(parameters, data);
    EXPECT_EQ(client.outcome(wire::Launch{0, client.function(module, "large"), 1, 1, 1, 1, 1, 1, 0, 0}, parameters),
              cuda_status::out_of_memory);
    EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{7});
    const std::uint64_t other = neighbour.load(text);
    const Address theirs = neighbour.allocate(256);
    neighbour.launch(neighbour.function(other, "small"), 0, 1, theirs);
    EXPECT_EQ(neighbour.get<std::uint32_t>(theirs, 1), Numbers{7});
}

// Whoever comes to a matrix comes as a whole warp, so the guard has a warp vote on the way there. One that does not
// agree must not be taken one way as a whole.
TEST_F(GuardedWorker, AWarpThatPartsBeforeAMatrixFailsAndSaysSo) {
    constexpr const char* text = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry scale(.param .u64 at, .param .u32 n, .param .u32 large) {
  .reg .b64 %a<4>; .reg .b32 %x<8>; .reg .pred %p<3>; .shared .align 16 .b8 tile[1024];
  ld.param.u64 %a1, [at]; ld.param.u32 %x1, [n]; ld.param.u32 %x2, [large];
  mov.u32 %x3, %tid.x;
  setp.ge.u32 %p1, %x3, %x1;
  @%p1 bra OUT;
  mul.wide.u32 %a2, %x3, 4; add.u64 %a3, %a1, %a2;
  setp.eq.u32 %p2, %x2, 0;
  @%p2 bra SCALAR;
  mov.u32 %x4, tile;
  ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%x5}, [%x4];
  st.global.u32 [%a3], %x5;
  bra OUT;
SCALAR:
  st.global.u32 [%a3], %x3;
OUT:
  ret; }
)";
    TestClient client(*fencing);
    const std::uint64_t module = client.load(text);
    const std::uint64_t scale = client.function(module, "scale");
    const Address data = client.allocate(256);
    const auto outcome = [&](std::uint32_t n) {
        std::vector<std::byte> parameters;
        TestClient::append(parameters, data);
        TestClient::append(parameters, n);
        TestClient::append(parameters, std::uint32_t{0});
        return client.outcome(wire::Launch{0, scale, 1, 1, 1, 64, 1, 1, 0, 0}, parameters);
    };
    // The second warp as a whole has nothing to do.
    EXPECT_EQ(outcome(32), 0);
    EXPECT_EQ(client.get<std::uint32_t>(data, 40).at(31), 31u);
    EXPECT_EQ(outcome(20), cuda_status::launch_failed);
    const std::lock_guard lock(log_mutex);
    EXPECT_TRUE(std::any_of(log.begin(), log.end(), [](const std::string& line) {
        return line.find("threads of one warp went different ways") != std::string::npos;
    }));
}

TEST_F(GuardedWorker, KernelsWorkOnTheirMemoryAndVariables) {
    TestClient client(*fencing);
    const std::uint64_t module = client.load(guarded_ptx);
    const Address data = client.allocate(256);
    client.launch(client.function(module, "store"), 0, 1, data, 42u);
    EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{42});
    client.launch(client.function(module, "follow"), 0, 1, data);
    EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{12});
}

TEST_F(GuardedWorker, VariablesLieInTheWindowAndStayThere) {
    TestClient client(*fencing);
    const std::uint64_t module = client.load(guarded_ptx);
    const Address data = client.allocate(256);
    wire::FindGlobal::Reply first, room, constant;
    ASSERT_EQ(client.call(wire::FindGlobal{module}, first, text_bytes("first")), 0);
    ASSERT_EQ(client.call(wire::FindGlobal{module}, room, text_bytes("room")), 0);
    ASSERT_EQ(client.call(wire::FindGlobal{module}, constant, text_bytes("constant")), 0);
    EXPECT_EQ(client.call(wire::FindGlobal{module}, text_bytes("__rf_words")), cuda_status::not_found);
    EXPECT_EQ(first.address / window_bytes, data / window_bytes);
    EXPECT_EQ(room.bytes, 4096u);
    EXPECT_EQ(client.get<std::uint32_t>(first.address, 1), Numbers{5});
    EXPECT_EQ(client.get<std::uint32_t>(room.address, 16), Numbers(16, 0));
    client.put(constant.address, Numbers{30});
    client.launch(client.function(module, "follow"), 0, 1, data);
    EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{35});
    for (const Address address : {first.address, room.address, first.address / 256 * 256})
        EXPECT_EQ(client.call(wire::Release{address}), cuda_status::invalid_value);
    wire::ListFunctions::Reply list;
    ASSERT_EQ(client.call(wire::ListFunctions{module}, list), 0);
    EXPECT_EQ(list.count, 4u) << "what the guard has added is not the tenant's";
    ASSERT_EQ(client.call(wire::UnloadModule{module}), 0);
    EXPECT_EQ(client.call(wire::Read{0, first.address, 4}), cuda_status::invalid_value);
}

TEST_F(GuardedWorker, AStrayStoreStaysInItsOwnWindow) {
    TestClient victim(*fencing);
    TestClient attacker(*fencing);
    const Address treasure = victim.allocate(256);
    victim.put(treasure, Numbers{1234});
    ASSERT_EQ(victim.synchronize(), 0);
    const Address own = attacker.allocate(256);
    const std::uint64_t store = attacker.function(attacker.load(guarded_ptx), "store");
    // Where the fence brings an address back to is known: to memory of its own in the first case.
    attacker.launch(store, 0, 1, own + 5 * window_bytes, 77u);
    EXPECT_EQ(attacker.get<std::uint32_t>(own, 1), Numbers{77});
    attacker.launch(store, 0, 1, treasure, 78u);
    (void)attacker.synchronize();
    EXPECT_EQ(victim.get<std::uint32_t>(treasure, 1), Numbers{1234});
    EXPECT_EQ(victim.synchronize(), 0);
}

TEST_F(GuardedWorker, CheckModeTellsWhatWentAstray) {
    const std::unique_ptr<Worker> checking = make_guarded(guard::Mode::Check);
    TestClient client(*checking);
    TestClient other(*checking);
    const Address own = client.allocate(256);
    const std::uint64_t store = client.function(client.load(guarded_ptx), "store");
    client.launch(store, 0, 1, own, 1u);
    EXPECT_EQ(client.synchronize(), 0);
    client.launch(store, 0, 1, own + 5 * window_bytes, 2u);
    EXPECT_EQ(client.synchronize(), cuda_status::illegal_address);
    EXPECT_TRUE(was_logged(" (4 bytes), which is outside its memory"));
    EXPECT_TRUE(was_logged("store, PTX line 17, block (0,0,0)"));
    EXPECT_TRUE(was_logged("thread (0,0,0)"));
    EXPECT_EQ(client.synchronize(), cuda_status::illegal_address) << "it stays so";
    EXPECT_EQ(other.synchronize(), 0);
    EXPECT_FALSE(checking->statistics().has_lost_device);
    const std::vector<SessionState> states = checking->session_states();
    ASSERT_EQ(states.size(), 2u);
    EXPECT_EQ(states[0].violations, 1u);
    EXPECT_THAT(states[0].last_text, testing::HasSubstr("store, PTX line 17, block (0,0,0)"));
    EXPECT_EQ(states[1].violations, 0u);
    EXPECT_STREQ(states[1].last_text, "");

    ASSERT_EQ(client.call(wire::ResetSession{}), 0);
    const Address again = client.allocate(256);
    client.launch(client.function(client.load(guarded_ptx), "store"), 0, 1, again, 3u);
    EXPECT_EQ(client.get<std::uint32_t>(again, 1), Numbers{3});
}

TEST_F(GuardedWorker, AMisalignedAddressIsToldFromAWrongOne) {
    const std::unique_ptr<Worker> checking = make_guarded(guard::Mode::Check);
    TestClient client(*checking);
    const Address own = client.allocate(256);
    client.launch(client.function(client.load(guarded_ptx), "store"), 0, 1, own + 2, 2u);
    EXPECT_EQ(client.synchronize(), cuda_status::misaligned_address);
}

TEST_F(GuardedWorker, SoIsOneInSharedMemory) {
    const std::unique_ptr<Worker> checking = make_guarded(guard::Mode::Check);
    for (const auto& [place, expected] :
         {std::pair{2u, cuda_status::misaligned_address}, {1u << 20, cuda_status::illegal_address}}) {
        TestClient client(*checking);
        const std::uint64_t module = client.load(R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry store_shared(.param .u32 place)
{
    .shared .align 16 .b8 words[256];
    .reg .b32 %r<3>;
    ld.param.u32 %r0, [place];
    mov.u32 %r1, words;
    add.u32 %r1, %r1, %r0;
    st.shared.u32 [%r1], %r0;
    ret;
}
)");
        client.launch(client.function(module, "store_shared"), 0, 1, place);
        EXPECT_EQ(client.synchronize(), expected) << place;
    }
}

TEST_F(GuardedWorker, TheFaultOfAFencedVariantHasTheKernelsName) {
    has_sinks = false;
    const std::unique_ptr<Worker> bare = make_guarded(guard::Mode::Fence);
    TestClient client(*bare);
    (void)client.allocate(256);
    client.launch(client.function(client.load(guarded_ptx), "store"), 0, 1, std::uint64_t{0}, 1u);
    EXPECT_EQ(client.synchronize(), cuda_status::illegal_address);
    EXPECT_THAT(std::string(channel::ClientChannel::last_failure_text()),
                testing::HasSubstr("kernel 'store': store of"));
    EXPECT_TRUE(was_logged("kernel 'store': store of"));
}

TEST_F(GuardedWorker, ATrapIsTheTenantsOwnFailure) {
    TestClient client(*fencing);
    TestClient other(*fencing);
    client.launch(client.function(client.load(guarded_ptx), "ends_itself"), 0, 1);
    EXPECT_EQ(client.synchronize(), cuda_status::launch_failed);
    EXPECT_EQ(other.synchronize(), 0);
}

TEST_F(GuardedWorker, WhatCannotBeGuardedIsRefusedWithAWayOut) {
    TestClient client(*fencing);
    std::int32_t status = 0;
    (void)client.load(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n\t.reg .b64 %a;\n"
        "\tmov.u64 %a, 0;\n\tprefetch.global.L2 [%a];\n\tld.mmio.relaxed.sys.global.u32 %a, [%a];\n\tret;\n}\n",
        &status);
    EXPECT_NE(status, 0);
    EXPECT_THAT(std::string(channel::ClientChannel::last_failure_text()), testing::HasSubstr("--isolation private"));
}

// A violation that nobody waited for is reported all the same, when the session ends.
TEST_F(GuardedWorker, EventsAreToldAsTheyCome) {
    const std::unique_ptr<Worker> checking = make_guarded(guard::Mode::Check);
    {
        TestClient client(*checking);
        const std::uint64_t store = client.function(client.load(guarded_ptx), "store");
        std::int32_t status = 0;
        (void)client.load("nonsense", &status);
        EXPECT_EQ(status, cuda_status::invalid_ptx);
        wire::Launch launch{0, store, 1, 1, 1, 32, 1, 1, 0, 0};
        std::vector<std::byte> parameters;
        // To where the fence brings it back to memory that is there, so that all threads come to it.
        TestClient::append(parameters, client.allocate(256) + 5 * window_bytes);
        TestClient::append(parameters, 5u);
        client.submit(launch, parameters);
        client.submit(wire::DestroyStream{77});
        (void)client.call(wire::MemoryInfo{});
    }
    checking->wait_until_empty();
    const std::lock_guard lock(log_mutex);
    ASSERT_EQ(events.size(), 5u);
    EXPECT_EQ(events[0].kind, EventKind::Begins);
    EXPECT_EQ(events[1].kind, EventKind::ModuleLoaded);
    EXPECT_STREQ(events[1].text, "accepted: guarded (check)");
    EXPECT_EQ(events[1].amount, guarded_ptx.size());
    EXPECT_EQ(std::string_view(events[1].subject).size(), 64u);
    EXPECT_EQ(events[2].kind, EventKind::ModuleRefused);
    EXPECT_EQ(events[2].amount, 8u);
    EXPECT_STRNE(events[2].subject, events[1].subject);
    EXPECT_EQ(events[3].kind, EventKind::Violation);
    EXPECT_EQ(events[3].count, 32u);
    EXPECT_EQ(events[3].status, cuda_status::illegal_address);
    EXPECT_THAT(events[3].text, testing::HasSubstr(" (4 bytes), which is outside its memory: store, PTX line 17"));
    EXPECT_EQ(events[4].kind, EventKind::Ends);
    EXPECT_STREQ(events[4].text, "the client has gone");
}

TEST_F(GuardedWorker, WhatAKernelPrintsComesWhileItRuns) {
    constexpr std::string_view printing = R"(
.version 8.3
.target sm_90
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);
.global .align 1 .b8 text[4] = {37, 100, 10, 0};
.visible .entry print_and_spin(.param .u64 word)
{
    .reg .pred %p;
    .reg .b32 %r<3>;
    .reg .b64 %rd<6>;
    .local .align 8 .b8 room[8];
    ld.param.u64 %rd5, [word];
    mov.u64 %rd1, room;
    cvta.local.u64 %rd2, %rd1;
    st.local.u32 [%rd1], 5;
    mov.u64 %rd3, text;
    cvta.global.u64 %rd4, %rd3;
    {
    .param .b64 f;
    .param .b64 v;
    .param .b32 r;
    st.param.b64 [f], %rd4;
    st.param.b64 [v], %rd2;
    call.uni (r), vprintf, (f, v);
    ld.param.b32 %r1, [r];
    }
again:
    ld.volatile.global.u32 %r2, [%rd5];
    setp.eq.u32 %p, %r2, 0;
    @%p bra again;
    ret;
}
)";
    int ends[2] = {};
    ASSERT_EQ(::pipe(ends), 0);
    const UniqueFd reader(ends[0]);
    TestClient client(*fencing, UniqueFd(ends[1]));
    const std::uint64_t spin = client.function(client.load(printing), "print_and_spin");
    const Address word = client.allocate_host(4096);
    client.launch(spin, 0, 1, word);
    pollfd watched = {reader.get(), POLLIN, 0};
    ASSERT_EQ(::poll(&watched, 1, 60'000), 1) << "nothing is printed before the kernel ends";
    char text[8] = {};
    EXPECT_EQ(::read(reader.get(), text, sizeof text), 2);
    EXPECT_STREQ(text, "5\n");
    reinterpret_cast<volatile std::uint32_t*>(word)[0] = 1;
    EXPECT_EQ(client.synchronize(), 0);
}

TEST_F(GuardedWorker, AVerdictIsWhatLoadingWouldSay) {
    constexpr std::string_view head = ".version 8.0\n.target sm_90\n.address_size 64\n";
    const std::string body = ".visible .entry k() { call f; ret; }\n";
    TestClient client(*fencing);
    const auto judge = [&](const std::string& ptx) {
        std::memcpy(reinterpret_cast<void*>(client.staging()), ptx.data(), ptx.size());
        return client.call(wire::JudgeImage{client.staging(), ptx.size()});
    };
    const auto load = [&](const std::string& ptx) {
        std::int32_t status = 0;
        client.load(ptx, &status);
        return status;
    };
    const std::pair<std::string, std::int32_t> cases[] = {
        {guarded_ptx, 0},
        {std::string(head) + ".func f() { call f; ret; }\n" + body, cuda_status::not_supported},
        // Modules that a driver would refuse as well get the driver's numbers.
        {std::string(head) + ".extern .func f;\n" + body, cuda_status::invalid_ptx},
        {std::string(head) + "nonsense", cuda_status::invalid_ptx},
        {".version 99.0\n.target sm_90\n.address_size 64\n", cuda_status::unsupported_ptx_version},
    };
    for (const auto& [ptx, status] : cases) {
        EXPECT_EQ(judge(ptx), status) << ptx;
        EXPECT_EQ(load(ptx), status) << ptx;
    }
    EXPECT_EQ(client.call(wire::JudgeImage{client.staging(), 0}), cuda_status::invalid_value);
    EXPECT_EQ(client.call(wire::JudgeImage{client.allocate(256), 256}), cuda_status::invalid_value);
    EXPECT_EQ(client.call(wire::JudgeImage{0, 100}), cuda_status::invalid_value);
}

TEST_F(GuardedWorker, MemoryThatNeedsAPauseGetsOne) {
    TestClient client(*fencing);
    const std::uint64_t spin = client.function(client.load(guarded_ptx), "spin");
    const Address word = client.allocate_host(4096);
    auto* const host = reinterpret_cast<std::uint32_t*>(word);
    std::thread release([&] {
        std::this_thread::sleep_for(300ms);
        std::atomic_ref(*host).store(1);
    });
    client.launch(spin, 0, 1, word);
    wire::Allocate::Reply reply;
    EXPECT_EQ(client.call(wire::Allocate{64 << 20, 256}, reply), 0) << "it waits for the kernel";
    release.join();
    EXPECT_EQ(client.synchronize(), 0);
}

TEST_F(GuardedWorker, APauseThatDoesNotComeIsNotWaitedForForLong) {
    const auto hasty = make_guarded(guard::Mode::Fence, UINT32_MAX, 2s);
    TestClient client(*hasty);
    const std::uint64_t spin = client.function(client.load(guarded_ptx), "spin");
    const Address word = client.allocate_host(4096);
    auto* const host = reinterpret_cast<std::uint32_t*>(word);
    wire::Allocate::Reply reply;
    client.launch(spin, 0, 1, word);
    EXPECT_EQ(client.call(wire::Allocate{128 << 20, 256}, reply), cuda_status::out_of_memory);
    EXPECT_THAT(std::string(channel::ClientChannel::last_failure_text()), testing::HasSubstr("2 seconds"));
    std::atomic_ref(*host).store(1);
    EXPECT_EQ(client.synchronize(), 0);
    EXPECT_EQ(client.call(wire::Allocate{128 << 20, 256}, reply), 0);
}

}  // namespace
}  // namespace ringfence::worker
