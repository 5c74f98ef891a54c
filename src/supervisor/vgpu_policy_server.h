// The capability of a virtual GPU's manager, for the virtual GPU's own policy and nothing else.
#pragma once

#include <memory>

#include "rpc/connection.h"
#include "schema/ringfence.capnp.h"
#include "supervisor/desk.h"

namespace ringfence::supervisor {

schema::VgpuPolicy::Client make_vgpu_policy(Desk& desk, PolicyActor actor, std::shared_ptr<rpc::Holdings> holdings);

}  // namespace ringfence::supervisor
