// The objects that implement the daemon's capabilities. Each belongs to one connection, and knows its peer.
#pragma once

#include <memory>

#include "rpc/connection.h"
#include "schema/ringfence.capnp.h"
#include "supervisor/desk.h"

namespace ringfence::supervisor {

// The first capability that a connection gets. `desk` must outlive the connection.
schema::Ringfence::Client make_bootstrap(Desk& desk, const Caller& caller, std::shared_ptr<rpc::Holdings> holdings);

}  // namespace ringfence::supervisor
