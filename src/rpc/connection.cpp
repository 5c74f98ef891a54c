#include "rpc/connection.h"

#include <utility>

#include <kj/io.h>

namespace ringfence::rpc {

Connection::Connection(EventLoop& loop, UniqueFd socket, capnp::Capability::Client bootstrap,
                       const ConnectionLimits& limits)
    : stream_(loop.io().lowLevelProvider->wrapUnixSocketFd(
          kj::AutoCloseFd(socket.release()), kj::LowLevelAsyncIoProvider::ALREADY_CLOEXEC)),
      messages_(*stream_, loop.io().provider->getTimer(), limits, [this] { last_heard_ = Clock::now(); }),
      network_(messages_, limits.descriptors_per_message, capnp::rpc::twoparty::Side::SERVER, reader_options(limits)),
      system_(capnp::makeRpcServer(network_, kj::mv(bootstrap))) {
    messages_.ask_for_unsent([this] { return network_.getCurrentQueueSize(); });
    system_.setFlowLimit(limits.words_of_pending_calls);
}

}  // namespace ringfence::rpc
