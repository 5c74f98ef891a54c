#include "cli/top_table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "cli/status_file.h"
#include "cli/top_policy.h"
#include "cli/top_residency.h"
#include "cli/top_vgpus.h"

namespace ringfence::cli {
namespace {

using nlohmann::ordered_json;

struct Row {
    std::string tenant;
    std::string name;  // of the session
    std::string pid;
    std::string program;
    std::uint64_t memory = 0;
    std::uint64_t host = 0;
    std::uint64_t launches = 0;
    std::uint64_t copied = 0;
    std::uint64_t faults = 0;
    std::optional<double> launch_rate;
    std::optional<double> copy_rate;
};

// "1234", "12.3k", "4.5G": at most 6 characters.
std::string short_number(double value, double step, const char* units) {
    const char* unit = units;
    while (value >= 999.5 && unit[1] != '\0') {
        value /= step;
        ++unit;
    }
    if (*unit == ' ') return fmt::format("{:.0f}", value);
    return value < 99.95 ? fmt::format("{:.1f}{}", value, *unit) : fmt::format("{:.0f}{}", value, *unit);
}

std::string short_bytes(double bytes) {
    return short_number(bytes, 1024, " KMGTP");
}

std::string short_count(double count) {
    return short_number(count, 1000, " kMGTP");
}

std::string short_rate(const std::optional<double>& rate, bool is_bytes) {
    if (!rate) return "-";
    return is_bytes ? short_bytes(*rate) : short_count(*rate);
}

std::string cut(std::string text, std::size_t width) {
    if (text.size() <= width) return text;
    text.resize(width - 1);
    // Not in the middle of a character.
    while (!text.empty() && (text.back() & 0x80) != 0)
        text.pop_back();
    return text + "~";
}

constexpr std::size_t columns = 80;

std::string as_line(std::string text) {
    return cut(std::move(text), columns) + "\n";
}

// A session is known by its worker and its number.
using Key = std::pair<std::uint64_t, std::uint64_t>;

std::map<Key, const ordered_json*> sessions_in(const ordered_json& status) {
    std::map<Key, const ordered_json*> sessions;
    for (const ordered_json& worker : list_in(status, "workers")) {
        for (const ordered_json& session : list_in(worker, "session_list"))
            sessions[{count_in(worker, "pid"), count_in(session, "session")}] = &session;
    }
    return sessions;
}

double rate_of(const ordered_json& now, const ordered_json* before, const char* key, double seconds) {
    const std::uint64_t then = before != nullptr ? count_in(*before, key) : 0;
    const std::uint64_t since = count_in(now, key) - std::min(then, count_in(now, key));
    return static_cast<double>(since) / seconds;
}

std::vector<Row> rows_of(const ordered_json& status, const ordered_json* before, double seconds) {
    const auto earlier = before != nullptr ? sessions_in(*before) : std::map<Key, const ordered_json*>();
    std::vector<Row> rows;
    for (const auto& [key, session] : sessions_in(status)) {
        Row& row = rows.emplace_back();
        row.tenant = word_in(*session, "tenant");
        row.name = std::to_string(key.second);
        row.pid = std::to_string(count_in(*session, "pid"));
        row.program = word_in(*session, "program");
        row.memory = count_in(*session, "memory_used");
        row.host = count_in(*session, "host_memory");
        row.launches = count_in(*session, "launches");
        row.copied = count_in(*session, "copied_bytes");
        row.faults = count_in(*session, "violations");
        if (before == nullptr || seconds <= 0) continue;
        const auto found = earlier.find(key);
        const ordered_json* then = found != earlier.end() ? found->second : nullptr;
        row.launch_rate = rate_of(*session, then, "launches", seconds);
        row.copy_rate = rate_of(*session, then, "copied_bytes", seconds);
    }
    return rows;
}

void add_to(Row& sum, const Row& row) {
    sum.memory += row.memory;
    sum.host += row.host;
    sum.launches += row.launches;
    sum.copied += row.copied;
    sum.faults += row.faults;
    if (row.launch_rate) sum.launch_rate = sum.launch_rate.value_or(0) + *row.launch_rate;
    if (row.copy_rate) sum.copy_rate = sum.copy_rate.value_or(0) + *row.copy_rate;
}

// The share of all launches in the same time; without rates, of all launches so far.
std::string share_of(const Row& row, const Row& all) {
    const double part = row.launch_rate ? *row.launch_rate : static_cast<double>(row.launches);
    const double whole = all.launch_rate ? *all.launch_rate : static_cast<double>(all.launches);
    return whole > 0 ? fmt::format("{:.0f}%", 100 * part / whole) : "-";
}

// The columns; the heading has words in them.
std::string columns_of(std::string_view first, std::string_view pid, std::string_view program,
                       const std::array<std::string, 6>& numbers) {
    return as_line(fmt::format("{:<15} {:>7} {:<14} {:>6} {:>6} {:>8} {:>7} {:>5} {:>4}", cut(std::string(first), 15),
                               pid, cut(std::string(program), 14), numbers[0], numbers[1], numbers[2], numbers[3],
                               numbers[4], numbers[5]));
}

std::string line_of(const Row& row, const Row& all, std::string_view first) {
    return columns_of(first, row.pid, row.program,
                      {short_bytes(static_cast<double>(row.memory)), short_bytes(static_cast<double>(row.host)),
                       short_rate(row.launch_rate, false), short_rate(row.copy_rate, true), share_of(row, all),
                       short_count(static_cast<double>(row.faults))});
}

std::string heading(const ordered_json& status) {
    const ordered_json& host = status.contains("host_memory") ? status["host_memory"] : list_in(status, "");
    std::string text = as_line(fmt::format(
        "up {} s, {} sessions, {} workers ({} died), {} refused, host memory {} of {}", count_in(status, "uptime_s"),
        count_in(status, "sessions"), list_in(status, "workers").size(), count_in(status, "workers_died"),
        count_in(status, "clients_refused"), short_bytes(static_cast<double>(count_in(host, "granted"))),
        short_bytes(static_cast<double>(count_in(host, "limit")))));
    if (status.contains("audit_log") && status["audit_log"].contains("problem"))
        text += as_line("audit: " + word_in(status["audit_log"], "problem"));
    return text + "\n";
}

}  // namespace

std::string top_table(const ordered_json& status, const ordered_json* before, std::chrono::duration<double> between) {
    std::vector<Row> rows = rows_of(status, before, between.count());
    Row all;
    std::map<std::string, Row> tenants;
    for (const Row& row : rows) {
        add_to(all, row);
        add_to(tenants[row.tenant], row);
    }
    const auto weight = [](const Row& row) { return std::pair(row.launch_rate.value_or(0), row.launches); };
    std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return weight(a) > weight(b); });
    std::string text = heading(status);
    text += columns_of("TENANT/SESSION", "PID", "PROGRAM", {"MEMORY", "HOST", "LAUNCH/s", "COPY/s", "SHARE", "FLT"});
    for (const auto& [tenant, sum] : tenants) {
        text += line_of(sum, all, tenant.empty() ? "(no tenant)" : tenant);
        for (const Row& row : rows) {
            if (row.tenant == tenant) text += line_of(row, all, "  " + row.name);
        }
    }
    if (rows.empty()) text += "nobody is here\n";
    return text + top_residency(status) + top_vgpus(status, before) + top_policy(status, before, between);
}

}  // namespace ringfence::cli
