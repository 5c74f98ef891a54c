// Detects profilers in the program's process, where they cannot work since no kernel runs there.
#pragma once

namespace ringfence::client {

// Warns the user, once, if a CUPTI function is among the callers. Call it when the driver's private tables are
// requested, which CUPTI does first: without the tables CUPTI fails without a reason.
void tell_profiler();

}  // namespace ringfence::client
