// The stream of a possibly hostile peer, with the interface that Cap'n Proto needs.
//
// Cap'n Proto's own stream receives as many descriptors as requested and lets the kernel close the others at
// once; and it closes received ones on the loop's thread. How long a close takes, their sender decides
// (base/closing.h). This stream receives all descriptors, replaces them by tickets (cloakroom.h), and lets other
// threads close them.
#pragma once

#include <kj/async-io.h>
#include <kj/async-unix.h>

#include <cstddef>
#include <span>
#include <vector>

#include "base/unique_fd.h"
#include "rpc/cloakroom.h"
#include "rpc/event_loop.h"

namespace ringfence::rpc {

class PeerStream final : public kj::AsyncCapabilityStream {
public:
    // `cloakroom`: keeps received descriptors, and must outlive the stream.
    PeerStream(EventLoop& loop, UniqueFd socket, Cloakroom& cloakroom);
    ~PeerStream();
    PeerStream(const PeerStream&) = delete;
    PeerStream& operator=(const PeerStream&) = delete;

    kj::Promise<std::size_t> tryRead(void* buffer, std::size_t least, std::size_t most) override;
    kj::Promise<ReadResult> tryReadWithFds(void* buffer, std::size_t least, std::size_t most, kj::AutoCloseFd* fds,
                                           std::size_t most_fds) override;
    kj::Promise<ReadResult> tryReadWithStreams(void* buffer, std::size_t least, std::size_t most,
                                               kj::Own<kj::AsyncCapabilityStream>* streams,
                                               std::size_t most_streams) override;

    kj::Promise<void> write(const void* buffer, std::size_t size) override { return writing_->write(buffer, size); }
    kj::Promise<void> write(kj::ArrayPtr<const kj::ArrayPtr<const kj::byte>> pieces) override {
        return writing_->write(pieces);
    }
    kj::Promise<void> writeWithFds(kj::ArrayPtr<const kj::byte> data,
                                   kj::ArrayPtr<const kj::ArrayPtr<const kj::byte>> more,
                                   kj::ArrayPtr<const int> fds) override {
        return writing_->writeWithFds(data, more, fds);
    }
    kj::Promise<void> writeWithStreams(kj::ArrayPtr<const kj::byte> data,
                                       kj::ArrayPtr<const kj::ArrayPtr<const kj::byte>> more,
                                       kj::Array<kj::Own<kj::AsyncCapabilityStream>> streams) override {
        return writing_->writeWithStreams(data, more, kj::mv(streams));
    }
    kj::Promise<void> whenWriteDisconnected() override { return writing_->whenWriteDisconnected(); }
    void shutdownWrite() override { writing_->shutdownWrite(); }
    void abortRead() override { writing_->abortRead(); }

private:
    struct Wanted {
        std::span<std::byte> bytes;
        std::size_t least = 0;
        kj::AutoCloseFd* fds = nullptr;
        std::size_t most_fds = 0;
    };

    kj::Promise<ReadResult> read_on(Wanted wanted, ReadResult got);
    void give(std::vector<UniqueFd> descriptors, const Wanted& wanted, ReadResult& got);

    Cloakroom& cloakroom_;
    UniqueFd socket_;  // for reading; foreign
    kj::Own<kj::AsyncCapabilityStream> writing_;
    kj::UnixEventPort::FdObserver observer_;
};

}  // namespace ringfence::rpc
