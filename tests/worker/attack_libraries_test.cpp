// A client whose library calls do not come to an end, or that is gone before they have.
#include <thread>

#include <gtest/gtest.h>

#include "base/cuda_status.h"
#include "channel/library_functions.h"
#include "library_worker.h"

namespace ringfence::worker {
namespace {

using namespace std::chrono_literals;

struct AttackLibrariesTest : LibraryWorkerTest {
    static std::uint64_t make_handle(TestClient& client) {
        const std::uint64_t handle = client.handle(HandleKind::LibraryObject);
        channel::LibraryFrame frame;
        frame.add(handle);
        EXPECT_EQ(client.call(wire::CallLibrary{static_cast<std::uint32_t>(channel::Library::Cublas),
                                                static_cast<std::uint32_t>(channel::CublasFunction::Create)},
                              frame.bytes()),
                  0);
        return handle;
    }
    // Two thousand million products of the same two matrices: days.
    static void multiply_for_ever(TestClient& client) {
        constexpr int n = 64;
        const std::uint64_t handle = make_handle(client);
        const Address data = client.allocate(n * n * sizeof(float));
        const float one = 1;
        channel::LibraryFrame frame;
        frame.add(handle);
        for (const int value : {0, 0, n, n, n})
            frame.add(value);
        frame.add_copy(&one, sizeof one);
        for (int i = 0; i < 2; ++i) {
            frame.add(data);
            frame.add(n);
            frame.add(std::int64_t{0});
        }
        frame.add_copy(&one, sizeof one);
        frame.add(data);
        frame.add(n);
        frame.add(std::int64_t{0});
        frame.add(INT32_MAX);
        client.submit(wire::SubmitLibrary{static_cast<std::uint32_t>(channel::Library::Cublas),
                                          number_of("cublasSgemmStridedBatched")},
                      frame.bytes());
        EXPECT_EQ(client.call(wire::MemoryInfo{}), 0);
        EXPECT_EQ(client.channel->take_failure().status, 0);
    }
};

TEST_F(AttackLibrariesTest, ASessionEndsWhileALibraryComputes) {
    TestClient client(*worker);
    multiply_for_ever(client);
    std::this_thread::sleep_for(50ms);
    client.end();
    EXPECT_TRUE(becomes_empty());
}

TEST_F(AttackLibrariesTest, ALibraryComputesNoLongerThanAKernelMay) {
    make(300ms);
    TestClient other(*worker);
    TestClient client(*worker);
    multiply_for_ever(client);
    EXPECT_EQ(time.pass_during(301ms, [&] { return client.synchronize(); }), cuda_status::launch_timeout);
    EXPECT_EQ(other.synchronize(), 0);
    other.end();
    client.end();
    EXPECT_TRUE(becomes_empty());
}

}  // namespace
}  // namespace ringfence::worker
