// Serves one session until its client is gone or the session is revoked.
#pragma once

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::session {

struct Descriptors {
    UniqueFd control;  // the daemon's
    UniqueFd client;
    UniqueFd channel;  // for the Hello to a worker
};

// Does not return, but ends the process, unless the session could not begin.
[[nodiscard]] Error serve(Descriptors descriptors);

}  // namespace ringfence::session
