// Cap'n Proto over the client's connection. The client is hostile: its messages, and the state that is kept for it,
// have limits (rpc/limited_stream.h).
#pragma once

#include <capnp/rpc-twoparty.h>
#include <kj/async-io.h>

#include "rpc/limited_stream.h"
#include "schema/ringfence.capnp.h"

namespace ringfence::session {

class Connection {
public:
    Connection(kj::Own<kj::AsyncCapabilityStream> stream, kj::Timer& timer, schema::GpuSession::Client session);

    kj::Promise<void> when_lost() { return network_.onDisconnect(); }

private:
    kj::Own<kj::AsyncCapabilityStream> stream_;
    rpc::LimitedStream messages_;
    capnp::TwoPartyVatNetwork network_;
    capnp::RpcSystem<capnp::rpc::twoparty::VatId> rpc_;
};

}  // namespace ringfence::session
