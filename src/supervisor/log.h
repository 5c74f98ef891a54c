// The daemon's log: lines on standard error.
#pragma once

#include <cstdio>
#include <string>

#include <fmt/core.h>

namespace ringfence::supervisor {

inline void log(const std::string& text) {
    fmt::print(stderr, "ringfenced: {}\n", text);
    std::fflush(stderr);
}

}  // namespace ringfence::supervisor
