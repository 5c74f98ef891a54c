// A client whose streams are held back, and that destroys what the work on them needs. On a card that work is not even
// launched yet: whoever frees memory too early lets it write into what is somebody else's by then.
#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "adapters/libraries.h"
#include "channel/library_functions.h"
#include "test_client.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

struct AttackCardLibrariesTest : WorkerTest {
    static constexpr std::uint32_t equal = 1;

    void SetUp() override {
        std::string name = "/tmp/ringfence-card-XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder = name;
        file = folder + "/libcufft.so.12";
        fs::copy_file(FAKE_CARD_LIBRARIES, file);
        fs::permissions(file, fs::perms::owner_all);
        worker.reset();
        WorkerOptions options = worker_options();
        options.session.is_shared = true;
        options.session.libraries =
            std::make_shared<adapters::Libraries>(std::vector<std::string>{folder}, [](const std::string&) {});
        worker = make_worker(5000, options);
    }
    void TearDown() override {
        worker.reset();
        fs::remove_all(folder);
    }

    int destroyed() const {
        void* loaded = ::dlopen(file.c_str(), RTLD_NOW | RTLD_NOLOAD);
        if (loaded == nullptr) return -1;
        return reinterpret_cast<int (*)()>(::dlsym(loaded, "fake_destroyed"))();
    }
    // The session looks at what is done with when records come.
    int destroyed_after(TestClient& client, int turns) const {
        for (int i = 0; i < turns; ++i) {
            EXPECT_EQ(client.call(wire::MemoryInfo{}), 0);
            std::this_thread::sleep_for(1ms);
        }
        return destroyed();
    }
    bool becomes_destroyed(TestClient& client) const {
        for (int i = 0; i < 5000 && destroyed() == 0; ++i)
            (void)destroyed_after(client, 1);
        return destroyed() == 1;
    }

    static wire::CallLibrary function(channel::CufftFunction number) {
        return {static_cast<std::uint32_t>(channel::Library::Cufft), static_cast<std::uint32_t>(number)};
    }
    static std::uint64_t make_plan(TestClient& client) {
        const std::uint64_t plan = client.handle(HandleKind::LibraryObject);
        channel::PlanShape shape;
        shape.rank = 1;
        shape.n[0] = 8;
        shape.types = channel::plan_types(0x29);
        shape.batch = 1;
        channel::LibraryFrame frame;
        frame.add(plan);
        frame.add_copy(&shape, sizeof shape);
        EXPECT_EQ(client.call(function(channel::CufftFunction::MakePlan), frame.bytes()), 0);
        return plan;
    }
    static void set_stream(TestClient& client, std::uint64_t plan, std::uint64_t stream) {
        channel::LibraryFrame frame;
        frame.add(plan);
        frame.add(stream);
        EXPECT_EQ(client.call(function(channel::CufftFunction::SetStream), frame.bytes()), 0);
    }
    static void destroy(TestClient& client, std::uint64_t plan) {
        channel::LibraryFrame frame;
        frame.add(plan);
        EXPECT_EQ(client.call(function(channel::CufftFunction::Destroy), frame.bytes()), 0);
    }
    // On a stream that waits until the word is 1.
    static std::uint64_t execute_held_back(TestClient& client, std::uint64_t plan, Address word) {
        const std::uint64_t stream = client.stream(false);
        const Address data = client.allocate(4096);
        client.submit(wire::WaitValue{stream, word, 1, 4, equal});
        set_stream(client, plan, stream);
        channel::LibraryFrame frame;
        frame.add(plan);
        frame.add(data);
        frame.add(data);
        frame.add(-1);
        EXPECT_EQ(client.call(function(channel::CufftFunction::Execute), frame.bytes()), 0);
        return stream;
    }
    static void let_go(Address word) { std::atomic_ref(*reinterpret_cast<std::uint32_t*>(word)) = 1; }

    std::string folder;
    std::string file;
};

TEST_F(AttackCardLibrariesTest, APlanIsKeptForTheStreamThatItHadBefore) {
    TestClient client(*worker);
    const Address word = client.allocate_host(4096);
    const std::uint64_t plan = make_plan(client);
    (void)execute_held_back(client, plan, word);
    set_stream(client, plan, client.stream(false));
    destroy(client, plan);
    EXPECT_EQ(destroyed_after(client, 50), 0);
    let_go(word);
    EXPECT_TRUE(becomes_destroyed(client));
}

TEST_F(AttackCardLibrariesTest, APlanIsKeptForAStreamThatIsDestroyed) {
    TestClient client(*worker);
    const Address word = client.allocate_host(4096);
    const std::uint64_t plan = make_plan(client);
    const std::uint64_t stream = execute_held_back(client, plan, word);
    client.submit(wire::DestroyStream{stream});
    destroy(client, plan);
    EXPECT_EQ(destroyed_after(client, 50), 0);
    let_go(word);
    EXPECT_TRUE(becomes_destroyed(client));
}

}  // namespace
}  // namespace ringfence::worker
