#include "cli/status_text.h"

#include <fmt/core.h>

#include "base/escape.h"
#include "base/escape_lines.h"
#include "cli/status_file.h"

namespace ringfence::cli {
namespace {

using nlohmann::ordered_json;

std::string text_of(const ordered_json& object, const char* key, const char* otherwise = "") {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? escape(found->get<std::string>()) : otherwise;
}

// The same of what may have several lines. None of ours begins as those after the first do.
std::string lines_of(const ordered_json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string()) return "";
    const auto text = found->get<std::string>();
    return escape_lines(text.substr(0, text.find_last_not_of('\n') + 1), "          | ");
}

// "12.5 MiB"
std::string format_bytes(std::uint64_t bytes) {
    constexpr std::uint64_t mebi = 1 << 20;
    return bytes >= 1024 * mebi ? fmt::format("{:.1f} GiB", static_cast<double>(bytes) / (1024.0 * mebi))
                                : fmt::format("{:.1f} MiB", static_cast<double>(bytes) / mebi);
}

std::string format_unsupported(const ordered_json& session) {
    const std::uint64_t calls = count_in(session, "unsupported_calls");
    std::string names;
    for (const ordered_json& name : list_in(session, "unsupported_functions"))
        names += (names.empty() ? " of " : ", ") + (name.is_string() ? escape(name.get<std::string>()) : "?");
    return calls == 0 ? "" : fmt::format("    calls that are not supported: {}{}\n", calls, names);
}

// In parts of an ordinary session's.
std::string format_weight(const ordered_json& session) {
    constexpr std::uint64_t usual = 1'000'000;
    const std::uint64_t weight = session.value("weight", usual);
    if (weight == usual) return "";
    return fmt::format("    counts {:.3g}% of an ordinary session: {}\n", static_cast<double>(weight) * 100 / usual,
                       text_of(session, "standing"));
}

std::string format_session(const ordered_json& session, const ordered_json& worker) {
    const std::uint64_t violations = session.value("violations", std::uint64_t{0});
    std::string text = fmt::format(
        "  session {}: tenant {}, process {}, {}, {}, guard {}, {}, {} violation{}\n", session.value("session", 0),
        text_of(session, "tenant", "?"), session.value("pid", 0), text_of(session, "program", "?"),
        text_of(worker, "isolation", "?"), text_of(worker, "guard", "?"),
        format_bytes(session.value("memory_used", std::uint64_t{0})), violations, violations == 1 ? "" : "s");
    if (const auto on_host = session.value("memory_on_host", std::uint64_t{0}); on_host != 0)
        text += fmt::format("    on the host, because the card is full: {}\n", format_bytes(on_host));
    text += format_weight(session);
    std::string reached;
    const ordered_json limits = session.value("limits", ordered_json::object());
    for (const auto& [key, limit] : limits.items()) {
        const std::uint64_t times = limit.is_object() ? limit.value("reached", std::uint64_t{0}) : 0;
        if (times != 0) reached += fmt::format("{} {} {}", reached.empty() ? "" : ",", escape(key), times);
    }
    if (!reached.empty()) text += "    limits reached:" + reached + "\n";
    text += format_unsupported(session);
    const std::string last = lines_of(session, "last_fault");
    return last.empty() ? text : text + "    last: " + last + "\n";
}

}  // namespace

std::string status_text(const ordered_json& status) {
    std::string text = fmt::format("daemon    pid {}, up {} s, {}\n", status.value("pid", 0),
                                   status.value("uptime_s", 0), escape(status.value("socket", "")));
    text += fmt::format("sessions  {} now, {} since the start; {} clients refused; {} workers died\n",
                        status.value("sessions", 0), status.value("sessions_started", 0),
                        status.value("clients_refused", 0), status.value("workers_died", 0));
    const ordered_json host = status.value("host_memory", ordered_json::object());
    text += fmt::format("memory    {} of {} of host memory granted\n",
                        format_bytes(host.value("granted", std::uint64_t{0})),
                        format_bytes(host.value("limit", std::uint64_t{0})));
    const ordered_json unshareable = status.value("unshareable", ordered_json::object());
    for (const auto& [backend, why] : unshareable.items())
        text += fmt::format("alone     everybody on backend {}: {}\n", escape(backend),
                            why.is_string() ? escape(why.get<std::string>()) : "?");
    const ordered_json workers = status.value("workers", ordered_json::array());
    for (const ordered_json& worker : workers) {
        text += fmt::format("worker    pid {}, {}, {}, guard {}, {} sessions{}\n", worker.value("pid", 0),
                            text_of(worker, "backend", "?"), text_of(worker, "isolation", "?"),
                            text_of(worker, "guard", "?"), worker.value("sessions", 0),
                            worker.value("takes_no_more", false) ? "; takes no more: a kernel does not end" : "");
        if (const ordered_json busy = worker.value("busy", ordered_json::object()); !busy.empty())
            text += fmt::format("          has not come to the end of {} for {} ms\n", text_of(busy, "with", "?"),
                                busy.value("ms", std::uint64_t{0}));
        const std::string why = text_of(worker, "why_private");
        if (!why.empty()) text += fmt::format("          private because {}\n", why);
        for (const ordered_json& session : worker.value("session_list", ordered_json::array()))
            text += format_session(session, worker);
    }
    for (const ordered_json& fault : status.value("last_faults", ordered_json::array())) {
        text += fmt::format("fault     process {}, {}, {}: {}\n", fault.value("pid", 0), text_of(fault, "program", "?"),
                            text_of(fault, "event", "?"), lines_of(fault, "text"));
    }
    const std::string audit = text_of(status, "audit");
    if (!audit.empty()) text += fmt::format("audit     {}\n", audit);
    if (workers.empty()) text += "worker    none: one is started when a program comes\n";
    return text;
}

}  // namespace ringfence::cli
