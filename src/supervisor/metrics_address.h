// The address at which metrics are served: "127.0.0.1:9099", "[::1]:9099".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace ringfence::supervisor {

struct MetricsAddress {
    std::string host;
    std::uint16_t port = 0;
};

Result<MetricsAddress> parse_metrics_address(std::string_view text);

}  // namespace ringfence::supervisor
