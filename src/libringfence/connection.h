// RPC over one connection, and capabilities of it that any thread may hold.
#pragma once

#include <capnp/capability.h>
#include <capnp/rpc-twoparty.h>
#include <capnp/serialize-async.h>

#include <memory>
#include <optional>

#include "base/unique_fd.h"
#include "libringfence/loop.h"

namespace ringfence::native {

// Its writes do not fail because the other side is gone: it may have said why, and who reads finds that first.
class Messages final : public capnp::MessageStream {
public:
    using capnp::MessageStream::tryReadMessage;
    using capnp::MessageStream::writeMessage;
    using capnp::MessageStream::writeMessages;

    explicit Messages(kj::AsyncCapabilityStream& stream) : inner_(stream) {}

    kj::Promise<kj::Maybe<capnp::MessageReaderAndFds>> tryReadMessage(kj::ArrayPtr<kj::AutoCloseFd> fds,
                                                                      capnp::ReaderOptions options,
                                                                      kj::ArrayPtr<capnp::word> scratch) override;
    kj::Promise<void> writeMessage(kj::ArrayPtr<const int> fds,
                                   kj::ArrayPtr<const kj::ArrayPtr<const capnp::word>> segments) override;
    kj::Promise<void> writeMessages(
        kj::ArrayPtr<kj::ArrayPtr<const kj::ArrayPtr<const capnp::word>>> messages) override;
    kj::Maybe<int> getSendBufferSize() override { return inner_.getSendBufferSize(); }
    kj::Promise<void> end() override { return inner_.end(); }

private:
    capnp::AsyncCapabilityMessageStream inner_;
};

// Ends in the loop's thread, with the last capability of it.
class Connection {
public:
    // In the loop's thread.
    Connection(Loop& loop, UniqueFd socket);
    capnp::Capability::Client bootstrap();

private:
    kj::Own<kj::AsyncCapabilityStream> stream_;
    Messages messages_;
    capnp::TwoPartyVatNetwork network_;
    capnp::RpcSystem<capnp::rpc::twoparty::VatId> rpc_;
};

// The contents of every handle of the API: a capability, the connection it came over, and the loop of both.
template <typename Interface>
class Held {
public:
    using Client = typename Interface::Client;

    Held(std::shared_ptr<Loop> loop, std::shared_ptr<Connection> connection, Client client)
        : loop_(std::move(loop)), connection_(std::move(connection)), client_(std::move(client)) {}
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
        loop_->run([this] {
            client_.reset();
            connection_.reset();
        });
    }

    // In the loop's thread.
    Client& client() { return *client_; }
    const std::shared_ptr<Loop>& loop() const { return loop_; }
    const std::shared_ptr<Connection>& connection() const { return connection_; }

private:
    std::shared_ptr<Loop> loop_;
    std::shared_ptr<Connection> connection_;
    std::optional<Client> client_;
};

}  // namespace ringfence::native
