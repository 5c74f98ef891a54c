#include "rpc/connection.h"

#include <utility>

namespace ringfence::rpc {

Connection::Connection(EventLoop& loop, UniqueFd socket, capnp::Capability::Client bootstrap,
                       std::shared_ptr<Holdings> holdings, const ConnectionLimits& limits)
    : holdings_(std::move(holdings)),
      stream_(loop, std::move(socket), holdings_->received()),
      messages_(stream_, loop.io().provider->getTimer(), limits, [this] { last_heard_ = Clock::now(); }),
      network_(messages_, limits.descriptors_per_message, capnp::rpc::twoparty::Side::SERVER, sender_options()),
      system_(capnp::makeRpcServer(network_, kj::mv(bootstrap))) {
    messages_.ask_for_unsent([this] { return network_.getCurrentQueueSize(); });
    system_.setFlowLimit(limits.words_of_pending_calls);
}

}  // namespace ringfence::rpc
