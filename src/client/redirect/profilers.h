// Profilers that look at the program's own process, where no kernel runs.
#pragma once

namespace ringfence::client {

// Says so, once, if a function of CUPTI's is among this function's callers. To be called when somebody asks the driver
// for its private tables, which is how CUPTI begins: without them its functions fail, and do not say why.
void tell_profiler();

}  // namespace ringfence::client
