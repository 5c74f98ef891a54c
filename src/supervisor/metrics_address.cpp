#include "supervisor/metrics_address.h"

#include <charconv>

#include "base/escape.h"

namespace ringfence::supervisor {

Result<MetricsAddress> parse_metrics_address(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    std::string_view host = text.substr(0, colon);
    const std::string_view digits = colon == std::string_view::npos ? "" : text.substr(colon + 1);
    const bool is_bracketed = host.starts_with('[') && host.ends_with(']');
    if (is_bracketed) host = host.substr(1, host.size() - 2);
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    const bool is_number = !digits.empty() && error == std::errc() && end == digits.data() + digits.size();
    if (!is_number || host.empty() || (!is_bracketed && host.find(':') != std::string_view::npos))
        return Error::bad_input("'" + escape(text) + "' is no address; write for instance 127.0.0.1:9099");
    return MetricsAddress{std::string(host), port};
}

}  // namespace ringfence::supervisor
