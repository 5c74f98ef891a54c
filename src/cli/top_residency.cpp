#include "cli/top_residency.h"

#include <algorithm>
#include <cstdint>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/escape.h"

namespace ringfence::cli {
namespace {

using nlohmann::ordered_json;

std::uint64_t bytes_in(const ordered_json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

std::string in_mebibytes(std::uint64_t bytes) {
    return fmt::format("{:.1f}", static_cast<double>(bytes) / (1 << 20));
}

std::string residency_line(const ordered_json& session) {
    const std::uint64_t on_host = bytes_in(session, "memory_on_host");
    const std::uint64_t all = bytes_in(session, "memory_used");
    if (on_host == 0) return "";
    const auto tenant = session.find("tenant");
    const std::string name = tenant != session.end() && tenant->is_string() ? escape(tenant->get<std::string>()) : "";
    return fmt::format("  {:<9} {:<24.24} {:>20} {:>20}\n", bytes_in(session, "session"), name,
                       in_mebibytes(all - std::min(all, on_host)), in_mebibytes(on_host));
}

}  // namespace

std::string top_residency(const ordered_json& status) {
    std::string lines;
    const auto workers = status.find("workers");
    if (workers == status.end() || !workers->is_array()) return "";
    for (const ordered_json& worker : *workers) {
        const auto sessions = worker.find("session_list");
        if (sessions == worker.end() || !sessions->is_array()) continue;
        for (const ordered_json& session : *sessions)
            lines += residency_line(session);
    }
    if (lines.empty()) return "";
    return fmt::format("\nthe card is full:\n  {:<9} {:<24} {:>20} {:>20}\n", "SESSION", "TENANT", "MiB ON THE CARD",
                       "MiB ON THE HOST") +
           lines;
}

}  // namespace ringfence::cli
