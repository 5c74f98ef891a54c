// The daemon's log: lines on standard error.
#pragma once

#include <string_view>

namespace ringfence::supervisor {

// What comes from others in it (workers, clients, files) is made fit to print, and further lines are indented: none can
// be taken for one of ours.
void log(std::string_view text);

}  // namespace ringfence::supervisor
