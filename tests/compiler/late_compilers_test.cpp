// Variants that are compiled late, in processes apart, as for a card; kept, and shared by tenants.
#include <sys/prctl.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/cuda_status.h"
#include "compiler/pool.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

// Stores at base + offset: if the base is no address of the tenant's, the launch does not meet the conditions. A name
// `late_crashes` and the like tells the compiler what to do with the fenced variant.
std::string module_of_two(const std::string& name) {
    return ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry " + name +
           R"((.param .u64 base, .param .u64 offset, .param .u32 value)
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<2>;
    ld.param.u64 %rd1, [base];
    ld.param.u64 %rd2, [offset];
    ld.param.u32 %r1, [value];
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3], %r1;
    ret;
}
)";
}

constexpr Address way_off = Address{1} << 44U;

struct LateCompilers : WorkerTest {
    void SetUp() override {
        if (::prctl(PR_GET_SECCOMP) < 0) GTEST_SKIP() << "this system has no seccomp";
        compiler::PoolOptions pool;
        pool.process.program = FAKE_COMPILER;
        pool.process.time_limit = 5s;
        pool.process.most_memory = std::uint64_t{64} << 20U;
        pool.most_at_once = 2;
        compilers = compiler::Pool::create(pool).take();
        start();
    }
    void start() {
        WorkerOptions options = worker_options();
        options.session = session_options_for("soft", true, guard::Mode::Fence);
        options.session.window.bytes = std::uint64_t{1} << 32;
        options.session.window.has_sinks = true;
        options.session.window.heap.first_chunk = std::uint64_t{4} << 20;
        options.session.staging_bytes = 2 << 20;
        options.session.compilers = compilers;
        options.session.cache = cache;
        guarded = make_worker(10'000, options);
    }
    std::uint64_t compiled() const { return compilers->statistics().compiled; }

    std::shared_ptr<compiler::Pool> compilers;
    std::shared_ptr<const ModuleCache> cache;
    std::unique_ptr<Worker> guarded;
};

struct Tenant {
    Tenant(Worker& worker, const std::string& name)
        : client(worker),
          function(client.function(client.load(module_of_two(name)), name)),
          data(client.allocate(256)) {}

    void launch(std::uint32_t value, Address away) { client.launch(function, 0, 1, data - away, away, value); }
    std::uint32_t stored(std::uint32_t value, Address away) {
        launch(value, away);
        return client.get<std::uint32_t>(data, 1).at(0);
    }
    std::int32_t outcome(Address away) {
        launch(1, away);
        const std::int32_t waited = client.synchronize();
        const std::int32_t failure = client.channel->take_failure().status;
        return failure != 0 ? failure : waited;
    }

