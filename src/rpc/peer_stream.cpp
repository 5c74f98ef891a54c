#include "rpc/peer_stream.h"

#include <fcntl.h>
#include <kj/debug.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/closing.h"
#include "base/socket.h"

namespace ringfence::rpc {
namespace {

int copy_of(const UniqueFd& descriptor) {
    return ::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, 3);
}

}  // namespace

PeerStream::PeerStream(EventLoop& loop, UniqueFd socket, Cloakroom& cloakroom)
    : cloakroom_(cloakroom),
      socket_(std::move(socket)),
      writing_(loop.io().lowLevelProvider->wrapUnixSocketFd(kj::AutoCloseFd(copy_of(socket_)),
                                                            kj::LowLevelAsyncIoProvider::ALREADY_CLOEXEC)),
      observer_(loop.io().unixEventPort, socket_.get(), kj::UnixEventPort::FdObserver::OBSERVE_READ) {}

PeerStream::~PeerStream() {
    // shutdown() tells the other side at once, since closing may take a while.
    ::shutdown(socket_.get(), SHUT_RDWR);
}

kj::Promise<std::size_t> PeerStream::tryRead(void* buffer, std::size_t least, std::size_t most) {
    return tryReadWithFds(buffer, least, most, nullptr, 0).then([](ReadResult got) { return got.byteCount; });
}

kj::Promise<kj::AsyncCapabilityStream::ReadResult> PeerStream::tryReadWithFds(void* buffer, std::size_t least,
                                                                              std::size_t most, kj::AutoCloseFd* fds,
                                                                              std::size_t most_fds) {
    cloakroom_.clear_up();
    return read_on({{static_cast<std::byte*>(buffer), most}, least, fds, most_fds}, {0, 0});
}

kj::Promise<kj::AsyncCapabilityStream::ReadResult> PeerStream::tryReadWithStreams(void*, std::size_t, std::size_t,
                                                                                  kj::Own<kj::AsyncCapabilityStream>*,
                                                                                  std::size_t) {
    return KJ_EXCEPTION(UNIMPLEMENTED, "streams are not accepted on this connection");
}

kj::Promise<kj::AsyncCapabilityStream::ReadResult> PeerStream::read_on(Wanted wanted, ReadResult got) {
    while (true) {
        if (has_too_many_closings(cloakroom_.whose()))
            return KJ_EXCEPTION(DISCONNECTED, "descriptors that the peer has sent cannot be closed");
        std::vector<UniqueFd> descriptors;
        const ssize_t count = receive_bytes(socket_.get(), wanted.bytes, descriptors, cloakroom_.whose());
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            return observer_.whenBecomesReadable().then([this, wanted, got] { return read_on(wanted, got); });
        }
        if (count < 0) return KJ_EXCEPTION(DISCONNECTED, "the peer's stream cannot be read");
        give(std::move(descriptors), wanted, got);
        got.byteCount += static_cast<std::size_t>(count);
        if (count == 0 || static_cast<std::size_t>(count) >= wanted.least) return got;
        wanted.bytes = wanted.bytes.subspan(static_cast<std::size_t>(count));
        wanted.least -= static_cast<std::size_t>(count);
    }
}

// Passes on as many descriptors as wanted, and closes the others.
void PeerStream::give(std::vector<UniqueFd> descriptors, const Wanted& wanted, ReadResult& got) {
    for (UniqueFd& descriptor : descriptors) {
        if (got.capCount >= wanted.most_fds) return;
        UniqueFd ticket = cloakroom_.keep(std::move(descriptor));
        if (!ticket) return;
        wanted.fds[got.capCount++] = kj::AutoCloseFd(ticket.release());
    }
}

}  // namespace ringfence::rpc
