// Answers of ours, as Cap'n Proto's messages.
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

// A copy of a text in a client's message, up to its first NUL. Longer ones are cut: no name needs more.
std::string short_text(capnp::Text::Reader text, std::size_t most = 256);
OpenRequest read_request(schema::SessionRequest::Reader request);

// A capability that carries a descriptor.
// It counts as one that the peer holds: the descriptor is open here until the peer lets go of it.
schema::Descriptor::Client carry(UniqueFd descriptor, std::shared_ptr<rpc::Holdings> holdings);

}  // namespace ringfence::supervisor
