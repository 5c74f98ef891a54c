// Starts ringfence-metrics beside the daemon.
#pragma once

#include <string>

#include "base/result.h"

namespace ringfence::supervisor {

// Whether there is such a program.
Result<void> check_metrics(const std::string& program);

// `socket`: the daemon's; empty: the usual one. It ends with this process. It reports later errors in the log; the
// daemon does not depend on it.
Result<void> start_metrics(const std::string& program, const std::string& address, const std::string& socket,
                           bool is_successor);

}  // namespace ringfence::supervisor
