// Starts ringfence-metrics beside the daemon.
#pragma once

#include <string>

#include "base/result.h"

namespace ringfence::supervisor {

// `socket`: the daemon's; empty: the usual one. The server ends with this process and logs later errors; the daemon
// works without it.
Result<void> start_metrics(const std::string& program, const std::string& address, const std::string& socket);

// Starts a server beside that of the daemon to be replaced. When this returns, the new server listens.
Result<void> succeed_metrics(const std::string& program, const std::string& address, const std::string& socket);

}  // namespace ringfence::supervisor
