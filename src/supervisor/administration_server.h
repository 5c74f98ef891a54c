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
// `holder`: the tenant whose records may be read; none: an administrator, who may read all.
schema::AuditLog::Client make_audit_log(Desk& desk, const PeerProcess& peer, std::optional<Holder> holder,
                                        std::shared_ptr<rpc::Holdings> holdings);

// The refusal for a peer that holds too many objects.
Refusal too_many_held();

}  // namespace ringfence::supervisor
