// Sends any bytes to a session process, as a hostile client may. The first byte selects the kind of session; the others
// arrive in pieces, between which the session works.
#include <kj/async-io.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "fake_engine.h"
#include "session/connection.h"
#include "session/core.h"
#include "session/sessions.h"

namespace {

using namespace ringfence;
using namespace ringfence::session;

constexpr std::size_t piece_bytes = 4096;

kj::Promise<void> drain(kj::AsyncIoStream& stream) {
    static kj::byte buffer[65536];
    return stream.tryRead(buffer, 1, sizeof buffer).then([&stream](std::size_t got) -> kj::Promise<void> {
        if (got == 0) return kj::READY_NOW;
        return drain(stream);
    });
}

kj::Promise<void> feed(kj::AsyncIoStream& stream, kj::ArrayPtr<const kj::byte> bytes) {
    if (bytes.size() == 0) {
        stream.shutdownWrite();
        return kj::READY_NOW;
    }
    const auto piece = bytes.slice(0, std::min(bytes.size(), piece_bytes));
    const auto rest = bytes.slice(piece.size(), bytes.size());
    return stream.write(piece.begin(), piece.size()).then([&stream, rest] { return feed(stream, rest); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) return 0;
    static kj::AsyncIoContext io = kj::setupAsyncIo();
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return 0;
    FakeEngine engine;
    {
        Core core(io.unixEventPort, io.provider->getTimer(), engine);
        if (!core.start().ok()) return 0;
        core.info.initRoot<schema::SessionInfo>();
        SessionMethods methods(core, [] {});
        auto client = io.lowLevelProvider->wrapSocketFd(kj::AutoCloseFd(ends[0]));
        Connection connection(io.lowLevelProvider->wrapUnixSocketFd(kj::AutoCloseFd(ends[1])), io.provider->getTimer(),
                              make_session(static_cast<schema::SessionKind>(data[0] % 3), methods));
        auto fed = feed(*client, kj::arrayPtr(data + 1, size - 1))
                       .exclusiveJoin(drain(*client))
                       .catch_([](kj::Exception&&) {})
                       .eagerlyEvaluate(nullptr);
        auto over = connection.when_lost()
                        .catch_([](kj::Exception&&) {})
                        .exclusiveJoin(io.provider->getTimer().afterDelay(50 * kj::MILLISECONDS));
        over.wait(io.waitScope);
        // Calls outlive their connection; in its own process the session does, too.
        core.end({.code = Code::CLOSED, .message = "over"});
        io.waitScope.poll();
    }
    return 0;
}
