#include "supervisor/session_list.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include <nlohmann/json.hpp>

#include "supervisor/tenant_ledgers.h"

namespace ringfence::supervisor {

namespace {

constexpr std::size_t most_sessions_listed = 1024;
// The status with which every session ends, so it is not recorded.
constexpr std::int32_t context_is_destroyed = 709;

nlohmann::ordered_json words_of(std::string_view text) {
    nlohmann::ordered_json words = nlohmann::ordered_json::array();
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end != 0) words.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

}  // namespace

void SessionList::note(const worker::SessionEvent& event) {
    if (event.kind == worker::EventKind::Ends) {
        sessions_.erase(event.session);
        return;
    }
    if (event.kind != worker::EventKind::Begins || sessions_.size() >= most_sessions_listed) return;
    worker::SessionState state;
    state.session = event.session;
    state.pid = event.pid;
    std::memcpy(state.program, event.program, sizeof state.program);
    sessions_[event.session] = state;
}

void SessionList::note(const worker::SessionState& state) {
    const auto found = sessions_.find(state.session);
    if (found == sessions_.end()) return;
    // Whose it is the worker does not say.
    const std::uint32_t pid = found->second.pid;
    found->second = state;
    found->second.pid = pid;
}

nlohmann::ordered_json describe(const worker::SessionState& state) {
    nlohmann::ordered_json json;
    json["session"] = state.session;
    json["pid"] = state.pid;
    json["program"] = state.program;
    json["memory_used"] = state.memory_used;
    json["memory_on_host"] = state.used[Limit::HostBacking];
    json["host_memory"] = state.host_memory;
    json["launches"] = state.launches;
    json["violations"] = state.violations;
    json["copies"] = state.copies;
    json["copied_bytes"] = state.copied_bytes;
    json["limits_reached"] = state.limits_reached;
    json["tenant"] = state.tenant;
    json["limits"] = describe_limits(state.limits, state.used, state.reached);
    json["unsupported_calls"] = state.unsupported_calls;
    json["unsupported_functions"] = words_of(state.unsupported_functions);
    if (state.last_text[0] != '\0') json["last_fault"] = state.last_text;
    return json;
}

std::string audit_name(worker::EventKind kind) {
    switch (kind) {
        case worker::EventKind::Begins: return "session_begins";
        case worker::EventKind::Ends: return "session_ends";
        case worker::EventKind::Violation: return "violation";
        case worker::EventKind::ModuleRefused: return "module_refused";
        case worker::EventKind::Overrun: return "kernel_overrun";
        case worker::EventKind::Malformed: return "malformed_record";
        case worker::EventKind::ModuleLoaded: return "module_loaded";
        case worker::EventKind::Launches: return "launches";
        case worker::EventKind::Copies: return "copies";
        case worker::EventKind::LimitReached: return "limit_reached";
        case worker::EventKind::NotBegun: return "session_refused";
    }
    return "unknown";
}

nlohmann::ordered_json audit_details(const worker::SessionEvent& event) {
    nlohmann::ordered_json json;
    json["session"] = event.session;
    json["pid"] = event.pid;
    json["program"] = event.program;
    if (event.status != 0 && event.status != context_is_destroyed) json["status"] = event.status;
    switch (event.kind) {
        case worker::EventKind::Violation: json["count"] = event.count; break;
        case worker::EventKind::ModuleRefused:
        case worker::EventKind::ModuleLoaded:
            if (event.subject[0] != '\0') json["module"] = event.subject;
            json["bytes"] = event.amount;
            break;
        case worker::EventKind::Launches:
            json["launches"] = event.amount;
            if (event.count > 1) json["one_of"] = event.count;
            break;
        case worker::EventKind::Copies:
            json["copies"] = event.count;
            json["bytes"] = event.amount;
            break;
        case worker::EventKind::LimitReached:
            json["limit"] = event.subject;
            json["most"] = event.amount;
            json["count"] = event.count;
            break;
        default: break;
    }
    if (event.kind == worker::EventKind::Ends && event.count != 0) json["events_left_out"] = event.count;
    if (event.text[0] != '\0') json["text"] = event.text;
    return json;
}

}  // namespace ringfence::supervisor
