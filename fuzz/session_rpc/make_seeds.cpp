// session_rpc_seeds FOLDER: writes the bytes that honest clients send, one file for each kind of session.
#include <capnp/rpc-twoparty.h>
#include <kj/async-io.h>
#include <sys/socket.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "fake_engine.h"
#include "session/connection.h"
#include "session/core.h"
#include "session/sessions.h"

namespace {

using namespace ringfence;
using namespace ringfence::session;

// Keeps what goes out.
class RecordingStream final : public kj::AsyncIoStream {
public:
    explicit RecordingStream(kj::Own<kj::AsyncIoStream> inner) : inner_(kj::mv(inner)) {}
    std::string sent;

    kj::Promise<std::size_t> tryRead(void* buffer, std::size_t least, std::size_t most) override {
        return inner_->tryRead(buffer, least, most);
    }
    kj::Promise<void> write(const void* buffer, std::size_t size) override {
        sent.append(static_cast<const char*>(buffer), size);
        return inner_->write(buffer, size);
    }
    kj::Promise<void> write(kj::ArrayPtr<const kj::ArrayPtr<const kj::byte>> pieces) override {
        for (const auto piece : pieces)
            sent.append(reinterpret_cast<const char*>(piece.begin()), piece.size());
        return inner_->write(pieces);
    }
    kj::Promise<void> whenWriteDisconnected() override { return inner_->whenWriteDisconnected(); }
    void shutdownWrite() override { inner_->shutdownWrite(); }

private:
    kj::Own<kj::AsyncIoStream> inner_;
};

void be_honest(schema::GpuComputeSession::Client session, schema::SessionKind kind, kj::WaitScope& scope) {
    session.infoRequest().send().wait(scope);
    session.usageRequest().send().wait(scope);
    auto making = session.createBufferRequest();
    making.setBytes(64);
    auto buffer = making.send().wait(scope).getBuffer();
    auto writing = buffer.writeRequest();
    writing.setData(kj::StringPtr("0123456789").asBytes());
    writing.send().wait(scope);
    auto reading = buffer.readRequest();
    reading.setBytes(10);
    reading.send().wait(scope);
    auto filling = session.fillRequest();
    filling.initTo().setBuffer(buffer);
    filling.setBytes(8);
    auto fence = filling.send().wait(scope).getFence();
    fence.pollRequest().send().wait(scope);
    auto waiting = fence.waitRequest();
    waiting.setTimeoutMilliseconds(1);
    waiting.send().wait(scope);
    auto sharing = session.createSegmentRequest();
    sharing.setBytes(64);
    auto segment = sharing.send().wait(scope).getSegment();
    auto copying = session.copyRequest();
    copying.initTo().setBuffer(buffer);
    copying.initFrom().setSegment(segment);
    copying.setBytes(8);
    copying.send().wait(scope);
    if (kind == schema::SessionKind::COMPUTE) {
        auto loading = session.loadProgramRequest();
        loading.setImage(kj::StringPtr(".version 7.0").asBytes());
        auto program = loading.send().wait(scope).getProgram();
        program.infoRequest().send().wait(scope);
        auto launching = session.launchRequest();
        launching.setProgram(program);
        auto launch = launching.initLaunch();
        launch.setKernel("kernel");
        auto arguments = launch.initArguments(2);
        arguments[0].initAddress().setBuffer(buffer);
        arguments[1].setValue(kj::StringPtr("1234").asBytes());
        launching.send().wait(scope).getFence().cancelRequest().send().wait(scope);
        program.closeRequest().send().wait(scope);
    }
    segment.closeRequest().send().wait(scope);
    buffer.closeRequest().send().wait(scope);
    session.closeRequest().send().wait(scope);
}

void record(kj::AsyncIoContext& io, schema::SessionKind kind, const std::string& path) {
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
    FakeEngine engine;
    Core core(io.unixEventPort, io.provider->getTimer(), engine);
    if (!core.start().ok()) return;
    core.info.initRoot<schema::SessionInfo>();
    SessionMethods methods(core, [] {});
    RecordingStream recording(io.lowLevelProvider->wrapSocketFd(kj::AutoCloseFd(ends[0])));
    Connection connection(io.lowLevelProvider->wrapUnixSocketFd(kj::AutoCloseFd(ends[1])), io.provider->getTimer(),
                          make_session(kind, methods));
    capnp::TwoPartyVatNetwork network(recording, capnp::rpc::twoparty::Side::CLIENT);
    auto rpc = capnp::makeRpcClient(network);
    capnp::MallocMessageBuilder message;
    auto server = message.initRoot<capnp::rpc::twoparty::VatId>();
    server.setSide(capnp::rpc::twoparty::Side::SERVER);
    be_honest(rpc.bootstrap(server).castAs<schema::GpuComputeSession>(), kind, io.waitScope);
    std::ofstream(path, std::ios::binary) << static_cast<char>(kind) << recording.sent;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fputs("usage: session_rpc_seeds FOLDER\n", stderr);
        return 2;
    }
    auto io = kj::setupAsyncIo();
    const std::string folder = arguments[1];
    record(io, schema::SessionKind::COPY, folder + "/copy");
    record(io, schema::SessionKind::PROGRAM, folder + "/program");
    record(io, schema::SessionKind::COMPUTE, folder + "/compute");
    return 0;
}
