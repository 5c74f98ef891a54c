// Machine code and the PTX that it was made of, as one image.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace ringfence::ptxas {

struct Assembled {
    std::string_view ptx;
    std::string_view cubin;  // empty: there is none
    std::string_view gpu;    // that it is for
    bool is_debug = false;
};

[[nodiscard]] Result<std::string> fatten(const Assembled& assembled);

}  // namespace ringfence::ptxas
