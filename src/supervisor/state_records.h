// Converts parts of the daemon's state to messages for another daemon, and back.
#pragma once

#include "base/result.h"
#include "base/socket.h"
#include "schema/takeover.capnp.h"
#include "supervisor/descriptor_list.h"
#include "supervisor/sessions.h"
#include "supervisor/waiting_room.h"
#include "supervisor/worker_process.h"

namespace ringfence::supervisor {

void write(schema::PeerRecord::Builder to, const PeerProcess& peer);
PeerProcess read(schema::PeerRecord::Reader from);
void write(schema::ClientRecord::Builder to, const Handover& client, DescriptorList& descriptors);
Result<Handover> read(schema::ClientRecord::Reader from, DescriptorList& descriptors);
void write(schema::VisitorRecord::Builder to, const Visitor& visitor, DescriptorList& descriptors);
Result<Visitor> read(schema::VisitorRecord::Reader from, DescriptorList& descriptors);
void write(schema::SessionRecord::Builder to, const SessionRecord& session, DescriptorList& descriptors);
// The session's process is not owned until SessionProcess::own() is called.
Result<SessionRecord> read(schema::SessionRecord::Reader from, DescriptorList& descriptors);

}  // namespace ringfence::supervisor
