// Serves one session until its client has gone or it was taken away.
#pragma once

#include "base/result.h"
#include "base/unique_fd.h"

namespace ringfence::session {

struct Descriptors {
    UniqueFd control;  // the daemon's
    UniqueFd client;
    UniqueFd channel;  // where a worker is to be had
};

// Ends the process in the end; returns only if the session could not begin.
[[nodiscard]] Error serve(Descriptors descriptors);

}  // namespace ringfence::session
