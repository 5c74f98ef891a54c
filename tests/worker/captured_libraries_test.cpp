// Libraries' calls that a client captures, said in the worker's own language: also what no client of ours would say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/cuda_status.h"
#include "channel/graph_records.h"
#include "channel/library_functions.h"
#include "library_worker.h"

namespace ringfence::worker {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto cublas = static_cast<std::uint32_t>(channel::Library::Cublas);

struct CapturedLibraries : LibraryWorkerTest {
    // A client with a handle of cuBLAS's.
    struct Tenant : TestClient {
        explicit Tenant(Worker& worker) : TestClient(worker) { blas = make_handle(); }

        std::uint64_t make_handle() {
            const std::uint64_t made = handle(HandleKind::LibraryObject);
            return tell(channel::CublasFunction::Create, made) == 0 ? made : 0;
        }
        std::int32_t tell(channel::CublasFunction function, std::uint64_t object) {
            channel::LibraryFrame frame;
            frame.add(object);
            return call(wire::CallLibrary{cublas, static_cast<std::uint32_t>(function)}, frame.bytes());
        }
        // y += 2 x, of four numbers.
        channel::LibraryFrame axpy(Address x, Address y) const {
            const float two = 2;
            channel::LibraryFrame frame;
            frame.add(blas);
            frame.add(4);
            frame.add_copy(&two, sizeof two);
            frame.add(x);
            frame.add(1);
            frame.add(y);
            frame.add(1);
            return frame;
        }
        std::int32_t record(std::uint64_t under, Address x, Address y) {
            wire::RecordLibrary::Reply reply;
            const std::int32_t status =
                call(wire::RecordLibrary{under, 1, cublas, number_of("cublasSaxpy_v2")}, reply, axpy(x, y).bytes());
            nodes = reply.nodes;
            return status != 0 ? status : reply.status;
        }
        std::int32_t make_graph(std::uint64_t graph, std::uint64_t record) {
            channel::GraphWriter writer;
            writer.add(wire::ReplayLibrary{0, record}, {});
            return call(wire::CreateGraph{.graph = graph, .nodes = writer.count()}, writer.bytes());
        }

