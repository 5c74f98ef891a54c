// Tells the worker which functions the program has called that are not supported, for `ringfence status`.
#pragma once

namespace ringfence::driver {

// Does nothing without a session: initialize() calls it again.
void tell_unsupported();

}  // namespace ringfence::driver
