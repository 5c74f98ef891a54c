// Tells the worker which functions the program has called that are not supported, for `ringfence status`.
#pragma once

namespace ringfence::driver {

// Nothing without a session: whoever makes one says it then.
void tell_unsupported();

}  // namespace ringfence::driver
