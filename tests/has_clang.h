// Policies are compiled by clang: without it their tests are skipped.
#pragma once

#include <cstdlib>

namespace ringfence {

inline bool has_clang() {
    return std::system("clang --version >/dev/null 2>&1") == 0;
}

}  // namespace ringfence
