#include "supervisor/unfinished_sessions.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "audit/reader.h"

namespace ringfence::supervisor {
namespace {

using nlohmann::ordered_json;

bool is_about_sessions(std::string_view line) {
    return line.find(R"("event":"session_)") != std::string_view::npos ||
           line.find(R"("event":"daemon_starts")") != std::string_view::npos;
}

bool is_same_session(const ordered_json& a, const ordered_json& b) {
    return a.value("worker", 0) == b.value("worker", 0) && a.value("session", 0) == b.value("session", 0);
}

void take_line(std::string_view line, std::vector<ordered_json>& open) {
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

std::vector<ordered_json> unfinished_sessions(const std::string& audit_path) {
    std::vector<ordered_json> open;
    // An unreadable file has no sessions.
    (void)audit::each_line(audit_path, {}, [&](std::string_view line) { take_line(line, open); });
    return open;
}

}  // namespace ringfence::supervisor
