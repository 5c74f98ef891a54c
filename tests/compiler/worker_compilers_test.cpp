// A worker whose modules are compiled apart, by a compiler that does what the names of kernels say.
#include <sys/prctl.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/cuda_status.h"
#include "compiler/pool.h"
#include "process_state.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using Numbers = std::vector<std::uint32_t>;

// A kernel that writes `value` where it is told, and whose name tells the compiler what to do.
std::string module_with(const std::string& name) {
    return ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry " + name +
           R"((.param .u64 to, .param .u32 value)
{
    .reg .b64 %rd<3>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [to];
    ld.param.u32 %r1, [value];
    cvta.to.global.u64 %rd2, %rd1;
    st.global.u32 [%rd2], %r1;
    ret;
}
)";
}

struct WorkerWithCompilers : WorkerTest {
    void SetUp() override {
        if (::prctl(PR_GET_SECCOMP) < 0) GTEST_SKIP() << "this system has no seccomp";
        start(5s);  // longer than a machine stands still
    }
    void start(std::chrono::milliseconds compile_limit) {
        guarded.reset();
        compiler::PoolOptions pool;
        pool.process.program = FAKE_COMPILER;
        pool.process.time_limit = compile_limit;
        pool.process.most_memory = std::uint64_t{64} << 20U;
        pool.most_at_once = 2;
        compilers = compiler::Pool::create(pool).take();
        WorkerOptions options = worker_options();
        options.session = session_options_for("soft", true, guard::Mode::Fence);
        options.session.window.bytes = std::uint64_t{1} << 32;
        options.session.window.has_sinks = true;
        options.session.window.heap.first_chunk = std::uint64_t{4} << 20;
        options.session.staging_bytes = 2 << 20;
        options.session.compilers = compilers;
        guarded = make_worker(300'000, options);
    }

    std::shared_ptr<compiler::Pool> compilers;
    std::unique_ptr<Worker> guarded;
};

void expect_works(TestClient& client, const std::string& name) {
    const std::uint64_t module = client.load(module_with(name));
    ASSERT_NE(module, 0U);
    const Address data = client.allocate(256);
    client.launch(client.function(module, name), 0, 1, data, 42U);
    EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{42});
}

TEST_F(WorkerWithCompilers, LoadsWhatTheyMake) {
    TestClient client(*guarded);
    expect_works(client, "plain");
    EXPECT_EQ(compilers->statistics().compiled, 1U);
}

TEST_F(WorkerWithCompilers, AModuleThatBreaksOneIsAnErrorOfItsLoad) {
    TestClient client(*guarded);
    TestClient neighbour(*guarded);
    const std::pair<const char*, std::int32_t> cases[] = {
        {"compiler_crashes", cuda_status::invalid_ptx},         {"compiler_hangs", cuda_status::invalid_ptx},
        {"compiler_eats", cuda_status::out_of_memory},          {"compiler_talks_nonsense", cuda_status::invalid_ptx},
        {"compiler_gives_garbage", cuda_status::invalid_image}, {"compiler_refuses", cuda_status::invalid_ptx},
    };
    for (const auto& [name, expected] : cases) {
        std::int32_t status = 0;
        EXPECT_EQ(client.load(module_with(name), &status), 0U) << name;
        EXPECT_EQ(status, expected) << name;
        expect_works(neighbour, std::string("plain_after_") + (name + 9));
    }
    // It can go on, too.
    expect_works(client, "plain");
}

// One of these names would end it.
TEST_F(WorkerWithCompilers, TheyDoNotSeeWhatTheGuardRefuses) {
    TestClient client(*guarded);
    const std::uint64_t module = client.load(module_with("plain") + ".func again()\n{\n    call again;\n    ret;\n}\n" +
                                             ".visible .entry compiler_crashes()\n{\n    call again;\n    ret;\n}\n");
    ASSERT_NE(module, 0U);
    const Address data = client.allocate(256);
    client.launch(client.function(module, "plain"), 0, 1, data, 42U);
    EXPECT_EQ(client.get<std::uint32_t>(data, 1), Numbers{42});
    EXPECT_EQ(
        client.call(wire::FindFunction{module, client.handle(HandleKind::Function)}, text_bytes("compiler_crashes")),
        cuda_status::not_supported);
}

TEST_F(WorkerWithCompilers, MayBeKilledAndStoppedUnderneath) {
    TestClient client(*guarded);
    for (const int signal : {SIGKILL, SIGSTOP}) {
        expect_works(client, "plain" + std::to_string(signal));
        const std::vector<pid_t> processes = compilers->processes();
        for (const pid_t process : processes)
            ::kill(process, signal);
        for (const pid_t process : processes) {
            while (!compiler::has_ended(process) && !compiler::is_stopped(process))
                std::this_thread::sleep_for(1ms);
        }
        TestClient neighbour(*guarded);
        expect_works(neighbour, "neighbour" + std::to_string(signal));
    }
    // One that was stopped is only noticed by the time it takes.
    std::int32_t status = 0;
    EXPECT_EQ(client.load(module_with("again"), &status), 0U);
    EXPECT_EQ(status, cuda_status::invalid_ptx);
    expect_works(client, "plain");
}

TEST_F(WorkerWithCompilers, NobodyWaitsForAClientThatIsGone) {
    start(10min);
    auto client = std::make_unique<TestClient>(*guarded);
    std::int32_t status = 0;
    std::thread loading([&] { EXPECT_EQ(client->load(module_with("compiler_hangs"), &status), 0U); });
    while (compilers->statistics().busy == 0)
        std::this_thread::sleep_for(1ms);
    client->end();
    const auto begin = std::chrono::steady_clock::now();
    while (guarded->statistics().sessions != 0)
        std::this_thread::sleep_for(1ms);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 1min);
    loading.join();
}

// Measures a neighbour's launches while 200 modules of another tenant do their worst.
TEST_F(WorkerWithCompilers, TwoHundredHostileModulesHarmNoNeighbour) {
    TestClient tenant(*guarded);
    TestClient neighbour(*guarded);
    const std::uint64_t module = neighbour.load(module_with("plain"));
    const std::uint64_t function = neighbour.function(module, "plain");
    const Address data = neighbour.allocate(256);
    std::atomic<bool> is_over = false;
    std::thread hostile([&] {
        const char* const names[] = {"compiler_crashes", "compiler_aborts", "compiler_exits",      "compiler_recurses",
                                     "compiler_eats",    "compiler_throws", "compiler_claims_much"};
        for (int i = 0; i < 200; ++i) {
            std::int32_t status = 0;
            EXPECT_EQ(tenant.load(module_with(names[i % std::size(names)]), &status), 0U);
            EXPECT_NE(status, 0);
        }
        is_over = true;
    });
    std::uint32_t launches = 0;
    while (!is_over) {
        neighbour.launch(function, 0, 1, data, ++launches);
        ASSERT_EQ(neighbour.get<std::uint32_t>(data, 1), Numbers{launches});
    }
    hostile.join();
    EXPECT_EQ(compilers->statistics().failed, 200U);
    expect_works(tenant, "plain");
}

}  // namespace
}  // namespace ringfence::worker
