// The capabilities of the administrator, and of readers of the audit log.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "rpc/connection.h"
#include "schema/ringfence.capnp.h"
#include "supervisor/desk.h"

namespace ringfence::supervisor {

schema::Administration::Client make_administration(Desk& desk, const PeerProcess& peer,
                                                   std::shared_ptr<rpc::Holdings> holdings);
// `holder`: whose records it has; none: an administrator's, which has all.
schema::AuditLog::Client make_audit_log(Desk& desk, const PeerProcess& peer, std::optional<Holder> holder,
                                        std::shared_ptr<rpc::Holdings> holdings);

// Refuses a peer that asks for objects and gives none back.
Refusal too_many_held();

}  // namespace ringfence::supervisor
