#include "tenants/restriction.h"

#include <algorithm>
#include <charconv>

#include <fmt/core.h>

#include "base/escape.h"

namespace ringfence::tenants {
namespace {

constexpr std::size_t name_digits = 16;
// Later times are refused: sums with them could overflow.
constexpr std::int64_t latest_time = 253'402'300'799;

bool is_lower_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

Result<std::int64_t> parse_seconds(std::string_view text, std::int64_t most) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0 || number > most)
        return Error::bad_input("'" + escape(text, 64) + "' is no time");
    return number;
}

Result<SessionLimits> parse_token_limits(std::string_view text) {
    SessionLimits limits;
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(','));
        text.remove_prefix(std::min(one.size() + 1, text.size()));
        const std::size_t equals = std::min(one.find('='), one.size());
        RF_RETURN_IF_ERROR(
            set_token_limit(limits, one.substr(0, equals), one.substr(std::min(equals + 1, one.size()))));
    }
    return limits;
}

Result<void> take_item(Restriction& restriction, std::string_view key, std::string_view value) {
    if (key == "kind") {
        RF_TRY(restriction.most, parse_session_kind(value));
    } else if (key == "limits") {
        RF_TRY(restriction.limits, parse_token_limits(value));
    } else if (key == "expires") {
        RF_TRY(const std::int64_t seconds, parse_seconds(value, latest_time));
        restriction.expires = UnixTime(std::chrono::seconds(seconds));
    } else if (key == "name") {
        restriction.name = value;
    } else {
        return Error::bad_input("nothing is known of '" + escape(key, 64) + "' in a token");
    }
    return {};
}

}  // namespace

std::string_view name_of(SessionKind kind) {
    switch (kind) {
        case SessionKind::Copy: return "copy";
        case SessionKind::Program: return "program";
        case SessionKind::Compute: return "compute";
    }
    return "?";
}

Result<SessionKind> parse_session_kind(std::string_view text) {
    for (const SessionKind kind : {SessionKind::Copy, SessionKind::Program, SessionKind::Compute}) {
        if (text == name_of(kind)) return kind;
    }
    return Error::bad_input("there is no session of kind '" + escape(text, 64) +
                            "'; there are copy, program and compute");
}

std::string Restriction::text() const {
    std::string text;
    if (most) text += fmt::format("kind={}/", name_of(*most));
    if (limits != SessionLimits()) text += fmt::format("limits={}/", text_of(limits));
    if (expires) text += fmt::format("expires={}/", expires->time_since_epoch().count());
    return text + "name=" + name;
}

Result<Restriction> Restriction::parse(std::string_view text) {
    Restriction restriction;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view item = rest.substr(0, rest.find('/'));
        rest.remove_prefix(std::min(item.size() + 1, rest.size()));
        const std::size_t equals = item.find('=');
        if (equals == std::string_view::npos) return Error::bad_input("a restriction without a value");
        RF_RETURN_IF_ERROR(take_item(restriction, item.substr(0, equals), item.substr(equals + 1)));
    }
    const bool has_name = restriction.name.size() == name_digits &&
                          std::all_of(restriction.name.begin(), restriction.name.end(), is_lower_hex);
    // Only the canonical text is accepted: in order, each part once, numbers without leading zeros.
    if (!has_name || restriction.text() != text) return Error::bad_input("a restriction that nobody wrote so");
    return restriction;
}

Result<void> set_token_limit(SessionLimits& limits, std::string_view key, std::string_view value) {
    const LimitsFor whom = key == facts_of(Limit::Sessions).key ? LimitsFor::Tenant : LimitsFor::Session;
    return set_limit(limits, key, value, whom);
}

Result<std::chrono::seconds> parse_duration(std::string_view text) {
    constexpr std::string_view units = "smhd";
    constexpr std::int64_t seconds_of[] = {1, 60, 3600, 86'400};
    const std::size_t unit = text.empty() ? std::string_view::npos : units.find(text.back());
    if (unit != std::string_view::npos) {
        const Result<std::int64_t> number = parse_seconds(text.substr(0, text.size() - 1), 36'500);
        if (number && number.value() > 0) return std::chrono::seconds(number.value() * seconds_of[unit]);
    }
    return Error::bad_input("'" + escape(text, 64) + "' is no time; write for instance 90s, 15m, 1h or 30d");
}

}  // namespace ringfence::tenants
