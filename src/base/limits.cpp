#include "base/limits.h"

#include <algorithm>
#include <charconv>

#include "base/escape.h"

namespace ringfence {
namespace {

using enum LimitUnit;
using enum LimitReach;

constexpr std::uint64_t MiB = std::uint64_t{1} << 20;
// A session copies through 32 MiB of host memory, and on a card host memory comes in multiples of that.
constexpr std::uint64_t least_host_memory = 64 * MiB;
constexpr std::uint64_t longest_time = UINT32_MAX;  // seven weeks; times a few it is still a time
constexpr std::uint64_t least_sink = 36 * MiB;      // the smallest there is, with the pieces around memory

constexpr std::array<LimitFacts, limit_count> all_facts = {{
    {"device_memory", Bytes, Sum, 2 * MiB, "device memory"},
    {"device_memory_soft", Bytes, Sum, 1, "device memory (soft)"},
    {"host_memory", Bytes, Sum, least_host_memory, "host memory"},
    {"host_segments", Count, Sum, 2, "pieces of host memory"},
    {"local_memory", Bytes, EachSession, 1024, "local memory of a thread"},
    {"sink_memory", Bytes, Sum, least_sink, "scratch memory"},
    {"streams", Count, Sum, 1, "streams"},
    {"events", Count, Sum, 1, "events"},
    {"graphs", Count, Sum, 1, "graphs"},
    {"graph_nodes", Count, Sum, 1, "nodes of graphs"},
    {"modules", Count, Sum, 1, "modules"},
    {"module_bytes", Bytes, Sum, 1, "bytes of modules"},
    {"functions", Count, Sum, 1, "functions"},
    {"submissions", Count, EachSession, 16, "operations under way"},
    {"copies", Count, EachSession, 1, "copies under way"},
    {"compile_ms", Milliseconds, EachSession, 1, "time to compile a module"},
    {"kernel_ms", Milliseconds, EachSession, 10, "time of a kernel"},
    {"sessions", Count, TenantOnly, 1, "sessions"},
    {"connections", Count, TenantOnly, 1, "connections"},
    {"host_backing", Bytes, Sum, 2 * MiB, "host memory in place of device memory"},
}};

bool is_meant_for(const LimitFacts& facts, LimitsFor whom) {
    return whom == LimitsFor::Tenant || facts.reach != TenantOnly;
}

std::string all_keys(LimitsFor whom) {
    std::string keys;
    for (const LimitFacts& facts : all_facts) {
        if (is_meant_for(facts, whom)) keys.append(keys.empty() ? "" : ", ").append(facts.key);
    }
    return keys;
}

Result<std::uint64_t> parse_count(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return Error::bad_input("'" + escape(text) + "' is no number");
    return number;
}

}  // namespace

const LimitFacts& facts_of(Limit limit) {
    return all_facts[std::min(static_cast<std::size_t>(limit), limit_count - 1)];
}

std::uint64_t tighten(std::uint64_t set, std::uint64_t asked) {
    if (set == 0 || asked == 0) return std::max(set, asked);
    return std::min(set, asked);
}

SessionLimits tighten(const SessionLimits& set, const SessionLimits& asked) {
    SessionLimits both;
    each_limit([&](Limit limit) { both[limit] = tighten(set[limit], asked[limit]); });
    return both;
}

SessionLimits for_each_session(const SessionLimits& tenant) {
    SessionLimits each;
    each_limit([&](Limit limit) {
        if (facts_of(limit).reach == EachSession) each[limit] = tenant[limit];
    });
    return each;
}

Result<void> set_limit(SessionLimits& limits, std::string_view key, std::string_view value, LimitsFor whom) {
    const auto* const found =
        std::find_if(all_facts.begin(), all_facts.end(), [&](const LimitFacts& facts) { return facts.key == key; });
    if (found == all_facts.end() || !is_meant_for(*found, whom)) {
        return Error::bad_input("there is no limit '" + escape(key) + "'" +
                                (found == all_facts.end() ? "" : " of a session, only of a tenant") +
                                "; there are: " + all_keys(whom));
    }
    Result<std::uint64_t> number = found->unit == Bytes ? parse_size(value) : parse_count(value);
    if (!number) return Error::bad_input(std::string(key) + ": " + number.error().message);
    const auto limit = static_cast<Limit>(found - all_facts.begin());
    // 0 would mean that there is none.
    if (number.value() < found->least) {
        return Error::bad_input(std::string(key) + " must be at least " + text_of(limit, found->least) +
                                "; leave it out for the default");
    }
    if (found->unit == Milliseconds && number.value() > longest_time)
        return Error::bad_input(std::string(key) + " must be at most " + std::to_string(longest_time));
    limits[limit] = number.value();
    return {};
}

Result<SessionLimits> parse_limits_text(std::string_view text, LimitsFor whom) {
    SessionLimits limits;
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(','));
        text.remove_prefix(std::min(one.size() + 1, text.size()));
        const std::size_t equals = one.find('=');
        if (equals == std::string_view::npos) {
            return Error::bad_input("'" + escape(one) + "' is no limit")
                .with_remedy("write for instance device_memory=512M,streams=16");
        }
        RF_RETURN_IF_ERROR(set_limit(limits, one.substr(0, equals), one.substr(equals + 1), whom));
    }
    return limits;
}

std::string text_of(const SessionLimits& limits) {
    std::string text;
    each_limit([&](Limit limit) {
        if (limits[limit] == 0) return;
        text.append(text.empty() ? "" : ",").append(facts_of(limit).key).append("=");
        text.append(text_of(limit, limits[limit]));
    });
    return text;
}

std::string text_of(Limit limit, std::uint64_t value) {
    if (facts_of(limit).unit != Bytes || value == 0) return std::to_string(value);
    unsigned shift = 0;
    for (const unsigned one : {10U, 20U, 30U, 40U}) {
        if (value % (std::uint64_t{1} << one) == 0) shift = one;
    }
    constexpr std::string_view units = "KMGT";
    const std::string number = std::to_string(value >> shift);
    return shift == 0 ? number : number + units[shift / 10 - 1];
}

std::string naming(Limit limit) {
    return " (" + std::string(facts_of(limit).key) + ")";
}

std::optional<Limit> limit_named_in(std::string_view text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t open = line.rfind(" (");
    if (open == std::string_view::npos || !line.ends_with(')')) return std::nullopt;
    const std::string_view key = line.substr(open + 2, line.size() - open - 3);
    for (std::size_t index = 0; index < limit_count; ++index) {
        if (all_facts[index].key == key) return static_cast<Limit>(index);
    }
    return std::nullopt;
}

Result<std::uint64_t> parse_size(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    unsigned shift = 64;
    if (unit.empty()) shift = 0;
    if (unit == "K") shift = 10;
    if (unit == "M") shift = 20;
    if (unit == "G") shift = 30;
    if (unit == "T") shift = 40;
    if (error != std::errc() || shift == 64 || number > UINT64_MAX >> shift)
        return Error::bad_input("'" + escape(text) + "' is no size; write for instance 512M or 16G");
    return number << shift;
}

}  // namespace ringfence
