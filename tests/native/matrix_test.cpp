// What each holder can do: every object of every kind of session, asked for every method of every interface, while it
// is the holder's own, after it was closed, revoked or has expired; and objects of others in the place of its own. What
// must come of it is taken from the schema: a method exists on an object if the object's interface has it or extends
// one that has, and then the object's state decides.
#include <capnp/dynamic.h>
#include <capnp/rpc-twoparty.h>
#include <fcntl.h>
#include <kj/async-io.h>
#include <sys/mman.h>
#include <unistd.h>

#include <functional>
#include <map>
#include <thread>

#include <gtest/gtest.h>

#include "harness.h"

namespace ringfence::native_test {
namespace {

using Code = schema::ErrorCode;
using SessionKind = schema::SessionKind;

// What is not on the interface that is held.
constexpr int unimplemented = -1;

std::string text_of(int outcome) {
    if (outcome == unimplemented) return "unimplemented";
    const auto all = capnp::Schema::from<Code>().getEnumerants();
    return all[static_cast<kj::uint>(outcome)].getProto().getName().cStr();
}

std::vector<capnp::InterfaceSchema> all_interfaces() {
    return {capnp::Schema::from<schema::GpuSession>(),        capnp::Schema::from<schema::GpuCopySession>(),
            capnp::Schema::from<schema::GpuProgramSession>(), capnp::Schema::from<schema::GpuComputeSession>(),
            capnp::Schema::from<schema::GpuBuffer>(),         capnp::Schema::from<schema::GpuFence>(),
            capnp::Schema::from<schema::GpuProgram>(),        capnp::Schema::from<schema::GpuSegment>()};
}

capnp::InterfaceSchema interface_of(SessionKind kind) {
    switch (kind) {
        case SessionKind::COMPUTE: return capnp::Schema::from<schema::GpuComputeSession>();
        case SessionKind::PROGRAM: return capnp::Schema::from<schema::GpuProgramSession>();
        default: return capnp::Schema::from<schema::GpuCopySession>();
    }
}

UniqueFd program_file() {
    UniqueFd file(::memfd_create("program", MFD_ALLOW_SEALING));
    const std::string text = programs();
    EXPECT_EQ(::write(file.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
    EXPECT_EQ(::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE), 0);
    return file;
}

// RPC to one session process, and one object of each kind that its client can hold.
class World {
public:
    template <typename Promise>
    auto wait(Promise promise) {
        return promise.wait(io_.waitScope);
    }
    World(kj::AsyncIoContext& io, const Daemon& daemon, SessionKind session_kind)
        : kind(session_kind),
          io_(io),
          file_(program_file()),
          process(daemon, kind, kind == SessionKind::PROGRAM ? std::vector<int>{file_.get()} : std::vector<int>{}),
          stream_(io.lowLevelProvider->wrapUnixSocketFd(kj::AutoCloseFd(process.take_client()))),
          network_(*stream_, 1, capnp::rpc::twoparty::Side::CLIENT),
          rpc_(capnp::makeRpcClient(network_)) {
        capnp::MallocMessageBuilder message;
        auto server = message.initRoot<capnp::rpc::twoparty::VatId>();
        server.setSide(capnp::rpc::twoparty::Side::SERVER);
        auto session = rpc_.bootstrap(server).castAs<schema::GpuComputeSession>();
        add("session", interface_of(kind), session);
        auto making = session.createBufferRequest();
        making.setBytes(64);
        auto buffer = wait(making.send()).getBuffer();
        add("buffer", capnp::Schema::from<schema::GpuBuffer>(), buffer);
        auto filling = session.fillRequest();
        filling.initTo().setBuffer(buffer);
        filling.setBytes(64);
        add("fence", capnp::Schema::from<schema::GpuFence>(), wait(filling.send()).getFence());
        auto sharing = session.createSegmentRequest();
        sharing.setBytes(64);
        add("segment", capnp::Schema::from<schema::GpuSegment>(), wait(sharing.send()).getSegment());
        if (kind == SessionKind::COMPUTE) {
            auto loading = session.loadProgramRequest();
            loading.setImage(kj::StringPtr(programs().c_str()).asBytes());
            add("program", capnp::Schema::from<schema::GpuProgram>(), wait(loading.send()).getProgram());
        } else if (kind == SessionKind::PROGRAM) {
            auto granted = wait(session.programsRequest().send());
            add("program", capnp::Schema::from<schema::GpuProgram>(), granted.getPrograms()[0]);
        }
    }

    struct Object {
        capnp::InterfaceSchema interface;
        capnp::Capability::Client client;
    };
    template <typename Interface>
    typename Interface::Client get(const std::string& name) {
        return objects.at(name).client.castAs<Interface>();
    }

    // Calls the method of the interface on the object, whether it has it or not.
    int call(capnp::Capability::Client client, capnp::InterfaceSchema::Method method) {
        auto dynamic = kj::mv(client).castAs<capnp::DynamicCapability>(method.getContainingInterface());
        auto request = dynamic.newRequest(method);
        return outcome_of(request, method.getProto().getName(), method.getContainingInterface());
    }
    // The same with arguments that make sense.
    int outcome_of(capnp::Request<capnp::DynamicStruct, capnp::DynamicStruct>& request, kj::StringPtr method,
                   capnp::InterfaceSchema interface) {
        write_arguments(request, method);
        const bool asks_daemon = method == "grant" && interface != capnp::Schema::from<schema::GpuSession>();
        std::thread daemon;
        if (asks_daemon && answers_grants) daemon = std::thread([this] { (void)process.answer_grant(); });
        int outcome = 0;
        KJ_IF_MAYBE (exception, kj::runCatchingExceptions([&] {
                         auto answer = request.send().wait(io_.waitScope);
                         outcome = answer.get("error")
                                       .template as<capnp::DynamicStruct>()
                                       .get("code")
                                       .template as<capnp::DynamicEnum>()
                                       .getRaw();
                     })) {
            EXPECT_EQ(exception->getType(), kj::Exception::Type::UNIMPLEMENTED) << exception->getDescription().cStr();
            outcome = unimplemented;
        }
        if (daemon.joinable()) daemon.join();
        return outcome;
    }

    const SessionKind kind;

private:
    kj::AsyncIoContext& io_;
    UniqueFd file_;

public:
    SessionProcess process;
    std::map<std::string, Object> objects;
    bool answers_grants = false;

private:
    void add(const std::string& name, capnp::InterfaceSchema interface, capnp::Capability::Client client) {
        objects.emplace(name, Object{interface, kj::mv(client)});
    }
    void place(capnp::DynamicStruct::Builder at) { at.as<schema::Place>().setBuffer(get<schema::GpuBuffer>("buffer")); }
    void write_arguments(capnp::DynamicStruct::Builder to, kj::StringPtr method) {
        const auto has = [&](const char* name) { return to.getSchema().findFieldByName(name) != nullptr; };
        if (method == "wait") to.set("timeoutMilliseconds", 10000);
        if (has("bytes")) to.set("bytes", 16);
        if (has("data")) to.set("data", capnp::Data::Reader(kj::StringPtr("0123456789abcdef").asBytes()));
        if (has("image")) to.set("image", capnp::Data::Reader(kj::StringPtr(programs().c_str()).asBytes()));
        if (has("to")) place(to.init("to").as<capnp::DynamicStruct>());
        if (has("from")) place(to.init("from").as<capnp::DynamicStruct>());
        if (method != "launch" || !objects.contains("program")) return;
        to.set("program", get<schema::GpuProgram>("program"));
        auto launch = to.init("launch").as<capnp::DynamicStruct>().as<schema::Launch>();
        launch.setKernel("saxpy");
        auto arguments = launch.initArguments(4);
        for (kj::uint i = 0; i < 2; ++i)
            arguments[i].initAddress().setBuffer(get<schema::GpuBuffer>("buffer"));
        const std::uint32_t number = 1;
        for (kj::uint i = 2; i < 4; ++i)
            arguments[i].setValue(kj::arrayPtr(reinterpret_cast<const kj::byte*>(&number), sizeof number));
    }

    kj::Own<kj::AsyncCapabilityStream> stream_;
    capnp::TwoPartyVatNetwork network_;
    capnp::RpcSystem<capnp::rpc::twoparty::VatId> rpc_;
};

class MatrixTest : public testing::TestWithParam<SessionKind> {
protected:
    static void SetUpTestSuite() { daemon_ = std::make_unique<Daemon>(); }
    static void TearDownTestSuite() { daemon_.reset(); }

    // Every object and every method but `close`, and those of `close` in the end, the session's last.
    template <typename Expected>
    void check_all(World& world, const std::string& state, Expected&& expected) {
        for (const bool is_closing : {false, true}) {
            for (const char* const name : {"buffer", "fence", "program", "segment", "session"}) {
                const auto object = world.objects.find(name);
                if (object == world.objects.end()) continue;
                check(world, name, object->second, is_closing, state, expected);
            }
        }
    }
    template <typename Expected>
    void check(World& world, const std::string& name, World::Object& object, bool is_closing, const std::string& state,
               Expected&& expected) {
        for (const capnp::InterfaceSchema interface : all_interfaces()) {
            const bool has_it = object.interface.extends(interface);
            for (const auto method : interface.getMethods()) {
                const kj::StringPtr method_name = method.getProto().getName();
                if ((method_name == "close") != is_closing) continue;
                world.answers_grants = has_it && expected == static_cast<int>(Code::NONE);
                const int wanted = has_it ? expected : unimplemented;
                EXPECT_EQ(text_of(world.call(object.client, method)), text_of(wanted))
                    << state << ": " << name << ", " << interface.getShortDisplayName().cStr() << "."
                    << method_name.cStr();
                ++combinations_;
            }
        }
    }

    int end_with(World& world, Code code) {
        world.process.revoke(code, "the matrix");
        // The process hears it before or after the next call.
        const auto info = capnp::Schema::from<schema::GpuSession>().getMethods()[0];
        for (int i = 0; i < 500 && world.call(world.objects.at("session").client, info) == 0; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        return static_cast<int>(code);
    }

    ~MatrixTest() noexcept override = default;
    void TearDown() override { RecordProperty("combinations", combinations_); }

    kj::AsyncIoContext io = kj::setupAsyncIo();
    int combinations_ = 0;
    static std::unique_ptr<Daemon> daemon_;
};
std::unique_ptr<Daemon> MatrixTest::daemon_;

TEST_P(MatrixTest, OwnThenClosed) {
    World world(io, *daemon_, GetParam());
    check_all(world, "own", static_cast<int>(Code::NONE));
    // All of it was closed by that, the session too.
    check_all(world, "closed", static_cast<int>(Code::CLOSED));
    EXPECT_GE(combinations_, 200);
}

TEST_P(MatrixTest, ClosedObjectsOfALivingSession) {
    World world(io, *daemon_, GetParam());
    for (const char* const name : {"buffer", "fence", "program", "segment"}) {
        const auto object = world.objects.find(name);
        if (object == world.objects.end()) continue;
        check(world, name, object->second, true, "own", static_cast<int>(Code::NONE));
        check(world, name, object->second, false, "closed", static_cast<int>(Code::CLOSED));
        check(world, name, object->second, true, "closed", static_cast<int>(Code::CLOSED));
    }
    const auto info = capnp::Schema::from<schema::GpuSession>().getMethods()[0];
    EXPECT_EQ(world.call(world.objects.at("session").client, info), 0);
}

TEST_P(MatrixTest, Revoked) {
    World world(io, *daemon_, GetParam());
    check_all(world, "revoked", end_with(world, Code::REVOKED));
    EXPECT_GE(combinations_, 100);
}

TEST_P(MatrixTest, Expired) {
    World world(io, *daemon_, GetParam());
    check_all(world, "expired", end_with(world, Code::EXPIRED));
    EXPECT_GE(combinations_, 100);
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
    const auto expect = [&](const std::string& what, Code got, Code wanted) {
        EXPECT_EQ(text_of(static_cast<int>(got)), text_of(static_cast<int>(wanted))) << what;
        ++combinations_;
    };
    for (const auto& [what, place] : places) {
        auto copying = session.copyRequest();
        place.first(copying.initTo());
        own(copying.initFrom());
        copying.setBytes(8);
        expect("copy to " + what, world.wait(copying.send()).getError().getCode(), place.second);
        auto copying_from = session.copyRequest();
        own(copying_from.initTo());
        place.first(copying_from.initFrom());
        copying_from.setBytes(8);
        expect("copy from " + what, world.wait(copying_from.send()).getError().getCode(), place.second);
        auto filling = session.fillRequest();
        place.first(filling.initTo());
        filling.setBytes(8);
        expect("fill " + what, world.wait(filling.send()).getError().getCode(), place.second);
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
        expect("launch with " + what, world.wait(launching.send()).getError().getCode(), place.second);
    }
    if (GetParam() == SessionKind::COPY) return;
    const auto launch_of = [&](const std::string& what, schema::GpuProgram::Client program) {
        auto launching = session.launchRequest();
        launching.setProgram(kj::mv(program));
        launching.initLaunch().setKernel("saxpy");
        expect("launch of " + what, world.wait(launching.send()).getError().getCode(), Code::FOREIGN);
    };
    launch_of("a program of another session", other.get<schema::GpuProgram>("program"));
    launch_of("a buffer as a program", world.get<schema::GpuProgram>("buffer"));
    auto launching = session.launchRequest();
    expect("launch of nothing", world.wait(launching.send()).getError().getCode(), Code::INVALID_ARGUMENT);
}

INSTANTIATE_TEST_SUITE_P(Kinds, MatrixTest,
                         testing::Values(SessionKind::COPY, SessionKind::PROGRAM, SessionKind::COMPUTE),
                         [](const auto& info) { return interface_of(info.param).getShortDisplayName().cStr(); });

}  // namespace
}  // namespace ringfence::native_test
