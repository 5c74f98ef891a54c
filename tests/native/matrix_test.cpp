// Asks every object of every kind of session for every method of every interface: while it is the holder's own, after
// it was closed, revoked or has expired, and with objects of others in the place of its own. The schema says which
// outcome is right, and then the object's state. (daemon_matrix_test.cpp has the objects that the daemon serves, and
// sessions that expire by the clock.)
#include "matrix.h"

#include <functional>
#include <map>
#include <thread>

#include <gtest/gtest.h>

namespace ringfence::native_test {
namespace {

class MatrixTest : public testing::TestWithParam<SessionKind>, protected Matrix {
protected:
    static void SetUpTestSuite() { daemon_ = std::make_unique<Daemon>(); }
    static void TearDownTestSuite() { daemon_.reset(); }

    Code end_with(World& world, Code code) {
        world.process->revoke(code, "the matrix");
        // The process hears it before or after the next call.
        for (int i = 0; i < 12000 && world.state() == 0; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        return code;
    }

    ~MatrixTest() noexcept override = default;
    void TearDown() override { RecordProperty("combinations", combinations); }

    kj::AsyncIoContext io = kj::setupAsyncIo();
    static std::unique_ptr<Daemon> daemon_;
};
std::unique_ptr<Daemon> MatrixTest::daemon_;

TEST_P(MatrixTest, OwnThenClosed) {
    World world(io, *daemon_, GetParam());
    check_all(world, "own", Code::NONE);
    // All of it was closed by that, the session too.
    check_all(world, "closed", Code::CLOSED);
    EXPECT_GE(combinations, 200);
}

TEST_P(MatrixTest, ClosedObjectsOfALivingSession) {
    World world(io, *daemon_, GetParam());
    for (const char* const name : {"buffer", "fence", "program", "segment"}) {
        const auto object = world.objects.find(name);
        if (object == world.objects.end()) continue;
        check(world, name, object->second, true, "own", Code::NONE);
        check(world, name, object->second, false, "closed", Code::CLOSED);
        check(world, name, object->second, true, "closed", Code::CLOSED);
    }
    EXPECT_EQ(world.state(), 0);
}

TEST_P(MatrixTest, Revoked) {
    World world(io, *daemon_, GetParam());
    check_all(world, "revoked", end_with(world, Code::REVOKED));
    EXPECT_GE(combinations, 100);
}

TEST_P(MatrixTest, Expired) {
    World world(io, *daemon_, GetParam());
    check_all(world, "expired", end_with(world, Code::EXPIRED));
    EXPECT_GE(combinations, 100);
}

// In the place of one of its own: an object of another session, nothing, an object of another kind.
TEST_P(MatrixTest, Foreign) {
    World world(io, *daemon_, GetParam());
    World other(io, *daemon_, SessionKind::COMPUTE);
    auto session = world.get<schema::GpuComputeSession>("session");
    using Put = std::function<void(schema::Place::Builder)>;
    const auto own = [&](schema::Place::Builder at) { at.setBuffer(world.get<schema::GpuBuffer>("buffer")); };
    const std::map<std::string, std::pair<Put, Code>> places = {
        {"a buffer of another session",
         {[&](schema::Place::Builder at) { at.setBuffer(other.get<schema::GpuBuffer>("buffer")); }, Code::FOREIGN}},
        {"a segment of another session",
         {[&](schema::Place::Builder at) { at.setSegment(other.get<schema::GpuSegment>("segment")); }, Code::FOREIGN}},
        {"a fence as a buffer",
         {[&](schema::Place::Builder at) { at.setBuffer(world.get<schema::GpuBuffer>("fence")); }, Code::FOREIGN}},
        {"a segment as a buffer",
         {[&](schema::Place::Builder at) { at.setBuffer(world.get<schema::GpuBuffer>("segment")); }, Code::FOREIGN}},
        {"a buffer as a segment",
         {[&](schema::Place::Builder at) { at.setSegment(world.get<schema::GpuSegment>("buffer")); }, Code::FOREIGN}},
        {"the session as a buffer",
         {[&](schema::Place::Builder at) { at.setBuffer(world.get<schema::GpuBuffer>("session")); }, Code::FOREIGN}},
        {"nothing", {[](schema::Place::Builder) {}, Code::INVALID_ARGUMENT}},
        {"its own segment",
         {[&](schema::Place::Builder at) { at.setSegment(world.get<schema::GpuSegment>("segment")); }, Code::NONE}},
        {"its own buffer", {own, Code::NONE}},
    };
    const auto told = [&](const std::string& what, Code got, Code wanted) {
        expect(what, static_cast<int>(got), static_cast<int>(wanted));
    };
    for (const auto& [what, place] : places) {
        auto copying = session.copyRequest();
        place.first(copying.initTo());
        own(copying.initFrom());
        copying.setBytes(8);
        told("copy to " + what, world.wait(copying.send()).getError().getCode(), place.second);
        auto copying_from = session.copyRequest();
        own(copying_from.initTo());
        place.first(copying_from.initFrom());
        copying_from.setBytes(8);
        told("copy from " + what, world.wait(copying_from.send()).getError().getCode(), place.second);
        auto filling = session.fillRequest();
        place.first(filling.initTo());
        filling.setBytes(8);
        told("fill " + what, world.wait(filling.send()).getError().getCode(), place.second);
        if (GetParam() == SessionKind::COPY) continue;
        auto launching = session.launchRequest();
        launching.setProgram(world.get<schema::GpuProgram>("program"));
        auto launch = launching.initLaunch();
        launch.setKernel("saxpy");
        auto arguments = launch.initArguments(4);
        own(arguments[0].initAddress());
        place.first(arguments[1].initAddress());
        const std::uint32_t number = 1;
        for (kj::uint i = 2; i < 4; ++i)
            arguments[i].setValue(kj::arrayPtr(reinterpret_cast<const kj::byte*>(&number), sizeof number));
        told("launch with " + what, world.wait(launching.send()).getError().getCode(), place.second);
    }
    if (GetParam() == SessionKind::COPY) return;
    const auto launch_of = [&](const std::string& what, schema::GpuProgram::Client program) {
        auto launching = session.launchRequest();
        launching.setProgram(kj::mv(program));
        launching.initLaunch().setKernel("saxpy");
        told("launch of " + what, world.wait(launching.send()).getError().getCode(), Code::FOREIGN);
    };
    launch_of("a program of another session", other.get<schema::GpuProgram>("program"));
    launch_of("a buffer as a program", world.get<schema::GpuProgram>("buffer"));
    auto launching = session.launchRequest();
    told("launch of nothing", world.wait(launching.send()).getError().getCode(), Code::INVALID_ARGUMENT);
}

INSTANTIATE_TEST_SUITE_P(Kinds, MatrixTest,
                         testing::Values(SessionKind::COPY, SessionKind::PROGRAM, SessionKind::COMPUTE),
                         [](const auto& info) { return interface_of(info.param).getShortDisplayName().cStr(); });

}  // namespace
}  // namespace ringfence::native_test
