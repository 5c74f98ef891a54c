// The software GPU's cuSPARSE computes in memory of the worker's, which counts as the session's.
#include <gtest/gtest.h>

#include "adapters/cusparse.h"
#include "base/cuda_status.h"
#include "channel/cusparse_state.h"
#include "channel/library_functions.h"
#include "library_worker.h"

namespace ringfence::worker {
namespace {

using namespace channel::sparse;

constexpr auto cusparse = static_cast<std::uint32_t>(channel::Library::Cusparse);
constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

struct AttackSparseTest : LibraryWorkerTest {
    void SetUp() override {
        LibraryWorkerTest::SetUp();
        const auto libraries = std::make_shared<adapters::Libraries>(adapters::soft_library_folder());
        if (const auto found = libraries->find(channel::Library::Cusparse); !found.ok())
            GTEST_SKIP() << found.error().text();
    }

    // One that may have 128 MiB.
    struct Tenant : TestClient {
        explicit Tenant(Worker& worker) : TestClient(accepted(worker)) {
            sparse = handle(HandleKind::LibraryObject);
            channel::LibraryFrame frame;
            frame.add(sparse);
            frame.add(0);
            frame.add(0);
            EXPECT_EQ(call(wire::CallLibrary{cusparse, static_cast<std::uint32_t>(channel::ObjectFunction::Create)},
                           frame.bytes()),
                      0);
            EXPECT_EQ(use(0), 0);
        }
        static UniqueFd accepted(Worker& worker) {
            auto ends = socket_pair().take();
            Grant grant{"somebody", {}, nullptr};
            grant.limits[Limit::DeviceMemory] = 128 * mebibyte;
            EXPECT_TRUE(worker.accept(std::move(ends.second), {}, UniqueFd(), std::nullopt, 0, grant).ok());
            return std::move(ends.first);
        }
        std::int32_t use(std::uint64_t on) {
            channel::LibraryFrame frame;
            frame.add(sparse);
            frame.add(on);
            return call(wire::CallLibrary{cusparse, static_cast<std::uint32_t>(channel::ObjectFunction::SetStream)},
                        frame.bytes());
        }
        // Sorts as many pairs, of two places in the same memory.
        void sort(Address data, std::int32_t pairs, Address work) {
            channel::LibraryFrame frame;
            frame.add(sparse);
            for (int i = 0; i < 3; ++i)
                frame.add(pairs);
            frame.add(data);
            frame.add(data + std::uint64_t{4} * static_cast<std::uint32_t>(pairs));
            frame.add(std::uint64_t{0});
            frame.add(work);
            submit(
                wire::SubmitLibrary{cusparse, function_number(adapters::cusparse_functions(), "cusparseXcoosortByRow")},
                frame.bytes());
        }
        std::uint64_t free_bytes() {
            wire::MemoryInfo::Reply reply;
            EXPECT_EQ(call(wire::MemoryInfo{}, reply), 0);
            return reply.free;
        }

        std::uint64_t sparse = 0;
    };
};

TEST_F(AttackSparseTest, MemoryThatWorkNeedsCountsOnceForAStream) {
    Tenant tenant(*worker);
    constexpr std::int32_t pairs = 1 << 17;
    const Address data = tenant.allocate(mebibyte);
    const Address work = tenant.allocate(256);
    const Address word = tenant.allocate(256);
    tenant.put<std::uint32_t>(word, {0});
    const std::uint64_t held = tenant.stream(false);
    ASSERT_EQ(tenant.use(held), 0);
    const std::uint64_t before = tenant.free_bytes();
    tenant.submit(wire::WaitValue{.stream = held, .address = word, .value = 1, .bytes = 4, .condition = 1});
    for (int i = 0; i < 100; ++i)
        tenant.sort(data, pairs, work);
    const std::uint64_t during = tenant.free_bytes();
    EXPECT_EQ(tenant.channel->take_failure().status, 0) << "they are done one after the other";
    EXPECT_LT(during + 8 * mebibyte, before) << "it counts";
    EXPECT_GT(during + 64 * mebibyte, before) << "once";

    // Another stream's is done beside it.
    const std::uint64_t other = tenant.stream(false);
    ASSERT_EQ(tenant.use(other), 0);
    tenant.submit(wire::WaitValue{.stream = other, .address = word, .value = 1, .bytes = 4, .condition = 1});
    tenant.sort(data, pairs, work);
    EXPECT_LT(tenant.free_bytes() + 8 * mebibyte, during);

    tenant.submit(wire::WriteValue{.stream = 0, .address = word, .value = 1, .bytes = 4});
    EXPECT_EQ(tenant.synchronize(), 0);
    EXPECT_EQ(tenant.free_bytes(), before);
    tenant.end();
    EXPECT_TRUE(becomes_empty());
    EXPECT_FALSE(was_logged("does not balance"));
}

TEST_F(AttackSparseTest, WorkThatNeedsMoreThanTheSessionMayHaveIsRefused) {
    Tenant tenant(*worker);
    constexpr std::int32_t pairs = 1 << 21;
    const Address data = tenant.allocate(16 * mebibyte);
    const Address work = tenant.allocate(256);
    tenant.sort(data, pairs, work);
    EXPECT_EQ(tenant.synchronize(), 0);
    EXPECT_EQ(tenant.channel->take_failure().status, cuda_status::out_of_memory);
}

}  // namespace
}  // namespace ringfence::worker
