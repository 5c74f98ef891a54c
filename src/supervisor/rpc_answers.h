// Writes the daemon's answers as Cap'n Proto messages, and reads requests.
#pragma once

#include <memory>
#include <string>

#include "rpc/connection.h"
#include "schema/ringfence.capnp.h"
#include "supervisor/desk.h"

namespace ringfence::supervisor {

void write(schema::Error::Builder to, const Refusal& why);
void write(schema::DeviceInfo::Builder to, const DeviceFacts& device);
void write(schema::SessionInfo::Builder to, const SessionFacts& session);

// A copy of a text in a client's message, up to its first NUL and at most `most` bytes: no name needs more.
std::string short_text(capnp::Text::Reader text, std::size_t most = 256);
OpenRequest read_request(schema::SessionRequest::Reader request);

// A capability that carries a descriptor. It counts as an object of the peer, since the descriptor stays open here
// until the peer releases it.
schema::Descriptor::Client carry(UniqueFd descriptor, std::shared_ptr<rpc::Holdings> holdings);

}  // namespace ringfence::supervisor
