// Starts ringfence-metrics beside the daemon.
#pragma once

#include <string>

#include "base/result.h"

namespace ringfence::supervisor {

// `socket`: the daemon's; empty: the usual one. It ends with this process. It reports later errors in the log; the
// daemon does not depend on it.
Result<void> start_metrics(const std::string& program, const std::string& address, const std::string& socket);

// Beside the server of the daemon that this one is to replace: when this returns it listens.
Result<void> succeed_metrics(const std::string& program, const std::string& address, const std::string& socket);

}  // namespace ringfence::supervisor
