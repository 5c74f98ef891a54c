// The daemon's log: lines on standard error.
#pragma once

#include <string>

#include "base/log_line.h"

namespace ringfence::supervisor {

inline void log(const std::string& text) {
    write_log_line("ringfenced: " + text + "\n");
}

}  // namespace ringfence::supervisor
