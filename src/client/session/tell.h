// Prints messages for the program's user to the program's standard error.
#pragma once

#include <string>

namespace ringfence::client {

// Prints why something failed, and what to do, where a status does not say enough. Each text is printed once, and only
// the first few texts, since a program may continue after many failures. For any thread.
void tell(const std::string& text);

}  // namespace ringfence::client
