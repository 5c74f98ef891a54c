#include "supervisor/unfinished_sessions.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace ringfence::supervisor {
namespace {

using nlohmann::ordered_json;

bool is_about_sessions(const std::string& line) {
    return line.find(R"("event":"session_)") != std::string::npos ||
           line.find(R"("event":"daemon_starts")") != std::string::npos;
}

bool is_same_session(const ordered_json& a, const ordered_json& b) {
    return a.value("worker", 0) == b.value("worker", 0) && a.value("session", 0) == b.value("session", 0);
}

void take_line(const std::string& line, std::vector<ordered_json>& open) {
    if (!is_about_sessions(line)) return;
    auto entry = ordered_json::parse(line, nullptr, false);
    if (!entry.is_object()) return;  // cut off when the daemon was killed
    const std::string event = entry.value("event", "");
    if (event == "daemon_starts") {
        open.clear();
    } else if (event == "session_ends") {
        std::erase_if(open, [&](const ordered_json& one) { return is_same_session(one, entry); });
    } else {
        open.push_back(std::move(entry));
    }
}

}  // namespace

std::vector<ordered_json> unfinished_sessions(const std::string& audit_path, const AuditTrail::Limits& limits) {
    std::vector<ordered_json> open;
    for (unsigned number = limits.files_put_aside + 1; number-- > 0;) {
        std::ifstream file(number == 0 ? audit_path : fmt::format("{}.{}", audit_path, number));
        for (std::string line; std::getline(file, line);)
            take_line(line, open);
    }
    return open;
}

}  // namespace ringfence::supervisor