        std::uint64_t blas = 0;
        std::uint32_t nodes = 0;
    };
};

TEST_F(CapturedLibraries, AreDoneByEveryLaunchAndOutliveTheirObjects) {
    Tenant tenant(*worker);
    const Address x = tenant.allocate(16);
    const Address y = tenant.allocate(16);
    tenant.put<float>(x, {1, 2, 3, 4});
    tenant.put<float>(y, {0, 0, 0, 0});
    const std::uint64_t record = tenant.handle(HandleKind::LibraryRecord);
    const std::uint64_t graph = tenant.handle(HandleKind::GraphExec);
    ASSERT_EQ(tenant.record(record, x, y), 0);
    EXPECT_EQ(tenant.nodes, 1U);
    ASSERT_EQ(tenant.make_graph(graph, record), 0);
    EXPECT_EQ(tenant.outcome(wire::DropRecord{record}), 0);
    EXPECT_EQ(tenant.tell(channel::CublasFunction::Destroy, tenant.blas), 0);
    EXPECT_THAT(tenant.get<float>(y, 4), ElementsAre(0, 0, 0, 0));
    EXPECT_EQ(tenant.outcome(wire::LaunchGraph{graph, 0}), 0);
    tenant.put<float>(x, {10, 10, 10, 10});
    EXPECT_EQ(tenant.outcome(wire::LaunchGraph{graph, 0}), 0);
    EXPECT_THAT(tenant.get<float>(y, 4), ElementsAre(22, 24, 26, 28));
    EXPECT_NE(tenant.make_graph(tenant.handle(HandleKind::GraphExec), record), 0) << "it was dropped";
}

TEST_F(CapturedLibraries, MemoryThatWasFreedIsNotTouchedByALaunch) {
    Tenant tenant(*worker);
    const Address x = tenant.allocate(16);
    const Address y = tenant.allocate(16);
    const std::uint64_t record = tenant.handle(HandleKind::LibraryRecord);
    const std::uint64_t graph = tenant.handle(HandleKind::GraphExec);
    ASSERT_EQ(tenant.record(record, x, y), 0);
    ASSERT_EQ(tenant.make_graph(graph, record), 0);
    EXPECT_EQ(tenant.outcome(wire::LaunchGraph{graph, 0}), 0);
    ASSERT_EQ(tenant.call(wire::Release{y}), 0);
    EXPECT_EQ(tenant.outcome(wire::LaunchGraph{graph, 0}), cuda_status::invalid_value);
}

TEST_F(CapturedLibraries, ForeignMemoryIsRefused) {
    Tenant victim(*worker);
    Tenant tenant(*worker);
    const Address foreign = victim.allocate(16);
    const Address own = tenant.allocate(16);
    const std::uint64_t record = tenant.handle(HandleKind::LibraryRecord);
    EXPECT_EQ(tenant.record(record, foreign, own), cuda_status::invalid_value);
    EXPECT_EQ(tenant.record(record, own, foreign), cuda_status::invalid_value);
    EXPECT_EQ(tenant.record(record, own, own + 4), cuda_status::invalid_value);
    EXPECT_THAT(channel::ClientChannel::last_failure_text(), HasSubstr("cublasSaxpy_v2: argument y"));
    EXPECT_NE(tenant.make_graph(tenant.handle(HandleKind::GraphExec), record), 0) << "nothing has the handle";
}

TEST_F(CapturedLibraries, ForgedHandlesAreRefused) {
    Tenant victim(*worker);
    Tenant tenant(*worker);
    const Address x = tenant.allocate(16);
    const Address its = victim.allocate(16);
    const std::uint64_t record = victim.handle(HandleKind::LibraryRecord);
    ASSERT_EQ(victim.record(record, its, its), 0);
    EXPECT_EQ(tenant.make_graph(tenant.handle(HandleKind::GraphExec), record), cuda_status::invalid_handle);
    EXPECT_EQ(tenant.outcome(wire::DropRecord{record}), cuda_status::invalid_handle);

    const std::uint64_t own = tenant.handle(HandleKind::LibraryRecord);
    ASSERT_EQ(tenant.record(own, x, x), 0);
    EXPECT_EQ(tenant.record(own, x, x), cuda_status::invalid_handle) << "it is taken";
    EXPECT_NE(tenant.record(tenant.handle(HandleKind::GraphExec), x, x), 0);
    EXPECT_EQ(tenant.outcome(wire::DropRecord{own}), 0);
    EXPECT_EQ(tenant.outcome(wire::DropRecord{own}), cuda_status::invalid_handle);
    EXPECT_EQ(tenant.outcome(wire::ReplayLibrary{0, own}), cuda_status::invalid_value);
    tenant.blas = victim.blas + 1;
    EXPECT_EQ(tenant.record(own, x, x), cuda_status::invalid_handle);
    tenant.end();
    victim.end();
    EXPECT_TRUE(becomes_empty());
}

TEST_F(CapturedLibraries, ResultsInHostMemoryAreRefused) {
    Tenant tenant(*worker);
    const Address x = tenant.allocate(16);
    const float nothing = 0;
    channel::LibraryFrame frame;
    frame.add(tenant.blas);
    frame.add(4);
    for (int i = 0; i < 2; ++i) {
        frame.add(x);
        frame.add(1);
    }
    frame.add_copy(&nothing, sizeof nothing);
    const std::uint64_t record = tenant.handle(HandleKind::LibraryRecord);
    EXPECT_EQ(tenant.call(wire::RecordLibrary{record, 1, cublas, number_of("cublasSdot_v2")}, frame.bytes()),
              cuda_status::capture_unsupported);
}

// Destroyed handles count for as long as something captured needs them.
TEST_F(CapturedLibraries, HandlesAreCountedWhileGraphsKeepThem) {
    constexpr int most = 1024;
    Tenant tenant(*worker);
    const Address x = tenant.allocate(16);
    std::vector<std::uint64_t> records;
    while (records.size() < most + 8) {
        const std::uint64_t record = tenant.handle(HandleKind::LibraryRecord);
        if (tenant.blas == 0 || tenant.record(record, x, x) != 0) break;
        records.push_back(record);
        EXPECT_EQ(tenant.tell(channel::CublasFunction::Destroy, tenant.blas), 0);
        tenant.blas = tenant.make_handle();
    }
    EXPECT_EQ(records.size(), most);
    for (const std::uint64_t record : records)
        tenant.submit(wire::DropRecord{record});
    EXPECT_NE(tenant.make_handle(), 0U);
    tenant.end();
    EXPECT_TRUE(becomes_empty());
    EXPECT_FALSE(was_logged("does not balance"));
}

TEST_F(CapturedLibraries, AResetTakesThemBack) {
    Tenant tenant(*worker);
    const Address x = tenant.allocate(16);
    const std::uint64_t record = tenant.handle(HandleKind::LibraryRecord);
    ASSERT_EQ(tenant.record(record, x, x), 0);
    ASSERT_EQ(tenant.make_graph(tenant.handle(HandleKind::GraphExec), record), 0);
    EXPECT_EQ(tenant.call(wire::ResetSession{}), 0);
    EXPECT_EQ(tenant.outcome(wire::DropRecord{record}), cuda_status::invalid_handle);
}

}  // namespace
}  // namespace ringfence::worker
