// Prints messages for the program's user to the program's standard error.
#pragma once

#include <string>

namespace ringfence::client {

// Why something failed that its status does not tell, and what to do. The same text once; a program that goes on after
// each failure need not hear them all, so only the first few. By any thread.
void tell(const std::string& text);

}  // namespace ringfence::client
