// The last words to a peer of which nothing is received: why its connection ends, as `abort` of Cap'n Proto's protocol.
// (schema/ringfence.capnp says at `ErrorCode` how the reason begins.)
#pragma once

#include "base/result.h"
#include "schema/ringfence.capnp.h"

namespace ringfence::rpc {

// Does not wait: a peer whose socket is full is not told.
void send_farewell(int socket, schema::ErrorCode code, const Error& why);

}  // namespace ringfence::rpc
