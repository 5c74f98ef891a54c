// Tells a peer, without reading from it, why its connection is closed: sends an `abort` of Cap'n Proto's protocol.
// (schema/ringfence.capnp says at `ErrorCode` how the reason begins.)
#pragma once

#include "base/result.h"
#include "schema/ringfence.capnp.h"

namespace ringfence::rpc {

// Does not wait: if the peer's socket is full, nothing is sent.
void send_farewell(int socket, schema::ErrorCode code, const Error& why);

}  // namespace ringfence::rpc
