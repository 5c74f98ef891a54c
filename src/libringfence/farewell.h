// Why the daemon did not accept a connection: what it says in RPC's `abort` (schema/ringfence.capnp, `ErrorCode`).
#pragma once

#include <optional>
#include <string_view>

#include "libringfence/problem.h"

namespace ringfence::native {

// In an exception's description, where Cap'n Proto has words of its own before it; nothing: there is no error of ours.
std::optional<Problem> farewell_in(std::string_view description);

}  // namespace ringfence::native