    TestClient client;
    std::uint64_t function;
    Address data;
};

TEST_F(LateCompilers, MakeTheSecondPartWhenALaunchNeedsIt) {
    Tenant tenant(*guarded, "plain");
    EXPECT_EQ(tenant.stored(7, 0), 7U);
    EXPECT_EQ(compiled(), 1U);
    EXPECT_EQ(tenant.stored(8, way_off), 8U);
    EXPECT_EQ(compiled(), 2U);
    EXPECT_EQ(tenant.stored(9, way_off), 9U);
    EXPECT_EQ(compiled(), 2U);
}

TEST_F(LateCompilers, ThatBreakAreAnErrorOfTheLaunchAndHarmNoNeighbour) {
    Tenant neighbour(*guarded, "plain");
    const std::pair<const char*, std::int32_t> cases[] = {
        {"late_crashes", cuda_status::invalid_ptx},         {"late_hangs", cuda_status::invalid_ptx},
        {"late_eats", cuda_status::out_of_memory},          {"late_talks_nonsense", cuda_status::invalid_ptx},
        {"late_gives_garbage", cuda_status::invalid_image}, {"late_refuses", cuda_status::invalid_ptx},
    };
    std::uint32_t value = 0;
    for (const auto& [name, expected] : cases) {
        Tenant tenant(*guarded, name);
        EXPECT_EQ(tenant.stored(5, 0), 5U) << name;
        EXPECT_EQ(tenant.outcome(way_off), expected) << name;
        // The first part goes on, and the second is not tried again.
        const std::uint64_t failed = compilers->statistics().failed;
        EXPECT_EQ(tenant.stored(6, 0), 6U) << name;
        EXPECT_EQ(tenant.outcome(way_off), expected) << name;
        EXPECT_EQ(compilers->statistics().failed, failed) << name;
        ++value;
        EXPECT_EQ(neighbour.stored(value, value % 2 == 0 ? 0 : way_off), value) << name;
    }
}

TEST_F(LateCompilers, EndWithASessionThatIsGone) {
    auto tenant = std::make_unique<Tenant>(*guarded, "late_hangs");
    tenant->launch(1, way_off);
    while (compilers->statistics().busy == 0)
        std::this_thread::sleep_for(1ms);
    tenant->client.end();
    const auto until = std::chrono::steady_clock::now() + 60s;
    while (guarded->statistics().sessions != 0 && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(1ms);
    EXPECT_EQ(guarded->statistics().sessions, 0U);
    Tenant other(*guarded, "plain");
    EXPECT_EQ(other.stored(3, way_off), 3U);
}

struct KeptLateParts : LateCompilers {
    KeptLateParts() {
        path = ::mkdtemp(name.data());
        std::filesystem::create_directory(path + "/cache");
        std::filesystem::permissions(path + "/cache", std::filesystem::perms::owner_all);
        open();
    }
    ~KeptLateParts() override { std::filesystem::remove_all(path); }
    void open() {
        cache = std::make_shared<ModuleCache>(
            cache::DiskCache::open({.folder = path + "/cache", .secret_file = path + "/secret"}).take());
    }
    void open_again() {
        guarded.reset();
        open();
        start();
    }
    std::vector<std::filesystem::path> files() const {
        std::vector<std::filesystem::path> all;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(path + "/cache"))
            if (entry.is_regular_file()) all.push_back(entry.path());
        return all;
    }
    std::string name = testing::TempDir() + "late_parts.XXXXXX";
    std::string path;
};

TEST_F(KeptLateParts, ServeEveryTenant) {
    Tenant one(*guarded, "plain");
    EXPECT_EQ(one.stored(1, way_off), 1U);
    EXPECT_EQ(compiled(), 2U);
    Tenant other(*guarded, "plain");
    EXPECT_EQ(other.stored(2, 0), 2U);
    EXPECT_EQ(other.stored(3, way_off), 3U);
    EXPECT_EQ(compiled(), 2U);
    // Neither is the other's memory.
    EXPECT_EQ(one.client.get<std::uint32_t>(one.data, 1).at(0), 1U);
    open_again();
    Tenant later(*guarded, "plain");
    EXPECT_EQ(later.stored(4, way_off), 4U);
    EXPECT_EQ(compiled(), 2U);
}

// The two parts of a module are kept under keys of their own, which the seal covers: one in the other's place is none.
TEST_F(KeptLateParts, InEachOthersPlacesAreMadeAnew) {
    {
        Tenant tenant(*guarded, "plain");
        EXPECT_EQ(tenant.stored(1, way_off), 1U);
    }
    guarded.reset();
    const std::vector<std::filesystem::path> kept = files();
    ASSERT_EQ(kept.size(), 2U);
    std::filesystem::rename(kept[0], path + "/aside");
    std::filesystem::rename(kept[1], kept[0]);
    std::filesystem::rename(path + "/aside", kept[1]);
    open_again();
    Tenant tenant(*guarded, "plain");
    EXPECT_EQ(tenant.stored(2, 0), 2U);
    EXPECT_EQ(tenant.stored(3, way_off), 3U);
    EXPECT_EQ(compiled(), 4U);
}

// A variant that could not be compiled is not kept, neither as an image nor as a verdict.
TEST_F(KeptLateParts, AreNotThereWhenTheirCompilerBroke) {
    Tenant tenant(*guarded, "late_crashes");
    EXPECT_EQ(tenant.outcome(way_off), cuda_status::invalid_ptx);
    EXPECT_EQ(files().size(), 1U);
    Tenant other(*guarded, "late_crashes");
    EXPECT_EQ(other.stored(2, 0), 2U);
    EXPECT_EQ(other.outcome(way_off), cuda_status::invalid_ptx);
    EXPECT_EQ(compilers->statistics().failed, 2U);
}

}  // namespace
}  // namespace ringfence::worker
