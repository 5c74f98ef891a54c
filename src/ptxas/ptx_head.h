// The first lines of a PTX text: the version of the language, and the GPUs that it is for.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "fatbin/writer.h"

namespace ringfence::ptxas {

// An architecture as its name says: sm_90a, compute_100f.
struct Architecture {
    std::uint32_t sm = 0;
    std::uint64_t flags = 0;  // fatbin::flag_exact, fatbin::flag_family
};

[[nodiscard]] Result<Architecture> read_architecture(std::string_view name);

struct PtxHead {
    fatbin::ImageVersion version;
    Architecture target;
};

[[nodiscard]] Result<PtxHead> read_ptx_head(std::string_view text);

}  // namespace ringfence::ptxas
