#include "matrix.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <thread>

#include <gtest/gtest.h>

namespace ringfence::native_test {
namespace {

UniqueFd program_file() {
    UniqueFd file(::memfd_create("program", MFD_ALLOW_SEALING));
    const std::string text = programs();
    EXPECT_EQ(::write(file.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
    EXPECT_EQ(::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE), 0);
    return file;
}

}  // namespace

std::string text_of(int outcome) {
    if (outcome == unimplemented) return "unimplemented";
    const auto all = capnp::Schema::from<Code>().getEnumerants();
    return all[static_cast<kj::uint>(outcome)].getProto().getName().cStr();
}

std::vector<capnp::InterfaceSchema> all_interfaces() {
    return {capnp::Schema::from<schema::GpuSession>(),        capnp::Schema::from<schema::GpuCopySession>(),
            capnp::Schema::from<schema::GpuProgramSession>(), capnp::Schema::from<schema::GpuComputeSession>(),
            capnp::Schema::from<schema::GpuBuffer>(),         capnp::Schema::from<schema::GpuFence>(),
            capnp::Schema::from<schema::GpuProgram>(),        capnp::Schema::from<schema::GpuSegment>(),
            capnp::Schema::from<schema::Ringfence>(),         capnp::Schema::from<schema::GpuDeviceManager>(),
            capnp::Schema::from<schema::AuditLog>(),          capnp::Schema::from<schema::Administration>(),
            capnp::Schema::from<schema::VgpuPolicy>()};
}

capnp::InterfaceSchema interface_of(SessionKind kind) {
    switch (kind) {
        case SessionKind::COMPUTE: return capnp::Schema::from<schema::GpuComputeSession>();
        case SessionKind::PROGRAM: return capnp::Schema::from<schema::GpuProgramSession>();
        default: return capnp::Schema::from<schema::GpuCopySession>();
    }
}

int outcome_of(kj::WaitScope& scope, capnp::Capability::Client client, capnp::InterfaceSchema::Method method,
               const Arguments& write_arguments) {
    auto dynamic = kj::mv(client).castAs<capnp::DynamicCapability>(method.getContainingInterface());
    auto request = dynamic.newRequest(method);
    write_arguments(request, method.getProto().getName());
    int outcome = 0;
    KJ_IF_MAYBE (exception, kj::runCatchingExceptions([&] {
                     auto answer = request.send().wait(scope);
                     // `about` cannot fail.
                     if (answer.getSchema().findFieldByName("error") == nullptr) return;
                     outcome = answer.get("error")
                                   .template as<capnp::DynamicStruct>()
                                   .get("code")
                                   .template as<capnp::DynamicEnum>()
                                   .getRaw();
                 })) {
        EXPECT_EQ(exception->getType(), kj::Exception::Type::UNIMPLEMENTED) << exception->getDescription().cStr();
        outcome = unimplemented;
    }
    return outcome;
}

RpcPeer::RpcPeer(kj::AsyncIoContext& io, UniqueFd connection)
    : stream_(io.lowLevelProvider->wrapUnixSocketFd(kj::AutoCloseFd(connection.release()))),
      // Some calls are answered with a descriptor.
      network_(*stream_, 1, capnp::rpc::twoparty::Side::CLIENT),
      rpc_(capnp::makeRpcClient(network_)) {}

capnp::Capability::Client RpcPeer::bootstrap() {
    capnp::MallocMessageBuilder message;
    auto server = message.initRoot<capnp::rpc::twoparty::VatId>();
    server.setSide(capnp::rpc::twoparty::Side::SERVER);
    return rpc_.bootstrap(server);
}

World::World(kj::AsyncIoContext& io, const Daemon& daemon, SessionKind session_kind)
    : kind(session_kind),
      io_(io),
      file_(program_file()),
      process(std::in_place, daemon, kind,
              kind == SessionKind::PROGRAM ? std::vector<int>{file_.get()} : std::vector<int>{}),
      peer_(io, UniqueFd(process->take_client())) {
    make_objects();
}

World::World(kj::AsyncIoContext& io, UniqueFd connection, SessionKind session_kind)
    : kind(session_kind), io_(io), peer_(io, std::move(connection)) {
    make_objects();
}

void World::make_objects() {
    auto session = peer_.bootstrap().castAs<schema::GpuComputeSession>();
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

void World::add(const std::string& name, capnp::InterfaceSchema interface, capnp::Capability::Client client) {
    objects.emplace(name, Object{interface, kj::mv(client)});
}

int World::call(capnp::Capability::Client client, capnp::InterfaceSchema::Method method) {
    const bool asks_daemon = method.getProto().getName() == "grant" && answers_grants && process;
    std::thread daemon;
    if (asks_daemon) daemon = std::thread([this] { (void)process->answer_grant(); });
    const int outcome =
        outcome_of(io_.waitScope, kj::mv(client), method,
                   [this](capnp::DynamicStruct::Builder to, kj::StringPtr name) { write_arguments(to, name); });
    if (daemon.joinable()) daemon.join();
    return outcome;
}

int World::state() {
    return call(objects.at("session").client, capnp::Schema::from<schema::GpuSession>().getMethodByName("info"));
}

void World::write_arguments(capnp::DynamicStruct::Builder to, kj::StringPtr method) {
    const auto has = [&](const char* name) { return to.getSchema().findFieldByName(name) != nullptr; };
    const auto place = [&](capnp::DynamicStruct::Builder at) {
        at.as<schema::Place>().setBuffer(get<schema::GpuBuffer>("buffer"));
    };
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

void Matrix::check_all(World& world, const std::string& state, Code expected) {
    for (const bool is_closing : {false, true}) {
        for (const char* const name : {"buffer", "fence", "program", "segment", "session"}) {
            const auto object = world.objects.find(name);
            if (object == world.objects.end()) continue;
            check(world, name, object->second, is_closing, state, expected);
        }
    }
}

void Matrix::check(World& world, const std::string& name, Object& object, bool is_closing, const std::string& state,
                   Code expected) {
    for (const capnp::InterfaceSchema interface : all_interfaces()) {
        const bool has_it = object.interface.extends(interface);
        for (const auto method : interface.getMethods()) {
            const kj::StringPtr method_name = method.getProto().getName();
            if ((method_name == "close") != is_closing) continue;
            world.answers_grants = has_it && expected == Code::NONE;
            expect(state + ": " + name + ", " + interface.getShortDisplayName().cStr() + "." + method_name.cStr(),
                   world.call(object.client, method), has_it ? static_cast<int>(expected) : unimplemented);
        }
    }
}

void Matrix::expect(const std::string& what, int got, int wanted) {
    EXPECT_EQ(text_of(got), text_of(wanted)) << what;
    ++combinations;
}

}  // namespace ringfence::native_test
